"""The worth of dangers and gains, in coins: the score of a game."""

from __future__ import annotations

from engine.kanthe.encounters.odds import escape_outlook, estimate, health_of, search_outlook
from engine.kanthe.encounters.pools import hero_pool, opponents_of, total
from engine.kanthe.encounters.presence import conflict_at
from engine.kanthe.pool_odds import Outlook, expected_wounds
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.state import Conflict, KantheState, Opponent, Purpose

SECTION_WORTH = 5  # coins that an explored section is worth
LIFE = 20  # coins that a hero may still find, on average
SPOILS = 3  # coins that the treasure of one opponent is worth, and the way past it
THING = 1.5  # coins that a thing which an opponent carries is worth
FRIEND = 6  # coins that a friend is worth who comes along, sells or heals
_SERVICES = ("joins", "sells", "heals")  # what friends do for the hero, as creatures' traits
_STAKE = 10  # coins, or their worth, that a hero who is hurt would rather keep than risk
WOUND = 0.8  # coins that a wound costs, as it helps the others
_PURSUIT = 3.0  # coins that it costs to be followed further
BREAK_OFF = 50  # percent of health
PURSUED = 0.35  # the chance to die of who breaks a fight off, where it is not worked out


def is_hurt(state: KantheState) -> bool:
    """Return whether more than half of the wounds that kill are suffered, by a hero who has gains
    to keep: one who has none loses as little by dying as by going home."""
    return state.hero.wounds * 2 > state.hero.challenge and _gains(state) >= _STAKE


def has_gains(state: KantheState) -> bool:
    """Return whether the hero has won anything that can be brought home."""
    return _gains(state) > 0


def _gains(state: KantheState) -> int:
    """Return what the hero would bring home, in coins."""
    return state.hero.coins + SECTION_WORTH * state.hero.sections


def life_value(state: KantheState) -> float:
    """Return what the hero's death would lose."""
    return LIFE + state.hero.coins


def fight_dice(game: KantheContext) -> int:
    """Return the hero's dice in a fight, without those of a moment."""
    return total(hero_pool(game, "fight")) - game.state.hero.boost


def _spoils(game: KantheContext, opponents: list[Opponent], purpose: Purpose) -> float:
    """Return what it is worth to overcome opponents: the dead leave what they carried, friends
    serve the hero."""
    rich = sum(not game.kind_of(o).has("mindless") for o in opponents)
    if purpose == "persuade":
        useful = sum(any(map(game.kind_of(o).has, _SERVICES)) for o in opponents)
        return SPOILS * rich + FRIEND * useful + 1.0
    carried = sum(THING * len(o.things) for o in opponents)
    return SPOILS * rich + carried + 1.0


def _worth(state: KantheState, outlook: Outlook, gain: float, after: float = 0.0) -> float:
    """Return what a plan of these chances is worth; `after`: the chance to die if it is broken
    off, of one that can be."""
    death = outlook.death + outlook.broken_off * after
    return outlook.success * gain - death * life_value(state) - outlook.wounds * WOUND


def contest_worth(game: KantheContext, conflict: Conflict, purpose: Purpose) -> float:
    """Return what it is worth to fight, or to talk, until it is over or the hero is hurt."""
    gain = _spoils(game, opponents_of(game, conflict), purpose)
    outlook = estimate(game, conflict, purpose, BREAK_OFF)
    return _worth(game.state, outlook, gain, PURSUED)


def escape_worth(game: KantheContext, conflict: Conflict) -> float:
    """Return what it is worth to try to get away until it succeeds; who follows is there again."""
    followed = any(who.follows for who in opponents_of(game, conflict))
    return _worth(game.state, escape_outlook(game, conflict), -_PURSUIT * followed)


def sneak_worth(game: KantheContext, conflict: Conflict) -> float:
    """Return what it is worth to slip past: the way is won, and treasure, but they stay."""
    outlook = escape_outlook(game, conflict)
    rich = sum(not game.kind_of(o).has("mindless") for o in opponents_of(game, conflict))
    return _worth(game.state, outlook, 1.0 + rich)


def search_worth(game: KantheContext) -> float:
    """Return what it is worth to search something before the eyes of who holds the place."""
    state = game.state
    outlook = search_outlook(game, conflict_at(state, state.node))
    return _worth(state, outlook, expected_wounds(state.hero.challenge))


def weakest(game: KantheContext, opponents: list[Opponent]) -> list[Opponent]:
    """Return opponents, first whom it takes the fewest wounds to fell, then the strongest."""
    limit = game.state.difficulty + 1
    return sorted(opponents, key=lambda o: (limit - o.wounds, -o.strength, o.id))


def can_spare(state: KantheState) -> bool:
    """Return whether the hero is well enough to look for more."""
    return not is_hurt(state) and health_of(state) > 2
