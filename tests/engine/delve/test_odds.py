"""Printed odds are those of the functions that roll: exact distributions against draws, and whole
actions against replays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from random import Random

import pytest

from engine.common import distributions
from engine.common.distributions import Distribution
from engine.contract.action import Chance
from engine.contract.facts import Attacked, SeatRef
from engine.delve import terrain
from engine.delve.monsters import powers
from engine.delve.odds import ailments, fights
from engine.delve.rules import formulas, rolls
from engine.delve.rules.rolls import BlowRoll, EnergyDice, ThrowRoll
from tests.engine.delve.stage import Stage, content
from tests.rolled import dice_for

MOST_Z = 4.5


def z_score(share: float, met: int, trials: int) -> float:
    """Return by how many standard deviations a count differs from a probability."""
    spread = sqrt(max(share * (1 - share) * trials, 1e-9))
    return (
        (met - share * trials) / spread if 0 < share < 1 else 0.0 if met == share * trials else 99
    )


def random_blow(chance: Random) -> BlowRoll:
    full = chance.randint(5, 60)
    force = EnergyDice(chance.randint(1, 8), chance.randint(1, 12), (chance.randint(0, full), full))
    return BlowRoll(chance.choice([0, 25, 50, 100, 400]), 100, force, chance.randint(-4, 25))


def random_throw(chance: Random) -> ThrowRoll:
    full, sign = chance.randint(5, 60), chance.choice([1, 1, 1, -1])
    miss = Fraction(chance.randint(100, 900), 1000 * chance.randint(1, 6))
    dice, sides = chance.randint(1, 5), chance.randint(1, 8)
    return ThrowRoll(miss, 100, dice, sides, sign, (full // 2, full), chance.randint(0, 10))


def worst_difference(odds: Distribution, drawn: Counter[int]) -> float:
    """Return the largest z of the probability to reach each value of a distribution."""
    trials = drawn.total()
    assert set(drawn) <= set(odds)
    found = []
    for least in odds:
        share = min(1.0, distributions.at_least(odds, least))
        if 20 < share * trials < trials - 20:
            met = sum(count for value, count in drawn.items() if value >= least)
            found.append(abs(z_score(share, met, trials)))
    return max(found, default=0.0)


def check_rolls(situations: int, draws: int) -> None:
    chance, stream = Random(f"odds {situations}"), dice_for("odds").play
    for number in range(situations):
        roll = random_blow(chance) if number % 2 else random_throw(chance)
        odds = roll.distribution()
        assert sum(odds.values()) == pytest.approx(1)
        results = [roll.draw(stream) for _ in range(draws)]
        hits = sum(each.verdict != "miss" for each in results)
        assert abs(z_score(roll.hits, hits, draws)) <= MOST_Z
        assert worst_difference(odds, Counter(each.damage for each in results)) <= MOST_Z


def test_blows_and_throws_fall_as_their_distributions_say() -> None:
    check_rolls(10, 800)


@pytest.mark.soak(part="pace")
def test_a_hundred_blows_and_throws_fall_as_their_distributions_say() -> None:
    check_rolls(100, 10_000)


def test_a_distribution_of_dice_is_that_of_all_their_faces() -> None:
    faces = Counter(a + b + c for a in range(1, 5) for b in range(1, 5) for c in range(1, 5))
    odds = distributions.dice(3, 4)
    assert {total: round(64 * share) for total, share in odds.items()} == faces
    assert distributions.dice(0, 6) == {0: 1.0}
    assert distributions.mean(distributions.added(odds, odds)) == pytest.approx(15)


@pytest.mark.parametrize(("dice", "difficulty", "upgraded"), [(2, 6, False), (3, 14, True)])
def test_the_chance_against_a_curse_is_that_of_its_rule(
    dice: int, difficulty: int, upgraded: bool
) -> None:
    faces = [[1 + number // 6**place % 6 for place in range(dice)] for number in range(6**dice)]
    lifted = sum(formulas.uncurse(each, difficulty, upgraded=upgraded)[0] for each in faces)
    odds = rolls.uncurse_chance(dice, difficulty, upgraded=upgraded)
    assert odds == pytest.approx(lifted / 6**dice)


# ------------------------------------------------------------------ what is shown


def told(made: Stage, line: str) -> tuple[Chance, ...]:
    """Return the chances of the offer with an action line."""
    offers = made.rules.legal(made.state, 0)
    return next(offer.chances for offer in offers if str(offer.action) == line)


def said(chance: Chance) -> str:
    return str(chance.words)


def test_an_attack_tells_its_chance_what_it_does_and_what_comes_back() -> None:
    made = Stage()
    foe = made.put("jackal", 0, 1)
    hit, hurt = told(made, "move e")
    assert (hit.of, hit.percent) == ("hit", 90)
    assert said(hit).startswith("Hit 90 %, about ")
    assert said(hit).endswith(f" of its {foe.health}")
    assert (hurt.of, hurt.percent) == ("hurt", 90)


def test_the_health_that_odds_tell_is_no_more_exact_than_the_bar_in_the_picture() -> None:
    foe = Stage().dummy(0, 1)
    for full in (5, 8, 13, 60, 333):
        bands: dict[int | None, set[int]] = {}
        for health in range(1, full + 1):
            foe.health, foe.full_health = health, full
            bands.setdefault(fights.health_segments(foe), set()).add(fights.known_health(foe))
        assert 0 not in bands  # it lives
        assert all(len(known) == 1 for known in bands.values())


def test_a_spell_tells_its_range_its_status_and_its_price() -> None:
    made = Stage("mage")
    made.know("freeze", "confusion")
    foe = made.dummy(0, 3)
    [freeze] = told(made, "cast freeze e")
    assert (freeze.of, freeze.percent) == ("work", 100)
    assert said(freeze) == f"Freeze 2-20 of its {foe.full_health}, 40 % frozen, 6 energy"
    [confusion] = told(made, "cast confusion e")
    assert said(confusion) == "Confusion: confused 1-10 turns, 7 energy"


def test_what_falls_short_or_does_not_reach_has_no_chance() -> None:
    made = Stage("mage")
    made.know("spark")
    made.give("dart", 2)
    made.dummy(0, 12)
    assert {chance.percent for chance in told(made, "cast spark e")} == {0}
    assert {chance.percent for chance in told(made, "throw dart e")} == {0}


def test_nothing_is_certain_that_is_not() -> None:
    assert [distributions.as_percent(share) for share in (0, 1e-4, 0.5, 0.9999, 1)] == [
        0,
        1,
        50,
        99,
        100,
    ]


def test_a_sleeper_has_its_chance_to_wake_on_the_line_of_its_odds() -> None:
    made = Stage()
    foe = made.put("jackal", 0, 4, asleep=True)
    [line] = made.rules.view(made.state, 0).odds
    assert str(line).endswith("; asleep, wakes 10 % a turn")
    foe.asleep = False
    [line] = made.rules.view(made.state, 0).odds
    assert "it hits you 90 %" in str(line)


def test_at_most_four_opponents_have_a_line_the_awake_before_the_sleeping() -> None:
    made = Stage()
    made.put("mould", 0, 1, asleep=True)
    for column in range(2, 7):
        made.put("rat", 0, column)
    lines = made.rules.view(made.state, 0).odds
    assert len(lines) == 4
    assert all("ould" not in str(line) for line in lines)
    assert all(len(str(line)) <= 100 for line in lines)


# ------------------------------------------------------------------ statuses


def test_poison_tells_when_it_kills_and_what_it_costs() -> None:
    made = Stage()
    made.hero.health, made.hero.full_health = 6, 200
    made.hero.statuses = {"poisoned": 30}
    course = ailments.course(made.game, made.hero)
    assert course is not None
    assert course.kills == 1
    made.hero.plan = None
    turns = 0
    while not made.hero.fallen:
        made.do("pause")
        turns += 1
    assert turns == course.turns
    made = Stage()
    made.hero.statuses = {"poisoned": 3}
    [condition] = made.rules.view(made.state, 0).characters[0].conditions
    assert str(condition.note) == "costs about 3"


def test_who_has_as_much_health_as_poison_takes_dies_of_it() -> None:
    for points, kills in ((2, 0), (3, 1), (4, 1)):
        made = Stage()
        made.hero.health = made.hero.full_health = 3
        made.hero.statuses = {"poisoned": points}
        course = ailments.course(made.game, made.hero)
        assert course is not None
        assert course.kills == kills
        assert replayed_deaths(made, 1) == kills


def test_nobody_gains_health_while_they_burn() -> None:
    each_round = [content().statuses[name].each_round for name in ailments.HURTING]
    poisoned = ailments._Patient(
        health=3,
        full=99,
        points=(0, 9, 0),
        effects=tuple(each_round),
        protection=(99, 0, 0),  # of fire it is enough
        counter=0,
        gain=1,
        period=1,
    )
    assert ailments._course(poisoned).kills == 0  # a point is gained for each that is lost
    burning = ailments._course(poisoned._replace(points=(9, 9, 0)))
    assert (burning.kills, burning.turns) == (1, 3)


def test_the_dead_take_no_more_harm() -> None:
    """A fire of two turns, of which the first kills one hero in so many."""
    each_round = [content().statuses[name].each_round for name in ailments.HURTING]
    burning = ailments._Patient(
        health=3,
        full=3,
        points=(1, 0, 0),
        effects=tuple(each_round),
        protection=(0, 0, 0),
        counter=0,
        gain=0,
        period=1,
    )
    first = ailments._course(burning)
    assert 0 < first.kills < 1
    both = ailments._course(burning._replace(points=(2, 0, 0)))
    assert both.damage == pytest.approx(first.damage * (2 - first.kills))


def replayed_deaths(made: Stage, trials: int) -> int:
    rules, data, deaths = made.rules, made.rules.dump(made.state), 0
    for number in range(trials):
        state = rules.load(data)
        for turn in range(40):
            if state.ended or not any(
                name in state.heroes[0].statuses for name in ailments.HURTING
            ):
                break
            rules.apply(state, 0, rules.parse("pause", state, 0), dice_for(f"{number} {turn}"))
        deaths += bool(state.ended)
    return deaths


def check_course(health: int, statuses: dict[str, int], trials: int) -> None:
    made = Stage("mage", f"course {health}")
    made.hero.health, made.hero.full_health, made.hero.statuses = health, 40, dict(statuses)
    course = ailments.course(made.game, made.hero)
    assert course is not None
    assert abs(z_score(course.kills, replayed_deaths(made, trials), trials)) <= MOST_Z


def test_fire_kills_as_often_as_is_told() -> None:
    check_course(8, {"on fire": 3}, 30)


# ------------------------------------------------------------------ whole actions


def stages() -> Iterator[tuple[Stage, str]]:
    """Yield twenty situations and an action line whose first chance is tried."""
    chance = Random("whole actions")
    for number in range(20):
        made = Stage(chance.choice(["fighter", "mage", "monk"]), f"whole {number}")
        made.toughen()
        made.hero.level = chance.randint(1, 12)
        made.hero.power = chance.randint(2, 8)
        if number % 5 == 4:
            made.ground(0, 1, terrain.LOCKED_DOOR)
            made.level.doors[made.at(0, 1)] = made.hero.level * 2
            yield made, "open e"
            continue
        far = 3 if number % 2 else 1
        foe = made.put(chance.choice(["jackal", "kobold", "green ooze"]), 0, far)
        foe.health = foe.full_health = 900
        if number % 3 == 2:
            made.hero.statuses["confused"] = 50
        if far == 3:
            made.give("dart", 5)
        yield made, "throw dart e" if far == 3 else "move e"


def works(made: Stage, data: bytes, line: str, seed: str) -> bool:
    """Return whether an action on a saved game does what its first chance is of."""
    rules = made.rules
    state = rules.load(data)
    if line == "open e":
        rules.apply(state, 0, rules.parse(line, state, 0), dice_for(seed))
        return state.levels[1].ground[made.at(0, 1)] == terrain.OPEN_DOOR
    events = rules.apply(state, 0, rules.parse(line, state, 0), dice_for(seed))
    attacks = [event.fact for event in events if isinstance(event.fact, Attacked)]
    mine = [fact for fact in attacks if fact.by == SeatRef(0)]
    return any(fact.hit for fact in mine[:1])


@pytest.mark.soak(part="pace")
def test_whole_actions_succeed_as_often_as_their_offers_say() -> None:
    trials = 2000
    for made, line in stages():
        chance = told(made, line)[0]
        data = made.rules.dump(made.state)
        met = sum(works(made, data, line, f"{line} {number}") for number in range(trials))
        within = 0.005 * trials  # the percentage is rounded
        difference = abs(met - chance.percent / 100 * trials)
        share = min(0.99, max(0.01, chance.percent / 100))
        assert difference <= MOST_Z * sqrt(share * (1 - share) * trials) + within, line


@pytest.mark.soak(part="pace")
@pytest.mark.parametrize(
    ("health", "statuses"),
    [(10, {"on fire": 4}), (7, {"acid-burned": 4}), (12, {"on fire": 3, "poisoned": 6})],
)
def test_statuses_kill_as_often_as_is_told(health: int, statuses: dict[str, int]) -> None:
    check_course(health, statuses, 2000)


def test_what_a_caster_does_counts_as_often_as_it_casts_and_can_pay() -> None:
    stage = Stage()
    name, kind = next(
        (name, kind)
        for name, kind in content().monsters.items()
        if kind.spells and not kind.spell_attack and not kind.has("warden")
    )
    caster = stage.put(name, 0, 3, energy=999)
    found = fights.shot_of(stage.game, caster, stage.hero)
    assert found is not None
    casts = [fights.cast_of(stage.game, caster, each) for each in kind.spells]
    harmful = [each for each in casts if fights.does_harm(each)]
    assert found.hits == pytest.approx(powers.SPELL_CHANCE / 100 * len(harmful) / len(casts))
    caster.energy = 0
    assert fights.shot_of(stage.game, caster, stage.hero) is None
