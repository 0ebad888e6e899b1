"""An evening of Sil-G in a channel: a Game Master and four players, by slash commands and lines."""

from __future__ import annotations

import base64
import contextlib
import io
import random
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from PIL import Image

from tests.journeys.parts import (
    Bot,
    Hall,
    Message,
    buttons,
    card_number,
    own_view_label,
    pictures,
    said,
    text,
)
from tests.journeys.together import game_of, gather, log_of, private
from tests.sandbox_process import SandboxError

MASTER, PLAYERS = "Thingol", ("Beren", "Luthien", "Finrod", "Curufin")
PEOPLE = (MASTER, *PLAYERS)
GM_PRESSES = 3  # that a step of the clock may take
SECRET = "zqxjkambush"


@pytest.fixture(autouse=True)
def untroubled(bot: Bot):
    yield
    assert bot.errors() == []


def do(hall: Hall, person: str, line: str) -> str:
    """Type a line; return what the person alone is told."""
    return said(hall.slash(person, "do", action=line))


def shown(hall: Hall, words: str) -> None:
    """Wait until the newest card or a post says something."""
    hall.client.until(lambda: any(words in text(each) for each in hall.public()))


def begun(hall: Hall, bot: Bot, **settings: str) -> None:
    """Begin a session on a drawn map with four quick heroes."""
    gather(hall, PEOPLE, ruleset="silg", **settings)
    for person in PLAYERS:
        do(hall, person, "quick")
    rows = "/".join(["#" * 22, *["#" + "." * 20 + "#"] * 8, "#" * 22])
    assert "You draw a level" in do(hall, MASTER, f"draw {rows}")
    do(hall, MASTER, "start E6")
    assert "The party sets out" in do(hall, MASTER, "begin")
    shown(hall, "minute 0")
    settled(hall, bot)


class Presses:
    """A table that is played by buttons alone, and how often one was pressed."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.count = 0
        self.panels: dict[str, Message] = {}  # of each person

    def open(self, person: str) -> Message:
        """Open somebody's own view from the newest card."""
        self.count += 1
        self.panels[person] = private(self.hall.press(person, own_view_label(self.hall)))
        return self.panels[person]

    def press(self, person: str, label: str) -> Message:
        """Press a button of a person's own view, which shows there what comes of it."""
        self.count += 1
        panel = self.panels[person]
        assert label in buttons(panel), (label, list(buttons(panel)))
        self.hall.press(person, label, panel)
        self.panels[person] = next(m for m in self.hall.messages(person) if m["id"] == panel["id"])
        return self.panels[person]


def test_a_level_monsters_and_heroes_are_ready_in_forty_presses(hall: Hall):
    gather(hall, PEOPLE, ruleset="silg")
    table = Presses(hall)
    for person in PLAYERS:
        table.open(person)
        table.press(person, "Quick start")
    shown(hall, "All heroes are made")
    prepared = table.open(MASTER)
    level = next(label for label in buttons(prepared) if label.startswith("Make a level"))
    table.press(MASTER, level)
    for _ in range(3):
        monster = next(label for label in buttons(table.panels[MASTER]) if " at " in label)
        table.press(MASTER, monster)
    table.press(MASTER, "Begin the session")
    shown(hall, "The party sets out")
    table.open(MASTER)
    table.press(MASTER, "Start the clock")
    shown(hall, "The clock starts")
    for person in PLAYERS:
        due = table.open(person)
        label = next(iter(buttons(due)))
        if label != "More…":
            table.press(person, label)
    before = table.count
    while waits_for_master(hall):
        table.open(MASTER)
        table.press(MASTER, next(iter(buttons(table.panels[MASTER]))))
    assert table.count - before <= 2 * GM_PRESSES  # each is two: My view, and the button
    assert table.count <= 40


def waits_for_master(hall: Hall) -> bool:
    """Return whether the table waits for the Game Master alone."""
    return "(**the Game Master**)" in said(hall.slash(MASTER, "game status"))


def go_on(hall: Hall) -> int:
    """Let the Game Master go on until players are due; return how many lines that took."""
    lines = 0
    while waits_for_master(hall):
        do(hall, MASTER, "next")
        lines += 1
    return lines


def declare(hall: Hall, person: str) -> None:
    """Declare an attack where there is one, else wait."""
    offered = hall.client.autocomplete(person, hall.name, "do", "action", action="")
    attacks = [c["value"] for c in offered["choices"] if c["name"].startswith("Attack")]
    do(hall, person, attacks[0] if attacks else "wait")


def test_a_command_behind_the_screen_leaves_no_card_and_no_line(hall: Hall, bot: Bot):
    begun(hall, bot)
    card, log = card_number(hall.card()), said(hall.slash("Finrod", "log"))
    looked = said(hall.slash("Luthien", "look"))
    for line in (
        f"note S3 {SECRET}",
        f"macro {SECRET} spawn wolf at S3",
        "secret 3d6",
        "standing omens 1d20",
    ):
        assert do(hall, MASTER, line)
    do(hall, "Beren", f"whisper {SECRET}")  # whose turn it is
    do(hall, MASTER, f"note-to beren {SECRET}")
    assert card_number(hall.card()) == card
    assert said(hall.slash("Finrod", "log")) == log
    assert said(hall.slash("Luthien", "look")) == looked
    assert SECRET not in str(hall.public())
    for person in PLAYERS[1:]:
        for command in ("look", "log", "map"):
            assert SECRET not in str(hall.slash(person, command)["messages"])


def threads(hall: Hall) -> dict[str, str]:
    """Return the ids of the private threads of all games, by name."""
    channels = hall.client.world()["channels"]
    return {each["name"]: each["id"] for each in channels if each["name"].startswith("Sil-G: ")}


def seen_by(hall: Hall, person: str, thread: str) -> list[Message]:
    """Return the messages of a thread that a person sees: none before they are in it."""
    with contextlib.suppress(SandboxError):
        return hall.client.messages(person, thread)
    return []


def test_a_whisper_reaches_one_person_in_a_thread_that_is_made_once(hall: Hall, bot: Bot):
    begun(hall, bot)
    card = card_number(hall.card())
    do(hall, MASTER, "note-to luthien The well is deep.")
    do(hall, "Luthien", "whisper I climb down.")
    name = "Sil-G: Luthien and the Game Master"
    hall.client.until(lambda: name in threads(hall))
    there = threads(hall)[name]
    hall.client.until(lambda: len(seen_by(hall, "Luthien", there)) == 2)
    messages = seen_by(hall, "Luthien", there)
    pinged = [[person["username"] for person in each["mentions"]] for each in messages]
    assert pinged == [["Luthien"], [MASTER]]
    told = [text(message) for message in messages]
    assert "The well is deep." in told[0]
    assert "Luthien whispers: I climb down." in told[1]
    assert card_number(hall.card()) == card
    assert not any(word in str(hall.public()) for word in ("The well", "I climb", "in My view"))
    sheet = private(hall.slash("Luthien", "sheet"))
    journal = private(hall.press("Luthien", "Table", sheet))
    assert "The well is deep." in text(journal)
    picture = picture_file((200, 10, 10))
    hall.slash(MASTER, "gm world picture", hero="luthien", image=picture, title="A red key")
    hall.client.until(lambda: len(hall.client.messages("Luthien", there)) == 3)
    shown = hall.client.messages("Luthien", there)[-1]
    assert [person["username"] for person in shown["mentions"]] == ["Luthien"]
    assert len(handouts(hall, shown)) == 1


def picture_file(colour: tuple[int, int, int]) -> dict[str, str]:
    """Return a photograph that says where it was taken."""
    exif = Image.Exif()
    exif[0x010E] = SECRET
    packed = io.BytesIO()
    Image.new("RGB", (300, 200), colour).save(packed, "JPEG", exif=exif)
    return {"filename": f"{SECRET}.jpg", "base64": base64.b64encode(packed.getvalue()).decode()}


def handouts(hall: Hall, message: Message) -> list[tuple[bytes, str]]:
    """Return the handed out pictures of a message: their bytes, and what they show in words."""
    shown = [p for p in pictures(message) if p["media"]["url"].partition("?")[0].endswith(".webp")]
    return [(fetched(p["media"]["url"]), p["description"]) for p in shown]


def fetched(url: str) -> bytes:
    """Return a file that a message shows."""
    with urllib.request.urlopen(url) as answer:
        return bytes(answer.read())


def test_a_map_and_pictures_of_ones_own(hall: Hall, bot: Bot):
    gather(hall, PEOPLE, ruleset="silg")
    for person in PLAYERS:
        do(hall, person, "quick")
    upload = partial(hall.slash, MASTER, "gm prepare map")
    rows = ["#" * 22, *["#" + "." * 20 + "#"] * 8, "#" * 22]
    assert "no symbol" in said(upload(file={"filename": "a.txt", "text": "#..\n.€."}))
    for junk in ("AAECAw==", "gICA"):
        assert said(upload(file={"filename": "a.txt", "base64": junk})).startswith("That ")
    assert "too large" in said(upload(file={"filename": "a.txt", "text": "#" * 20_000}))
    told = said(upload(file={"filename": "a.txt", "text": "\r\n".join(rows)}))
    assert "You draw a level" in told
    assert "(file)" in told
    form = upload()["modal"]
    pasted = {"text": "\n".join(rows[:4] + rows[-1:])}
    sent = hall.client.submit(MASTER, hall.name, form["custom_id"], pasted)
    assert "You draw a level" in said(sent)
    assert said(hall.slash("Beren", "gm prepare map")) == "Only the Game Master can do that."
    assert "The party sets out" in do(hall, MASTER, "begin")
    settled(hall, bot)

    show = partial(hall.slash, MASTER, "gm world picture")
    broken = {"filename": "a.png", "text": "no picture"}
    assert "no picture" in said(show(hero="all", image=broken))
    assert said(show(hero="nobody", image=picture_file((9, 9, 9)))).startswith("There is no hero")
    card = card_number(hall.card())
    show(hero="beren", image=picture_file((200, 10, 10)), title="A red key")
    assert card_number(hall.card()) == card
    own = private(hall.press("Beren", "My view"))
    [(red, words)] = handouts(hall, own)
    assert (words, "A red key" in text(own)) == ("A red key", True)
    for person in ("Luthien", "Finrod"):
        assert handouts(hall, private(hall.press(person, "My view"))) == []
    show(hero="all", image=picture_file((10, 200, 10)), title="A green door")
    shown(hall, "A green door")
    [(green, words)] = [each for post in hall.public() for each in handouts(hall, post)]
    assert words == "A green door"
    assert len(handouts(hall, private(hall.press("Beren", "My view")))) == 2
    assert [each for each, _ in handouts(hall, private(hall.press("Finrod", "My view")))] == [green]
    for image, colour in ((red, (200, 10, 10)), (green, (10, 200, 10))):
        assert SECRET.encode() not in image
        with Image.open(io.BytesIO(image)) as drawn:
            seen = drawn.convert("RGB").getpixel((50, 50))
        assert all(abs(a - b) < 12 for a, b in zip(seen, colour, strict=True))
    assert SECRET not in str(hall.public())

    kept = hall.slash(MASTER, "library", keep="map of now", name="The hall")
    assert "The library has **The hall** now." in said(kept)
    assert said(hall.slash("Beren", "library")) == "Only the Game Master can do that."
    assert "The hall" in said(hall.slash(MASTER, "library"))
    assert "is in this game now" in said(hall.slash(MASTER, "library", use="The hall"))


def settled(hall: Hall, bot: Bot) -> None:
    """Wait until all that the bot owes to a game has been told."""
    owed = "select count(*) from outbox where game = ? and state in ('pending', 'sending')"
    game = game_of(hall, bot)
    hall.client.until(lambda: bot.rows(owed, game) == [(0,)])


def known(hall: Hall, bot: Bot) -> list[str]:
    """Return what people can read of a game once all that is owed has been told: the newest card,
    their own views, logs, sheets."""
    settled(hall, bot)
    told = [text(hall.card())]
    for person in PEOPLE:
        told += [said(hall.slash(person, command)) for command in ("look", "log", "sheet")]
        own = private(hall.press(person, "My view"))
        told += [text(own), *(picture["description"] for picture in pictures(own))]
    return told


class InterruptedEvening:
    """An evening at whose moments the bot may be killed: between two lines, or within one."""

    def __init__(self, hall: Hall, bot: Bot, moments: set[int], chance: random.Random) -> None:
        self.hall = hall
        self.bot = bot
        self.moments = moments
        self.chance = chance
        self.played = 0

    def do(self, person: str, line: str) -> str:
        """Type a line; if it is the time, kill the bot meanwhile or afterwards."""
        self.played += 1
        if self.played not in self.moments:
            return do(self.hall, person, line)
        if self.played % 2:
            told = do(self.hall, person, line)
            before = known(self.hall, self.bot)
            self.bot.kill()
            self.bot.start()
            assert known(self.hall, self.bot) == before
            return told
        return self._interrupted(person, line)

    def _interrupted(self, person: str, line: str) -> str:
        """Kill the bot while it takes a line: that is taken once, or not at all."""
        before = self._entries()
        with ThreadPoolExecutor(1) as pool:
            sent = pool.submit(do, self.hall, person, line)
            time.sleep(self.chance.uniform(0, 0.08))
            self.bot.kill()
            with contextlib.suppress(SandboxError):
                sent.result()
        self.bot.start()
        taken = self._entries() - before
        assert taken in (0, 1)
        return "" if taken else do(self.hall, person, line)

    def _entries(self) -> int:
        return len(log_of(self.hall, self.bot, "acted"))


def goes_on_from_a_file(hall: Hall, there: Hall) -> None:
    """Take a game to another channel by a file, and play the next session's first minute there."""
    hall.slash(MASTER, "game export")
    [kept] = hall.client.until(
        lambda: [
            f for m in hall.messages(MASTER) for f in m["attachments"] if "leithian" in f["url"]
        ]
    )
    parcel = {
        "filename": kept["filename"],
        "base64": base64.b64encode(fetched(kept["url"])).decode(),
    }
    there.slash(MASTER, "game import", file=parcel)
    there.card()
    told = [[said(each.slash(p, "look")) for p in PEOPLE] for each in (hall, there)]
    assert told[0] == told[1]
    for person in PLAYERS[:3]:
        assert "ready for the next minute" in do(there, person, "ready")
    assert do(there, "Curufin", "ready") == "Your hero is out of play."
    assert "A minute passes" in do(there, MASTER, "minute")
    sheet = private(there.slash("Beren", "sheet"))
    chronicle = private(there.press("Beren", "Chronicle", sheet))
    assert "They held the hall." in text(chronicle)
    assert "Session 1 ended" in text(chronicle)


@pytest.mark.parametrize(
    ("steps", "kills"), [(1, 0), pytest.param(40, 10, marks=pytest.mark.soak(part="journeys"))]
)
def test_an_evening_is_played_whole(
    hall: Hall, halls: Iterator[Hall], bot: Bot, steps: int, kills: int
):
    chance = random.Random(steps)
    gather(hall, PEOPLE, ruleset="silg", clock="gm")
    for person in PLAYERS:
        do(hall, person, "quick")
    assert "You make a level" in said(hall.slash(MASTER, "gm prepare level", feet="150"))
    do(hall, MASTER, "begin")
    evening = InterruptedEvening(hall, bot, set(chance.sample(range(1, 5 * steps), kills)), chance)

    # Stealth by minutes, and an ambush.
    evening.do(MASTER, "spawn 2 orc scout near party asleep")
    for person in PLAYERS:
        evening.do(person, "ready")
    do(hall, MASTER, "minute")
    do(hall, MASTER, "reveal S8")
    assert "hidden again" in do(hall, MASTER, "unreveal")
    assert "against" in do(hall, MASTER, "check beren perception 12 secret")
    assert "against 12" not in str(hall.public())
    do(hall, MASTER, "alertness orc-scout alert")
    do(hall, MASTER, "clock start")
    shown(hall, "The clock starts")
    for _ in range(steps):
        for person in PLAYERS:
            declare(hall, person)
        assert go_on(hall) <= GM_PRESSES
        evening.do(MASTER, "heal heroes 300")
        evening.do(chance.choice(PLAYERS), "say We hold.")
        for _ in range(2):
            evening.do(MASTER, "secret 1d20")

    do(hall, MASTER, "hurt curufin 900")
    shown(hall, "Curufin is slain")
    do(hall, MASTER, "clock stop")
    do(hall, MASTER, "experience heroes 300")
    do(hall, MASTER, "chronicle They held the hall.")
    assert "The session ends here" in do(hall, MASTER, "finish")
    shown(hall, "The session ends here")

    goes_on_from_a_file(hall, next(halls))

    # What was played is what the dice of the seed give, killed or not.
    do(hall, MASTER, "end left")
    shown(hall, "Seed:")
    hall.slash("Beren", "dice")
    hall.client.until(lambda: any("✓ The log replays" in text(m) for m in hall.messages()))
