"""Secrets of the table (rules: silg 6, 7 items 43 to 46): nothing that is the Game Master's reaches
another seat, by any way out of the state."""

from __future__ import annotations

import random

import msgspec
import pytest

from engine.contract import running_game
from engine.contract.action import GM, ActionError
from engine.contract.uploads import write_upload
from engine.contract.view import SEEN
from engine.sil.game.state import RaceLore
from engine.sil.level import terrain
from engine.silg.clock import encounter_clock, stealth_contest
from engine.silg.combat import blows
from engine.silg.context import SilGContext
from engine.silg.party_sight import refresh
from engine.silg.ruleset import SilG
from engine.silg.state import RolledBlow
from tests.engine.silg.situations import ailing, archers
from tests.engine.silg.stage import foe, load, skills, table, texts
from tests.rolled import dice_for
from tests.webp import webp

RULES = SilG()
NAMES = ("Ann", "Bob", "Eve")
MARKER = "zqxjk"
MARKED = (
    f"note START {MARKER}one",
    f"macro {MARKER}two tell hello",
    f"standing {MARKER}three 1d6",
    f"keepmap {MARKER}four",
    f"monster {MARKER} five; health 4d4; attack hit +3 1d5; letter o",
    f"encounter spawn 1 {MARKER}-five at start asleep",
)


def begun(seed: int = 1, **options: str) -> running_game.RunningGame:
    """Return a session that has begun on a level of Sil's."""
    game = running_game.start(RULES, options, NAMES, dice_for(seed.to_bytes(16, "big")), gm=True)
    for seat in range(len(NAMES)):
        say(game, seat, "quick")
    say(game, GM, "level 150")
    say(game, GM, "begin")
    return game


def say(game: running_game.RunningGame, seat: int, line: str):
    """Do a line; return its events."""
    return game.apply(seat, game.parse(line, seat), dice_for(game.dump()))


def outputs(game: running_game.RunningGame, seat: int | None) -> bytes:
    """Return everything that leaves the state for a seat, what it can look up included."""
    shown = [game.view(seat), game.pages(seat), game.turn().waiting]
    if seat is not None:
        shown.append(game.legal(seat))
    topics = game.topics(seat)
    shown.append(topics)
    shown += [game.explain(seat, topic) for topic in topics if topic.kind == "sight"]
    return msgspec.msgpack.encode(shown)


def far_square(game: running_game.RunningGame) -> str:
    """Return a floor square that no hero knows, far away."""
    state = RULES.load(game.dump())
    level = state.sil.level
    hidden = [
        i
        for i, feature in enumerate(level.feature)
        if feature == 1
        and i not in level.occupant
        and level.room[i]
        and not any(h.knowledge.view[i] or h.knowledge.mark[i] for h in state.sil.heroes)
    ]
    y, x = level.place(hidden[len(hidden) // 2])
    letters, x = "", x + 1
    while x:
        x, rest = divmod(x - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{y}"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_hidden_commands_change_no_byte_for_others(seed):
    game = begun(seed)
    there = far_square(game)
    before = {seat: outputs(game, seat) for seat in (None, 0, 1, 2)}
    turn = game.turn()
    for line in (
        f"spawn 2 orc soldier at {there} asleep",
        f"note {there} an ambush",
        f"loot {there} longsword",
        f"light {there} off",
        "secret 3d6",
        "blind ann 1d20",
        "macro ambush spawn wolf at start",
        "standing omens 1d20",
        "encounter spawn 2 wolf near party",
        "keepmap first",
        "monster Pale lurker; health 3d4; attack claw +4 1d6",
        "run monsters gm",
        "orders monsters wait",
        "set orc-soldier health 3, states stun 4",
    ):
        for event in say(game, GM, line):
            assert event.audience == (GM,), (line, event)
        assert game.turn() == turn
        for seat, bytes_before in before.items():
            assert outputs(game, seat) == bytes_before, (line, seat)


def test_a_square_with_a_hidden_creature_is_equal_to_one_without():
    with_one, without = begun(4), begun(4)
    there = far_square(with_one)
    say(with_one, GM, f"spawn 1 orc soldier at {there} asleep")
    for seat in (None, 0, 1, 2):
        assert outputs(with_one, seat) == outputs(without, seat)


def refused(game: running_game.RunningGame, seat: int, line: str) -> str:
    """Return what a seat reads when it tries a line that is not for it."""
    try:
        game.parse(line, seat)
    except ActionError as error:
        return str(error)
    return ""


LONG = [pytest.param(seed, 1_000, marks=pytest.mark.soak(part="random")) for seed in range(1, 11)]


@pytest.mark.parametrize(("seed", "commands"), [(5, 40), *LONG])
def test_markers_in_hidden_fields_reach_nobody_in_random_play(seed, commands):
    dice = random.Random(seed)
    done = 0
    while done < commands:
        game = marked(seed + done)
        while done < commands and (turn := game.turn()).waiting:
            seat = dice.choice((*turn.waiting, *turn.also))
            offers = [o for o in game.legal(seat) if o.action.verb not in ("end", "spawn", "meet")]
            if not offers:
                continue
            chosen = dice.choice(offers).action
            events = game.apply(seat, chosen, dice_for(game.dump()))
            done += 1
            for event in events:
                if event.audience is None or set(event.audience) - {GM}:
                    assert MARKER not in str(event.text) + str(event.detail)
            for other in (None, 0, 1, 2):
                assert MARKER.encode() not in outputs(game, other)
            if seat == GM:
                line = str(chosen).replace(MARKER, "")
                assert all(MARKER not in refused(game, other, line) for other in range(3))
        assert MARKER.encode() in outputs(game, GM)


def marked(seed: int) -> running_game.RunningGame:
    """Return a session that has begun, with a marker in all that only the Game Master has."""
    game = begun(seed)
    square = far_square(game)
    for line in MARKED:
        say(game, GM, line.replace("START", square))
    return game


STAGES = {
    "setup": (),
    "minutes": ("begin",),
    "declare": ("begin", "spawn wolf near party alert", "clock start"),
    "monsters": ("begin", "spawn wolf near party alert", "run monsters gm", "clock start"),
}
SHOWING = ("end", "spawn", "meet", "copy", "reveal", "putgroup", "travel", "usemap")


def hiding(seed: int, stage: str) -> running_game.RunningGame:
    """Return a session in a stage, with markers in all that only the Game Master has, and sleeping
    creatures of a marked kind where nobody is."""
    game = running_game.start(RULES, {}, NAMES, dice_for(seed.to_bytes(16, "big")), gm=True)
    for seat in range(len(NAMES)):
        if stage != "setup" or seat:
            say(game, seat, "quick")
    say(game, GM, "level 150")
    square = far_square(game)
    hidden = (*MARKED, f"spawn 3 {MARKER}-five at {square} asleep")
    for line in (*hidden, *STAGES[stage]):
        say(game, GM, line.replace("START", square))
    while stage == "monsters" and game.turn().waiting != (GM,):
        say(game, game.turn().waiting[0], "wait")
    return game


def is_found(hero_game: running_game.RunningGame) -> bool:
    """Return whether heroes have met one of the hidden creatures, whose name they know then."""
    game = RULES.game(RULES.load(hero_game.dump()))
    own = {monster.serial for monster in game.state.desk.monsters}
    return any(c.race in own and c.slot in game.state.tags for c in game.creatures)


THOUSAND = [pytest.param(stage, 1_000, marks=pytest.mark.soak(part="random")) for stage in STAGES]


@pytest.mark.parametrize(("stage", "strokes"), [("monsters", 6), *THOUSAND])
def test_hidden_creatures_reach_nobody_in_any_stage_undone_or_not(stage: str, strokes: int):
    dice, done, seed = random.Random(stage), 0, 0
    while done < strokes:
        seed += 1
        game = hiding(seed, stage)
        kept = [game.dump()]
        for _ in range(60):
            turn = game.turn()
            if done >= strokes or not turn.waiting or is_found(game):
                break
            seat = dice.choice((*turn.waiting, *turn.also))
            offers = [o for o in game.legal(seat) if o.action.verb not in SHOWING]
            if not dice.randrange(8):
                game = running_game.resume(RULES, dice.choice(kept[-5:]))  # an undo
                events = []
            elif offers:
                events = game.apply(seat, dice.choice(offers).action, dice_for(game.dump()))
            else:
                continue
            done += 1
            kept.append(game.dump())
            if is_found(game):
                break
            for event in events:
                if event.audience is None or set(event.audience) - {GM}:
                    assert MARKER not in f"{event.text}{event.detail}{event.post}"
            assert not any(MARKER.encode() in outputs(game, other) for other in (None, 0, 1, 2))


def test_players_see_no_mind_of_a_creature():
    game = begun(6)
    say(game, GM, "spawn 1 wolf near party alert")
    say(game, GM, "spawn 1 orc soldier near party asleep")
    for seat in (None, 0, 1, 2):
        board = game.view(seat).map
        creatures = [e for e in board.entities if e.seat is None]
        for entity in creatures:
            assert not entity.notes
            assert not entity.hidden
            assert not {"asleep", "unwary", "alert", "fleeing", "aggressive"} & set(entity.badges)
            assert not {"asleep", "unwary", "alert"} & set(entity.description.split(", "))
    mind = {seat: outputs(game, seat) for seat in (None, 0, 1, 2)}
    say(game, GM, "alertness orc-soldier asleep")
    say(game, GM, "alertness orc-soldier -19")
    assert {seat: outputs(game, seat) for seat in (None, 0, 1, 2)} == mind


def test_fog_is_each_heros_own_and_the_partys_is_their_union():
    game = begun(7)
    say(game, GM, "place ann " + far_square(game))
    boards = [game.view(seat).map for seat in range(3)]
    seen = [
        {
            (b.top + i // b.width, b.left + i % b.width)
            for i, state in enumerate(b.state)
            if state == SEEN
        }
        for b in boards
    ]
    assert seen[0] - seen[1]
    assert seen[1] - seen[0]
    party = game.view(None).map
    union = {
        (party.top + i // party.width, party.left + i % party.width)
        for i, state in enumerate(party.state)
        if state == SEEN
    }
    assert union == seen[0] | seen[1] | seen[2]


def test_a_reveal_is_for_whom_it_is_meant_and_can_be_taken_back():
    game = begun(8)
    there = far_square(game)
    before = {seat: game.view(seat).map for seat in (None, 0, 1)}
    say(game, GM, f"reveal {there} ann")
    assert game.view(0).map != before[0]
    assert game.view(1).map == before[1]
    say(game, GM, "unreveal")
    assert {seat: game.view(seat).map for seat in (None, 0, 1)} == before


def test_declarations_are_secret_until_all_have_declared():
    game = begun(9)
    say(game, GM, "clock start")
    others = [outputs(game, seat) for seat in (1, 2)]
    events = say(game, 0, "search")
    told = {event.audience: str(event.text) for event in events}
    assert told[(0,)] == "You declare: Search."
    assert told[None] == "Ann has declared."
    assert "earch" not in str(game.view(1).headline)
    assert b"You declare" not in outputs(game, 1) + outputs(game, 2)
    assert others
    facts = {str(name): str(value) for name, value in game.view(0).facts}
    assert facts["Declared"] == "Search"
    for seat in (None, 1, 2, GM):
        others = {str(name): str(value) for name, value in game.view(seat).facts}
        assert others["Have declared"] == "Ann"
    assert str(game.view(None).coach).startswith("Declared: Ann; the table waits for Bob, Eve")


def test_whispers_and_handouts_leave_no_trace_for_others():
    game = begun(10)
    before = {seat: outputs(game, seat) for seat in (None, 1, 2)}
    say(game, 0, "whisper I do not trust Bob")
    say(game, GM, "handout ann The key is under the stone")
    say(game, GM, f"picture ann {write_upload(webp(b'a likeness'))} The thief")
    say(game, GM, "note-to ann wait for the horn")
    assert {seat: outputs(game, seat) for seat in (None, 1, 2)} == before
    assert any("whispers: wait" in str(line) for line in game.view(0).lines)


def test_a_turn_to_alertness_behind_a_door_is_nobodys_news():
    game = table("Elu", rows=("#########", "#...#...#", "#...#...#", "#########"))
    game.hero(0).x = 2
    refresh(game)
    orc = foe(game, "Orc scout", 1, 6, alertness=-1)
    texts(game)
    game.events.clear()

    stealth_contest.rise(game, orc, 5, 0)
    assert all(event.audience == (GM,) for event in game.events)


def test_the_striker_sees_the_rolls_and_the_others_a_swing():
    game = table("Hador", "Elu")
    skills(game, 0, melee=6)
    foe(game, "Orc scout", 4, 5)
    load(game, otherwise=9)

    encounter_clock.start(game)
    game.events.clear()
    encounter_clock.declare_in_secret(game, 0, "step e")
    encounter_clock.declare_in_secret(game, 1, "wait")
    swings = [e for e in game.events if "swings at the orc scout" in str(e.text)]
    assert [e.audience for e in swings] == [(0,), None]
    assert "against" in str(swings[0].text)
    assert "against" not in str(swings[1].text)
    assert swings[0].occurrence == swings[1].occurrence != 0
    own = [e for e in game.events if "evasion die" in str(e.text) and "orc" in str(e.text)]
    assert own
    assert all(e.audience == (GM,) for e in own)


def test_an_unseen_attacker_is_something():
    game = table("Hador")
    orc = foe(game, "Orc scout", 4, 5)
    game.hero(0).timers.blind = 20

    refresh(game)
    game.events.clear()

    blow = RolledBlow("hit", 30, 1, 5, damage=4, method="HIT")
    blows.deal_to_hero(game, orc, 0, blow)
    open_texts = [str(e.text) + str(e.detail) for e in game.events if e.audience != (GM,)]
    assert any(text.startswith("Something hits Hador") for text in open_texts)
    assert not any("orc" in text.lower() for text in open_texts)


def test_what_is_hit_unseen_has_no_name():
    game = table("Hador")
    orc = foe(game, "Orc scout", 4, 5, health=3)
    game.hero(0).timers.blind = 20
    refresh(game)
    game.events.clear()
    for damage in (0, 1, 50):
        blow = RolledBlow("arrow", 10 * bool(damage), 1, 5, dice=1, sides=6, damage=damage)
        blows.deal_to_creature(game, 0, orc, blow, ranged=True)
    told = [str(e.text) + str(e.detail) for e in game.events if e.audience != (GM,)]
    assert told
    assert not any("orc" in text.lower() for text in told)
    assert any("is slain" in str(e.text) for e in game.events if e.audience == (GM,))


def test_nobody_learns_when_an_enemy_that_the_game_master_runs_is_due():
    shown = []
    for due in (1, 3):
        game = begun(11)
        there = far_square(game)
        say(game, GM, f"spawn 1 orc soldier at {there} alert")
        say(game, GM, "run monsters gm")
        say(game, GM, "clock start")
        while game.turn().waiting == (GM,):
            say(game, GM, "next")
        state = RULES.load(game.dump())
        for fighter in state.fighters:
            if fighter.key[0] == "c" and fighter.due > state.clock:
                fighter.due = state.clock + due
        game = running_game.resume(RULES, RULES.dump(state))
        for seat in game.turn().waiting:
            say(game, seat, "wait")
        assert game.turn().waiting == (GM,)
        seen = [(game.view(seat), game.pages(seat)) for seat in (None, 0, 1, 2)]
        shown.append(msgspec.msgpack.encode(seen))
        assert "0 s" in str(game.view(None).title)
    assert shown[0] == shown[1]


def twins(hidden: str) -> tuple[SilGContext, SilGContext]:
    """Return two tables that differ in what is hidden from players alone: the mind or the health
    number of an enemy in sight, a declared step of its, a trap, somebody unseen beside a hero."""
    found = []
    for differs in (False, True):
        game = table("Ann", "Bob", rows=TWIN_ROOMS)
        game.hero(0).y, game.hero(0).x = 2, 3
        game.hero(1).y, game.hero(1).x = 3, 3
        refresh(game)
        orc = foe(game, "Orc scout", 2, 4, alertness=5)
        for seat in (0, 1):
            lore = RaceLore(encountered=9, kills=3, blows={0: 1})
            game.hero_game(seat).lore.races[orc.race] = lore
        if hidden != "off the clock":
            load(game, otherwise=7)
            encounter_clock.start(game)
        if differs:
            _hide(game, hidden)
        refresh(game)
        found.append(game)
    return found[0], found[1]


def _hide(game: SilGContext, hidden: str) -> None:
    orc, level = game.creatures[0], game.state.sil.level
    if hidden in ("mind", "off the clock"):
        orc.alertness, orc.stance, orc.stun = -3, "fleeing", 9
    elif hidden == "health":
        orc.health -= 1
        orc.max_health -= 1
    elif hidden == "dice":
        fighter = game.fighter(f"c{orc.slot}")
        fighter.die, fighter.armour = 19, [("hide", 9)]
    elif hidden == "trap":
        square = level.at(4, 3)
        level.feature[square], level.hidden[square] = terrain.PIT, 1
    elif hidden == "behind the wall":
        foe(game, "Wolf", 2, 12)


TWIN_ROOMS = ("#################", *["#.......#.......#"] * 4, "#################")


@pytest.mark.parametrize(
    "hidden", ["mind", "health", "dice", "trap", "behind the wall", "off the clock"]
)
def test_twins_that_differ_in_what_is_hidden_have_equal_cards(hidden: str) -> None:
    one, other = (RULES.dump(game.state) for game in twins(hidden))
    assert one != other
    plain, changed = RULES.load(one), RULES.load(other)
    for seat in (None, 0, 1):
        views = [RULES.view(state, seat) for state in (plain, changed)]
        assert views[0].coach == views[1].coach
        assert views[0].odds == views[1].odds
        if seat is not None:
            assert RULES.legal(plain, seat) == RULES.legal(changed, seat)
            assert RULES.advise(plain, seat) == RULES.advise(changed, seat)


@pytest.mark.parametrize("blind", [0, 20])
def test_who_shoots_what_they_cannot_see_learns_nothing_of_the_roll(blind: int):
    session = ailing(archers(), blind=blind)
    foe(session, "Orc scout", 1, 4)
    assert session.seers("c1") == ((0, 1), (1,))[bool(blind)]
    load(session, otherwise=9)
    encounter_clock.start(session)
    session.events.clear()
    encounter_clock.declare_in_secret(session, 0, "fire n")
    encounter_clock.declare_in_secret(session, 1, "wait")
    shots = [e for e in session.events if "Ann shoots at the orc scout" in str(e.text)]
    assert [e.audience for e in shots] == ([None] if blind else [(0,), None])
    assert ["against" in str(e.text) for e in shots] == ([False] if blind else [True, False])
