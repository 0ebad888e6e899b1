"""The titled texts of a view: the hero's card, the design sheets, the rules in short."""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract.texts import counted, text
from engine.contract.view import Page
from engine.kanthe.data.content import KantheContent
from engine.kanthe.dice import SIDES, percent_of_match
from engine.kanthe.magic.arcane_things import effect_of, is_useless
from engine.kanthe.map.level_plan import passages_at
from engine.kanthe.rules.context import Play
from engine.kanthe.rules.names import beast_name, creature_name, gear, item_name, level_name
from engine.kanthe.setup.design_sheets import export_sheets
from engine.kanthe.setup.wizard import is_filled, pages
from engine.kanthe.state import Approach, ArcaneRows, KantheGame, KantheItem, difficulty_of
from engine.kanthe.view.map_board import describe_legend
from engine.kanthe.words import coins, dice, english, purposes, wounds

RULINGS = (
    "Corridors are open; secret are only the doors that you search for, once a wall.",
    "Several opponents throw as one; each of your matches hits one of them, as you choose.",
    "A wound of degree n counts as n wounds. An ally can take a wound for you.",
    "Of several items of one name only the best counts.",
    "An arcane effect that fits a throw adds two dice; an obstacle of its essence needs no throw.",
    "Scrolls heal you only when shouted, and whoever else is in the room.",
    "If all of a level is explored and no stairs were found, you say which room has them.",
    "The way out is the starting room of the first level. Coins are the score.",
)
RULES = (
    "All dice have ten sides, 0 to 9. Equal faces in one throw are a match: its value is the face, "
    "its degree the number of dice.",
    "You throw your Challenge dice, the dice of items that fit, and one for every wound of your "
    "opponents. They throw their strengths, their things, and one for every wound of yours.",
    "Your matches below their lowest one act first, equal ones at the same time, all others after "
    "theirs. A match deals as many wounds as its degree.",
    "More wounds than your Challenge kill you; more than the Difficulty overcome an opponent. "
    "Words deal wounds of their own kind.",
    "Hiding, slipping past and fleeing are one throw: what beats your best degree lands on you.",
    "Noise wakes what roams the area: a fight, a broken door, a failed try at one, a shout.",
    "A section that you have seen all of may raise your Challenge, and heals one wound.",
)


def make_pages(play: Play) -> tuple[Page, ...]:
    """Return the pages, titled."""
    listed = [Page("Hero", text("Hero"), _hero_page(play))]
    if play.game.setup is None:
        listed.append(Page("Who is here", text("Who is here"), _company_page(play)))
    listed += [
        Page("Domain sheet", text("Domain sheet"), _domain_page(play)),
        Page("Arcane sheet", text("Arcane sheet"), _arcane_page(play)),
        Page("Level sheets", text("Level sheets"), _levels_page(play)),
        Page(
            "Rules",
            text("Rules"),
            "\n".join([*RULES, *RULINGS, _odds_line(), f"On the map: {describe_legend()}."]),
        ),
        Page(
            "Chronicle",
            text("Chronicle"),
            "\n".join(map(str, play.game.chronicle[-40:])) or "Nothing has happened yet.",
        ),
        Page("Keep the sheets", text("Keep the sheets"), _keep_page(play)),
    ]
    return tuple(listed)


def _rules_page() -> str:
    return "\n".join([*RULES, *RULINGS, _odds_line(), f"On the map: {describe_legend()}."])


def _odds_line() -> str:
    odds = ", ".join(f"{number}: {percent_of_match(number)} %" for number in range(2, 12))
    return f"The chance of a match by the number of dice: {odds}."


# ------------------------------------------------------------------------- the hero


def describe_item(play: Play, item: KantheItem) -> str:
    """Return an item with all that is known of it, in one line."""
    parts = [str(item_name(play, item))]
    if item.arcane:
        effect = effect_of(play, item)
        if effect is not None:
            parts.append(str(play.effect_name(effect)))
        elif is_useless(play, item):
            parts.append("does nothing")
        else:
            parts.append("not known")
        if item.worn:
            parts.append("worn")
    else:
        parts.append(f"{dice(item.rating)} to {purposes(item.purposes)}")
    if not item.ticked:
        parts.append("left out of throws")
    return ": ".join([parts[0], ", ".join(parts[1:])])


def _hero_page(play: Play) -> str:
    hero = play.game.hero
    lines = [
        f"{hero.name}: Challenge {hero.challenge}, {wounds(hero.wounds)}, {coins(hero.coins)}.",
        f"Wounds that kill: {hero.challenge + 1}.",
    ]
    items = gear(play.game) if hero.items or play.game.setup is None else play.game.kit
    lines += [english(describe_item(play, item)) for item in items]
    if spare := len(hero.items) - len(gear(play.game)):
        things = counted(spare, "{number} spare item", "{number} spare items")
        lines.append(f"{things} of the same names.")
    lines += [f"Drunk: {play.effect_name(effect)}." for effect in hero.potions]
    if hero.boost:
        lines.append(f"{hero.boost} dice more in the next throw.")
    for ally in hero.allies:
        lines.append(
            f"Ally: {creature_name(ally)}, strength {ally.strength}, {wounds(ally.wounds)}."
        )
    return "\n".join(lines)


def _company_page(play: Play) -> str:
    game = play.game
    lines = []
    ways = {passage.id for passage in passages_at(game.here, game.node)} | {game.passage}
    for who in game.here.opponents:
        near = (game.node, _approached(game))
        if who.node in near or (who.passage >= 0 and who.passage in ways):
            lines.append(english(describe_opponent(play, who.id)))
    return "\n".join(lines) or "Nobody is here."


def _approached(game: KantheGame) -> int:
    """Return the place that the hero is about to enter, else his own."""
    return game.question.node if isinstance(game.question, Approach) else game.node


def describe_opponent(play: Play, number: int) -> str:
    """Return all that is known of an opponent, in one line."""
    who = play.opponent(number)
    limit = play.game.difficulty + 1
    parts = [f"strength {who.strength}"]
    if who.wounds:
        parts.append(f"wounds {who.wounds} of {limit}")
    if who.social:
        parts.append(f"persuaded {who.social} of {limit}")
    if who.status:
        parts.append(who.status)
    elif who.peaceful or not who.attacks:
        parts.append("does not attack")
    if who.searched:
        parts.append("searched")
    if who.prayed:
        parts.append("has prayed")
    things = [str(item_name(play, thing)) for thing in (*who.things, *who.wares)]
    if things:
        parts.append("carries " + ", ".join(things))
    return f"{creature_name(who)} ({who.name}): {', '.join(parts)}."


# ------------------------------------------------------------------------- the sheets


def _domain_page(play: Play) -> str:
    domain = play.game.domain
    map_dice = counted(domain.rooms, "{number} map die", "{number} map dice")
    levels = counted(domain.levels, "{number} level", "{number} levels")
    sections = counted(domain.sections, "{number} section", "{number} sections")
    lines = [
        f"{domain.name}: {domain.theme}",
        f"{'The ruins and ' if domain.ruins else ''}{levels}; at most "
        f"{sections} a level; {map_dice} an area.",
    ]
    for key in ("colours", "changes", "qualities", "motifs", "beasts", "features"):
        words = domain.words[key]
        listed = ", ".join(f"{row} {word}" for row, word in enumerate(words)) or "not filled in"
        lines.append(f"{english(key)}: {listed}.")
    beasts = [f"{n} {beast_name(play.game, b)}" for n, b in enumerate(domain.modified)]
    lines.append(f"Modified beasts: {', '.join(beasts) or 'not thrown'}.")
    for title, rows in (
        ("Stationary hazards", play.content.stationary),
        ("Mobile hazards", play.content.mobile),
    ):
        names = ", ".join(f"{n} {row.name}" for n, row in enumerate(rows))
        lines.append(f"{title}: {names}.")
    for row, effect in enumerate(domain.arcane_features):
        if effect is not None and domain.words["essences"]:
            lines.append(f"Feature {row} is arcane: {play.effect_name(effect)}.")
    return "\n".join(lines)


def _arcane_page(play: Play) -> str:
    arcane, content = play.game.arcane, play.content
    essences = play.game.domain.words["essences"] or [""] * SIDES
    lines = ["Essences: word, colour, change"]
    lines += _rows(content, arcane.essences, content.essence_stems, essences)
    lines.append("Actions: word, quality, motif")
    lines += _rows(
        content, arcane.actions, content.action_stems, [row.name for row in content.actions]
    )
    if arcane.discovered:
        lines.append("Discovered: " + ", ".join(
            f"{phrase} (nothing)" if phrase in arcane.struck else phrase
            for phrase in arcane.discovered
        ) + ".")  # fmt: skip
    return "\n".join(lines)


def _rows(
    content: KantheContent, rows: ArcaneRows, stems: tuple[str, ...], names: list[str]
) -> Iterator[str]:
    for row, stem in enumerate(stems):
        left = "".join(letter for letter in content.letters if letter not in rows.checked[row])
        blank = rows.letters[row] or "_"
        letters = "" if rows.letters[row] else f" ({left})"
        cells = ", ".join(cell or "-" for cell in (rows.firsts[row], rows.seconds[row]))
        yield f"{row} {names[row] or '-'}: {blank}{stem}{letters}, {cells}"


def _levels_page(play: Play) -> str:
    game = play.game
    lines = []
    for number in range(game.domain.top, game.domain.levels + 1):
        sheet = game.sheets[number]
        rooms = f", {sheet.rooms} map dice an area" if sheet.rooms else ""
        creatures = f"{sheet.main} and {sheet.alternate}" if sheet.main else "not filled in"
        lines.append(
            f"{english(level_name(number))}: {sheet.theme or 'no theme'}; Difficulty "
            f"{difficulty_of(number)}{rooms}; {creatures}."
        )
    lines += [f"{n} {row.name}: {row.text}" for n, row in enumerate(play.content.occupants)]
    return "\n".join(lines)


def _keep_page(play: Play) -> str:
    if play.game.setup is not None and not all(
        is_filled(play.game, page) for page in pages(play.game)
    ):
        return "Fill in the sheets first; then they can be kept for another game."
    return (
        "Copy this line and use it as “restore …” in the set-up of another game:\nrestore "
        + export_sheets(play.game)
    )
