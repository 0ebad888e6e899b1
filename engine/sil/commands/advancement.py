"""Spending experience and switching abilities: free of time, and final (rules: character 3)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from engine.common.slugs import slug
from engine.contract.action import AmbiguousAction, IllegalAction, InvalidAction, Offer
from engine.contract.facts import Learned, SeatRef
from engine.contract.texts import joined, text, typed
from engine.sil.commands import answers
from engine.sil.commands.base import Argument, Command, could_be, offer
from engine.sil.data.bundle import Data
from engine.sil.data.records import AbilityRef
from engine.sil.game import questions
from engine.sil.game.context import SilContext
from engine.sil.game.messages import tell
from engine.sil.game.questions import Answers, Asked
from engine.sil.game.state import Question, Skill
from engine.sil.hero import abilities as ab
from engine.sil.hero import experience, purchases
from engine.sil.hero.stat_names import SKILL_NAMES


def _all(data: Data) -> dict[str, AbilityRef]:
    """Return every ability by the word that orders use."""
    return _words(data)


@lru_cache(maxsize=4)
def _words(data: Data) -> dict[str, AbilityRef]:
    return {slug(ab.name(data, a.ref)): a.ref for a in data.abilities.values()}


def _one(data: Data, word: str) -> tuple[str, AbilityRef]:
    wanted, known = slug(word), _all(data)
    if wanted in known:
        return wanted, known[wanted]
    found = [name for name in known if name.startswith(wanted)]
    if len(found) == 1:
        return found[0], known[found[0]]
    if found:
        raise AmbiguousAction(could_be(word, found[:8]), found)
    raise InvalidAction(text("“{word}” is no ability.", word=typed(word)))


def _raise(game: SilContext, args: tuple[str, ...]) -> None:
    skill = purchases.SKILL_WORDS[args[0]]
    points = int(args[1]) if len(args) > 1 else 1
    changes = purchases.what_if(game, lambda hero: experience.buy_skill(hero, skill, points))
    purchases.raise_skill(game, skill, points)
    tell(
        game,
        text("You have grown in {skill}.", skill=SKILL_NAMES[skill]),
        "growth",
        purchases.in_words(changes),
    )


_ASK_BANE = "Against which kind of enemy? It costs {price:,} of {unspent:,} experience."
_ASK_OATH = "Which oath do you swear? It costs {price:,} of {unspent:,} experience."


def _learn(game: SilContext, args: tuple[str, ...]) -> None:
    word, ref = _one(game.data, args[0])
    hero = game.hero
    if reason := ab.can_buy(game.data, hero, ref):
        raise IllegalAction(reason)
    if ref in (ab.BANE, ab.OATH):
        choices = purchases.bane_choices(game) if ref == ab.BANE else purchases.oaths(game)
        if not choices:
            purchases.learn(game, ref)  # says why not
        answers: Answers = [(slug(name.word), name) for name in choices.values()]
        template = _ASK_OATH if ref == ab.OATH else _ASK_BANE
        question = text(template, price=ab.price(game.data, hero, ref), unspent=hero.unspent)
        asked = Asked(question, [*answers, ("no", text("None"))])
        questions.ask(game, "choice", asked, ability=word)
        return
    if not game.state.sure:
        changes = purchases.what_if(game, lambda copy: ab.buy(game.data, copy, ref))
        question = text(
            "Learn {ability:the} for {price:,} of {unspent:,} experience?",
            ability=ab.words(game.data, ref),
            price=ab.price(game.data, hero, ref),
            unspent=hero.unspent,
        )
        questions.sure(
            game,
            joined([question, purchases.in_words(changes)]) if changes else question,
            f"learn {word}",
        )
        return
    purchases.learn(game, ref)
    words = text("You have learned {ability:the}.", ability=ab.words(game.data, ref))
    tell(game, words, "growth", fact=_learned(game, ref))


def _learned(game: SilContext, ref: AbilityRef) -> Learned:
    return Learned(SeatRef(game.hero.number), slug(ab.name(game.data, ref)))


def _chosen(game: SilContext, question: Question, word: str) -> None:
    """Take the category of Bane, or the oath."""
    if word == "no":
        return
    ref = _all(game.data)[question.data["ability"]]
    choices = purchases.bane_choices(game) if ref == ab.BANE else purchases.oaths(game)
    number = next(n for n, name in choices.items() if slug(name.word) == word)
    purchases.learn(game, ref, number)
    tell(
        game,
        text(
            "You have learned {ability}: {choice}.",
            ability=ab.words(game.data, ref),
            choice=choices[number],
        ),
        "growth",
        fact=_learned(game, ref),
    )


def _switch(game: SilContext, args: tuple[str, ...]) -> None:
    _, ref = _one(game.data, args[0])
    on = purchases.switch(game, ref)
    ability = ab.words(game.data, ref)
    tell(game, text("{ability} is on." if on else "{ability} is off.", ability=ability), "growth")


def _raise_offers(game: SilContext) -> Iterable[Offer]:
    hero = game.hero
    for skill in Skill:
        cost = experience.skill_cost(hero.skill_base[skill], 1)
        if cost <= hero.unspent:
            yield _raise_offer(skill, hero.skill(skill), cost, hero.unspent)


@lru_cache(maxsize=256)  # the same ones turn after turn
def _raise_offer(skill: Skill, now: int, cost: int, unspent: int) -> Offer:
    name = SKILL_NAMES[skill]
    label = text("Raise {skill} ({cost:,})", skill=name, cost=cost)
    hint = text(
        "{skill} is {now}; {unspent:,} experience is left", skill=name, now=now, unspent=unspent
    )
    return offer(
        "raise", skill.name.lower(), label=label, hint=hint, group="growth", free=True,
        page="Skills",
    )  # fmt: skip


def _learn_offers(game: SilContext) -> Iterable[Offer]:
    on_sale = ab.on_sale(game.data, game.hero)
    for word, ref in _all(game.data).items():
        if ref in on_sale and _has_choice(game, ref):
            yield _learn_offer(game.data, word, on_sale[ref])


@lru_cache(maxsize=256)  # the same ones turn after turn
def _learn_offer(data: Data, word: str, price: int) -> Offer:
    ability = ab.words(data, _all(data)[word])
    label = text("Learn {ability} ({price:,})", ability=ability, price=price)
    return offer("learn", word, label=label, group="growth", free=True, page="Abilities")


def _has_choice(game: SilContext, ref: AbilityRef) -> bool:
    """Return whether an ability that wants a choice has one to offer."""
    if ref == ab.BANE:
        return bool(purchases.bane_choices(game))
    return ref != ab.OATH or bool(purchases.oaths(game))


def _switch_offers(game: SilContext) -> Iterable[Offer]:
    hero = game.hero
    for word, ref in _all(game.data).items():
        if hero.owns(ref):
            label = text(
                "Switch off {ability}" if hero.active(ref) else "Switch on {ability}",
                ability=ab.words(game.data, ref),
            )
            yield offer("switch", word, label=label, group="growth", free=True, page="Abilities")


COMMANDS = (
    Command(
        "raise", "Spend experience on a skill", _raise, _raise_offers,
        (Argument("skill", "word", "one of the eight skills", tuple(purchases.SKILL_WORDS)),
         Argument("points", "number", "how many points", required=False)),
        aliases=("improve",),
    ),
    Command(
        "learn", "Spend experience on an ability", _learn, _learn_offers,
        (Argument("ability", "text", "the ability to learn"),),
    ),
    Command(
        "switch", "Switch an ability off or on", _switch, _switch_offers,
        (Argument("ability", "text", "an ability you have"),), aliases=("toggle",),
    ),
)  # fmt: skip

answers.TAKERS["choice"] = _chosen
