"""Pictures draw no words of their own but those that can be translated."""

import ast
import re
from pathlib import Path

import render
from cogs.ui.catalogues import ENGLISH, catalogue
from cogs.ui.languages import LANGUAGES
from render.canvas import readable
from render.tile_library import own_tiles
from render.wording import WORDS

MODULES = sorted(Path(render.__file__).parent.glob("*.py"))


def test_words_that_are_drawn_are_said_in_the_language_asked_for():
    drawn, said = set(), set()
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if name == "worded":
                    said.add(node.args[0].value)
                elif name == "words" and re.search("[a-z]{2}", str(node.args[0].value), re.I):
                    drawn.add(f"{path.name}: {node.args[0].value}")
    assert drawn == set()
    assert said <= set(WORDS)


def test_the_letters_of_pictures_are_those_of_all_languages():
    tiles = own_tiles().tile_set("sil")
    known = (catalogue(language) for language in LANGUAGES if language != ENGLISH)
    said = {word for each in known for pair in each.texts.items() for word in pair}
    assert [word for word in said if not readable(tiles, word.replace("\n", " "))] == []
