"""The captives' pleas, and what they give for help."""

import pytest

from engine.contract.action import IllegalAction
from engine.sil.commands import registry
from engine.sil.dungeon import captives, level_arrival
from engine.sil.items import item_classes
from tests.engine.sil.commands.test_item_commands import RULES, offered, order
from tests.engine.sil.items.things import bearer, given, thing
from tests.engine.sil.stage import foe, load_dice


def begged(people="human", **how):
    """Return a hero beside a captive who begs."""
    game = bearer(**how)
    captive = foe(game, f"Alert {people} thrall")
    captive.quest = game.world.thrall_quest = "giver"
    return game, captive


@pytest.mark.covers("spec-world: 10. Thralls (the only quest)")
class TestThralls:
    def test_a_man_begs_for_light_and_an_elf_for_a_meal(self):
        game, _ = begged("human")
        given(
            game,
            thing(item_classes.LIGHT, "Wooden Torch"),
            thing(item_classes.LIGHT, "Brass Lantern", timeout=0),
            thing(item_classes.FOOD, "Rage"),
            thing(item_classes.FOOD, "Piece of Dark Bread"),
        )
        held = dict(zip("abcd", game.hero.pack, strict=True))
        wanted = [
            letter for letter, item in held.items() if captives.suits(game.data, item, human=True)
        ]
        assert [item_classes.kind_of(game.data, held[w]).name for w in wanted] == [
            "& Wooden Torch~"
        ]
        wanted = [
            letter for letter, item in held.items() if captives.suits(game.data, item, human=False)
        ]
        assert [item_classes.kind_of(game.data, held[w]).name for w in wanted] == [
            "& Piece~ of Dark Bread"
        ]
        order(game, "give")
        assert len(game.state.question.answers) == 2
        order(game, "answer no")
        assert not game.state.energy_used

    def test_bumping_into_him_asks_too_and_never_strikes(self):
        game, captive = begged()
        given(game, thing(item_classes.LIGHT, "Wooden Torch"))
        health = captive.health
        order(game, "step e")
        assert game.state.question is not None
        assert captive.health == health

    def test_giving_is_offered_only_when_something_suits(self):
        game, _ = begged()
        assert not [*registry.COMMANDS["give"].offers(game)]
        given(game, thing(item_classes.LIGHT, "Wooden Torch"))
        assert [*registry.COMMANDS["give"].offers(game)]

    def test_who_has_nothing_suitable_is_only_begged(self):
        game, _ = begged()
        order(game, "give")
        assert game.state.question is None
        assert not game.state.energy_used

    @pytest.mark.parametrize(("rolled", "herb"), [(1, "Rage"), (2, "Terror")])
    @pytest.mark.covers("sil-q-codebase: Quest System (Thralls)")
    def test_help_is_repaid_with_a_herb(self, rolled, herb):
        game, captive = begged()
        given(game, thing(item_classes.LIGHT, "Wooden Torch"))
        load_dice(game, rolled)
        order(game, "give")
        order(game, "answer a")
        assert [item_classes.kind_of(game.data, item).name for item in game.hero.pack] == [herb]
        assert (captive.quest, game.world.thrall_quest) == ("helped", "done")
        assert game.hero.skip_turn
        assert game.state.energy_used == 100
        assert not offered(game, "give")

    @pytest.mark.covers("sil-q-codebase: Quest System (Thralls)")
    def test_a_wounded_hero_is_healed_by_an_elf(self):
        game, _ = begged("elven")
        hero = game.hero
        hero.derived.max_health, hero.health, hero.timers.cut = 40, 10, 20
        given(game, thing(item_classes.FOOD, "Piece of Dark Bread"))
        hero.derived.max_health, hero.health = 40, 10
        captives.give(game, hero.pack[0])
        assert (hero.health, hero.timers.cut) == (30, 0)

    def test_or_the_next_level_is_known_on_arrival(self):
        game, _ = begged()
        given(game, thing(item_classes.LIGHT, "Wooden Torch"))
        load_dice(game, 3)
        captives.give(game, game.hero.pack[0])
        assert game.world.thrall_quest == "passages"
        game.streams = bearer(seed=3).streams
        level_arrival.enter(game, 2, 0)
        assert game.world.thrall_quest == "done"
        assert sum(game.knowledge.mark) > 300

    def test_without_a_beggar_nothing_can_be_given(self):
        game = bearer()
        with pytest.raises(IllegalAction):
            order(game, "give")
        assert not offered(game, "give")
        assert "give" in registry.COMMANDS
        assert RULES.verbs
