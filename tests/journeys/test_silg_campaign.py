"""Two evenings of a Sil-G campaign, played by five people; afterwards ten questions are answered
from what stands in the channel for everybody."""

from __future__ import annotations

import base64
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.journeys.parts import Bot, Hall, buttons, parts, said, text
from tests.journeys.test_silg import MASTER, PLAYERS, do, fetched, gather
from tests.journeys.together import private

ABSENT, SECOND_MASTER, FALLEN = "Luthien", "Finrod", "Curufin"
MOMENTS = 10  # of each half of the fight
SECRETS = ("zqxjring", "zqxjlever", "zqxjgold")  # whispers, notes, a handout for one
QUESTIONS = {
    "Who hit Beren first, and for how much?": r"(\w[\w ]*) hits Beren for (\d+)\.",
    "Whom did Beren attack first, and did he hit?": r"Beren (hits|misses) ([\w ]+)",
    "Who fell, and to what?": r"(\w+) is slain by ([\w ]+)\.",
    "Who joined the party again?": r"(\w+) joins the party\.",
    "What came into view first?": r"(An? [\w ]+) comes into view\.",
    "What was Beren given?": r"Beren is given: ([\w ]+)\.",
    "How did Luthien's perception fare?": r"Luthien, Perception: rolls ([^.]*)\.",
    "What did the Game Master tell of the wind?": r"(A cold wind[\w ]*)\.",
    "Who told of the hall's end, and what?": r"(The hall falls silent[\w ]*)\.",
    "How did the first session end?": r"Session (\d+) ended|(The session ends here)",
}


class Campaign:
    """A table whose strokes are counted, with all that anybody was told of them."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.master = MASTER
        self.strokes = Counter[str]()
        self.told: list[str] = []

    def do(self, person: str, line: str) -> str:
        """Type a line."""
        self.strokes[person] += 1
        answer = do(self.hall, person, line)
        self.told.append(answer)
        return answer

    def waiting(self) -> list[str]:
        """Return whom the table waits for."""
        status = said(self.hall.slash(self.master, "game status"))
        names = (*PLAYERS, "the Game Master")
        line = next((each for each in status.splitlines() if "to move" in each), "")
        return [name for name in names if name in line]

    def moment(self, *, absent: str = "") -> None:
        """Let all who are due declare: they fight on where they can; then the monsters."""
        for person in self.waiting():
            if person in PLAYERS and person != absent:
                self.declare(person)
        while "the Game Master" in self.waiting():
            self.do(self.master, "next")
        if absent and absent in self.waiting():
            self.do(self.master, "next")

    def minutes(self, count: int, words: str) -> None:
        """Let minutes pass, in each of which all say something."""
        for _ in range(count):
            for person in PLAYERS:
                self.do(person, f"say {words}")
                self.do(person, "ready")
            self.do(self.master, "minute")

    def declare(self, person: str) -> None:
        found = self.hall.client.autocomplete(person, self.hall.name, "do", "action", action="")
        lines = [each["value"] for each in found["choices"]]
        fights = [line for line in lines if line.startswith("fight")]
        attacks = [line for each, line in zip(found["choices"], lines, strict=True)
                   if each["name"].startswith("Attack")]  # fmt: skip
        self.do(person, next(iter([*attacks, *fights]), "wait"))

    def moves_to(self, hall: Hall) -> None:
        """Take the game to another channel by a file."""
        self.hall.slash(self.master, "game export")
        [kept] = self.hall.client.until(
            lambda: [
                each
                for message in self.hall.messages(self.master)
                for each in message["attachments"]
                if "leithian" in each["url"]
            ]
        )
        data = base64.b64encode(fetched(kept["url"])).decode()
        parcel = {"filename": kept["filename"], "base64": data}
        hall.slash(self.master, "game import", file=parcel)
        hall.card()
        self.hall = hall


def public(hall: Hall) -> str:
    """Return all that stands in a channel for everybody."""
    return "\n".join(map(text, hall.public()))


def in_threads(hall: Hall, person: str) -> str:
    """Return what stands in the private threads of a player."""
    name = f"Sil-G: {person} and the Game Master"
    found = [each["id"] for each in hall.client.world()["channels"] if each["name"] == name]
    return "\n".join(text(m) for thread in found for m in hall.client.messages(person, thread))


def answers(told: str) -> dict[str, tuple[str, ...]]:
    """Return the first answer to each question in a text; no answer: nothing."""
    found = {question: re.search(pattern, told) for question, pattern in QUESTIONS.items()}
    return {question: match.groups() for question, match in found.items() if match}


def prepare(table: Campaign) -> None:
    """Make heroes and a level, and begin: talk, whispers, a roll, gifts, some minutes."""
    for person in PLAYERS:
        table.do(person, "quick")
    rows = "/".join(["#" * 22, *["#" + "." * 20 + "#"] * 8, "#" * 22])
    for line in (f"draw {rows}", "start E6", f"note S3 {SECRETS[1]}", "pin E6 The camp", "begin"):
        table.do(MASTER, line)
    table.do(MASTER, "tell A cold wind blows from the north.")
    table.do("Beren", f"whisper I keep the {SECRETS[0]}.")
    table.do(MASTER, f"handout finrod You see the {SECRETS[2]} under a stone.")
    table.do(MASTER, "ask luthien perception 12")
    table.do("Luthien", "check-roll")
    table.do(MASTER, "award beren longsword")
    table.minutes(2, "We go on.")


def fight(table: Campaign) -> None:
    """Fight monsters that the bot runs, then some that the Game Master runs; one is absent."""
    table.do(MASTER, "spawn 3 orc scout near party alert")
    table.do(MASTER, "clock start")
    sets_figures_by_a_form(table.hall)
    before = Counter(table.strokes)
    for _ in range(MOMENTS):
        table.moment()
        table.do(MASTER, "heal heroes 300")
    players = sum(table.strokes[each] - before[each] for each in PLAYERS)
    print(f"\nstrokes a moment: players {players / MOMENTS / len(PLAYERS):.2f} each")
    master = table.strokes[MASTER] - before[MASTER] - MOMENTS  # but for the healing
    print(f"strokes a moment: Game Master with monsters run by the bot {master / MOMENTS:.2f}")
    table.do(MASTER, "spawn 2 wolf near party alert")
    table.do(MASTER, "run monsters gm")
    before = Counter(table.strokes)
    for _ in range(MOMENTS):
        table.moment(absent=ABSENT)
    strokes = table.strokes[MASTER] - before[MASTER]
    print(f"strokes a moment: Game Master with own monsters {strokes / MOMENTS:.2f}")
    table.do(MASTER, "run monsters bot")
    posts = [told for told in map(text, table.hall.public()) if "On the clock: " in told]
    print(f"lines a moment: {sum(len(told.splitlines()) for told in posts) / len(posts):.1f}")


def hand_over(table: Campaign) -> None:
    """Let somebody fall and come with another hero; a player takes the screen and keeps a hero."""
    table.do(MASTER, f"hurt {FALLEN.lower()} 900")
    table.do(FALLEN, "new-hero")
    table.do(FALLEN, "quick")
    table.hall.slash(MASTER, "seat master", member=SECOND_MASTER)
    table.master = SECOND_MASTER
    switches_between_hero_and_screen(table.hall)
    for line in ("tell The hall falls silent around them.", "dismiss monsters", "clock stop"):
        table.do(SECOND_MASTER, line)
    table.do(SECOND_MASTER, "say I look behind me.")  # their own hero
    table.do(SECOND_MASTER, "finish")


def sets_figures_by_a_form(hall: Hall) -> None:
    """Set a hero's figures; what is refused stands in the form when it is opened again."""
    own = private(hall.press(MASTER, "My view"))
    asked = private(hall.press(MASTER, "Set…", own))
    menu = next(part["custom_id"] for part in parts(asked) if part["type"] == 3)
    form = hall.client.choose(MASTER, asked, menu, ["Beren"])["modal"]
    custom_id = form["custom_id"]
    refused = private(hall.client.submit(MASTER, hall.name, custom_id, {"0": "many"}))
    assert "no number" in text(refused)
    again = hall.press(MASTER, "Change it", refused)["modal"]
    assert "many" in str(again)
    sent = hall.client.submit(MASTER, hall.name, again["custom_id"], {"0": "9", "3": "stun 2"})
    assert "sets Beren's health to 9" in said(sent)
    assert "stun to 2" in said(sent)


def switches_between_hero_and_screen(hall: Hall) -> None:
    """Look at both sides of the table as a Game Master who plays a hero."""
    assert "Game Master: <@" in said(hall.slash("Beren", "game status"))
    own = private(hall.press(SECOND_MASTER, "My view"))
    for label, shown in (("Screen", "behind the screen"), (SECOND_MASTER, f"{SECOND_MASTER} · ")):
        if label in buttons(own):
            hall.press(SECOND_MASTER, label, own)
            own = next(m for m in hall.messages(SECOND_MASTER) if m["id"] == own["id"])
        assert shown in text(own)
        assert label not in buttons(own)


@pytest.mark.soak(part="journeys")
def test_ten_questions_are_answered_by_what_everybody_can_read(
    hall: Hall, halls: Iterator[Hall], bot: Bot
):
    gather(hall, (MASTER, *PLAYERS), ruleset="silg")
    table = Campaign(hall)
    prepare(table)
    fight(table)
    hand_over(table)
    hall.client.until(lambda: "Session 1: what happened" in public(hall))
    evening, there = public(hall), next(halls)
    table.moves_to(there)
    while sum(table.strokes.values()) < 150:
        table.minutes(1, "The second evening begins.")
    assert "Session 2" in table.do(SECOND_MASTER, "finish")
    there.client.until(lambda: "Session 2: what happened" in public(there))

    both = evening + public(there)
    known = answers("\n".join(table.told))
    assert set(known) == set(QUESTIONS)
    assert answers(both) == known
    assert not any(secret in both for secret in SECRETS)
    for person, secret in (("Beren", SECRETS[0]), ("Finrod", SECRETS[2])):
        assert secret in in_threads(hall, person)
    recaps = [each for each in both.splitlines() if "what happened" in each]
    assert recaps == [f"### Session {number}: what happened" for number in (1, 2)]
    assert bot.errors() == []
