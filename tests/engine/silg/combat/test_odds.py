"""Odds that are shown are those of the dice, and tell nobody what they may not know."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec
import pytest

from engine.contract.action import GM, Chance
from engine.sil.game.state import RaceLore, Slot
from engine.silg.clock import declared_actions, encounter_clock
from engine.silg.combat import blows, odds, standing_defence
from engine.silg.combat.skill_totals import AttackContest
from engine.silg.context import SilGContext
from tests.engine.silg.situations import archers, armed, facing
from tests.engine.silg.stage import RULES, foe, skills
from tests.rolled import dice_for

MOST = 4.5  # standard deviations


def z(hits: int, trials: int, percent: float) -> float:
    """Return how far a count is from a percentage, which was rounded, in standard deviations."""
    p = min(0.999, max(0.001, percent / 100))
    near = min((p - 0.005, p, p + 0.005), key=lambda chance: abs(hits / trials - chance))
    return float((hits - trials * near) / (trials * p * (1 - p)) ** 0.5)


def known(game: SilGContext) -> SilGContext:
    """Let the heroes have slain some of each kind, and felt their blows."""
    for creature in game.creatures:
        felt = {n: 1 for n, _ in enumerate(game.data.monsters[creature.race].blows[:2])}
        for seat in game.heroes:
            lore = RaceLore(encountered=9, kills=3, blows=felt)
            game.hero_game(seat).lore.races[creature.race] = lore
    return game


def fight(chance: random.Random, **options: str) -> SilGContext:
    """Return a hero beside an enemy that has turned on them, both of random skill."""
    game = (archers if chance.random() < 0.5 else armed)()
    for name, value in options.items():
        game.state.options[name] = value
    skills(
        game,
        0,
        melee=chance.randint(0, 12),
        evasion=chance.randint(0, 12),
        archery=chance.randint(0, 12),
    )
    kind = chance.choice(("Orc scout", "Wolf", "Orc soldier", "Warg"))
    far = chance.random() < 0.3
    foe(game, kind, 4, 7 if far else 5, health=10_000)
    encounter_clock.start(game)
    creature = game.creatures[0]
    if not far:
        encounter_clock.declare_for(game, creature, "attack 0")
    elif (fighter := game.fighter(f"c{creature.slot}")) and fighter.deed:
        fighter.deed.announced = True
    return known(game)


def shown(game: SilGContext, seat: int, of: str) -> list[tuple[str, Chance]]:
    """Return the chances of a kind that a seat is shown, with their action lines."""
    offers = RULES.legal(game.state, seat)
    return [(str(o.action), c) for o in offers for c in o.chances if c.of == of]


def rolls(game: SilGContext, roll: Callable[[SilGContext], bool], trials: int) -> int:
    """Return how often a roll hits, each time from the same state with other dice."""
    before, hits = RULES.dump(game.state), 0
    for number in range(trials):
        state = RULES.load(before)
        hits += roll(RULES.game(state, dice_for(f"odds {number}")))
    return hits


def strikes(line: str) -> Callable[[SilGContext], bool]:
    """Return a declaration by a hero against a standing defence that nobody has seen."""

    def once(game: SilGContext) -> bool:
        standing_defence.renew(game, standing_defence.entered(game, "c1"))
        return any(b.hit for b in declared_actions.declare(game, 0, line).blows)

    return once


def is_struck(game: SilGContext) -> bool:
    """Roll the enemy's attack on the hero as they stand."""
    blow = blows.roll_creature_blow(game, game.creatures[0], 0)
    return blow is not None and blow.hit


def check(game: SilGContext, trials: int) -> int:
    """Assert that all that is shown of a fight comes true so often; return how much it is."""
    count = 0
    for line, chance in shown(game, 0, "hit"):
        if line.split()[0] == "fight" or "nearest" in line:
            continue
        hits = rolls(game, strikes(line), trials)
        assert abs(z(hits, trials, chance.percent)) <= MOST, (line, chance, hits / trials)
        count += 1
    if beside := shown(game, 0, "hurt"):
        hits = rolls(game, is_struck, trials)
        assert abs(z(hits, trials, beside[0][1].percent)) <= MOST, (beside[0], hits / trials)
        count += 1
    return count


FIGHTS = [(1, 2, 80), pytest.param(2, 20, 2_000, marks=pytest.mark.soak(part="pace"))]


@pytest.mark.parametrize(("seed", "fights", "trials"), FIGHTS)
def test_what_is_shown_of_a_fight_comes_true_as_often(seed: int, fights: int, trials: int):
    chance, count = random.Random(seed), 0
    for _ in range(fights):
        game = fight(chance, averaging=chance.choice(("on", "off")))
        if game.heroes:
            count += check(game, trials)
    assert count >= fights


CONTESTS = [(1, 6, 400), pytest.param(2, 100, 10_000, marks=pytest.mark.soak(part="pace"))]


@pytest.mark.parametrize(("seed", "contests", "trials"), CONTESTS)
def test_the_distribution_of_an_attack_is_that_of_its_rolls(seed, contests, trials):
    chance, dice = random.Random(seed), dice_for(f"contests {seed}")
    for _ in range(contests):
        score, against = chance.randint(-3, 15), chance.randint(0, 30)
        contest = AttackContest(score, against, chance.random() < 0.5)
        hits = sum(contest.roll(dice.play).margin > 0 for _ in range(trials))
        percent = 100 * sum(p for margin, p in contest.margins().items() if margin > 0)
        assert abs(z(hits, trials, percent)) <= MOST, contest


def test_the_game_master_sees_odds_with_the_dice_that_stand():
    game = armed("Ann", clock="gm")
    foe(game, "Orc scout", 4, 5)
    game.state.desk.run_by_gm = ["c1"]
    encounter_clock.start(game)
    encounter_clock.declare_in_secret(game, 0, "wait")
    [(line, chance)] = shown(game, GM, "hit")
    assert line.startswith("declare orc-scout-1 attack")
    game.fighter("h0").die = 1 if chance.percent < 50 else 20
    [(_, again)] = shown(game, GM, "hit")
    assert (again.percent > chance.percent) == (game.fighter("h0").die == 1)
    hits = rolls(game, is_struck, 100)
    assert abs(z(hits, 100, again.percent)) <= MOST
    game.fighter("h0").die = 1
    [target] = [odds.as_it_is(game, each) for each in game.creatures]
    theirs, ours = odds.on_hero(game, 0, target), odds.melee(game, 0, target)
    assert 0 < theirs.percent != ours.percent > 0
    [line] = odds.gm_lines(game)
    assert f"hits Ann {theirs.percent} %, about {round(theirs.damage)}; " in str(line)
    assert f"is hit {ours.percent} %, about {round(ours.damage)}" in str(line)


@pytest.mark.parametrize("lore", [False, True])
def test_a_player_sees_the_own_side_alone_of_a_stranger(lore: bool):
    game = armed()
    foe(game, "Orc scout", 4, 5)
    encounter_clock.start(game)
    encounter_clock.declare_for(game, game.creatures[0], "attack 0")
    if lore:
        known(game)
    (row,) = RULES.view(game.state, 0).odds
    assert ("%" in str(row)) == lore
    assert bool(shown(game, 0, "hit")) == lore
    assert len(str(row)) <= 100


def test_nobody_is_shown_odds_before_an_enemy_has_turned_on_somebody():
    game = armed()
    foe(game, "Orc scout", 4, 5, alertness=-15)
    encounter_clock.start(game)
    known(game)
    assert not shown(game, 0, "hit")
    assert "%" not in str(RULES.view(game.state, 0).odds)


@pytest.mark.parametrize(("lacks", "told"), [
    ("", True), ("bow", False), ("arrows", False), ("lore", False),
])  # fmt: skip
def test_a_shot_has_odds_with_a_bow_arrows_and_a_mark_whose_evasion_is_known(
    lacks: str, told: bool
):
    game = facing(archers(), (4, 8))
    worn = game.hero(0).worn
    worn.pop({"bow": Slot.BOW, "arrows": Slot.QUIVER1}.get(lacks, Slot.QUIVER2), None)
    target = odds.as_it_is(game, game.creatures[0])._replace(defence=lacks != "lore")
    found = odds.shot(game, 0, target, Slot.QUIVER1)
    assert (found is not None) == told
    assert found is None or 0 < found.hit < 1 < found.damage


@pytest.mark.parametrize(
    ("place", "defence", "told"),
    [((4, 5), True, True), ((4, 6), True, False), ((4, 5), False, False)],
)
def test_a_blow_has_odds_beside_a_creature_whose_evasion_is_known(
    place: tuple[int, int], defence: bool, told: bool
):
    game = facing(armed("Ann"), place)
    target = odds.as_it_is(game, game.creatures[0])._replace(defence=defence)
    assert (odds.melee(game, 0, target) is not None) == told


@pytest.mark.parametrize(
    ("method", "effect", "harms"), [("SPORE", "HURT", True), ("HIT", "", False)]
)
def test_spores_and_mere_touches_never_miss(method: str, effect: str, harms: bool):
    game = facing(armed("Ann"), (4, 5))
    target = odds.as_it_is(game, game.creatures[0])
    blow = target.kind.blows[0]._replace(method=method, effect=effect)
    kind = msgspec.structs.replace(target.kind, blows=(blow,))
    theirs = odds.on_hero(game, 0, target._replace(kind=kind, blows=(0,)))
    assert theirs.hit == 1
    assert (theirs.damage > 0) == harms


@pytest.mark.parametrize(("health", "dies"), [(1, True), (100, False)])
def test_who_only_waits_is_told_of_the_poison_that_is_sure_to_kill(health: int, dies: bool):
    game = facing(armed("Ann"), (4, 12))
    game.hero(0).health, game.hero(0).timers.poison = health, 10
    told = {chance.percent for line, chance in shown(game, 0, "end") if line == "wait"}
    assert told == ({100} if dies else set())
