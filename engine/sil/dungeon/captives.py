"""The captives of Angband, and what some of them beg for (rules: world 10; objects 3.11).

The state of the quest is `lore.thrall_quest`: "", "giver" while one who begs is on the level,
"passages" when the next level will be known, "done".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from engine.contract.texts import text
from engine.sil.creatures import creature_names, creature_stats
from engine.sil.data.bundle import Data
from engine.sil.effects import magic_mapping, statuses
from engine.sil.game import questions
from engine.sil.game.context import SilContext
from engine.sil.game.messages import note, tell
from engine.sil.game.questions import Answers, Asked
from engine.sil.game.state import Creature, Item
from engine.sil.hero import action_costs
from engine.sil.items import item_classes, item_creation, item_handles, pack

NOURISHING = 300  # food that is worth more will do
HEALED = 50  # percent
HERBS: Mapping[int, Literal["herb of rage", "herb of terror"]] = {
    1: "herb of rage",
    2: "herb of terror",
}


def near(game: SilContext) -> Creature | None:
    """Return the captive beside the hero who begs for something, if there is one."""
    beggars = (c for c in game.level.creatures if c is not None and c.quest == "giver")
    return next(
        (c for c in beggars if game.known(c).visible and creature_stats.adjacent(game.hero, c)),
        None,
    )


def meet(game: SilContext, creature: Creature) -> None:
    """Speak to a captive; one who begs for something is asked what to give. Free of time."""
    who = creature_names.name(game, creature)
    if creature.quest == "helped":
        tell(game, text("{who:The} thanks you once more.", who=who), "thrall")
    elif creature.quest != "giver":
        tell(game, text("{who:The} looks through you, and says nothing.", who=who), "thrall")
    else:
        _beg(game, creature)


def _beg(game: SilContext, creature: Creature) -> None:
    human = _is_human(game, creature)
    who = creature_names.name(game, creature)
    template = "{who:The} begs you for something to eat."
    if human:
        template = "{who:The} begs you for something to lighten the darkness."
    tell(game, text(template, who=who), "thrall")
    answers: Answers = [
        (handle, item_handles.item_words(game, item))
        for handle, item in gifts(game, creature).items()
    ]
    if not answers:
        none = text("You have no light to spare.") if human else text("You have no food to spare.")
        tell(game, none, "thrall")
        return
    question = text("What will you give to {who:the}?", who=who)
    questions.ask(game, "gift", Asked(question, [*answers, ("no", text("Nothing"))]))


def gifts(game: SilContext, creature: Creature) -> dict[str, Item]:
    """Return what the hero carries that a captive can use, by handle."""
    human = _is_human(game, creature)
    return {
        handle: item
        for handle, item in item_handles.items(game).items()
        if any(item is carried for carried in game.hero.pack)
        and suits(game.data, item, human=human)
    }


def _is_human(game: SilContext, creature: Creature) -> bool:
    return creature_stats.has(game, creature, "MAN")


def suits(data: Data, item: Item, *, human: bool) -> bool:
    """Return whether a captive of that people can use it: a light that is not burnt out, or a
    meal."""
    kind = item_classes.kind_of(data, item)
    if human:
        return kind.tval == item_classes.LIGHT and (
            not item_classes.is_fuelled(data, item) or item.timeout > 0
        )
    return kind.tval == item_classes.FOOD and kind.pval > NOURISHING


def give(game: SilContext, item: Item) -> None:
    """Give one of a stack to the captive who begs: this turn and the next, and a reward."""
    creature = near(game)
    if creature is None:
        return
    action_costs.spend(game)
    game.hero.skip_turn = True
    gift = pack.take_out(game, item, 1)
    tell(
        game,
        text(
            "You give {item} to {who:the}.",
            item=item_handles.item_words(game, gift),
            who=creature_names.name(game, creature),
        ),
        "thrall",
    )
    creature.quest, game.world.thrall_quest = "helped", "done"
    note(game, "helped", text("Helped {who:a}", who=creature_names.kind_name(game, creature)))
    _reward(game, human=_is_human(game, creature))


def _reward(game: SilContext, *, human: bool) -> None:
    hero = game.hero
    most = hero.derived.max_health
    if not human and hero.health < most // 2:
        statuses.cure(game, "cut")
        hero.health = min(most, hero.health + most * HEALED // 100)
        tell(game, text("A healing song is breathed over your wounds."), "healed")
        return
    rolled = game.streams.play.die(3)
    if rolled in HERBS:
        kind = game.data.rules.item_roles[HERBS[rolled]]
        herb = pack.carry(game, item_creation.of_kind(game.data, kind))
        tell(
            game,
            text(
                "You are given something in return: {item}.",
                item=item_handles.item_words(game, herb),
            ),
            "item",
        )
        return
    game.world.thrall_quest = "passages"
    tell(game, text("You are told how the passages run on the next level."), "thrall")


def recall_passages(game: SilContext) -> None:
    """On coming to a new level: if a captive told how it runs, it is known."""
    if game.world.thrall_quest == "passages":
        game.world.thrall_quest = "done"
        magic_mapping.reveal_level(game)
        tell(game, text("The passages run as you were told."), "found")
