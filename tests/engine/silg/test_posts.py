"""Posts of what happened: moments of the clock, narrations, a session's recap."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from engine.contract.action import GM, Event, audible
from engine.contract.uploads import write_upload
from engine.silg.clock import encounter_clock
from engine.silg.event_kinds import PASSING
from engine.silg.posts import MOST_LINES
from tests.engine.silg.stage import RULES, Evening, foe, skills, table
from tests.rolled import dice_for
from tests.webp import webp


def act(state, line: str, seat: int = GM) -> tuple[Event, ...]:
    dice = dice_for(RULES.dump(state))
    return tuple(RULES.apply(state, seat, RULES.parse(line, state, seat), dice))


def told(events: tuple[Event, ...]) -> list[str]:
    """Return what posts for all tell, their accounts too."""
    return [
        str(words)
        for event in events
        if event.post and event.audience is None and event.kind != "recap"
        for line in event.post.lines
        for words in line
        if str(words)
    ]


class Told(NamedTuple):
    """An action of a fight: its events, and what people can read after it."""

    events: tuple[Event, ...]
    waiting: tuple[str, ...]  # what the next post will tell
    card: frozenset[str]
    master: frozenset[str]
    over: bool


@cache
def fight(rounds: int = 8) -> tuple[Told, ...]:
    """Return a fight of three heroes against orcs, action by action."""
    game = table("Ann", "Bob", "Cid")
    for seat in game.heroes:
        skills(game, seat, evasion=4, melee=5)
        game.hero(seat).health = 20
    for x in (3, 5, 7):
        foe(game, "Orc soldier", 3, x)
    encounter_clock.start(game)
    state, steps = game.state, []
    for _ in range(rounds):
        for seat in RULES.turn(state).waiting:
            if seat != GM and seat in RULES.turn(state).waiting:
                advice = RULES.advise(state, seat)
                assert advice is not None
                events = act(state, str(advice.action), seat)
                card, master = (
                    frozenset(map(str, RULES.view(state, each).lines)) for each in (None, GM)
                )
                waiting = tuple(str(words) for words, _ in state.moment)
                steps.append(Told(events, waiting, card, master, state.stage == "over"))
    return tuple(steps)


def test_all_that_everybody_heard_of_a_moment_stands_in_one_post():
    heard, number = [], 0
    for step in fight():
        public = [e for e in step.events if e.audience is None and e.kind not in PASSING]
        heard += [str(event.text) for event in public]
        number += len(public)
        posted = [line for line in told(step.events) if line in heard]
        if posted:
            assert posted == heard[-MOST_LINES:]
            heard = []
    assert number > 10
    assert heard == [*fight()[-1].waiting]


def test_a_post_tells_the_rolls_and_below_it_who_is_due_when():
    posts = [
        event.post
        for step in fight()
        for event in step.events
        if event.kind == "moment" and event.post and not step.over
    ]
    lines = [(str(words), str(account)) for post in posts for words, account in post.lines]
    assert any("hits" in words and "against" in account for words, account in lines)
    assert all(str(post.title).startswith("On the clock: ") for post in posts)
    assert any(" now" in str(post.below) for post in posts)


def test_no_post_tells_what_not_everybody_heard():
    for step in fight():
        public = audible(step.events, ())
        known = {str(event.text) for event in public} | {str(event.detail) for event in public}
        hidden = {str(e.text) for e in step.events if e.audience is not None} - known
        assert not hidden & set(told(step.events))


def test_the_card_holds_only_what_is_now():
    moments = [step for step in fight() if told(step.events)]
    assert len(moments) > 3
    for step in moments:
        assert not step.card & set(told(step.events))
    # A Game Master's card has the newest lines of all: a moment's own, unless more came after it.
    assert sum(bool(step.master & set(told(step.events))) for step in moments) > len(moments) / 2


def test_a_narration_is_a_post_of_its_own_with_its_picture():
    game = Evening("Ann", "Bob")
    picture = write_upload(webp(b"A"))
    [event] = [e for e in act(game.state, f"scene {picture} A gate; it opens.") if e.post]
    assert event.post is not None
    assert told((event,)) == ["A gate; it opens."]
    shown = RULES.view(game.state, None).handouts
    assert [each.name for each in shown] == [event.post.picture]


def test_the_end_of_a_session_posts_its_recap_and_the_next_begins_anew():
    game = Evening("Ann", "Bob")
    for seat in (0, 1):
        game.say("quick", seat)
    game.say("level 50")
    game.say("begin")
    game.say("tell A cold wind blows.")
    game.say("handout all The king's letter")
    [recap] = [e.post for e in act(game.state, "finish") if e.kind == "recap"]
    assert recap is not None
    assert str(recap.title) == "Session 1: what happened"
    lines = [str(words) for words, _ in recap.lines]
    assert "A cold wind blows." in lines
    assert "Handout: The king's letter" in lines
    game.say("tell The second evening.")
    [second] = [e.post for e in act(game.state, "finish") if e.kind == "recap"]
    assert second is not None
    assert [str(words) for words, _ in second.lines] == ["The second evening."]
    assert [each.number for each in game.state.sessions] == [1, 2]
