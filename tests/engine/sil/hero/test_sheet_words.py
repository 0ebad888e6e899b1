"""The sheet's pages in words, and the figures behind them: burden, light, songs, score."""

from __future__ import annotations

import pytest

from engine.common.compass import OFFSETS
from engine.sil.game.context import SilContext
from engine.sil.game.state import RaceLore, Skill, Slot, Stat
from engine.sil.hero import abilities as ab
from engine.sil.hero import (
    action_costs,
    banes,
    biography,
    derived,
    experience,
    gear,
    light_radius,
    protection,
    purchases,
    score,
    sheet,
    silmarils,
    singing,
)
from engine.sil.items import flavours, item_classes
from engine.sil.level import terrain
from tests.engine.sil.arena import arena, put, said
from tests.engine.sil.hero.test_sheet import hero
from tests.engine.sil.items.things import thing
from tests.engine.sil.stage import DATA, Loaded, foe, load_dice, race, refresh, stage, wear
from tests.pages import page_texts


def singer() -> SilContext:
    """Return a hero in heavy armour with a shield, who sings two themes."""
    game = stage(
        abilities=(
            *(ab.SONG_OF_ELBERETH, ab.SONG_OF_SILENCE, ab.WOVEN_THEMES),
            *(ab.BLOCKING, ab.HEAVY_ARMOUR_USE),
        )
    )
    game.hero.song, game.hero.theme = ab.SONG_OF_ELBERETH.number, ab.SONG_OF_SILENCE.number
    wear(game, Slot.ARM, "Round Shield")
    wear(game, Slot.BODY, "Hauberk")
    wear(game, Slot.LIGHT, "Wooden Torch", timeout=500)
    game.hero.health = game.hero.derived.max_health
    return game


def test_the_page_of_the_character() -> None:
    game = hero()
    game.hero.age, game.hero.height, game.hero.weight = 31, 74, 160
    game.hero.turns, game.hero.deepest = 1234, 7
    assert page_texts(sheet.pages(game))["Character"].splitlines() == [
        "Hero, Noldor, House of Feanor", "Age 31, height 6'2\", 160 lb", "",
        "Str 2 = 2 by birth", "Dex 3 = 3 by birth", "Con 2 = 3 by birth, drained -1",
        "Gra 4 = 4 by birth", "", "Health 28 of 28, voice 41 of 41",
        "Speed 2, light 0, not hungry", "Burden 44.0 lb of 144.0 lb",
        "Experience 5,000, unspent 5,000", "Turn 1,234, at 250 ft, deepest 350 ft", "",
        "resist fire 2 = Greatsword +1", "resist fear 1 = Indomitable +1",
        "resist confusion 1 = Indomitable +1", "resist stun 1 = Indomitable +1",
        "resist hallucination 1 = Indomitable +1", "hunger -1 = Indomitable -1",
    ]  # fmt: skip


def test_songs_that_are_sung_stand_on_the_page_of_the_character() -> None:
    lines = page_texts(sheet.pages(singer()))["Character"].splitlines()
    assert "Singing: Song of Elbereth, strength 0, 1 voice a turn, noise 8" in lines
    assert "Minor theme: Song of Silence, strength 0, 1 voice every third turn, no noise" in lines
    assert "Speed 2, light 1, not hungry" in lines


def test_the_page_of_fights_with_a_bow_and_with_bare_hands() -> None:
    assert page_texts(sheet.pages(hero()))["Combat"].splitlines() == [
        "Greatsword (+2, 3d8)", "  sides: 3d8 = Greatsword +5, Strength +2, Power +1",
        "Longbow (+4, 2d6), range 18", "  sides: 2d6 = Longbow +4, Strength +2", "",
        "Guard [+2, 2-10]", "Protection", "  blows and shots: 2-10 (Hauberk 2d5)",
        "  fire: 0-0", "  cold: 0-0", "  poison: 0-0", "  darkness: 0-0",
    ]  # fmt: skip
    shield = "Round Shield (Blocking) 2d3"
    assert page_texts(sheet.pages(singer()))["Combat"].splitlines() == [
        "Fists (-1, 1d1)", "  sides: 1d1 = Fists +1", "", "Guard [-4, 5-18]", "Protection",
        f"  blows and shots: 5-18 (Hauberk 2d5, {shield}, Heavy Armour Use 1d2)",
        f"  fire: 2-6 ({shield})", f"  cold: 2-6 ({shield})", "  poison: 0-0", "  darkness: 0-0",
    ]  # fmt: skip


def test_the_page_of_skills_says_what_the_next_point_costs() -> None:
    lines = page_texts(sheet.pages(hero()))["Skills"].splitlines()
    assert lines[:2] == [
        "Melee 2 = 5 learned, Dexterity +3, Hauberk -2, Greatsword -2, Stunned -2",
        "  next point: 600 experience",
    ]
    assert lines[8:10] == [
        "Perception 3 = 1 learned, Grace +4, Stunned -2", "  next point: 200 experience",
    ]  # fmt: skip
    assert lines[6] == "Stealth 0 = 2 learned, Dexterity +3, Weight of armour -3, Stunned -2"


def test_the_pages_of_experience_and_of_the_story() -> None:
    game = hero()
    game.hero.experience_from = {"Kills": 1200}
    game.lore.races[race("Wolf")] = RaceLore(kills=3)
    pages = page_texts(sheet.pages(game))
    assert pages["Experience"].splitlines() == [
        "At the start: 5,000", "Encounters: 0", "Kills: 1,200", "New depths: 0",
        "Identification: 0", "Altogether: 5,000", "Spent on skills: 8,400", "Unspent: 5,000",
    ]  # fmt: skip
    assert pages["Story"] == "Nobody knows where this hero came from.\n\n3 slain."
    game.hero.history, game.hero.silmarils = "Born by a river.", 2
    assert page_texts(sheet.pages(game))["Story"].splitlines() == [
        "Born by a river.", "", "3 slain.", "2 of the Silmarils won.",
    ]  # fmt: skip


def test_what_the_next_ability_of_a_skill_costs_by_leaning() -> None:
    lines = page_texts(sheet.pages(stage(race=2, house=6)))["Abilities"].splitlines()
    heads = [line for line in lines if "the next one costs" in line]
    assert lines[0] == "5,000 experience to spend"
    assert len(heads) == 8
    assert "Archery (penalty): the next one costs 1,000" in heads
    assert any("(affinity): the next one costs 0" in line for line in heads)
    assert any(line.startswith("Song: the next one costs 500") for line in heads)


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("health", "28, by Constitution 2"),
        ("voice", "41, by Grace 4"),
        ("speed", "2 = Normal +2"),
        ("burden", "44.0 lb; more than 144.0 lb (by Strength 2) slows, more than 216.0 lb"
         " nails down"),
        ("bow range", "18, by the bow's dice Longbow +4, Strength +2"),
        ("offhand dice", "none"),
        ("light", "0 = no light"),
        ("resist fire", "2 = Greatsword +1"),
        ("free action", "0 = nothing special"),
        ("STRENGTH", "2 = 2 by birth"),
    ],
)  # fmt: skip
def test_how_a_figure_is_explained(what: str, words: str) -> None:
    assert str(sheet.explain(hero(), what)) == words


def test_a_stat_beyond_its_bounds_goes_as_far_as_it_goes() -> None:
    game = stage(stats=(20, 0, 0, 0))
    game.hero.timers.rage = 3
    refresh(game)
    assert str(sheet.explain(game, "str")) == "20 = 20 by birth, Rage +1, as far as it goes"


@pytest.mark.parametrize(
    ("food", "word"),
    [
        (5000, "full"), (4999, "not hungry"), (2000, "not hungry"), (1999, "hungry"),
        (1000, "hungry"), (999, "weak"), (1, "weak"), (0, "starving"),
    ],
)  # fmt: skip
def test_how_fed_he_is_in_a_word(food: int, word: str) -> None:
    assert str(sheet.hunger_word(food)) == word


def test_what_a_change_would_move_is_told_in_one_line() -> None:
    game = stage()
    moved = purchases.what_if(game, lambda copy: copy.stat_base.__setitem__(Stat.STR, 3))
    assert str(purchases.in_words(moved)) == (
        "Strength 0 → 3, Melee dice 1d1 → 1d4, Carries 100 lb → 172 lb"
    )
    assert game.hero.stat_base[Stat.STR] == 0
    figures = {str(name): str(value) for name, value in purchases.figures(hero())}
    assert figures["Off-hand dice"] == "none"
    assert figures["Hunger"] == "-1"
    assert figures["Protection"] == "2-10"
    assert figures["Resist fire"] == "2"
    assert figures["Bow range"] == "18"


# ------------------------------------------------------------------ songs


@pytest.mark.parametrize(("turns", "costs"), [(0, 1), (1, 2), (2, 1), (3, 1), (4, 2), (6, 1)])
def test_a_minor_theme_asks_for_voice_a_turn_later_than_a_major_one(turns: int, costs: int) -> None:
    game = singer()
    game.hero.song_turns = turns
    assert singing.voice_cost(game.data, game.hero, game.rulings) == costs
    game.hero.song, game.hero.theme = game.hero.theme, game.hero.song
    assert singing.voice_cost(game.data, game.hero, game.rulings) == 1 + (turns % 3 == 0)


def test_two_themes_are_as_loud_as_their_mean_and_the_minor_one_is_half_as_strong() -> None:
    game = singer()
    assert singing.loudness(game.data, game.hero) == 4
    assert singing.score(game.hero, ab.SONG_OF_ELBERETH, 11) == 11
    assert singing.score(game.hero, ab.SONG_OF_SILENCE, 11) == 5
    assert singing.score(game.hero, ab.SONG_OF_STAYING, 11) == 0
    assert singing.score(game.hero, ab.SONG_OF_ELBERETH, -3) == 0
    game.hero.theme = -1
    assert singing.loudness(game.data, game.hero) == 8
    game.hero.song = -1
    assert singing.loudness(game.data, game.hero) == 0
    assert not singing.is_singing(game.hero, ab.SONG_OF_ELBERETH)


# ------------------------------------------------------------------ protection, gear, light


def test_what_protects_against_each_kind_of_harm() -> None:
    game = singer()
    wear(game, Slot.NECK, "Protection", protection_dice=1, protection_sides=4)
    keys = {
        kind: [piece.key for piece in protection.pieces(game, kind)]  # type: ignore[arg-type]
        for kind in ("hurt", "fire", "poison")
    }
    assert keys["fire"] == ["neck", "arm"]
    assert keys["poison"] == ["neck"]
    assert sorted(keys["hurt"]) == ["arm", "body", "heavy", "neck"]
    game.hero.actions[0] = 6  # a step: no Blocking
    shield = next(p for p in protection.pieces(game, "fire") if p.key == "arm")
    assert (str(shield.name), shield.dice, shield.sides) == ("Round Shield", 1, 3)
    assert protection.heavy_weight(game) == sum(
        game.hero.worn[slot].weight for slot in (Slot.ARM, Slot.BODY)
    )
    assert protection.span_of([protection.Piece("", derived.Name(""), 3, 0)]) == (0, 0)


def test_harm_is_told_with_its_dice_and_what_gets_through() -> None:
    game = stage()
    wear(game, Slot.BODY, "Hauberk")
    load_dice(game, 5, 6, 1, 2)
    harm = protection.withstand(game, 2, 8, "hurt")
    assert (harm.rolled, harm.net) == (11, 8)
    assert str(harm.account) == "2d8: 11. Protection 3; 8 gets through."
    load_dice(game, 1, 1, 5, 5)
    assert protection.withstand(game, 2, 8, "hurt").net == 0


@pytest.mark.parametrize(
    ("tval", "name", "called"),
    [(item_classes.POTION, "Healing", "Unknown potion"), (item_classes.FOOD, "Rage",
      "Unknown herb"), (item_classes.STAFF, "Light", "Unknown staff"),
     (item_classes.HORN, "Terror", "Unknown horn")],
)  # fmt: skip
def test_an_unknown_kind_is_called_by_its_class(tval: int, name: str, called: str) -> None:
    game = stage()
    flavours.deal(game)
    made = thing(tval, name)
    assert str(gear.called(game, made)) == called
    game.lore.aware.append(made.kind)
    assert str(gear.called(game, made)) == name


def test_the_terms_of_a_light() -> None:
    game = singer()

    def terms() -> list[tuple[str, int]]:
        return [(str(name), amount) for name, amount in light_radius.terms(game)]

    torch = ("Wooden Torch", 1)
    assert terms() == [torch]
    game.hero.timers.darkened = 2
    assert terms() == [torch, ("Darkened", -1)]
    game.state.forge = 3
    assert terms() == [torch, ("Darkened", -1), ("The forge", 2)]
    del game.hero.worn[Slot.LIGHT]
    assert terms() == [("The forge", 2)]
    game.state.forge = -1
    assert terms() == []


@pytest.mark.parametrize(("fuel", "faces", "radius"), [
    (99, (1, 2), 0), (99, (2,), 1), (100, (1, 1), 1), (0, (), 0), (99, (1, 1, 1), 0),
])  # fmt: skip
def test_a_low_flame_flickers_one_time_in_three_down_to_nothing(
    fuel: int, faces: tuple[int, ...], radius: int
) -> None:
    game = stage()
    wear(game, Slot.LIGHT, "Wooden Torch", timeout=fuel)
    load_dice(game, *faces, otherwise=2)
    assert light_radius.radius(game) == radius


@pytest.mark.parametrize(
    ("name", "far", "glows"), [("Wolf", 3, True), ("Wolf", 4, False), ("Orc scout", 1, False)]
)
def test_a_weapon_glows_at_the_foes_it_is_made_to_slay(name: str, far: int, glows: bool) -> None:
    """A wolf of a pack weighs 50, over its distance: 15 of that are needed."""
    game = arena()
    sword = wear(game, Slot.WEAPON, "Longsword", flags=["SLAY_WOLF"])
    foe(game, name, 0, far)
    assert light_radius.glows(game, sword) is glows
    assert not light_radius.glows(game, wear(game, Slot.WEAPON, "Dagger"))


@pytest.mark.parametrize(("near", "far", "glows"), [(6, 7, True), (7, 7, False), (7, 6, True)])
def test_foes_add_up_to_what_a_weapon_glows_at(near: int, far: int, glows: bool) -> None:
    game = arena()
    sword = wear(game, Slot.WEAPON, "Longsword", flags=["SLAY_WOLF"])
    for dx, heard in ((1, near), (2, far)):
        wolf = foe(game, "Wolf", 0, dx)
        game.knowledge.noise[game.level.at(wolf.y, wolf.x)] = heard
    assert light_radius.glows(game, sword) is glows


@pytest.mark.parametrize(("far", "glows"), [(2, True), (3, False)])
def test_a_spider_slayer_glows_near_webs(far: int, glows: bool) -> None:
    game = arena()
    sword = wear(game, Slot.WEAPON, "Longsword", flags=["SLAY_SPIDER"])
    put(game, game.hero.y, game.hero.x - far, terrain.WEB)
    assert light_radius.glows(game, sword) is glows


# ------------------------------------------------------------------ figures of their own


@pytest.mark.parametrize(("kills", "bonus"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (16, 4)])
def test_a_bane_grows_by_doublings_and_not_for_the_senseless(kills: int, bonus: int) -> None:
    game = stage()
    game.hero.bane = 2
    game.lore.races[race("Wolf")] = RaceLore(kills=kills)
    game.lore.races[race("Orc scout")] = RaceLore(kills=50)
    assert banes.bane_bonus(game) == bonus
    assert banes.spider_bane(game) == 0
    game.hero.timers.stun = 100
    assert banes.bane_bonus(game) == bonus
    game.hero.timers.stun = 101
    assert banes.bane_bonus(game) == 0
    game.hero.timers.stun, game.hero.timers.entranced = 0, 1
    assert banes.bane_bonus(game) == 0
    game.hero.timers.entranced, game.hero.bane = 0, 0
    assert banes.bane_bonus(game) == 0


def test_two_directions_are_near_within_an_eighth() -> None:
    near = {one: {two for two in range(1, 10) if action_costs.within_45(one, two)}
            for one in range(1, 10)}  # fmt: skip
    assert near[8] == {7, 8, 9}
    assert near[1] == {4, 1, 2}
    assert near[5] == set()
    assert [action_costs.is_step(keypad) for keypad in (0, 5, 8, 10, 11)] == [
        False, False, True, False, False,
    ]  # fmt: skip
    assert OFFSETS[8] == (-1, 0)


def test_health_keeps_its_share_to_the_nearest_point() -> None:
    assert [derived.rescale(10, 20, new) for new in (20, 25, 29, 24)] == [10, 13, 15, 12]
    assert derived.rescale(0, 0, 30) == 30
    assert derived.rescale(7, 20, 30) == 11  # 35 % of 30 is 10.5
    assert [derived.health_band(now, 20) for now in (20, 19, 16, 15, 11, 10, 5, 1, 0)] == [
        5, 4, 4, 3, 3, 2, 1, 1, 0,
    ]  # fmt: skip
    assert [derived.grown(1000, stat) for stat in (-2, -1, 0, 1, 2)] == [694, 833, 1000, 1200, 1440]
    assert [derived.bounded_strength(s, 35) for s in (5, 3, -5, -2)] == [3, 3, -3, -2]


def test_overburdened_is_more_than_half_as_much_again() -> None:
    game = stage()
    game.hero.derived.capacity = 101
    game.hero.derived.burden = 151
    assert not derived.is_overburdened(game.hero)
    game.hero.derived.burden = 152
    assert derived.is_overburdened(game.hero)


@pytest.mark.parametrize(
    ("changes", "points"),
    [
        ({}, 0), ({"turns": 400}, -399), ({"turns": 100_000}, -99_999), ({"turns": -5}, 0),
        ({"oaths_broken": [derived.IRON]}, -200_000), ({"deepest": 4}, 30_000_000),
        ({"silmarils": 1}, 1_000_000 + 34 * 10_000_000),
    ],
)  # fmt: skip
def test_what_counts_for_the_score(changes: dict[str, object], points: int) -> None:
    game = stage()
    game.hero.turns = 1
    plain = score.score(game)
    for name, value in changes.items():
        setattr(game.hero, name, value)
    assert score.score(game) - plain == points


def test_escape_morgoth_and_practice_weigh_in_the_score() -> None:
    game = stage()
    plain = score.score(game)
    game.state.ended = "escaped"
    assert score.score(game) - plain == 10_000_000
    game.world.dead_uniques.append(game.data.rules.creature_roles["morgoth"])
    assert score.score(game) - plain == 1_010_000_000
    assert score.morgoth_is_slain(game)
    game.state.ended = ""
    game.world.dead_uniques.clear()
    game.state.options["experience"] = "fixed"
    assert score.score(game) - plain == -100_000
    game.state.options["experience"] = "practice"
    assert score.score(game) == 0


@pytest.mark.parametrize(("option", "depth", "practice"), [
    ("50 ft", 1, False), ("100 ft", 2, True), ("600 ft", 12, True),
])  # fmt: skip
def test_who_begins_deeper_down_practises(option: str, depth: int, practice: bool) -> None:
    game = stage()
    game.state.options["begin"] = option
    assert experience.first_depth(game) == depth
    assert experience.is_practice(game) is practice


def test_skills_are_paid_and_refused_to_the_point() -> None:
    game = stage()
    game.hero.unspent = 300
    with pytest.raises(experience.IllegalAction) as refused:
        experience.buy_skill(game.hero, Skill.MELEE, 3)
    assert str(refused.value) == "3 more of Melee costs 600 experience; 300 is left."
    with pytest.raises(experience.IllegalAction):
        experience.buy_skill(game.hero, Skill.MELEE, 0)
    experience.buy_skill(game.hero, Skill.MELEE, 2)
    assert (game.hero.skill_base[Skill.MELEE], game.hero.unspent) == (2, 0)


def test_the_jewels_of_crowns_are_counted() -> None:
    game = stage()
    crown = thing(item_classes.CROWN, "Massive Iron Crown")
    counts = []
    for serial in silmarils.crowns(DATA):
        crown.artefact = serial
        counts.append(silmarils.jewels(DATA, crown))
    assert counts == [0, 1, 2, 3]
    game.hero.pack.append(crown)
    assert silmarils.carried(DATA, game.hero) == 3
    crown.artefact = 0
    assert silmarils.jewels(DATA, crown) == 0
    loose = thing(next(k.tval for k in DATA.kinds.values()
                       if k.serial == DATA.rules.item_roles["silmaril"]), "Silmaril")  # fmt: skip
    loose.count = 2
    assert silmarils.jewels(DATA, loose) == 2


@pytest.mark.parametrize(
    ("draw", "sign", "value"), [(0, 1, 100), (0, 2, 100), (32767, 1, 140), (32767, 2, 60),
                                (16384, 1, 106)],
)  # fmt: skip
def test_the_bell_curve_goes_four_deviations_each_way(draw: int, sign: int, value: int) -> None:
    stream = Loaded([draw + 1, sign], 1)
    assert biography.normal(stream, 100, 10) == value  # type: ignore[arg-type]


def test_what_may_be_chosen_of_a_body() -> None:
    people = DATA.races[0]
    assert biography.limits(people) == {
        "age": (people.youngest, people.oldest),
        "height": (people.height - 5 * people.height_deviation,
                   people.height + 5 * people.height_deviation),
        "weight": (people.weight // 2, 2 * people.weight),
    }  # fmt: skip
    assert biography.other_than(2, iter([2, 2, 3]).__next__) == 3
    tries = iter([2] * 50)
    assert biography.other_than(2, tries.__next__) == 2


def test_a_second_weapon_that_nothing_allows_is_put_away_and_told() -> None:
    game = arena(abilities=(ab.TWO_WEAPON_FIGHTING,))
    wear(game, Slot.WEAPON, "Longsword")
    wear(game, Slot.ARM, "Dagger")
    assert game.hero.derived.offhand_dice[0] == 1
    game.hero.bought.clear()
    refresh(game)
    assert Slot.ARM not in game.hero.worn
    assert said(game) == ["You can no longer fight with two weapons, and put away the dagger."]
