"""The coach line of a card: what the hero is, what threatens and what it is doing, what the picture
does not show, and what would be sensible, in the names of the buttons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.common.coach_lines import first_advised, short_enough
from engine.contract.action import Offer
from engine.contract.texts import Text, Words, counted, cut_words, joined, text
from engine.sil import view
from engine.sil.autoplay.circumstances import away, circumstances, is_enemy, seems_alert, shoots
from engine.sil.creatures import creature_names
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature, Slot
from engine.sil.hero import gear
from engine.sil.items import item_names
from engine.sil.perception import pursuit

PICTURE = 7, 13  # rows and columns on each side of the hero that every picture shows
STRIP = 4  # statuses that the strip shows
MUCH_EXPERIENCE = 500  # unspent: worth a word
YOU, THREAT = 28, 46  # letters of the line's parts in English, at most


def lines(game: SilContext, offers: Sequence[Offer]) -> tuple[Words, ...]:
    """Return the line for a hero in play, the fullest first; `offers` as they stand on the card,
    the best first."""
    return short_enough(_lines(game, offers))


def _lines(game: SilContext, offers: Sequence[Offer]) -> Iterator[Text]:
    """Yield the line in ever fewer words: what one is and what threatens are left out at last."""
    best = first_advised(offers)
    you = _fact(cut_words(_you(game), YOU))
    threat = text("{threat:The}", threat=cut_words(_threat(game), THREAT))
    notes = [*_notes(game, offers)]
    told = [you, threat, *(text("{note:The}", note=note) for note in notes)]
    kept = [told[:number] for number in range(len(told), 1, -1)]
    for state in [*kept, [threat], *([[]] if best is not None else [])]:
        for advice in _advice(game, best):
            yield text("{line}.", line=joined([*state, *advice], ". "))


def _advice(game: SilContext, best: Offer | None) -> Iterator[tuple[Text, ...]]:
    """Yield what would be sensible, the fuller first."""
    if best is None:
        yield ()
        return
    if best.action.verb == "explore" and gear.weapon(game.hero) is None:
        yield (text("{plan} to find a weapon", plan=_fact(best.label)),)
    elif best.why and best.group != "growth":  # the notes say that there is experience to spend
        yield (text("{label}: {why}", label=_fact(best.label), why=_fact(best.why)),)
    yield (text("{label}", label=_fact(best.label)),)


def _fact(words: Words) -> Text:
    return words if isinstance(words, Text) else text("{words}", words=words)


def _you(game: SilContext) -> Text:
    """Return "41 of 41, unarmed"."""
    hero = game.hero
    held = gear.weapon(hero)
    if held is None:
        weapon: Text = text("unarmed")
    else:
        weapon = item_names.words(game, held, article=False, mode=item_names.NAMED)
    return text(
        "{health} of {most}, {weapon}",
        health=max(0, hero.health), most=hero.derived.max_health, weapon=weapon,
    )  # fmt: skip


def _threat(game: SilContext) -> Text:
    """Return "a wolf, asleep, 5 north": an alert archer outside the picture before who is alert
    and near, and those before who lurks, before those who know nothing of the hero, before those
    who cannot come."""
    foes = [c for c in creature_names.visible(game) if is_enemy(game, c)]
    lurking = next(iter(pursuit.lurking(game).values()), None)
    if lurking is not None and not any(seems_alert(game, c) for c in foes):
        return text("{who:the} lurks out of sight", who=pursuit.name(game, lurking))
    if not foes:
        return text("nobody in sight")

    def weight(creature: Creature) -> tuple[bool, bool, bool, int]:
        alert, steps = seems_alert(game, creature), away(game, creature)
        unseen = alert and shoots(game, creature) and not _in_picture(game, creature)
        return not unseen, _is_out_of_its_reach(game, creature), not alert, steps

    first = min(foes, key=weight)
    told = view.described(game, first)
    if len(foes) == 1:
        return told
    more = text("{threat} and {number} more", threat=told, number=len(foes) - 1)
    return more if len(str(more)) <= THREAT else told


def _is_out_of_its_reach(game: SilContext, creature: Creature) -> bool:
    """Return whether a creature can neither come nor do anything to the hero from where it is."""
    race = creature_names.appears(game, creature)
    rooted = creature_names.seems(game, creature, "NEVER_MOVE")
    return rooted and away(game, creature) > 1 and not game.data.monsters[race].spells


def _in_picture(game: SilContext, creature: Creature) -> bool:
    """Return whether every picture of the hero shows a creature."""
    rows, columns = PICTURE
    return abs(creature.y - game.hero.y) <= rows and abs(creature.x - game.hero.x) <= columns


def _notes(game: SilContext, offers: Sequence[Offer]) -> Iterator[Text]:
    """Yield what the picture cannot show, the gravest first."""
    hero, now = game.hero, circumstances(game)
    lamp = hero.worn.get(Slot.LIGHT)
    if now.dark:
        yield text("no light")
    elif now.fading and lamp is not None:
        yield counted(lamp.timeout, "light for {number} turn", "light for {number} turns")
    for status in view.character_status(game).conditions[STRIP:]:
        yield text("{status}", status=_fact(status.word))
    grows = any(offer.group == "growth" and offer.advised for offer in offers)
    if grows or hero.unspent >= MUCH_EXPERIENCE:
        yield text("{unspent:,} experience to spend", unspent=hero.unspent)
