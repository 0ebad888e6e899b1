"""The laws of dice by action: no state holds anything of them."""

from __future__ import annotations

import random

import pytest

from engine.contract.dice import ActionDice, ActionKey, GameSecret
from tests.engine.contract.cases import SEEDS, Case, each_beginning, every_case

SECRETS = tuple(GameSecret(bytes([n]) + b" secret of game"[:15]) for n in (1, 2))
STEPS = 12


def keys_of(dice: ActionDice) -> list[bytes]:
    """Return the keys of all streams."""
    return [stream.key for stream in (dice.level, dice.play, dice.flavour, dice.hidden)]


def rolled(dice: ActionDice) -> bool:
    """Return whether anything was drawn."""
    return any(each.drawn for each in (dice.level, dice.play, dice.flavour, dice.hidden))


@every_case
@each_beginning
def test_no_state_holds_a_key_and_dice_that_are_not_rolled_change_nothing(
    case: Case, beginning: str
) -> None:
    game, chance = case.begin(beginning, SEEDS[0]), random.Random(7)
    held = [secret.seed for secret in SECRETS]
    for number in range(1, STEPS):
        turn = game.turn()
        offers = [(seat, o) for seat in (*turn.waiting, *turn.also) for o in game.legal(seat)]
        if not offers:
            break
        seat, offer = chance.choice(offers)
        twin = case.copy(game)
        mine, other = (secret.dice(ActionKey(number, 99)) for secret in SECRETS)
        events = game.apply(seat, offer.action, mine)
        told = twin.apply(seat, offer.action, other)
        if not (rolled(mine) or rolled(other) or mine.begun):
            assert (game.dump(), events) == (twin.dump(), told)
        held += [*keys_of(mine), *keys_of(other)]
        dump = game.dump()
        assert not [key for key in held if key in dump]
        for watcher in case.watchers:  # a view, its offers and pages roll nothing
            game.view(watcher)
            for topic in game.topics(watcher)[:5]:
                game.explain(watcher, topic)
    assert game.dump() == case.copy(game).dump()


@every_case
def test_equal_keys_give_equal_games(case: Case) -> None:
    def played(asked: int) -> bytes:
        game, chance = case.opened(SEEDS[0]), random.Random(3)
        for number in range(1, 12):
            turn = game.turn()
            if not turn.waiting:
                break
            offers = game.legal(turn.waiting[0])
            action = chance.choice(offers).action
            game.apply(turn.waiting[0], action, SECRETS[0].dice(ActionKey(number, asked)))
        return game.dump()

    assert played(5) == played(5)


@pytest.mark.parametrize("asked", [1, 1 << 62])
def test_an_interaction_is_part_of_the_key(asked: int) -> None:
    one, other = (SECRETS[0].dice(ActionKey(1, asked + more)) for more in (0, 1))
    assert not set(keys_of(one)) & set(keys_of(other))
