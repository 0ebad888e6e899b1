"""Secret rolls and preparations of the Game Master move no die that players see."""

from __future__ import annotations

import pytest

from engine.contract.action import GM
from engine.contract.dice import ActionDice
from engine.sil.game.state import Skill
from engine.sil.hero import abilities as ab
from engine.silg.clock import creature_ai, dice_rolls, stealth_contest
from engine.silg.context import SilGContext, dice_name
from engine.silg.party_sight import refresh
from tests.engine.silg.stage import RULES, evening_on_a_map, foe, table
from tests.rolled import dice_for

HIDDEN = (
    "level 100",
    "spawn 3 orc soldier at H4 asleep",
    "spawn wolf at H4 unwary; spawn orc scout at I4 asleep",
    "check ann perception 12 secret",
    "blind ann 1d20+5 vs 1d20+8",
    "secret 2d6",
    "standing omens 2d6",
)


def public_draws(dice: ActionDice) -> int:
    """Return how much was drawn that players see."""
    return dice.play.drawn + dice.level.drawn + dice.flavour.drawn


@pytest.mark.parametrize("line", HIDDEN)
def test_a_hidden_stroke_rolls_hidden_dice_alone(line: str) -> None:
    state, dice = evening_on_a_map().state, dice_for(line)
    RULES.apply(state, GM, RULES.parse(line, state, GM), dice)
    assert public_draws(dice) == 0
    assert dice.hidden.drawn


def test_what_unseen_creatures_notice_is_rolled_hidden_and_moves_no_dice_of_others() -> None:
    drawn, first, suggested = [], set(), set()
    for creatures in range(1, 5):
        game = table("Ann", "Bob")
        game.state.desk.standing = dict.fromkeys(map(str, range(creatures)), "2d6")
        foes = [foe(game, "Orc scout", 2, 10 + n, alertness=-5) for n in range(creatures)]
        before = public_draws(game.streams)
        dice_rolls.roll_all(game)
        for each in reversed(foes):
            line = creature_ai.suggest(game, each)
        stealth_contest.minute(game)
        assert public_draws(game.streams) == before
        assert game.streams.hidden.drawn == 0
        own = [game.streams.apart(dice_name(each)) for each in foes]
        assert all(stream.drawn for stream in own)
        assert len({stream.key for stream in own}) == creatures
        drawn.append(own[0].drawn)
        first.add(foes[0].alertness)
        suggested.add(line)
    assert len(set(drawn)) == len(first) == len(suggested) == 1


def haunted() -> SilGContext:
    """Return a table whose hero listens, with some about that cannot be seen."""
    game = table("Ann")
    game.hero(0).skill_base[Skill.PERCEPTION] = 8
    game.hero(0).bought.append(ab.LISTEN)
    for n in range(4):
        foe(game, "Phantom", 2 + n, 5 + 3 * n)
    return game


def pass_round(game: SilGContext) -> None:
    """Let a round pass in which all make some noise."""
    game.hero(0).turns += 1
    for creature in game.creatures:
        game.hero_game(0).learn(creature).noise += 4


def looked(game: SilGContext, action: str) -> tuple[list[int], list[bool]]:
    """Look in an action of that name; return whom the party sees, and whom its hero hears."""
    game.streams = dice_for(action)
    refresh(game)
    hero, known = game.hero(0), game.hero_game(0).known
    return list(game.state.seen_now), [known(c).heard > hero.turns for c in game.creatures]


def test_looking_again_shows_nobody_until_a_round_has_passed() -> None:
    game, found = haunted(), []
    for rounds in range(20):
        pass_round(game)
        first, *again = (looked(game, f"look {rounds} {n}") for n in range(6))
        assert again == [first] * 5
        found.append(first)
    assert len({str(seen) for seen, _ in found}) > 2
    assert len({str(heard) for _, heard in found}) > 2


def test_whoever_is_not_found_by_eye_or_ear_moves_no_die_that_players_see() -> None:
    game = haunted()
    pass_round(game)
    looked(game, "look")
    assert public_draws(game.streams) == 0
