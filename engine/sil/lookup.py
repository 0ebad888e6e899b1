"""Topics that a seat may look up: creatures in sight, races met, and every figure of the pages
with its terms. Nothing here tells more than the hero knows."""

from __future__ import annotations

from collections.abc import Iterator

from engine.common.slugs import slug
from engine.contract.view import Topic
from engine.sil import data, naming
from engine.sil.hero import abilities as ab
from engine.sil.hero import experience, growth, sheet
from engine.sil.items import describe
from engine.sil.monsters import recall
from engine.sil.records import AbilityRef
from engine.sil.state import Game, Skill, Slot

_FIGURES = {
    "Character": (*growth.STAT_WORDS, "health", "voice", "speed", "light", "burden"),
    "Combat": ("melee", "melee dice", "offhand dice", "archery", "bow dice", "bow range",
               "evasion"),
    "Skills": tuple(growth.SKILL_WORDS),
}  # fmt: skip
_WORN = {naming.WORN[slot] for slot in Slot}


def topics(game: Game) -> Iterator[Topic]:
    """Yield all that can be looked up now, the nearest and most pressing first."""
    if not game.birth:
        for creature in naming.visible(game):
            handle = naming.handle(creature)
            yield Topic("sight", handle, f"{handle}: {naming.a(creature)}"[:100])
    for race in recall.met(game):
        name = naming.race_name(race)
        yield Topic("lore", slug(name), name)
    for page, figures in _FIGURES.items():
        for figure in figures:
            yield Topic("page", figure, figure.capitalize(), page)
    for ability in data.current().abilities.values():
        yield Topic("page", _word(ability.ref), ab.name(ability.ref), "Abilities")
    for handle, item in naming.items(game).items():
        page = "Equipment" if handle in _WORN else "Pack"
        yield Topic("page", handle, f"{handle}: {naming.item_name(game, item)}"[:100], page)


def explain(game: Game, topic: Topic) -> str:
    """Return what there is to say of one of `topics`."""
    if topic.kind == "sight":
        seen = next(c for c in naming.visible(game) if naming.handle(c) == topic.name)
        return recall.look(game, seen)
    if topic.kind == "lore":
        met = next(r for r in recall.met(game) if slug(naming.race_name(r)) == topic.name)
        return recall.page(game, met)
    if topic.page in ("Equipment", "Pack"):
        return describe.describe(game, naming.items(game)[topic.name])
    if topic.page == "Abilities":
        return _ability(game, topic.name)
    return _figure(game, topic.name)


def _word(ref: AbilityRef) -> str:
    return slug(ab.name(ref))


def _figure(game: Game, what: str) -> str:
    """Return a figure and its terms; of a skill also what the next point would cost and change."""
    text = f"{what.capitalize()}: {sheet.explain(game, what)}."
    if what not in growth.SKILL_WORDS or game.birth:
        return text
    hero, skill = game.hero, growth.SKILL_WORDS[what]
    cost = experience.skill_cost(hero.skill_base[skill], 1)
    text += f"\nThe next point costs {cost:,}; {hero.unspent:,} experience is left."
    if cost <= hero.unspent:
        changes = growth.what_if(game, lambda copy: experience.buy_skill(copy, skill, 1))
        text += f" It would bring: {growth.in_words(changes)}."
    return text


def _ability(game: Game, word: str) -> str:
    """Return what an ability does, what it asks for, what it costs and would change."""
    ref = next(a.ref for a in data.current().abilities.values() if _word(a.ref) == word)
    hero, record = game.hero, ab.record(ref)
    lines = [f"{ab.name(ref)} ({Skill(ref.skill).name.title()})", record.description]
    if hero.owns(ref):
        lines.append("You have it; it is " + ("on." if hero.active(ref) else "off."))
        return "\n".join(lines)
    asked = [
        f"{words} ({'met' if met else 'missing'})" for words, met in ab.requirements(hero, ref)
    ]
    lines.append(f"It asks for {', '.join(asked)}.")
    lines.append(f"It costs {ab.price(hero, ref):,}; {hero.unspent:,} experience is left.")
    if not ab.can_buy(hero, ref) and ref not in (ab.BANE, ab.OATH):
        changes = growth.what_if(game, lambda copy: ab.buy(copy, ref))
        if changes:
            lines.append(f"It would change: {growth.in_words(changes)}.")
    return "\n".join(lines)
