"""Facts that a seat knows of its hero and of what is about him: the built-in player reads these
and the view's map, never words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

import msgspec

from engine.common.grid import neighbours
from engine.common.slugs import slug
from engine.contract.facts import Attacked, Blocked, SeatRef
from engine.sil.autoplay import song_uses
from engine.sil.autoplay.circumstances import circumstances
from engine.sil.autoplay.ways import Place
from engine.sil.creatures import creature_names
from engine.sil.data.rule_records import Purpose
from engine.sil.effects import hunger
from engine.sil.game.context import SilContext
from engine.sil.game.state import Item, Pursuer, Skill
from engine.sil.hero import abilities as ab
from engine.sil.hero import experience, peoples, protection, singing
from engine.sil.item_use import activation
from engine.sil.items import item_handles, item_values
from engine.sil.items.item_values import Thing
from engine.sil.level import terrain
from engine.sil.movement import exploring
from engine.sil.perception import pursuit

REMEMBERED_NOTES = 30  # of the hero's own, the last

News = Literal["stuck", "shot", "struck"]
"""stuck: a door would not open; shot, struck: somebody unseen shot at the hero, or was at him."""


class Foe(NamedTuple):
    """A kind of creature as players know it. `danger`: the health that a fight with one costs a
    beginner; `pace`: steps to one of the hero's; None where nothing is known of it."""

    danger: float | None = None
    pace: float | None = None
    archer: bool = False


STRANGER = Foe()


class Lurker(NamedTuple):
    """One who was after the hero and has gone out of sight: how action lines call it, its letter,
    and where it was."""

    name: str
    letter: str
    at: Place


class SeatFacts(msgspec.Struct, frozen=True):
    """The hero of a seat. Things and creatures are keyed as action lines call them."""

    turn: int = 0
    size: tuple[int, int] = (0, 0)  # height and width of the level
    depth: int = 1  # levels below the Gates
    health: int = 1
    most_health: int = 1
    voice: int = 0
    most_voice: int = 0
    states: frozenset[str] = frozenset()  # what he suffers, by field of `Timers`; "hungry", "song"
    ails: bool = False  # some of it is harmful and wears off
    melee: int = 0
    melee_dice: tuple[int, int] = (1, 1)
    evasion: int = 0
    guard: tuple[int, int] = (0, 0)  # the least and the most that armour keeps off
    arrivals: tuple[int, ...] = ()  # turns of the last ones on levels
    worn: Mapping[str, Thing] = {}  # by its place
    things: Mapping[str, Thing] = {}  # at hand
    lying: Mapping[Place, Thing] = {}  # what is known to lie about, the first of each heap
    foes: Mapping[str, Foe] = {}  # creatures in sight or lurking, as players know their kinds
    lurkers: tuple[Lurker, ...] = ()
    captives: frozenset[str] = frozenset()  # creatures in sight that are no enemies
    prices: Mapping[str, int] = {}  # of the next point of each skill
    lessons: frozenset[str] = frozenset()  # words of abilities that are worth learning first
    elbereth: str = ""  # the word of its lesson
    elbereth_song: str = ""  # the word by which it is sung
    sings_elbereth: bool = False
    may_have_elbereth: bool = False  # its lesson costs a hero of his people nothing
    song_turns: int = 0  # for which he has sung
    songs: Mapping[str, int] = {}  # worth beginning, or "stop", with their use
    cures: frozenset[Purpose] = frozenset()  # of what he suffers
    hunger: hunger.HungerLevel = ""
    dark: bool = False  # he has no light that burns
    fading: bool = False  # his light burns out soon
    picks_up: bool = True  # exploring takes what is worth taking
    burdened: bool = False  # he carries more than he can without harm
    trail: tuple[Place, ...] = ()  # where he stood after his last actions on this level
    news: frozenset[News] = frozenset()
    held_doors: frozenset[Place] = frozenset()  # shut doors that he has tried to open in vain
    trapped_ways: frozenset[Place] = frozenset()  # known traps beside him that bar the only way on


def facts_of(game: SilContext, *, explores: bool = True) -> SeatFacts:
    """Return what the acting hero's seat knows. `explores`: there is something to explore."""
    hero, own = game.hero, game.hero.derived
    now = circumstances(game)
    seen = {creature_names.handle(game, c): c for c in creature_names.visible(game)}
    lurking = pursuit.lurking(game).values()
    return SeatFacts(
        turn=hero.turns,
        size=(game.level.height, game.level.width),
        depth=game.level.depth,
        health=hero.health,
        most_health=own.max_health,
        voice=hero.voice,
        most_voice=own.max_voice,
        states=_states(game),
        ails=any(kind.harmful for kind in game.under_way()),
        melee=hero.skill(Skill.MELEE),
        melee_dice=own.melee_dice,
        evasion=hero.skill(Skill.EVASION),
        guard=protection.span(game, "hurt"),
        arrivals=tuple(
            note.turn for note in hero.notes[-REMEMBERED_NOTES:] if note.kind == "arrived"
        ),
        worn=item_values.worn(game),
        things={handle: _thing(game, item) for handle, item in item_handles.items(game).items()},
        lying=_lying(game),
        foes={
            **{pursuit.handle(game, p): _foe(game, p.race) for p in lurking},
            **{handle: _foe(game, creature_names.appears(game, c)) for handle, c in seen.items()},
        },
        lurkers=tuple(_lurker(game, pursuer) for pursuer in lurking),
        captives=frozenset(
            handle for handle, c in seen.items() if creature_names.seems(game, c, "PEACEFUL")
        ),
        prices={
            skill.name.lower(): experience.skill_cost(hero.skill_base[skill], 1) for skill in Skill
        },
        lessons=frozenset((slug(ab.name(game.data, ab.DODGING)),)),
        elbereth=slug(ab.name(game.data, ab.SONG_OF_ELBERETH)),
        elbereth_song=singing.plain_word(ab.name(game.data, ab.SONG_OF_ELBERETH)),
        sings_elbereth=hero.active(ab.SONG_OF_ELBERETH),
        may_have_elbereth=_may_have_elbereth(game),
        song_turns=hero.song_turns,
        songs=song_uses.useful(game, explores=explores),
        cures=now.cures,
        hunger=now.hungry,
        dark=now.dark,
        fading=now.fading,
        picks_up=hero.picks_up,
        burdened=own.burden > own.capacity,
        trail=tuple(game.level.place(i) for i in game.knowledge.trail),
        news=_news(game),
        held_doors=_held_doors(game),
        trapped_ways=frozenset() if explores else _trapped_ways(game),
    )


def _thing(game: SilContext, item: Item) -> Thing:
    """Return an object at hand as the hero knows it: one that cannot do its work where he stands
    is good for nothing."""
    found = item_values.thing(game, item)
    if found.aware and not activation.has_room(game, item):
        return found._replace(purposes=frozenset())
    return found


def _trapped_ways(game: SilContext) -> frozenset[Place]:
    level = game.level
    here = level.at(game.hero.y, game.hero.x)
    around = (here + step for step in neighbours(level.width))
    traps = (i for i in around if terrain.TRAP[level.feature[i]] and not level.hidden[i])
    return frozenset(
        level.place(i) for i in traps if game.knowledge.mark[i] and exploring.leads_on(game, i)
    )


def _held_doors(game: SilContext) -> frozenset[Place]:
    level, known = game.level, game.knowledge
    return frozenset(
        level.place(i)
        for i in (*known.stuck, *known.tried)
        if known.mark[i] and terrain.KNOWN_DOOR[level.feature[i]]
    )


def _states(game: SilContext) -> frozenset[str]:
    found = {kind.key for kind in game.under_way()}
    if hunger.level(game) not in ("", "full"):
        found.add("hungry")
    if game.hero.song >= 0:
        found.add("song")
    return frozenset(found)


def _lurker(game: SilContext, pursuer: Pursuer) -> Lurker:
    known = pursuer.race != creature_names.ENEMY
    letter = game.data.monsters[pursuer.race].glyph.char if known else ""
    return Lurker(pursuit.handle(game, pursuer), letter, game.level.place(pursuer.square))


def _foe(game: SilContext, race: int) -> Foe:
    """Return a kind of creature as players know it."""
    if race == creature_names.ENEMY:
        return STRANGER
    rules = game.data.rules.creature(race)
    return Foe(rules.danger, None if rules.pace is None else float(rules.pace), rules.archer)


def _lying(game: SilContext) -> dict[Place, Thing]:
    found = {}
    for square, heap in game.level.floor.items():
        if game.hero.timers.rage and not game.knowledge.seen[square]:
            continue
        top = next((item for item in heap if game.knows_of(item)), None)
        if top is not None:
            found[game.level.place(square)] = item_values.thing(game, top)
    return found


def _may_have_elbereth(game: SilContext) -> bool:
    leaning = peoples.affinity(game.data, game.hero, Skill.SONG) > 0
    return leaning and not ab.prices(game.data, game.hero)[Skill.SONG]


def _news(game: SilContext) -> frozenset[News]:
    """Return what the last action brought, by its facts."""
    news: set[News] = set()
    own = SeatRef(game.hero.number)
    for message in game.state.said:
        if message.turn != game.state.acts:
            continue
        match message.fact:
            case Blocked(by="stuck-door"):
                news.add("stuck")
            case Blocked(by="somebody"):
                news.add("struck")
            case Attacked(by=None, target=target, means=means) if target == own:
                news.add("shot" if means == "shot" else "struck")
    return frozenset(news)
