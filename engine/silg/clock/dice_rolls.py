"""Rolls outside of combat: dice in notation, checks of a skill with their difficulty, and those
that stand for every minute (rules: silg 3, 4)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from msgspec.structs import replace

from engine.common import notation
from engine.contract.action import GM, Audience, InvalidAction, Roll
from engine.contract.dice import Stream
from engine.contract.texts import Name, Text, Value, listed, typed
from engine.sil.game.state import Skill
from engine.sil.hero import purchases
from engine.silg.context import SilGContext
from engine.silg.wording import text

Openness = Literal["open", "secret", "blind"]
BIG_DICE = (Skill.MELEE, Skill.ARCHERY, Skill.EVASION)  # rolled with d20s on both sides


class Check(NamedTuple):
    """A skill check as it fell."""

    hero: Name
    number: Skill
    skill: int
    die: int
    difficulty: int
    against: int

    @property
    def margin(self) -> int:
        """Return by how much the check was won; 0 and less: it was lost."""
        return self.skill + self.die - self.difficulty - self.against

    def in_full(self) -> Text:
        """Return the check with its difficulty."""
        facts: dict[str, Value] = {
            "hero": self.hero,
            "skill": SKILL_NAMES[self.number],
            "score": self.skill,
            "die": self.die,
            "total": self.skill + self.die,
            "difficulty": self.difficulty,
            "other": self.against,
            "against": self.difficulty + self.against,
        }
        return Text(_IN_FULL[self.margin > 0], facts)

    def without_difficulty(self) -> Text:
        """Return the check as others see it: roll and result."""
        facts: dict[str, Value] = {
            "hero": self.hero,
            "skill": SKILL_NAMES[self.number],
            "total": self.skill + self.die,
        }
        return Text(_IN_SHORT[self.margin > 0], facts)


_IN_FULL = {
    True: "{hero}, {skill}: {score} + {die} = {total} against {difficulty} + {other} = {against}: "
    "succeeds.",
    False: "{hero}, {skill}: {score} + {die} = {total} against {difficulty} + {other} = {against}: "
    "fails.",
}
_IN_SHORT = {
    True: "{hero}, {skill}: rolls {total} and succeeds.",
    False: "{hero}, {skill}: rolls {total} and fails.",
}
SKILL_NAMES: dict[int, Text] = {skill: Text(skill.name.title()) for skill in Skill}


def sides(skill: int) -> int:
    """Return the sides of the dice of a skill's checks: d20s for the first three."""
    return 20 if skill in BIG_DICE else 10


def read_skill(word: str) -> int:
    """Return a skill by its name. Raises InvalidAction."""
    found = [s for name, s in purchases.SKILL_WORDS.items() if name.startswith(word.lower())]
    if not word or len(found) != 1:
        raise InvalidAction(
            text(
                "“{word}” is no skill: {skills}.",
                word=word,
                skills=listed(map(typed, purchases.SKILL_WORDS)),
            )
        )
    return found[0]


def check(
    game: SilGContext, seat: int, skill: int, difficulty: int, how: Openness = "open"
) -> Check:
    """Roll a hero's skill check; it succeeds only by more than the difficulty's total."""
    hero = game.hero(seat)
    dice = game.streams.play if how == "open" else game.streams.hidden
    die, against = dice.die(sides(skill)), dice.die(sides(skill))
    return Check(
        hero=game.hero_name(seat),
        number=Skill(skill),
        skill=hero.derived.skills[skill],
        die=die,
        difficulty=difficulty,
        against=against,
    )


def tell_check(game: SilGContext, seat: int, done: Check, how: Openness) -> None:
    """Tell of a check: openly with the difficulty for the Game Master alone, or only to the Game
    Master (secret: of their own; blind: made for somebody who does not learn of it)."""
    if how != "open":
        game.tell(done.in_full(), (GM,), "roll")
        return
    rolls = (Roll(SKILL_NAMES[done.number], sides(done.number), (done.die,)),)
    game.tell(done.without_difficulty(), None, "roll", rolls=rolls)
    game.tell(done.in_full(), (GM,), "roll")
    del seat


def roll_dice(written: str, dice: Stream) -> Text:
    """Roll dice in notation; "1d20+5 vs 1d20+8" compares two. Raises InvalidAction."""
    try:
        if " vs " in written:
            ours, theirs = (notation.roll(part, dice) for part in written.split(" vs ", 1))
            return text(
                _COMPARED[ours.total > theirs.total],
                ours=ours.detail,
                total=ours.total,
                theirs=theirs.detail,
                against=theirs.total,
            )
        rolled = notation.roll(written, dice)
    except notation.NotationError as error:
        raise InvalidAction(error.text) from None
    return text("{dice} = {total}.", dice=rolled.detail, total=rolled.total)


_COMPARED = {
    True: "{ours} = {total} against {theirs} = {against}: wins.",
    False: "{ours} = {total} against {theirs} = {against}: does not win.",
}


def tell_roll(game: SilGContext, told: Text, written: str, audience: Audience) -> None:
    """Roll dice and tell an audience; `told`: a text for the facts dice and result. Raises
    InvalidAction."""
    stream = game.streams.hidden if audience == (GM,) else game.streams.play
    result = roll_dice(written, stream)
    facts = {**told.facts, "dice": typed(written), "result": result}
    game.tell(replace(told, facts=facts), audience, "roll")


def roll_all(game: SilGContext) -> None:
    """Make the Game Master's standing rolls: each minute, for their eyes alone."""
    for name, dice in game.state.desk.standing.items():
        result = roll_dice(dice, game.streams.apart("standing rolls"))
        game.tell_gm(text("{name}: {result}", name=name, result=result), "roll")
