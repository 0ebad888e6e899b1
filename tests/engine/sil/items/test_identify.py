"""Identification of things."""

import pytest

from engine.sil.effects import elements, statuses
from engine.sil.game.presets import MANUAL
from engine.sil.game.state import Slot
from engine.sil.hero import abilities as ab
from engine.sil.item_use import wearing
from engine.sil.items import identification, item_classes, item_creation, item_names
from tests.engine.sil.items.things import artefact, bearer, given, lying, special, thing
from tests.engine.sil.stage import refresh


def worn(game, item, slot):
    game.hero.worn[slot] = item
    refresh(game)
    return item


@pytest.mark.covers("spec-objects-smithing: 4.2")
class TestExperience:
    def test_a_kind_a_special_type_and_an_artefact_pay_a_hundred_each_once(self):
        game = bearer()
        won = game.hero.experience
        sword = item_creation.artefact(game, artefact("'Ringil'"))
        given(game, sword)
        identification.identify(game, sword)
        assert game.hero.experience == won + 100
        boots = thing(item_classes.BOOTS, "Pair of Boots", special=special("of Speed"), known=False)
        given(game, boots)
        identification.identify(game, boots)
        identification.identify(game, boots)
        assert game.hero.experience == won + 200
        identification.aware(game, thing(item_classes.POTION, "Healing").kind)
        assert game.hero.experience == won + 300

    def test_a_jewel_of_an_unknown_kind_pays_twice(self):
        game = bearer()
        won = game.hero.experience
        ring = item_creation.artefact(game, artefact("of Barahir"))
        given(game, ring)
        identification.identify(game, ring)
        assert game.hero.experience == won + 200

    def test_the_manual_pays_two_hundred_for_an_artefact(self):
        game = bearer(rulings=MANUAL)
        won = game.hero.experience
        sword = item_creation.artefact(game, artefact("'Ringil'"))
        given(game, sword)
        identification.identify(game, sword)
        assert game.hero.experience == won + 200

    def test_what_is_known_pays_when_it_comes_into_sight(self):
        game = bearer()
        boots = thing(item_classes.BOOTS, "Pair of Boots", special=special("of Speed"), known=True)
        lying(game, boots, dx=3)
        won = game.hero.experience
        game.knowledge.seen[game.level.at(game.hero.y, game.hero.x + 3)] = 0
        identification.scan(game)
        assert game.hero.experience == won
        game.knowledge.seen[game.level.at(game.hero.y, game.hero.x + 3)] = 1
        identification.scan(game)
        assert game.hero.experience == won + 100


@pytest.mark.covers("spec-objects-smithing: 4.3")
@pytest.mark.ability("Channeling", "Alchemy", "Jeweller", "Enchantment")
@pytest.mark.parametrize(
    ("ability", "known"),
    [
        (ab.CHANNELING, {item_classes.STAFF, item_classes.HORN}),
        (
            ab.ALCHEMY,
            {item_classes.STAFF, item_classes.HORN, item_classes.FOOD, item_classes.POTION},
        ),
        (ab.JEWELLER, {item_classes.RING, item_classes.LIGHT, item_classes.HORN}),
        (ab.ENCHANTMENT, {item_classes.RING, item_classes.LIGHT, item_classes.BOOTS}),
    ],
)
@pytest.mark.covers("spec-world: 12. Experience and log hooks")
def test_abilities_tell_things_at_a_glance(ability, known):
    game = bearer(abilities=(ability,))
    items = [
        thing(item_classes.STAFF, "Light"),
        thing(item_classes.HORN, "Terror"),
        thing(item_classes.FOOD, "Rage"),
        thing(item_classes.POTION, "Healing"),
        thing(item_classes.RING, "Evasion", evasion=1),
        thing(item_classes.LIGHT, "Brass Lantern", special=special("of Brightness"), known=False),
        thing(item_classes.BOOTS, "Pair of Boots", special=special("of Speed"), known=False),
    ]
    given(game, *items)
    identification.scan(game)
    told = {
        item_classes.kind_of(game.data, item).tval
        for item in items
        if item_names.is_known(game, item)
    }
    assert told == known


@pytest.mark.covers("spec-objects-smithing: 4.1")
def test_a_special_type_once_seen_is_known_wherever_it_lies():
    game = bearer()
    far = thing(item_classes.BOOTS, "Pair of Boots", special=special("of Speed"), known=False)
    lying(game, far, dx=5)
    game.knowledge.seen[game.level.at(game.hero.y, game.hero.x + 5)] = 0
    identification.scan(game)
    assert not far.known
    game.lore.specials.append(special("of Speed"))
    identification.scan(game)
    assert far.known


@pytest.mark.covers("spec-objects-smithing: 4.5")
class TestWearing:
    def put_on(self, item, **how):
        game = bearer(**how)
        given(game, item)
        wearing.wear(game, item, "a")
        return item_names.is_known(game, item)

    def test_a_number_that_changes_something_shows(self):
        assert self.put_on(thing(item_classes.RING, "Strength", pval=1))
        assert self.put_on(thing(item_classes.RING, "Evasion", evasion=2))

    def test_a_number_of_nothing_hides_all_that_comes_after_it(self):
        assert not self.put_on(thing(item_classes.RING, "Dexterity", pval=0))

    def test_an_aware_ring_shows_even_a_zero(self):
        ring = thing(item_classes.RING, "Dexterity", pval=0)
        game = bearer()
        game.lore.aware.append(ring.kind)
        given(game, ring)
        wearing.wear(game, ring, "a")
        assert ring.known

    def test_what_works_only_in_need_stays_unknown(self):
        boots = thing(item_classes.BOOTS, "Pair of Mithril Greaves", known=False)
        boots.special = special("of Snares Eluded")
        assert not self.put_on(boots)
        assert not self.put_on(thing(item_classes.RING, "Free Action"))

    def test_a_granted_skill_shows(self):
        boots = thing(
            item_classes.BOOTS, "Pair of Boots", special=special("of Leaping"), known=False
        )
        assert self.put_on(boots)

    def test_a_type_that_only_withstands_elements_is_plain(self):
        shield = thing(item_classes.SHIELD, "Round Shield", known=False)
        shield.special = special("of Deflection")
        assert self.put_on(shield)

    def test_the_kinds_own_light_does_not_give_an_artefact_away(self):
        lamp = thing(item_classes.LIGHT, "Feanorian Lamp", known=False)
        lamp.special = special("of True Sight")
        assert not self.put_on(lamp)


@pytest.mark.covers("spec-objects-smithing: 4.5")
class TestDeeds:
    def test_a_ring_shows_when_what_it_resists_is_tried(self):
        game = bearer()
        ring = worn(game, thing(item_classes.RING, "Free Action"), Slot.LEFT_RING)
        statuses.inflict(game, "slow", 5)
        assert item_names.is_known(game, ring)

    def test_fire_teaches_the_ring_that_resists_it(self):
        game = bearer()
        ring = worn(game, thing(item_classes.RING, "Frost"), Slot.LEFT_RING)
        game.hero.health = 90
        elements.strike_hero(game, "cold", 4, 8, "frost")
        assert not item_names.is_known(game, ring)
        elements.strike_hero(game, "fire", 4, 8, "fire")
        assert item_names.is_known(game, ring)

    @pytest.mark.covers("spec-objects-smithing: 4.4")
    def test_becoming_known_wipes_the_feeling(self):
        game = bearer()
        sword = item_creation.artefact(game, artefact("'Ringil'"))
        assert sword.feeling == "special"
        identification.identify(game, sword)
        assert sword.feeling == ""
