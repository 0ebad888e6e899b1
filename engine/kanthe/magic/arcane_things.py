"""Arcane things: their words, the throws that identify them, and their effects
(rules: kanthe 6)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import cast

from engine.contract.facts import CreatureRef, Healed, Learned, SeatRef
from engine.contract.texts import Listing, Name, Text, counted, text
from engine.kanthe.dice import SIDES, best_degree, find_matches
from engine.kanthe.pool_odds import chance_of_faces, match_counts
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.rules.names import (
    action_word,
    creature_name,
    essence_word,
    gear,
    item_name,
    phrase,
    phrase_name,
    scroll_words,
)
from engine.kanthe.state import ArcaneEffect, ArcaneRows, ChooseWord, KantheItem, Opponent, Reach
from engine.kanthe.words import alone

UNKNOWN, FALSE = -1, -2  # what is known of a word that stands for no row

Try = tuple[int, int]  # (essence row, action row)


def make_arcane(
    game: KantheContext, kind: str, essence_row: int, action_row: int, *, by_change: bool = False
) -> KantheItem:
    """Return an arcane thing of two rows of the word lists; its phrase becomes known."""
    item = KantheItem(
        game.new_id(), kind, 1, (), kind, essence_row=essence_row, action_row=action_row
    )
    method = game.content.methods[kind]
    game.state.hero.arcane_found += 1
    if method.has("letters"):
        sheet = game.state.arcane
        item.letters = (
            _draw_letter(game, sheet.essences, essence_row),
            _draw_letter(game, sheet.actions, action_row),
        )
        return item
    if method.has("action"):
        item.action_row = -1
    item.by_change = by_change
    words = phrase(game, item)
    if words not in game.state.arcane.discovered:
        game.state.arcane.discovered.append(words)
    return item


def _draw_letter(game: KantheContext, rows: ArcaneRows, row: int) -> str:
    """Return the letter before a word's stem: the known one, else one not checked off."""
    if rows.letters[row]:
        return rows.letters[row]
    left = [letter for letter in game.content.letters if letter not in rows.checked[row]]
    return game.dice.level.choose(left)


# ------------------------------------------------------------------------- what is known


def _word_of_scroll(game: KantheContext, rows: ArcaneRows, row: int, letter: str) -> int:
    if rows.letters[row]:
        return row if rows.letters[row] == letter else FALSE
    if letter in rows.checked[row]:
        return FALSE
    return row if len(rows.checked[row]) == len(game.content.letters) - 1 else UNKNOWN


def known_rows(game: KantheContext, item: KantheItem) -> Try:
    """Return the rows that the words of an arcane thing are known to stand for: each a row, or
    UNKNOWN, or FALSE for a scroll's word that is wrong."""
    sheet, method = game.state.arcane, game.method_of(item)
    if method.has("letters"):
        return (
            _word_of_scroll(game, sheet.essences, item.essence_row, item.letters[0]),
            _word_of_scroll(game, sheet.actions, item.action_row, item.letters[1]),
        )
    essence = _find(_essence_column(game, item), essence_word(game.state, item))
    if method.has("action"):
        return essence, method.number("action")
    return essence, _find(_action_column(game, item), action_word(game, item))


def _essence_column(game: KantheContext, item: KantheItem) -> list[str]:
    essences = game.state.arcane.essences
    return essences.seconds if item.by_change else essences.firsts


def _action_column(game: KantheContext, item: KantheItem) -> list[str]:
    actions = game.state.arcane.actions
    return actions.firsts if game.method_of(item).has("qualities") else actions.seconds


def _find(column: list[str], word: str) -> int:
    return column.index(word) if word in column else UNKNOWN


def is_struck(game: KantheContext, item: KantheItem) -> bool:
    """Return whether a thing's phrase is known to do nothing."""
    by_letters = game.method_of(item).has("letters")
    return not by_letters and phrase(game, item) in game.state.arcane.struck


def effect_of(game: KantheContext, item: KantheItem) -> ArcaneEffect | None:
    """Return the effect of an arcane thing, if it is known and there is one."""
    if not item.arcane or is_struck(game, item):
        return None
    essence, action = known_rows(game, item)
    return ArcaneEffect(action, essence) if essence >= 0 and action >= 0 else None


def is_useless(game: KantheContext, item: KantheItem) -> bool:
    """Return whether an arcane thing is known to do nothing."""
    return is_struck(game, item) or FALSE in known_rows(game, item)


def fits(game: KantheContext, effect: ArcaneEffect, purpose: str) -> bool:
    """Return whether an effect helps a purpose."""
    return purpose in game.content.actions[effect.action].purposes


def effect_dice(
    game: KantheContext,
    effect: ArcaneEffect,
    purpose: str,
    reach: Reach = "one",
    against: Sequence[Opponent] = (),
) -> int:
    """Return how many dice an effect adds to a throw; 0: it does not fit.

    In a fight with known opponents they count for each whom it reaches: twice for one who is weak
    against its essence, not at all for one who is strong.
    """
    dice = game.content.effect_dice
    if not fits(game, effect, purpose):
        return 0
    if purpose != "fight" or not against:
        return dice
    felt = [dice * _susceptibility(who, effect) for who in against]
    return max(felt) if reach == "one" else sum(felt)


def _susceptibility(who: Opponent, effect: ArcaneEffect) -> int:
    if effect.essence == who.nature.weak:
        return 2
    return 0 if effect.essence == who.nature.strong else 1


def item_dice(
    game: KantheContext, item: KantheItem, purpose: str, against: Sequence[Opponent] = ()
) -> int:
    """Return how many dice an item adds to a throw; 0: it does not fit."""
    if not item.arcane:
        return item.rating if purpose in item.purposes else 0
    method = game.method_of(item)
    if method.has("consumed") or (method.has("worn") and not item.worn):
        return 0
    effect = effect_of(game, item)
    plain = item.rating if purpose in method.words("plain") else 0
    if effect is None:
        return plain
    if purpose in method.words("fits"):
        return game.content.effect_dice
    return max(plain, effect_dice(game, effect, purpose, reach_of(game, item), against))


def reach_of(game: KantheContext, item: KantheItem, how: str = "") -> Reach:
    """Return whom a thing's effect reaches by its form, or by the manner of its use."""
    manner = game.content.manners[how].words("reaches") if how else ()
    return cast(Reach, next(iter((*manner, *game.method_of(item).words("reaches"))), "one"))


def used_items(
    game: KantheContext, purpose: str, against: Sequence[Opponent] = ()
) -> list[tuple[KantheItem, int]]:
    """Return the items that serve in a throw with their dice: of those that fit and are not left
    out the best, as many as the body has places for (two hands, one thing worn on each part)."""
    free = dict(game.content.places)
    used = []
    dice = [(i, item_dice(game, i, purpose, against)) for i in gear(game.state) if i.ticked]
    for item, number in sorted(dice, key=lambda each: (-each[1], not each[0].arcane)):
        place = _place_of(game, item)
        if number and (not place or free[place]):
            used.append((item, number))
            free[place] = free.get(place, 0) - 1
    return used


def _place_of(game: KantheContext, item: KantheItem) -> str:
    """Return an item's place on the body; "": it takes up none of the counted ones."""
    if not item.arcane:
        return game.content.place_of(item.name, item.purposes)
    return next(iter(game.method_of(item).words("place")), "")


# ------------------------------------------------------------------------- identifying


def try_item(game: KantheContext, item: KantheItem, how: str) -> bool:
    """Try to use an arcane thing; throw for the words that are unknown.

    Return whether that is settled: not when the player must choose between words first.
    """
    rows = known_rows(game, item)
    unknown = rows.count(UNKNOWN)
    thing = item_name(game, item)
    game.tell(text("You try {thing:the}.", thing=thing))
    if not unknown or is_struck(game, item):
        return True
    faces = game.throw_opposition(game.content.try_dice, "words", thing=thing)
    values = [match.value for match in find_matches(faces)]
    for match in find_matches(faces):
        game.show("opposition", match.value, match.degree, _meanings(game, item, match.value))
    if game.method_of(item).has("letters"):
        return _identify_scroll(game, item, how, len(values))
    if not values:
        words = phrase(game, item)
        game.state.arcane.struck.append(words)
        name = alone(phrase_name(game.state, words))
        nothing = text("“{phrase:The}” does nothing, in any kind of thing.", phrase=name)
        game.tell(nothing, "found", Learned(SeatRef(0), words))
        return True
    options = _assignments(game, item, values)
    if len(options) > 1:
        game.state.question = ChooseWord(item.id, how, options)
        return False
    if options:
        learn(game, item, options[0])
    else:
        game.tell(text("The dice point at rows that are taken. You learn nothing."))
    return True


def _meanings(game: KantheContext, item: KantheItem, row: int) -> Text:
    """Return what a match can mean for the unknown words of a thing."""
    if game.method_of(item).has("letters"):
        return text("one word")
    meanings = (game.essence(row), Name(game.content.actions[row].name))
    known = zip(meanings, known_rows(game, item), strict=True)
    unknown = [meaning for meaning, found in known if found == UNKNOWN]
    return text("{meanings}", meanings=Listing(tuple(unknown), last="or"))


def _identify_scroll(game: KantheContext, item: KantheItem, how: str, matches: int) -> bool:
    rows = known_rows(game, item)
    unknown = rows.count(UNKNOWN)
    if matches and matches < unknown:
        game.state.question = ChooseWord(
            item.id, how, [(item.essence_row, UNKNOWN), (UNKNOWN, item.action_row)]
        )
        return False
    learn(
        game,
        item,
        (
            item.essence_row if matches and rows[0] == UNKNOWN else UNKNOWN,
            item.action_row if matches and rows[1] == UNKNOWN else UNKNOWN,
        ),
    )
    return True


def _assignments(game: KantheContext, item: KantheItem, values: list[int]) -> list[Try]:
    """Return the ways to read matches as rows for the unknown words, those that settle the most
    words only: a row whose cell is taken cannot be one."""
    essence, action = known_rows(game, item)
    cells = _essence_column(game, item)
    essences = [row for row in values if not cells[row]] if essence == UNKNOWN else []
    cells = _action_column(game, item)
    actions = [row for row in values if not cells[row]] if action == UNKNOWN else []
    both = [(e, a) for e in essences for a in actions if e != a]
    if both:
        return both
    return [(e, UNKNOWN) for e in essences] + [(UNKNOWN, a) for a in actions]


def chances_to_learn(game: KantheContext, item: KantheItem) -> tuple[float, float]:
    """Return the chances that a try of an arcane thing tells one of its unknown words at least,
    and that it tells all of them."""
    unknown, dice = known_rows(game, item).count(UNKNOWN), game.content.try_dice
    counts = match_counts(dice)
    if game.method_of(item).has("letters"):
        return sum(counts[1:]), sum(counts[unknown:])
    one = whole = 0.0
    for matches in range(1, len(counts)):
        for faces in combinations(range(SIDES), matches):
            chance = chance_of_faces(dice, matches)
            options = _assignments(game, item, list(faces))
            one += chance if options else 0.0
            if any(unknown == 1 or UNKNOWN not in rows for rows in options):
                whole += chance
    return one, whole


def learn(game: KantheContext, item: KantheItem, rows: Try) -> None:
    """Write down what a try has shown: the rows that an item's words stand for (UNKNOWN where one
    stays unknown). A scroll's word that was tried in vain has its letter checked off."""
    if game.method_of(item).has("letters"):
        _learn_scroll(game, item, rows)
        return
    if rows[0] >= 0:
        column = _essence_column(game, item)
        column[rows[0]] = essence_word(game.state, item)
        _tell_meaning(game, Name(column[rows[0]]), game.essence(rows[0]))
    if rows[1] >= 0:
        column = _action_column(game, item)
        column[rows[1]] = action_word(game, item)
        _tell_meaning(game, Name(column[rows[1]]), Name(game.content.actions[rows[1]].name))


def _tell_meaning(game: KantheContext, word: Name, meaning: Name) -> None:
    words = text("{word} means {meaning}.", word=word, meaning=meaning)
    game.tell(words, "found", Learned(SeatRef(0), word.word))


def _learn_scroll(game: KantheContext, item: KantheItem, rows: Try) -> None:
    sheet, known = game.state.arcane, known_rows(game, item)
    words = scroll_words(game, item)
    names = game.essence(item.essence_row), Name(game.content.actions[item.action_row].name)
    halves = ((sheet.essences, item.essence_row, 0), (sheet.actions, item.action_row, 1))
    for column, row, place in halves:
        if known[place] != UNKNOWN:
            continue
        letter = item.letters[place]
        if rows[place] >= 0:
            column.letters[row] = letter
            _tell_meaning(game, words[place], names[place])
        else:
            column.checked[row] = "".join(sorted(column.checked[row] + letter))
            game.tell(text("{word} is not a word of power.", word=words[place]))


def read_carving(game: KantheContext, effect: ArcaneEffect) -> None:
    """Write down the two words of an effect, which are carved in a feature that has it; by the book
    nothing is."""
    if game.state.variant.by_the_book:
        return
    kind = next(key for key, row in game.content.methods.items() if row.has("letters"))
    item = make_arcane(game, kind, effect.essence, effect.action)
    first, second = scroll_words(game, item)
    game.tell(text("Carved in it: {first} {second}.", first=first, second=second))
    learn(game, item, (effect.essence, effect.action))


# ------------------------------------------------------------------------- effects


def heal(game: KantheContext, essence: int, *, hero: bool, others: Sequence[Opponent] = ()) -> None:
    """Take away as many wounds as the best degree of a throw of Challenge dice."""
    state = game.state
    degree = best_degree(game.throw_challenge(state.hero.challenge, "healing"))
    if not degree:
        words = text(
            "{essence} flickers about you and heals nothing.", essence=game.essence(essence)
        )
        game.tell(words)
        return
    if hero and state.hero.wounds:
        healed = min(degree, state.hero.wounds)
        state.hero.wounds -= healed
        words = counted(healed, "One wound closes.", "{number} of your wounds close.")
        game.tell(words, "wound", Healed(SeatRef(0), healed))
    for other in others:
        if other.wounds:
            healed = min(degree, other.wounds)
            other.wounds -= healed
            who = creature_name(other)
            healed_too = Healed(CreatureRef(other.kind, other.id), healed)
            game.tell(text("{who:The} is healed too.", who=who), fact=healed_too)
