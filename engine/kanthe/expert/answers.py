"""Recommendations for the questions that the rules ask: treasure, names, words, targets."""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract.action import Offer
from engine.contract.texts import text
from engine.kanthe.data.content import Ware
from engine.kanthe.encounters.conflict import bears
from engine.kanthe.encounters.odds import health_of
from engine.kanthe.expert.judgement import fight_dice, is_hurt
from engine.kanthe.expert.recommendation import Choices, OfferTable, Recommendation
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.rules.goals import is_met
from engine.kanthe.rules.names import gear
from engine.kanthe.state import ChooseTarget, ChooseVictim, ChooseWord, Fallen, ShareTreasure

_EVENING = 60  # decisions of a game up to which there is time for another hero
_WORDS_WANTED = 8  # words of the Arcane sheet up to which an arcane thing is worth more than coins


def answer_choices(game: KantheContext, table: OfferTable) -> Choices:
    """Yield the best answers to a question that is about no danger."""
    question = game.state.question
    if isinstance(question, ChooseTarget):
        return _targets(game, question, table)
    if isinstance(question, ChooseVictim):
        return _victims(game, question, table)
    if isinstance(question, ShareTreasure):
        return _treasure(game, question, table)
    if isinstance(question, ChooseWord):
        return _words(game, table)
    if isinstance(question, Fallen):
        return _what_comes_after(game, table)
    return table.first("stairs", text("it is the nearest"))


def _what_comes_after(game: KantheContext, table: OfferTable) -> Choices:
    """Return the end of the game, or first another hero where nobody has won and there is time."""
    state = game.state
    won = state.result == "left" and is_met(state)
    end = table.first("finish", text("this hero's story is told"))
    if won or state.acts >= _EVENING:
        return [*end, *table.first("heir", text("map and sheets stay as they are"))]
    return [*table.first("heir", text("nobody has won yet, and what is known stays")), *end]


def _targets(
    game: KantheContext, question: ChooseTarget, table: OfferTable
) -> Iterator[Recommendation]:
    """Yield whom a match hits: first whom it fells, then as the offers stand."""
    conflict = game.state.conflict
    talking = conflict is not None and conflict.purpose == "persuade"
    by_name = {o.name: o for o in game.state.here.opponents}
    limit = game.state.difficulty

    def falls(offer: Offer) -> bool:
        who = by_name[offer.target]
        felt = question.act.hero_arcane if game.kind_of(who).has("spirit") else question.act.hero
        return felt > 1 and (who.social if talking else who.wounds) + felt > limit

    felled = [offer for offer in table.all("hit") if falls(offer)]
    for offer in felled:
        yield Recommendation(offer, text("this is enough for it"))
    for offer in table.all("hit"):
        if offer not in felled:
            yield Recommendation(offer, text("it has the most wounds"))


def _victims(
    game: KantheContext, question: ChooseVictim, table: OfferTable
) -> Iterator[Recommendation]:
    """Yield who takes a wound: an ally who can bear it, else the hero while he can."""
    state = game.state
    allies = {ally.name: ally for ally in state.hero.allies}
    me = list(table.the(text("you can bear it"), "wound", "me"))
    sturdy, frail = [], []
    for offer in table.all("wound"):
        ally = allies.get(offer.target)
        if ally is None:
            continue
        if bears(game, ally, question):
            sturdy.append(Recommendation(offer, text("your wounds would help the others")))
        else:
            frail.append(Recommendation(offer, text("it dies instead of you")))
    deadly = question.degree >= health_of(state)
    if deadly:
        yield from [*sturdy, *frail]
    else:
        yield from [*sturdy, *frail, *me] if is_hurt(state) else [*sturdy, *me, *frail]


# ------------------------------------------------------------------ treasure


def _wanted_dice(game: KantheContext) -> int:
    """Return the dice in fights up to which things are worth more than coins."""
    deepest = game.state.domain.levels
    return 10 + 2 * min(3, deepest)


def _wares_by_worth(game: KantheContext, rating: int) -> list[Ware]:
    """Return the wares that would add dice to fights, those first that add the most; of equals
    first what helps to evade."""
    have = {item.name: item.rating for item in gear(game.state) if not item.arcane}
    useful = [
        ware
        for ware in game.content.wares.values()
        if "fight" in ware.purposes and have.get(ware.name, 0) < rating
    ]
    return sorted(useful, key=lambda w: (have.get(w.name, 0), "evade" not in w.purposes))


def _few_words(game: KantheContext) -> bool:
    """Return whether more of the Arcane sheet is worth more than coins."""
    sheet = game.state.arcane
    rows = (*sheet.essences.firsts, *sheet.actions.firsts, *sheet.actions.seconds)
    return sum(map(bool, rows)) < _WORDS_WANTED


def _treasure(
    game: KantheContext, question: ShareTreasure, table: OfferTable
) -> Iterator[Recommendation]:
    """Yield what the matches are: things while the hero's pool is small, then coins."""
    matches = sorted(
        zip(question.degrees, question.values, strict=True), key=lambda match: -match[0]
    )
    short = fight_dice(game) < _wanted_dice(game)
    coins = [
        each
        for value in ("all", *(str(value) for _, value in matches))
        for each in table.the(text("coins are the score"), "coins", value)
    ]
    things = [
        Recommendation(each, text("dice for every fight to come"))
        for degree, value in matches
        for ware in _wares_by_worth(game, degree)[:1]
        for each in table.all("item")
        if each.action.args[0] == str(value) and each.action.args[2] == ware.name
    ]
    arcane = list(table.first("arcane", text("its words may heal or overcome")))
    if _few_words(game):
        yield from arcane
    if short:
        yield from [*things, *coins, *arcane]
        return
    yield from table.the(text("you have dice enough"), "coins", "always")
    yield from [*coins, *things, *arcane]


def _words(game: KantheContext, table: OfferTable) -> Iterator[Recommendation]:
    """Yield what words mean: what heals, then what helps in fights."""

    def rank(offer: Offer) -> tuple[bool, bool]:
        row = offer.action.args[1]
        action = game.content.actions[int(row)] if row != "none" else None
        heals = action is not None and action.has("heals")
        fights = action is not None and "fight" in action.purposes
        return not heals, not fights

    for offer in sorted(table.all("meaning"), key=rank):
        heals, fights = (not each for each in rank(offer))
        why = text("healing is worth the most") if heals else text("it helps in fights")
        yield Recommendation(offer, why if heals or fights else text("one word is known then"))
