"""Talk and rolls of players, values of autocomplete, tracks that are lost, ways in."""

from __future__ import annotations

import pytest

from engine.contract.action import GM
from engine.sil.hero import derived
from engine.silg import posts
from engine.silg.clock import stealth_contest
from engine.silg.clock.stealth_contest import ContestSide
from engine.silg.completions import completions
from engine.silg.levels import squares
from engine.silg.setup import entry
from engine.silg.state import PastSession
from tests.engine.silg.situations import ROOMS, placed
from tests.engine.silg.stage import RULES, Evening, evening_on_a_map, foe, heard, table
from tests.rolled import dice_for


@pytest.fixture
def evening() -> Evening:
    """Return a session that has begun, of Ann and Bob on a drawn map."""
    return evening_on_a_map()


def told(evening: Evening, line: str, seat: int = 0) -> list[tuple[str, object, bool]]:
    """Do a line; return what was told to whom, and whether in a post."""
    action = RULES.parse(line, evening.state, seat)
    events = RULES.apply(evening.state, seat, action, dice_for(RULES.dump(evening.state)))
    return [(str(e.text), e.audience, e.post is not None) for e in events if e.kind != "moment"]


# ---------------------------------------------------------------- talk


def test_a_whisper_reaches_the_game_master_in_a_post_and_who_whispers(evening):
    assert told(evening, "whisper I hide the key", 1) == [
        ("Bob whispers: I hide the key", (GM,), True),
        ("You whisper: I hide the key", (1,), False),
    ]
    assert [str(line) for line in evening.state.desk.inbox] == ["Bob whispers: I hide the key"]


def test_a_note_reaches_who_gets_it_and_is_seen_by_the_game_master(evening):
    words = "Ann passes Bob a note: Beware"
    assert told(evening, "pass-note bob Beware") == [
        (words, (1,), True), (words, (0, GM), False),
    ]  # fmt: skip
    assert evening.refused("pass-note eve Beware", 0).startswith("There is no hero “eve”.")
    assert [str(line) for line in evening.state.players[1].journal] == [words]
    assert evening.state.players[0].journal == []


def test_what_is_said_is_heard_by_all(evening):
    assert told(evening, "say Hail!", 1) == [("Bob: “Hail!”", None, False)]


def test_open_dice_are_seen_by_all_and_secret_ones_by_the_game_master(evening):
    [(words, audience, _)] = told(evening, "roll 2d6", 1)
    assert words.startswith("Bob rolls 2d6: ")
    assert audience is None
    [(words, audience, _)] = told(evening, "roll 2d6", GM)
    assert words.startswith("The Game Master rolls 2d6: ")
    for line, begins in (
        ("secret 1d20", "You roll 1d20 in secret: "),
        ("blind ann 1d20+5 vs 1d20+8", "You roll 1d20+5 vs 1d20+8 blind for Ann: "),
    ):
        [(words, audience, _)] = told(evening, line, GM)
        assert words.startswith(begins)
        assert audience == (GM,)


def test_notes_of_a_person_are_the_last_thirty(evening):
    evening.state.desk.inbox = [f"Ann whispers: {n}" for n in range(posts.MOST_NOTES)]
    evening.say("whisper last", 0)
    inbox = [str(line) for line in evening.state.desk.inbox]
    assert inbox[0] == "Ann whispers: 1"
    assert inbox[-1] == "Ann whispers: last"
    assert len(inbox) == posts.MOST_NOTES == 30


def test_caution_is_one_of_three_and_another_than_before(evening):
    hero = evening.state.sil.heroes[0]
    assert evening.say("caution bold", 0) == ["Your plans are bold from now on."]
    assert hero.caution == "bold"
    assert evening.refused("caution bold", 0) == "Your plans are so already."
    assert evening.refused("caution brave", 0) == "Plans are careful, usual or bold."
    assert evening.refused("plan", 0) == "You have no plan."
    assert evening.refused("dance", 0)


# ---------------------------------------------------------------- stealth mode


def test_stealth_mode_is_entered_and_left_by_a_word(evening):
    hero = evening.state.sil.heroes[0]
    assert "Ann enters stealth mode." in evening.say("stealth on", 0)
    assert hero.stealth_mode
    assert evening.refused("stealth on", 0) == "You are creeping already."
    assert "Ann leaves stealth mode." in evening.say("stealth off", 0)
    assert evening.refused("stealth off", 0) == "You are not creeping."


def test_who_stops_singing_has_been_as_loud_as_before(evening):
    song = next(each for each in RULES.data.abilities.values() if each.skill == 7)
    hero = evening.state.sil.heroes[0]
    hero.bought.append(song.ref)
    derived.update(evening.game.hero_game(0))
    lines = [str(offer.action) for offer in RULES.legal(evening.state, 0)]
    evening.say(next(line for line in lines if line.startswith("sing ")), 0)
    hero.stealth_score = -12
    evening.say("sing stop", 0)
    assert (hero.song < 0, hero.stealth_score) == (True, -12)


def test_who_creeps_is_offered_to_stop_alone_whatever_has_happened(evening):
    for line, seat, offered in (
        ("tell Hm.", GM, "stealth on"),
        ("stealth on", 0, "stealth off"),
        ("hurt ann 1", GM, "stealth off"),
        ("stealth off", 0, "stealth on"),
    ):
        evening.say(line, seat)
        lines = [str(offer.action) for offer in RULES.legal(evening.state, 0)]
        assert [each for each in lines if each.split()[0] == "stealth"] == [offered], line


def test_who_fails_to_perceive_a_hero_by_more_than_its_memory_loses_track():
    game = table("Ann", rows=ROOMS)
    placed(game, 0, 2, 3)
    wolf = foe(game, "Wolf", 1, 14, alertness=5)
    assert game.data.monsters[wolf.race].sleepiness
    keen = stealth_contest.keenness(game, wolf, 0, 3).total
    for failure, left in ((25, 5), (26, 4), (28, 2), (60, -10)):
        wolf.alertness = 5
        quiet = {0: ContestSide(((stealth_contest.text("stealth"), keen + failure),), 0)}
        game.events.clear()
        stealth_contest._may_lose_track(game, wolf, quiet, 3)
        assert wolf.alertness == max(left, stealth_contest.UNWARY_FROM)
        lost = [words for words, _ in heard(game) if "loses track" in words]
        assert bool(lost) == (left != 5)


# ---------------------------------------------------------------- coming in


def test_who_finds_no_way_in_beside_the_party_comes_to_the_nearest_free_square():
    rows = ("###############", "#A#.....#.....#", "###############")
    game = table("Ann", "Bob", rows=tuple(row.replace("A", ".") for row in rows))
    placed(game, 0, 1, 1)
    game.player(1).ending = "left"
    assert squares.nearest(game, game.state.sil.level.at(1, 1)) is None
    assert game.state.sil.level.place(entry._way_in(game)) == (1, 3)
    foe(game, "Wolf", 1, 3)
    assert game.state.sil.level.place(entry._way_in(game)) == (1, 4)


# ---------------------------------------------------------------- autocomplete and keepsakes


def test_autocomplete_offers_all_of_a_kind(evening):
    evening.say("spawn wolf at J5 alert; rename wolf Grim; keepmap hall; keepgroup pack")
    evening.say("macro hush set all stun 0")
    evening.say("table sky Rain | Fog")

    def found(verb: str, option: str) -> list[str]:
        return list(RULES.completions(evening.state, GM, verb, option))

    assert found("hurt", "who") == found("measure", "one") == ["ann", "bob", "grim-1"]
    assert found("cure", "hero") == ["ann", "bob", "all"]
    artefacts = [each.name.lower() for each in evening.game.data.artefacts.values()]
    assert set(artefacts) <= set(found("award", "item"))
    assert "wooden torch" in found("award", "item")
    assert found("spawn", "what")[0].endswith(" near party")
    assert found("alertness", "state") == ["asleep", "unwary", "alert"]
    assert "poison" in found("afflict", "state")
    assert "standing-stone" in found("room", "vault")
    for verb, option, kept in (
        ("use-macro", "name", "hush"),
        ("macro", "name", "hush"),
        ("usemap", "name", "hall"),
        ("putgroup", "name", "pack"),
        ("table", "name", "sky"),
        ("rolltable", "name", "sky"),
    ):
        assert found(verb, option) == [kept], verb
    assert found("tell", "text") == []


def test_those_in_sight_are_offered_before_others():
    game = table("Ann", rows=ROOMS)
    placed(game, 0, 2, 3)
    hidden, seen = foe(game, "Wolf", 1, 14), foe(game, "Orc scout", 2, 5)
    order = completions(game, "hurt", "who")
    assert order == ["ann", game.handle(f"c{seen.slot}"), game.handle(f"c{hidden.slot}")]


def test_recaps_of_the_last_twenty_sessions_are_kept(evening):
    evening.state.sessions = [PastSession(n) for n in range(1, posts.MOST_SESSIONS + 1)]
    evening.state.session = posts.MOST_SESSIONS + 1
    evening.say("finish")
    numbers = [each.number for each in evening.state.sessions]
    assert numbers == list(range(2, posts.MOST_SESSIONS + 2))
