"""Topics that a seat may look up: creatures in sight, races met, and every figure of the pages
with its terms. Nothing here tells more than the hero knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.common import slugs
from engine.contract.texts import Name, Text, joined, listed, text
from engine.contract.view import Topic
from engine.sil.creatures import creature_names, recall
from engine.sil.data.bundle import Data
from engine.sil.data.records import AbilityRef
from engine.sil.data.rule_records import SongRules
from engine.sil.game.context import SilContext
from engine.sil.game.state import Item, Skill
from engine.sil.hero import abilities as ab
from engine.sil.hero import experience, purchases, sheet, singing
from engine.sil.hero.stat_names import SKILL_NAMES
from engine.sil.item_use import item_descriptions, wearing
from engine.sil.items import item_creation, item_handles

_FIGURES: Mapping[str, tuple[str, ...]] = {
    "Character": (*purchases.STAT_WORDS, "health", "voice", "speed", "light", "burden"),
    "Combat": (
        "melee",
        "melee dice",
        "offhand dice",
        "archery",
        "bow dice",
        "bow range",
        "evasion",
    ),
    "Skills": tuple(purchases.SKILL_WORDS),
}


def topics(game: SilContext) -> Iterator[Topic]:
    """Yield all that can be looked up now, the nearest and most pressing first."""
    if not game.state.birth:
        for creature in creature_names.visible(game):
            handle, who = creature_names.handle(game, creature), creature_names.a(game, creature)
            yield Topic("sight", handle, _title(handle, who))
    for race in recall.met(game):
        name = creature_names.race_name(game.data, race)
        yield Topic("lore", slugs.slug(name), Name(name, proper=True))
    for kind in game.lore.aware:
        yield Topic(
            "lore", _kind_key(game, kind), item_handles.item_words(game, _sample(game, kind))
        )
    for page, figures in _FIGURES.items():
        for figure in figures:
            yield Topic("page", figure, sheet.figure_name(figure), page)
    for ability in game.data.abilities.values():
        called = ab.words(game.data, ability.ref)
        yield Topic("page", _word(game.data, ability.ref), called, "Abilities")
    for handle, item in item_handles.items(game).items():
        title = _title(handle, item_handles.item_words(game, item))
        yield Topic("page", handle, title, item_handles.page_of(handle))


def _title(handle: str, name: Text) -> Text:
    """Return a title of at most 100 letters: what action lines call something, and its name."""
    return text("{handle}: {name:.70}", handle=Name(handle, given=True), name=name)


def explain(game: SilContext, topic: Topic) -> Text:
    """Return what there is to say of one of `topics`."""
    if topic.kind == "sight":
        seen = next(
            c for c in creature_names.visible(game) if creature_names.handle(game, c) == topic.name
        )
        return recall.look(game, seen)
    if topic.kind == "lore" and topic.name.startswith("thing-"):
        known = next(k for k in game.lore.aware if _kind_key(game, k) == topic.name)
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


def _sample(game: SilContext, kind: int) -> Item:
    """Return an ordinary thing of a kind that the hero knows."""
    item: Item = item_creation.of_kind(game.data, kind)
    item.known = True
    return item


def _kind_key(game: SilContext, kind: int) -> str:
    return f"thing-{slugs.slug(item_handles.item_name(game, _sample(game, kind)))}"


def _item(game: SilContext, item: Item) -> Text:
    """Return all that is known of an item, and what would change if it were worn or taken off."""
    told = item_descriptions.describe(game, item)
    change = wearing.change_of(game, item)
    return joined([told, change], "\n") if change else told


def _word(data: Data, ref: AbilityRef) -> str:
    return slugs.slug(ab.name(data, ref))


def _figure(game: SilContext, what: str) -> Text:
    """Return a figure and its terms; of a skill also what the next point would cost and change."""
    figure = text(
        "{figure}: {value}.", figure=sheet.figure_name(what), value=sheet.explain(game, what)
    )
    if what not in purchases.SKILL_WORDS or game.state.birth:
        return figure
    hero, skill = game.hero, purchases.SKILL_WORDS[what]
    cost = experience.skill_cost(hero.skill_base[skill], 1)
    price = text(
        "The next point costs {cost:,}; {unspent:,} experience is left.",
        cost=cost,
        unspent=hero.unspent,
    )
    if cost > hero.unspent:
        return joined([figure, price], "\n")
    changes = purchases.what_if(game, lambda copy: experience.buy_skill(copy, skill, 1))
    brings = text("It would bring: {changes}.", changes=purchases.in_words(changes))
    return joined([figure, joined([price, brings])], "\n")


def _song(game: SilContext, song: SongRules) -> Text:
    """Return a song's price, and its strength if the hero sang it now."""
    total = game.hero.skill(Skill.SONG)
    return text(
        "{price:The}. Strength {major}, as a minor theme {minor}.",
        price=singing.price(song, game.rulings),
        major=song.strength(total),
        minor=song.strength(total // 2),
    )


def _ability(game: SilContext, word: str) -> Text:
    """Return what an ability does, what it asks for, what it costs and would change."""
    ref = next(a.ref for a in game.data.abilities.values() if _word(game.data, a.ref) == word)
    hero, record = game.hero, ab.record(game.data, ref)
    name, skill = ab.words(game.data, ref), SKILL_NAMES[Skill(ref.skill)]
    lines = [text("{ability} ({skill})", ability=name, skill=skill), Text(record.description)]
    if ref.skill == Skill.SONG and ref.number in game.data.rules.songs:
        lines.append(_song(game, game.data.rules.songs[ref.number]))
    if hero.owns(ref):
        on = hero.active(ref)
        lines.append(text("You have it; it is on.") if on else text("You have it; it is off."))
        return joined(lines, "\n")
    asked = [
        text("{asked} (met)" if met else "{asked} (missing)", asked=words)
        for words, met in ab.requirements(game.data, hero, ref)
    ]
    lines.append(text("It asks for {asked}.", asked=listed(asked)))
    lines.append(
        text(
            "It costs {price:,}; {unspent:,} experience is left.",
            price=ab.price(game.data, hero, ref),
            unspent=hero.unspent,
        )
    )
    if not ab.can_buy(game.data, hero, ref) and ref not in (ab.BANE, ab.OATH):
        changes = purchases.what_if(game, lambda copy: ab.buy(game.data, copy, ref))
        if changes:
            lines.append(text("It would change: {changes}.", changes=purchases.in_words(changes)))
    return joined(lines, "\n")
