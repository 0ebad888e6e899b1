"""Five people decide together what one hero does."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from tests.journeys.parts import Bot, Hall, buttons, parts, pictures, said, text

FIVE = ("Beren", "Luthien", "Finrod", "Curufin", "Thingol")


def vote(hall: Hall, people: tuple[str, ...] = FIVE, **settings: str) -> None:
    """A vote game of the toy that has begun."""
    hall.slash(people[0], "game new", ruleset="toy")
    hall.card(1)
    for name, value in {"mode": "vote", **settings}.items():
        assert "is now" in said(hall.slash(people[0], "game settings", name=name, value=value))
    for person in people[1:]:
        assert said(hall.slash(person, "game join")).startswith("You are in.")
    hall.slash(people[0], "game begin")
    hall.card(2)


def test_buttons_propose_and_letters_vote(hall: Hall):
    vote(hall)
    card = hall.card(2)
    assert "propose a move" in text(card)
    assert "More than half" in text(card) or "more than half" in text(card)
    assert "You voted **A ● " in said(hall.press("Beren", "E", card))
    hall.client.until(lambda: "(1)" in str(buttons(hall.card(2))))
    print(buttons(hall.card(2)))
    print(text(hall.card(2)))
