"""Views of staged situations at the table: what each seat must see of them, and must not."""

from __future__ import annotations

import pytest

from engine.contract.action import GM
from engine.sil.level import terrain
from engine.silg.clock import encounter_clock
from engine.silg.context import SilGContext
from engine.silg.party_sight import refresh
from tests.engine.sil.stage import item
from tests.engine.silg.situations import ROOMS, ailing, armed, facing, hurt, lying, placed
from tests.engine.silg.stage import RULES, Evening, foe, table
from tests.staged_views import StagedView, check

ANN, BOB = 0, 1
MAP = "##########/#........#/#....#...#/#....#...#/##########"  # I5 is out of sight of D5


def _apart() -> SilGContext:
    """Return two heroes in two rooms, with a closed door between them."""
    game = placed(table("Ann", "Bob", rows=ROOMS), BOB, 2, 12)
    return placed(game, ANN, 2, 3)


def _foes_apart() -> SilGContext:
    game = _apart()
    foe(game, "Wolf", 4, 5, alertness=-15)
    foe(game, "Orc scout", 4, 14).health = 3
    refresh(game)
    return game


def _unwary() -> SilGContext:
    game = _apart()
    foe(game, "Wolf", 4, 5, alertness=-5)
    return game


def _thing_apart() -> SilGContext:
    game = _apart()
    level = game.state.sil.level
    level.floor[level.at(4, 14)] = [item("Clarity")]
    refresh(game)
    return game


def _declared() -> SilGContext:
    game = facing(armed(), (4, 5))
    encounter_clock.declare_in_secret(game, ANN, "wait")
    return game


def _wolf_beside(game: SilGContext) -> SilGContext:
    foe(game, "Wolf", 1, 14)
    return game


def _evening(*lines: str) -> Evening:
    """Return a session on a drawn map after commands of the Game Master, or lines of Ann's."""
    evening = Evening(armour="off")
    for seat in (ANN, BOB):
        evening.say("quick", seat)
    for line in (f"draw {MAP}", "start D5", "begin", *lines):
        evening.say(line.removeprefix("ann: "), ANN if line.startswith("ann: ") else GM)
    return evening


def _trapped() -> SilGContext:
    game = armed()
    level = game.state.sil.level
    square = level.at(3, 4)
    level.feature[square], level.hidden[square] = terrain.FALSE_FLOOR, 1
    refresh(game)
    return game


def _setup() -> Evening:
    evening = Evening()
    evening.say("quick", ANN)
    hero = evening.state.sil.heroes[ANN]
    hero.health = hero.derived.max_health = 59
    return evening


MINDS = ("wolf-1 asleep", "wolf-1 -15", "orc-scout-1 alert", "orc-scout-1 +5")
PLAYERS = (ANN, BOB, None)
SITUATIONS = (
    StagedView(
        "a foe in each of two rooms",
        _foes_apart,
        {
            ANN: ("Ann at 2 3", "wolf-1 at 4 5"),
            BOB: ("Bob at 2 12", "orc-scout-1 at 4 14", "orc-scout-1 has Health 1/4"),
            None: ("Ann at 2 3", "Bob at 2 12", "wolf-1 at 4 5", "orc-scout-1 at 4 14"),
            GM: ("wolf-1 at 4 5", "orc-scout-1 at 4 14", *MINDS),
        },
        {ANN: ("orc-scout-1 at 4 14", *MINDS), BOB: ("wolf-1 at 4 5", *MINDS), None: MINDS},
    ),
    StagedView(
        "the unwary look as the awake do",
        _unwary,
        {ANN: ("wolf-1 at 4 5",), GM: ("wolf-1 unwary", "wolf-1 -5")},
        dict.fromkeys(PLAYERS, ("wolf-1 unwary", "wolf-1 -5")),
    ),
    StagedView(
        "a thing in the other room",
        _thing_apart,
        {
            BOB: ("a Potion of Clarity at 4 14",),
            None: ("a Potion of Clarity at 4 14",),
            GM: ("a Potion of Clarity at 4 14",),
        },
        {ANN: ("a Potion of Clarity at 4 14",)},
    ),
    StagedView(
        "a thing underfoot",
        lambda: lying(armed(), "Clarity"),
        dict.fromkeys((*PLAYERS, GM), ("a Potion of Clarity at 4 4",)),
        {},
    ),
    StagedView(
        "a declared action",
        _declared,
        {
            ANN: ("Declared: Wait and search", "Ann is declared"),
            BOB: ("Ann is declared", "Bob is to act"),
            GM: ("orc-scout-1 alert", "Waiting for: Bob"),
        },
        {
            BOB: ("Declared: Wait and search", "orc-scout-1 alert"),
            None: ("Declared: Wait and search", "orc-scout-1 alert"),
            ANN: ("orc-scout-1 alert",),
        },
    ),
    StagedView(
        "one of the heroes is blind",
        lambda: _wolf_beside(ailing(armed(), blind=20)),
        {
            ANN: ("Ann is Blind",),
            BOB: ("wolf-1 at 1 14",),
            None: ("wolf-1 at 1 14",),
            GM: ("Ann is Blind", "wolf-1 at 1 14"),
        },
        {ANN: ("wolf-1 at 1 14",), BOB: ("Ann is Blind",), None: ("Ann is Blind",)},
    ),
    StagedView(
        "a wounded hero",
        lambda: hurt(armed(), 30),
        {
            ANN: ("Ann has Health 6/20", "Bob has Health unhurt"),
            BOB: ("Ann has Health badly hurt", "Bob has Health 20/20"),
            None: ("Ann has Health badly hurt", "Bob has Health unhurt"),
            GM: ("Ann has Health 6/20", "Bob has Health 20/20"),
        },
        {
            ANN: ("Bob has Health 20/20",),
            BOB: ("Ann has Health 6/20",),
            None: ("Ann has Health 6/20", "Bob has Health 20/20"),
        },
    ),
    StagedView(
        "an ambush and a note on it",
        lambda: _evening("spawn wolf at I5 asleep", "note I5 an ambush"),
        {GM: ("wolf.1 hidden", "wolf.1 asleep", "Note a, I5: an ambush")},
        dict.fromkeys(PLAYERS, ("wolf.1 hidden", "wolf.1 asleep", "Note a, I5: an ambush")),
    ),
    StagedView(
        "a thing laid where nobody looks",
        lambda: _evening("loot I5 longsword"),
        {GM: ("a Longsword (+0,2d5) [+1] at 5 8", "told: It lies at I5.")},
        dict.fromkeys(PLAYERS, ("a Longsword (+0,2d5) [+1] at 5 8", "told: It lies at I5.")),
    ),
    StagedView(
        "ground changed in sight and out of it",
        lambda: _evening("terrain E4 pit", "terrain I5 pit"),
        {**dict.fromkeys(PLAYERS, ("pit at 4 4",)), GM: ("pit at 4 4", "pit at 5 8")},
        dict.fromkeys(PLAYERS, ("pit at 5 8",)),
    ),
    StagedView(
        "a whisper to the Game Master",
        lambda: _evening("ann: whisper I distrust Bob"),
        {ANN: ("told: You whisper: I distrust Bob",)},
        dict.fromkeys((BOB, None), ("told: You whisper: I distrust Bob",)),
    ),
    StagedView(
        "a note from hero to hero",
        lambda: _evening("ann: pass-note bob run"),
        dict.fromkeys((ANN, BOB, GM), ("told: Ann passes Bob a note: run",)),
        {None: ("told: Ann passes Bob a note: run",)},
    ),
    StagedView(
        "a handout for one",
        lambda: _evening("handout ann burn this"),
        {ANN: ("told: Handout: burn this",)},
        dict.fromkeys((BOB, None), ("told: Handout: burn this",)),
    ),
    StagedView(
        "a wounded wolf",
        lambda: _evening("spawn wolf at E4 alert", "set wolf health 2"),
        {
            **dict.fromkeys(PLAYERS, ("wolf-1 at 4 4", "wolf-1 has Health 1/4")),
            GM: ("wolf-1 at 4 4", "told: The Game Master sets the wolf's health to 2."),
        },
        dict.fromkeys(PLAYERS, ("told: The Game Master sets the wolf's health to 2.",)),
    ),
    StagedView(
        "heroes in the making",
        _setup,
        {
            **dict.fromkeys((ANN, BOB), ("Bob is to act",)),
            None: ("Bob is to act", "Heroes: 1 of 2", "Ann has Health unhurt"),
            GM: ("Bob is to act", "Heroes: 1 of 2", "Ann has Health 59/59"),
        },
        {None: ("Ann has Health 59/59",)},
    ),
    StagedView(
        "a trap that nobody has found",
        _trapped,
        {GM: ("false floor at 3 4",)},
        dict.fromkeys(PLAYERS, ("false floor at 3 4",)),
    ),
    StagedView(
        "whoever hallucinates adds nothing false to the party's map",
        lambda: _wolf_beside(ailing(armed(), hallucinating=20)),
        {ANN: ("Ann is Hallucinating",), **dict.fromkeys((BOB, None, GM), ("wolf-1 at 1 14",))},
        dict.fromkeys((BOB, None), ("Ann is Hallucinating",)),
    ),
    StagedView(
        "the order of the clock",
        lambda: _evening("spawn wolf at E4 alert", "clock start"),
        {
            **dict.fromkeys((ANN, BOB), ("You are due: declare your next action",)),
            GM: ("On the clock: wolf now, Ann now, Bob now", "Waiting for: Ann, Bob"),
        },
        dict.fromkeys(PLAYERS, ("On the clock: wolf now, Ann now, Bob now", "wolf-1 alert")),
    ),
    StagedView(
        "a pin that all may know",
        lambda: _evening("pin E4 the gate"),
        dict.fromkeys((*PLAYERS, GM), ("letter 1 at 4 4",)),
        {},
    ),
    StagedView(
        "a hero's sheet",
        lambda: _evening(),
        {ANN: ("page Character",), BOB: ("page Character",)},
        {None: ("page Character",)},
    ),
    StagedView(
        "the Game Master's own pages",
        lambda: _evening(),
        {GM: ("page Desk", "page Inbox", "page Monsters", "page Heroes"), ANN: ("page Table",)},
        dict.fromkeys(PLAYERS, ("page Desk", "page Inbox", "page Monsters", "page Heroes")),
    ),
    StagedView(
        "a room shown to one hero",
        lambda: _evening("terrain I5 pit", "reveal I5 ann"),
        dict.fromkeys((ANN, None, GM), ("pit at 5 8",)),
        {BOB: ("pit at 5 8",)},
    ),
    StagedView(
        "a room shown to one hero and hidden again",
        lambda: _evening("terrain I5 pit", "reveal I5 ann", "unreveal"),
        {GM: ("pit at 5 8",)},
        dict.fromkeys(PLAYERS, ("pit at 5 8",)),
    ),
    StagedView(
        "whom the Game Master has renamed and made an ally",
        lambda: _evening("spawn wolf at E4 alert", "side wolf heroes", "rename wolf Fang"),
        {**dict.fromkeys(PLAYERS, ("wolf-1 at 4 4",)), GM: ("fang-1 at 4 4", "fang-1 alert")},
        dict.fromkeys(PLAYERS, ("fang-1 at 4 4", "fang-1 alert", "told: It is called Fang.")),
    ),
    StagedView(
        "a monster that was taken away",
        lambda: _evening("spawn wolf at E4 alert", "dismiss wolf"),
        {},
        dict.fromkeys((*PLAYERS, GM), ("wolf-1 at 4 4",)),
        revealed=lambda: _evening("spawn wolf at E4 alert"),
    ),
    StagedView(
        "a roll behind the screen",
        lambda: _evening("secret 1d1"),
        {GM: ("told: You roll 1d1 in secret: 1d1 (1) = 1.",)},
        dict.fromkeys(PLAYERS, ("told: You roll 1d1 in secret: 1d1 (1) = 1.",)),
    ),
    StagedView(
        "a word to the player of one hero",
        lambda: _evening("note-to bob run at the horn"),
        {BOB: ("told: The Game Master whispers: run at the horn",)},
        dict.fromkeys((ANN, None), ("told: The Game Master whispers: run at the horn",)),
    ),
    StagedView(
        "a hero who has left the table",
        lambda: _evening("leave bob"),
        {None: ("Ann at 5 3", "Bob is out of play"), BOB: ("phase over", "ended left")},
        dict.fromkeys((ANN, BOB, None, GM), ("Bob at 4 3", "Bob is to act")),
        revealed=lambda: _evening(),
    ),
    StagedView(
        "a minute for which one hero is ready",
        lambda: _evening("ann: ready"),
        {GM: ("Waiting for: Bob",), BOB: ("Bob is to act",)},
        dict.fromkeys((ANN, BOB, None, GM), ("Ann is to act",)),
        revealed=lambda: _evening(),
    ),
    StagedView(
        "a correction is no secret",
        lambda: _evening("set ann darkened 20"),
        {
            **dict.fromkeys((BOB, None, GM), ("told: The Game Master sets Ann's darkened to 20.",)),
            ANN: ("Ann is Darkened 20",),
        },
        dict.fromkeys((BOB, None), ("Ann is Darkened 20", "told: Darkness clings to you.")),
    ),
)


@pytest.mark.parametrize("staged", SITUATIONS, ids=[each.name for each in SITUATIONS])
def test_each_seat_sees_what_it_must_and_nothing_else(staged: StagedView) -> None:
    check(staged, lambda made, seat: (RULES.view(made.state, seat), RULES.pages(made.state, seat)))
