"""The order of a hero's offers: what an expert would do now first, and which of them are advised.

The order depends only on what the hero knows, so that equal views give equal offers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from msgspec import msgpack
from msgspec.structs import replace

from engine.common import compass, grid
from engine.contract.action import Offer
from engine.contract.texts import Name, Text, text, typed
from engine.sil.combat import throwing
from engine.sil.commands.base import EXCHANGE, NEAREST, STOP
from engine.sil.creature_ai import powers
from engine.sil.creatures import creature_names, creature_stats
from engine.sil.data import declarations
from engine.sil.data.hero_statuses import STATUSES
from engine.sil.data.records import AbilityRef, Kind
from engine.sil.data.rule_records import Purpose
from engine.sil.dungeon import doors
from engine.sil.effects import hunger, oaths, statuses
from engine.sil.game.context import Game
from engine.sil.game.state import Creature, Item, Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import derived, gear, singing
from engine.sil.items import item_classes, item_handles, item_names
from engine.sil.level import terrain
from engine.sil.movement import digging
from engine.sil.smithing import costs

ADVISED = 50  # offers of a lower rank are advised
LAST = 90
MENACE = 7  # squares: an alert enemy within them is a fight
CAREFUL = 12  # squares: a sleeper within them calls for care
LOW, HURT = 35, 60  # percent of health
LITTLE_FUEL = 100  # turns
VERY_USEFUL = 4  # of a song
LITTLE_VOICE = 4  # with less no song is worth beginning
DIM = 500  # turns of fuel above which nobody thinks of refuelling
MANY = 3  # enemies beside the hero that are too many
PLAIN_ORDER = {  # of what nothing in the situation speaks for or against
    "move": 52, "plan": 54, "act": 60, "target": 62, "item": 64, "growth": 80, "other": 85,
}  # fmt: skip
MEAL = 1000  # of food: what satisfies the hungry


class Circumstances(NamedTuple):
    """The hero's surroundings and state as he knows them, as far as the order asks for them."""

    seen: dict[tuple[int, int], Creature]  # everybody in sight, by square
    beside: tuple[Creature, ...]  # alert enemies next to him
    near: tuple[Creature, ...]  # alert enemies in sight that could soon be, those beside included
    shooters: tuple[Creature, ...]  # alert enemies in sight who shoot or hurl from afar
    sleepers: tuple[Creature, ...]  # enemies in sight that know nothing of him
    health: int  # percent
    hungry: str  # "", "Hungry", "Weak", "Starving"
    dark: bool  # he carries no light that burns
    fading: bool  # his light burns out soon
    cures: frozenset[Purpose]  # of what ails him
    armed: bool
    explores: bool  # there is something to explore, and nobody watches

    @property
    def fights(self) -> bool:
        """Return whether an enemy that knows of the hero is near."""
        return bool(self.near)


def ordered(game: Game, offers: Iterable[Offer]) -> list[Offer]:
    """Return the offers, best first, each with a label of its own; the advised ones marked."""
    offers = list(offers)
    now = _circumstances(game, any(offer.action.verb == "explore" for offer in offers))
    ranked = [(_rank(game, now, offer), offer) for offer in offers]
    ranked.sort(key=lambda pair: pair[0])
    return _distinct(
        [replace(offer, advised=True) if rank < ADVISED else offer for (rank, _), offer in ranked]
    )


def _distinct(offers: Sequence[Offer]) -> list[Offer]:
    """Return the offers with their arguments added to labels that several have."""
    labels = [msgpack.encode(offer.label) for offer in offers]
    if len(set(labels)) == len(labels):
        return list(offers)
    times = Counter(labels)
    return [
        offer if times[label] == 1 else replace(offer, label=_with_tail(offer))
        for offer, label in zip(offers, labels, strict=True)
    ]


def _with_tail(offer: Offer) -> Text:
    arguments = " ".join(offer.action.args)
    room = 35 - len(arguments)
    return text(
        "{label:.{room}} ({arguments})", label=offer.label, room=room, arguments=typed(arguments)
    )


def _circumstances(game: Game, explores: bool) -> Circumstances:
    hero = game.hero
    seen = {(c.y, c.x): c for c in creature_names.visible(game)}
    foes = [c for c in seen.values() if _is_enemy(game, c)]
    alert = [c for c in foes if _seems_alert(game, c)]
    rooted = [c for c in alert if creature_names.seems(game, c, "NEVER_MOVE")]
    near = [c for c in alert if _away(game, c) <= (1 if c in rooted else MENACE)]
    lamp = hero.worn.get(Slot.LIGHT)
    fuelled = lamp is not None and item_classes.is_fuelled(game.data, lamp)
    out = lamp is None or (fuelled and lamp.timeout <= 0)
    return Circumstances(
        seen,
        tuple(c for c in near if _away(game, c) == 1),
        tuple(near),
        tuple(c for c in alert if _shoots(game, c)),
        tuple(c for c in foes if c not in alert and _away(game, c) <= CAREFUL),
        100 * hero.health // max(1, hero.derived.max_health),
        level if (level := hunger.level(game)) != "full" else "",
        out and hero.derived.light <= 0,
        lamp is not None and fuelled and 0 < lamp.timeout < LITTLE_FUEL,
        frozenset(
            kind.cure for name, kind in STATUSES.items() if kind.cure and hero.timers.left(name)
        ),
        gear.weapon(hero) is not None,
        explores,
    )


def _is_enemy(game: Game, creature: Creature) -> bool:
    return not creature_names.seems(game, creature, "PEACEFUL")


def _seems_alert(game: Game, creature: Creature) -> bool:
    """Return whether an enemy is alert, as far as the hero can tell: in his dreams he cannot, nor
    of the mindless."""
    if game.hero.timers.hallucinating or creature_names.seems(game, creature, "MINDLESS"):
        return True
    return not creature_stats.unwary(creature)


def _shoots(game: Game, creature: Creature) -> bool:
    """Return whether the race that an enemy looks like shoots or hurls."""
    race = creature_names.appears(game, creature)
    return race != creature_names.ENEMY and bool(game.data.monsters[race].spells & powers.MISSILES)


def _line_is_clear(game: Game, start: tuple[int, int], foe: Creature) -> bool:
    """Return whether nothing that the hero knows of stands between a square and an enemy."""
    level, (y, x) = game.level, start
    steps = max(abs(foe.y - y), abs(foe.x - x))
    for n in range(1, steps):
        i = level.at(y + round(n * (foe.y - y) / steps), x + round(n * (foe.x - x) / steps))
        if game.knowledge.mark[i] and terrain.OPAQUE[level.feature[i]]:
            return False
    return True


def _away(game: Game, creature: Creature) -> int:
    return max(abs(creature.y - game.hero.y), abs(creature.x - game.hero.x))


def _rank(game: Game, now: Circumstances, offer: Offer) -> tuple[int, int]:
    """Return how soon an expert would think of an offer, the best 0, and what decides a tie."""
    special = _SPECIAL.get(offer.action.verb)
    rank = special(game, now, offer) if special else None
    plain = PLAIN_ORDER.get(offer.group, LAST)
    if rank is None:
        rank = plain
        if now.fights and offer.group in ("plan", "act", "item"):
            rank += 20
    return rank, _tie(game, now, offer)


def _tie(game: Game, now: Circumstances, offer: Offer) -> int:
    """Return the health of whom it strikes, in quarters: the nearly dead first."""
    if offer.at is None or offer.group not in ("move", "target") or game.hero.timers.hallucinating:
        return 0
    target = now.seen.get(offer.at)
    return 0 if target is None else -(-4 * target.health // max(1, target.max_health))


# ---------------------------------------------------------------- by verb


def _step(game: Game, now: Circumstances, offer: Offer) -> int | None:
    assert offer.at is not None
    if offer.irreversible:  # out of Angband
        return 20 if game.hero.silmarils else 84
    target = now.seen.get(offer.at)
    if target is not None:
        if not _is_enemy(game, target):
            return 56
        if target in now.beside:
            return 10
        return 30 if now.fights else 12  # asleep
    level = game.level
    i = level.at(*offer.at)
    if game.knowledge.mark[i] and terrain.TRAP[level.feature[i]] and not level.hidden[i]:
        return 88
    if not now.fights:
        if not (game.knowledge.mark[i] and terrain.KNOWN_DOOR[level.feature[i]]):
            return None
        return 84 if doors.stays_shut(game, i) else 48
    # Away from enemies, where he cannot or should not stand.
    flees = now.health < LOW or game.hero.timers.afraid
    gap = min(max(abs(offer.at[0] - c.y), abs(offer.at[1] - c.x)) for c in now.near)
    before = min(_away(game, c) for c in now.near)
    if now.shooters and not now.beside:
        if not any(_line_is_clear(game, offer.at, shooter) for shooter in now.shooters):
            return 32  # out of their sight, where they have to come close
        if gap < before and not flees:
            return 43
    return 20 if flees and gap > before else 56 - gap


def _bash(game: Game, now: Circumstances, offer: Offer) -> int | None:
    assert offer.at is not None
    shut = doors.stays_shut(game, game.level.at(*offer.at))
    return 48 if shut and not now.fights else None


def _dig(game: Game, now: Circumstances, offer: Offer) -> int | None:
    """Return 49 for the way through the wall beside a door that does not open."""
    assert offer.at is not None
    hard = digging.hardness(game.level.feature[game.level.at(*offer.at)])
    return 49 if hard == digging.GRANITE and not now.fights else None


def _wait(_game: Game, now: Circumstances, _offer: Offer) -> int:
    if now.shooters and not now.beside:
        return 57  # standing still is what an archer wants
    if now.near and now.health >= LOW:
        return 51 if now.beside else 42  # let them come: who is charged strikes first
    return 58


def _fire(_game: Game, now: Circumstances, offer: Offer) -> int | None:
    if offer.action.args[:1] == (NEAREST,):
        return LAST
    if now.beside:
        return 55
    target = now.seen.get(offer.at or (0, 0))
    if target is None:
        return None
    return 14 if target in now.near else 22 if target in now.sleepers else 26


def _throw(game: Game, now: Circumstances, offer: Offer) -> int | None:
    thing = _item(game, offer)
    if thing is None or not throwing.made_to_throw(game, thing):
        return LAST
    rank = _fire(game, now, offer)
    return rank if rank is None else rank + 2


def _quaff(game: Game, now: Circumstances, offer: Offer) -> int | None:
    good_for = _purposes(game, offer)
    if "heal" in good_for:
        return 2 if now.health < LOW and now.fights else 24 if now.health < LOW else 66
    if now.cures & good_for:
        return 8
    if good_for & {"hasten", "shield"}:
        return 16 if len(now.beside) >= MANY else 70
    return 72 if now.fights else 66


def _eat(game: Game, now: Circumstances, offer: Offer) -> int | None:
    if "heal" in _purposes(game, offer) and now.health < LOW:
        return 3 if now.fights else 20
    if now.fights:
        return 78
    if now.hungry and _nourishes(game, offer):
        return 4 if now.hungry != "hungry" else 8
    return 70


def _blow_or_use(game: Game, now: Circumstances, offer: Offer) -> int | None:
    known = "repel" in _purposes(game, offer)
    if known and (len(now.beside) >= MANY or (now.fights and now.health < LOW)):
        return 15
    return 74


def _wear(game: Game, now: Circumstances, offer: Offer) -> int | None:
    thing = _item(game, offer)
    if thing is None:
        return None
    slots = item_classes.slots(game.data, thing)
    empty = not any(slot in game.hero.worn for slot in slots)
    if Slot.LIGHT in slots:
        if now.dark:
            return 4 if not now.fights else 18
        return 10 if now.fading and not now.fights else 76
    if Slot.WEAPON in slots:
        return 9 if not now.armed and now.health >= LOW else 68
    if now.fights:
        return 78
    return 18 if empty else 64


def _rest(_game: Game, now: Circumstances, offer: Offer) -> int:
    if offer.irreversible:  # it kills
        return LAST
    if now.fights or now.sleepers:
        return 82
    return 10 if now.health < HURT or now.cures else 28


def _explore(_game: Game, now: Circumstances, _offer: Offer) -> int:
    return 82 if now.fights else 40 if now.dark else 30


def _travel(game: Game, now: Circumstances, offer: Offer) -> int | None:
    if now.fights or offer.at is None:
        return 82
    level = game.level
    i = level.at(*offer.at)
    if level.floor.get(i):
        return 46 if game.knowledge.walked[i] else 26  # he has left it lying once
    return 34 if terrain.DOWNWARD[level.feature[i]] else 38


def _stairs(game: Game, now: Circumstances, offer: Offer) -> int:
    if now.fights:
        pressed = now.health < LOW or len(now.beside) >= MANY
        return 6 if pressed else 46
    if now.health < HURT:
        return 52
    return 36 if (offer.action.args[0] == "up") == bool(game.hero.silmarils) else 52


def _get(_game: Game, now: Circumstances, _offer: Offer) -> int:
    return 57 if now.fights else 14


def _search_bones(_game: Game, now: Circumstances, _offer: Offer) -> int:
    return 76 if now.fights else 15


def _open(_game: Game, now: Circumstances, _offer: Offer) -> int:
    return 76 if now.fights else 17


def _disarm(_game: Game, now: Circumstances, offer: Offer) -> int:
    return 76 if now.fights else 16 if not offer.action.args else 44


def _creep(game: Game, now: Circumstances, _offer: Offer) -> int:
    creeping = game.hero.stealth_mode
    if now.fights:
        return 79
    if now.sleepers:
        return 76 if creeping else 16
    return 58


def _refuel(game: Game, now: Circumstances, _offer: Offer) -> int:
    lamp = game.hero.worn.get(Slot.LIGHT)
    if lamp is not None and lamp.timeout >= DIM:
        return LAST
    return 77 if now.fights else 5 if now.dark or now.fading else 45


def _drop(game: Game, now: Circumstances, _offer: Offer) -> int:
    if game.hero.derived.burden <= game.hero.derived.capacity:
        return 86
    return 75 if now.fights else 20


def _seldom(_game: Game, _now: Circumstances, _offer: Offer) -> int:
    """Return the last rank: of what can be done with every thing, and is seldom asked for."""
    return LAST


def _swap(_game: Game, now: Circumstances, _offer: Offer) -> int:
    return 79 if now.fights else 69


def _give(_game: Game, now: Circumstances, _offer: Offer) -> int:
    return 76 if now.fights else 19


def _prise(_game: Game, now: Circumstances, _offer: Offer) -> int:
    return 18 if now.beside else 1


def _run(_game: Game, now: Circumstances, _offer: Offer) -> int:
    return 81 if now.fights else 53


def _smith(game: Game, now: Circumstances, offer: Offer) -> int:
    if offer.group == "growth":  # planning for a forge that is elsewhere
        return 84
    return 79 if now.fights else 45 if costs.smith(game).abilities else 61


def _forge(_game: Game, now: Circumstances, _offer: Offer) -> int:
    return 79 if now.fights or now.sleepers else 13


def _sing(game: Game, now: Circumstances, offer: Offer) -> int:
    """Songs that help now come before others; one that helps no more is ended."""
    hero, word = game.hero, offer.action.args[0]
    uses = [_song_use(game, now, song.ref) for song in singing.themes(game.data, hero)]
    if word == STOP:
        return 71 if any(uses) else 13
    if word == EXCHANGE:
        return 83
    ref = singing.words(game.data)[word]
    if ref.number == hero.song:
        return 71 if uses[1] else 43
    use = _song_use(game, now, ref)
    replaces = uses[1:] if hero.active(ab.WOVEN_THEMES) else uses
    if oaths.is_kept(hero, derived.SILENCE) or hero.voice < LITTLE_VOICE:
        return 83
    if use <= max(replaces, default=0):
        return 73
    saves = use == VERY_USEFUL and now.fights and now.health < LOW
    return 9 if saves else 48 - 6 * use


def _song_use(game: Game, now: Circumstances, ref: AbilityRef) -> int:
    """Return how much a song would help now, from 0 to VERY_USEFUL."""
    use = _USES.get(ref)
    return use(game, now) if use else 0


def _hard_pressed(now: Circumstances) -> bool:
    return now.fights and (now.health < HURT or len(now.beside) >= MANY)


def _any_near(game: Game, now: Circumstances, flag: str) -> bool:
    return any(creature_names.seems(game, c, flag) for c in now.near)


def _use_of_elbereth(game: Game, now: Circumstances) -> int:
    return VERY_USEFUL if _hard_pressed(now) and _any_near(game, now, "SMART") else 0


def _use_of_challenge(game: Game, now: Circumstances) -> int:
    timers = game.hero.timers
    fleeing = not timers.hallucinating and any(c.stance == "fleeing" for c in now.near)
    return 2 if fleeing and now.health >= HURT and not timers.afraid else 0


def _use_of_delvings(_game: Game, now: Circumstances) -> int:
    return 0 if now.explores or now.fights or now.sleepers else 2


def _use_of_freedom(game: Game, now: Circumstances) -> int:
    if game.hero.timers.slow or statuses.trapped_in(game):
        return 3
    return 1 if game.knowledge.stuck and not now.explores else 0


def _use_of_silence(game: Game, now: Circumstances) -> int:
    return 2 if not now.fights and (now.sleepers or game.hero.stealth_mode) else 0


def _use_of_staunching(game: Game, now: Circumstances) -> int:
    return VERY_USEFUL if game.hero.timers.cut else 2 if now.health < HURT else 0


def _use_of_thresholds(game: Game, now: Circumstances) -> int:
    here = game.level.at(game.hero.y, game.hero.x)
    around = (here + step for step in grid.neighbours(game.level.width))
    doors = (
        i for i in around if game.knowledge.mark[i] and game.level.feature[i] == terrain.OPEN_DOOR
    )
    return 2 if _hard_pressed(now) and any(doors) else 0


def _use_of_the_trees(game: Game, now: Circumstances) -> int:
    hero = game.hero
    other_light = hero.derived.light - singing.strength(game.data, hero, ab.SONG_OF_THE_TREES)
    return 0 if other_light > 0 else 3


def _use_of_slaying(_game: Game, now: Circumstances) -> int:
    return 2 if now.beside else 0


def _use_of_staying(_game: Game, now: Circumstances) -> int:
    return 3 if now.fights else 0


def _use_of_lorien(game: Game, now: Circumstances) -> int:
    if now.fights:
        return 3 if _hard_pressed(now) and not _any_near(game, now, "NO_SLEEP") else 0
    return 3 if any(not creature_stats.asleep(c) for c in now.sleepers) else 0


def _use_of_mastery(_game: Game, now: Circumstances) -> int:
    return VERY_USEFUL if _hard_pressed(now) else 2 if now.beside else 0


_USES: dict[AbilityRef, Callable[[Game, Circumstances], int]] = {
    ab.SONG_OF_ELBERETH: _use_of_elbereth,
    ab.SONG_OF_CHALLENGE: _use_of_challenge,
    ab.SONG_OF_DELVINGS: _use_of_delvings,
    ab.SONG_OF_FREEDOM: _use_of_freedom,
    ab.SONG_OF_SILENCE: _use_of_silence,
    ab.SONG_OF_STAUNCHING: _use_of_staunching,
    ab.SONG_OF_THRESHOLDS: _use_of_thresholds,
    ab.SONG_OF_THE_TREES: _use_of_the_trees,
    ab.SONG_OF_SLAYING: _use_of_slaying,
    ab.SONG_OF_STAYING: _use_of_staying,
    ab.SONG_OF_LORIEN: _use_of_lorien,
    ab.SONG_OF_MASTERY: _use_of_mastery,
}

_SPECIAL = {
    "step": _step, "wait": _wait, "fire": _fire, "throw": _throw, "quaff": _quaff, "eat": _eat,
    "play": _blow_or_use, "activate": _blow_or_use, "wear": _wear, "rest": _rest,
    "explore": _explore, "travel": _travel, "stairs": _stairs, "get": _get,
    "rummage": _search_bones, "open": _open, "disarm": _disarm, "stealth": _creep,
    "refuel": _refuel, "drop": _drop, "give": _give, "prise": _prise, "run": _run,
    "smith": _smith, "forge": _forge, "sing": _sing, "remove": _seldom, "use": _seldom,
    "destroy": _seldom, "inscribe": _seldom, "examine": _seldom, "note": _seldom, "swap": _swap,
    "search": _seldom, "repeat": _seldom, "again": _seldom, "hurl": _seldom, "interact": _seldom,
    "bash": _bash, "dig": _dig,
}  # fmt: skip


def _item(game: Game, offer: Offer) -> Item | None:
    return item_handles.items(game).get(offer.action.args[0]) if offer.action.args else None


def _kind(game: Game, offer: Offer) -> Kind | None:
    """Return the kind of the thing of an offer, if the hero knows its purpose."""
    thing = _item(game, offer)
    if thing is None:
        return None
    thing = item_handles.looks(game, thing)
    aware = item_names.is_aware(game, thing.kind)
    return item_classes.kind_of(game.data, thing) if aware else None


def _purposes(game: Game, offer: Offer) -> frozenset[Purpose]:
    """Return what the thing of an offer is good for, as far as the hero knows."""
    kind = _kind(game, offer)
    if kind is None:
        return frozenset()
    return frozenset(declarations.purposes(game.data.rules.item(kind.serial).effects))


def _nourishes(game: Game, offer: Offer) -> bool:
    """Return whether the hero knows the thing of an offer for a meal."""
    kind = _kind(game, offer)
    if kind is None:
        return False
    effects = game.data.rules.item(kind.serial).effects
    fed = sum(effect.number(0) for effect in effects if effect.name == "feed")
    return fed + kind.pval >= MEAL


def bearing_label(name: Name | Text, steps: int, dy: int, dx: int) -> Text:
    """Return "Go to the down staircase, 12 NE", the name cut to what a label holds."""
    way = compass.toward(0, 0, dy, dx)
    room = 29 - len(str(steps)) - len(way)
    return text(
        "Go to {place:the.{room}}, {steps} {way}",
        place=name, room=room, steps=steps, way=compass.LETTERS[way],
    )  # fmt: skip
