"""Games whose data call every kind by another name go as they did, names aside."""

import re
import shutil

import msgspec
import pytest

from engine.common.slugs import slug
from engine.sil.data import bundle
from engine.sil.data.rule_files import FOLDER
from engine.sil.items import item_names
from engine.sil.ruleset import SilQ
from tests.rolled import dice_for

FILES = ("object", "artefact", "special", "monster", "ability", "race", "house", "terrain")
KEPT = re.compile(r"& |Song of the |Song of |of |<player>|<pile>|unused")  # grammar, not a name
TOKEN = re.compile(r"[oq]x\d{4}zs?")


def renamed(folder):
    """Copy the data with other names; return by token what each was called, one and several of
    it. The rules name only those of whom they tell sentences."""
    shutil.copytree(bundle.SHIPPED, folder)
    tokens, bodies = {}, {}

    def rename(match):
        head, name = match[1], match[2]
        kept = KEPT.match(name)
        kept = kept[0] if kept else ""
        body, tail = name[len(kept) :], "~" if "~" in name else ""
        if not body:
            return match[0]
        plain = body.replace("~", "")
        first = "o" if plain[:1].lower() in "aeiou" else "q"
        token = tokens.setdefault(plain, f"{first}x{len(tokens):04}z")
        if tail:
            bodies[body] = token
        return f"{head}{kept}{token.capitalize()}{tail}"

    for name in FILES:
        path = folder / f"{name}.txt"
        path.write_text(re.sub(r"(?m)^(N:\d+:)(.+)$", rename, path.read_text("utf-8")), "utf-8")
    names = dict(re.findall(r"(?m)^N:(\d+):(.+)$", (folder / "monster.txt").read_text("utf-8")))
    rules = folder / FOLDER / "creatures.txt"
    rules.write_text(
        re.sub(r"(?m)^(creature (\d+)) .+$", lambda m: f"{m[1]} {names[m[2]]}", rules.read_text())
    )
    several = {token: slug(item_names.plural(body)) for body, token in bodies.items()}
    ones = {token: slug(plain) for plain, token in tokens.items()}
    return ones | {f"{token}s": words for token, words in several.items()}


@pytest.fixture(scope="module")
def other(tmp_path_factory):
    """Return Sil-Q with other names, and what they stand for."""
    folder = tmp_path_factory.mktemp("names") / "sil"
    originals = renamed(folder)
    return SilQ(bundle.load(folder)), originals


def leaves(value):
    """Yield what a state is made of: numbers, strings, the keys of mappings."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from leaves(each)
    elif isinstance(value, list | tuple):
        yield len(value)
        for each in value:
            yield from leaves(each)
    else:
        yield value


def state_of(state):
    return list(leaves(msgspec.to_builtins(state, str_keys=False)))


def play(ruleset, options, seed, turns):
    """Return the actions of a hero who plays by himself, what was offered, and the last state."""
    state = ruleset.new({"hero": "quick", **options}, ["Beren"], dice_for(seed))
    told = []
    for turn in range(turns):
        if state.ended:
            break
        told += [str(offer.action) for offer in ruleset.legal(state, 0)]
        action = ruleset.advise(state, 0).action
        told.append(str(action))
        ruleset.apply(state, 0, action, dice_for(f"{seed} {turn}"))
    return told, state_of(state)


def check(other, options, seed, turns):
    ruleset, originals = other

    def plain(value):
        if not isinstance(value, str):
            return value
        return TOKEN.sub(lambda match: originals[match[0]], slug(value))

    mine, theirs = (play(one, options, seed, turns) for one in (SilQ(), ruleset))
    for told, again in zip(mine, theirs, strict=True):
        assert [slug(v) if isinstance(v, str) else v for v in told] == list(map(plain, again))
    assert any(TOKEN.search(line) for line in theirs[0])


@pytest.mark.parametrize("options", [{}, {"begin": "600 ft", "rules": "game"}])
def test_a_game_goes_on_alike_whatever_its_kinds_are_called(other, options):
    check(other, options, "renamed", 8)


@pytest.mark.soak(part="autoplay")
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("options", [{}, {"begin": "600 ft", "rules": "game"}])
def test_many_games_go_on_alike_whatever_their_kinds_are_called(other, options, seed):
    check(other, options, f"renamed {seed}", 400)
