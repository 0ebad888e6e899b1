"""Views of staged situations in Sil: what the hero must see of them, and must not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.sil.creatures import creature_names
from engine.sil.game import questions
from engine.sil.game.context import SilContext
from engine.sil.game.messages import tell
from engine.sil.game.state import Item, Skill, Slot
from engine.sil.hero import abilities as ab
from engine.sil.items import flavours
from engine.sil.level import terrain
from engine.sil.ruleset import SilQ
from tests.engine.sil.arena import arena, look, put
from tests.engine.sil.items.things import POTION, special, thing
from tests.engine.sil.stage import foe, item, race, wear
from tests.rolled import dice_for
from tests.staged_views import StagedView, check, seen_alike

SIL = SilQ()
HALL = ("###########", "#.........#", "#.........#", "#....@....#", "#.........#", "###########")
ROOMS = ("###########", "#....#....#", "#....#....#", "#..@.#....#", "#....#....#", "###########")

Step = Callable[[SilContext], Any]


def _stage(*steps: Step, rows: tuple[str, ...] = HALL, **how: Any) -> Callable[[], SilContext]:
    """Return a way to build a game on a map: after these steps the hero looks about."""

    def build() -> SilContext:
        game = arena(*rows, **how)
        for step in steps:
            step(game)
        look(game)
        return game

    return build


def _foe(name: str, dx: int, *, health: int = 20, **how: Any) -> Step:
    """Return the step that puts a creature east of the hero, which has lost some of 20 health."""

    def step(game: SilContext) -> None:
        foe(game, name, 0, dx, visible=False, **how).health = health

    return step


def _hero(**fields: Any) -> Step:
    def step(game: SilContext) -> None:
        for name, value in fields.items():
            setattr(game.hero, name, value)

    return step


def _suffers(**timers: int) -> Step:
    def step(game: SilContext) -> None:
        for name, turns in timers.items():
            setattr(game.hero.timers, name, turns)

    return step


def _lies(*things: Callable[[], Item], dx: int = 2, known: bool = False) -> Step:
    """Return the step that lays things east of the hero; the first is on top."""

    def step(game: SilContext) -> None:
        heap = [make() for make in things]
        for each in heap:
            each.seen_by = int(known)
        game.level.floor[game.level.at(game.hero.y, game.hero.x + dx)] = heap

    return step


def _ground(dx: int, feature: int, *, hidden: bool = False) -> Step:
    return lambda game: put(game, game.hero.y, game.hero.x + dx, feature, hidden=hidden)


def _dreams(game: SilContext) -> None:
    creature = foe(game, "Wolf", 0, 2)
    creature.image = race("Orc captain")
    game.hero.timers.hallucinating = 20
    creature_names.meet_again(game)


def _sings(game: SilContext) -> None:
    game.hero.bought.append(ab.SONG_OF_ELBERETH)
    game.hero.skill_base[Skill.SONG] = 5
    game.hero.song = ab.SONG_OF_ELBERETH.number


def _lantern(game: SilContext) -> None:
    wear(game, Slot.LIGHT, "Brass Lantern", timeout=500)


def _heard() -> SilContext:
    game = _stage(_foe("Wolf", FAR), rows=ROOMS)()
    creature = next(each for each in game.level.creatures if each is not None)
    game.learn(creature).heard = game.hero.turns + 1
    return game


def _told() -> SilContext:
    game = _stage()()
    tell(game, "You hear a door burst open!")
    return game


def _asked() -> SilContext:
    game = _stage()()
    questions.sure(game, "Step into the dark?", "step e")
    return game


def _dead() -> SilContext:
    game = _stage(_foe("Wolf", 2))()
    game.state.ended = "dead"
    return game


def _birth() -> SilContext:
    return SIL.game(SIL.new({"hero": "create"}, ["Beren"], dice_for("1")))


def _dagger() -> Item:
    return item("Dagger")


def _flaming() -> Item:
    return item("Longsword", special=special("of Gondolin"), known=False)


def _healing() -> Item:
    return thing(POTION, "Healing")


DAGGER = "a Dagger (+0,1d5)"
SWORD = "a Longsword (+0,2d5) [+1]"
FAR = 4  # squares from the hero to the other of `ROOMS`
_plain = _stage()


SITUATIONS = (
    seen_alike(
        "a wolf in the same room",
        _stage(_foe("Wolf", 2)),
        "wolf-1 at 3 7",
        "wolf-1 alert",
        "Hero at 3 5",
        gm=("wolf-1 +5",),
    ),
    seen_alike(
        "a wolf behind a wall",
        _stage(_foe("Wolf", FAR), rows=ROOMS),
        gm=("wolf-0 at 3 7", "wolf-0 hidden"),
    ),
    seen_alike(
        "what cannot be seen stands in the middle of the room",
        _stage(_foe("Whispering shadow", 2)),
        gm=("whispering-shadow-0 at 3 7", "whispering-shadow-0 hidden"),
    ),
    seen_alike(
        "a sleeping wolf",
        _stage(_foe("Wolf", 2, alertness=-20)),
        "wolf-1 asleep",
        hidden=("wolf-1 alert",),
        revealed=_stage(_foe("Wolf", 2)),
        gm=("wolf-1 -20",),
    ),
    seen_alike(
        "an unwary wolf",
        _stage(_foe("Wolf", 2, alertness=-5)),
        "wolf-1 unwary",
        hidden=("wolf-1 asleep",),
        revealed=_stage(_foe("Wolf", 2, alertness=-20)),
        gm=("wolf-1 -5",),
    ),
    seen_alike(
        "a wolf in flight and one that is not",
        _stage(_foe("Wolf", 2, stance="fleeing"), _foe("Wolf", -2)),
        "wolf-1 at 3 7",
        "wolf-1 fleeing",
        "wolf-2 at 3 3",
        "wolf-2 alert",
        hidden=("wolf-2 fleeing",),
        revealed=_stage(_foe("Wolf", 2), _foe("Wolf", -2, stance="fleeing")),
    ),
    seen_alike(
        "a wolf in a rage",
        _stage(_foe("Wolf", 2, stance="aggressive")),
        "wolf-1 aggressive",
        hidden=("wolf-1 fleeing",),
        revealed=_stage(_foe("Wolf", 2, stance="fleeing")),
    ),
    seen_alike(
        "a wolf near death and an unhurt one",
        _stage(_foe("Wolf", 2, health=5), _foe("Wolf", -2)),
        "wolf-1 has Health 1/4",
        hidden=("wolf-2 has Health 1/4",),
        revealed=_stage(_foe("Wolf", 2), _foe("Wolf", -2, health=5)),
    ),
    seen_alike(
        "somebody of whom there is only one",
        _stage(_foe("Gorgol, the Butcher", 2)),
        "gorgol-the-butcher at 3 7",
        "gorgol-the-butcher unique",
    ),
    seen_alike(
        "a wounded hero",
        _stage(_hero(health=6)),
        "Hero has Health 6/20",
        "Hero has Health 2/4",
        "Hero has Voice 20/20",
        hidden=("Hero has Health 20/20",),
        revealed=_plain,
    ),
    seen_alike(
        "a poisoned hero", _stage(_suffers(poison=7)), "Hero is Poisoned", "Hero is Poisoned 7"
    ),
    seen_alike(
        "a blind hero",
        _stage(_foe("Wolf", 2), _lies(_dagger, dx=3), _suffers(blind=5)),
        "Hero is Blind",
        hidden=("sees 3 6",),
        revealed=_plain,
        gm=("wolf-0 at 3 7", f"{DAGGER} at 3 8"),
    ),
    seen_alike(
        "a hero who hallucinates takes a wolf for an orc",
        _stage(_dreams),
        "Hero is Hallucinating",
        "orc-captain-1 at 3 7",
        hidden=("wolf-1 at 3 7",),
        revealed=_stage(_foe("Wolf", 2)),
        gm=("orc-captain-1 alert",),
    ),
    seen_alike(
        "a raging hero sees an enemy, not which, and nothing that is remembered",
        _stage(_foe("Wolf", 1), _suffers(rage=5), _lies(_dagger, dx=FAR, known=True), rows=ROOMS),
        "Hero is Rage",
        "enemy-1 at 3 4",
        hidden=("wolf-1 at 3 4",),
        revealed=_stage(_foe("Wolf", 1), rows=ROOMS),
        gm=(f"{DAGGER} at 3 7",),
    ),
    seen_alike(
        "a secret door looks like the wall",
        _stage(_ground(2, terrain.SECRET_DOOR), rows=ROOMS),
        "granite wall at 3 5",
        hidden=("door at 3 5",),
        revealed=_stage(_ground(2, terrain.CLOSED_DOOR), rows=ROOMS),
    ),
    seen_alike(
        "a pit that nobody has found looks like the floor",
        _stage(_ground(2, terrain.PIT, hidden=True)),
        gm=("pit at 3 7",),
    ),
    seen_alike("a pit that was found", _stage(_ground(2, terrain.PIT)), "pit at 3 7", "sees 3 7"),
    seen_alike(
        "a hero in a pit", _stage(_ground(0, terrain.PIT)), "pit at 3 5", "Hero is In a pit"
    ),
    seen_alike(
        "a potion that nobody has tried",
        _stage(flavours.deal, _lies(_healing)),
        "a Smoky Potion at 3 7",
        hidden=("a Potion of Healing at 3 7",),
        revealed=_stage(_lies(_healing)),
    ),
    seen_alike(
        "a sword whose make is not known yet",
        _stage(_lies(_flaming)),
        f"{SWORD} at 3 7",
        hidden=("a Longsword of Gondolin (+0,2d5) [+1] at 3 7",),
        revealed=_stage(_lies(lambda: item("Longsword", special=special("of Gondolin")))),
    ),
    seen_alike(
        "a named sword",
        _stage(_lies(lambda: item("Longsword", artefact=1))),
        "The Longsword of Barahir (+0,2d5) [+1] at 3 7",
        "The Longsword of Barahir (+0,2d5) [+1] artefact",
    ),
    seen_alike(
        "a named sword that nobody has known yet",
        _stage(_lies(lambda: item("Longsword", artefact=1, known=False))),
        f"{SWORD} at 3 7",
        hidden=(
            "The Longsword of Barahir (+0,2d5) [+1] at 3 7",
            "The Longsword of Barahir (+0,2d5) [+1] artefact",
        ),
        revealed=_stage(_lies(lambda: item("Longsword", artefact=1))),
    ),
    seen_alike(
        "a heap: the thing on top is named",
        _stage(_lies(_dagger, lambda: item("Longsword"))),
        f"{DAGGER} at 3 7",
        f"{DAGGER} on others",
        hidden=(f"{SWORD} at 3 7",),
        revealed=_stage(_lies(lambda: item("Longsword"))),
    ),
    seen_alike(
        "a thing in a room that was never seen",
        _stage(_lies(_dagger, dx=FAR), _ground(FAR, terrain.DOWN_STAIR), rows=ROOMS),
        gm=(f"{DAGGER} at 3 7", f"{DAGGER} hidden", "down staircase at 3 7"),
    ),
    seen_alike(
        "a thing and stairs that are remembered",
        _stage(
            _lies(_dagger, dx=FAR, known=True),
            _ground(FAR, terrain.DOWN_STAIR),
            rows=ROOMS,
            known=True,
        ),
        f"{DAGGER} at 3 7",
        f"{DAGGER} remembered",
        "down staircase at 3 7",
        hidden=("sees 3 7",),
        revealed=_stage(_hero(x=7), rows=ROOMS),
    ),
    seen_alike(
        "darkness hides a wolf and what lies there",
        _stage(_foe("Wolf", 3), _lies(_dagger, dx=3), lit=False),
        hidden=("sees 3 8",),
        revealed=_plain,
        gm=("wolf-0 at 3 8", f"{DAGGER} at 3 8"),
    ),
    seen_alike(
        "a lantern shows two squares and its turns of light",
        _stage(_lantern, _foe("Wolf", 2), _lies(_dagger), lit=False),
        "wolf-1 at 3 7",
        f"{DAGGER} at 3 7",
        "sees 3 7",
        "Hero: 500 turns of light",
        hidden=("sees 3 8",),
        revealed=_plain,
    ),
    seen_alike(
        "what is heard behind a wall: where it is, not what",
        _heard,
        "heard  at 3 7",
        gm=("wolf-0 at 3 7",),
    ),
    seen_alike(
        "stairs and doors",
        _stage(
            _ground(2, terrain.DOWN_STAIR),
            _ground(-2, terrain.UP_STAIR),
            _ground(3, terrain.CLOSED_DOOR),
            _ground(-3, terrain.OPEN_DOOR),
        ),
        "down staircase at 3 7",
        "up staircase at 3 3",
        "door at 3 8",
        "open door at 3 2",
    ),
    seen_alike("a forge", _stage(_ground(2, terrain.FORGE + 3)), "forge (3 uses remaining) at 3 7"),
    seen_alike("stealth", _stage(_hero(stealth_mode=True)), "Hero is Stealth"),
    seen_alike("a song", _stage(_sings), "Hero is Song of Elbereth"),
    seen_alike(
        "experience to spend and hunger",
        _stage(_hero(unspent=120, food=1500)),
        "Hero: 120 experience to spend",
        "Hero is Hungry",
    ),
    seen_alike(
        "how deep the hero is",
        _stage(depth=3),
        "Depth: 150 ft",
        hidden=("Depth: 250 ft",),
        revealed=_plain,
    ),
    seen_alike("what was just told", _told, "told: You hear a door burst open!"),
    seen_alike("a question", _asked, "asked: Step into the dark?", "phase play"),
    seen_alike(
        "a hero who has died",
        _dead,
        "phase over",
        "ended lost",
        "wolf-1 at 3 7",
        hidden=("Hero is to act",),
        revealed=_plain,
    ),
    seen_alike(
        "a hero in the making", _birth, "phase setup", hidden=("Hero at 3 5",), revealed=_plain
    ),
)


@pytest.mark.parametrize("staged", SITUATIONS, ids=[each.name for each in SITUATIONS])
def test_the_hero_sees_what_he_must_and_nothing_else(staged: StagedView) -> None:
    check(staged, lambda game, seat: (SIL.view(game.state, seat), SIL.pages(game.state, seat)))
