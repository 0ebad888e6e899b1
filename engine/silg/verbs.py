"""The verbs of Sil-G: what players and the Game Master say, and how their lines are read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from engine.common.plans import CAUTIONS, Terms, split_terms, with_terms
from engine.contract.action import Action, InvalidAction, Option, Verb
from engine.contract.texts import Text, Words, joined, listed, typed
from engine.sil.commands import action_words, registry
from engine.sil.commands.base import read
from engine.sil.data.bundle import Data
from engine.silg.clock import declared_actions, forge_work, kept_plans
from engine.silg.context import SilGContext
from engine.silg.gm import (
    campaign,
    corrections,
    encounters,
    hero_commands,
    hero_sheets,
    monster_commands,
    places,
    preparation,
    time_commands,
    world_commands,
)
from engine.silg.gm.gm_commands import GmCommand, option
from engine.silg.wording import line_in_words, text

GROUPS = {
    "hero": "What heroes do besides",
    "craft": "Smithing, growth, abilities",
    "plans": "What goes on until something changes",
    "prepare": "Prepare a session",
    "monsters": "Monsters: put there, moved, woken, run",
    "people": "Heroes",
    "world": "What heroes get to see",
    "time": "The clock, and rolls",
    "after": "Macros and the chronicle",
}
_GM_GROUPS: dict[str, tuple[GmCommand, ...]] = {
    "time": time_commands.COMMANDS,
    "monsters": monster_commands.COMMANDS,
    "world": (*world_commands.COMMANDS, *places.COMMANDS),
    "people": (*hero_commands.COMMANDS, *corrections.COMMANDS, *hero_sheets.COMMANDS),
    "prepare": (*preparation.COMMANDS, *encounters.COMMANDS),
    "after": campaign.COMMANDS,
}
GM_COMMANDS = {command.name: command for group in _GM_GROUPS.values() for command in group}
GROWTH = ("raise", "learn")
SIL_VERBS = (*declared_actions.TIMELY, *declared_actions.FREE, *GROWTH, *forge_work.VERBS)
_TOP = ("step", "wait", "fire", "throw", "search")  # Sil's verbs without a group
_CRAFT = ("forge", *forge_work.VERBS, *GROWTH, "switch", "inscribe", "examine")
_MINUTES = option("minutes", "At most how many minutes", required=False)
_TERMS = option("terms", "careful, usual or bold, and :TURNS at most", required=False)
_OWN: dict[str, tuple[str, tuple[Option, ...]]] = {
    "go": ("Walk to a square you know, off the clock", (option("square", "A square"), _TERMS)),
    "explore": ("Explore, minute by minute, until something is found or seen", (_TERMS,)),
    "follow": ("Go where one of the party goes, off the clock", (option("hero", "Whom"), _TERMS)),
    "search-room": ("Search the walls around you, off the clock", (_MINUTES, _TERMS)),
    "rest": ("Rest, minute by minute, until you are well", (_MINUTES, _TERMS)),
    "stairs": ("Wait at the stairs; the party takes them together", ()),
    "ready": ("You are done with this minute, or with several", (_MINUTES, _TERMS)),
    "fight": (
        "Fight an enemy on each time you are due, until something changes",
        (
            option("target", "Whom, such as orc-scout-1"),
            option("health", "The percent of health that is enough", required=False),
            _TERMS,
        ),
    ),
    "plan": (
        "Say what you declare each time you are due; nothing: drop your plan",
        (option("action", "An action, such as wait", required=False),),
    ),
    "new-hero": ("Make another hero when yours is out of play", ()),
    "caution": ("Say how daring your plans are", (option("how", "How", *CAUTIONS),)),
    "whisper": ("Tell the Game Master something", (option("text", "What"),)),
    "pass-note": (
        "Tell one of the party something",
        (option("hero", "Whom"), option("text", "What")),
    ),
    "say": ("Say something to all", (option("text", "What"),)),
    "check-roll": ("Roll what the Game Master has asked for", ()),
}
_TALK = ("whisper", "pass-note", "say")
_PLANS = ("explore", "follow", "search-room", "rest", "fight", "plan", "caution")
_BOTH = {"roll": ("Roll dice openly", (option("dice", "Such as 3d7+2, or 1d20+5 vs 1d20+8"),))}
_GM_LINES = {
    "line": ("Several commands at once", (option("commands", "Commands; with ; between"),)),
    "use-macro": ("Do a macro", (option("name", "Its name"),)),
    "meet": ("Roll on your table of encounters", ()),
}
_WHOLE = (
    "monster",
    "macro",
    "handout",
    "picture",
    "note-to",
    "tell",
    "scene",
    "chronicle",
    "note",
    "pin",
    "ambience",
    "draw",
    "line",
    "sheet-in",
)
"""Commands whose text may hold semicolons."""


def verbs() -> tuple[Verb, ...]:
    """Return all verbs, with the groups of their slash commands."""
    found = [_of_sil(name) for name in SIL_VERBS]
    found.append(replace(registry.COMMANDS["answer"].verb(), command=False, roles=("player",)))
    found += [_own(name) for name in _OWN]
    found += [Verb(n, s, o) for n, (s, o) in _BOTH.items()]
    for group, commands in _GM_GROUPS.items():
        found += [_in_group(Verb(c.name, c.summary, c.options), group) for c in commands]
    found += [_in_group(Verb(n, s, o), "after") for n, (s, o) in _GM_LINES.items()]
    return tuple(found)


def _own(name: str) -> Verb:
    summary, options = _OWN[name]
    group = "plans" if name in _PLANS else ""
    about = GROUPS.get(group, "")
    return Verb(name, summary, options, group=group, group_summary=about, roles=("player",))


def _of_sil(name: str) -> Verb:
    verb = replace(registry.COMMANDS[name].verb(), roles=("player",))
    group = "" if name in _TOP else "craft" if name in _CRAFT else "hero"
    return replace(verb, group=group, group_summary=GROUPS.get(group, ""))


def _in_group(verb: Verb, group: str) -> Verb:
    return replace(verb, group=group, group_summary=GROUPS[group], roles=("gm",))


# ---------------------------------------------------------------- lines in words


def data_words() -> Iterator[Text]:
    """Yield what verbs and their groups are called, for translators."""
    yield from map(_verb_words, (*GM_COMMANDS, *_BOTH, *_GM_LINES, *_TALK, *GROUPS))
    yield from (action_words.verb_words(verb) for verb in _OWN if verb not in _TALK)


def _verb_words(verb: str) -> Text:
    """Return what a command of the Game Master's, or talk, is called: "Note to"."""
    return Text(verb.capitalize().replace("-", " "), context="verb")


def in_words(line: str, data: Data) -> Words:
    """Return an action line in words. Behind a command, and behind talk, stands what was typed."""
    verb, _, rest = line.partition(" ")
    if verb in (*GM_COMMANDS, *_BOTH, *_GM_LINES, *_TALK):
        does = _verb_words(verb)
        return joined((does, typed(rest))) if rest else does
    if verb == "plan" and rest:
        return joined((action_words.verb_words(verb), line_in_words(line, data)))
    return line_in_words(line, data)


# ---------------------------------------------------------------- reading lines


def read_own(name: str, options: Sequence[Option], rest: str) -> Action:
    """Return the action of a verb whose last option takes the rest of the line."""
    return GmCommand(name, "", _nothing, tuple(options)).read(rest)


def _nothing(game: SilGContext, words: tuple[str, ...]) -> None:
    del game, words


def read_gm(written: str) -> Action:
    """Return the action that a line of the Game Master's means. Raises InvalidAction."""
    name, _, rest = " ".join(written.split()).partition(" ")
    name = name.lower()
    if ";" in written and name not in _WHOLE:
        return Action("line", (" ".join(written.split()),))
    if name in GM_COMMANDS:
        return GM_COMMANDS[name].read(rest)
    for table in (_BOTH, _GM_LINES):
        if name in table:
            return read_own(name, table[name][1], rest)
    near = [word for word in (*GM_COMMANDS, *_BOTH, *_GM_LINES) if word.startswith(name)]
    if len(near) == 1:
        return read_gm(f"{near[0]} {rest}")
    unknown = text("“{word}” is no command of the Game Master's.", word=name[:40])
    if near:
        unknown = joined((unknown, text("Did you mean {words}?", words=listed(map(typed, near)))))
    raise InvalidAction(unknown)


def read_player(game: SilGContext, seat: int, written: str) -> Action:
    """Return the action that a player's line means. Raises ActionError."""
    words = written.split()
    if not words:
        raise InvalidAction(text("Say what you do, for example “step ne” or “wait”."))
    first, rest = words[0].lower(), " ".join(words[1:])
    player = game.player(seat)
    if player.question is not None:
        answer = registry.reply(player.question, words)
        if answer is not None:
            return answer
    if first == "answer":
        if not rest:
            raise InvalidAction(text("Say what you answer."))
        return Action("answer", (rest,))
    if first == "plan" and rest:
        return _read_plan(game, seat, rest)
    for table in (_OWN, _BOTH):
        if first in table:
            action = read_own(first, table[first][1], rest)
            if first in ("fight", "follow"):
                action = replace(action, args=tuple(word.lower() for word in action.args))
            return kept_plans.with_caution(game, seat, action)
    if game.state.stage == "setup":
        raise InvalidAction(text("The session has not begun; make your hero first."))
    if seat not in game.heroes:
        raise InvalidAction(text("Your hero is out of play."))
    command, left = registry.find(words)
    if command.name not in SIL_VERBS:
        raise InvalidAction(text("“{verb}” is not played at this table.", verb=command.name))
    return read(command, left, game.hero_game(seat))


def _read_plan(game: SilGContext, seat: int, written: str) -> Action:
    """Return the standing order that a declaration with its terms makes. Raises ActionError."""
    plain, terms = split_terms(written.split())
    named = tuple(written.split()) != plain
    planned = read_player(game, seat, " ".join(plain))
    if planned.verb == "fight":
        return planned
    if planned.verb not in declared_actions.TIMELY:
        raise InvalidAction(text("A standing order is something that takes time, such as wait."))
    terms = terms if named else Terms(game.hero(seat).caution)
    return Action("plan", (" ".join(with_terms((str(planned),), terms)),))
