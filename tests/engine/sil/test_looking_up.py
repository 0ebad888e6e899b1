"""Creatures, kinds, things, figures and abilities of Sil as they are told to who looks them up."""

import pytest

from engine.sil import lookup
from engine.sil.game.state import RaceLore, Skill, Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import experience
from engine.sil.items import flavours
from tests.engine.sil.arena import arena, look
from tests.engine.sil.stage import foe, item, kind, race, wear


def topic(game, kind, name, page=""):
    """Return the one topic of that key."""
    [found] = [each for each in lookup.topics(game) if each.key == (kind, page, name)]
    return found


def told(game, *key):
    return str(lookup.explain(game, topic(game, *key)))


def named(game, kind):
    return [each.name for each in lookup.topics(game) if each.kind == kind]


def two_foes():
    game = arena()
    foe(game, "Orc scout", 0, 3)
    foe(game, "Wolf", 0, 2)
    look(game)
    return game


def test_those_in_sight_come_first_the_nearest_before_the_others():
    game = two_foes()
    first, second, *others = lookup.topics(game)
    assert (str(first.title), str(second.title)) == ("wolf-1: a wolf", "orc-scout-1: an orc scout")
    assert "sight" not in {each.kind for each in others}


def test_each_of_two_creatures_is_told_of_by_itself():
    game = two_foes()
    assert "wolf" in told(game, "sight", "wolf-1").lower()
    assert "orc" not in told(game, "sight", "wolf-1").lower()
    assert "orc scout" in told(game, "sight", "orc-scout-1").lower()


def test_while_the_hero_is_made_nobody_is_in_sight():
    game = two_foes()
    game.state.birth = "stats"
    assert named(game, "sight") == []


def test_each_race_that_was_met_is_told_of_by_itself():
    game = arena()
    for name in ("Wolf", "Orc scout"):
        game.lore.races[race(name)] = RaceLore(encountered=2)
    assert named(game, "lore") == ["orc-scout", "wolf"]
    assert str(topic(game, "lore", "wolf").title) == "Wolf"
    for name, description in (("wolf", "Wolf"), ("orc-scout", "Orc scout")):
        record = game.data.monsters[race(description)]
        assert record.description in told(game, "lore", name)


def test_each_kind_that_is_known_is_told_of_by_itself():
    game = arena()
    flavours.deal(game)
    game.lore.aware += [kind("Healing"), kind("Clarity")]
    for name in ("Healing", "Clarity"):
        [found] = [each for each in named(game, "lore") if each.endswith(name.lower())]
        assert found.startswith("thing-")
        assert game.data.kinds[kind(name)].description in told(game, "lore", found)


def test_a_kind_that_is_known_is_shown_as_an_identified_thing():
    game = arena()
    flavours.deal(game)
    game.lore.aware.append(kind("Accuracy"))
    [name] = named(game, "lore")
    assert "more to learn" not in told(game, "lore", name)


def test_figures_are_told_page_by_page():
    game = arena()
    pages = {}
    for each in lookup.topics(game):
        if each.kind == "page":
            pages.setdefault(each.page, []).append(each.name)
    assert list(pages)[:4] == ["Character", "Combat", "Skills", "Abilities"]
    assert pages["Character"] == [
        "strength", "dexterity", "constitution", "grace",
        "health", "voice", "speed", "light", "burden",
    ]  # fmt: skip
    assert pages["Skills"][0] == "melee"
    assert len(pages["Skills"]) == 8
    assert len(pages["Abilities"]) == len(game.data.abilities)


def test_things_carried_worn_and_underfoot_belong_to_their_pages():
    game = arena()
    game.hero.pack = [item("Dagger")]
    wear(game, Slot.WEAPON, "Longsword")
    game.level.floor[game.level.at(game.hero.y, game.hero.x)] = [item("Shortbow")]
    look(game)
    found = {
        each.name: each.page for each in lookup.topics(game) if each.page in ("Pack", "Equipment")
    }
    assert found == {"a": "Pack", "weapon": "Equipment", "floor-1": "Pack"}
    assert str(topic(game, "page", "weapon", "Equipment").title).startswith("weapon: a Longsword")


def test_a_thing_tells_what_would_change_if_it_were_worn():
    game = arena(skills=(0, 0, 5, 0, 0, 0, 0, 0))
    game.hero.pack = [item("Round Shield"), item("Piece of Dark Bread")]
    look(game)
    shield = told(game, "page", "a", "Pack").split("\n")
    bread = told(game, "page", "b", "Pack").split("\n")
    assert any("→" in each for each in shield[1:])
    assert not any("→" in each for each in bread)


# ---------------------------------------------------------------- figures


def test_a_figure_that_is_no_skill_tells_its_terms_alone():
    game = arena(stats=(2, 0, 0, 0))
    assert told(game, "page", "strength", "Character") == "Strength: 2 = 2 by birth."


@pytest.mark.parametrize(("more", "brings"), [(-1, False), (0, True)])
def test_the_gain_of_a_point_is_told_to_who_can_pay_for_it(more, brings):
    game = arena(skills=(3, 0, 0, 0, 0, 0, 0, 0))
    cost = experience.skill_cost(3, 1)
    game.hero.unspent = cost + more
    text = told(game, "page", "melee", "Skills")
    price = f"The next point costs {cost:,}; {cost + more:,} experience is left."
    assert price in text
    assert ("It would bring: " in text) == brings
    assert text.startswith("Melee: 4 = 3 learned, Affinity +1.\n")


def test_looking_up_a_skill_buys_nothing():
    game = arena()
    before = game.hero.unspent, list(game.hero.skill_base)
    assert "It would bring: " in told(game, "page", "song", "Skills")
    assert (game.hero.unspent, game.hero.skill_base) == before


def test_while_the_hero_is_made_a_skill_has_no_price():
    game = arena()
    game.state.birth = "skills"
    assert "costs" not in told(game, "page", "melee", "Skills")


# ---------------------------------------------------------------- abilities


def test_an_ability_that_one_has_is_on_or_off_and_has_no_price():
    game = arena(abilities=(ab.POWER,))
    assert told(game, "page", "power", "Abilities").endswith("\nYou have it; it is on.")
    game.hero.switched_off.append(ab.POWER)
    text = told(game, "page", "power", "Abilities")
    assert text.endswith("\nYou have it; it is off.")
    assert text.startswith("Power (Melee)\n")
    assert "costs" not in text


def test_an_ability_within_reach_tells_what_it_would_change():
    game = arena(skills=(5, 0, 0, 0, 0, 0, 0, 0), abilities=(ab.FINESSE,))
    wear(game, Slot.WEAPON, "Longsword")
    price = ab.price(game.data, game.hero, ab.POWER)
    assert price == 500
    game.hero.unspent = price
    assert "It would change: Melee dice 2d5 → 2d6." in told(game, "page", "power", "Abilities")
    game.hero.unspent = price - 1
    assert "It would change: " not in told(game, "page", "power", "Abilities")


def test_looking_up_an_ability_buys_nothing():
    game = arena(skills=(5, 0, 0, 0, 0, 0, 0, 0))
    told(game, "page", "power", "Abilities")
    assert game.hero.bought == []


def test_a_song_tells_its_strength_as_the_first_theme_and_as_the_second():
    game = arena(skills=(0, 0, 0, 0, 0, 0, 0, 9))
    total = game.hero.skill(Skill.SONG)
    song = game.data.rules.songs[ab.SONG_OF_ELBERETH.number]
    text = told(game, "page", "song-of-elbereth", "Abilities")
    strength = f"Strength {song.strength(total)}, as a minor theme {song.strength(total // 2)}."
    assert strength in text
    assert song.strength(total) != song.strength(total // 2)
    assert "as a minor theme" not in told(game, "page", "power", "Abilities")


def test_an_ability_of_another_skill_is_no_song_though_it_has_the_number_of_one():
    game = arena()
    number = ab.SONG_OF_ELBERETH.number
    others = [
        a for a in game.data.abilities.values() if a.number == number and a.skill != Skill.SONG
    ]
    assert others
    for ability in others:
        name = ab.name(game.data, ability.ref).lower().replace(" ", "-")
        assert "minor theme" not in told(game, "page", name, "Abilities")
