"""Each item: that wearing, using, eating or throwing it does what its data say."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.contract.action import ActionError
from engine.delve import terrain
from engine.delve.data.kinds import ItemKind
from engine.delve.descriptions import inspection
from engine.delve.items import item_use
from engine.delve.items.throwing import throw
from engine.delve.magic import spellcasting
from engine.delve.odds import fights
from engine.delve.rules import inventory, item_worth, sheet_values
from engine.delve.rules.context import DelveContext
from engine.delve.state import ELEMENTS, DelveHero, DelveItem
from engine.delve.turns.consequences import settle
from tests.engine.delve.stage import HERE, Rigged, Stage, content
from tests.pages import page_texts
from tests.rows import for_each

KINDS = content().items


def of(*categories: str) -> list[str]:
    return [name for name, kind in KINDS.items() if kind.category in categories]


@pytest.mark.covers("delve-manual: 19", "delve-manual: 21")
@for_each("name", [n for n, k in KINDS.items() if inventory.slot_of(k)])
def test_what_is_worn_gives_its_figures_and_abilities_at_once(name: str) -> None:
    made = Stage()
    kind = KINDS[name]
    token = inventory.token(name)
    made.give(name)
    hero = made.hero
    before = sheet_values.power(made.game, hero), sheet_values.defence(made.game, hero)
    resist = [sheet_values.resistance(made.game, hero, element) for element in ELEMENTS]
    had = [sheet_values.has_ability(made.game, hero, ability) for ability in kind.grants]
    made.do(f"equip {token}")
    by_ability = 2 if "thick hide" in kind.grants else 0
    assert sheet_values.power(made.game, hero) == before[0] + (kind.power or 0)
    assert sheet_values.defence(made.game, hero) == before[1] + kind.defence + by_ability
    cold = 4 if "cold blood" in kind.grants else 0
    for element, base in zip(ELEMENTS, resist, strict=True):
        extra = kind.resist.get(element, 0) + (cold if element == "ice" else 0)
        assert sheet_values.resistance(made.game, hero, element) == base + extra
    assert not any(had)
    assert all(sheet_values.has_ability(made.game, hero, ability) for ability in kind.grants)
    made.do(f"remove {token}")
    assert sheet_values.power(made.game, hero) == before[0]


@for_each("name", [name for name in of("scroll") if KINDS[name].holds])
def test_a_scroll_casts_and_teaches_its_spell(name: str) -> None:
    made = Stage("mage")
    kind = KINDS[name]
    hero = made.hero
    spell = content().spells[kind.holds]
    made.give(name)
    made.give("ring of might", known=False, cursed=False)
    if spell.effect == "remove-curse":
        made.hero.pack[-1].cursed = made.hero.pack[-1].known = True
    made.dummy(0, 3)
    token = inventory.token(name)
    energy = hero.energy
    tail = {"direction": " e", "item": " ring-of-might", "self": ""}[spell.target]
    made.do(f"read {token}{tail}")
    assert kind.holds in hero.spells
    assert made.said(f"Ann casts {kind.holds}")
    assert hero.energy >= energy
    assert all(item.kind != name for item in hero.pack)


@pytest.mark.parametrize("name", of("spellbook"))
def test_a_book_lets_cast_what_it_records_and_its_reader_knows(name: str) -> None:
    made = Stage()
    recorded = list(KINDS[name].spells)
    known = recorded[:-1] if len(recorded) > 1 else recorded
    made.hero.spells = [*known, "shockwave"]
    made.give(name, worn=True)
    expected = [each for each in made.hero.spells if each in recorded]
    assert spellcasting.castable(made.game.content, made.hero) == expected
    assert expected


def test_mapping_shows_the_level_but_no_hidden_trap() -> None:
    made = Stage()
    made.level.lit = bytearray(len(made.level.lit))
    made.level.ground[made.at(0, 15)] = terrain.SECRET_DOOR
    made.level.ground[made.at(1, 15)] = terrain.PIT
    made.level.hidden = [made.at(1, 15)]
    made.give("scroll of mapping")
    made.do("read scroll of mapping")
    known = made.hero.memory[1].ground
    assert known[made.at(0, 15)] == terrain.DOOR
    assert known[made.at(1, 15)] == terrain.FLOOR


def test_escape_and_return_move_the_reader() -> None:
    made = Stage()
    made.free_dice()
    made.level.arrival = made.at(3, 3)
    made.give("scroll of escape")
    made.give("scroll of return")
    made.do("read scroll of escape")
    assert made.hero.at != HERE
    made.do("read scroll of return")
    assert made.hero.at == made.at(3, 3)


def test_who_escapes_or_returns_is_out_of_webs_and_on_ground_that_is_bare() -> None:
    for name in ("scroll of escape", "scroll of return"):
        made = Stage()
        made.level.ground = made.level.ground.replace(bytes([terrain.FLOOR]), bytes([terrain.LAVA]))
        for place in ((0, 0), (2, 3), (5, 5)):
            made.level.ground[made.at(*place)] = terrain.FLOOR
        made.dummy(2, 3)
        made.level.arrival = made.at(5, 5)
        made.hero.statuses["webbed"] = 9
        item_use.read(made.game, made.hero, made.give(name))
        assert made.hero.at == made.at(5, 5)
        assert "webbed" not in made.hero.statuses


@for_each(
    "row",
    [(kind.name, e.args[0]) for kind in KINDS.values() for e in kind.effects if e.name == "gain"],
)
def test_what_a_potion_adds_to_whoever_drinks_it_is_told(row: tuple[str, str]) -> None:
    name, figure = row
    made = Stage()
    item_use.drink(made.game, made.hero, made.give(name))
    assert made.said(f"Ann gains {figure}.")


@pytest.mark.parametrize(
    ("name", "worn", "verb"),
    [("scroll of sharpening", "short sword", "read"), ("whetstone", "short sword", "use"),
     ("scroll of hardening", "leather cap", "read")],
)  # fmt: skip
def test_sharpening_and_hardening_add_one(name: str, worn: str, verb: str) -> None:
    made = Stage()
    item = made.give(worn, worn=True)
    before = (item.power or 0) + item.defence
    made.give(name)
    made.do(f"{verb} {inventory.token(name)}")
    assert (item.power or 0) + item.defence == before + 1
    assert made.said(f"Ann's {worn} glows.")


@pytest.mark.parametrize(("name", "verb"), [("scroll of noise", "read"), ("bell", "use")])
def test_noise_wakes_the_level(name: str, verb: str) -> None:
    made = Stage()
    rat = made.put("rat", 10, 30, asleep=True)
    made.give(name)
    made.do(f"{verb} {inventory.token(name)}")
    assert not rat.asleep
    assert made.said("A terrible noise goes through the level.")


def test_ink_writes_what_is_known_into_the_book_in_hand() -> None:
    made = Stage("mage")
    made.hero.spells = ["spark", "haste", "blink"]
    old = made.give("apprentice's book", spells=["spark", "light"])
    made.give("pot of ink", 2)
    made.do("use pot-of-ink")
    assert made.said("no book to write in")
    old.worn = True
    made.do("use pot-of-ink")
    assert made.said("Ann writes every known spell into the apprentice's book.")
    assert old.spells == ["spark", "light", "haste", "blink"]
    assert spellcasting.castable(made.game.content, made.hero) == ["spark", "haste", "blink"]
    assert [item.kind for item in made.hero.pack] == ["apprentice's book"]


def test_oil_keeps_rust_away_bandages_heal_and_smoke_hides() -> None:
    made = Stage()
    helm = made.give("iron helm", worn=True)
    for name, count in (("flask of oil", 2), ("bandage", 1), ("smoke bomb", 1)):
        made.give(name, count)
    made.do("use flask-of-oil")
    assert helm.rust_proof
    assert made.said("Ann's iron helm will not rust.")
    assert not made.said("Nothing needs oil.")
    made.do("use flask-of-oil")
    assert made.said("Nothing needs oil.")
    made.hero.health = 1
    made.do("use bandage")
    assert made.hero.health >= 13
    made.do("use smoke-bomb")
    assert "invisible" in made.hero.statuses


@for_each("name", of("potion"))
def test_a_potion_does_what_it_says(name: str) -> None:
    made = Stage()
    kind, hero = KINDS[name], made.hero
    made.give(name)
    hero.full_health = hero.full_energy = 100
    hero.health = hero.energy = 5
    helm = made.give("tower shield", worn=True)
    spell = content().spells.get(kind.holds)
    if spell and spell.effect == "restore":
        hero.statuses |= {s: 50 for s in spell.statuses if s not in ("health", "raging")}
    if spell and spell.name == "second wind":
        hero.statuses["fatigued"] = 8
    before = _figures(hero, helm)
    direction = "e" if spell and spell.target == "direction" else ""
    item = next(item for item in hero.pack if item.kind == name)
    item_use.drink(made.game, hero, item, direction)
    assert _figures(hero, helm) != before
    assert all(item.kind != name for item in hero.pack)
    if spell:
        assert spell.name in hero.spells
    for effect in kind.effects:
        if effect.name == "status":
            status = effect.args[0].replace("_", " ")
            assert hero.statuses[status] == effect.number(1)
        if effect.name == "gain":
            gained = dict(zip(("power", "defence", "health", "energy"), _grown(hero), strict=True))
            assert gained[effect.args[0]] - before[3][effect.args[0]] == effect.number(1)
        if effect.name in ("health", "energy"):
            now = hero.health if effect.name == "health" else hero.energy
            assert now == 5 + effect.number()


def _grown(hero: object) -> tuple[int, ...]:
    names = ("power", "defence", "full_health", "full_energy")
    return tuple(int(getattr(hero, name)) for name in names)


def _figures(hero: object, helm: object) -> tuple[object, ...]:
    grown = dict(zip(("power", "defence", "health", "energy"), _grown(hero), strict=True))
    names = ("health", "energy", "at")
    plain = tuple(getattr(hero, name) for name in names)
    return plain, dict(hero.statuses), helm.defence, grown


@for_each("name", of("potion"))
def test_a_thrown_potion_acts_on_its_victim_at_half_its_figure(name: str) -> None:
    made = Stage()
    kind = KINDS[name]
    worm = made.dummy(0, 2, health=100, energy=1, full_energy=100)
    worm.statuses |= {"poisoned": 50, "diseased": 50, "acid-burned": 50, "enervated": 50}
    before = dict(worm.statuses), worm.health, worm.energy, worm.power, worm.full_health
    made.rig(rest="high")
    item_use.act_on_victim(made.game, kind, made.hero, worm)
    after = dict(worm.statuses), worm.health, worm.energy, worm.power, worm.full_health
    harmless = {"potion of leaping", "potion of second wind", "potion of rust", "potion of energy"}
    harmless |= {"potion of toughness", "potion of spirit"}
    if name not in harmless:
        assert after != before
    for effect in kind.effects:
        if effect.name == "status" and effect.args[0] not in before[0]:
            assert worm.statuses[effect.args[0].replace("_", " ")] == effect.number(1) // 2


@for_each(
    "row",
    [
        ("potion of healing", {}, 100 + 13),  # heals 26 who drinks it
        ("potion of purging", {"poisoned": 50 - 6}, 100),  # 13
        ("potion of speed", {"poisoned": 50, "hasted": 3}, 100),  # 7
        ("potion of stone", {"poisoned": 50, "stoneskin": 6}, 100),  # 12
        ("potion of floating", {"poisoned": 50, "levitating": 6}, 100),  # 12
        ("potion of warmth", {"poisoned": 50, "warm": 50}, 100),  # 100
    ],
)
def test_a_potion_whose_spell_restores_or_adds_does_half_to_whom_it_is_thrown_at(
    row: tuple[str, dict[str, int], int],
) -> None:
    name, statuses, health = row
    made = Stage()
    worm = made.dummy(0, 2, health=100)
    worm.statuses["poisoned"] = 50
    item_use.act_on_victim(made.game, KINDS[name], made.hero, worm)
    assert (worm.statuses, worm.health) == (statuses or {"poisoned": 50}, health)


@pytest.mark.parametrize("name", of("food"))
@pytest.mark.covers("delve-manual: 46")
def test_food_feeds(name: str) -> None:
    made = Stage("fighter")
    kind = KINDS[name]
    made.give(name)
    made.hero.nourishment, made.hero.rating, made.hero.energy = 100, 100, 1
    made.dice.play = Rigged(bytes(32), script=[99])
    item_use.eat(made.game, made.hero, made.hero.pack[0])
    assert (made.hero.nourishment, made.hero.rating) == (100 + kind.nutrition, kind.nutrition)
    assert 10 <= kind.nutrition <= 120
    for effect in kind.effects:
        if effect.name == "status":
            assert made.hero.statuses[effect.args[0]] == effect.number(1)
        else:
            assert made.hero.energy == 1 + effect.number()


@pytest.mark.parametrize("name", [n for n, k in KINDS.items() if "thrown" in k.categories])
@pytest.mark.covers("delve-manual: 32")
def test_what_is_made_for_throwing_flies_its_range_and_hurts(name: str) -> None:
    made = Stage()
    kind: ItemKind = KINDS[name]
    item = made.give(name)
    ghoul = made.put("ghoul", 0, 2, defence=0)
    made.rig(1500, rest="high")
    throw(made.game, made.hero, item, "e")
    settled = dict(ghoul.statuses)
    for thrown in made.game.thrown_at:
        item_use.act_on_victim(made.game, KINDS[thrown[0]], made.hero, ghoul)
    fragile = kind.has("fragile")
    assert ghoul.health < ghoul.full_health or ghoul.statuses != settled
    lying = [each.kind for things in made.level.items.values() for each in things]
    assert lying == ([] if fragile else [name])
    other = made.give(name)
    made.rig()
    throw(made.game, made.hero, other, "w")
    if not fragile:
        assert made.level.items[made.at(0, -kind.range)][0].kind == name


@pytest.mark.parametrize("name", ["acid flask", "fire pot", "frost globe", "holy water"])
def test_the_damage_that_is_told_of_a_flask_is_the_mean_of_what_it_does(name: str) -> None:
    made = Stage()
    undead = made.put("skeleton knight", 0, 2, health=500, full_health=500)
    made.hero.energy = made.hero.full_energy
    flask = made.give(name)
    own = sheet_values.throw_at(made.game, made.hero, undead, flask).mean_hit()
    done = []
    for rest in ("low", "high"):
        undead.health = undead.full_health
        made.rig(rest=rest)
        item_use.act_on_victim(made.game, KINDS[name], made.hero, undead)
        done.append(undead.full_health - undead.health)
    told = fights.throw(made.game, made.hero, flask, undead).damage
    assert told == pytest.approx(own + sum(done) / 2)
    assert done[1] > 0


@for_each(
    "row", [("acid flask", 1 + 6, 12 + 6), ("frost globe", 1 + 7, 14 + 7), ("holy water", 2, 32)]
)
def test_a_flask_does_a_die_and_half_its_sides_and_holy_water_two_dice(
    row: tuple[str, int, int],
) -> None:
    name, *harms = row
    done = []
    for rest in ("low", "high"):
        made = Stage()
        undead = made.put("skeleton knight", 0, 2, health=500, full_health=500, resist={})
        made.rig(rest=rest)
        item_use.act_on_victim(made.game, KINDS[name], made.hero, undead)
        done.append(500 - undead.health)
    assert done == harms


def test_holy_water_does_nothing_to_the_living() -> None:
    made = Stage()
    worm = made.dummy(0, 2)
    item_use.act_on_victim(made.game, KINDS["holy water"], made.hero, worm)
    assert worm.health == worm.full_health


@for_each(
    "row",
    [
        (item_use.read, "scroll of light", "Ann reads the scroll of light."),
        (item_use.drink, "potion of healing", "Ann drinks the potion of healing."),
        (item_use.eat, "bread", "Ann eats the bread."),
        (item_use.use_tool, "bandage", "Ann uses the bandage."),
    ],
)
def test_one_of_what_is_used_goes_and_its_use_is_counted_and_told(
    row: tuple[Callable[[DelveContext, DelveHero, DelveItem], None], str, str],
) -> None:
    use, name, told = row
    made = Stage()
    item = made.give(name, 3)
    for times in (1, 2):
        made.hero.lines = []
        use(made.game, made.hero, item)
        assert made.hero.used[f"item {name}"] == times
        assert [each.count for each in made.hero.pack] == [3 - times]
        assert made.said(told)


@pytest.mark.parametrize(
    ("name", "element"), [("acid flask", "acid"), ("fire pot", "fire"), ("frost globe", "ice")]
)
def test_who_resists_a_flasks_element_and_no_other_is_not_hurt_by_it(
    name: str, element: str
) -> None:
    for resisted in ("acid", "fire", "ice", "shock"):
        made = Stage()
        worm = made.dummy(0, 2, resist={resisted: 99})
        item_use.act_on_victim(made.game, KINDS[name], made.hero, worm)
        assert (worm.health == worm.full_health) is (resisted == element)


def test_a_net_holds_whom_it_hits_and_can_be_picked_up_again() -> None:
    made = Stage()
    worm = made.dummy(0, 2)
    made.rig(1500, rest="high")
    throw(made.game, made.hero, made.give("net"), "e")
    settle(made.game)
    assert (worm.web, worm.statuses["webbed"]) == (25, 1)
    assert [each.kind for each in made.level.items[worm.at]] == ["net"]


# ------------------------------------------------------------------ words and changes


@pytest.mark.covers("delve-manual: 20")
def test_inspecting_tells_attributes_then_properties_then_the_rest() -> None:
    made = Stage()
    helm = made.give("iron helm", rust_proof=True, resist={"fire": 2})
    assert str(inspection.item(made.game, made.hero, helm)).splitlines() == [
        "Iron helm (defence +1, fire +2)",
        "defence +1, fire +2",
        "rust-proof",
        "gives: clear head",
    ]
    sword = made.give("silver sword")
    assert "bonus: blessed" in str(inspection.item(made.game, made.hero, sword))
    bread = made.give("bread")
    assert str(inspection.item(made.game, made.hero, bread)).splitlines() == [
        "Bread",
        "nutrition 70",
        "vegetarian",
    ]
    pot = made.give("fire pot")
    lines = str(inspection.item(made.game, made.hero, pot)).splitlines()
    assert lines[1:] == ["fragile, range 5", "Bursts as a fireball where it hits."]


@pytest.mark.parametrize(
    ("known", "reach", "told"),
    [(True, 7, "range 7"), (True, 4, ""), (False, 7, "range 5"), (False, 4, "range 5")],
)
def test_inspecting_an_unproven_thing_tells_how_far_its_kind_flies(
    known: bool, reach: int, told: str
) -> None:
    made = Stage()
    dagger = made.give("dagger", known=known, range=reach)
    assert made.game.item_kind(dagger).range == 5
    lines = str(inspection.item(made.game, made.hero, dagger)).splitlines()
    assert [line for line in lines if "range" in line] == ([told] if told else [])


@pytest.mark.covers("delve-manual: 6")
def test_auto_sort_goes_by_category_and_sorting_by_hand_ends_it() -> None:
    made = Stage()
    for name in ("bread", "short sword", "apple", "leather cap"):
        made.give(name)
    page = page_texts(made.rules.pages(made.state, 0))["Pack"]
    assert [line[3:].split(" (")[0] for line in page.splitlines()] == [
        "short sword", "leather cap", "bread", "apple",
    ]  # fmt: skip
    made.do("sort apple before short-sword")
    assert made.hero.options["auto-sort"] == "off"
    page = page_texts(made.rules.pages(made.state, 0))["Pack"]
    assert page.startswith("a) apple\nb) short sword")
    made.do("option auto-sort on")
    assert page_texts(made.rules.pages(made.state, 0))["Pack"].startswith("a) short sword")


@for_each("name", KINDS)
def test_every_thing_has_its_article_and_plural(name: str) -> None:
    item = inventory.fresh(content(), name, 1)
    kind = KINDS[name]
    assert str(inventory.described(content(), item)).startswith(f"{kind.article} {name}")
    if kind.article in ("a", "an"):
        assert (kind.article == "an") is (name[0] in "aeiou")
    item.count = 3
    assert str(inventory.described(content(), item)).startswith(f"3 {kind.plural}")
    assert kind.plural != name or name in ("dried fish", *(k for k in KINDS if "remains" in k))


def test_cursed_things_stay_on_until_the_curse_is_lifted() -> None:
    made = Stage()
    made.give("leather cap", defence=-1, cursed=True, known=False)
    made.do("equip leather-cap")
    assert made.hero.pack[0].known
    for text in ("remove leather-cap", "drop leather-cap", "throw leather-cap e"):
        with pytest.raises(ValueError, match="cursed"):
            made.do(text)
    assert not any("leather-cap" in offer for offer in made.offers() if "inspect" not in offer)


def test_cursing_rusting_enchanting_and_uncursing_change_single_things() -> None:
    made = Stage()
    sword = made.give("short sword")
    inventory.curse(sword)
    assert (sword.power, sword.range, sword.cursed) == (-3, 2, True)
    inventory.uncurse(sword)
    assert (sword.power, sword.range, sword.cursed) == (0, 4, False)
    for power in (-1, -2, -3):
        assert inventory.wear_down(sword)
        assert sword.power == power
    assert not inventory.wear_down(sword)
    ring = made.give("ember ring")
    inventory.enchant(ring, Rigged(bytes(32)), weapon=False)
    assert ring.resist == {"fire": 5}
    inventory.enchant(sword, Rigged(bytes(32), script=[0, 4]), weapon=True)
    assert sword.bonus == "blessed"


def test_found_things_vary_and_their_figures_are_unknown_until_worn() -> None:
    made = Stage()
    seen = {}
    for drawn in range(4):
        stream = Rigged(bytes(32), script=[drawn, 1, 1])
        item = inventory.found(content(), "short sword", 1, stream)
        seen[drawn] = item.power
        assert not item.known
        assert str(inventory.title(content(), item)) == "short sword (unproven)"
    assert seen == {0: 2, 1: 3, 2: 4, 3: 5}
    cursed = inventory.found(content(), "short sword", 1, Rigged(bytes(32), script=[1, 0]))
    assert cursed.cursed
    assert not made.hero.pack


def test_an_unproven_thing_is_put_on_only_for_more_than_its_curse_may_cost() -> None:
    made = Stage()
    usual = KINDS["short sword"].power or 0
    held = made.give("short sword", worn=True, power=usual - 1)
    found = made.give("short sword")
    assert item_worth.is_better(made.game, made.hero, found, "weapon")
    found.known = False
    assert not item_worth.is_better(made.game, made.hero, found, "weapon")
    held.power = usual - 3
    assert item_worth.is_better(made.game, made.hero, found, "weapon")


@pytest.mark.covers("delve-manual: 19")
def test_there_are_at_least_120_items_of_all_categories() -> None:
    assert len(KINDS) >= 120
    assert {kind.category for kind in KINDS.values()} >= {
        "weapon", "thrown", "armour", "shield", "headgear", "ring", "amulet",
        "spellbook", "scroll", "potion", "food", "tool", "remains",
    }  # fmt: skip


def test_every_spell_can_be_learnt_from_something() -> None:
    assert {kind.holds for kind in KINDS.values()} - {""} == set(content().spells)


@pytest.mark.parametrize("spell", ["remove curse", "identify"])
def test_a_scroll_with_nothing_to_work_on_still_teaches_its_spell(spell: str) -> None:
    made = Stage()
    made.give(f"scroll of {spell}")
    made.do(f"read scroll-of-{inventory.token(spell)}")
    assert made.hero.spells == [spell]
    assert not made.hero.pack
    assert made.said("nothing that it could work on")


def test_what_is_no_food_is_told_as_such() -> None:
    made = Stage()
    made.give("dagger")
    with pytest.raises(ActionError, match="The dagger is no food"):
        made.do("eat dagger")
    made.give("bread")
    made.hero.nourishment = 500
    with pytest.raises(ActionError, match="too full"):
        made.do("eat bread")
