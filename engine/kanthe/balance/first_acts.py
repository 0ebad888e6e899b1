"""The best first act of situations, by simulation: each kind of act, then what the expert does."""

from __future__ import annotations

from statistics import mean

from engine.contract.action import Action
from engine.contract.dice import ActionKey, GameSecret, seed_from
from engine.kanthe.balance.self_play import MOST_ACTIONS, count_known_words
from engine.kanthe.commands.offers import list_offers
from engine.kanthe.expert.judgement import LIFE, SECTION_WORTH, THING, WOUND
from engine.kanthe.expert.ranking import best_choice, recommendations
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.ruleset import Kanthe
from engine.kanthe.state import KantheState

KINDS = {
    "fight": ("fight", "clear", "force", "smash"),
    "talk": ("persuade",),
    "sneak": ("sneak", "hide", "flee", "evade"),
    "magic": ("use",),
}
ROLLOUTS = 20  # of each kind of act in a situation
DEPTH = 12  # decisions of the expert after it
_WORD = 1.0  # coins that a word known is worth

Worths = dict[str, float]  # by kind of act: coins on average


def judge_situation(ruleset: Kanthe, kind: str, seed: str, options: dict[str, str]) -> Worths:
    """Return what each kind of act is worth that is offered in a situation of a game that the
    expert plays, in which there is a choice between this kind and others; empty: there is none."""
    found = [each for each in _situations(ruleset, seed, options) if kind in each[1]]
    if not found:
        return {}
    saved, acts = GameSecret(seed_from(seed)).start_dice().flavour.choose(found)
    return {
        each: mean(_worth_after(ruleset, saved, act, f"{seed} {n}") for n in range(ROLLOUTS))
        for each, act in acts.items()
    }


def _situations(
    ruleset: Kanthe, seed: str, options: dict[str, str]
) -> list[tuple[bytes, dict[str, Action]]]:
    """Return the states of a game, saved, in which acts of several kinds are offered."""
    secret = GameSecret(seed_from(seed))
    state = ruleset.new(options, ["Ann"], secret.start_dice())
    found = []
    for number in range(1, MOST_ACTIONS + 1):
        if state.result:
            break
        game = ruleset.game_of(state)
        acts = _acts_by_kind(game)
        if len(acts) > 1:
            found.append((ruleset.dump(state), acts))
        ruleset.apply(
            state, 0, recommendations(game)[0].offer.action, secret.dice(ActionKey(number))
        )
    return found


def _acts_by_kind(game: KantheContext) -> dict[str, Action]:
    """Return, of each kind that is offered, the act that the expert likes best."""
    actions = [each.offer.action for each in recommendations(game)]
    actions += [offer.action for offer in list_offers(game)]
    acts: dict[str, Action] = {}
    for kind, verbs in KINDS.items():
        for action in actions:
            if action.verb in verbs:
                acts.setdefault(kind, action)
    return acts


def _worth_after(ruleset: Kanthe, saved: bytes, act: Action, seed: str) -> float:
    """Return what a game is worth some decisions after an act."""
    state, secret = ruleset.load(saved), GameSecret(seed_from(seed))
    for number in range(1, DEPTH + 2):
        if state.result:
            break
        ruleset.apply(state, 0, act, secret.dice(ActionKey(number)))
        best = best_choice(ruleset.game_of(state))
        if best is not None:
            act = best.offer.action
    return _value(state)


def _value(state: KantheState) -> float:
    """Return what a hero has, and his life if he has it, in coins."""
    hero = state.hero
    if state.result == "dead":
        return 0.0
    things = sum(THING * item.rating for item in hero.items)
    gains = hero.coins + SECTION_WORTH * hero.sections + _WORD * count_known_words(state)
    return LIFE + gains + things - WOUND * hero.wounds
