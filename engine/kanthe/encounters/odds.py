"""The chances of what the hero may try, for offers and views: the pools are those that throw."""

from __future__ import annotations

import msgspec

from engine.common.distributions import as_percent
from engine.contract.action import Chance, ChanceKind
from engine.contract.texts import Text, Value, cut_words, text
from engine.kanthe.dice import chance_of_match
from engine.kanthe.encounters.hazards import force_pool
from engine.kanthe.encounters.pools import (
    PoolSource,
    hero_pool,
    opponents_of,
    opposition_pool,
    total,
)
from engine.kanthe.pool_odds import (
    Outlook,
    chance_to_deal_more,
    chance_to_force,
    conflict_outlook,
    evasion_outlook,
    expected_wounds,
    landings,
)
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.rules.names import creature_name
from engine.kanthe.state import Conflict, Hazard, KantheState, Opponent, Purpose


class ThrowOdds(msgspec.Struct, frozen=True):
    """The odds of a throw of both sides: chances of a match, wounds on average."""

    own: int  # dice
    against: int
    hit: float
    dealt: float
    hurt: float
    taken: float


def health_of(state: KantheState) -> int:
    """Return how many wounds kill the hero."""
    return max(0, state.hero.challenge + 1 - state.hero.wounds)


def least_health(state: KantheState, percent: int) -> int:
    """Return the least health that is not below a percentage of the full."""
    return max(1, -(-percent * (state.hero.challenge + 1) // 100))


def need_of(game: KantheContext, target: Opponent, purpose: str) -> int:
    """Return how many wounds, or words, still overcome somebody."""
    done = target.social if purpose == "persuade" else target.wounds
    return max(1, game.state.difficulty + 1 - done)


def felt_dice(game: KantheContext, own: list[PoolSource], target: Opponent) -> int:
    """Return the dice of a pool that somebody feels: ghosts do not feel mundane items."""
    spirit = game.kind_of(target).has("spirit")
    return sum(source.dice for source in own if not (spirit and source.mundane))


def throw_odds(
    game: KantheContext, conflict: Conflict, purpose: str, target: Opponent | None = None
) -> ThrowOdds:
    """Return the odds of the next throw; of a target, of what it feels."""
    own = hero_pool(game, purpose, conflict)
    dice = felt_dice(game, own, target) if target is not None else total(own)
    against = total(opposition_pool(game, purpose, conflict))
    one = game.state.variant.one_wound
    return ThrowOdds(
        dice,
        against,
        chance_of_match(dice),
        expected_wounds(dice, one=one),
        chance_of_match(against),
        taken=expected_wounds(against, one=one),
    )


def _endurance(game: KantheContext, conflict: Conflict, purpose: str) -> int:
    """Return what the hero can take until the conflict is lost: wounds, or doubts where nobody
    attacks."""
    state = game.state
    if purpose == "persuade" and not any(o.attacks for o in opponents_of(game, conflict)):
        return max(1, state.hero.challenge + 1 - conflict.social)
    return health_of(state)


def duel_outlook(
    game: KantheContext, conflict: Conflict, purpose: str, percent: int = 1
) -> Outlook | None:
    """Return how a conflict with one opponent ends that goes on until the hero's health is below
    a percentage; None where more than dice decide."""
    opponents = opponents_of(game, conflict)
    if len(opponents) != 1 or conflict.tool or conflict.turned or game.state.hero.allies:
        return None
    return estimate(game, conflict, purpose, percent)


def estimate(game: KantheContext, conflict: Conflict, purpose: str, percent: int = 1) -> Outlook:
    """Return how a conflict ends, of several opponents as if they were one who stays as strong
    as all together."""
    opponents = opponents_of(game, conflict)
    own = hero_pool(game, purpose, conflict)
    once = game.state.hero.boost
    felt = min(felt_dice(game, own, target) for target in opponents) - once
    need = sum(need_of(game, target, purpose) for target in opponents)
    least = least_health(game.state, percent)
    if purpose == "persuade" and not any(o.attacks for o in opponents):
        least = 1
    against = total(opposition_pool(game, purpose, conflict))
    endurance = _endurance(game, conflict, purpose)
    one = game.state.variant.one_wound
    return conflict_outlook(felt, against, need, endurance, least, once=once, one=one)


def escape_outlook(game: KantheContext, conflict: Conflict, percent: int = 1) -> Outlook:
    """Return how evading somebody ends that goes on until it succeeds, or the hero's health is
    below a percentage."""
    own = total(hero_pool(game, "evade", conflict))
    against = total(opposition_pool(game, "evade", conflict))
    return _evasion(game, own, against, percent)


def flight_outlook(game: KantheContext, conflict: Conflict, percent: int) -> Outlook | None:
    """Return how evading ends that goes on until the hero's health is below a percentage; None
    where more than dice decide."""
    if conflict.turned or game.state.hero.allies:
        return None
    return escape_outlook(game, conflict, percent)


def hazard_outlook(game: KantheContext, hazard: Hazard) -> Outlook:
    """Return how evading a hazard ends: by one throw, or until it succeeds where the hazard strikes
    again. Whom it strikes once and does not kill has broken off."""
    own = total(hero_pool(game, "evade"))
    against = total(opposition_pool(game, "evade", hazard=hazard))
    if game.hazard_kind(hazard).has("repeats"):
        return _evasion(game, own, against, 1)
    health = health_of(game.state)
    landed = landings(own, against, one=game.state.variant.one_wound)
    death = sum(landed[health:])
    wounds = sum(taken * chance for taken, chance in enumerate(landed[:health]))
    return Outlook(landed[0], death, 1.0 - landed[0] - death, wounds, throws=1.0)


def _evasion(game: KantheContext, own: int, against: int, percent: int) -> Outlook:
    """Return how evading ends with a pool that holds the dice of the next throw alone."""
    state = game.state
    least, once = least_health(state, percent), state.hero.boost
    one = state.variant.one_wound
    return evasion_outlook(own - once, against, health_of(state), least, once, one=one)


# ------------------------------------------------------------------ in words


def _chance(of: ChanceKind, chance: float, template: str, **facts: Value) -> Chance:
    percent = as_percent(chance)
    return Chance(of, percent, Text(template, {"percent": percent, **facts}))


def throw_chances(game: KantheContext, conflict: Conflict, purpose: Purpose) -> tuple[Chance, ...]:
    """Return the chances of one throw of a fight or of words."""
    opponents = opponents_of(game, conflict)
    target = opponents[0] if len(opponents) == 1 else None
    odds = throw_odds(game, conflict, purpose, target)
    need = sum(need_of(game, one, purpose) for one in opponents)
    health = _endurance(game, conflict, purpose)
    more = chance_to_deal_more(odds.own, odds.against, one=game.state.variant.one_wound)
    return (
        _chance("lead", more, "You deal more than they do {percent} %"),
        Chance("hit", as_percent(odds.hit), hit_words(odds, need)),
        Chance("hurt", as_percent(odds.hurt), hurt_words(odds, health)),
    )


def hit_words(odds: ThrowOdds, need: int) -> Text:
    """Return how often the hero hits, and how hard: "Hit 68 %, about 3 of the 6 it takes"."""
    return text(
        "Hit {percent} %, about {dealt} of {need} needed",
        percent=as_percent(odds.hit),
        dealt=round(odds.dealt),
        need=need,
    )


def hurt_words(odds: ThrowOdds, health: int) -> Text:
    """Return how often the hero is hit, and how hard: "hit you 28 %, about 1 of your 6"."""
    return text(
        "you are hit {percent} %, about {taken} of your {health}",
        percent=as_percent(odds.hurt),
        taken=round(odds.taken),
        health=health,
    )


def duel_chances(
    game: KantheContext, conflict: Conflict, purpose: Purpose, percent: int
) -> tuple[Chance, ...]:
    """Return the chances of a conflict that goes on; those of one throw where more than dice
    decide."""
    outlook = duel_outlook(game, conflict, purpose, percent)
    if outlook is None:
        return throw_chances(game, conflict, purpose)
    if purpose == "fight":
        success = _chance("work", outlook.success, "It is overcome {percent} %")
    else:
        success = _chance("work", outlook.success, "It becomes a friend {percent} %")
    if purpose == "persuade" and not any(o.attacks for o in opponents_of(game, conflict)):
        return success, _chance("hurt", outlook.death, "no arguments left {percent} %")
    return success, _chance("hurt", outlook.death, "you die {percent} %")


def hiding_chances(game: KantheContext, conflict: Conflict) -> tuple[Chance, ...]:
    """Return the chances of one throw of hiding from opponents."""
    return _escape_of_a_throw(game, conflict, "Unnoticed {percent} %")


def flight_chances(game: KantheContext, conflict: Conflict, percent: int) -> tuple[Chance, ...]:
    """Return the chances of getting away that goes on until the hero's health is below a
    percentage; those of one throw where more than dice decide."""
    outlook = flight_outlook(game, conflict, percent)
    if outlook is None:
        return _escape_of_a_throw(game, conflict, "Get away {percent} % a throw")
    away = _chance("escape", outlook.success, "Get away {percent} %")
    return away, _chance("hurt", outlook.death, "you die {percent} %")


def _escape_of_a_throw(
    game: KantheContext, conflict: Conflict, template: str
) -> tuple[Chance, ...]:
    own = total(hero_pool(game, "evade", conflict))
    against = total(opposition_pool(game, "evade", conflict))
    return _evading_chances(game, own, against, template)


def search_chances(game: KantheContext, conflict: Conflict) -> tuple[Chance, ...]:
    """Return the chances of a search before the eyes of who holds the place."""
    against = total(opposition_pool(game, "evade", conflict))
    return _evading_chances(game, game.state.hero.challenge, against, "Unnoticed {percent} %")


def search_outlook(game: KantheContext, conflict: Conflict) -> Outlook:
    """Return how evading ends that a search before the eyes of who holds the place begins."""
    state = game.state
    against = total(opposition_pool(game, "evade", conflict))
    one = state.variant.one_wound
    return evasion_outlook(state.hero.challenge, against, health_of(state), one=one)


def hazard_chances(game: KantheContext, hazard: Hazard) -> tuple[Chance, ...]:
    """Return the chances of one throw against a hazard."""
    own = total(hero_pool(game, "evade"))
    against = total(opposition_pool(game, "evade", hazard=hazard))
    return _evading_chances(game, own, against, "Avoid it {percent} %")


def _evading_chances(
    game: KantheContext, own: int, against: int, template: str
) -> tuple[Chance, ...]:
    landed = landings(own, against, one=game.state.variant.one_wound)
    kill = sum(landed[health_of(game.state) :])
    return (_chance("escape", landed[0], template), _chance("hurt", kill, "you die {percent} %"))


def force_chances(game: KantheContext, degree: int) -> tuple[Chance, ...]:
    """Return the chance of one try at something that holds with this degree."""
    chance = chance_to_force(total(force_pool(game)), degree)
    if chance <= 0.0:
        return (Chance("open", 0, text("Opens never: too few dice")),)
    return (_chance("open", chance, "Opens {percent} % a try"),)


def clear_chances(game: KantheContext, hazard: Hazard) -> tuple[Chance, ...]:
    """Return the chances of one try at a barred way: that it opens, or that it is weakened."""
    dice = total(force_pool(game))
    opens = chance_to_force(dice, hazard.strength)
    weakened = _chance("work", chance_of_match(dice) - opens, "Weakens it {percent} % a try")
    return (*force_chances(game, hazard.strength), weakened) if opens > 0.0 else (weakened,)


def match_chance(of: ChanceKind, dice: int, template: str) -> tuple[Chance, ...]:
    """Return the chance of a match of so many dice, in words with {percent}."""
    return (_chance(of, chance_of_match(dice), template),)


_ODDS = (
    "{who:The}: you hit {hit} %, about {dealt} of {need};"
    " it hits you {hurt} %, about {taken} of {health}"
)
_ODDS_OF_SEVERAL = (
    "{who:The}: you hit {hit} %, about {dealt} of {need}; together they hit you {hurt} %"
)
MOST_LINES = 4


def odds_lines(game: KantheContext, conflict: Conflict) -> tuple[Text, ...]:
    """Return a line for each opponent of a conflict: how the next throw of a fight may go."""
    opponents = opponents_of(game, conflict)
    several = len(opponents) > 1
    template = _ODDS_OF_SEVERAL if several else _ODDS
    lines = []
    for who in opponents[:MOST_LINES]:
        odds = throw_odds(game, conflict, "fight", who)
        facts: dict[str, Value] = {
            "who": cut_words(creature_name(who), 24),
            "hit": as_percent(odds.hit),
            "dealt": round(odds.dealt),
            "need": need_of(game, who, "fight"),
            "hurt": as_percent(odds.hurt),
            "taken": round(odds.taken),
            "health": health_of(game.state),
        }
        lines.append(Text(template, facts))
    return tuple(lines)
