"""Orders that choose a thing by themselves: bones, gifts, fuel, missiles; words for songs, things
and directions."""

from __future__ import annotations

import pytest

from engine.common import compass
from engine.common.plans import CAUTIONS
from engine.contract.action import AmbiguousAction, IllegalAction, InvalidAction
from engine.sil.commands import answers, base, fight_plans, fighting, items, registry, verbs
from engine.sil.commands.base import Argument, Command
from engine.sil.creatures import creature_names
from engine.sil.game.state import Question, Slot
from engine.sil.items import item_classes
from tests.engine.sil.arena import look
from tests.engine.sil.combat.test_prising import throne
from tests.engine.sil.commands.test_fight_plans import fighter
from tests.engine.sil.dungeon.test_captives import begged
from tests.engine.sil.items.things import bearer, given, lying, thing
from tests.engine.sil.stage import foe, item, refresh, wear

# ------------------------------------------------------------------ bones, gifts


def test_the_bones_underfoot_are_searched_before_those_beside() -> None:
    game = bearer()
    near, here = (item("Human Skeleton", pval=1) for _ in range(2))
    with pytest.raises(IllegalAction, match="There are no bones here"):
        items._rummage(game, ())
    lying(game, near, dx=1)
    lying(game, here)
    items._rummage(game, ())
    assert (here.pval, near.pval, game.state.energy_used) == (0, 1, 100)
    items._rummage(game, ())
    assert near.pval == 0


def test_a_gift_is_asked_for_and_given_or_kept() -> None:
    game, captive = begged()
    torch, other = given(
        game, thing(item_classes.LIGHT, "Wooden Torch"), thing(item_classes.FOOD, "Rage")
    )
    items._give(game, ())
    question = game.state.question
    assert question is not None
    assert (question.kind, [word for word, _ in question.answers]) == ("gift", ["b", "no"])
    assert game.hero.pack == [other, torch]
    game.state.question = None
    items._gift(game, question, "no")
    assert (captive.quest, game.state.energy_used) == ("giver", 0)
    items._gift(game, question, "b")
    assert (captive.quest, game.state.energy_used) == ("helped", 100)
    assert torch.count == 0 or torch not in game.hero.pack


def test_nobody_gives_where_nobody_begs() -> None:
    game, captive = begged()
    captive.quest = ""
    with pytest.raises(IllegalAction, match="Nobody here begs you for anything"):
        items._give(game, ())


# ------------------------------------------------------------------ fuel, missiles, the crown


@pytest.mark.parametrize(("args", "fuel"), [((), 205), (("a",), 205), (("b",), 405)])
def test_a_light_is_fed_with_what_is_named_or_with_the_first_that_feeds_it(
    args: tuple[str, ...], fuel: int
) -> None:
    game = bearer()
    torch = wear(game, Slot.LIGHT, "Wooden Torch", timeout=100)
    game.hero.pack = [
        item("Wooden Torch", timeout=100), item("Wooden Torch", timeout=300), item("Helm"),
    ]  # fmt: skip
    items._refuel(game, args)
    assert torch.timeout == fuel
    assert game.state.energy_used == 100


def test_without_fuel_nothing_is_fed() -> None:
    game = bearer()
    wear(game, Slot.LIGHT, "Wooden Torch", timeout=100)
    game.hero.pack = [item("Helm")]
    with pytest.raises(IllegalAction, match="You have nothing to feed your light with"):
        items._refuel(game, ())


def test_the_best_missile_flies_at_the_nearest_enemy() -> None:
    game = fighter()
    near = foe(game, "Wolf", 0, 2, health=500)
    foe(game, "Wolf", 0, -4, health=500)
    look(game)
    with pytest.raises(IllegalAction, match="You carry nothing that is made for throwing"):
        fighting._hurl(game, ())
    given(game, item("Spear"), item("Helm"))
    fighting._hurl(game, ())
    assert [game.data.kinds[held.kind].tval for held in game.hero.pack] == [item_classes.HELM]
    assert game.state.energy_used == 100
    assert [str(event.text) for event in game.state.events if "wolf" in str(event.text)]
    assert game.known(near).visible


@pytest.mark.parametrize(
    ("crown", "weapon", "offered"), [(True, True, True), (False, True, False), (True, False, False)]
)
def test_a_jewel_is_prised_from_a_crown_underfoot_with_a_weapon(
    crown: bool, weapon: bool, offered: bool
) -> None:
    game, _ = throne()
    if not crown:
        game.level.floor.clear()
    if not weapon:
        del game.hero.worn[Slot.WEAPON]
        refresh(game)
    found = list(fighting._prise_offers(game))
    assert [(str(o.action), str(o.label), o.irreversible) for o in found] == (
        [("prise", "Prise a Silmaril from the crown", True)] if offered else []
    )
    if offered:
        fighting._prise(game, ())
        assert game.state.question is not None
        assert game.state.question.data["action"] == "prise"
    else:
        with pytest.raises(IllegalAction):
            fighting._prise(game, ())


def test_who_cannot_be_come_to_is_passed_over_and_the_next_is_charged() -> None:
    game = fighter(
        "###########", "#......x..#", "#....@.x..#", "#......x..#", "###########",
    )  # fmt: skip
    foe(game, "Tanglethorn", 0, 3, health=90)
    foe(game, "Wolf", 0, -4, health=90)
    look(game)
    names = [creature_names.handle(game, c) for c in creature_names.visible(game)]
    assert names == ["tanglethorn-1", "wolf-1"]
    charged = [offer.target for offer in fight_plans._charge_offers(game)]
    assert charged == ["wolf-1"]


# ------------------------------------------------------------------ words


@pytest.mark.parametrize(
    ("word", "song"),
    [
        ("stop", "stop"), ("exchange", "exchange"), ("ex", "exchange"), ("elb", "elbereth"),
        ("Elbereth", "elbereth"), ("sto", "stop"),
    ],
)  # fmt: skip
def test_a_song_is_called_by_its_name_or_how_it_begins(word: str, song: str) -> None:
    assert base._one_song(word, bearer()) == song


@pytest.mark.parametrize("word", ["lbereth", "x", "", "of"])
def test_what_is_no_song_is_refused(word: str) -> None:
    with pytest.raises(InvalidAction, match="no song is called so"):
        base._one_song(word, bearer())


def test_a_thing_is_one_at_hand_else_one_that_lies_in_sight() -> None:
    game = bearer()
    given(game, item("Dagger"))
    lying(game, item("Spear"), dx=2)
    square = compass.square(game.hero.y, game.hero.x + 2)
    assert base._one_thing("dagger", game) == "a"
    assert base._one_thing("spear", game) == square
    assert base._one_thing(square, game) == square
    with pytest.raises(InvalidAction, match="the hero carries and sees nothing like it"):
        base._one_thing("helm", game)
    lying(game, item("Dagger"), dx=3)
    assert base._one_thing("dagger", game) == "a"
    given(game, item("Dagger", weight=9))
    with pytest.raises(AmbiguousAction) as several:
        base._one_thing("dagger", game)
    assert list(several.value.choices) == ["a", "b"]


def test_a_verb_declares_its_choices_and_a_plan_its_caution() -> None:
    arguments = (
        Argument("a", "direction", "1"), Argument("b", "way", "2"),
        Argument("c", "word", "3", ("x", "y"), required=False), Argument("d", "text", "4"),
    )  # fmt: skip
    ways = tuple(compass.DIRECTIONS)
    for plan in (False, True):
        command = Command("go", "Go", items._rummage, base.never, arguments, plan=plan)
        verb = command.verb()
        options = [(o.name, o.summary, o.required, o.choices) for o in verb.options]
        assert options == [
            ("a", "1", True, ways), ("b", "2", True, ways), ("c", "3", False, ("x", "y")),
            ("d", "4", True, ()),
            *([("caution", "How daring the plan is", False, CAUTIONS)] if plan else []),
        ]  # fmt: skip
        assert (verb.name, verb.summary, verb.command) == ("go", "Go", True)
    assert not registry.COMMANDS["answer"].verb().command


@pytest.mark.parametrize(
    ("name", "group", "summary"),
    [
        ("open", "doors", "Doors, chests, traps and rock"),
        ("fight", "battle", "Plans for a fight, of many turns, and a quick throw"),
        ("note", "character", "Spend experience, switch abilities, set how daring plans are"),
        ("melt", "item", "More to do with items"), ("step", "", ""),
    ],
)  # fmt: skip
def test_verbs_stand_in_their_groups(name: str, group: str, summary: str) -> None:
    [verb] = verbs.verbs_of([registry.COMMANDS[name]])
    assert (verb.name, verb.group, verb.group_summary) == (name, group, summary)


def test_an_answer_is_one_that_is_offered_or_any_where_any_will_do() -> None:
    offered: list[tuple[str, base.Words]] = [("yes", "Yes"), ("no", "No")]
    question = Question("Go on?", offered, "sure")
    assert answers.accepted(question, "YES") == "yes"
    with pytest.raises(InvalidAction) as refused:
        answers.accepted(question, "Perhaps")
    assert str(refused.value) == "“Perhaps” is no answer: say yes, no."
    with pytest.raises(InvalidAction) as refused:
        answers.accepted(question, "y" * 40 + "z")
    assert str(refused.value) == f"“{'y' * 40}” is no answer: say yes, no."
    question.data["free"] = "yes"
    assert answers.accepted(question, "Perhaps") == "Perhaps"
    assert answers.accepted(question, "No") == "no"
