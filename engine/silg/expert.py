"""The order of a seat's offers and the advice on them: what an expert would do now first, with the
reason. Whoever plays for an absent seat does the first that is advised.

It reads only what the seat knows, so that equal views give equal advice: creatures in sight without
their minds, the party, the hero's own state and goods.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from engine.contract.action import Offer
from engine.contract.texts import Words
from engine.sil.commands.base import NEAREST
from engine.sil.creatures import creature_names, creature_stats
from engine.sil.data.rule_records import Purpose
from engine.sil.effects import hunger, statuses
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature, Slot
from engine.sil.hero import gear
from engine.sil.items import item_handles, item_values
from engine.sil.items.item_values import Thing
from engine.silg.clock import kept_plans
from engine.silg.context import SilGContext
from engine.silg.wording import text

ADVISED = 50  # offers of a lower rank are advised
LOW, HURT = 35, 60  # percent of health
CLOSE = 4  # squares: an enemy within them is gone for
APART = 5  # squares from the nearest of the party that are too many

Judgement = tuple[int, Words]  # how soon an expert thinks of an offer, the best 0, and why
_PLAIN: Mapping[str, int] = {
    "move": 62, "plan": 56, "act": 60, "target": 66, "item": 70, "growth": 80, "other": 90,
}  # fmt: skip


class HeroOutlook(NamedTuple):
    """The surroundings and state of a hero as their seat knows them."""

    hero_game: SilContext
    fights: bool  # on the clock
    foes: tuple[Creature, ...]  # in sight, the nearest first
    beside: tuple[Creature, ...]  # of these, who could strike at once
    party: tuple[tuple[int, int], ...]  # squares of the others
    health: int  # percent
    cures: frozenset[Purpose]  # of what ails the hero
    things: Mapping[str, Thing]  # at hand, by handle
    worn: Mapping[str, Thing]  # by place
    armed: bool
    leader: str  # the party's first hero, as action lines call them; "": this one leads
    summoned: bool  # companions wait at stairs that the hero stands at

    def away(self, place: tuple[int, int]) -> int:
        """Return how many squares a place is from the nearest enemy in sight."""
        return min((_gap(place, (c.y, c.x)) for c in self.foes), default=99)

    @property
    def comers(self) -> bool:
        """Return whether any enemy in sight looks as if it could come."""
        return any(not creature_names.seems(self.hero_game, c, "NEVER_MOVE") for c in self.foes)

    @property
    def here(self) -> tuple[int, int]:
        """Return the hero's (y, x)."""
        return self.hero_game.hero.y, self.hero_game.hero.x


def _gap(one: tuple[int, int], other: tuple[int, int]) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def outlook(game: SilGContext, seat: int) -> HeroOutlook:
    """Return what a seat's expert goes by."""
    hero_game, hero = game.hero_game(seat), game.hero(seat)
    foes = tuple(kept_plans.enemies(game, seat))
    others = [n for n in game.heroes if n != seat]
    held = item_handles.items(hero_game)
    return HeroOutlook(
        hero_game,
        fights=game.state.stage in ("declare", "monsters"),
        foes=foes,
        beside=tuple(c for c in foes if creature_stats.adjacent(hero, c)),
        party=tuple((game.hero(n).y, game.hero(n).x) for n in others),
        health=100 * hero.health // max(1, hero.derived.max_health),
        cures=frozenset(kind.cure for kind in hero_game.under_way() if kind.cure),
        things={handle: item_values.thing(hero_game, item) for handle, item in held.items()},
        worn={
            item_handles.WORN[Slot(slot)]: item_values.thing(hero_game, item)
            for slot, item in hero.worn.items()
        },
        armed=gear.weapon(hero) is not None,
        leader=game.hero_handle(others[0]) if others and others[0] < seat else "",
        summoned=any(game.player(n).stairs for n in others),
    )


def ranked(game: SilGContext, seat: int, offers: Iterable[Offer]) -> list[Offer]:
    """Return a hero's offers, best first; the advised ones marked, with the reason."""
    now = outlook(game, seat)
    judged = [(_judge(now, each), each) for each in offers]
    judged.sort(key=lambda pair: (pair[0][0], _weakest_first(now, pair[1])))
    return [
        replace(each, advised=True, why=why) if rank < ADVISED else replace(each, advised=False)
        for (rank, why), each in judged
    ]


def _judge(now: HeroOutlook, offer: Offer) -> Judgement:
    judge = _BY_VERB.get(offer.action.verb)
    found = judge(now, offer) if judge else None
    return found or (_PLAIN.get(offer.group, 90), "")


def _weakest_first(now: HeroOutlook, offer: Offer) -> int:
    """Return the health in quarters of whom an offer is at, as it can be seen."""
    if offer.intent not in ("attack", "shoot", "throw") or now.hero_game.hero.timers.hallucinating:
        return 0
    target = _target(now, offer)
    return 0 if target is None else -(-4 * target.health // max(1, target.max_health))


def _target(now: HeroOutlook, offer: Offer) -> Creature | None:
    return next((c for c in now.foes if (c.y, c.x) == offer.at), None)


def _thing(now: HeroOutlook, offer: Offer) -> Thing:
    named = offer.action.args[:1]
    return now.things.get(named[0], item_values.NOTHING) if named else item_values.NOTHING


# ---------------------------------------------------------------- fighting


def _fight(now: HeroOutlook, offer: Offer) -> Judgement | None:
    """Judge a fight that goes on by itself."""
    target = _target(now, offer)
    if target is None:
        return None
    if offer.intent == "shoot":
        return 12, text("it is in sight and not yet beside you")
    if target in now.beside:
        return 10, _why_strike(now, target)
    helped = any(_gap(place, (target.y, target.x)) == 1 for place in now.party)
    if helped and now.health >= LOW:
        return 20, text("it is on one of yours")
    near = now.away(now.here) <= CLOSE
    return (24, text("it is near")) if near and now.health >= HURT and now.armed else (57, "")


def _why_strike(now: HeroOutlook, target: Creature) -> Words:
    if now.hero_game.hero.timers.hallucinating:
        return text("it is beside you")
    if 4 * target.health <= target.max_health:
        return text("it is nearly dead")
    return text("it is beside you")


def _step(now: HeroOutlook, offer: Offer) -> Judgement | None:
    if offer.intent == "attack":
        target = _target(now, offer)
        return (11, _why_strike(now, target)) if target in now.beside and target else None
    if offer.at is None or not now.fights:
        return None
    if now.foes and (now.health < LOW or now.hero_game.hero.timers.afraid):
        return _withdraw(now, offer.at)
    if now.beside and now.health < HURT and now.away(offer.at) > 1:
        return 46, text("you are hurt")
    if not now.foes and now.party:
        nearest = min(_gap(now.here, place) for place in now.party)
        closer = min(_gap(offer.at, place) for place in now.party) < nearest
        if nearest > 2 and closer:
            return 28, text("the party is that way")
    return None


def _withdraw(now: HeroOutlook, place: tuple[int, int]) -> Judgement | None:
    """Judge a step away from all in sight: only from who is not faster by looks."""
    hero = now.hero_game.hero
    if now.away(place) <= max(1, now.away(now.here)):
        return None
    races = [creature_names.appears(now.hero_game, c) for c in now.foes]
    monsters = now.hero_game.data.monsters
    fastest = max((monsters[race].speed if race in monsters else 2 for race in races), default=2)
    if fastest > hero.derived.speed and not hero.timers.afraid:
        return None
    why = text("you are afraid") if hero.timers.afraid else text("you are badly hurt")
    return 6 - min(3, now.away(place)), why


def _fire(now: HeroOutlook, offer: Offer) -> Judgement | None:
    if _target(now, offer) is None:
        return None
    if now.beside or offer.action.args[:1] == (NEAREST,):
        return 58, ""
    return 13, text("it is in sight and not yet beside you")


def _throw(now: HeroOutlook, offer: Offer) -> Judgement | None:
    thing = _thing(now, offer)
    made = item_values.is_missile("throw", thing)
    if not made or now.beside or offer.action.args[0] in item_handles.WORN.values():
        return 95, ""
    return 16, text("it is in sight and not yet beside you")


def _wait(now: HeroOutlook, offer: Offer) -> Judgement | None:
    if not now.fights:
        return 64, ""
    on = offer.action.verb == "plan"
    if not offer.action.args and on:
        return 90, ""
    if now.beside:
        return 59, ""
    if now.comers:
        return 42 + on, text("let them come to you")
    if now.foes:
        return 47 - on, text("they cannot come to you")
    return 30 - on, text("no enemy is in sight")


# ---------------------------------------------------------------- goods


def _swallow(now: HeroOutlook, offer: Offer) -> Judgement | None:
    """Judge what is drunk or eaten: only what the hero knows to help."""
    thing = _thing(now, offer)
    if "heal" in thing.purposes and now.health < LOW:
        return 1, text("you are badly hurt")
    if now.cures & thing.purposes:
        return (15 if now.beside else 4), text("it cures what ails you")
    hungry = hunger.level(now.hero_game) not in ("", "full")
    if hungry and item_values.is_meal(thing) and not now.foes:
        return 8, text("you are hungry")
    return None


def _wear(now: HeroOutlook, offer: Offer) -> Judgement | None:
    thing = _thing(now, offer)
    if not now.armed and item_values.place(thing) == "weapon":
        return 7, text("your hands are empty")
    if now.foes or not item_values.better(thing, now.worn):
        return None
    return 18, text("it is better than what you wear")


def _get(now: HeroOutlook, offer: Offer) -> Judgement | None:
    thing = now.things.get(offer.action.args[0] if offer.action.args else "floor-1")
    if thing is None or now.foes or not item_values.is_wanted(thing, now.worn):
        return None
    return 17, text("it is of use to you")


def _light(now: HeroOutlook, offer: Offer) -> Judgement | None:
    dark = now.hero_game.hero.derived.light <= 0
    return (19, text("you have no light")) if dark and not now.beside else None


# ---------------------------------------------------------------- minutes


def _rest(now: HeroOutlook, offer: Offer) -> Judgement | None:
    well = now.health >= HURT and not now.cures
    if well or statuses.turns_to_death(now.hero_game):
        return 52, ""
    return 20, text("you are hurt") if now.health < HURT else text("it passes with rest")


def _explore(now: HeroOutlook, offer: Offer) -> Judgement | None:
    why = text("there is more to see here")
    return (40 if now.leader else 24), why


def _go(now: HeroOutlook, offer: Offer) -> Judgement | None:
    if offer.target == "stairs" and not (now.leader or now.comers):
        return 33, text("they lead on")
    if offer.target != "party":
        return 54, ""
    apart = min((_gap(now.here, place) for place in now.party), default=0) > APART
    return (12, text("the party is there")) if apart else (55, "")


def _follow(now: HeroOutlook, offer: Offer) -> Judgement | None:
    if offer.target != now.leader or now.comers:
        return 55, ""
    apart = min((_gap(now.here, place) for place in now.party), default=0) > APART
    return (11, text("the party is there")) if apart else (33, text("the party stays together"))


def _ready(now: HeroOutlook, offer: Offer) -> Judgement | None:
    if offer.action.args:
        return 46, text("the party is apart")
    return 34, text("nothing else is to be done now")


def _stairs(now: HeroOutlook, offer: Offer) -> Judgement | None:
    if now.summoned:
        return 9, text("the party waits at the stairs")
    return (44 if now.leader else 32), text("they lead on")


def _check(now: HeroOutlook, offer: Offer) -> Judgement | None:
    return 0, text("the Game Master asks for it")


_BY_VERB: Mapping[str, Callable[[HeroOutlook, Offer], Judgement | None]] = {
    "check-roll": _check,
    "fight": _fight,
    "step": _step,
    "fire": _fire,
    "throw": _throw,
    "wait": _wait,
    "plan": _wait,
    "quaff": _swallow,
    "eat": _swallow,
    "wear": _wear,
    "get": _get,
    "refuel": _light,
    "rest": _rest,
    "explore": _explore,
    "go": _go,
    "follow": _follow,
    "ready": _ready,
    "stairs": _stairs,
}


DECLINES = ("no", "leave", "back")  # answers that spend and choose nothing


def choices(offers: Sequence[Offer], words: Sequence[str], why: Words) -> list[Offer]:
    """Return answers with the first that is one of these words advised."""
    for word in words:
        for chosen in offers:
            if chosen.action.args == (word,):
                rest = [replace(each, advised=False) for each in offers if each is not chosen]
                return [replace(chosen, advised=True, why=why), *rest]
    return list(offers)
