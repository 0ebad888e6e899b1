"""Sight of the whole party: whom it sees, by which numbers, and who is gone."""

from __future__ import annotations

from engine.contract.facts import Seen
from engine.contract.texts import typed
from engine.sil.creatures import creature_names
from engine.sil.hero import derived
from engine.sil.perception import vision
from engine.silg.context import SilGContext
from engine.silg.wording import text

QUIET = ("sight",)  # kinds of Sil's lines that the table tells in its own words


def refresh(session: SilGContext) -> None:
    """Work out anew what every hero sees, and tell what has come into the party's view.

    All of the party call a creature by the same number.
    """
    state = session.state
    if state.stage == "setup":
        return
    for seat in session.heroes:
        game = session.game(seat)
        derived.update(game)
        _share_numbers(session, seat)
        vision.update(game)
        _learn_numbers(session, seat)
        session.overhear(seat, QUIET)
    _tell_newcomers(session)


def _share_numbers(session: SilGContext, seat: int) -> None:
    tags = session.hero(seat).knowledge.lore.tags
    for race, highest in session.state.highest.items():
        tags[race] = highest


def _learn_numbers(session: SilGContext, seat: int) -> None:
    """Take over the numbers of whom this hero has met, and give the party's to the hero."""
    state, game = session.state, session.game(seat)
    for creature in session.creatures:
        known = game.known(creature)
        if not known.tag:
            continue
        if creature.slot not in state.tags:
            number = state.highest.get(creature.race, 0) + 1
            state.tags[creature.slot] = state.highest[creature.race] = number
        known.tag = state.tags[creature.slot]
        game.lore.tags[creature.race] = state.highest[creature.race]


def _tell_newcomers(session: SilGContext) -> None:
    state = session.state
    seen = [c for c in session.creatures if session.seers(f"c{c.slot}")]
    for creature in seen:
        if creature.slot in state.seen_now:
            continue
        if not session.truly_seen(f"c{creature.slot}"):
            continue
        key = f"c{creature.slot}"
        own = state.desk.names.get(key)
        name = (
            typed(own) if own else creature_names.race_words(session.data.monsters[creature.race])
        )
        who = session.ref(key)
        session.tell(
            text("{who:A} comes into view.", who=name),
            None,
            "sight",
            fact=Seen(who) if who else None,
        )
    state.seen_now = [c.slot for c in seen]
    gone = {slot for slot in state.tags if session.creature(f"c{slot}") is None}
    for slot in gone:
        del state.tags[slot]


def drop_gone(session: SilGContext) -> None:
    """Take off the clock whoever is no longer on the level."""
    state = session.state
    state.fighters = [f for f in state.fighters if session.lives(f.key)]
    for names in (state.desk.run_by_gm, state.desk.allies, state.desk.order):
        names[:] = [key for key in names if session.lives(key)]
    for kept in (state.desk.names, state.desk.evasion, state.desk.orders):
        for key in [key for key in kept if not session.lives(key)]:
            del kept[key]
