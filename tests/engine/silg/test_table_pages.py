"""Pages of the table: who is where in the party, one's own side of it, and the desk."""

from __future__ import annotations

import pytest

from engine.contract.action import GM
from engine.contract.texts import text
from engine.silg.combat import standing_defence
from engine.silg.context import SilGContext
from engine.silg.state import DeclaredAction, KeptPlan, PastSession
from engine.silg.view import boards, seat_views, table_pages
from tests.engine.silg.situations import armed, by_minutes, facing
from tests.engine.silg.stage import RULES, evening_on_a_map, foe, table


def standing(game: SilGContext, seat: int = 0) -> str:
    """Return what all read of a hero's standing."""
    return str(table_pages.party_lines(game)[seat]).split(": ", 1)[1]


def gm_page(game: SilGContext, name: str) -> list[str]:
    """Return the lines of one of the Game Master's pages."""
    found = next(page for page in table_pages.gm_pages(game) if page.name == name)
    return str(found.text).split("\n")


# ---------------------------------------------------------------- the party


def test_before_the_session_heroes_are_in_the_making_ready_or_wait_for_approval():
    game = table("Ann", "Bob")
    game.state.stage = "setup"
    player = game.player(0)
    found = []
    for ready, approved in ((False, True), (True, False), (True, True)):
        player.ready, player.approved = ready, approved
        found.append(standing(game))
    assert found == ["in the making", "ready, waits for approval", "ready"]


def test_in_a_minute_heroes_have_squares_left_or_are_ready():
    game = by_minutes(armed())
    assert standing(game) == "30 squares left"
    game.player(0).ready = True
    assert standing(game) == "ready for the next minute"
    assert standing(game, 1) == "30 squares left"


def test_on_the_clock_heroes_declare_have_declared_or_act():
    game = facing(armed(), (4, 8))
    assert standing(game) == "due 0 s, declares now"
    game.player(0).secret = "wait"
    assert standing(game) == "has declared"
    game.player(0).secret = ""
    game.fighter("h0").due = 5
    assert standing(game) == "due 2.5 s, acts"
    game.state.fighters = [f for f in game.state.fighters if f.key != "h0"]
    assert standing(game) == "off the clock, acts"


def test_who_is_out_of_play_was_slain_or_left():
    game = by_minutes(armed())
    game.player(0).ending, game.player(0).died_of = "lost", text("a wolf")
    game.player(1).ending = "left"
    assert standing(game) == "slain by a wolf"
    assert standing(game, 1) == "out of play"


def test_the_chronicle_has_its_last_forty_lines_and_sessions_the_newest_first():
    game = by_minutes(armed())
    assert str(table_pages.chronicle_page(game).text) == "Nothing is written yet."
    game.state.chronicle = [f"line {n}" for n in range(41)]
    game.state.sessions = [PastSession(1, ["one"]), PastSession(2, ["two"])]
    found = str(table_pages.chronicle_page(game).text).split("\n")
    assert found[0] == "line 1"
    assert found[40:] == [
        "Session 2: what happened", "two", "Session 1: what happened", "one",
    ]  # fmt: skip


# ---------------------------------------------------------------- one's own side


def test_a_players_page_tells_plan_declaration_dice_and_notes():
    game = by_minutes(armed())
    found = str(table_pages.own_page(game, 0).text).split("\n")
    assert found[0] == "Plan: none."
    assert found[-2:] == ["Handouts and whispers:", "Nothing has come yet."]
    assert not any(line.startswith(("Declared", "Standing", "Asked")) for line in found)
    facing(game, (4, 8))
    player = game.player(0)
    player.plan, player.asked = KeptPlan("plan wait", turns=2), "will 9"
    player.journal = ["old", "new"]
    fighter = game.fighter("h0")
    fighter.deed, fighter.due = DeclaredAction("wait", "wait"), 5
    fighter.die, fighter.armour = 7, []
    found = str(table_pages.own_page(game, 0).text).split("\n")
    assert found[0].endswith(", 2 so far.")
    assert found[1].endswith(", due 2.5 s.")
    assert found[2] == "Standing evasion die 7, protection 0."
    assert found[3].startswith("Light on your square ")
    assert found[4:] == ["Asked to roll Will.", "Handouts and whispers:", "new", "old"]
    player.secret = "search"
    found = str(table_pages.own_page(game, 0).text).split("\n")
    assert found[1].startswith("Declared: ")
    assert "due" not in found[1]


# ---------------------------------------------------------------- behind the screen


def test_the_clock_page_tells_time_stage_and_all_who_are_on_it():
    game = facing(armed(), (4, 8))
    game.state.clock, game.state.minutes = 7, 3
    sleeper = foe(game, "Wolf", 1, 14, alertness=-15)
    from_start = gm_page(game, "Clock")
    assert from_start[0] == "Clock 3.5 s, minute 3, stage declare."
    game.state.waits_to_go_on = True
    game.state.provoked = [(f"c{game.creatures[0].slot}", 0)]
    game.player(1).secret = "search"
    found = gm_page(game, "Clock")
    assert found[1] == "It waits for you to go on."
    assert found[2].endswith(" answers the shot of Ann.")
    assert found[-1].startswith("Bob declares: ")
    assert sum(line.startswith("0 s: ") for line in found) == 3
    assert not any("off the clock" in line for line in found)
    standing_defence.entered(game, f"c{sleeper.slot}")
    assert any(line.startswith("off the clock: the wolf, die ") for line in gm_page(game, "Clock"))


def test_the_game_master_sees_the_time_before_the_players_do():
    game = facing(armed(), (4, 8))
    game.state.clock, game.state.shown_clock = 7, 4
    told = [dict(RULES.view(game.state, seat).facts) for seat in (GM, 0)]
    assert [str(each[text("Time")]) for each in told] == ["3.5 s", "2 s"]


def test_the_strip_tells_who_is_due_now_and_later_with_what_they_declared():
    game = facing(armed(), (4, 8))
    ann, bob = game.fighter("h0"), game.fighter("h1")
    ann.due, bob.due, bob.done = 4, 0, False
    ann.deed = DeclaredAction("search", "search")
    strip = str(table_pages.clock_strip(game))
    assert "Bob now" in strip
    assert "Ann 2 s (" in strip
    bob.done = True
    assert "Bob 0 s" in str(table_pages.clock_strip(game))
    assert strip.index("Bob") < strip.index("Ann")


def test_monsters_are_told_with_figures_who_runs_them_and_for_whom():
    game = by_minutes(armed())
    assert gm_page(game, "Monsters") == ["No monster is on the level."]
    wolf = foe(game, "Wolf", 1, 14, alertness=-7)
    wolf.health, wolf.stance, key = 13, "", f"c{wolf.slot}"
    assert gm_page(game, "Monsters") == ["wolf-1 (the wolf) at O1: health 13 of 40, alertness -7"]
    wolf.stance, desk = "confident", game.state.desk
    desk.run_by_gm, desk.allies, desk.orders = [key], [key], {key: "wait"}
    [line] = gm_page(game, "Monsters")
    assert line.endswith("with the heroes")
    assert ", confident, run by you, wait" in line.casefold()


def test_heroes_are_told_behind_the_screen_with_plan_and_what_they_were_asked():
    game = by_minutes(armed())
    hero, player = game.hero(0), game.player(0)
    hero.health, hero.voice, hero.food, hero.unspent = 7, 3, 99, 1234
    found = gm_page(game, "Heroes")[0]
    most = hero.derived.max_health
    assert found.startswith(
        f"Ann at E4: health 7 of {most}, voice 3, food 99, 1,234 experience. Str "
    )
    assert found.endswith(
        "30 squares left; plan: none; asked: nothing; in play, not ready, approved."
    )
    player.plan, player.asked, player.ready = KeptPlan("rest"), "will 9", True
    player.approved, player.ending = False, "lost"
    found = gm_page(game, "Heroes")[0]
    assert "asked: Will 9; fallen, ready, not approved." in found


def test_the_desk_lists_all_that_is_kept_on_it():
    evening = evening_on_a_map()
    for line in (
        "note H4 a lever",
        "keepmap hall",
        "macro hush set all stun 0",
        "encounter spawn wolf",
        "keepgroup pack wolf 0 0 5",
        "table sky Rain | Fog",
        "ambience D4 It is cold.",
        "standing omens 2d6",
        "reveal J4",
    ):
        evening.say(line)
    evening.state.desk.history = ["tell Hm."]
    assert gm_page(evening.game, "Desk") == [
        "The party begins at D4.",
        "Note H4: a lever",
        "Map kept: hall",
        "Macro hush: set all stun 0",
        "Encounter 1: spawn wolf",
        "Encounter pack: wolf 0 0 5",
        "Table sky: Rain | Fog",
        "In the room of D4: It is cold.",
        "Every minute omens: 2d6",
        "Reveals that can be taken back: 1.",
        "Typed: tell Hm.",
    ]


# ---------------------------------------------------------------- views


def test_the_game_master_reads_whose_declaration_it_is_and_six_notes():
    game = facing(armed(), (4, 8))
    game.state.desk.inbox = ["old", "new"]
    game.state.desk.notes = {f"{column}4": column for column in "BCDEFGH"}
    facts = [(str(name), str(value)) for name, value in seat_views.desk_facts(game)]
    assert facts[0][0] == "On the clock"
    assert ("Last whisper", "new") in facts
    notes = [pair for pair in facts if pair[0].startswith("Note ")]
    assert len(notes) == 6
    assert notes[0] == ("Note a, B4", "B")


@pytest.mark.parametrize(
    ("ended", "title", "scene"),
    [
        ("won", "The campaign is won", ""),
        ("left", "The campaign ends", "sil:death"),
        ("lost", "The party has fallen", "sil:death"),
    ],
)
def test_the_outcome_counts_who_lives_and_what_was_won(ended, title, scene):
    game = by_minutes(armed())
    assert seat_views.outcome(game) is None
    game.state.stage, game.state.ended, game.state.session = "over", ended, 3
    game.player(1).ending = "lost"
    for hero, won in zip(game.state.sil.heroes, (700, 50), strict=True):
        hero.experience = won
    found = seat_views.outcome(game)
    assert found is not None
    assert (str(found.title), found.ending, found.scene) == (title, ended, scene)
    assert found.facts == (("alive", 1), ("experience", 750), ("sessions", 3))
    assert [str(words) for words in found.story] == [title]
    game.state.chronicle = [f"line {n}" for n in range(9)]
    assert seat_views.outcome(game).story == tuple(f"line {n}" for n in range(1, 9))


def test_players_read_squares_left_plans_and_when_they_are_due():
    game = by_minutes(armed())
    game.player(0).plan = KeptPlan("rest")

    def facts(seat: int) -> dict[str, str]:
        return {str(name): str(value) for name, value in RULES.view(game.state, seat).facts}

    assert facts(0)["Squares left"] == "30"
    assert "Plan" in facts(0)
    game.player(0).ready = True
    assert facts(0)["Squares left"] == "ready"
    game.player(0).plan = None
    facing(game, (4, 8))
    assert facts(0)["You are due"] == "declare your next action"
    game.player(0).secret = "search"
    assert "You are due" not in facts(0)
    assert "Declared" in facts(0)
    assert facts(GM)["Waiting for"] == "Bob"
    assert facts(1)["Have declared"] == "Ann"


def test_a_board_is_told_in_words_with_where_all_are_from_the_hero():
    game = by_minutes(armed())
    board = boards.hero_board(game, 0)
    told = str(table_pages.alt(text("The hall"), board, (4, 4), "A door creaks."))
    assert told == "The hall. Heroes: Ann at E4, Bob at G4. In sight: no creature. A door creaks."
    foe(game, "Orc scout", 4, 8)
    game.drawn.clear()  # maps of the call before
    board = boards.hero_board(game, 0)
    told = str(table_pages.alt(text("The hall"), board, (4, 4), ""))
    assert told.endswith(", 4 east.")
    assert "no creature" not in told
    assert str(table_pages.alt(text("The hall"), None, None, "")) == "The hall."
