"""Flavours, bones, what levels hold, and what a look at a thing tells."""

from collections import Counter

import pytest

from engine.sil.data import bundle
from engine.sil.dungeon import skeletons
from engine.sil.dungeon.generation import item_stocking
from engine.sil.game.state import Slot
from engine.sil.item_use import item_descriptions
from engine.sil.items import flavours, item_choice, item_classes, item_creation, item_names
from tests.engine.sil.item_use.test_carrying import refused
from tests.engine.sil.items.things import artefact, bearer, given, lying, special, thing
from tests.engine.sil.stage import refresh, stage
from tests.rolled import dice_for


@pytest.mark.covers("spec-objects-smithing: 2.4")
class TestFlavours:
    def test_every_secret_kind_has_a_flavour_of_its_own_class_and_none_is_used_twice(self):
        game, content = bearer(), bundle.load()
        bound = game.world.flavours
        for kind in content.kinds.values():
            secret = bool(item_names.flavoured_class(kind))
            assert (kind.serial in bound) == secret
            if secret:
                assert content.flavours[bound[kind.serial]].tval == kind.tval
        assert len(set(bound.values())) == len(bound)

    def test_fixed_flavours_stay_and_the_rest_differ_from_game_to_game(self):
        one, other = stage(seed=1), stage(seed=2)
        one.streams, other.streams = (dice_for(b"a" * 16), dice_for(b"b" * 16))
        for game in (one, other):
            flavours.deal(game)
        content = game.data
        fixed = {
            content.kind(f.tval, f.sval).serial: f.serial
            for f in content.flavours.values()
            if f.sval is not None and (f.tval, f.sval) in content.kinds_by_value
        }
        assert fixed
        assert fixed.items() <= one.world.flavours.items()
        assert one.world.flavours != other.world.flavours

    def test_food_is_no_secret(self):
        game = bearer()
        assert item_names.is_aware(game, thing(item_classes.FOOD, "Piece of Dark Bread").kind)
        assert not item_names.is_aware(game, thing(item_classes.FOOD, "Rage").kind)


@pytest.mark.covers("spec-objects-smithing: 8.3")
class TestBones:
    def search(self, name, times):
        game = bearer()
        game.state.options["no_artefacts"] = "yes"
        found = Counter()
        for _ in range(times):
            game.hero.pack.clear()
            remains = thing(item_classes.SKELETON, name, pval=1)
            lying(game, remains)
            skeletons.search_skeleton(game, remains)
            for item in game.hero.pack:
                found[item_classes.kind_of(game.data, item).name] += 1
                assert item.count <= 6
            assert remains.pval == 0
        return found

    @pytest.mark.covers("sil-q-manual: Sil-Q tries to be kinder to new players")
    def test_orcs_leave_only_scraps(self):
        found = self.search("Orc Skeleton", 300)
        assert set(found) == {
            "& Arrow~", "& Wooden Torch~", "& Cloak~", "& Strip~ of Dried Meat",
            "& Rusty Helm~", "& Pair~ of Shabby Boots", "& Broken Shield~",
        }  # fmt: skip
        assert found["& Arrow~"] / 300 == pytest.approx(0.2, abs=0.08)

    def test_men_leave_no_mallorn_torches_and_elves_four_times_in_ten(self):
        assert not self.search("Human Skeleton", 200)["& Mallorn Torch~"]
        elves = self.search("Elf Skeleton", 300)
        assert elves["& Mallorn Torch~"] / 300 == pytest.approx(0.4, abs=0.1)

    @pytest.mark.covers("sil-q-manual: Sil-Q gets rid of junk")
    def test_bones_are_searched_once_and_from_beside_too(self):
        game = bearer()
        remains = thing(item_classes.SKELETON, "Orc Skeleton", pval=1)
        lying(game, remains, dx=1)
        assert [found[0] for found in skeletons.near(game)] == [remains]
        skeletons.search_skeleton(game, remains)
        assert not skeletons.near(game)
        game.state.energy_used = 0
        assert refused(game, skeletons.search_skeleton, remains)


@pytest.mark.covers("spec-objects-smithing: 3.11", "spec-dungeon: 1.6")
class TestLevels:
    def laid(self, letter, depth, times=200):
        game = stage()
        game.state.options["no_artefacts"] = "yes"
        game.level.depth = depth
        game.level.room[:] = bytes([1]) * len(game.level.room)
        found = []
        for _ in range(times):
            game.level.floor.clear()
            item_stocking.symbol(game, 30, letter)
            found += game.level.floor.get(30, [])
        return found

    def test_a_tilde_is_a_chest_four_levels_deeper(self):
        chests = self.laid("~", 6)
        assert {item_classes.kind_of(bundle.load(), item).tval for item in chests} == {
            item_classes.CHEST
        }
        assert {item.pval for item in chests} <= {10, 12, 14}
        assert {item.pval for item in self.laid("~", 0)} <= {20, 22, 24}

    def test_an_s_is_a_skeleton_half_the_time_mostly_an_elfs(self):
        found = self.laid("S", 6, 900)
        kinds = Counter(item_classes.kind_of(bundle.load(), item).name for item in found)
        assert len(found) / 900 == pytest.approx(0.5, abs=0.06)
        assert kinds["& Elf Skeleton~"] / len(found) == pytest.approx(2 / 3, abs=0.08)
        assert all(item.pval for item in found)

    def test_an_ampersand_is_good(self):
        for item in self.laid("&", 8):
            assert item_choice.fits(
                bundle.load(), item_classes.kind_of(bundle.load(), item), "good", 8
            )

    def test_other_letters_lay_nothing(self):
        assert not self.laid("o", 8, 20)

    def test_one_thing_lies_on_a_square(self):
        game = stage()
        game.level.room[:] = bytes([1]) * len(game.level.room)
        item_stocking.stock(game, 60)
        assert len(game.level.floor) == 60
        assert all(len(heap) == 1 for heap in game.level.floor.values())
        assert game.level.at(game.hero.y, game.hero.x) not in game.level.floor


class TestLooking:
    def test_a_look_tells_no_more_than_is_known(self):
        game = bearer()
        sword = item_creation.artefact(game, artefact("'Orcrist'"))
        given(game, sword)
        text = str(item_descriptions.describe(game, sword))
        assert "Orcrist" not in text
        assert "orcs" not in text
        assert "more to learn" in text
        sword.known = True
        assert "slays orcs" in str(item_descriptions.describe(game, sword))

    def test_an_unknown_potion_keeps_its_secret(self):
        game = bearer()
        (potion,) = given(game, thing(item_classes.POTION, "Healing"))
        kind = item_classes.kind_of(game.data, potion)
        assert kind.description not in str(item_descriptions.describe(game, potion))
        game.lore.aware.append(potion.kind)
        assert kind.description in str(item_descriptions.describe(game, potion))

    def test_the_blow_is_the_one_the_hero_would_strike(self):
        game = bearer(stats=(3, 0, 0, 0))
        (sword,) = given(game, thing(item_classes.SWORD, "Bastard Sword"))
        text = str(item_descriptions.describe(game, sword))
        game.hero.worn[Slot.WEAPON] = sword
        game.hero.pack.clear()
        refresh(game)
        dice, sides = game.hero.derived.melee_dice
        assert f"would roll {dice}d{sides}" in text

    def test_everything_can_be_looked_at(self):
        game = bearer()
        for kind in game.data.kinds.values():
            if kind.tval:
                item = item_creation.of_kind(game.data, kind.serial)
                assert str(item_descriptions.describe(game, item))
                item.known = True
                assert str(item_descriptions.describe(game, item))
        boots = thing(item_classes.BOOTS, "Pair of Boots", special=special("of Speed"), known=True)
        assert "grants" in str(item_descriptions.describe(game, boots))


@pytest.mark.covers("sil-q-codebase: Name Formatting Tokens", "spec-objects-smithing: 2.3")
@pytest.mark.parametrize(
    ("name", "count", "shown"),
    [
        ("Small jewelled chest", 1, "a Small jewelled chest"),
        ("Small jewelled chest", 3, "3 Small jewelled chests"),
        ("Wooden Torch", 2, "2 Wooden Torches"),
        ("Arrow", 1, "an Arrow"),
    ],
)
def test_a_name_takes_its_article_and_its_plural(name, count, shown):
    game = bearer()
    kind = next(
        k for k in game.data.kinds.values() if k.name.replace("& ", "").replace("~", "") == name
    )
    item = item_creation.of_kind(game.data, kind.serial, count)
    assert item_names.name(game, item, mode=item_names.BASE) == shown
