"""Topics to look up: what a seat sees, what its hero knows, and, for the Game Master, all."""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract.action import GM
from engine.contract.view import Topic
from engine.sil import lookup as sil_lookup
from engine.sil.creatures import creature_names
from engine.sil.creatures.morale import band
from engine.silg.clock import creature_ai
from engine.silg.gm import monster_forms
from engine.silg.session import Session

_HEALTH = {5: "unhurt", 4: "somewhat wounded", 3: "wounded", 2: "badly wounded", 1: "almost dead"}


def topics(session: Session, seat: int | None) -> Iterator[Topic]:
    """Yield all that a seat can look up now."""
    if seat is None or session.state.stage == "setup":
        return
    if seat == GM:
        for creature in session.creatures:
            handle = session.handle(f"c{creature.slot}")
            yield Topic("sight", handle[:60], f"{handle}: all of it"[:100])
    elif seat in session.heroes:
        yield from sil_lookup.topics(session.game(seat))


def explain(session: Session, seat: int | None, topic: Topic) -> str:
    """Return what there is to say of one of `topics`. A creature's mind is the Game Master's."""
    if seat == GM:
        return _in_full(session, topic.name)
    assert seat is not None, "the public looks nothing up"
    if topic.kind != "sight":
        return sil_lookup.explain(session.game(seat), topic)
    game = session.game(seat)
    seen = next(
        c for c in creature_names.visible(game) if creature_names.handle(game, c) == topic.name
    )
    if game.hero.timers.hallucinating:
        return f"{creature_names.kind_name(game, seen):A}, or so it seems."
    words = _HEALTH[band(seen.health, seen.max_health)]
    return f"{creature_names.kind_name(game, seen):A}, {words}."


def _in_full(session: Session, handle: str) -> str:
    creature = next(c for c in session.creatures if session.handle(f"c{c.slot}") == handle)
    race = session.data.monsters[creature.race]
    lines = [f"{race.name}: {monster_forms.describe(race)}."]
    lines.append(f"Flags: {' '.join(sorted(race.flags)) or 'none'}.")
    if race.spells:
        lines.append(f"Powers: {' '.join(sorted(race.spells))}, one turn in "
                     f"{100 // max(1, race.spell_percent)}.")  # fmt: skip
    lines.append(f"Health {creature.health} of {creature.max_health}, "
                 f"alertness {creature.alertness}.")  # fmt: skip
    if (seat := creature_ai.concern(session, creature)) is not None:
        lines.append(f"It has to do with {session.player(seat).name}.")
    return "\n".join(lines)
