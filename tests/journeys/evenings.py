"""Groups who play by vote, by the buttons that the cards advise."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.journeys.parts import Hall, Message, buttons, card_number, parts, take, text
from tests.journeys.together import gather
from tests.sandbox_process import SandboxError

GREEN, RED = 3, 4  # styles of buttons
TRIES = 20  # of a press that gets no answer


@dataclass
class PlayedEvening:
    """The level to which a group came, and the cards and votes that it took."""

    level: int = 0
    cards: int = 0
    votes: int = 0


def advised(card: Message) -> str:
    """Return the first green button of a card, else the first red one, which is a blow, or the
    first line of its menu where it asks a question by one; "" where there is none of them."""
    pressed = [part for part in parts(card) if part["type"] == 2 and not part.get("disabled")]
    labels = [
        part["label"] for colour in (GREEN, RED) for part in pressed if part["style"] == colour
    ]
    menus = [part["options"] for part in parts(card) if part["type"] == 3]
    return next(iter((*labels, *(menu[0]["label"] for menu in menus))), "")


def delve_level(card: Message) -> int:
    """Return the level of Delve that a card tells of; 0 where it tells of none."""
    found = re.search(r"\bLevel (\d+), ", text(card))
    return int(found[1]) if found else 0


def sil_level(card: Message) -> int:
    """Return the level of Sil that a card tells of by its depth in feet; 0 where it tells of
    none."""
    found = re.search(r" · (\d+) ft · turn ", text(card))
    return int(found[1]) // 50 if found else 0


def play_by_vote(
    hall: Hall,
    people: Sequence[str],
    ruleset: str,
    level_of: Callable[[Message], int],
    levels: int,
    most: int,
) -> PlayedEvening:
    """Play a game until its hero comes to a level or dies, or for so many cards at most. Everybody
    proposes in turn, and the next ones agree until more than half have."""
    gather(hall, tuple(people), ruleset=ruleset, mode="vote")
    evening, card = PlayedEvening(), hall.card(2)
    while evening.level < levels and evening.cards < most:
        label = advised(card)
        assert label, text(card)
        if label == "New game":
            break
        voters = [people[(evening.cards + n) % len(people)] for n in range(len(people) // 2 + 1)]
        agree(hall, voters, card, label)
        evening.cards += 1
        evening.votes += len(voters)
        card = hall.card(card_number(card) + 1)
        evening.level = max(evening.level, level_of(card))
    return evening


def agree(hall: Hall, voters: Sequence[str], card: Message, label: str) -> None:
    """Let people vote for what a button or a menu of a card does, the first of them by it. What got
    no answer in time, as on a busy machine, is pressed again, unless the vote is over."""
    number = card_number(card)
    for person in voters:
        for _ in range(TRIES):
            live = hall.card(number)
            if card_number(live) > number:
                return
            proposed = next((each for each in buttons(live) if each.startswith("A ")), label)
            try:
                answered = take(hall, person, live, proposed)["answered"]
            except SandboxError:  # the card has changed since it was read
                continue
            if answered:
                break
