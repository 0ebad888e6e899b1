"""Words for people: texts with facts in them, which can be said in any language.

Rules, the table and the cogs make texts; they are put into words where they are shown, by
`str()` in English and by `cogs.ui.languages` in other languages. Nothing ever reads them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec


class Name(msgspec.Struct, frozen=True, omit_defaults=True, tag="name"):
    """A name of somebody or something, in the singular: a word of a ruleset's data.

    In a template `{who}` is the word alone; `{who:the}` and `{who:a}` have the article that it
    takes, and `{who:The}` and `{who:A}` begin a sentence. With `facts`, the word has their names in
    braces: "{people} warrior".
    """

    word: str
    proper: bool = False  # it takes no article
    number: int = 0  # among its kind, from 1: "wolf 3", without an article
    given: bool = False  # by a person: it is the same in every language
    facts: Mapping[str, Value] = {}

    def __str__(self) -> str:
        word = self.word.format_map(self.facts) if self.facts else self.word
        return word if self.number < 1 else f"{word} {self.number}"

    def __format__(self, form: str) -> str:
        named = str(self)
        form, _, most = form.partition(".")
        article = form.lower()
        if article and not self.proper and self.number < 1:
            if article == "a" and named[:1].lower() in "aeiou":
                article = "an"
            named = f"{article} {named}"
        return fitted(named, form, most)

    def __hash__(self) -> int:
        return hash((self.word, self.number))


class Text(msgspec.Struct, frozen=True, omit_defaults=True, tag="text"):
    """A sentence or a phrase: `template` in English, with the names of its `facts` in braces.

    With `plural`, the template is for one, and the fact `number` decides. A fact can be a text
    itself. `{fact:The}` puts a capital at the head of any fact, and `{fact:.20}` cuts it.
    """

    template: str
    facts: Mapping[str, Value] = {}
    plural: str = ""
    context: str = ""  # tells apart texts that are alike in English only

    def __str__(self) -> str:
        many = self.plural and self.facts["number"] != 1
        template = self.plural if many else self.template
        return filled(template, self.facts) if self.facts else template

    def __format__(self, form: str) -> str:
        form, _, most = form.partition(".")
        return fitted(str(self), form, most)

    def __hash__(self) -> int:
        return hash((self.template, self.plural, self.context))


class Listing(msgspec.Struct, frozen=True, omit_defaults=True, tag="list"):
    """Facts in a row: "a, b and c"."""

    items: tuple[Value, ...]
    last: str = "and"
    form: str = ""  # of each name: "a", "the"

    def __str__(self) -> str:
        said = [
            format(each, self.form) if isinstance(each, Name) else str(each) for each in self.items
        ]
        if len(said) < 2:
            return "".join(said)
        return f"{', '.join(said[:-1])} {self.last} {said[-1]}"

    def __format__(self, form: str) -> str:
        form, _, most = form.partition(".")
        return fitted(str(self), form, most)


def filled(template: str, facts: Mapping[str, object]) -> str:
    """Return a template with its facts in their places; words that were cut at the end of a
    sentence take its full stop with them."""
    return template.format_map(facts).replace("….", "…")


def fitted(said: str, form: str, most: str) -> str:
    """Return words with a capital where the form has one, cut to so many letters ("": none)."""
    if form[:1].isupper():
        said = said[:1].upper() + said[1:]
    return cut(said, int(most)) if most else said


def cut(said: str, most: int) -> str:
    """Return words of so many letters at most, with "…" in place of what is cut off.

    A bracket that would stay open goes as a whole, unless that would leave less than a third.
    """
    if len(said) <= most:
        return said
    kept, opened = said[: most - 1], []
    for place, letter in enumerate(kept):
        if letter in "([{":
            opened.append(place)
        elif letter in ")]}" and opened:
            opened.pop()
    if opened and opened[0] * 3 >= most:
        kept = kept[: opened[0]]
    return kept.rstrip() + "…"


Value = str | int | float | Name | Text | Listing
Words = str | Text | Name  # what people read; a `str` is the same in every language


def text(template: str, /, **facts: Value) -> Text:
    """Return a text with its facts by name."""
    return Text(template, facts)


def cut_words(words: Words, most: int) -> Words:
    """Return words of so many letters at most: those that are longer in English are cut, in any
    language."""
    if len(str(words)) <= most:
        return words
    if isinstance(words, str):
        return cut(words, most)
    return Text(f"{{words:.{most}}}", {"words": words})


def typed(words: str) -> Name:
    """Return what somebody typed, or a name of theirs: it is the same in every language."""
    return Name(words, proper=True, given=True)


def joined(pieces: Sequence[Value], between: str = " ") -> Text:
    """Return texts, names and figures one after the other."""
    if len(pieces) == 1 and isinstance(pieces[0], Text):
        return pieces[0]
    facts: dict[str, Value] = {f"_{number}": piece for number, piece in enumerate(pieces)}
    return Text(between.join(f"{{{name}}}" for name in facts), facts)


def listed(items: Iterable[Value]) -> Text:
    """Return texts, names and figures with commas alone between them."""
    return joined(tuple(items), ", ")


def counted(number: int, one: str, many: str) -> Text:
    """Return `one` or `many` with the number in place of {number}."""
    return Text(one, {"number": number}, many)
