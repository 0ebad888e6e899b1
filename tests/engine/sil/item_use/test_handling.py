"""Things in the hero's hands: what is told of them, what is asked first, what they come to."""

from __future__ import annotations

import pytest

from engine.contract.action import IllegalAction
from engine.sil.game.context import SilContext
from engine.sil.game.state import Item, Skill, Slot
from engine.sil.hero import abilities as ab
from engine.sil.item_use import (
    activation,
    fletching,
    item_descriptions,
    item_upkeep,
    pickup,
    refuelling,
    wearing,
)
from engine.sil.items import item_classes, pack
from engine.sil.level import terrain
from tests.engine.sil.arena import arena, put, said
from tests.engine.sil.items.things import (
    FOOD,
    HORN,
    POTION,
    STAFF,
    artefact,
    bearer,
    effect,
    given,
    lying,
    special,
    thing,
)
from tests.engine.sil.stage import foe, item, load_dice, refresh, wear

TORCH = "Wooden Torch"


def lit(name: str = TORCH, fuel: int = 100) -> SilContext:
    game = bearer()
    wear(game, Slot.LIGHT, name, timeout=fuel)
    return game


# ------------------------------------------------------------------ lights


@pytest.mark.parametrize(
    ("light", "source", "fuel"),
    [
        (TORCH, item(TORCH, timeout=300), 305),
        (TORCH, item("Brass Lantern", timeout=300), 0),
        ("Brass Lantern", item("Brass Lantern", timeout=300), 300),
        ("Brass Lantern", thing(item_classes.FLASK, "Flask of oil", pval=2500), 2500),
        (TORCH, thing(item_classes.FLASK, "Flask of oil", pval=2500), 0),
        ("Brass Lantern", item(TORCH, timeout=300), 0),
        (TORCH, item("Dagger"), 0),
    ],
)
def test_what_feeds_a_light_and_by_how_much(light: str, source: Item, fuel: int) -> None:
    game = lit(light)
    assert refuelling.fuel_in(game, source) == fuel
    assert refuelling.can_refuel(game, source) is bool(fuel)
    most = game.data.rules.item(game.hero.worn[Slot.LIGHT].kind).most_fuel
    for full in (most, most + 1):
        game.hero.worn[Slot.LIGHT].timeout = full
        assert refuelling.can_refuel(game, source) is False
        if fuel:
            with pytest.raises(IllegalAction, match="Your light is full"):
                refuelling.refuel(game, source, "a")
    del game.hero.worn[Slot.LIGHT]
    assert refuelling.fuel_in(game, source) == 0


@pytest.mark.parametrize(("fuel", "wasted"), [(1495, 0), (1496, 1)])
def test_waste_of_fuel_is_asked_about_from_one_turn_on(fuel: int, wasted: int) -> None:
    game = lit(fuel=1500)
    (torch,) = given(game, item(TORCH, timeout=fuel))
    refuelling.refuel(game, torch, "a")
    if wasted:
        assert game.state.question is not None
        assert str(game.state.question.text) == "1 turns of fuel would be wasted. Go on?"
        assert game.state.energy_used == 0
    else:
        assert game.hero.worn[Slot.LIGHT].timeout == 3000
        assert said(game) == ["Your light is now a Wooden Torch (3000 turns)."]
        assert game.state.energy_used == 100


def test_the_light_in_hand_feeds_no_other_and_is_fed_by_no_other_thing() -> None:
    game = lit()
    assert refuelling.fuel_in(game, game.hero.worn[Slot.LIGHT]) == 0
    with pytest.raises(IllegalAction, match="That cannot feed the light you carry"):
        refuelling.refuel(game, item("Dagger"), "a")


# ------------------------------------------------------------------ on and off


def put_on(game: SilContext, made: Item) -> list[str]:
    """Wear a thing out of the pack; what is told."""
    (held,) = given(game, made)
    game.state.said.clear()
    wearing.wear(game, held, "a")
    return said(game)


def test_what_is_told_of_each_thing_that_is_put_on() -> None:
    game = bearer()
    for name, told in (
        ("Longsword", "You wield a Longsword"), ("Helm", "You are wearing a Helm"),
        ("Longbow", "You are shooting with a Longbow"),
    ):  # fmt: skip
        assert put_on(game, item(name))[0].startswith(told)
    assert put_on(game, item("Arrow", count=3)) == ["In your quiver you have 3 Arrows."]
    assert put_on(game, item("Arrow", count=2, attack=3)) == [
        "In your second quiver you have 2 Arrows (+3)."
    ]
    assert put_on(game, item(TORCH, timeout=9)) == ["Your light is a Wooden Torch (9 turns)."]


def test_a_light_shows_what_is_beside_from_putting_it_on_to_taking_it_off() -> None:
    game = arena(lit=False)
    beside = game.level.at(game.hero.y, game.hero.x + 1)
    assert not game.knowledge.seen[beside]
    put_on(game, item(TORCH, timeout=500))
    assert game.knowledge.seen[beside]
    wearing.take_off(game, game.hero.worn[Slot.LIGHT])
    assert not game.knowledge.seen[beside]


def test_two_handed_weapons_and_shields_put_each_other_away() -> None:
    game = bearer()
    put_on(game, item("Round Shield"))
    lines = put_on(game, item("Greatsword"))
    assert lines == [
        "You wield a Greatsword (-2,3d5) [+1].", "You put away a Round Shield [+0,1d3].",
    ]  # fmt: skip
    assert Slot.ARM not in game.hero.worn
    lines = put_on(game, game.hero.pack.pop())
    assert lines[1:] == ["You put away a Greatsword (-2,3d5) [+1]."]
    assert Slot.WEAPON not in game.hero.worn


def test_a_third_ring_is_asked_where_and_a_second_is_not() -> None:
    game = bearer()
    rings = [thing(item_classes.RING, "Protection", weight=n) for n in (1, 2, 3)]
    for ring in rings[:2]:
        put_on(game, ring)
        assert game.state.question is None
    put_on(game, rings[2])
    question = game.state.question
    assert question is not None
    assert [word for word, _ in question.answers] == ["right-ring", "left-ring", "no"]
    assert question.data == {"item": "a"}
    assert str(question.answers[2][1]) == "Nowhere"
    assert game.hero.pack == [rings[2]]
    with pytest.raises(IllegalAction, match="You wear that already"):
        wearing.wear(game, rings[0], "left-ring")


def test_arrows_go_to_their_like_and_what_is_too_many_back_into_the_pack() -> None:
    game = bearer()
    worn = wear(game, Slot.QUIVER1, "Arrow", count=98)
    more = item("Arrow", count=3)
    assert wearing.choices(game, more) == [Slot.QUIVER1]
    assert wearing.choices(game, item("Arrow", attack=3)) == [Slot.QUIVER2]
    game.hero.pack.append(more)
    wearing.wear(game, more, "a")
    assert worn.count == 99
    assert said(game) == ["In your quiver you have 99 Arrows.", "You put away 2 Arrows."]
    assert [held.count for held in game.hero.pack] == [2]


def test_what_is_cursed_stays_on() -> None:
    game = bearer()
    lines = put_on(game, item("Helm", cursed=True, known=False))
    assert lines[-1] == "It feels deathly cold: it is cursed!"
    helm = game.hero.worn[Slot.HEAD]
    assert (helm.sensed, helm.feeling) == (True, "cursed")
    with pytest.raises(IllegalAction, match="What you wear there is cursed: you cannot take it"):
        wearing.wear(game, given(game, item("Helm"))[0], "a")
    with pytest.raises(IllegalAction, match="You do not wear that"):
        wearing.take_off(game, game.hero.pack[0])
    with pytest.raises(IllegalAction, match="That is nothing to wear or wield"):
        wearing.choices(game, thing(POTION, "Healing"))


def test_what_putting_on_and_taking_off_would_change_is_told() -> None:
    game = bearer()
    (helm,) = given(game, item("Helm", known=True))
    worn = str(wearing.change_of(game, helm))
    assert worn.startswith("Worn, it would change: Evasion 0 → -1")
    wearing.wear(game, helm, "a")
    off = str(wearing.change_of(game, game.hero.worn[Slot.HEAD]))
    assert off.startswith("Taking it off would change: Evasion -1 → 0")
    (other,) = given(game, item("Helm", known=True, evasion=-2))
    instead = str(wearing.change_of(game, other))
    assert instead.startswith("Worn instead of a Helm [-1,1d2], it would change: Evasion -1 → -2")
    same = given(game, item("Helm", known=True, weight=game.hero.worn[Slot.HEAD].weight))[-1]
    assert str(wearing.change_of(game, same)).endswith("it would change: nothing.")
    assert wearing.change_of(game, thing(POTION, "Healing")) == ""


def test_a_second_weapon_needs_the_ability_and_a_light_hand() -> None:
    game = bearer(abilities=(ab.TWO_WEAPON_FIGHTING,))
    assert wearing.choices(game, item("Dagger")) == [Slot.WEAPON]
    wear(game, Slot.WEAPON, "Longsword")
    assert wearing.choices(game, item("Dagger")) == [Slot.WEAPON, Slot.ARM]
    assert wearing.choices(game, item("Greatsword")) == [Slot.WEAPON]
    game.hero.bought.clear()
    assert wearing.choices(game, item("Dagger")) == [Slot.WEAPON]


# ------------------------------------------------------------------ arrows, picking up


def test_a_made_arrow_goes_to_its_like_else_into_an_empty_quiver() -> None:
    game = bearer(abilities=(ab.FLETCHERY,))
    (plain,) = given(game, item("Arrow", count=3, known=False))
    fletching.fletch(game, plain)
    made = game.hero.worn[Slot.QUIVER1]
    assert (made.known, plain.known) == (True, False)
    assert (made.attack, made.count, plain.count, game.state.energy_used) == (3, 1, 2, 100)
    fletching.fletch(game, plain)
    assert (made.count, plain.count) == (2, 1)
    for refused in (item("Arrow"), made):
        with pytest.raises(IllegalAction, match="Only plain arrows that you carry"):
            fletching.fletch(game, refused)
    game.hero.bought.clear()
    with pytest.raises(IllegalAction, match="That needs the ability Fletchery"):
        fletching.fletch(game, plain)


@pytest.mark.parametrize(
    ("changes", "plain"), [({}, True), ({"attack": -1}, True), ({"attack": 1}, False),
                           ({"special": 1}, False), ({"artefact": 1}, False)],
)  # fmt: skip
def test_which_arrows_are_plain(changes: dict[str, int], plain: bool) -> None:
    game = bearer()
    arrows = item("Arrow", **changes)
    assert fletching._is_plain(game.data, arrows) is plain


def test_why_a_thing_is_not_taken_up() -> None:
    game = bearer()
    for name, tval, words in (
        ("Small wooden chest", item_classes.CHEST, "A chest is opened where it stands."),
        ("Human Skeleton", item_classes.SKELETON, "Bones are searched where they lie."),
    ):
        made = thing(tval, name)
        with pytest.raises(IllegalAction, match="That does not lie here"):
            pickup.pick_up(game, made)
        lying(game, made)
        with pytest.raises(IllegalAction) as refused:
            pickup.pick_up(game, made)
        assert str(refused.value) == words
        assert not pickup.can_pick_up(game, made)
    heavy = item("Dagger", weight=9000)
    lying(game, heavy)
    with pytest.raises(IllegalAction, match="You cannot bear so heavy a burden"):
        pickup.pick_up(game, heavy)
    game.hero.pack += [item("Dagger", weight=n) for n in range(pack.ROOM)]
    lying(game, item("Spear"))
    with pytest.raises(IllegalAction, match="The pack is full"):
        pickup.pick_up(game, pack.underfoot(game)[0])


@pytest.mark.parametrize(("count", "fits"), [(97, True), (98, False)])
def test_arrows_fit_a_quiver_up_to_ninety_nine(count: int, fits: bool) -> None:
    game = bearer()
    wear(game, Slot.QUIVER1, "Arrow", count=count)
    game.hero.pack += [item("Dagger", weight=n) for n in range(pack.ROOM)]
    arrows = item("Arrow", count=2)
    lying(game, arrows)
    assert pickup.can_pick_up(game, arrows) is fits
    if fits:
        pickup.pick_up(game, arrows)
        assert said(game) == ["You have 99 Arrows in your quiver."]


def test_spent_arrows_are_gathered_into_an_empty_quiver_and_are_spent_no_more() -> None:
    game = bearer()
    arrows = item("Arrow", count=2, pickup=True, seen_by=1, left_by=1)
    lying(game, arrows)
    pickup.gather_own(game)
    assert game.hero.worn[Slot.QUIVER1] is arrows
    assert (arrows.pickup, arrows.seen_by, arrows.left_by) == (False, 0, 0)
    spear = item("Spear", pickup=True)
    lying(game, spear, item("Dagger"))
    pickup.gather_own(game)
    assert game.hero.pack == [spear]
    assert said(game)[-1].startswith("You have a Spear")
    assert game.state.energy_used == 0


# ------------------------------------------------------------------ descriptions


@pytest.mark.parametrize(
    ("made", "aware", "lines"),
    [
        (
            item("Longsword"),
            True,
            ["It weighs 3.0 lb.", "A blow from your hand would roll 2d7 (5 sides, Strength +2).",
             "You could throw it 5 squares, for 2d3."],
        ),
        (item(TORCH, timeout=300), True, ["It weighs 2.0 lb.", "It would burn for 300 turns."]),
        (item("Longbow"), True, ["It weighs 3.0 lb.", "An arrow from it would roll 2d6."]),
        (item("Arrow", count=5), True, ["It weighs 0.1 lb a piece, 0.5 lb in all."]),
        (thing(POTION, "Healing"), False, ["It weighs 0.5 lb.", "There is more to learn of it."]),
        (
            thing(POTION, "Healing"),
            True,
            ["It halves bleeding; gives back 50 % of your health.", "It weighs 0.5 lb."],
        ),
        (thing(FOOD, "Rage"), True, ["It ends fear; gives rage for 10d4 turns.",
                                     "It weighs 0.1 lb."]),
        (
            item("Helm", cursed=True),
            True,
            ["It weighs 5.0 lb.", "It is cursed: once worn it does not come off."],
        ),
    ],
)  # fmt: skip
def test_what_is_told_of_a_thing_on_its_page(made: Item, aware: bool, lines: list[str]) -> None:
    game = bearer(stats=(2, 0, 0, 0))
    made.known = aware
    if aware:
        game.lore.aware.append(made.kind)
    told = [str(line) for line in item_descriptions.lines(game, made)]
    assert told[-len(lines) :] == lines
    assert str(item_descriptions.describe(game, made)).splitlines() == told


def test_what_a_thing_gives_and_grants_is_told_of_what_is_known() -> None:
    game = bearer()
    ring = item("Helm", known=True, special=0, flags=["DEX", "NEG_GRA", "SLAY_ORC"], pval=2)
    ring.abilities = [ab.DODGING]
    told = [str(line) for line in item_descriptions.lines(game, ring)]
    assert "It gives Dexterity +2, Grace -2; slays orcs." in told
    assert "It grants Dodging." in told
    game.hero.derived.burden = game.hero.derived.capacity + 15
    told = [str(line) for line in item_descriptions.lines(game, ring)]
    assert "You carry 1.5 lb more than you can bear with ease." in told


def test_what_an_unknown_artefact_special_or_jewel_does_is_not_told() -> None:
    game = bearer()
    orcrist = item("Longsword", artefact=artefact("'Orcrist'"))
    gondolin = item("Longsword", special=special("of Gondolin"))
    ring = thing(item_classes.RING, "Strength", pval=2)
    for secret in (orcrist, gondolin, ring):
        for known in (False, True):
            secret.known = known
            if known:
                game.lore.aware.append(secret.kind)
            told = "\n".join(str(line) for line in item_descriptions.lines(game, secret))
            powers = [word for word in ("slays", "gives", "sustains") if word in told]
            assert bool(powers) == known


# ------------------------------------------------------------------ devices


@pytest.mark.parametrize(
    ("charges", "known", "empty", "channels", "can"),
    [
        (2, True, False, False, True), (1, True, False, False, False),
        (1, True, False, True, True), (0, True, False, True, False),
        (0, False, False, False, True), (9, True, True, False, False),
    ],
)  # fmt: skip
def test_a_staff_can_be_used_while_it_is_not_known_to_be_empty(
    charges: int, known: bool, empty: bool, channels: bool, can: bool
) -> None:
    game = bearer(abilities=(ab.CHANNELING,) * channels)
    staff = thing(STAFF, "Light", pval=charges, known=known, empty=empty)
    assert activation.can_use(game, staff) is can


def test_an_empty_staff_that_nobody_knew_of_costs_the_turn() -> None:
    game = bearer()
    (staff,) = given(game, thing(STAFF, "Light", pval=1, known=False))
    activation.use_staff(game, staff)
    assert said(game) == ["The staff has no charges left."]
    assert (staff.empty, staff.pval, game.state.energy_used) == (True, 1, 100)


def test_a_staff_spends_two_and_one_by_channeling() -> None:
    for channels, left in ((0, 6), (1, 7)):
        game = bearer(abilities=(ab.CHANNELING,) * channels)
        (staff,) = given(game, thing(STAFF, "Light", pval=8, known=True))
        activation.use_staff(game, staff)
        assert (staff.pval, staff.extra) == (left, 1)
        assert "Light spreads from the staff." in said(game)
        assert activation.voice_for_horn(game) == (10 if channels else 20)


def test_a_device_is_mastered_by_will_harder_for_the_confused() -> None:
    game = bearer(skills=(0, 0, 0, 0, 0, 4, 0, 0))
    staff = thing(STAFF, "Light")
    plain = activation.mastery_contest(game, staff)
    game.hero.timers.confused = 2
    confused = activation.mastery_contest(game, staff)
    level = item_classes.kind_of(game.data, staff).level
    assert (plain.skill, plain.difficulty) == (game.hero.skill(Skill.WILL), level // 2)
    assert confused.difficulty == plain.difficulty + 5


def test_a_staff_of_warding_needs_free_floor() -> None:
    game = bearer()
    (staff,) = given(game, thing(STAFF, "Warding", pval=8, known=True))
    put(game, game.hero.y, game.hero.x, terrain.UP_STAIR)
    activation.use_staff(game, staff)
    assert said(game)[0] == "There is no room here for a glyph of warding."
    assert (staff.pval, game.state.energy_used) == (8, 100)
    put(game, game.hero.y, game.hero.x, terrain.FLOOR)
    activation.use_staff(game, staff)
    assert "You draw a glyph of warding on the floor." in said(game)
    assert game.level.feature[game.level.at(game.hero.y, game.hero.x)] == terrain.GLYPH


def test_the_staff_asks_for_what_it_shall_work_on_and_leaves_itself_out() -> None:
    game = bearer()
    given(game, thing(STAFF, "Understanding", pval=8, known=True), thing(POTION, "Healing"),
          item("Dagger", known=True))  # fmt: skip
    staff = next(held for held in game.hero.pack if held.pval == 8)
    activation.use_staff(game, staff)
    question = game.state.question
    assert question is not None
    assert str(question.text) == "Which thing shall the staff of Understanding work on?"
    answers = [str(label) for _, label in question.answers]
    assert len(answers) == 2
    assert "Potion" in answers[0]
    assert answers[1] == "Nothing"
    assert game.state.energy_used == 0
    activation.chosen(game, staff, None)
    assert (staff.pval, game.state.energy_used) == (8, 100)
    potion = next(held for held in game.hero.pack
                  if game.data.kinds[held.kind].tval == POTION)  # fmt: skip
    activation.chosen(game, staff, potion)
    assert staff.pval == 6
    assert said(game)[-1].startswith("You understand it: ")


# ------------------------------------------------------------------ horns


def test_the_ways_of_a_horn_begin_toward_the_nearest_enemy() -> None:
    game = bearer()
    horn = thing(HORN, "Terror")
    assert activation.needs_way(game, horn)
    assert activation.ways(game, horn)[-2:] == ("up", "down")
    foe(game, "Wolf", 0, -3)
    assert activation.ways(game, horn)[0] == "w"
    game.lore.aware.append(horn.kind)
    assert len(activation.ways(game, horn)) == 8
    blasting = thing(HORN, "Blasting")
    game.lore.aware.append(blasting.kind)
    assert activation.ways(game, blasting)[-2:] == ("up", "down")
    assert str(activation._way_words("up")) == "up"
    assert str(activation._way_words("down")) == "down"
    assert str(activation._way_words("ne")) == "north-east"


def test_a_horn_is_refused_a_way_that_it_does_not_have() -> None:
    game = bearer()
    (horn,) = given(game, thing(HORN, "Terror"))
    game.lore.aware.append(horn.kind)
    game.hero.voice = 20
    with pytest.raises(IllegalAction, match=r"Say which way to blow it: n, .*"):
        activation.play(game, horn, "a", "up")
    activation.play(game, horn, "a", "e")
    assert (game.hero.voice, game.state.energy_used) == (0, 100)
    assert said(game)[0] == "You blow the horn."


def test_a_horn_ends_the_singing() -> None:
    game = bearer(abilities=(ab.SONG_OF_ELBERETH,))
    (horn,) = given(game, thing(HORN, "Terror"))
    game.hero.song, game.hero.voice = 0, 30
    activation.play(game, horn, "a", "e")
    assert game.hero.song == -1
    assert "Your song falls silent." in said(game)


def test_who_hears_a_horn_of_warning_well_and_is_awake_is_angered() -> None:
    game = bearer()
    asleep, deaf, near = (foe(game, "Wolf", 0, dx, alertness=a)
                          for dx, a in ((-2, -5), (3, 5), (2, 5)))  # fmt: skip
    for creature, heard in ((near, 10), (deaf, 11), (asleep, 5)):
        game.knowledge.noise[game.level.at(creature.y, creature.x)] = heard
    rouse = next(
        kind.name for kind in game.data.kinds.values() if kind.tval == HORN
        and any(e.name == "rouse" for e in game.data.rules.item(kind.serial).effects)
    )  # fmt: skip
    assert effect(game, HORN, rouse) is True
    assert [c.stance for c in (near, deaf, asleep)] == ["aggressive", "confident", "confident"]
    assert "angered" in near.flags


# ------------------------------------------------------------------ draughts


def test_fear_and_speed_of_terror_befall_him_together_or_not_at_all() -> None:
    game = bearer()
    game.hero.timers.rage = 5
    load_dice(game, otherwise=4)
    assert effect(game, FOOD, "Terror") is True
    assert "You are not afraid." in said(game)
    assert (game.hero.timers.afraid, game.hero.timers.fast) == (0, 0)


@pytest.mark.parametrize(
    ("afraid", "fast", "noticed"), [(0, 0, True), (5, 0, True), (0, 5, True), (5, 5, False)]
)
def test_terror_is_noticed_if_fear_or_speed_begins(afraid: int, fast: int, noticed: bool) -> None:
    game = bearer()
    game.hero.timers.afraid, game.hero.timers.fast = afraid, fast
    load_dice(game, otherwise=4)
    assert effect(game, FOOD, "Terror") is noticed
    assert game.hero.timers.afraid > afraid
    assert game.hero.timers.fast > fast


def test_a_draught_that_ends_the_game_feeds_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    game = bearer()
    (potion,) = given(game, thing(POTION, "Orcish Liquor"))
    food = game.hero.food

    def die(game: SilContext, *_: object) -> bool:
        game.state.ended = "died"
        return False

    monkeypatch.setattr(activation, "take_effect", die)
    activation.quaff(game, potion)
    assert game.hero.food == food


def test_what_is_swallowed_is_told_and_used_up_one_by_one() -> None:
    game = bearer()
    (potions,) = given(game, thing(POTION, "Healing", 2))
    game.hero.derived.max_health, game.hero.health = 100, 10
    activation.quaff(game, potions)
    assert potions.count == 1
    assert said(game)[0].startswith("You drink a ")
    assert any(line.startswith("That was ") and "Healing" in line for line in said(game))
    assert potions.kind in game.lore.tried
    assert game.state.energy_used == 100
    game.state.said.clear()
    activation.quaff(game, potions)
    assert not game.hero.pack
    assert not any(line.startswith("That was ") for line in said(game))
    refresh(game)


@pytest.mark.parametrize("lacking", [None, 0, 1, 2, 3])
def test_a_thing_that_bears_all_four_elements_cannot_be_harmed(lacking: int | None) -> None:
    flags = ["IGNORE_ACID", "IGNORE_ELEC", "IGNORE_FIRE", "IGNORE_COLD"]
    if lacking is not None:
        del flags[lacking]
    game = bearer()
    robe = item("Robe", known=True, flags=flags)
    powers = [str(line) for line in item_descriptions._powers(game, robe)]
    assert powers == (["cannot be harmed by the elements"] if lacking is None else [])


@pytest.mark.parametrize("leaving", [False, True])
def test_what_is_recognised_at_a_glance_joins_its_like_in_the_pack(leaving: bool) -> None:
    game = bearer(abilities=(ab.ENCHANTMENT,))
    game.hero.pack = [item("Dagger", count=1), item("Dagger", count=2, known=False)]
    game.hero.pack[1].special = game.hero.pack[0].special
    game.state.leaving = "down" if leaving else game.state.leaving
    item_upkeep.look(game)
    assert [held.count for held in game.hero.pack] == ([1, 2] if leaving else [3])
