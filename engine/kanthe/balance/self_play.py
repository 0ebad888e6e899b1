"""Games that policies play alone, and the figures that they leave."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.contract.action import Action
from engine.contract.dice import ActionKey, GameSecret, seed_from
from engine.kanthe.expert.ranking import recommendations
from engine.kanthe.rules.context import Play
from engine.kanthe.ruleset import Kanthe
from engine.kanthe.state import ArcaneRows, KantheGame, Result

MOST_ACTIONS = 400
SECTION_WORTH = 5  # coins
_ARGUING = ("persuade",)
_FIGHTING = ("fight", "tool")
_SNEAKING = ("sneak", "hide")


class Policy(NamedTuple):
    """A way to play: what the expert recommends, but for acts that it leaves out, and with others
    wherever they are recommended at all."""

    avoids: tuple[str, ...] = ()
    prefers: tuple[str, ...] = ()


POLICIES = {
    "fight": Policy((*_ARGUING, *_SNEAKING)),
    "talk": Policy((*_FIGHTING, *_SNEAKING)),
    "sneak": Policy((*_FIGHTING, *_ARGUING)),
    "magic": Policy(prefers=("arcane", "use")),
    "mixed": Policy(),  # fights, talks and sneaks by turns
    "expert": Policy(),
}
_BY_TURNS = (POLICIES["fight"], POLICIES["talk"], POLICIES["sneak"])


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
    hero, arcane = game.hero, game.arcane
    words = _known_words(arcane.essences) + _known_words(arcane.actions)
    return DelveFigures(
        policy, game.result, hero.coins, hero.sections, game.acts, words, hero.arcane_found
    )


def _known_words(rows: ArcaneRows) -> int:
    return sum(map(bool, [*rows.letters, *rows.firsts, *rows.seconds]))


def choose(play: Play, policy: str) -> Action:
    """Return what a policy does."""
    rule = POLICIES[policy]
    if policy == "mixed":
        rule = _BY_TURNS[_meeting(play.game) % len(_BY_TURNS)]
    found = recommendations(play)
    best = [each for each in found if each.offer.action.verb in rule.prefers]
    kept = [each for each in found if each.offer.action.verb not in rule.avoids]
    return (best or kept or found)[0].offer.action


def _meeting(game: KantheGame) -> int:
    """Return a number that stays while one meeting lasts."""
    return game.hero.rooms
