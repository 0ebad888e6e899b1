"""Sight of the whole party: whom it sees, by which numbers, and who is gone."""

from __future__ import annotations

from engine.contract.facts import Seen
from engine.contract.texts import typed
from engine.sil.creatures import creature_names
from engine.sil.hero import derived
from engine.sil.perception import noise, vision
from engine.silg.context import SilGContext
from engine.silg.wording import text

QUIET = ("sight",)  # kinds of Sil's lines that the table tells in its own words


def refresh(game: SilGContext) -> None:
    """Work out anew what every hero sees and how far they are heard, and tell what has come into
    the party's view.

    All of the party call a creature by the same number.
    """
    for seat in game.heroes:
        hero_game = game.hero_game(seat)
        hero_game.listening_word()  # drawn now, lest a command that is hidden from them draw it
        derived.update(hero_game)
        _share_numbers(game, seat)
        vision.update(hero_game)
        noise.rebuild(hero_game)
        _learn_numbers(game, seat)
        game.overhear(seat, QUIET)
    _tell_newcomers(game)


def _share_numbers(game: SilGContext, seat: int) -> None:
    tags = game.hero(seat).knowledge.lore.tags
    for race, highest in game.state.highest.items():
        tags[race] = highest


def _learn_numbers(game: SilGContext, seat: int) -> None:
    """Take over the numbers of whom this hero has met, and give the party's to the hero."""
    state, hero_game = game.state, game.hero_game(seat)
    for creature in game.creatures:
        known = hero_game.known(creature)
        if not known.tag:
            continue
        if creature.slot not in state.tags:
            number = state.highest.get(creature.race, 0) + 1
            state.tags[creature.slot] = state.highest[creature.race] = number
        known.tag = state.tags[creature.slot]
        hero_game.lore.tags[creature.race] = state.highest[creature.race]


def _tell_newcomers(game: SilGContext) -> None:
    state = game.state
    seen = [c for c in game.creatures if game.seers(f"c{c.slot}")]
    for creature in seen:
        if creature.slot in state.seen_now:
            continue
        if not game.truly_seen(f"c{creature.slot}"):
            continue
        key = f"c{creature.slot}"
        own = state.desk.names.get(key)
        name = typed(own) if own else creature_names.race_words(game.data.monsters[creature.race])
        who = game.ref(key)
        game.tell(
            text("{who:A} comes into view.", who=name),
            None,
            "sight",
            fact=Seen(who) if who else None,
        )
    state.seen_now = [c.slot for c in seen]
    gone = {slot for slot in state.tags if game.creature(f"c{slot}") is None}
    for slot in gone:
        del state.tags[slot]


def drop_gone(game: SilGContext) -> None:
    """Take off the clock whoever is no longer on the level."""
    state = game.state
    state.fighters = [f for f in state.fighters if game.lives(f.key)]
    for names in (state.desk.run_by_gm, state.desk.allies, state.desk.order):
        names[:] = [key for key in names if game.lives(key)]
    for kept in (state.desk.names, state.desk.evasion, state.desk.orders):
        for key in [key for key in kept if not game.lives(key)]:
            del kept[key]
