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


def health_of(game: KantheState) -> int:
    """Return how many wounds kill the hero."""
    return max(0, game.hero.challenge + 1 - game.hero.wounds)


def least_health(game: KantheState, percent: int) -> int:
    """Return the least health that is not below a percentage of the full."""
    return max(1, -(-percent * (game.hero.challenge + 1) // 100))


def need_of(play: KantheContext, target: Opponent, purpose: str) -> int:
    """Return how many wounds, or words, still overcome somebody."""
    done = target.social if purpose == "persuade" else target.wounds
    return max(1, play.game.difficulty + 1 - done)


def felt_dice(play: KantheContext, own: list[PoolSource], target: Opponent) -> int:
    """Return the dice of a pool that somebody feels: ghosts do not feel mundane items."""
    spirit = play.kind_of(target).has("spirit")
    return sum(source.dice for source in own if not (spirit and source.mundane))


def throw_odds(
    play: KantheContext, conflict: Conflict, purpose: str, target: Opponent | None = None
) -> ThrowOdds:
    """Return the odds of the next throw; of a target, of what it feels."""
    own = hero_pool(play, purpose, conflict)
    dice = felt_dice(play, own, target) if target is not None else total(own)
    against = total(opposition_pool(play, purpose, conflict))
    one = play.game.variant.one_wound
    return ThrowOdds(
        dice,
        against,
        chance_of_match(dice),
        expected_wounds(dice, one=one),
        chance_of_match(against),
        taken=expected_wounds(against, one=one),
    )


def _endurance(play: KantheContext, conflict: Conflict, purpose: str) -> int:
    """Return what the hero can take until the conflict is lost: wounds, or doubts where nobody
    attacks."""
    game = play.game
    if purpose == "persuade" and not any(o.attacks for o in opponents_of(play, conflict)):
        return max(1, game.hero.challenge + 1 - conflict.social)
    return health_of(game)


def duel_outlook(
    play: KantheContext, conflict: Conflict, purpose: str, percent: int = 1
) -> Outlook | None:
    """Return how a conflict with one opponent ends that goes on until the hero's health is below
    a percentage; None where more than dice decide."""
    opponents = opponents_of(play, conflict)
    if len(opponents) != 1 or conflict.tool or conflict.turned or play.game.hero.allies:
        return None
    return estimate(play, conflict, purpose, percent)


def estimate(play: KantheContext, conflict: Conflict, purpose: str, percent: int = 1) -> Outlook:
    """Return how a conflict ends, of several opponents as if they were one who stays as strong
    as all together."""
    opponents = opponents_of(play, conflict)
    own = hero_pool(play, purpose, conflict)
    once = play.game.hero.boost
    felt = min(felt_dice(play, own, target) for target in opponents) - once
    need = sum(need_of(play, target, purpose) for target in opponents)
    least = least_health(play.game, percent)
    if purpose == "persuade" and not any(o.attacks for o in opponents):
        least = 1
    against = total(opposition_pool(play, purpose, conflict))
    endurance = _endurance(play, conflict, purpose)
    one = play.game.variant.one_wound
    return conflict_outlook(felt, against, need, endurance, least, once=once, one=one)


def escape_outlook(play: KantheContext, conflict: Conflict, percent: int = 1) -> Outlook:
    """Return how evading somebody ends that goes on until it succeeds, or the hero's health is
    below a percentage."""
    own = total(hero_pool(play, "evade", conflict))
    against = total(opposition_pool(play, "evade", conflict))
    return _evasion(play, own, against, percent)


def flight_outlook(play: KantheContext, conflict: Conflict, percent: int) -> Outlook | None:
    """Return how evading ends that goes on until the hero's health is below a percentage; None
    where more than dice decide."""
    if conflict.turned or play.game.hero.allies:
        return None
    return escape_outlook(play, conflict, percent)


def hazard_outlook(play: KantheContext, hazard: Hazard) -> Outlook:
    """Return how evading a hazard ends: by one throw, or until it succeeds where the hazard strikes
    again. Whom it strikes once and does not kill has broken off."""
    own = total(hero_pool(play, "evade"))
    against = total(opposition_pool(play, "evade", hazard=hazard))
    if play.hazard_kind(hazard).has("repeats"):
        return _evasion(play, own, against, 1)
    health = health_of(play.game)
    landed = landings(own, against, one=play.game.variant.one_wound)
    death = sum(landed[health:])
    wounds = sum(taken * chance for taken, chance in enumerate(landed[:health]))
    return Outlook(landed[0], death, 1.0 - landed[0] - death, wounds, throws=1.0)


def _evasion(play: KantheContext, own: int, against: int, percent: int) -> Outlook:
    """Return how evading ends with a pool that holds the dice of the next throw alone."""
    game = play.game
    least, once = least_health(game, percent), game.hero.boost
    one = game.variant.one_wound
    return evasion_outlook(own - once, against, health_of(game), least, once, one=one)


# ------------------------------------------------------------------ in words


def _chance(of: ChanceKind, chance: float, template: str, **facts: Value) -> Chance:
    percent = as_percent(chance)
    return Chance(of, percent, Text(template, {"percent": percent, **facts}))


def throw_chances(play: KantheContext, conflict: Conflict, purpose: Purpose) -> tuple[Chance, ...]:
    """Return the chances of one throw of a fight or of words."""
    opponents = opponents_of(play, conflict)
    target = opponents[0] if len(opponents) == 1 else None
    odds = throw_odds(play, conflict, purpose, target)
    need = sum(need_of(play, one, purpose) for one in opponents)
    health = _endurance(play, conflict, purpose)
    more = chance_to_deal_more(odds.own, odds.against, one=play.game.variant.one_wound)
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
    play: KantheContext, conflict: Conflict, purpose: Purpose, percent: int
) -> tuple[Chance, ...]:
    """Return the chances of a conflict that goes on; those of one throw where more than dice
    decide."""
    outlook = duel_outlook(play, conflict, purpose, percent)
    if outlook is None:
        return throw_chances(play, conflict, purpose)
    if purpose == "fight":
        success = _chance("work", outlook.success, "It is overcome {percent} %")
    else:
        success = _chance("work", outlook.success, "It becomes a friend {percent} %")
    if purpose == "persuade" and not any(o.attacks for o in opponents_of(play, conflict)):
        return success, _chance("hurt", outlook.death, "no arguments left {percent} %")
    return success, _chance("hurt", outlook.death, "you die {percent} %")


def hiding_chances(play: KantheContext, conflict: Conflict) -> tuple[Chance, ...]:
    """Return the chances of one throw of hiding from opponents."""
    return _escape_of_a_throw(play, conflict, "Unnoticed {percent} %")


def flight_chances(play: KantheContext, conflict: Conflict, percent: int) -> tuple[Chance, ...]:
    """Return the chances of getting away that goes on until the hero's health is below a
    percentage; those of one throw where more than dice decide."""
    outlook = flight_outlook(play, conflict, percent)
    if outlook is None:
        return _escape_of_a_throw(play, conflict, "Get away {percent} % a throw")
    away = _chance("escape", outlook.success, "Get away {percent} %")
    return away, _chance("hurt", outlook.death, "you die {percent} %")


def _escape_of_a_throw(
    play: KantheContext, conflict: Conflict, template: str
) -> tuple[Chance, ...]:
    own = total(hero_pool(play, "evade", conflict))
    against = total(opposition_pool(play, "evade", conflict))
    return _evading_chances(play, own, against, template)


def search_chances(play: KantheContext, conflict: Conflict) -> tuple[Chance, ...]:
    """Return the chances of a search before the eyes of who holds the place."""
    against = total(opposition_pool(play, "evade", conflict))
    return _evading_chances(play, play.game.hero.challenge, against, "Unnoticed {percent} %")


def search_outlook(play: KantheContext, conflict: Conflict) -> Outlook:
    """Return how evading ends that a search before the eyes of who holds the place begins."""
    game = play.game
    against = total(opposition_pool(play, "evade", conflict))
    one = game.variant.one_wound
    return evasion_outlook(game.hero.challenge, against, health_of(game), one=one)


def hazard_chances(play: KantheContext, hazard: Hazard) -> tuple[Chance, ...]:
    """Return the chances of one throw against a hazard."""
    own = total(hero_pool(play, "evade"))
    against = total(opposition_pool(play, "evade", hazard=hazard))
    return _evading_chances(play, own, against, "Avoid it {percent} %")


def _evading_chances(
    play: KantheContext, own: int, against: int, template: str
) -> tuple[Chance, ...]:
    landed = landings(own, against, one=play.game.variant.one_wound)
    kill = sum(landed[health_of(play.game) :])
    return (_chance("escape", landed[0], template), _chance("hurt", kill, "you die {percent} %"))


def force_chances(play: KantheContext, degree: int) -> tuple[Chance, ...]:
    """Return the chance of one try at something that holds with this degree."""
    chance = chance_to_force(total(force_pool(play)), degree)
    if chance <= 0.0:
        return (Chance("open", 0, text("Opens never: too few dice")),)
    return (_chance("open", chance, "Opens {percent} % a try"),)


def clear_chances(play: KantheContext, hazard: Hazard) -> tuple[Chance, ...]:
    """Return the chances of one try at a barred way: that it opens, or that it is weakened."""
    dice = total(force_pool(play))
    opens = chance_to_force(dice, hazard.strength)
    weakened = _chance("work", chance_of_match(dice) - opens, "Weakens it {percent} % a try")
    return (*force_chances(play, hazard.strength), weakened) if opens > 0.0 else (weakened,)


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


def odds_lines(play: KantheContext, conflict: Conflict) -> tuple[Text, ...]:
    """Return a line for each opponent of a conflict: how the next throw of a fight may go."""
    opponents = opponents_of(play, conflict)
    several = len(opponents) > 1
    template = _ODDS_OF_SEVERAL if several else _ODDS
    lines = []
    for who in opponents[:MOST_LINES]:
        odds = throw_odds(play, conflict, "fight", who)
        facts: dict[str, Value] = {
            "who": cut_words(creature_name(who), 24),
            "hit": as_percent(odds.hit),
            "dealt": round(odds.dealt),
            "need": need_of(play, who, "fight"),
            "hurt": as_percent(odds.hurt),
            "taken": round(odds.taken),
            "health": health_of(play.game),
        }
        lines.append(Text(template, facts))
    return tuple(lines)
