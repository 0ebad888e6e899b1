"""The coach line of a card: what one is, what threatens as far as the seat sees, and what is
sensible, in the names of the buttons. It is made of facts that the seat has anyway."""

from __future__ import annotations

from collections.abc import Sequence

from engine.common import compass
from engine.common.coach_lines import first_advised, short_enough
from engine.contract.action import GM, Offer
from engine.contract.texts import Name, Text, Words, joined, listed
from engine.sil.creatures import creature_names, creature_stats
from engine.sil.hero import experience, gear
from engine.silg.clock import kept_plans
from engine.silg.combat import skill_totals
from engine.silg.context import SilGContext
from engine.silg.wording import text

MOST_WAITED = 3  # names of those who are waited for


def lines(
    game: SilGContext, seat: int | None, waiting: Sequence[int], offers: Sequence[Offer]
) -> tuple[Words, ...]:
    """Return the coach line of a seat (None: the public), the fullest that is short enough first;
    `offers`: what it may do, best first."""
    if game.state.stage == "over":
        return ("",)
    advised = first_advised(offers)
    if seat == GM:
        aside = None if advised is not None else _without_them(offers)
        return _lines(_waited_for(game, waiting, GM), _declared(game), _sense(advised), aside)
    if seat is None or seat not in game.heroes:
        first = _waited_for(game, waiting, seat)
        return _lines(first, _declared(game), _sense(advised))
    aside = None
    if advised is None and seat not in waiting:
        aside = _meanwhile(game, seat, waiting)
    return _lines(_threat(game, seat), _state(game, seat), _sense(advised), aside)


def _lines(
    first: Text, more: list[Text], sense: Text | None, aside: Text | None = None
) -> tuple[Words, ...]:
    """Return the pieces in ever fewer words: the state before what threatens as far as there is
    room, an aside at the end, and then what is sensible, a sentence of its own."""
    end = [aside] if aside is not None else []
    states = [[listed(more[:kept])] for kept in range(len(more), 0, -1)]
    rows = [*([*state, first, *end] for state in states), [first, *end], *([end] if end else [])]
    lines = [text("{line:The}.", line=joined(row, "; ")) for row in rows]
    if sense is not None:
        told = text("{line:The}.", line=sense)
        lines = [*(text("{line} {advice}", line=line, advice=told) for line in lines), told]
    return short_enough(lines)


def _sense(advised: Offer | None) -> Text | None:
    if advised is None:
        return None
    if not advised.why:
        return text("{label}", label=advised.label)
    return text("{label}: {why}", label=advised.label, why=advised.why)


def _without_them(offers: Sequence[Offer]) -> Text | None:
    """Return what lets the table go on though somebody is waited for."""
    found = [each for each in offers if each.action.verb in ("next", "minute", "begin")]
    if not found:
        return None
    shortest = min(found, key=lambda each: len(each.action.args))
    return text("or press “{label}”", label=shortest.label)


def _waited_for(game: SilGContext, waiting: Sequence[int], seat: int | None) -> Text:
    """Return whom the table waits for."""
    if not waiting:
        return text("nobody is waited for")
    if seat in waiting:
        return text("the table waits for you")
    names = [text("the Game Master") if n == GM else game.hero_name(n) for n in waiting]
    if len(names) > MOST_WAITED:
        shown = listed(names[:MOST_WAITED])
        more = len(names) - MOST_WAITED
        return text("the table waits for {names} and {more} more", names=shown, more=more)
    return text("the table waits for {names}", names=listed(names))


def _declared(game: SilGContext) -> list[Text]:
    """Return who has declared, if anybody has; not what."""
    names = declared_names(game)
    return [text("declared: {names}", names=listed(names))] if names else []


def declared_names(game: SilGContext) -> list[Name]:
    """Return the heroes whose declarations wait for those of the others."""
    return [game.hero_name(seat) for seat in game.heroes if game.player(seat).secret]


def _meanwhile(game: SilGContext, seat: int, waiting: Sequence[int]) -> Text:
    """Return what goes on while a hero has nothing to decide."""
    plan = game.player(seat).plan
    if plan is not None:
        return text("your plan goes on: {plan}", plan=kept_plans.in_words(game, plan))
    return _waited_for(game, waiting, seat)


def _state(game: SilGContext, seat: int) -> list[Text]:
    """Return what a hero is, the most important first."""
    hero = game.hero(seat)
    found = [text("{now} of {most}", now=hero.health, most=hero.derived.max_health)]
    found += [kind.word for kind in kept_plans.ailments(game, seat)[:2]]
    if gear.weapon(hero) is None:
        found.append(text("unarmed"))
    if skill_totals.light_at(game, seat) <= 0:
        found.append(text("without light"))
    cheapest = min(experience.skill_cost(points, 1) for points in hero.skill_base)
    if game.state.stage == "minutes" and hero.unspent >= cheapest:
        found.append(text("{number:,} experience to spend", number=hero.unspent))
    return found


def _threat(game: SilGContext, seat: int) -> Text:
    """Return what threatens a hero, as far as their eyes tell."""
    hero_game, hero = game.hero_game(seat), game.hero(seat)
    foes = kept_plans.enemies(game, seat)
    if not foes:
        return text("no enemy in sight")
    beside = [c for c in foes if creature_stats.adjacent(hero, c)]
    first = foes[0]
    if len(beside) > 1:
        told = text("{number} enemies beside you", number=len(beside))
    elif beside:
        way = compass.WORDS[compass.toward(hero.y, hero.x, first.y, first.x)]
        told = text("{who} beside you, {way}", who=creature_names.a(hero_game, first), way=way)
    else:
        told = kept_plans.where_words(hero_game, first)
    rest = len(foes) - max(1, len(beside))
    return text("{told}, {number} more in sight", told=told, number=rest) if rest > 0 else told
