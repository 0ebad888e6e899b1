"""Topics that a seat may look up: creatures in sight, races met, and every figure of the pages
with its terms. Nothing here tells more than the hero knows."""

from __future__ import annotations

from collections.abc import Iterator

from engine.common import slugs
from engine.contract.view import Topic
from engine.sil.creatures import creature_names, recall
from engine.sil.data.bundle import Data
from engine.sil.data.records import AbilityRef
from engine.sil.data.rule_records import SongRules
from engine.sil.game.context import Game
from engine.sil.game.state import Item, Skill
from engine.sil.hero import abilities as ab
from engine.sil.hero import experience, purchases, sheet, singing
from engine.sil.item_use import item_descriptions, wearing
from engine.sil.items import item_creation, item_handles

_FIGURES = {
    "Character": (*purchases.STAT_WORDS, "health", "voice", "speed", "light", "burden"),
    "Combat": ("melee", "melee dice", "offhand dice", "archery", "bow dice", "bow range",
               "evasion"),
    "Skills": tuple(purchases.SKILL_WORDS),
}  # fmt: skip


def topics(game: Game) -> Iterator[Topic]:
    """Yield all that can be looked up now, the nearest and most pressing first."""
    if not game.state.birth:
        for creature in creature_names.visible(game):
            handle = creature_names.handle(game, creature)
            yield Topic("sight", handle, f"{handle}: {creature_names.a(game, creature)}"[:100])
    for race in recall.met(game):
        name = creature_names.race_name(game.data, race)
        yield Topic("lore", slugs.slug(name), name)
    for kind in game.lore.aware:
        name = _kind_name(game, kind)
        yield Topic("lore", f"thing-{slugs.slug(name)}", name)
    for page, figures in _FIGURES.items():
        for figure in figures:
            yield Topic("page", figure, figure.capitalize(), page)
    for ability in game.data.abilities.values():
        yield Topic(
            "page", _word(game.data, ability.ref), ab.name(game.data, ability.ref), "Abilities"
        )
    for handle, item in item_handles.items(game).items():
        title = f"{handle}: {item_handles.item_name(game, item)}"[:100]
        yield Topic("page", handle, title, item_handles.page_of(handle))


def explain(game: Game, topic: Topic) -> str:
    """Return what there is to say of one of `topics`."""
    if topic.kind == "sight":
        seen = next(
            c for c in creature_names.visible(game) if creature_names.handle(game, c) == topic.name
        )
        return recall.look(game, seen)
    if topic.kind == "lore" and topic.name.startswith("thing-"):
        known = next(k for k in game.lore.aware if _kind_name(game, k) == topic.title)
        return item_descriptions.describe(game, _sample(game, known))
    if topic.kind == "lore":
        met = next(
            r
            for r in recall.met(game)
            if slugs.slug(creature_names.race_name(game.data, r)) == topic.name
        )
        return recall.page(game, met)
    if topic.page in ("Equipment", "Pack"):
        return _item(game, item_handles.items(game)[topic.name])
    if topic.page == "Abilities":
        return _ability(game, topic.name)
    return _figure(game, topic.name)


def _sample(game: Game, kind: int) -> Item:
    """Return an ordinary thing of a kind that the hero knows."""
    item: Item = item_creation.of_kind(game.data, kind)
    item.known = True
    return item


def _kind_name(game: Game, kind: int) -> str:
    return item_handles.item_name(game, _sample(game, kind))


def _item(game: Game, item: Item) -> str:
    """Return all that is known of an item, and what would change if it were worn or taken off."""
    text = item_descriptions.describe(game, item)
    change = wearing.change_of(game, item)
    return f"{text}\n{change}" if change else text


def _word(data: Data, ref: AbilityRef) -> str:
    return slugs.slug(ab.name(data, ref))


def _figure(game: Game, what: str) -> str:
    """Return a figure and its terms; of a skill also what the next point would cost and change."""
    text = f"{what.capitalize()}: {sheet.explain(game, what)}."
    if what not in purchases.SKILL_WORDS or game.state.birth:
        return text
    hero, skill = game.hero, purchases.SKILL_WORDS[what]
    cost = experience.skill_cost(hero.skill_base[skill], 1)
    text += f"\nThe next point costs {cost:,}; {hero.unspent:,} experience is left."
    if cost <= hero.unspent:
        changes = purchases.what_if(game, lambda copy: experience.buy_skill(copy, skill, 1))
        text += f" It would bring: {purchases.in_words(changes)}."
    return text


def _song(game: Game, song: SongRules) -> str:
    """Return a song's price, and its strength if the hero sang it now."""
    total = game.hero.skill(Skill.SONG)
    major, minor = song.strength(total), song.strength(total // 2)
    price = singing.price(song, game.rulings)
    return f"{price[0].upper()}{price[1:]}. Strength {major}, as a minor theme {minor}."


def _ability(game: Game, word: str) -> str:
    """Return what an ability does, what it asks for, what it costs and would change."""
    ref = next(a.ref for a in game.data.abilities.values() if _word(game.data, a.ref) == word)
    hero, record = game.hero, ab.record(game.data, ref)
    lines = [f"{ab.name(game.data, ref)} ({Skill(ref.skill).name.title()})", record.description]
    if ref.skill == Skill.SONG and ref.number in game.data.rules.songs:
        lines.append(_song(game, game.data.rules.songs[ref.number]))
    if hero.owns(ref):
        lines.append("You have it; it is " + ("on." if hero.active(ref) else "off."))
        return "\n".join(lines)
    asked = [
        f"{words} ({'met' if met else 'missing'})"
        for words, met in ab.requirements(game.data, hero, ref)
    ]
    lines.append(f"It asks for {', '.join(asked)}.")
    lines.append(
        f"It costs {ab.price(game.data, hero, ref):,}; {hero.unspent:,} experience is left."
    )
    if not ab.can_buy(game.data, hero, ref) and ref not in (ab.BANE, ab.OATH):
        changes = purchases.what_if(game, lambda copy: ab.buy(game.data, copy, ref))
        if changes:
            lines.append(f"It would change: {purchases.in_words(changes)}.")
    return "\n".join(lines)
