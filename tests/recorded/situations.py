"""Situations of the rules alone: games that have just begun, their heroes and those around them
hurt, hungry and under statuses of any kind. What each seat sees and may do, and what would come of
it, is recorded of many such, where a game that is played meets few."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec.structs import fields

from engine.contract import running_game
from engine.contract.action import GM, Action
from engine.contract.ruleset import AnyRuleset
from engine.delve.state import DelveCreature, DelveState
from engine.kanthe.state import KantheState
from engine.sil.game.context import SilContext
from engine.sil.hero import derived
from engine.sil.perception import vision
from engine.silg.context import SilGContext
from tests.engine.delve.stage import content
from tests.engine.kanthe import stage as kanthe_stage
from tests.recorded.beginnings import BEGINNINGS
from tests.recorded.digests import RecordedPlay, Steps, digest_of
from tests.recorded.games import acted_in_copy, seats, seen, told
from tests.rolled import dice_for
from tests.rulesets import RULESETS

FILE = Path(__file__).with_name("situations.txt")
LONGEST = 12  # turns that a status lasts

Change = Callable[[Any, random.Random], None]


def play(record: RecordedPlay) -> Steps:
    """Look at so many situations of one beginning."""
    dice = random.Random(record.name)
    ruleset, change = RULESETS[record.kind], CHANGES[record.kind]
    begun = BEGINNINGS[record.kind](dice).dump()
    steps = []
    for number in range(record.steps):
        state = ruleset.load(begun)
        change(state, dice)
        now = ruleset.dump(state)
        game = running_game.resume(ruleset, now)
        seat = dice.choice(seats(game))
        parts = [seen(game), _done(ruleset, now, seat, dice.choice(game.legal(seat)).action)]
        if advice := game.autoplay(seat, irreversible=True):
            parts += [str(advice.why).encode(), _done(ruleset, now, seat, advice.action)]
        steps.append((f"situation {number}", digest_of(*parts)))
    return steps


def _done(ruleset: AnyRuleset, now: bytes, seat: int, action: Action) -> bytes:
    events, other = acted_in_copy(ruleset, now, seat, action)
    return str(action).encode() + told(events) + other.dump()


def _share(most: int, dice: random.Random) -> int:
    """Return a part of what somebody has at most: all, some, or next to nothing."""
    return max(1, dice.choice((most, most, most // 2, most // 4, most // 10)))


# ---------------------------------------------------------------- Sil-Q and Sil-G


def change_sil(state: Any, dice: random.Random) -> None:
    """Change Sil's hero, and the creatures around."""
    _change_heroes(RULESETS["sil"].game(state, dice_for("situation")), dice)  # type: ignore[attr-defined]


def change_silg(state: Any, dice: random.Random) -> None:
    """Change the heroes of a table; some fight."""
    rules: Any = RULESETS["silg"]
    table = SilGContext(state, rules.data, dice_for("situation"))
    for seat in table.heroes:
        _change_heroes(table.hero_game(seat), dice)
    if dice.random() < 0.6:
        _do(rules, state, GM, "clock start")
        for seat in table.heroes:
            if dice.random() < 0.4:
                _do(rules, state, seat, str(dice.choice(rules.legal(state, seat)).action))


def _do(rules: Any, state: Any, seat: int, line: str) -> None:
    rules.apply(state, seat, rules.parse(line, state, seat), dice_for(line))


def _change_heroes(game: SilContext, dice: random.Random) -> None:
    hero = game.hero
    for name in dice.sample([each.name for each in fields(hero.timers)], dice.choice((0, 0, 1, 2))):
        setattr(hero.timers, name, dice.randint(1, LONGEST))
    hero.food = dice.choice((4999, 4999, 1500, 600, 100))
    hero.stat_drain = [-dice.choice((0, 0, 0, 1)) for _ in hero.stat_drain]
    hero.stealth_mode = dice.random() < 0.3
    hero.attacked, hero.was_attacked = dice.random() < 0.3, dice.random() < 0.3
    if dice.random() < 0.2:
        hero.worn = {slot: item for slot, item in hero.worn.items() if dice.random() < 0.5}
    for creature in game.level.creatures:
        if creature is not None:
            creature.health = min(creature.max_health, _share(creature.max_health, dice))
            creature.alertness = dice.choice((creature.alertness, -3, 2, 12))
            creature.stun, creature.confused, creature.slowed, creature.hasted = (
                dice.choice((0, 0, 0, 0, 5)) for _ in range(4)
            )
    derived.update(game)
    hero.health = _share(hero.derived.max_health, dice)
    hero.voice = _share(hero.derived.max_voice, dice)
    vision.update(game)


# ---------------------------------------------------------------- Delve


def change_delve(state: DelveState, dice: random.Random) -> None:
    """Change Delve's hero and the monsters around."""
    hero, level = state.heroes[0], state.levels[1]
    hero.nourishment = dice.choice((hero.nourishment, 250, 90, 20, 0))
    hero.level = dice.choice((hero.level, 5, 12, 20))
    for creature in (hero, *level.monsters):
        _change_creature(creature, dice)


def _change_creature(creature: DelveCreature, dice: random.Random) -> None:
    creature.health = _share(creature.full_health, dice)
    creature.energy = dice.choice((creature.full_energy, creature.full_energy // 3, 0))
    for name in dice.sample([*content().statuses], dice.choice((0, 0, 1, 2))):
        creature.statuses[name] = dice.randint(1, LONGEST)


# ---------------------------------------------------------------- Kanthe


def change_kanthe(state: KantheState, dice: random.Random) -> None:
    """Change Kanthe's hero and those in his room."""
    hero = state.hero
    hero.challenge = dice.choice((hero.challenge, 5, 9, 14))
    hero.wounds = dice.choice((0, 0, 1, max(0, hero.challenge - 1)))
    hero.coins = dice.choice((0, 3, 20))
    for who in state.here.opponents:
        who.wounds = dice.choice((0, 0, max(0, who.strength - 1)))
        who.peaceful = dice.random() < 0.3
        who.social = dice.choice((0, 0, 2))
    fighting = [who for who in state.here.opponents if not who.peaceful]
    if fighting and dice.random() < 0.5:
        kanthe_stage.start_conflict(state, *fighting)


CHANGES: dict[str, Change] = {
    "sil": change_sil,
    "silg": change_silg,
    "delve": change_delve,
    "kanthe": change_kanthe,
}
