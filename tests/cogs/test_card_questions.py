"""Ten questions that a reader of alt text and card text can answer, in 30 situations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from cogs.ui import cards, vote_cards
from cogs.ui.card_buttons import CardButtons
from cogs.ui.cards import Card, CardPicture
from engine.contract.view import Outcome, Turn, View
from engine.sil.creatures import creature_names
from engine.sil.effects import injury
from engine.sil.game.context import SilContext
from engine.sil.game.state import Slot
from engine.sil.level import terrain
from engine.sil.ruleset import SilQ
from table.state import Deadline
from table.voting.poll import Poll, PollProposal
from tests.cogs import samples
from tests.cogs.test_cards import parts, words
from tests.engine.sil.arena import look
from tests.engine.sil.autoplay.situations import (
    CORRIDOR,
    HALL,
    ORC,
    SITUATIONS,
    STAIRS,
    RecordedSituation,
)
from tests.engine.sil.stage import foe, item, wear

SIL = SilQ()
CLOSES = 1_234_567_890


class Shown(NamedTuple):
    """A card, and the game that it shows."""

    game: SilContext
    view: View
    card: Card
    poll: Poll | None = None
    stopped_by: str = ""
    outcome: Outcome | None = None

    @property
    def text(self) -> str:
        """All that a reader without pictures gets."""
        alts = [
            i["description"] for p in parts(self.card.view) if p["type"] == 12 for i in p["items"]
        ]
        return "\n".join([*alts, words(self.card)])


# ---------------------------------------------------------------- situations


def turn(situation: RecordedSituation, action: str = "", stopped_by: str = "") -> Shown:
    """A turn's card, after an action."""
    return _turn(situation.game(), action, stopped_by)


def _turn(game: SilContext, action: str = "", stopped_by: str = "") -> Shown:
    if action:
        SIL.apply(game.state, 0, SIL.parse(action, game.state, 0), game.streams)
    view = SIL.view(game.state, 0)
    due = (Deadline(7, "turn", CLOSES, 5),)
    card = cards.turn_card(samples.status(deadlines=due), 9, view, SIL.legal(game.state, 0), b"png")
    return Shown(game, view, card, stopped_by=stopped_by)


def vote(situation: RecordedSituation, proposals: int, voted: int = 1) -> Shown:
    """A vote's card with so many proposals."""
    game = situation.game()
    view, offers = SIL.view(game.state, 0), SIL.legal(game.state, 0)
    lines = tuple(
        PollProposal("ABCDE"[n], str(o.action), o.label, 5, o.irreversible, n % 2, o.at, o.path)
        for n, o in enumerate(offers[:proposals])
    )
    poll = Poll(None, lines, voted, 3, 5, (6, 7)[: 3 - voted])
    names = {"B": ["Ann"]}
    text = vote_cards.poll_lines(poll, names, CLOSES)
    card = vote_cards.vote_card(
        CardButtons(7, 9),
        view,
        offers,
        text,
        vote_cards.proposal_buttons(7, 9, poll),
        CardPicture(b"png", "t.png", view.alt),
    )
    return Shown(game, view, card, poll)


def surprise() -> Shown:
    """A rest that a wolf breaks off."""
    game = RecordedSituation(health=50).game()
    foe(game, "Wolf", 0, 5, visible=False, alertness=-20)
    return _turn(game, "rest", "a wolf, asleep, 5 east")


def discovery() -> Shown:
    """An exploration that a thing breaks off."""
    game = RecordedSituation(lit=False, known=False).game()
    game.level.floor[game.level.at(4, 12)] = [item("Robe")]
    wear(game, Slot.LIGHT, "Brass Lantern", timeout=3000)
    look(game)
    return _turn(game, "explore", "something better to wear")


def throne_room() -> Shown:
    """The hero creeps past the lord of the deepest hall and his guards."""
    guards = (("Troll guard", -3, -2, -5), ("Troll guard", -3, 2, -5), ("Orc captain", -2, 4, -20))
    lord = ("Morgoth, Lord of Darkness", -3, 0, -5)
    game = RecordedSituation((lord, *guards), creeping=True).game()
    game.level.depth = 20
    return _turn(game)


def end(game: SilContext) -> Shown:
    """The last card of a game."""
    view, outcome = SIL.view(game.state, 0), SIL.outcome(game.state)
    assert outcome is not None
    ended = samples.status("over", outcome=outcome, seed="ab12", turn=Turn(1, ()))
    card = cards.end_card(ended, 9, view, b"png")
    return Shown(game, view, card, outcome=outcome)


def death() -> Shown:
    """A hero whom wolves have slain."""
    game = SITUATIONS["three wolves beside"].game()
    injury.hurt_hero(game, 99, "a wolf")
    return end(game)


def victory() -> Shown:
    """A hero who came home with a Silmaril."""
    game = RecordedSituation().game()
    game.hero.silmarils, game.state.ended = 1, "escaped"
    return end(game)


FIGHTS = ("one wolf beside", "three wolves beside", "three wolves, badly hurt, potion",
          "in a corridor, wolves on both sides", "orcs far and near", "afraid, wolf beside",
          "poisoned, wolf beside", "a wolf far, bow")  # fmt: skip
QUIET = ("a pack asleep", "a dagger underfoot", "two things underfoot", "stairs in sight",
         "on stairs down, hurt", "no light at all", "weak with bread", "blind")  # fmt: skip
FIVE_ORCS = RecordedSituation(
    tuple((ORC, dy, dx) for dy, dx in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1))), health=40
)
SHOWN: dict[str, Callable[[], Shown]] = {
    **{name: (lambda name=name: turn(SITUATIONS[name])) for name in (*FIGHTS, *QUIET)},
    "five orcs": lambda: turn(FIVE_ORCS),
    "a blow was struck": lambda: turn(SITUATIONS["one wolf beside"], "step e"),
    "a rest broken off": surprise,
    "an exploration broken off": discovery,
    "an ambush by night": lambda: turn(
        RecordedSituation(
            ((ORC, 0, 1), (ORC, 0, -1), (ORC, 1, 0)), health=70, lit=False, known=False
        )
    ),
    "a chase": lambda: turn(
        RecordedSituation(
            (("Wolf", 0, -3), ("Wolf", 0, -4), ("Wolf", 0, -5)), rows=CORRIDOR, health=40
        )
    ),
    "an archer before an open door": lambda: turn(
        SITUATIONS["an archer beyond the light, cover at the door"]
    ),
    "the throne room": throne_room,
    "death": death,
    "victory": victory,
    "a vote without proposals yet": lambda: vote(SITUATIONS["one wolf beside"], 0, 0),
    "a vote with three proposals": lambda: vote(FIVE_ORCS, 3),
    "a vote with five proposals": lambda: vote(FIVE_ORCS, 5, 2),
    "a vote near stairs": lambda: vote(RecordedSituation(rows=STAIRS, health=70), 2),
}


# ---------------------------------------------------------------- questions


def how_hurt(shown: Shown) -> list[str]:
    hero = shown.game.hero
    return [f"Health {max(0, hero.health)} of {hero.derived.max_health}"]


def where(shown: Shown) -> list[str]:
    return [f"{50 * shown.game.level.depth} ft"]


def what_is_near(shown: Shown) -> list[str]:
    seen = creature_names.visible(shown.game)
    names = [shown.game.data.monsters[creature_names.appears(shown.game, c)].name for c in seen]
    return [name.lower() for name in names[:6]] or ["no creature"]


def how_far_and_which_way(shown: Shown) -> list[str]:
    hero, seen = shown.game.hero, creature_names.visible(shown.game)
    return [str(max(abs(c.y - hero.y), abs(c.x - hero.x))) + " " for c in seen[:6]]


def who_sleeps(shown: Shown) -> list[str]:
    asleep = any(c.alertness < -10 for c in creature_names.visible(shown.game))
    return ["asleep"] if asleep else []


def what_lies_here(shown: Shown) -> list[str]:
    board = shown.view.map
    assert board is not None
    return [thing.name for thing in board.items[:6]]


def which_ways_out(shown: Shown) -> list[str]:
    level = shown.game.level
    found = {
        level.feature[i]
        for i in terrain.squares(level, terrain.STAIR)
        if shown.game.knowledge.mark[i]
    }
    return [shown.game.data.terrain[feature].name.strip() for feature in found]


def what_ails_me(shown: Shown) -> list[str]:
    return [c.word for c in shown.view.characters[0].conditions]


def what_stopped_me(shown: Shown) -> list[str]:
    return [f"stopped: {shown.stopped_by}"] if shown.stopped_by else []


def whose_turn_and_until_when(shown: Shown) -> list[str]:
    if shown.outcome is not None:
        return [shown.outcome.title, *shown.outcome.story, "Seed: `ab12`"]
    if shown.poll is None:
        return ["Your move, by", f"<t:{CLOSES}:"]
    poll = shown.poll
    proposals = [proposal.label for proposal in poll.proposals]
    return [f"{poll.voted} of {poll.voters}", f"closes <t:{CLOSES}:", *proposals]


QUESTIONS: tuple[Callable[[Shown], list[str]], ...] = (
    how_hurt, where, what_is_near, how_far_and_which_way, who_sleeps, what_lies_here,
    which_ways_out, what_ails_me, what_stopped_me, whose_turn_and_until_when,
)  # fmt: skip


def test_there_are_ten_questions_and_more_than_24_situations() -> None:
    assert (len(QUESTIONS), len(SHOWN)) == (10, 30)
    assert len(HALL) == 9


@pytest.mark.parametrize("name", SHOWN)
def test_a_reader_without_pictures_can_answer(name: str) -> None:
    shown = SHOWN[name]()
    text = shown.text.lower()
    for question in QUESTIONS:
        for fact in question(shown):
            assert str(fact).lower() in text, f"{question.__name__}: {fact}"
    assert "-1 " not in shown.text
    assert "None" not in shown.text


@pytest.mark.parametrize("name", SHOWN)
def test_no_two_buttons_of_a_card_are_alike(name: str) -> None:
    labels: list[Any] = [p["label"] for p in parts(SHOWN[name]().card.view) if p["type"] == 2]
    assert len(labels) == len(set(labels))


def test_ones_own_blow_is_read_first() -> None:
    shown = SHOWN["a blow was struck"]()
    assert str(shown.view.lines[0]).startswith("You ")
