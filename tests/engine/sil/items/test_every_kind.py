"""Every kind of the data in the hero's hands: worn, used, thrown, laid down, destroyed."""

from __future__ import annotations

from engine.sil.commands import registry
from engine.sil.data import bundle
from engine.sil.game.context import SilContext
from engine.sil.game.state import Item, Slot, Stat
from engine.sil.hero import abilities as ab
from engine.sil.item_use import activation, wearing
from engine.sil.items import item_classes, item_creation, pack
from engine.sil.pages import pages
from engine.sil.ruleset import SilQ
from tests.engine.sil.items.things import bearer, given, units, weight
from tests.pages import page_texts
from tests.rows import for_each

SIL = SilQ()
STAYING = (item_classes.CHEST, item_classes.SKELETON, item_classes.NOTE)
KINDS = [kind for kind in bundle.load().kinds.values() if kind.tval > item_classes.NOTE]
every_kind = for_each("kind", KINDS, lambda kind: f"{kind.serial} {kind.name}")


def holder(serial: int) -> tuple[SilContext, Item]:
    """Return a strong hero with one thing of a kind."""
    game = bearer(abilities=(ab.CURSE_BREAKING,))
    game.hero.stat_base[Stat.STR] = game.hero.stat_base[Stat.GRA] = 9
    made = item_creation.of_kind(game.data, serial)
    if made.pval == 0 and activation.of_class(game.data, made, item_classes.STAFF):
        made.pval = 10
    (held,) = given(game, made)
    game.hero.voice = game.hero.derived.max_voice
    game.hero.food = 2000
    return game, held


def do(game: SilContext, line: str) -> None:
    """Do an action, and say yes to a question about it; the burden shown is the burden borne."""
    game.state.energy_used = 0
    action = SIL.parse(line, game.state, 0)
    registry.do(game, action)
    question = game.state.question
    if question is not None and question.kind == "sure":
        registry.do(game, SIL.parse("answer yes", game.state, 0))
    carried = [*game.hero.pack, *game.hero.worn.values()]
    borne = sum(item.weight * item.count for item in carried)
    assert game.hero.derived.burden == borne
    assert f"You carry {borne // 10}.{borne % 10} lb" in page_texts(pages(game))["Pack"]


@every_kind
def test_it_is_laid_down_taken_up_and_destroyed(kind):
    game, held = holder(kind.serial)
    number, pounds = units(game), weight(game)
    do(game, "drop a")
    assert game.hero.pack == []
    assert any(held is lying for heap in game.level.floor.values() for lying in heap)
    assert (units(game), weight(game)) == (number, pounds)
    for heap in game.level.floor.values():
        for lying in heap:
            game.notice(lying)
    if kind.tval not in STAYING and pack.underfoot(game):
        do(game, "get")
        assert [item.kind for item in game.hero.pack] == [kind.serial]
        assert (units(game), weight(game)) == (number, pounds)
        do(game, "destroy a")
        assert (units(game), weight(game)) == (number - 1, pounds - held.weight)


@every_kind
def test_it_is_worn_where_it_belongs_and_taken_off(kind):
    game, held = holder(kind.serial)
    slots = item_classes.slots(game.data, held)
    if not wearing.can_wear(game, held):
        assert not slots or kind.name == "& Massive Iron Crown~"
        return
    number, pounds = units(game), weight(game)
    do(game, "wear a")
    place = pack.slot_of(game, held)
    assert place in slots
    assert (units(game), weight(game)) == (number, pounds)
    do(game, f"remove {Slot(place).name.lower().replace('_', '-')}")
    assert game.hero.worn == {}
    assert (units(game), weight(game)) == (number, pounds)


@every_kind
def test_it_is_thrown_and_lies_somewhere_or_is_broken(kind):
    game, _ = holder(kind.serial)
    number = units(game)
    do(game, "throw a e")
    assert game.state.energy_used == 100
    assert game.hero.pack == []
    told = " ".join(str(event.text) for event in game.state.events)
    assert units(game) == number or "breaks" in told


@every_kind
def test_it_is_used_and_used_up(kind):
    game, held = holder(kind.serial)
    uses = {
        item_classes.FOOD: "eat a", item_classes.POTION: "quaff a",
        item_classes.STAFF: "activate a", item_classes.HORN: "play a n",
    }  # fmt: skip
    if kind.tval not in uses:
        return
    charges, voice = held.pval, game.hero.voice
    do(game, uses[kind.tval])
    assert game.state.events
    if kind.tval in (item_classes.FOOD, item_classes.POTION):
        assert game.hero.pack == []
        assert kind.serial in game.lore.tried
    elif kind.tval == item_classes.HORN:
        assert game.hero.voice < voice
    elif game.state.question is None:
        failed = any("Your will is not enough" in str(event.text) for event in game.state.events)
        assert held.pval < charges or failed
