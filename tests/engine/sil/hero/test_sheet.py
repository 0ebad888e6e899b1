"""The sheet: every page, and every number in its terms."""

import re

import msgspec
import pytest

from engine.sil.game.state import Skill, Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import gear, protection, purchases, sheet
from tests.engine.sil.stage import NOLDOR, refresh, stage, wear
from tests.pages import page_texts


def test_a_weapon_on_the_arm_protects_nobody_but_what_is_worn_beside_it_does():
    game = stage(abilities=(ab.TWO_WEAPON_FIGHTING,))
    wear(game, Slot.BODY, "Leather Armour")
    wear(game, Slot.ARM, "Dagger", protection_dice=1, protection_sides=4)
    wear(game, Slot.HEAD, "Helm")
    names = [str(piece.name) for piece in protection.pieces(game, "hurt")]
    assert names == ["Leather Armour", "Helm"]
    assert protection.span(game, "fire") == (0, 0)


def hero():
    game = stage(
        race=NOLDOR,
        house=1,
        stats=(2, 3, 3, 4),
        skills=(5, 4, 3, 2, 1, 0, 6, 7),
        abilities=(ab.POWER, ab.PARRY, ab.INDOMITABLE),
    )
    wear(game, Slot.WEAPON, "Greatsword", flags=["RES_FIRE"])
    wear(game, Slot.BOW, "Longbow")
    wear(game, Slot.BODY, "Hauberk")
    game.hero.stat_drain[2] = -1
    game.hero.timers.stun = 9
    refresh(game)
    return game


@pytest.mark.covers("spec-world: 15.6")
def test_the_pages_show_every_skill_stat_and_ability_and_change_nothing():
    game = hero()
    before = msgspec.msgpack.encode(game.state)
    pages = page_texts(sheet.pages(game))
    assert msgspec.msgpack.encode(game.state) == before
    assert list(pages) == ["Character", "Combat", "Skills", "Abilities", "Experience", "Story"]
    for skill in Skill:
        assert f"{skill.name.title()} {game.hero.skill(skill)} =" in pages["Skills"]
    assert "Power: on" in pages["Abilities"]
    assert "Finesse: within reach" in pages["Abilities"]
    assert "Unspent: 5,000" in pages["Experience"]
    assert "[-" in pages["Combat"] or "[+" in pages["Combat"]
    assert pages["Abilities"].count("\n") == 8 + 84


@pytest.mark.parametrize("skill", Skill)
def test_the_terms_of_a_skill_add_up(skill):
    game = hero()
    text = str(sheet.explain(game, skill.name))
    total, _, terms = text.partition(" = ")
    numbers = re.findall(r"(?:^(\d+) learned)|(?: ([+-]\d+)(?:,|$))", terms)
    assert int(total) == sum(int(a or b) for a, b in numbers) == game.hero.skill(skill)


def test_the_terms_of_a_stat_and_of_dice_are_told():
    game = hero()
    assert str(sheet.explain(game, "con")) == "2 = 3 by birth, drained -1"
    assert str(sheet.explain(game, "melee dice")) == "3d8 = Greatsword +5, Strength +2, Power +1"
    assert str(sheet.explain(game, "resist fire")) == "2 = Greatsword +1"
    assert "Stunned -2" in str(sheet.explain(game, "will"))


def test_figures_are_called_by_the_words_that_ask_for_them():
    for what in sheet.EXPLAINED:
        assert str(sheet.figure_name(what)) == what.capitalize()


def test_everything_on_the_list_can_be_explained_and_nothing_else():
    game = hero()
    for what in (*sheet.EXPLAINED, *gear.COUNTS):
        assert sheet.explain(game, what)
    with pytest.raises(KeyError):
        sheet.explain(game, "luck")


def test_the_sheet_tells_nothing_of_what_is_not_identified():
    game = stage()
    ring = wear(game, Slot.RIGHT_RING, "Accuracy", flags=["RES_FIRE"], known=False)
    game.world.flavours[ring.kind] = 1
    refresh(game)
    told = "\n".join(text for text in page_texts(sheet.pages(game)).values())
    assert "resist fire" not in told
    assert "Resist fire" not in purchases.figures(game)
    assert "Accuracy" not in told
    game.lore.aware.append(ring.kind)
    ring.known = True
    refresh(game)
    assert "resist fire 2 = Accuracy +1" in str(sheet.character(game))


@pytest.mark.covers("spec-world: 15.2")
def test_figures_name_what_is_out_of_the_ordinary():
    figures = {str(name): str(value) for name, value in purchases.figures(hero())}
    assert figures["Resist fire"] == "2"
    assert figures["Melee dice"] == "3d8"
    assert "Resist cold" not in figures


@pytest.mark.parametrize(
    ("broken", "words"), [(False, "Oath: on (Silence)"), (True, "Oath: on (Silence, broken)")]
)
def test_the_page_of_abilities_tells_what_was_chosen(broken, words):
    game = stage(abilities=(ab.BANE, ab.OATH))
    game.hero.bane, game.hero.oath = 1, 2
    game.hero.oaths_broken = [2] if broken else []
    refresh(game)
    page = page_texts(sheet.pages(game))["Abilities"]
    assert words in page
    assert re.search(r"Bane: on \(\w+, \+\d+\)", page)


def test_a_second_weapon_has_its_own_line():
    game = stage(abilities=(ab.TWO_WEAPON_FIGHTING,))
    wear(game, Slot.WEAPON, "Dagger")
    assert "Off hand" not in page_texts(sheet.pages(game))["Combat"]
    wear(game, Slot.ARM, "Dagger")
    melee = game.hero.skill(Skill.MELEE)
    own = game.hero.derived
    assert f"Off hand ({melee + own.offhand_attack:+d}, " in page_texts(sheet.pages(game))["Combat"]
    assert own.offhand_attack < 0
