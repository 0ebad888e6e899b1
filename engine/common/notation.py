"""Dice notation for rolls outside of a game: `4d6kh3 + 2 [fire] # a note`, `check 8 vs 10`.

    text     = ("check" | "hit")? sum ("vs" sum)? comment?
    sum      = product (("+" | "-") product)*
    product  = unary (("*" | "//" | "/" | "%") unary)*
    unary    = ("+" | "-") unary | tagged
    tagged   = (dice | number | "(" sum ("," sum)* ")" operation*) ("[" words "]")*
    dice     = number? "d" (number | "%") operation*
    operation = ("k" | "p" | "rr" | "ro" | "ra" | "e" | "mi" | "ma") selector
    selector = ("h" | "l" | "<" | ">")? number

k keeps, p drops, rr rolls again till it no longer matches, ro once, ra once and adds (one die),
e adds a die for each match, mi and ma are bounds. `check a vs b` adds a ten-sided die to each side,
`hit` a twenty-sided (rules: combat 5.1, 5.2); the first side wins when it is greater, ties fail.
The evaluator stops at `DICE` dice, so every text ends in a result or in a `NotationError`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from fractions import Fraction

import msgspec

from engine.contract.action import Roll
from engine.contract.dice import Stream
from engine.contract.texts import Text, text, typed

LONGEST = 300  # letters
DICE = 1000  # that one text may roll
SIDES = 1_000_000
DEPTH = 40  # parentheses and signs within one another
BIGGEST = 10**15  # numerators and denominators

_DICE = re.compile(r"(\d{0,6})d(\d{1,9}|%)", re.ASCII)
_NUMBER = re.compile(r"\d{1,15}(?:\.\d{1,6})?", re.ASCII)
_OPERATION = re.compile(r"(k|p|rr|ro|ra|e|mi|ma)([hl<>]?)(\d{1,9})", re.ASCII)
_TAG = re.compile(r"\s*\[([^\[\]]*)\]")
_OPPOSED = {"check": 10, "hit": 20}


class NotationError(ValueError):
    """A refusal of what is no roll: `text` is one sentence that says why."""

    def __init__(self, sentence: Text) -> None:
        super().__init__(str(sentence))
        self.text = sentence


class Rolled(msgspec.Struct, frozen=True):
    """A roll's result. `detail`: the text with all dice shown; of these `x` marks the dropped,
    `r` those rolled again, `!` those that were added. An opposed roll's `total` is the margin."""

    text: str
    total: int | float
    detail: str
    comment: str = ""
    success: bool | None = None  # of an opposed roll
    rolls: tuple[Roll, ...] = ()


def roll(written: str, stream: Stream) -> Rolled:
    """Return the result of what is written, with dice from the stream. Raises NotationError."""
    if len(written) > LONGEST:
        raise NotationError(text("A roll is at most {number} letters long.", number=LONGEST))
    return _Reader(written.strip(), stream).read()


class _Die:
    """A die, or a number among others: what it shows, what it showed, whether it counts."""

    def __init__(self, value: Fraction, sides: int = 0) -> None:
        self.value, self.sides = value, sides
        self.former: list[Fraction] = []
        self.kept = True
        self.added = False

    def __str__(self) -> str:
        again = "".join(f"{_plain(value)}r " for value in self.former)
        return f"{again}{_plain(self.value)}{'!' if self.added else ''}{'' if self.kept else 'x'}"


class _Reader:
    """Reads a text from left to right and rolls as it goes."""

    def __init__(self, text: str, stream: Stream) -> None:
        self.text, self.stream = text, stream
        self.at = 0
        self.left = DICE
        self.depth = 0
        self.rolls: list[Roll] = []

    def read(self) -> Rolled:
        opposed = next((w for w in _OPPOSED if re.match(rf"{w}\b", self.text)), "")
        self.at = len(opposed)
        total, detail = self._side(opposed)
        success = None
        if self._word("vs"):
            other, against = self._side(opposed)
            total, success = total - other, total > other
            detail = f"{detail} vs {against}"
        elif opposed:
            raise NotationError(text("Say against what: {word} 8 vs 10.", word=opposed))
        comment = self._comment()
        whole = int(total) if total.denominator == 1 else round(float(total), 4)
        return Rolled(
            text=self.text,
            total=whole,
            detail=detail,
            comment=comment,
            success=success,
            rolls=tuple(self.rolls),
        )

    def _side(self, opposed: str) -> tuple[Fraction, str]:
        total, detail = self._sum()
        if not opposed:
            return total, detail
        sides = _OPPOSED[opposed]
        die = self._die(sides)
        self.rolls.append(Roll(opposed, sides, (int(die.value),)))
        return total + die.value, f"{detail} + d{sides} ({die})"

    # ------------------------------------------------------------ grammar

    def _sum(self) -> tuple[Fraction, str]:
        return self._chain(self._product, ("+", "-"))

    def _product(self) -> tuple[Fraction, str]:
        return self._chain(self._unary, ("*", "//", "/", "%"))

    def _chain(
        self, part: Callable[[], tuple[Fraction, str]], signs: tuple[str, ...]
    ) -> tuple[Fraction, str]:
        total, detail = part()
        while sign := self._sign(signs):
            other, more = part()
            total, detail = _bounded(_done(sign, total, other)), f"{detail} {sign} {more}"
        return total, detail

    def _unary(self) -> tuple[Fraction, str]:
        sign = self._sign(("+", "-"))
        if not sign:
            return self._tagged()
        total, detail = self._deeper(self._unary)
        return (-total if sign == "-" else total), f"{sign}{detail}"

    def _tagged(self) -> tuple[Fraction, str]:
        total, detail = self._atom()
        while tag := _TAG.match(self.text, self.at):
            self.at = tag.end()
            detail += f" [{tag[1].strip()}]"
        return total, detail

    def _atom(self) -> tuple[Fraction, str]:
        self._skip()
        if found := _DICE.match(self.text, self.at):
            self.at = found.end()
            return self._rolled(found)
        if found := _NUMBER.match(self.text, self.at):
            self.at = found.end()
            return Fraction(found[0]), found[0]
        if self._sign(("(",)):
            return self._deeper(self._group)
        raise _unread(self.text[self.at :])

    def _group(self) -> tuple[Fraction, str]:
        parts = [self._sum()]
        while self._sign((",",)):
            parts.append(self._sum())
        if not self._sign((")",)):
            raise NotationError(text("A parenthesis is not closed."))
        dice = [_Die(total) for total, _ in parts]
        name = ", ".join(detail for _, detail in parts)
        done = self._operated(dice)
        shown = f" → {', '.join(map(str, dice))}" if done else ""
        return _total(dice), f"({name}){done}{shown}"

    def _rolled(self, found: re.Match[str]) -> tuple[Fraction, str]:
        count = int(found[1] or 1)
        sides = 100 if found[2] == "%" else int(found[2])
        if not 1 <= sides <= SIDES:
            raise NotationError(text("A die has 1 to {number} sides.", number=SIDES))
        dice = [self._die(sides) for _ in range(self._spend(count))]
        done = self._operated(dice)
        faces = tuple(int(v) for die in dice for v in (*die.former, die.value))
        self.rolls.append(Roll("roll", sides, faces))
        return _total(dice), f"{found[0]}{done} ({', '.join(map(str, dice))})"

    def _deeper(self, part: Callable[[], tuple[Fraction, str]]) -> tuple[Fraction, str]:
        self.depth += 1
        if self.depth > DEPTH:
            raise NotationError(text("That roll is nested too deeply."))
        read = part()
        self.depth -= 1
        return read

    # ------------------------------------------------------------ operations

    def _operated(self, dice: list[_Die]) -> str:
        done = ""
        while found := _OPERATION.match(self.text, self.at):
            self.at = found.end()
            self._operate(found[1], found[2], int(found[3]), dice)
            done += found[0]
        return done

    def _operate(self, name: str, how: str, number: int, dice: list[_Die]) -> None:
        if name in ("mi", "ma"):
            if how:
                raise NotationError(text("{word} takes a number alone.", word=name))
            for die in dice:
                bound = max if name == "mi" else min
                die.value = bound(die.value, Fraction(number))
            return
        if name in ("k", "p"):
            chosen = {id(die) for die in _selected(dice, how, number)}
            for die in dice:
                die.kept = die.kept and (id(die) in chosen) == (name == "k")
            return
        if any(not die.sides for die in dice):
            raise NotationError(text("Only dice can be rolled again."))
        self._again(name, how, number, dice)

    def _again(self, name: str, how: str, number: int, dice: list[_Die]) -> None:
        chosen = _selected(dice, how, number)
        if name == "ra":
            chosen = chosen[:1]
        while chosen:
            fresh = []
            for die in chosen:
                self._spend(1)
                if name in ("rr", "ro"):
                    die.former.append(die.value)
                    die.value = self._die(die.sides).value
                    fresh.append(die)
                else:
                    more = self._die(die.sides)
                    more.added = True
                    dice.insert(dice.index(die) + 1, more)
                    fresh.append(more)
            if name in ("ro", "ra"):
                return
            # Highest and lowest are chosen once; what matches a number is looked for again.
            chosen = [] if how in ("h", "l") else _selected(fresh, how, number)

    def _die(self, sides: int) -> _Die:
        return _Die(Fraction(self.stream.die(sides)), sides)

    def _spend(self, count: int) -> int:
        self.left -= count
        if self.left < 0:
            raise NotationError(text("That is too many dice; {number} is the most.", number=DICE))
        return count

    # ------------------------------------------------------------ letters

    def _skip(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def _sign(self, signs: Iterable[str]) -> str:
        self._skip()
        for sign in signs:
            if self.text.startswith(sign, self.at):
                self.at += len(sign)
                return sign
        return ""

    def _word(self, word: str) -> bool:
        self._skip()
        found = re.compile(rf"{word}\b").match(self.text, self.at)
        self.at = found.end() if found else self.at
        return found is not None

    def _comment(self) -> str:
        spaced = self.at > 0 and self.text[self.at - 1 : self.at].isspace()
        rest = self.text[self.at :].strip()
        if rest and not rest.startswith("#") and not (spaced and rest[0].isalpha()):
            raise _unread(rest)
        return rest.removeprefix("#").strip()


def _unread(rest: str) -> NotationError:
    beginning = typed(rest[:20])
    return NotationError(
        text("I cannot read that roll from “{beginning}” on.", beginning=beginning)
    )


def _selected(dice: list[_Die], how: str, number: int) -> list[_Die]:
    kept = [die for die in dice if die.kept]
    if how in ("h", "l"):
        ranked = sorted(kept, key=lambda die: die.value, reverse=how == "h")
        return ranked[:number]
    tests: dict[str, Callable[[Fraction], bool]] = {
        "": lambda value: value == number,
        "<": lambda value: value < number,
        ">": lambda value: value > number,
    }
    return [die for die in kept if tests[how](die.value)]


def _total(dice: Iterable[_Die]) -> Fraction:
    return _bounded(sum((die.value for die in dice if die.kept), Fraction(0)))


def _done(sign: str, a: Fraction, b: Fraction) -> Fraction:
    if sign in ("/", "//", "%") and b == 0:
        raise NotationError(text("Nothing can be divided by zero."))
    match sign:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "/":
            return a / b
        case "//":
            return Fraction(a // b)
    return a % b


def _bounded(value: Fraction) -> Fraction:
    if abs(value.numerator) > BIGGEST or value.denominator > BIGGEST:
        raise NotationError(text("That number is too big."))
    return value


def _plain(value: Fraction) -> str:
    whole = value.denominator == 1
    return str(value.numerator) if whole else f"{float(value):.4g}"
