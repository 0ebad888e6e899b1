"""Action lines in words, pages of the encyclopaedia and figures of spells, as people read them."""

from __future__ import annotations

from engine.delve import terrain
from engine.delve.descriptions import encyclopaedia, inspection, spell_figures
from engine.delve.view import action_words
from tests.engine.delve.stage import Stage, content
from tests.rows import for_each


@for_each(
    "row",
    [
        ("move n", "Step north"),
        ("explore", "Explore"),
        ("explore bold", "Explore (bold)"),
        ("explore careful:12", "Explore (careful, at most 12 turns)"),
        ("travel stairs-up bold:1", "Go to stairs up (bold, at most 1 turn)"),
        ("fight jackal 30", "Fight jackal down to 30 %"),
        ("cast-at spark jackal-3", "Cast spark at jackal"),
        ("throw dart ne", "Throw dart north-east"),
        ("force z10", "Break the locked door at Z10"),
        ("eat bread-2", "Eat bread"),
        ("caution bold", "Plans: bold"),
        ("moo", "moo"),
    ],
)
def test_an_action_line_is_told_in_words_without_its_game(row: tuple[str, str]) -> None:
    line, told = row
    assert str(action_words.action_text(content(), line)) == told


@for_each(
    "row",
    [
        ("monster", "mould", [
            "mould (plant)", "lvl 1, hp 26, en 12, pow 4, def 0",
            "special: cannot move, bursts into poison when it dies, strength 6",
        ]),
        ("monster", "spark wisp", [
            "spark wisp (spirit)", "lvl 7, hp 103, en 24, pow 4, def 2, aud 0%",
            "resists: fire +8, ice -4", "special: flies, keeps 3 squares away",
            "spell attack: spark",
        ]),
        ("monster", "goblin shaman", [
            "goblin shaman (person)", "lvl 9, hp 119, en 28, pow 4, def 3, aud 0%",
            "special: keeps 3 squares away", "casts spells",
        ]),
        ("item", "dart", ["dart (thrown)", "power +4, range 6", "iron"]),
        ("item", "iron helm", [
            "iron helm (headgear)", "defence +1", "iron", "gives: clear head",
        ]),
        ("item", "bread", ["bread (food)", "nutrition 70", "vegetarian"]),
        ("item", "scroll of light", ["scroll of light (scroll)", "paper", "holds the spell light"]),
        ("spell", "light", ["light (sight spell), cost 2"]),
        ("spell", "fireball", [
            "fireball (fire spell), cost 12", "power 10, radius 3, attenuation 0.8",
        ]),
        ("ability", "whirl", ["whirl (ability, active, 6 energy)"]),
        ("ability", "marksman", ["marksman (ability, passive)"]),
        ("class", "mage", [
            "mage (class)", "health 18, +9 a level", "energy 34, +10 a level", "power 3",
            "defence 1, +1 every 3 levels", "misses 10 %",
        ]),
        ("theme", "cellars", ["the cellars (levels 1 to 5)"]),
        ("terrain", "altar", ["altar (terrain)"]),
        ("place", "prison", ["a prison (place)"]),
    ],
)  # fmt: skip
def test_a_page_begins_with_these_lines(row: tuple[str, str, list[str]]) -> None:
    section, name, lines = row
    page = str(encyclopaedia.page(content(), section, name)).splitlines()
    assert page[: len(lines)] == lines
    assert len(page) <= len(lines) + 4


@for_each(
    "row",
    [
        ("fighter", "short sword (power +3), leather jerkin (defence +1), meat pie", "", ""),
        ("mage", "", "knows: spark", "and one of: freeze or confusion"),
        ("monk", "", "", ""),
        ("sexton", "", "knows: remove curse", ""),
    ],
)
def test_a_page_on_a_class_tells_what_it_wears_knows_and_chooses(
    row: tuple[str, str, str, str],
) -> None:
    name, begins, knows, chooses = row
    kind = content().classes[name]
    page = [str(line) for line in encyclopaedia.describe_class(content(), kind)]
    [begun] = [line for line in page if line.startswith("begins with: ")]
    assert begun.startswith(f"begins with: {begins}")
    assert [line for line in page if line.startswith("knows: ")] == [knows] * bool(knows)
    assert [line for line in page if line.startswith("and one of")] == [chooses] * bool(chooses)


def test_the_last_line_on_a_spell_tells_what_an_altar_does_to_it() -> None:
    for name, told in (
        ("light", "An altar halves the cost."),
        ("spark", "An altar doubles these."),
        ("remove curse", "An altar doubles these."),
    ):
        assert str(encyclopaedia.page(content(), "spell", name)).splitlines()[-1] == told


@for_each(
    "row",
    [
        ("spark", "4 energy, fire damage 2-16, range 8"),
        ("lightning bolt", "13 energy, shock damage 3-30, range 8, 3 victims"),
        ("fireball", "12 energy, fire damage 2-20, range 8, radius 3"),
        ("drain", "9 energy, damage 2-18, range 8"),
        ("enervate", "8 energy, takes 2-24 energy, range 2"),
        ("heal wounds", "14 energy, gives back 26 health"),
        ("purge poison", "6 energy, takes off 13 turns"),
        ("confusion", "7 energy, 1-10 turns, range 8"),
        ("poison cloud", "9 energy, 4-8 turns, range 8"),
        ("haste", "12 energy, 7 turns"),
        ("scrying", "6 energy, 15 turns"),
        ("calm", "6 energy, 10 turns, range 8"),
        ("blink", "6 energy, radius 5"),
    ],
)
def test_a_spell_is_summed_up_in_its_figures(row: tuple[str, str]) -> None:
    name, told = row
    made = Stage("mage")
    assert str(spell_figures.summary(made.game, made.hero, name)) == told


def test_looking_in_a_direction_tells_what_is_known_up_to_the_first_wall() -> None:
    made = Stage()
    assert str(inspection.direction(made.game, made.hero, "e")) == "Nothing but floor."
    made.put("rat", 0, 2)
    for dx, code in ((3, terrain.GRASS), (4, terrain.GRASS), (6, terrain.WALL)):
        made.ground(0, dx, code)
    made.level.items[made.at(0, 5)] = [made.give("bread")]
    made.look()
    told = str(inspection.direction(made.game, made.hero, "e"))
    assert told.startswith("The rat, ")
    assert told.count("grass") == 1
    assert "bread" in told
    assert told.endswith("wall.")
    made.game.memory(made.hero).ground[made.at(0, -1)] = terrain.UNKNOWN
    made.ground(0, -2, terrain.ALTAR)
    made.game.memory(made.hero).ground[made.at(0, -1)] = terrain.UNKNOWN
    assert str(inspection.direction(made.game, made.hero, "w")) == "Nothing but floor."


def test_chances_that_are_not_the_usual_tenth_are_told_in_percent_with_halves() -> None:
    assert [str(inspection._percent(each)) for each in (100, 25, 125, 0)] == [
        "10 %", "2.5 %", "12.5 %", "0 %",
    ]  # fmt: skip
