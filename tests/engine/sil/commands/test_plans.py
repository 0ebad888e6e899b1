"""Plans: explore, travel, run, rest, tunnel, repeat (rules: dungeon 7.6, 7.8)."""

import pytest

from engine.common.plans import MOST_TURNS
from engine.contract.action import ActionError, IllegalAction, InvalidAction
from engine.sil.commands import registry
from engine.sil.commands.base import read
from engine.sil.commands.travelling import PATIENCE
from engine.sil.game.state import Slot
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from engine.sil.movement import exploring, travel
from engine.sil.ruleset import SilQ
from tests.engine.sil.arena import arena, find, look, put, said
from tests.engine.sil.stage import foe, item, wear
from tests.rolled import dice_for

pytestmark = pytest.mark.covers("spec-world: 11.3", "spec-world: 11.4")

SIL = SilQ()


def do(game, line):
    """Carry out a typed line; the plan's last sentence and how many turns it took."""
    game.state.said.clear()
    game.state.events.clear()
    action = SIL.parse(line, game.state, 0)
    began = game.hero.turns
    events = SIL.apply(game.state, 0, action, game.streams)
    told = [e for e in events if e.kind == "plan"]
    return (str(told[-1].text) if told else ""), game.hero.turns - began


def at(game):
    return game.hero.y, game.hero.x


CORRIDOR = (
    "################",
    "#######.......##",
    "#@............##",
    "#######.......##",
    "################",
)
WINDING = (
    "##########",
    "#@.....###",
    "######.###",
    "######...#",
    "########.#",
    "########.#",
    "##########",
)
PARTING = ("##########", "####.#####", "####.#####", "#@.......#", "##########")


def walker(*rows, **how):
    game = arena(*rows, **how)
    wear(game, Slot.LIGHT, "Wooden Torch", timeout=3000)
    game.hero.food = 4000
    look(game)
    return game


# ------------------------------------------------------------------------------- running


@pytest.mark.covers("spec-dungeon: Turn order and movement / Running")
def test_a_run_stops_at_the_mouth_of_a_room():
    game = walker(*CORRIDOR, lit=False)
    text, turns = do(game, "run e")
    assert at(game) in ((2, 6), (2, 7))
    assert text == f"Ran {turns} turns."
    assert at(game) == (2, 1 + turns)


def test_a_run_follows_a_winding_corridor():
    game = walker(*WINDING, lit=False)
    do(game, "run e")
    assert at(game) == (5, 8)


def test_a_run_stops_where_ways_part():
    game = walker(*PARTING, lit=False)
    do(game, "run e")
    assert at(game)[1] in (3, 4)


def test_a_run_crosses_open_ground_to_the_far_wall():
    game = walker()
    do(game, "run e")
    assert at(game) == (4, 9)


NOTABLE = (
    terrain.CLOSED_DOOR, terrain.RUBBLE, terrain.DOWN_STAIR, terrain.FORGE + 2, terrain.CHASM,
    terrain.ALARM_TRAP,
)  # fmt: skip


@pytest.mark.parametrize("feature", NOTABLE)
def test_a_run_stops_before_anything_of_note(feature):
    game = walker("##############", "#@...........#", "##############")
    put(game, 1, 8, feature)
    look(game)
    game.knowledge.mark[game.level.at(1, 8)] = 1
    do(game, "run e")
    assert at(game) == (1, 7)
    assert game.state.question is None


def test_a_run_stops_before_things_and_passes_an_open_door():
    game = walker("##############", "#@..'........#", "##############")
    game.level.floor[game.level.at(1, 9)] = [item("Robe")]
    look(game)
    do(game, "run e")
    assert at(game) == (1, 8)


def test_a_run_keeps_away_from_what_is_rooted():
    game = walker("##############", "#@...........#", "##############")
    foe(game, "Tanglethorn", dx=9)
    look(game)
    do(game, "run e")
    assert at(game)[1] <= 8


def test_nobody_runs_confused_or_into_a_wall_or_a_chasm():
    game = walker()
    game.hero.timers.confused = 9
    with pytest.raises(IllegalAction, match="confused"):
        do(game, "run e")
    game = walker("####", "#@.#", "####")
    with pytest.raises(IllegalAction):
        do(game, "run n")
    game = walker("####", "#@x#", "####")
    with pytest.raises(IllegalAction):
        do(game, "run e")


# ------------------------------------------------------------------------------- exploring

HALLS = (
    "#####################",
    "#@......#####.......#",
    "#.......#####.......#",
    "#.......+...'.......#",
    "#.......#####......>#",
    "#####################",
)


@pytest.mark.covers("sil-q-manual: User Interface")
def test_exploring_finds_everything_and_then_refuses():
    game = walker(*HALLS, lit=False)
    told = []
    for _ in range(60):
        try:
            told.append(do(game, "explore")[0])
        except IllegalAction as refusal:
            told.append(str(refusal))
            break
    assert "left to explore" in told[-1]
    level = game.level
    passable = [i for i, f in enumerate(level.feature) if terrain.PASSABLE[f]]
    assert all(game.knowledge.glimpsed[i] or game.knowledge.walked[i] for i in passable)
    assert any("stopped: a down staircase" in text for text in told)


def test_exploring_stops_for_a_new_thing_and_says_so():
    game = walker(*HALLS, lit=False)
    game.level.floor[game.level.at(4, 6)] = [item("Robe")]
    text, _ = do(game, "explore")
    assert text.endswith("took a Robe [+1]; stopped: something better to wear.")


def test_exploring_stops_for_a_creature_and_goes_on_while_it_sleeps():
    game = walker(*HALLS, lit=False)
    wolf = foe(game, "Wolf", dy=3, dx=5, alertness=-60, visible=False)
    wolf.speed = 1
    for _ in range(9):
        text, _ = do(game, "explore")
        if "wolf" in text:
            break
    assert "stopped: a wolf, " in text
    wolf.alertness = -20
    assert do(game, "explore")[1] > 1


@pytest.mark.parametrize("feature", [terrain.CHASM, terrain.ALARM_TRAP, terrain.WEB, terrain.PIT])
def test_no_plan_walks_into_a_seen_danger(feature):
    game = walker("#########", "#@......#", "#.......#", "#########", lit=False)
    for x in (3, 5):
        for y in (1, 2):
            i = put(game, y, x, feature)
            game.knowledge.mark[i] = 1
    for _ in range(20):
        try:
            do(game, "explore")
        except IllegalAction:
            break
    assert at(game)[1] <= 2
    with pytest.raises(IllegalAction, match="no safe way"):
        do(game, "travel H1")


def test_what_is_hidden_is_no_secret_told():
    safe = walker("########", "#@.....#", "########", known=True)
    trapped = walker("########", "#@.....#", "########", known=True)
    put(trapped, 1, 4, terrain.ALARM_TRAP, hidden=True)
    look(trapped)
    assert bytes(travel.ways(safe)) == bytes(travel.ways(trapped))
    assert list(map(str, SIL.legal(safe.state, 0))) == list(map(str, SIL.legal(trapped.state, 0)))
    secret = walker("########", "#@.....#", "##S#####", "########")
    plain = walker("########", "#@.....#", "########", "########")
    assert [str(o.action) for o in SIL.legal(secret.state, 0)] == [
        str(o.action) for o in SIL.legal(plain.state, 0)
    ]


def test_exploring_does_not_go_back_and_forth_between_captives():
    game = walker("###############", "#......@......#", "###############", lit=False)
    for side in (-5, 5):
        foe(game, "Dejected human thrall", dx=side)
    look(game)
    for _ in range(2):
        assert "stopped: a dejected human thrall" in do(game, "explore")[0]
    with pytest.raises(IllegalAction, match="nothing left"):
        do(game, "explore")


def test_exploring_leaves_ground_beside_known_enemies_for_the_last():
    rows = ("########################", "#......@...............#", "########################")
    game = walker(*rows, lit=False, known=True)
    level, known = game.level, game.knowledge
    west, east = level.at(1, 1), level.at(1, 22)
    known.glimpsed = bytearray(b"\x01" * len(known.mark))
    for end in (west, east):
        known.mark[end] = known.glimpsed[end] = 0
    assert exploring.next_way(game)[-1] == west + 1
    wolf = foe(game, "Wolf", dx=-3, alertness=-60, visible=False)
    known.last_seen[wolf.slot] = west + 3, wolf.race
    assert exploring.next_way(game)[-1] == east - 1
    wolf.y = wolf.x = 0  # it has gone, and he does not know it
    assert exploring.next_way(game)[-1] == east - 1


def test_nobody_explores_or_travels_while_an_alert_enemy_could_soon_strike():
    game = walker("##################", "#@...............#", "##################", lit=True)
    wolf = foe(game, "Wolf", dx=10, alertness=10)
    look(game)
    wolf.x = 5
    look(game)
    for line in ("explore", "travel H1", "run e"):
        with pytest.raises(IllegalAction, match="so near"):
            do(game, line)
    assert not {"explore", "travel", "run"} & {o.action.verb for o in SIL.legal(game.state, 0)}


def test_exploring_knows_only_what_the_hero_knows():
    game = walker(*HALLS, lit=False)
    way = exploring.next_way(game)
    known = travel.known_squares(game, glimpsed=True)
    assert all(known[i] for i in way)


# ------------------------------------------------------------------------------- travelling


def test_travelling_goes_the_shortest_known_way_through_doors():
    game = walker(*HALLS, known=True)
    goal = find(HALLS, ">")
    text, _ = do(game, "travel T4")
    assert at(game) == goal
    assert at(game) == goal
    assert text == f"Walked {game.hero.turns - 10} turns."


def test_travelling_to_the_nearest_of_a_kind():
    game = walker(*HALLS, known=True)
    do(game, "travel stairs")
    assert at(game) == find(HALLS, ">")
    with pytest.raises(IllegalAction, match="there already"):
        do(game, "travel down")
    with pytest.raises(IllegalAction, match="no forge"):
        do(game, "travel forge")


def test_travelling_refuses_the_unknown_and_the_absurd():
    game = walker(*HALLS, lit=False)
    for line in ("travel T4", "travel ZZ99"):
        with pytest.raises(IllegalAction, match="no safe way"):
            do(game, line)
    with pytest.raises(InvalidAction):
        do(game, "travel nowhere-at-all")


def test_a_locked_door_tries_patience_only_so_long():
    game = walker("########", "#@.+...#", "########", known=True)
    game.level.feature[game.level.at(1, 3)] = terrain.LOCKED_DOOR + 7
    game.hero.skill_base[4] = 4  # one chance in a hundred
    game.streams = dice_for("locked")
    look(game)
    text, _ = do(game, "travel G1")
    assert "the door stays shut" in text
    assert PATIENCE < game.hero.turns < 30


def test_a_jammed_door_is_no_way_once_it_is_known():
    game = walker("########", "#@.+...#", "########", known=True)
    game.level.feature[game.level.at(1, 3)] = terrain.JAMMED_DOOR + 1
    look(game)
    assert "the door is stuck" in do(game, "travel G1")[0]
    with pytest.raises(IllegalAction, match="no safe way"):
        do(game, "travel G1")


def test_known_places_are_offered_with_their_ways():
    game = walker(*HALLS, known=True)
    offers = [o for o in SIL.legal(game.state, 0) if o.action.verb == "travel"]
    assert [str(o.action) for o in offers] == ["travel T4"]
    assert offers[0].path[-1] == find(HALLS, ">")
    assert offers[0].group == "plan"


# --------------------------------------------------------------------------------- resting


@pytest.mark.covers("spec-dungeon: Turn order and movement / Resting")
def test_resting_as_needed_ends_when_all_is_well():
    game = walker()
    game.hero.health -= 2
    game.hero.stealth_mode = True
    look(game)
    text, _ = do(game, "rest")
    assert game.hero.health == game.hero.derived.max_health
    assert not game.hero.stealth_mode
    assert text.startswith("Rested ")
    assert game.hero.actions[1] == 5
    with pytest.raises(IllegalAction, match="no rest"):
        do(game, "rest")


@pytest.mark.parametrize(
    "ailment", ["blind", "confused", "poison", "afraid", "stun", "cut", "slow"]
)
def test_resting_waits_for_ailments_to_pass(ailment):
    game = walker()
    setattr(game.hero.timers, ailment, 3)
    do(game, "rest")
    assert getattr(game.hero.timers, ailment) == 0 or game.state.disturbances


def test_resting_by_number_and_until_something_is_whole():
    game = walker()
    do(game, "rest 1")
    assert game.hero.turns == 11
    do(game, "rest 6")
    assert game.hero.turns == 17
    game.hero.voice = 1
    game.hero.health = 5
    do(game, "rest until voice")
    assert game.hero.voice == game.hero.derived.max_voice or game.hero.turns >= 17 + 150
    with pytest.raises(InvalidAction):
        do(game, "rest forever")


@pytest.mark.parametrize(
    ("line", "short", "song", "rests"),
    [
        ("rest", "", -1, False),
        ("rest", "health", -1, True),
        ("rest", "voice", -1, True),
        ("rest as needed", "voice", -1, True),
        ("rest", "voice", ab.SONG_OF_SILENCE.number, False),  # who sings spends it
        ("rest", "health", ab.SONG_OF_SILENCE.number, True),
        ("rest health", "health", -1, True),
        ("rest health", "voice", -1, False),
        ("rest voice", "voice", -1, True),
        ("rest voice", "health", -1, False),
        ("rest healed", "health", -1, True),
        ("rest healed", "voice", -1, True),
        ("rest healed", "", -1, False),
    ],
)
def test_a_rest_is_for_those_who_lack_what_it_brings_back(line, short, song, rests):
    game = walker()
    game.hero.song = song
    if short:
        setattr(game.hero, short, getattr(game.hero, short) - 1)
    if not rests:
        with pytest.raises(IllegalAction, match=r"You need no rest\."):
            do(game, line)
        return
    text, turns = do(game, line)
    assert text.startswith("Rested ")
    assert turns > 0
    assert game.hero.health == game.hero.derived.max_health
    assert game.hero.voice == game.hero.derived.max_voice


def test_every_plan_is_bounded():
    game = walker()
    text, _ = do(game, "rest 9999")
    assert game.hero.turns == 10 + MOST_TURNS
    assert text.endswith("; stopped: the most at once.")


@pytest.mark.covers("spec-character-combat: 14. Interruption")
def test_a_rest_breaks_off_when_something_disturbs():
    game = walker()
    game.hero.food = 1001
    text, turns = do(game, "rest 50")
    assert turns < 50
    assert text.endswith("; stopped: you are hungrier.")


@pytest.mark.covers("spec-world: 11.9")
def test_singing_ends_when_a_rest_begins():
    game = walker()
    game.hero.song = 1
    game.hero.health -= 1
    do(game, "rest")
    assert game.hero.song < 0


def test_searching_takes_as_many_turns_as_it_is_told():
    game = walker()
    do(game, "search 4")
    assert game.hero.turns == 14


# --------------------------------------------------------------------- digging, repeating


def test_tunnelling_goes_on_until_the_hero_is_through():
    game = walker("#########", "#@.::%..#", "#########", known=True, stats=(4, 0, 0, 0))
    game.hero.pack = [item("Mattock", pval=2, flags=["TUNNEL"], weight=10)]
    game.hero.x = 2
    look(game)
    text, _ = do(game, "tunnel e")
    assert "you are through" in text
    assert at(game)[1] >= 5
    assert all(game.level.feature[game.level.at(1, x)] == terrain.FLOOR for x in (3, 4, 5))


def test_tunnelling_without_a_tool_is_refused_at_once():
    game = walker("#########", "#@:.....#", "#########", known=True)
    with pytest.raises(IllegalAction, match="nothing to dig with"):
        do(game, "tunnel e")
    assert game.hero.turns == 10


def test_repeating_goes_on_until_it_cannot():
    game = walker("######", "#@+..#", "######", known=True)
    game.level.feature[game.level.at(1, 2)] = terrain.LOCKED_DOOR + 1
    game.hero.skill_base[4] = 5
    look(game)
    text, _ = do(game, "repeat 50 open e")
    assert game.level.feature[game.level.at(1, 2)] == terrain.OPEN_DOOR
    assert "There is nothing to open" in text
    do(game, "repeat 3 wait")
    with pytest.raises(IllegalAction, match="not to be repeated"):
        do(game, "repeat 3 explore")


@pytest.mark.parametrize(
    ("line", "turns", "words"),
    [
        ("repeat 3 wait", 3, "3 turns."),
        ("repeat 1 wait bold", 1, "1 turn."),
        ("repeat 9 wait usual:4", 4, "4 turns; stopped: the most at once."),
    ],
)
def test_an_order_is_repeated_as_often_as_was_said_on_the_terms_of_a_plan(line, turns, words):
    game = walker("######", "#@...#", "######", known=True)
    text, taken = do(game, line)
    assert (taken, text) == (turns, f"Repeated “Wait and search” for {words}")


def test_a_refused_plan_changes_nothing():
    game = walker("####", "#@.#", "####")
    game.hero.timers.confused = 5
    before = SIL.dump(game.state)
    for line in ("run e", "explore", "travel C1", "tunnel e", "rest forever", "search 0"):
        with pytest.raises(ActionError):
            do(game, line)
        assert SIL.dump(game.state) == before


@pytest.mark.parametrize(
    "line",
    ["explore", "travel BK27", "travel stairs", "run ne", "rest", "rest 50", "rest until healed",
     "search 5", "tunnel e", "repeat 5 bash e", "open e", "close n", "bash s", "disarm w",
     "dig e", "interact", "stealth on"],
)  # fmt: skip
def test_every_order_is_read_and_written_alike(line):
    game = walker()
    command, rest = registry.find(line.split())
    action = read(command, rest, game)
    assert str(action) == line
    assert SIL.parse(str(action), game.state, 0) == action


def test_offers_are_few_and_all_of_them_can_be_done():
    game = walker(*HALLS, known=True)
    offers = SIL.legal(game.state, 0)
    near = [o for o in offers if o.group != "other"]
    assert len(near) <= 40
    for offer in near:
        fresh = SIL.game(SIL.load(SIL.dump(game.state)), dice_for("fresh"))
        SIL.apply(fresh.state, 0, SIL.parse(str(offer.action), fresh.state, 0), fresh.streams)
    assert said(game) == []
