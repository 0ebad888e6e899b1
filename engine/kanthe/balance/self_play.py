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
class DelveFigures:
    """The figures of one game that one hero played."""

    policy: str
    result: Result  # "": given up
    coins: int
    sections: int
    decisions: int
    words: int  # of the Arcane sheet, known at the end
    arcane: int  # arcane things that came to light

    @property
    def worth(self) -> int:
        """The gain that the hero brought home, in coins; nothing of who died or gave up."""
        return self.coins + SECTION_WORTH * self.sections if self.result == "left" else 0


def play(ruleset: Kanthe, policy: str, seed: str, options: dict[str, str]) -> DelveFigures:
    """Return the figures of a game that a policy plays until its first hero's delve is over."""
    secret = GameSecret(seed_from(seed))
    game = ruleset.new(options, ["Ann"], secret.start_dice())
    for number in range(1, MOST_ACTIONS + 1):
        if game.result:
            break
        action = choose(ruleset.play_of(game), policy)
        ruleset.apply(game, 0, action, secret.dice(ActionKey(number)))
    hero, words = game.hero, count_known_words(game)
    return DelveFigures(
        policy,
        game.result,
        hero.coins,
        hero.sections,
        game.acts,
        words=words,
        arcane=hero.arcane_found,
    )


def count_known_words(game: KantheState) -> int:
    """Return how many words of the Arcane sheet are known."""
    halves = (game.arcane.essences, game.arcane.actions)
    return sum(bool(w) for half in halves for w in (*half.letters, *half.firsts, *half.seconds))


def choose(play: KantheContext, policy: str) -> Action:
    """Return what a policy does."""
    if policy == "mixed":
        policy = _BY_TURNS[_meeting(play.game) % len(_BY_TURNS)]
    found = recommendations(play)
    preferred = (e for e in found if e.pays and e.offer.action.verb in POLICIES[policy])
    return next(preferred, found[0]).offer.action


def _meeting(game: KantheState) -> int:
    """Return a number that stays while one meeting lasts."""
    return game.hero.rooms
