"""Arcane things: their words, the throws that identify them, and their effects
(rules: kanthe 6)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kanthe.dice import best_degree, find_matches
from engine.kanthe.naming import action_word, essence_word, item_name, phrase, scroll_words
from engine.kanthe.play import Play
from engine.kanthe.state import (
    ArcaneEffect,
    ArcaneRows,
    ChooseWord,
    KantheGame,
    KantheItem,
    Opponent,
)

LETTERS = "BDJKPTVZ"
DICE = 5  # Opposition dice on trying an unknown thing
BONUS = 2  # dice of an effect that fits
UNKNOWN, FALSE = -1, -2  # what is known of a word that stands for no row
CONSUMED = ("scroll", "potion")
WORN = {"ring": 2, "armour": 1, "boots": 1}  # how many are worn at a time
_PLAIN_PURPOSES = {  # of things whose effect is not known
    "weapon": ("fight", "force"), "armour": ("fight", "evade"), "staff": ("fight", "evade"),
}  # fmt: skip
MOVE, HEAL = 0, 9  # rows of the actions

Try = tuple[int, int]  # (essence row, action row)


def make_arcane(
    play: Play, kind: str, essence_row: int, action_row: int, *, by_change: bool = False
) -> KantheItem:
    """Return an arcane thing of two rows of the word lists; its phrase becomes known."""
    item = KantheItem(play.new_id(), kind, 1, (), kind, essence_row, action_row)
    if kind == "scroll":
        sheet = play.game.arcane
        item.letters = (
            _draw_letter(play, sheet.essences, essence_row),
            _draw_letter(play, sheet.actions, action_row),
        )
        return item
    if kind == "boots":
        item.action_row = -1
    item.by_change = by_change
    words = phrase(play.game, item)
    if words not in play.game.arcane.discovered:
        play.game.arcane.discovered.append(words)
    return item


def _draw_letter(play: Play, rows: ArcaneRows, row: int) -> str:
    """Return the letter before a word's stem: the known one, else one not checked off."""
    if rows.letters[row]:
        return rows.letters[row]
    left = [letter for letter in LETTERS if letter not in rows.checked[row]]
    return play.game.streams.level.choose(left)


# ------------------------------------------------------------------------- what is known


def _word_of_scroll(rows: ArcaneRows, row: int, letter: str) -> int:
    if rows.letters[row]:
        return row if rows.letters[row] == letter else FALSE
    if letter in rows.checked[row]:
        return FALSE
    return row if len(rows.checked[row]) == len(LETTERS) - 1 else UNKNOWN


def known_rows(game: KantheGame, item: KantheItem) -> Try:
    """Return the rows that the words of an arcane thing are known to stand for: each a row, or
    UNKNOWN, or FALSE for a scroll's word that is wrong."""
    sheet = game.arcane
    if item.arcane == "scroll":
        return (
            _word_of_scroll(sheet.essences, item.essence_row, item.letters[0]),
            _word_of_scroll(sheet.actions, item.action_row, item.letters[1]),
        )
    column = sheet.essences.seconds if item.by_change else sheet.essences.firsts
    essence = _find(column, essence_word(game, item))
    if item.arcane == "boots":
        return essence, MOVE
    column = sheet.actions.firsts if item.arcane == "potion" else sheet.actions.seconds
    return essence, _find(column, action_word(game, item))


def _find(column: list[str], word: str) -> int:
    return column.index(word) if word in column else UNKNOWN


def is_struck(game: KantheGame, item: KantheItem) -> bool:
    """Return whether a thing's phrase is known to do nothing."""
    return item.arcane != "scroll" and phrase(game, item) in game.arcane.struck


def effect_of(game: KantheGame, item: KantheItem) -> ArcaneEffect | None:
    """Return the effect of an arcane thing, if it is known and there is one."""
    if not item.arcane or is_struck(game, item):
        return None
    essence, action = known_rows(game, item)
    return ArcaneEffect(action, essence) if essence >= 0 and action >= 0 else None


def is_useless(game: KantheGame, item: KantheItem) -> bool:
    """Return whether an arcane thing is known to do nothing."""
    return is_struck(game, item) or FALSE in known_rows(game, item)


def fits(play: Play, effect: ArcaneEffect, purpose: str) -> bool:
    """Return whether an effect helps a purpose."""
    return purpose in play.content.actions[effect.action].purposes


def item_dice(play: Play, item: KantheItem, purpose: str) -> int:
    """Return how many dice an item adds to a throw; 0: it does not fit."""
    if not item.arcane:
        return item.rating if purpose in item.purposes else 0
    if item.arcane in CONSUMED or (item.arcane in WORN and not item.worn):
        return 0
    effect = effect_of(play.game, item)
    if effect is not None:
        blocks = item.arcane == "staff" and purpose == "evade"
        if blocks or fits(play, effect, purpose):
            return BONUS
    return item.rating if purpose in _PLAIN_PURPOSES.get(item.arcane, ()) else 0


def manners_of(item: KantheItem) -> tuple[str, ...]:
    """Return how an arcane thing can be used."""
    return {
        "scroll": ("whisper", "speak", "shout"), "potion": ("drink",), "wand": ("aim",),
        "staff": ("aim", "block"), "weapon": ("attack",),
    }.get(item.arcane, ("wear",))  # fmt: skip


# ------------------------------------------------------------------------- identifying


def try_item(play: Play, item: KantheItem, how: str) -> bool:
    """Try to use an arcane thing; throw for the words that are unknown.

    Return whether that is settled: not when the player must choose between words first.
    """
    rows = known_rows(play.game, item)
    unknown = rows.count(UNKNOWN)
    play.say(f"You try the {item_name(play, item)}.")
    if not unknown or is_struck(play.game, item):
        return True
    faces = play.throw_opposition(DICE, "Words of the " + item_name(play, item))
    values = [match.value for match in find_matches(faces)]
    if item.arcane == "scroll":
        return _identify_scroll(play, item, how, len(values))
    if not values:
        words = phrase(play.game, item)
        play.game.arcane.struck.append(words)
        play.say(f"“{words.capitalize()}” does nothing, in any kind of thing.", "found")
        return True
    options = _assignments(play.game, item, values)
    if len(options) > 1:
        play.game.question = ChooseWord(item.id, how, options)
        return False
    if options:
        learn(play, item, options[0])
    else:
        play.say("The dice point at rows that are taken. You learn nothing.")
    return True


def _identify_scroll(play: Play, item: KantheItem, how: str, matches: int) -> bool:
    rows = known_rows(play.game, item)
    unknown = rows.count(UNKNOWN)
    if matches and matches < unknown:
        play.game.question = ChooseWord(
            item.id, how, [(item.essence_row, UNKNOWN), (UNKNOWN, item.action_row)]
        )
        return False
    learn(
        play,
        item,
        (
            item.essence_row if matches and rows[0] == UNKNOWN else UNKNOWN,
            item.action_row if matches and rows[1] == UNKNOWN else UNKNOWN,
        ),
    )
    return True


def _assignments(game: KantheGame, item: KantheItem, values: list[int]) -> list[Try]:
    """Return the ways to read matches as rows for the unknown words, those that settle the most
    words only: a row whose cell is taken cannot be one."""
    essence, action = known_rows(game, item)
    sheet = game.arcane
    cells = sheet.essences.seconds if item.by_change else sheet.essences.firsts
    essences = [row for row in values if not cells[row]] if essence == UNKNOWN else []
    cells = sheet.actions.firsts if item.arcane == "potion" else sheet.actions.seconds
    actions = [row for row in values if not cells[row]] if action == UNKNOWN else []
    both = [(e, a) for e in essences for a in actions if e != a]
    if both:
        return both
    return [(e, UNKNOWN) for e in essences] + [(UNKNOWN, a) for a in actions]


def learn(play: Play, item: KantheItem, rows: Try) -> None:
    """Write down what a try has shown: the rows that an item's words stand for (UNKNOWN where one
    stays unknown). A scroll's word that was tried in vain has its letter checked off."""
    if item.arcane == "scroll":
        _learn_scroll(play, item, rows)
        return
    sheet = play.game.arcane
    if rows[0] >= 0:
        column = sheet.essences.seconds if item.by_change else sheet.essences.firsts
        column[rows[0]] = essence_word(play.game, item)
        play.say(f"{column[rows[0]]} means {play.essence(rows[0])}.", "found")
    if rows[1] >= 0:
        column = sheet.actions.firsts if item.arcane == "potion" else sheet.actions.seconds
        column[rows[1]] = action_word(play.game, item)
        play.say(f"{column[rows[1]]} means {play.content.actions[rows[1]].name}.", "found")


def _learn_scroll(play: Play, item: KantheItem, rows: Try) -> None:
    sheet, known = play.game.arcane, known_rows(play.game, item)
    words = scroll_words(play, item)
    names = play.essence(item.essence_row), play.content.actions[item.action_row].name
    halves = (
        (sheet.essences, item.essence_row, 0),
        (sheet.actions, item.action_row, 1),
    )
    for column, row, place in halves:
        if known[place] != UNKNOWN:
            continue
        letter = item.letters[place]
        if rows[place] >= 0:
            column.letters[row] = letter
            play.say(f"{words[place]} means {names[place]}.", "found")
        else:
            column.checked[row] = "".join(sorted(column.checked[row] + letter))
            play.say(f"{words[place]} is not a word of power.")


# ------------------------------------------------------------------------- effects


def heal(play: Play, essence: int, *, hero: bool, others: Sequence[Opponent] = ()) -> None:
    """Take away as many wounds as the best degree of a throw of Challenge dice."""
    game = play.game
    degree = best_degree(play.throw_challenge(game.hero.challenge, "Healing"))
    if not degree:
        play.say(f"{play.essence(essence)} flickers about you and heals nothing.")
        return
    if hero and game.hero.wounds:
        healed = min(degree, game.hero.wounds)
        game.hero.wounds -= healed
        play.say(f"{healed} of your wounds close." if healed > 1 else "One wound closes.", "wound")
    for other in others:
        if other.wounds:
            other.wounds = max(0, other.wounds - degree)
            play.say(f"The {other.creature} is healed too.")
