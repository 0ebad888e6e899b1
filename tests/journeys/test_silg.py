"""An evening of Sil-G in a channel: a Game Master and four players, by slash commands and lines."""

from __future__ import annotations

import base64
import io
import random
import urllib.request
from functools import partial

import pytest
from PIL import Image

from tests.journeys.parts import Bot, Hall, Message, buttons, card_number, pictures, said, text
from tests.journeys.together import gather, private

RESPONSE_SECONDS = 20  # a level is made while the machine does much else
MASTER, PLAYERS = "Thingol", ("Beren", "Luthien", "Finrod", "Curufin")
SECRET = "zqxjkambush"


@pytest.fixture(autouse=True)
def untroubled(bot: Bot):
    yield
    assert bot.errors() == []


def do(hall: Hall, person: str, line: str) -> str:
    """Type a line; return what the person alone is told."""
    return said(hall.slash(person, "do", action=line))


def shown(hall: Hall, words: str) -> None:
    """Wait until the newest card says something."""
    hall.client.until(lambda: words in text(hall.card()))


def begun(hall: Hall, **settings: str) -> None:
    """Begin a session on a drawn map with four quick heroes."""
    gather(hall, (MASTER, *PLAYERS), ruleset="silg", **settings)
    for person in PLAYERS:
        do(hall, person, "quick")
    rows = "/".join(["#" * 22, *["#" + "." * 20 + "#"] * 8, "#" * 22])
    assert "You draw a level" in do(hall, MASTER, f"draw {rows}")
    do(hall, MASTER, "start E6")
    assert "The party sets out" in do(hall, MASTER, "begin")
    shown(hall, "minute 0")


def step(hall: Hall, order: str = "wait") -> None:
    """Play one step of the clock: who is due declares, then the Game Master lets it go on."""
    for person in PLAYERS:
        do(hall, person, order)
    do(hall, MASTER, "next")


def test_a_level_monsters_and_heroes_are_ready_in_forty_lines(hall: Hall):
    gather(hall, (MASTER, *PLAYERS), ruleset="silg")
    lines = 0
    for person in PLAYERS:
        assert "is ready" in do(hall, person, "quick")
        lines += 1
    made = hall.slash(MASTER, "gm prepare level", feet="150")
    assert "Begin the session" in buttons(private(hall.press(MASTER, "My view")))
    assert "You make a level at 150 ft" in said(made)
    put = hall.slash(MASTER, "gm monsters spawn", what="3 orc soldier near start alert")
    assert "3 Orc soldier" in said(put)
    hall.press(MASTER, "Begin the session", private(hall.press(MASTER, "My view")))
    shown(hall, "The party sets out")
    hall.press(MASTER, "Start the clock", private(hall.press(MASTER, "My view")))
    lines += 7
    shown(hall, "The clock starts")
    for person in PLAYERS:
        assert "You declare: wait." in do(hall, person, "wait")
        lines += 1
    assert lines <= 40
    assert said(hall.slash(PLAYERS[0], "gm monsters spawn", what="wolf")) != ""


def test_a_stroke_behind_the_screen_leaves_no_card_and_no_line(hall: Hall):
    begun(hall)
    card, log = card_number(hall.card()), said(hall.slash("Beren", "log"))
    looked = said(hall.slash("Luthien", "look"))
    for line in (
        f"note S3 {SECRET}",
        f"macro {SECRET} spawn wolf at S3",
        "secret 3d6",
        "standing omens 1d20",
    ):
        assert do(hall, MASTER, line)
    assert card_number(hall.card()) == card
    assert said(hall.slash("Beren", "log")) == log
    assert said(hall.slash("Luthien", "look")) == looked
    assert SECRET not in str(hall.public())
    for person in PLAYERS:
        for command in ("look", "log", "map"):
            assert SECRET not in str(hall.slash(person, command)["messages"])


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


def test_a_map_and_pictures_of_ones_own(hall: Hall):
    gather(hall, (MASTER, *PLAYERS), ruleset="silg")
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
    [(green, words)] = handouts(hall, hall.card(card + 1))
    assert words == "A green door"
    assert len(handouts(hall, private(hall.press("Beren", "My view")))) == 2
    assert [each for each, _ in handouts(hall, private(hall.press("Finrod", "My view")))] == [green]
    for image, colour in ((red, (200, 10, 10)), (green, (10, 200, 10))):
        assert SECRET.encode() not in image
        with Image.open(io.BytesIO(image)) as drawn:
            seen = drawn.convert("RGB").getpixel((50, 50))
        assert all(abs(a - b) < 12 for a, b in zip(seen, colour, strict=True))
    assert SECRET not in str(hall.public())


@pytest.mark.parametrize(("steps", "kills"), [(2, 1), pytest.param(40, 10, marks=pytest.mark.soak)])
def test_an_evening_is_played_whole(hall: Hall, bot: Bot, steps: int, kills: int):
    chance = random.Random(steps)
    begun(hall)
    moments = sorted(chance.sample(range(1, steps + 5), kills))
    done = 0

    def maybe_kill() -> None:
        nonlocal done
        done += 1
        if done in moments:
            before = said(hall.slash("Beren", "look"))
            bot.kill()
            bot.start()
            bot.until_it_answers()
            assert said(hall.slash("Beren", "look")) == before

    # Stealth by minutes, and an ambush.
    do(hall, MASTER, "spawn 2 orc scout at S3 asleep")
    for person in PLAYERS:
        do(hall, person, "ready")
    assert "minute" in do(hall, MASTER, "minute")
    maybe_kill()
    do(hall, MASTER, "reveal S8")
    do(hall, MASTER, "unreveal")
    assert "against" in do(hall, MASTER, "check beren perception 12 secret")
    assert "against" not in str(hall.public())
    do(hall, MASTER, "alertness orc-scout alert")
    do(hall, MASTER, "clock start")
    shown(hall, "The clock starts")
    for _ in range(steps):
        step(hall)
        maybe_kill()
    do(hall, MASTER, "hurt curufin 500")
    shown(hall, "Curufin is slain")
    maybe_kill()
    do(hall, MASTER, "clock stop")
    do(hall, MASTER, "experience all 300")
    do(hall, MASTER, "chronicle They held the hall.")
    assert "The session ends here" in do(hall, MASTER, "finish")
    maybe_kill()
    hall.slash(MASTER, "game export")
    hall.client.until(lambda: "Here it is" in str(hall.messages(MASTER)))
    shown(hall, "The session ends here")
