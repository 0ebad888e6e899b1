"""Rolls outside of combat: dice in notation, checks of a skill with their difficulty, and those
that stand for every minute (rules: silg 3, 4)."""

from __future__ import annotations

from typing import Literal

from engine.common import notation
from engine.contract.action import GM, Audience, InvalidAction, Roll
from engine.contract.dice import Stream
from engine.sil.game.state import Skill
from engine.sil.hero import purchases
from engine.silg.session import Session

Openness = Literal["open", "secret", "blind"]
BIG_DICE = (Skill.MELEE, Skill.ARCHERY, Skill.EVASION)  # rolled with d20s on both sides


class Check:
    """A skill check as it fell."""

    def __init__(self, name: str, skill: int, die: int, difficulty: int, against: int) -> None:
        self.name, self.skill, self.die = name, skill, die
        self.difficulty, self.against = difficulty, against

    @property
    def margin(self) -> int:
        """Return by how much the check was won; 0 and less: it was lost."""
        return self.skill + self.die - self.difficulty - self.against

    def in_full(self) -> str:
        """Return the check with its difficulty."""
        won = "succeeds" if self.margin > 0 else "fails"
        return (
            f"{self.name}: {self.skill} + {self.die} = {self.skill + self.die} against "
            f"{self.difficulty} + {self.against} = {self.difficulty + self.against}: {won}."
        )

    def without_difficulty(self) -> str:
        """Return the check as others see it: roll and result."""
        won = "succeeds" if self.margin > 0 else "fails"
        return f"{self.name}: rolls {self.skill + self.die} and {won}."


def sides(skill: int) -> int:
    """Return the sides of the dice of a skill's checks: d20s for the first three."""
    return 20 if skill in BIG_DICE else 10


def read_skill(word: str) -> int:
    """Return a skill by its name. Raises InvalidAction."""
    found = [s for name, s in purchases.SKILL_WORDS.items() if name.startswith(word.lower())]
    if not word or len(found) != 1:
        raise InvalidAction(f"“{word}” is no skill: {', '.join(purchases.SKILL_WORDS)}.")
    return found[0]


def check(
    session: Session, seat: int, skill: int, difficulty: int, how: Openness = "open"
) -> Check:
    """Roll a hero's skill check; it succeeds only by more than the difficulty's total."""
    hero = session.hero(seat)
    dice = session.streams.play if how == "open" else session.streams.hidden
    die, against = dice.die(sides(skill)), dice.die(sides(skill))
    name = f"{session.player(seat).name}, {Skill(skill).name.title()}"
    return Check(name, hero.derived.skills[skill], die, difficulty, against)


def tell_check(session: Session, seat: int, done: Check, how: Openness) -> None:
    """Tell of a check: openly with the difficulty for the Game Master alone, or only to the Game
    Master (secret: of their own; blind: made for somebody who does not learn of it)."""
    if how != "open":
        session.tell(done.in_full(), (GM,), "roll")
        return
    rolls = (Roll(Skill(read_skill(done.name.split(", ")[-1])).name.lower(), 10, (done.die,)),)
    session.tell(done.without_difficulty(), None, "roll", rolls=rolls)
    session.tell(done.in_full(), (GM,), "roll")
    del seat


def roll_dice(text: str, dice: Stream) -> str:
    """Roll dice in notation; "1d20+5 vs 1d20+8" compares two. Raises InvalidAction."""
    try:
        if " vs " in text:
            ours, theirs = (notation.roll(part, dice) for part in text.split(" vs ", 1))
            result = "wins" if ours.total > theirs.total else "does not win"
            return (
                f"{ours.detail} = {ours.total} against {theirs.detail} = {theirs.total}: {result}."
            )
        rolled = notation.roll(text, dice)
    except notation.NotationError as error:
        raise InvalidAction(str(error)) from None
    return f"{rolled.detail} = {rolled.total}."


def tell_roll(session: Session, who: str, text: str, audience: Audience) -> None:
    """Roll dice and tell an audience. Raises InvalidAction."""
    dice = session.streams.hidden if audience == (GM,) else session.streams.play
    session.tell(f"{who} rolls {text}: {roll_dice(text, dice)}", audience, "roll")


def roll_all(session: Session) -> None:
    """Make the Game Master's standing rolls: each minute, for their eyes alone."""
    for name, text in session.state.desk.standing.items():
        session.tell_gm(f"{name}: {roll_dice(text, session.streams.hidden)}", "roll")
