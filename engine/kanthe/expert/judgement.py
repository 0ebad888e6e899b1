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


def is_hurt(game: KantheState) -> bool:
    """Return whether more than half of the wounds that kill are suffered, by a hero who has gains
    to keep: one who has none loses as little by dying as by going home."""
    return game.hero.wounds * 2 > game.hero.challenge and _gains(game) >= _STAKE


def has_gains(game: KantheState) -> bool:
    """Return whether the hero has won anything that can be brought home."""
    return _gains(game) > 0


def _gains(game: KantheState) -> int:
    """Return what the hero would bring home, in coins."""
    return game.hero.coins + SECTION_WORTH * game.hero.sections


def life_value(game: KantheState) -> float:
    """Return what the hero's death would lose."""
    return LIFE + game.hero.coins


def fight_dice(play: KantheContext) -> int:
    """Return the hero's dice in a fight, without those of a moment."""
    return total(hero_pool(play, "fight")) - play.game.hero.boost


def _spoils(play: KantheContext, opponents: list[Opponent], purpose: Purpose) -> float:
    """Return what it is worth to overcome opponents: the dead leave what they carried, friends
    serve the hero."""
    rich = sum(not play.kind_of(o).has("mindless") for o in opponents)
    if purpose == "persuade":
        useful = sum(any(map(play.kind_of(o).has, _SERVICES)) for o in opponents)
        return SPOILS * rich + FRIEND * useful + 1.0
    carried = sum(THING * len(o.things) for o in opponents)
    return SPOILS * rich + carried + 1.0


def _worth(game: KantheState, outlook: Outlook, gain: float, after: float) -> float:
    """Return what a plan of these chances is worth; `after`: the chance to die if it is broken
    off."""
    death = outlook.death + outlook.broken_off * after
    return outlook.success * gain - death * life_value(game) - outlook.wounds * WOUND


def contest_worth(play: KantheContext, conflict: Conflict, purpose: Purpose) -> float:
    """Return what it is worth to fight, or to talk, until it is over or the hero is hurt."""
    gain = _spoils(play, opponents_of(play, conflict), purpose)
    outlook = estimate(play, conflict, purpose, BREAK_OFF)
    return _worth(play.game, outlook, gain, PURSUED)


def escape_worth(play: KantheContext, conflict: Conflict) -> float:
    """Return what it is worth to try to get away until it succeeds; who follows is there again."""
    followed = any(who.follows for who in opponents_of(play, conflict))
    return _worth(play.game, escape_outlook(play, conflict), -_PURSUIT * followed, 1.0)


def sneak_worth(play: KantheContext, conflict: Conflict) -> float:
    """Return what it is worth to slip past: the way is won, and treasure, but they stay."""
    outlook = escape_outlook(play, conflict)
    rich = sum(not play.kind_of(o).has("mindless") for o in opponents_of(play, conflict))
    return _worth(play.game, outlook, 1.0 + rich, 1.0)


def search_worth(play: KantheContext) -> float:
    """Return what it is worth to search something before the eyes of who holds the place."""
    game = play.game
    outlook = search_outlook(play, conflict_at(game, game.node))
    return _worth(game, outlook, expected_wounds(game.hero.challenge), 1.0)


def weakest(play: KantheContext, opponents: list[Opponent]) -> list[Opponent]:
    """Return opponents, first whom it takes the fewest wounds to fell, then the strongest."""
    limit = play.game.difficulty + 1
    return sorted(opponents, key=lambda o: (limit - o.wounds, -o.strength, o.id))


def can_spare(game: KantheState) -> bool:
    """Return whether the hero is well enough to look for more."""
    return not is_hurt(game) and health_of(game) > 2
