"""Five people decide together what one character does."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.journeys.parts import (
    Bot,
    Hall,
    buttons,
    card_number,
    parts,
    picture_name,
    pictures,
    said,
    text,
)
from tests.journeys.together import (
    FIVE,
    cast,
    game_of,
    gather,
    log_of,
    person_id,
    press_first,
    private,
    shows,
    while_down,
)


@pytest.fixture(autouse=True)
def untroubled(bot: Bot):
    yield
    assert bot.errors() == []


def test_buttons_propose_letters_vote_and_the_majority_moves(hall: Hall):
    gather(hall, mode="vote")
    card = hall.card()
    assert "propose an action" in text(card)
    assert f"Most votes win; <@{person_id(hall, 'Beren')}> breaks ties" in text(card)
    for person, way in (("Beren", "E"), ("Luthien", "S")):
        assert said(hall.press(person, way, card)) == ""
    cast(hall, "Finrod", "B")
    hall.client.until(lambda: "B ◆ **Step s** · 2" in text(hall.card()))
    assert {"A ● Step e", "B ◆ Step s"} <= {*buttons(hall.card())}
    told = text(hall.card())
    assert "**Vote**: 3 of 5" in told
    assert "A ● **Step e** · 1 (Beren)" in told
    assert "B ◆ **Step s** · 2 (Luthien, Finrod)" in told
    assert f"<@{person_id(hall, 'Curufin')}>" in told
    cast(hall, "Curufin", "B")
    assert "Decided: B ◆ **Step s**" in text(hall.card(3))
    assert "walks s" in text(hall.card(3))
    decided = "Decided: B ◆ **Step s** (A 1, B 3; 4 of 5 took part)"
    hall.client.until(lambda: any(decided in text(m) and not buttons(m) for m in hall.public()))


def test_a_tie_is_explained_on_the_card_that_it_was_on(hall: Hall):
    gather(hall, FIVE[:2], mode="vote")
    leader = person_id(hall, "Beren")
    assert f"- Leader: <@{leader}>" in said(hall.slash("Luthien", "game status"))
    hall.press("Luthien", "S")
    press_first(hall, "Beren", "E")
    told = f"A and B were equal: the vote of <@{leader}> decides, who leads"
    hall.card(3)
    hall.client.until(lambda: any(told in text(m) and not buttons(m) for m in hall.public()))


def test_a_vote_may_be_changed_withdrawn_and_held_back(hall: Hall):
    gather(hall, mode="vote")
    hall.press("Beren", "E")
    hall.press("Luthien", "S")
    slip = private(press_first(hall, "Beren", "My vote"))
    assert "Rules" in buttons(slip)
    slip = private(hall.press("Beren", "Withdraw", slip))
    assert text(slip).startswith("You have not voted.")
    slip = private(hall.press("Beren", next(b for b in buttons(slip) if b.startswith("B ")), slip))
    assert text(slip).startswith("You voted for **B ◆ Step s**.")
    slip = private(hall.press("Beren", "Abstain", slip))
    assert text(slip).startswith("You abstain.")
    assert "You voted for none." in said(hall.slash("Beren", "vote status"))


def test_the_same_by_commands(hall: Hall):
    gather(hall, mode="vote", constitution="approval")
    assert "A ● Step e" in said(hall.slash("Beren", "vote propose", action="step e"))
    assert "B ◆ Step s" in said(hall.slash("Luthien", "do", action="step s"))
    told = said(hall.slash("Finrod", "vote cast", letters="a, b"))
    assert "**A ● Step e**" in told
    assert "**B ◆ Step s**" in told
    assert said(hall.slash("Finrod", "vote withdraw")) == "Your vote is withdrawn."
    choices = hall.client.autocomplete("Finrod", hall.name, "vote propose", "action", action="gu")
    assert choices["choices"][0]["value"].startswith("guess")


def test_approval_buttons_add_and_take_away(hall: Hall):
    gather(hall, mode="vote", constitution="approval")
    hall.press("Beren", "E")
    hall.press("Luthien", "S")
    cast(hall, "Luthien", "A")
    shows(hall, "A ● **Step e** · 2 (Beren, Luthien)")
    cast(hall, "Luthien", "A")
    shows(hall, "A ● **Step e** · 1 (Beren)", "B ◆ **Step s** · 1 (Luthien)")


def test_hidden_counts_are_nowhere_till_the_end(hall: Hall):
    gather(hall, mode="vote", constitution="secret")
    hall.press("Beren", "E")
    hall.press("Luthien", "S")
    cast(hall, "Finrod", "B")
    hall.client.until(lambda: "B ◆ Step s" in buttons(hall.card()))
    shown = text(hall.card()) + said(hall.slash("Curufin", "log", count=20))
    shown += said(hall.slash("Curufin", "vote status"))
    assert " · 2" not in shown
    assert "(Luthien" not in shown
    assert "voted for B" not in shown
    cast(hall, "Curufin", "B")
    assert "(A 1, B 3; 4 of 5 took part)" in text(hall.card(3))


def test_what_cannot_be_undone_needs_more_and_says_so(hall: Hall):
    gather(hall, mode="vote", tie="first")
    for person in ("Beren", "Luthien", "Finrod"):
        hall.slash(person, "do", action="guess EEEE")
    hall.card(3)
    yes = private(hall.press("Beren", "My view"))
    assert {"Yes", "No"} <= set(buttons(yes))
    for person in ("Beren", "Luthien", "Finrod"):
        hall.slash(person, "do", action="yes")
    told = text(hall.client.until(lambda: "(3)" in str(buttons(hall.card())) and hall.card()))
    assert "needs two thirds of the votes because it cannot be undone" in told
    style = {p["label"]: p["style"] for p in parts(hall.card()) if p["type"] == 2}
    assert style["A ● Yes (3)"] == 4
    hall.slash("Curufin", "do", action="yes")
    hall.card(4)


def test_leader_strikes_and_delegates_are_heard(hall: Hall):
    gather(hall, mode="vote", constitution="leader", silence="abstain")
    assert said(hall.slash("Beren", "vote leader", member="Luthien")).endswith("leads now.")
    told = said(hall.slash("Thingol", "vote delegate", member="Finrod", until="3 days"))
    assert "votes for you until <t:" in told
    assert "not in this game" in said(hall.slash("Thingol", "vote delegate", member="Leithian"))
    hall.press("Finrod", "E")
    slip = private(press_first(hall, "Finrod", "My vote"))
    assert "Veto A ●" not in buttons(slip)
    hall.client.until(lambda: "A ● **Step e** · 2" in text(hall.card()))
    refused = said(hall.slash("Beren", "vote veto", letter="A"))
    assert refused == "You have no veto in this game."
    assert said(hall.slash("Luthien", "vote veto", letter="A")) == "You vetoed proposal A."
    hall.client.until(lambda: f"vetoed by <@{person_id(hall, 'Luthien')}>" in text(hall.card()))
    assert "A ● Step e (0)" not in buttons(hall.card())
    assert said(hall.slash("Thingol", "vote delegate")) == "You vote for yourself again."


def test_everyone_pressing_at_once_loses_no_vote(hall: Hall, bot: Bot):
    gather(hall, mode="vote", threshold="all")
    card = hall.card()
    with ThreadPoolExecutor(5) as pool:
        ways = zip(FIVE, ("E", "E", "S", "S", "E"), strict=True)
        told = list(pool.map(lambda each: said(hall.press(*each, card)), ways))
    assert told == [""] * 5
    proposed = [entry["action"] for entry in log_of(hall, bot, "proposed")]
    assert sorted(proposed) == ["step e"] * 3 + ["step s"] * 2
    # All have voted and are not of one mind: a second vote begins, on one card.
    hall.client.until(lambda: len(hall.live()) == 1)


@pytest.mark.soak(part="journeys")
def test_a_deadline_that_passed_while_the_bot_was_down_closes_the_vote(hall: Hall, bot: Bot):
    gather(hall, mode="vote", pace="daily")
    hall.press("Beren", "E")
    hall.press("Luthien", "E")
    assert "closes <t:" in text(hall.card())
    due = f"update deadlines set due = 1 where game = {game_of(hall, bot)} and kind = 'turn'"
    while_down(bot, due)
    assert "Decided: A ● **Step e** (A 2; 2 of 5 took part)" in text(hall.card(3))


@pytest.mark.soak(part="journeys")
def test_after_a_long_absence_deadlines_move_and_it_is_said_once(hall: Hall, bot: Bot):
    gather(hall, mode="vote", pace="daily")
    hall.press("Beren", "E")
    before = bot.rows(
        "select due from deadlines where kind = 'turn' and game = ?", game_of(hall, bot)
    )
    while_down(bot, away=7200.0)

    def notices() -> list[str]:
        return [m["content"] for m in hall.public() if m["content"].startswith("I was away")]

    hall.client.until(notices)
    assert notices() == ["I was away for 2 hours; all deadlines of this game move by as much."]
    [(after,)] = bot.rows(
        "select due from deadlines where kind = 'turn' and game = ?", game_of(hall, bot)
    )
    assert after - before[0][0] == pytest.approx(7200, abs=120)
    while_down(bot)
    assert len(notices()) == 1


def test_the_leader_leaves_in_the_middle_of_a_vote(hall: Hall):
    gather(hall, mode="vote")
    hall.press("Beren", "E")
    hall.press("Luthien", "S")
    hall.press("Finrod", "S")
    assert said(hall.slash("Beren", "game leave")) == "You have left the game."
    hall.client.until(lambda: " of 4; missing" in text(hall.card()))
    told = said(hall.slash("Curufin", "vote status"))
    assert f"<@{person_id(hall, 'Luthien')}> leads." in told
    assert said(hall.press("Beren", "S")).startswith("You are not in this game yet")
    cast(hall, "Curufin", "B")
    assert "Decided: B ◆ **Step s**" in text(hall.card(3))


def test_a_motion_changes_a_setting_by_vote(hall: Hall):
    gather(hall, mode="vote")
    asked = private(hall.slash("Luthien", "game settings", name="pace", value="slow"))
    assert "Only the player who started" in text(asked)
    hall.press("Luthien", "Put it to the vote", asked)
    card = hall.card_with("Yes (1)")
    assert "asks: set “How long a turn may take” to slow?" in text(card)
    assert said(hall.press("Finrod", "No (0)", card)) == ""
    card = hall.card_with("No (1)")
    assert said(hall.press("Finrod", "No (1)", card)) == ""
    hall.card_with("No (0)")
    for person in ("Finrod", "Curufin", "Thingol"):
        press_first(hall, person, "Yes (")
    passed = "Passed: set “How long a turn may take” to slow"
    hall.client.until(lambda: any(passed in text(each) for each in hall.messages("Thingol")))
    assert "Pace: **slow**" in said(hall.slash("Thingol", "game status"))


def test_proposals_are_drawn_and_the_picture_is_a_new_one_each_time(hall: Hall):
    gather(hall, mode="vote")
    names = {picture_name(hall.card())}
    hall.press("Beren", "E")
    hall.client.until(lambda: "A ● Step e (1)" in buttons(hall.card()))
    names.add(picture_name(hall.card()))
    assert len(names) == 2
    assert len(pictures(hall.card())) == 1
    assert card_number(hall.card()) == 2


def test_bad_votes_are_refused_in_a_sentence(hall: Hall):
    gather(hall, mode="vote")
    for command, options, told in (
        ("vote cast", {"letters": "A"}, "There is nothing to vote on now."),
        ("vote cast", {"letters": "A*"}, "Proposals have the letters A to E, not \\*."),
        ("vote withdraw", {}, "There is nothing to vote on now."),
        ("vote propose", {"action": "fly away"}, ""),
        ("vote propose", {"action": "x" * 500}, "That is too long for an action."),
        ("vote move", {"what": "dance"}, "You can ask for"),
        ("vote move", {"what": "undo 7"}, "There are 0 moves to undo."),
        ("vote delegate", {"member": "Luthien", "until": "soon"}, "Write how long"),
        ("vote delegate", {"member": "Beren"}, "You vote for yourself already."),
    ):
        answer = said(hall.slash("Beren", command, **options))
        assert answer.startswith(told)
        assert answer.count("\n") == 0
        assert answer
