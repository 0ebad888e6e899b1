"""Orders at a forge: what is asked first, how long the work goes on, what is melted."""

from __future__ import annotations

import pytest

from engine.common.plans import Stop
from engine.contract.action import IllegalAction, InvalidAction
from engine.sil.clock.plan_runs import DONE
from engine.sil.commands import smithing
from engine.sil.game.context import SilContext
from engine.sil.game.state import Item, Question, RaceLore, Slot
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from engine.sil.perception import vision
from engine.sil.smithing import forging, workbench
from tests.engine.sil.arena import look, put, said
from tests.engine.sil.smithing.smithy import of_kind, smithy
from tests.engine.sil.stage import foe, item, kind, race, refresh


def weaponsmith() -> SilContext:
    """Return a weaponsmith at a forge with a saved plan of a spear."""
    game: SilContext = smithy(ab.WEAPONSMITH)
    game.knowledge.designs["spear"] = of_kind(game, "Spear")
    return game


def at_work(turns: int) -> SilContext:
    """Return a weaponsmith who has so many turns left of his work on a longsword."""
    game = weaponsmith()
    forging.begin(game, of_kind(game, "Longsword"))
    assert game.hero.work is not None
    game.hero.work.turns = turns
    return game


def asked(game: SilContext) -> Question:
    """Return what the hero is asked."""
    assert game.state.question is not None
    return game.state.question


@pytest.mark.parametrize(
    ("args", "line"),
    [
        (("spear",), "forge spear"),
        (("spear", "bold"), "forge spear bold"),
        (("spear", "usual:12"), "forge spear usual:12"),
    ],
)
def test_other_work_asks_first_and_is_answered_with_the_same_order(
    args: tuple[str, ...], line: str
) -> None:
    game = at_work(7)
    smithing._forge(game, args)
    assert asked(game).data == {"action": line}
    assert game.hero.work is not None
    assert (game.hero.work.turns, game.hero.design) == (7, None)
    assert game.state.energy_used == 0
    game.state.question, game.state.sure = None, True
    smithing._forge(game, args)
    assert game.state.question is None
    assert game.hero.design == game.knowledge.designs["spear"]
    assert game.hero.design is not game.knowledge.designs["spear"]


def test_the_work_at_hand_goes_on_without_a_question_and_lies_on_no_workbench() -> None:
    game = at_work(7)
    turns = game.hero.turns
    smithing._forge(game, ())
    assert game.state.question is None
    assert game.hero.turns == turns + 7
    assert [i.kind for i in game.hero.pack] == [kind("Longsword")]
    assert game.hero.design is None


def test_what_cannot_be_made_is_refused_and_not_begun() -> None:
    game = weaponsmith()
    put(game, game.hero.y, game.hero.x, terrain.FLOOR)
    with pytest.raises(IllegalAction):
        smithing._forge(game, ("spear",))
    assert (game.hero.work, game.hero.design, game.state.energy_used) == (None, None, 0)


@pytest.mark.parametrize(
    ("skill", "begun", "words"),
    [
        (19, False, "None"),
        (15, False, "Make a Ring of Strength <+1>? You lose 4 Smithing for good."),
        (19, True, "Give up your work on a Longsword (+0,2d5) [+1], which takes 9 turns more?"),
        (15, True, "Give up your work on a Longsword (+0,2d5) [+1], which takes 9 turns more?"
                   " Make a Ring of Strength <+1>? You lose 4 Smithing for good."),
    ],
)  # fmt: skip
def test_what_is_lost_by_beginning_is_asked_for(skill: int, begun: bool, words: str) -> None:
    game = smithy(ab.JEWELLER, ab.WEAPONSMITH, ab.MASTERPIECE, skill=skill)
    ring: Item = of_kind(game, "Strength")
    if begun:
        forging.begin(game, of_kind(game, "Longsword"))
        game.hero.work.turns = 9
    assert str(smithing._doubt(game, ring)) == words


@pytest.mark.parametrize(
    ("left", "terms", "worked"),
    [
        (210, (), 210), (210, ("bold",), 210), (210, ("usual:50",), 50), (30, ("usual:50",), 30),
        (201, (), 201), (51, ("usual:50",), 50), (50, ("usual:50",), 50),
    ],
)  # fmt: skip
def test_work_goes_on_to_its_end_or_as_long_as_was_said(
    left: int, terms: tuple[str, ...], worked: int
) -> None:
    game = at_work(left)
    game.hero.food = 4999
    began = game.hero.turns
    smithing._forge(game, terms)
    assert game.hero.turns == began + worked
    assert (game.hero.work.turns if game.hero.work else 0) == left - worked
    assert game.state.forge == -1


def test_the_fire_of_a_forge_lights_the_hall_only_during_the_work() -> None:
    game = at_work(3)
    game.level.glow = bytearray(len(game.level.feature))
    look(game)
    before = bytes(game.knowledge.seen), game.hero.derived.light
    smithing._work(game, smithing.split_terms(("usual:2",))[1])
    assert (bytes(game.knowledge.seen), game.hero.derived.light) == before
    game.state.forge = game.level.at(game.hero.y, game.hero.x)
    refresh(game)
    vision.update(game)
    assert game.hero.derived.light == before[1] + 2
    assert sum(game.knowledge.seen) > sum(before[0])


def test_who_sleeps_in_the_dark_is_seen_by_the_fire_of_the_work() -> None:
    game = at_work(3)
    game.level.glow = bytearray(len(game.level.feature))
    sleeper = foe(game, "Wolf", dx=2, alertness=-20, visible=False)
    game.lore.races[race("Wolf")] = RaceLore(encountered=1, seen=1)
    look(game)
    assert not game.known(sleeper).visible
    smithing._forge(game, ("usual:2",))
    assert said(game)[0] == "A wolf comes into view."
    assert not game.known(sleeper).visible


def test_a_turn_of_work_says_whether_the_item_is_done() -> None:
    game = at_work(2)
    assert smithing._work_on(game) is None
    put(game, game.hero.y, game.hero.x, terrain.FORGE)
    stop = smithing._work_on(game)
    assert isinstance(stop, Stop)
    assert (stop.reason, str(stop.why)) == (
        "blocked", "you lack a forge that is not exhausted",
    )  # fmt: skip
    assert game.hero.work is not None
    put(game, game.hero.y, game.hero.x, terrain.FORGE + 1)
    assert smithing._work_on(game) is DONE
    assert game.hero.work is None
    assert smithing._work_on(game) is DONE


def test_an_answer_that_will_not_do_leaves_the_workbench_open() -> None:
    game = weaponsmith()
    game.hero.design = of_kind(game, "Longsword")
    smithing.open_workbench(game)
    question = asked(game)
    game.state.question = None
    naming = Question("smith", question.text, question.answers, {"screen": "save"})
    with pytest.raises(InvalidAction):
        smithing._take(game, naming, "x" * 31)
    assert game.state.question is naming
    game.state.question = None
    smithing._take(game, question, "make")
    assert game.state.question is None
    assert [i.kind for i in game.hero.pack] == [kind("Longsword")]
    smithing._take(game, question, "leave")
    assert game.state.question is None


def test_a_saved_plan_that_is_named_lies_on_the_workbench() -> None:
    game = weaponsmith()
    smithing._smith(game, ("spear",))
    assert game.hero.design == of_kind(game, "Spear")
    assert asked(game).data["screen"] == workbench.BENCH


def test_melting_asks_first_and_tells_how_much_it_gives() -> None:
    game = smithy()
    game.hero.worn[Slot.BODY] = item("Mithril Corslet", weight=150)
    refresh(game)
    smithing._melt(game, ("body",))
    assert str(asked(game).text) == "Melt a Mithril Corslet [-2,2d4]? It gives 150 mithril."
    assert asked(game).data == {"action": "melt body"}
    assert (game.hero.pack, game.state.energy_used) == ([], 0)
    assert Slot.BODY in game.hero.worn
    game.state.question, game.state.sure = None, True
    smithing._melt(game, ("body",))
    assert game.state.question is None
    assert [i.count for i in game.hero.pack] == [99, 51]
    assert Slot.BODY not in game.hero.worn


def test_what_is_no_mithril_is_refused_before_anything_is_asked() -> None:
    game = smithy()
    game.hero.pack = [item("Helm")]
    with pytest.raises(IllegalAction, match="Only things of mithril"):
        smithing._melt(game, ("a",))
    assert game.state.question is None
