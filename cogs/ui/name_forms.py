"""Forms of names: articles and cases, by language.

A catalogue translates a name under the context "name". The forms that a template asks for are the
language's own: English has `the` and `a`. German has the articles of the masculine in each case
(`der`, `den`, `dem`, `des`, `ein`, `einen`, `einem`, `eines`), `wer`, `wen`, `wem`, `wessen` for a
name without one, and `zum`, `vom`, `beim`, `im`, `am`, `ins` for a preposition with the article;
the name's gender makes its own of them.

A German entry is the noun and its gender (`m`, `f`, `n`, `p` for a plural), with the stems of
adjectives before it and the noun's form in the other cases behind it where it has one: "Wolf m",
"grün- Schleim m", "Bär m Bären", "Überreste p". A name without a gender takes no article; it may
have its four cases: "Ulfang der Schwarze | Ulfang den Schwarzen | ...". Where the noun is another
name, that one has the gender and takes the form: "{beast} mit {change:wem}".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from cogs.ui.catalogues import catalogue
from engine.contract.texts import Name

GERMAN_NAME = re.compile(
    r"(?P<adjectives>(?:[^\s-]+- )*)(?P<noun>.+?) (?P<gender>[mfnp])(?: (?P<other>\S.*))?"
)
_GENDERS = "mfnp"
_BETWEEN_CASES = " | "
NOUN_OF_FACT = re.compile(r"\{(\w+)\}(?=[ ,]|$)")  # a fact that stands for the noun


class _Form(NamedTuple):
    """A form of German names: an article and a case, from 0 for the nominative."""

    article: str  # "der", "ein", "" for none
    case: int
    words: tuple[str, ...] = ("", "", "", "")  # before the name, by gender
    alone: str = ""  # before a name that takes no article


_ARTICLES = {
    "der": ("der die das die", "den die das die", "dem der dem den", "des der des der"),
    "ein": ("ein eine ein ", "einen eine ein ", "einem einer einem ", "eines einer eines "),
}
_FORMS = {"wer": _Form("", 0), "wen": _Form("", 1), "wem": _Form("", 2), "wessen": _Form("", 3)}
_FORMS |= {
    row.split(" ")[0]: _Form(article, case, tuple(row.split(" ")))
    for article, rows in _ARTICLES.items()
    for case, row in enumerate(rows)
}
_FORMS |= {
    "zum": _Form("der", 2, ("zum", "zur", "zum", "zu den"), "zu"),
    "vom": _Form("der", 2, ("vom", "von der", "vom", "von den"), "von"),
    "beim": _Form("der", 2, ("beim", "bei der", "beim", "bei den"), "bei"),
    "im": _Form("der", 2, ("im", "in der", "im", "in den"), "in"),
    "am": _Form("der", 2, ("am", "an der", "am", "an den"), "an"),
    "ins": _Form("der", 1, ("in den", "in die", "ins", "in die"), "in"),
}
_BY_CASE = {(form.article, form.case): name for name, form in _FORMS.items() if not form.alone}
_OF_ENGLISH = {"": "wer", "a": "ein", "the": "der"}
_ENDINGS = {  # of an adjective behind that article, by case and gender
    "der": ("e e e en", "en e e en", "en en en en", "en en en en"),
    "ein": ("er e es e", "en e es e", "en en en en", "en en en er"),
    "": ("er e es e", "en e es e", "em er em en", "en er en er"),
}
FORMS = {"de": frozenset(_FORMS)}


def say_name(language: str, name: Name, form: str, facts: Mapping[str, Any]) -> str:
    """Return a name in a form of a language ("" for the name alone). `facts`: its own, ready to be
    put into its braces."""
    if language == "de":
        return _german(name, form, facts)
    return format(name, form)


def nested_form(language: str, form: str, outer: str) -> str:
    """Return the form of a fact that stands in a text which itself is asked for in `outer`.

    A text takes the case that it is asked for: its nominatives stand in that case.
    """
    if language != "de" or not outer:
        return form
    inner = _form(form)
    if inner.case or inner.alone:
        return form
    found = _BY_CASE[inner.article, _form(outer).case]
    return found.capitalize() if form[:1].isupper() else found


def _form(form: str) -> _Form:
    form = form.lower()
    return _FORMS.get(_OF_ENGLISH.get(form, form), _FORMS["wer"])


def _german(name: Name, asked: str, facts: Mapping[str, Any]) -> str:
    said = name.word if name.given else catalogue("de").template(name.word, context="name")
    noun = NOUN_OF_FACT.match(said) if facts else None
    if noun is not None and GERMAN_NAME.fullmatch(said) is None:
        return f"{{{noun[1]}:{asked.lower()}}}{said[noun.end() :]}".format_map(facts)
    entry = None if name.given or said == name.word else GERMAN_NAME.fullmatch(said)
    form = _form(asked)
    word, before = said, form.alone
    if entry is not None:
        gender = _GENDERS.index(entry["gender"])
        article = form.article if name.number < 1 else ""
        before = form.words[gender] if name.number < 1 else form.alone
        ending = _ENDINGS[article][form.case].split(" ")[gender]
        adjectives = [f"{stem.rstrip('-')}{ending}" for stem in entry["adjectives"].split()]
        word = " ".join([*adjectives, _noun(entry, form.case)])
    elif said != name.word and _BETWEEN_CASES in said:
        word = said.split(_BETWEEN_CASES)[form.case]
    if facts:
        word = word.format_map(facts)
    number = f" {name.number}" if name.number else ""
    return f"{before} {word}{number}".strip()


def _noun(entry: re.Match[str], case: int) -> str:
    """Return a noun in a case; the first of several words bears the ending."""
    if case == 0:
        return entry["noun"]
    if entry["other"]:
        return entry["other"]
    head, space, rest = entry["noun"].partition(" ")
    if entry["gender"] == "p" and case == 2 and head[-1] not in "ns":
        head += "n"
    if entry["gender"] in "mn" and case == 3:
        head += "es" if head.endswith(("s", "ß", "x", "z")) else "s"
    return f"{head}{space}{rest}"
