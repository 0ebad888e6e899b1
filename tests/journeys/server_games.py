"""Games of servers that bots share: what people do next in each, how it was answered, and whether
the log has it. One for each way to play: alone, by vote, by plans, in an encounter of Sil-G."""

from __future__ import annotations

import contextlib
import re
from typing import Any, ClassVar

from cogs.interactions import DEFER_AFTER
from table.store.faults import UNREACHABLE
from table.store.lease import ELSEWHERE
from tests.journeys.parts import Bot, Hall, buttons, card_number, said, text
from tests.journeys.together import gather, log_and_card

RESTARTS = "is about to restart"  # the answer of a bot that was just told to stop
MASTER, PEOPLE = "Thingol", ("Beren", "Luthien")
LATE = 30  # seconds for which a late answer is waited for
TURN = re.compile(r"### .* turn (\d+)")
LEVEL = "/".join(["#" * 12, *["#" + "." * 10 + "#"] * 3, "#" * 12])


class ServerGame:
    """The game of a server, in a hall of its own, and how many things were done in it: moves of one
    who plays alone."""

    ENTRIES: ClassVar = (1,)  # of the log that each thing done brings, over and over

    def __init__(self, hall: Hall, bot: Bot) -> None:
        self.hall, self._bot = hall, bot
        self.done = 0
        self.told = ""  # by the last answer: how, when and what
        hall.client.until(self.is_answered)  # its shard may be the last of several to connect
        self._begin()
        self._first, _ = log_and_card(hall, bot)

    def _begin(self) -> None:
        self.hall.begin(people=PEOPLE[:1])

    def _act(self, card: int) -> dict[str, Any]:
        """Do the next thing; return the answer. `card`: the number of the newest."""
        return self.hall.press(PEOPLE[0], self._way(self.done), self.hall.card(card))

    def _do(self, person: str, line: str) -> dict[str, Any]:
        return self.hall.slash(person, "do", action=line)

    def _turn(self) -> int | None:
        """Return the turn that the card tells, if it does."""
        return self.done

    @staticmethod
    def _is_told(messages: list[dict[str, Any]], number: int) -> bool:
        """Return whether the card that a press is answered with, a newer one, is among these."""
        return any(buttons(message) and card_number(message) > number for message in messages)

    @staticmethod
    def _way(turn: int) -> str:
        """Return which way a character of the guessing game goes: to and fro in their corner."""
        return ("EW", "WE")[turn % 2][turn // 2 % 2]

    def press(self) -> str:
        """Do the next thing; return how it was answered: "done", "refused", "late" by nothing yet
        but that it takes longer, or "" by nobody, or that the database cannot be reached."""
        _, number = log_and_card(self.hall, self._bot)
        answer = self._act(number)
        told = "\n".join(map(text, answer["messages"]))
        self.told = f"{answer['answered']} in {answer['in_ms']} ms: “{told}”"
        if any(sentence in told for sentence in (RESTARTS, ELSEWHERE)):
            return "refused"
        if answer["answered"] is None or UNREACHABLE in told:
            return ""  # whether a commit arrived that was under way cannot be known
        is_late = answer["in_ms"] > 900 * DEFER_AFTER  # and so was put off, with nothing done yet
        is_told = answer["answered"] != "pending" and self._is_told(answer["messages"], number)
        return "late" if is_late and not is_told else "done"

    def settle(self, answer: str) -> None:
        """Look whether a press did what its answer says, and one card can be pressed: the newest,
        which shows the game as it stands."""
        if answer == "late":  # it is done unless the bot ends before
            with contextlib.suppress(TimeoutError):
                whole = self._entries(self.done + 1)
                self.hall.client.until(lambda: self._written() >= whole, LATE)
        may = {"done": (1,), "refused": (0,)}.get(answer, (0, 1))
        written = self._written()
        more = [more for more in may if written == self._entries(self.done + more)]
        before = self._entries(self.done)
        what = f"{answer or 'unknown'}: {written - before} entries after {self.done} things"
        assert more, f"{what}, answered {self.told}"
        self.done += more[0]
        self.hall.client.until(self._is_right)

    def settle_after(self, answer: str) -> None:
        """The same, while the bot may still be at it."""
        least = self._entries(self.done + (answer == "done"))
        self.hall.client.until(lambda: self._written() >= least)
        self.settle(answer)

    def check_cards(self) -> None:
        """Look whether each turn has one card, whoever posted it."""
        told = [TURN.match(text(message)) for message in self.hall.public()]
        turns = [int(found[1]) for found in told if found]
        assert turns == sorted(set(turns)), turns
        assert self._turn() is None or turns[-1] == self._turn()

    def is_answered(self) -> bool:
        """Return whether a bot answers in the server."""
        return bool(self.hall.client.slash(PEOPLE[0], self.hall.name, "help")["answered"])

    def _entries(self, done: int) -> int:
        """Return how many entries of the log so many things bring."""
        rounds, more = divmod(done, len(self.ENTRIES))
        return rounds * sum(self.ENTRIES) + sum(self.ENTRIES[:more])

    def _written(self) -> int:
        """Return how many entries of the log have come since the game began."""
        return log_and_card(self.hall, self._bot)[0] - self._first

    def _is_right(self) -> bool:
        live, turn = self.hall.live(), self._turn()
        return (
            len(live) == 1
            and card_number(live[0]) == log_and_card(self.hall, self._bot)[1]
            and (turn is None or f"turn {turn}" in text(live[0]))
        )


class CommandGame(ServerGame):
    """A game of people who write commands, each with an answer of its own."""

    @staticmethod
    def _is_told(messages: list[dict[str, Any]], number: int) -> bool:
        return True


class PlannedGame(CommandGame):
    """A game of one who lets characters wander by a plan of several turns."""

    def _begin(self) -> None:
        self.hall.begin("wandering", PEOPLE[:1])

    def _act(self, card: int) -> dict[str, Any]:
        return self._do(PEOPLE[0], "wander")


class VotedGame(CommandGame):
    """A game of two people, whose second vote for a step decides."""

    ENTRIES = (1, 3)  # a vote; a vote, what was decided, the step

    def _begin(self) -> None:
        gather(self.hall, PEOPLE, mode="vote")

    def _act(self, card: int) -> dict[str, Any]:
        return self._do(PEOPLE[self.done % 2], f"step {self._way(self.done // 2).lower()}")

    def _turn(self) -> int:
        return self.done // 2


class EncounterGame(CommandGame):
    """An encounter of Sil-G: the clock runs, and each of two heroes declares in secret. The Game
    Master stops the clock and starts it again before it stops by itself, where no enemy is seen for
    a minute: thirty declarations of each."""

    STRETCH = 50  # things done, of which two are those of the Game Master

    def _begin(self) -> None:
        gather(self.hall, (MASTER, *PEOPLE), ruleset="silg")
        for person in PEOPLE:
            self._do(person, "quick")
        for line in (f"draw {LEVEL}", "start C3", "begin", "clock start"):
            told = said(self._do(MASTER, line))
        assert "The clock starts" in told

    def _act(self, card: int) -> dict[str, Any]:
        if (left := self.STRETCH - 1 - self.done % self.STRETCH) < 2:
            return self._do(MASTER, ("clock start", "clock stop")[left])
        return self._do(PEOPLE[self.done % 2], "wait")

    def _turn(self) -> None:
        return None


KINDS = (ServerGame, VotedGame, PlannedGame, EncounterGame)  # by turns in all servers
