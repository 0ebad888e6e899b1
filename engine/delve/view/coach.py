"""The coach line: what a hero is, what threatens him, and what would be sensible."""

from __future__ import annotations

from collections.abc import Iterator

from engine.common import compass
from engine.common.coach_lines import short_enough
from engine.contract.action import Advice
from engine.contract.texts import Name, Text, Value, Words, joined, listed, text
from engine.delve.actions import turn_order
from engine.delve.autoplay import expert
from engine.delve.ground import hazards
from engine.delve.rules import formulas, words
from engine.delve.rules.context import DelveContext, gap
from engine.delve.rules.vision import is_threat, visible_enemies
from engine.delve.state import WIDTH, DelveHero, DelveMonster
from engine.delve.view import offers

SHOWN_STATUSES = 5  # that the strip under the picture has room for


def lines(game: DelveContext, hero: DelveHero) -> tuple[Words, ...]:
    """Return the line for a hero's player, the fullest that is short enough first."""
    return short_enough(_lines(game, hero))


def _lines(game: DelveContext, hero: DelveHero) -> Iterator[Text]:
    """Yield the line in ever fewer words."""
    if not hero.class_name:
        advice = expert.advise(game, hero)
        best = _button(game, hero, advice)
        told = "You have no class yet. Best: {offer}. {why}"  # a class is told in sentences
        yield text(told, offer=best, why=text("{why}", why=advice.why))
        yield text("You have no class yet. Best: {offer}.", offer=best)
        yield text("Best: {offer}.", offer=best)
        return
    if hero.depth not in game.state.levels:
        choosing = [game.the(each) for each in game.state.heroes if not each.class_name]
        names = listed(choosing)
        yield text("You are ready. Still to choose: {names}.", names=names)
        yield text("You are ready; others still choose.")
        return
    acting = turn_order.to_act(game)
    if acting is not hero:
        state = joined([_state(game, hero), _threat(game, hero)])
        if acting is None:
            yield state
            return
        yield text("{state} {name} is to act.", state=state, name=game.the(acting))
        yield text("{name} is to act.", name=game.the(acting))
    elif hero.choices:
        yield from _asked(game, hero, text("A fifth level: choose what grows for good."))
    elif turn_order.wants_answer(game, hero):
        yield from _asked(game, hero, text("A question that is asked once."))
    else:
        yield from _played(game, hero)


def _asked(game: DelveContext, hero: DelveHero, question: Text) -> Iterator[Text]:
    advice = expert.advise(game, hero)
    yield _with_advice(game, hero, question, advice)
    best = _button(game, hero, advice)
    yield text("{state} Best: {offer}.", state=question, offer=best)
    yield text("Best: {offer}.", offer=best)


def _played(game: DelveContext, hero: DelveHero) -> Iterator[Text]:
    advice = expert.advise(game, hero)
    state, threat = _state(game, hero), _danger(game, hero)
    both = joined([state, threat])
    best = _button(game, hero, advice)
    yield _with_advice(game, hero, both, advice)
    yield text("{state} Best: {offer}.", state=both, offer=best)
    yield text("{state} Best: {offer}.", state=threat, offer=best)
    yield text("Best: {offer}.", offer=best)


def _with_advice(game: DelveContext, hero: DelveHero, state: Text, advice: Advice) -> Text:
    best = _button(game, hero, advice)
    if not advice.why:
        return text("{state} Best: {offer}.", state=state, offer=best)
    return text("{state} Best: {offer} ({why}).", state=state, offer=best, why=advice.why)


def _button(game: DelveContext, hero: DelveHero, advice: Advice) -> Words:
    """Return what the button of the advised action is called."""
    return offers.label(game, hero, advice.action)


def _state(game: DelveContext, hero: DelveHero) -> Text:
    """Return a hero's health, and what the picture has no room for."""
    told: list[Text] = []
    if hero.nourishment < formulas.HUNGRY:
        told.append(text("starving") if hero.nourishment < formulas.STARVING else text("hungry"))
    beyond = list(hero.statuses)[SHOWN_STATUSES:]
    told += [text("{status}", status=words.status(game.content, name)) for name in beyond]
    health = text("{health} of {full} health", health=hero.health, full=hero.full_health)
    if 4 * hero.energy < hero.full_energy:
        told.append(text("{energy} energy", energy=hero.energy))
    return text("{state}.", state=listed([health, *told]))


def _danger(game: DelveContext, hero: DelveHero) -> Text:
    """Return the danger of the ground, and the enemy in sight that matters most."""
    enemy, ground = _threat(game, hero), game.memory(hero).ground
    code = ground[hero.at]
    if code in hazards.HURTING:
        here = Name(game.content.terrain[code].title, proper=True)
        return joined([text("You stand in {ground}.", ground=here), enemy])
    if hazards.is_near_fire(game, hero, hero.at):
        return joined([text("Fire is about to reach you."), enemy])
    return enemy


def _threat(game: DelveContext, hero: DelveHero) -> Text:
    """Return the enemy in sight that matters most, and what it is doing."""
    enemies = visible_enemies(game, hero)
    if not enemies:
        return text("No enemy in sight.")
    worst = min(enemies, key=lambda each: (not is_threat(game, hero, each), each.asleep))
    told = text(
        "{creature:A}, {doing}, {squares} {direction}",
        creature=game.the(worst),
        doing=_doing(game, hero, worst),
        squares=gap(hero.at, worst.at),
        direction=compass.WORDS[
            compass.toward(*divmod(hero.at, WIDTH), *divmod(worst.at, WIDTH)) or "n"
        ],
    )
    if len(enemies) > 1:
        return text("{creature}; {more} more.", creature=told, more=len(enemies) - 1)
    return text("{creature}.", creature=told)


def threatening(game: DelveContext, hero: DelveHero) -> Text | None:
    """Return the greatest of the threats in sight, and how many there are; None: there is none."""
    threats = [each for each in visible_enemies(game, hero) if is_threat(game, hero, each)]
    if not threats:
        return None
    beside = [each for each in threats if gap(hero.at, each.at) == 1]
    worst = max(beside or threats, key=lambda each: (each.level, each.full_health, -each.uid))
    line = "{creature:The} comes for {hero:the}."
    if beside:
        line = "{creature:The} fights {hero:the}."
    elif game.kind(worst).courage is None or "frozen" in worst.statuses:
        line = "{creature:The} threatens {hero:the}."
    told = text(line, creature=game.the(worst), hero=game.the(hero))
    if len(threats) == 1:
        return told
    more: dict[str, Value] = {"threat": told, "number": len(threats) - 1}
    return Text("{threat} One more is near.", more, "{threat} {number} more are near.")


def sleeping(game: DelveContext, hero: DelveHero) -> Text | None:
    """Return the strongest of the enemies in sight who are no threat; None: there are none."""
    enemies = visible_enemies(game, hero)
    if hero.fallen or not enemies:
        return None
    strongest = max(enemies, key=lambda each: (each.level, each.full_health, -each.uid))
    return text(
        "{creature:The}, {doing}.",
        creature=game.the(strongest),
        doing=_doing(game, hero, strongest),
    )


def _doing(game: DelveContext, hero: DelveHero, monster: DelveMonster) -> Text:
    """Return what an enemy is doing."""
    if monster.asleep or "asleep" in monster.statuses:
        return text("asleep")
    if "frozen" in monster.statuses:
        return text("frozen")
    if monster.fled:
        return text("fleeing")
    if gap(hero.at, monster.at) == 1:
        return text("fighting you")
    if is_threat(game, hero, monster):
        return text("coming")
    return text("keeping its place")
