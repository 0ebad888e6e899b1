"""Games that policies play alone, and the figures that they leave."""

from __future__ import annotations

from dataclasses import dataclass

from engine.contract.action import Action
from engine.contract.dice import ActionKey, GameSecret, seed_from
from engine.kanthe.expert.judgement import SECTION_WORTH
from engine.kanthe.expert.ranking import recommendations
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.ruleset import Kanthe
from engine.kanthe.state import KantheState, Result

MOST_ACTIONS = 1000

POLICIES: dict[str, tuple[str, ...]] = {
    "fight": ("fight", "tool"),
    "talk": ("persuade",),
    "sneak": ("sneak", "hide"),
    "magic": ("arcane", "use"),
    "mixed": (),  # fights, talks and sneaks by turns
    "expert": (),
}
"""The acts that each policy prefers wherever they pay; else it does what the expert would."""
_BY_TURNS = ("fight", "talk", "sneak")


@dataclass(frozen=True)
class HeroFigures:
    """The figures of one hero and what he found."""

    result: Result  # "": given up
    coins: int
    sections: int
    arcane: int  # arcane things that came to light

    @property
    def worth(self) -> int:
        """The gain that the hero brought home, in coins; nothing of who died or gave up."""
        return self.coins + SECTION_WORTH * self.sections if self.result == "left" else 0


@dataclass(frozen=True)
class PolicyFigures:
    """The figures of one game that a policy played, one hero after the other."""

    policy: str
    delves: tuple[HeroFigures, ...]
    decisions: int
    words: int  # of the Arcane sheet, known at the end

    @property
    def worth(self) -> int:
        """The gain that all heroes brought home, in coins."""
        return sum(delve.worth for delve in self.delves)

    @property
    def coins(self) -> int:
        """The coins that all heroes found."""
        return sum(delve.coins for delve in self.delves)

    @property
    def sections(self) -> int:
        """The sections that all heroes explored."""
        return sum(delve.sections for delve in self.delves)

    @property
    def arcane(self) -> int:
        """The arcane things that came to light."""
        return sum(delve.arcane for delve in self.delves)


def play_game(ruleset: Kanthe, policy: str, seed: str, options: dict[str, str]) -> PolicyFigures:
    """Return the figures of a game that a policy plays to its end."""
    secret = GameSecret(seed_from(seed))
    state = ruleset.new(options, ["Ann"], secret.start_dice())
    delves: list[HeroFigures] = []
    for number in range(1, MOST_ACTIONS + 1):
        if state.result and len(delves) < len(state.fallen):
            delves.append(_delve_of(state))
        if state.ended:
            break
        action = choose(ruleset.game_of(state), policy)
        ruleset.apply(state, 0, action, secret.dice(ActionKey(number)))
    if not state.result:
        delves.append(_delve_of(state))
    return PolicyFigures(policy, tuple(delves), state.acts, count_known_words(state))


def _delve_of(state: KantheState) -> HeroFigures:
    hero = state.hero
    return HeroFigures(state.result, hero.coins, hero.sections, hero.arcane_found)


def count_known_words(state: KantheState) -> int:
    """Return how many words of the Arcane sheet are known."""
    halves = (state.arcane.essences, state.arcane.actions)
    return sum(bool(w) for half in halves for w in (*half.letters, *half.firsts, *half.seconds))


def choose(game: KantheContext, policy: str) -> Action:
    """Return what a policy does."""
    if policy == "mixed":
        policy = _BY_TURNS[_meeting(game.state) % len(_BY_TURNS)]
    found = recommendations(game)
    preferred = (e for e in found if e.pays and e.offer.action.verb in POLICIES[policy])
    return next(preferred, found[0]).offer.action


def _meeting(state: KantheState) -> int:
    """Return a number that stays while one meeting lasts."""
    return state.hero.rooms
