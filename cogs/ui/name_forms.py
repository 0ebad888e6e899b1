"""Forms of names: articles and cases, by language.

A catalogue translates a name under the context "name". The forms that a template asks for are the
language's own: English has `the` and `a`, German the articles of the masculine in each case (`der`,
`den`, `dem`, `des`, `ein`, `einen`, `einem`, `eines`), from which the name's gender makes its own.
A German entry is the noun and its gender, with an adjective's stem before it and the noun's form
in the other cases behind it where there are any: "Wolf m", "grün- Schleim m", "Bär m Bären".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from cogs.ui.catalogues import catalogue
from engine.contract.texts import Name

_GERMAN = re.compile(r"(?:(?P<adjective>\S+)- )?(?P<noun>.+?) (?P<gender>[mfn])(?: (?P<other>.+))?")
_ARTICLES = {  # by the masculine one: masculine, feminine, neuter
    "der": ("der", "die", "das"),
    "den": ("den", "die", "das"),
    "dem": ("dem", "der", "dem"),
    "des": ("des", "der", "des"),
    "ein": ("ein", "eine", "ein"),
    "einen": ("einen", "eine", "ein"),
    "einem": ("einem", "einer", "einem"),
    "eines": ("eines", "einer", "eines"),
}
_ENDINGS = {  # of an adjective behind that article
    "der": ("e", "e", "e"),
    "den": ("en", "e", "e"),
    "ein": ("er", "e", "es"),
    "einen": ("en", "e", "es"),
}
_OBLIQUE = ("en", "en", "en")


def say_name(language: str, name: Name, form: str, facts: Mapping[str, Any]) -> str:
    """Return a name in a form of a language ("" for the name alone). `facts`: its own, ready to be
    put into its braces."""
    if language == "de":
        return _german(name, form.lower(), facts)
    return format(name, form)


def _german(name: Name, form: str, facts: Mapping[str, Any]) -> str:
    said = name.word if name.given else catalogue("de").template(name.word, context="name")
    entry = None if name.given or said == name.word else _GERMAN.fullmatch(said)
    article = form if form in _ARTICLES and not name.proper and name.number < 1 else ""
    if entry is None:
        word = said
    else:
        gender = "mfn".index(entry["gender"])
        word = entry["noun"]
        if entry["other"] and form and form not in ("der", "ein"):
            word = entry["other"]
        if entry["adjective"]:
            ending = _ENDINGS.get(form, _OBLIQUE)[gender] if article else _ENDINGS["ein"][gender]
            word = f"{entry['adjective']}{ending} {word}"
        article = _ARTICLES[article][gender] if article else ""
    if entry is None:
        article = ""  # its gender is not known
    if facts:
        word = word.format_map(facts)
    number = f" {name.number}" if name.number else ""
    return f"{article} {word}{number}".strip()
