"""The titled texts of a view: the hero's card, the design sheets, the rules in short."""

from __future__ import annotations

from collections.abc import Sequence

from engine.common.help_topics import topic_text
from engine.contract.texts import Name, Text, Value, counted, joined, listed, text, typed
from engine.contract.view import Page
from engine.kanthe.data.content import HELP_FILE, FoundRow
from engine.kanthe.dice import percent_of_match
from engine.kanthe.encounters.finds import describe_nature
from engine.kanthe.magic.arcane_things import effect_of, is_useless
from engine.kanthe.map.level_plan import passages_at
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.rules.names import (
    beast_name,
    creature_name,
    domain_name,
    gear,
    item_name,
    level_name,
    people_title,
)
from engine.kanthe.setup.design_sheets import export_sheets
from engine.kanthe.setup.wizard import is_filled, pages
from engine.kanthe.state import Approach, FallenHero, KantheItem, KantheState, difficulty_of
from engine.kanthe.view.arcane_sheet import arcane_page, arcane_sections
from engine.kanthe.view.design_tables import domain_sections, level_sections
from engine.kanthe.view.map_board import describe_legend
from engine.kanthe.words import alone, coins, dice, numbered, purposes, wounds


def make_pages(game: KantheContext) -> tuple[Page, ...]:
    """Return the pages, titled."""
    listed = [Page("Hero", text("Hero"), _hero_page(game))]
    if game.state.setup is None:
        listed.append(Page("Who is here", text("Who is here"), _company_page(game)))
    listed += [
        Page("Domain sheet", text("Domain sheet"), _domain_page(game), domain_sections(game)),
        Page("Arcane sheet", text("Arcane sheet"), arcane_page(game), arcane_sections(game)),
        Page("Level sheets", text("Level sheets"), _levels_page(game), level_sections(game)),
        Page("Rules", text("Rules"), _rules_page()),
        Page("Chronicle", text("Chronicle"), _chronicle_page(game)),
        Page("Keep the sheets", text("Keep the sheets"), _keep_page(game)),
    ]
    return tuple(listed)


def _rules_page() -> Text:
    odds = ", ".join(f"{number}: {percent_of_match(number)} %" for number in range(2, 12))
    chance = text("The chance of a match by the number of dice: {odds}.", odds=odds)
    legend = text("On the map: {legend}.", legend=describe_legend())
    told = (topic_text(HELP_FILE, name) for name in ("rules", "rulings"))
    return joined([*told, chance, legend], "\n")


def _chronicle_page(game: KantheContext) -> Text:
    roll = [_raider(hero) for hero in game.state.fallen]
    written = game.state.chronicle[-40:]
    told = [*roll, *written]
    return joined(told, "\n") if told else text("Nothing has happened yet.")


def _raider(hero: FallenHero) -> Text:
    """Return a line of the roll of who raided the domain."""
    return text(
        "Raider: {hero}, {end}, {level}, {coins}.",
        hero=typed(hero.name),
        end=_ENDS[hero.result],
        level=level_name(hero.level),
        coins=coins(hero.coins),
    )


_ENDS = {"dead": text("dead"), "left": text("came out alive"), "abandoned": text("gave up")}


# ------------------------------------------------------------------------- the hero


def describe_item(game: KantheContext, item: KantheItem) -> Text:
    """Return an item with all that is known of it, in one line."""
    known: list[Value] = []
    if item.arcane:
        effect = effect_of(game, item)
        if effect is not None:
            known.append(game.effect_name(effect))
        elif is_useless(game, item):
            known.append(text("does nothing"))
        else:
            known.append(text("not known"))
        if item.worn:
            known.append(text("worn"))
    else:
        good_for = purposes(item.purposes)
        known.append(text("{dice} to {purposes}", dice=dice(item.rating), purposes=good_for))
    if not item.ticked:
        known.append(text("left out of throws"))
    return text("{item:The}: {known}", item=alone(item_name(game, item)), known=listed(known))


def _hero_page(game: KantheContext) -> Text:
    hero = game.state.hero
    lines = [
        text(
            "{hero}: Challenge {challenge}, {wounds}, {coins}.",
            hero=typed(hero.name),
            challenge=hero.challenge,
            wounds=wounds(hero.wounds),
            coins=coins(hero.coins),
        ),
        text("Wounds that kill: {number}.", number=hero.challenge + 1),
    ]
    items = gear(game.state) if hero.items or game.state.setup is None else game.state.kit
    lines += [describe_item(game, item) for item in items]
    if spare := len(hero.items) - len(gear(game.state)):
        lines.append(
            counted(
                spare,
                "{number} spare item of the same names.",
                "{number} spare items of the same names.",
            )
        )
    lines += [text("Drunk: {effect}.", effect=game.effect_name(each)) for each in hero.potions]
    if hero.boost:
        lines.append(
            counted(
                hero.boost,
                "{number} die more in the next throw.",
                "{number} dice more in the next throw.",
            )
        )
    for ally in hero.allies:
        lines.append(
            text(
                "Ally: {ally}, strength {strength}, {wounds}.",
                ally=creature_name(ally),
                strength=ally.strength,
                wounds=wounds(ally.wounds),
            )
        )
    return joined(lines, "\n")


def _company_page(game: KantheContext) -> Text:
    state = game.state
    lines = []
    ways = {passage.id for passage in passages_at(state.here, state.node)} | {state.passage}
    for who in state.here.opponents:
        near = (state.node, _approached(state))
        if who.node in near or (who.passage >= 0 and who.passage in ways):
            lines.append(describe_opponent(game, who.id))
    return joined(lines, "\n") if lines else text("Nobody is here.")


def _approached(state: KantheState) -> int:
    """Return the place that the hero is about to enter, else his own."""
    return state.question.node if isinstance(state.question, Approach) else state.node


_STATUSES = {"dead": text("dead"), "befriended": text("befriended"), "gone": text("gone")}


def describe_opponent(game: KantheContext, number: int) -> Text:
    """Return all that is known of an opponent, in one line."""
    who = game.opponent(number)
    limit = game.state.difficulty + 1
    known: list[Value] = [text("strength {strength}", strength=who.strength)]
    if who.wounds:
        known.append(text("wounds {number} of {limit}", number=who.wounds, limit=limit))
    if who.social:
        known.append(text("persuaded {number} of {limit}", number=who.social, limit=limit))
    if who.status:
        known.append(_STATUSES[who.status])
    elif who.peaceful or not who.attacks:
        known.append(text("does not attack"))
    if who.nature.weak >= 0:
        known.append(describe_nature(game, who.nature))
    if who.searched:
        known.append(text("searched"))
    if who.prayed:
        known.append(text("has prayed"))
    things = [item_name(game, thing) for thing in (*who.things, *who.wares)]
    if things:
        known.append(text("carries {things}", things=listed(things)))
    return text(
        "{who:The} ({name}): {known}.",
        who=alone(creature_name(who)),
        name=who.name,
        known=listed(known),
    )


# ------------------------------------------------------------------------- the sheets


_WORDS_OF_DOMAIN = {
    "colours": "Colours: {words}.",
    "changes": "Changes: {words}.",
    "qualities": "Qualities: {words}.",
    "motifs": "Motifs: {words}.",
    "beasts": "Beasts: {words}.",
    "features": "Features: {words}.",
}


def _domain_page(game: KantheContext) -> Text:
    domain, content = game.state.domain, game.content
    size = "{levels}; at most {sections} a level; {dice} an area."
    if domain.ruins:
        size = "The ruins and {levels}; at most {sections} a level; {dice} an area."
    lines = [
        text("{domain}: {theme}", domain=domain_name(game.state), theme=Name(domain.theme)),
        Text(
            size,
            {
                "levels": counted(domain.levels, "{number} level", "{number} levels"),
                "sections": counted(domain.sections, "{number} section", "{number} sections"),
                "dice": counted(domain.rooms, "{number} map die", "{number} map dice"),
            },
        ),
    ]
    for key, template in _WORDS_OF_DOMAIN.items():
        words = [Name(word) for word in domain.words[key]]
        lines.append(Text(template, {"words": _numbered(words, text("not filled in"))}))
    beasts = [beast_name(game.state, beast) for beast in domain.modified]
    lines += [
        text("Modified beasts: {beasts}.", beasts=_numbered(beasts, text("not thrown"))),
        text("Stationary hazards: {hazards}.", hazards=_numbered(_names(content.stationary))),
        text("Mobile hazards: {hazards}.", hazards=_numbered(_names(content.mobile))),
    ]
    for row, effect in enumerate(domain.arcane_features):
        if effect is not None and domain.words["essences"]:
            told = "Feature {row} is arcane: {effect}."
            lines.append(text(told, row=row, effect=game.effect_name(effect)))
    return joined(lines, "\n")


def _names(rows: Sequence[FoundRow]) -> list[Name]:
    return [Name(row.name) for row in rows]


def _numbered(names: Sequence[Value], empty: Value = "") -> Value:
    """Return names with their rows: "0 wolf, 1 bear"; `empty` without any."""
    return listed(numbered(names)) if names else empty


def _levels_page(game: KantheContext) -> Text:
    state = game.state
    lines = []
    for number in range(state.domain.top, state.domain.levels + 1):
        sheet = state.sheets[number]
        known: list[Value] = [text("Difficulty {number}", number=difficulty_of(number))]
        if sheet.rooms:
            known.append(
                counted(sheet.rooms, "{number} map die an area", "{number} map dice an area")
            )
        creatures = text("not filled in")
        if sheet.main:
            main, other = (people_title(state, each) for each in (sheet.main, sheet.alternate))
            creatures = text("{main} and {alternate}", main=main, alternate=other)
        lines.append(
            text(
                "{level:The}: {theme}; {known}; {creatures}.",
                level=level_name(number),
                theme=Name(sheet.theme) if sheet.theme else text("no theme"),
                known=listed(known),
                creatures=creatures,
            )
        )
    for row, kind in enumerate(game.content.occupants):
        told = text(kind.text)
        lines.append(text("{row} {name}: {told}", row=row, name=Name(kind.name), told=told))
    return joined(lines, "\n")


def _keep_page(game: KantheContext) -> Text:
    if game.state.setup is not None and not all(
        is_filled(game.state, page) for page in pages(game.state)
    ):
        return text("Fill in the sheets first; then they can be kept for another game.")
    how = text("Copy this line and use it as “restore …” in the set-up of another game:")
    sheets = text("restore {sheets}", sheets=typed(export_sheets(game.state)))
    whole = text("/library keep: puts the whole domain, as it is now, by for other games here.")
    return joined([*([whole] if game.state.levels else []), how, sheets], "\n")
