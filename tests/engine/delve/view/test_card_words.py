"""The words of a card: title, facts, headline, question, the picture in words, and pages."""

from __future__ import annotations

from engine.contract.view import View
from engine.delve import terrain
from engine.delve.state import DelvePlace, Line
from engine.delve.view import pages, view
from tests.engine.delve.expert_situations import ExpertSituation, Scene
from tests.engine.delve.stage import Stage
from tests.rows import for_each

BEGINNING = "Barrels, bricks, and something that eats both."  # of the first levels


def shown(scene: Scene, class_name: str = "fighter") -> View:
    made = ExpertSituation(class_name, "expert")
    scene(made)
    return made.rules.view(made.state, 0)


def facts(seen: View) -> dict[str, str]:
    return {str(name): str(value) for name, value in seen.facts}


# ------------------------------------------------------------------ facts and title


def test_a_card_tells_depth_level_food_and_turn() -> None:
    made = Stage()
    made.hero.level, made.hero.nourishment, made.hero.rating, made.hero.turns = 7, 321, 12, 99
    assert facts(made.rules.view(made.state, 0)) == {
        "Depth": "level 1",
        "Level": "7",
        "Food": "321 (12)",
        "Turn": "99",
    }


@for_each("row", [(1, "Level 1, the cellars"), (5, "Level 5, the cellars"), (6, "Level 6, ")])
def test_the_title_names_the_level_and_its_theme(row: tuple[int, str]) -> None:
    depth, title = row
    made = Stage()
    made.level.depth = made.hero.depth = depth
    made.state.levels = {depth: made.level}
    told = str(view.view(made.game, made.hero).title)
    assert told.startswith(title)
    theme = made.rules.content.theme_of(depth)
    assert told.endswith(theme.title)
    assert theme.first <= depth <= theme.last


@for_each(
    "row",
    [
        ([], "", None),
        ([1], "", None),
        ([0], "", "a prison"),
        ([0, 1], "goblin", "a prison, with a goblin"),
    ],
)
def test_a_place_stands_on_the_card_of_those_who_know_of_it(
    row: tuple[list[int], str, str | None],
) -> None:
    seen, captive, told = row
    made = Stage()
    made.level.place = DelvePlace("prison", HERE_NOT, [HERE_NOT], captive=captive, seen=seen)
    assert facts(made.rules.view(made.state, 0)).get("Place") == told


HERE_NOT = 5 * 60 + 5  # a square away from the hero


# ------------------------------------------------------------------ headline


@for_each(
    "row",
    [
        (lambda made: None, BEGINNING),
        (lambda made: made.hero.lines.clear(), "All is quiet."),
        (
            lambda made: (made.put("rat", 0, 4, asleep=True), made.hero.lines.clear()),
            "The rat, asleep.",
        ),
        (lambda made: made.put("rat", 0, 4), "The rat comes for Ann."),
        (
            lambda made: (made.put("rat", 0, 4), made.hero.lines.append(Line("death", "It ends."))),
            "It ends.",
        ),
        (
            lambda made: made.hero.lines.extend(
                [Line("hit", "A blow."), Line("note", "A note."), Line("hit", "Another blow.")]
            ),
            "Another blow.",
        ),
        (
            lambda made: made.hero.lines.extend([Line("death", "First."), Line("note", "Then.")]),
            "First.",
        ),
    ],
)
def test_the_headline_is_a_threat_or_what_matters_most_of_what_happened(
    row: tuple[Scene, str],
) -> None:
    scene, headline = row
    assert str(shown(scene).headline) == headline


# ------------------------------------------------------------------ question


@for_each(
    "row",
    [
        (lambda made: None, ""),
        (
            lambda made: made.choose("marksman", "steady"),
            "Ann has reached a fifth level. Choose what improves. Abilities: marksman and steady.",
        ),
        (lambda made: made.choose(), "Ann has reached a fifth level. Choose what improves."),
        (lambda made: made.ask(), "Somebody has to look after the graves. Will you be the sexton?"),
        (lambda made: (made.give("dart"), made.open_menu("throw")), "Throw something: which?"),
        (
            lambda made: (made.give("dart"), setattr(made.hero, "menu", ["throw", "dart"])),
            "Throw something: dart (power +4), and then?",
        ),
        (lambda made: (made.choose(), setattr(made.hero, "fallen", True)), ""),
    ],
)
def test_a_card_asks_what_has_to_be_answered(row: tuple[Scene, str]) -> None:
    scene, question = row
    assert str(shown(scene).question) == question


# ------------------------------------------------------------------ lines


def _talk(made: Stage, kinds: list[str]) -> None:
    made.hero.lines = [Line(kind, f"{kind} {place}") for place, kind in enumerate(kinds)]  # type: ignore[arg-type]


def test_of_a_long_plan_the_blows_are_left_to_the_details() -> None:
    made = Stage()
    blows = ["hit", "miss"] * 4
    for kinds, told in (
        ([*blows[:7], "plan"], 8),  # eight lines are few enough
        ([*blows, "plan"], 1),
        ([*blows, "note"], 9),  # of no plan
        (["note", *blows, "plan"], 2),
    ):
        _talk(made, kinds)
        seen = made.rules.view(made.state, 0)
        assert len(seen.lines) == told
        assert len(seen.details) == len(kinds)


# ------------------------------------------------------------------ the picture in words


@for_each(
    "row",
    [
        (
            lambda made: None,
            "Level 1. Ann, fighter of level 0: health 20 of 20, energy 18 of 18, food 400. "
            f"No enemy in sight. {BEGINNING}",
        ),
        (
            lambda made: (
                made.healthy(3, 60),
                made.tire(5),
                made.experienced(4),
                made.hunger(50),
                made.ill("poisoned", 3),
                made.ill("hasted", 2),
                made.hero.lines.clear(),
            ),
            "Level 1. Ann, fighter of level 4: health 3 of 60, energy 5 of 18, food 50. "
            "Statuses: poisoned, hasted. No enemy in sight.",
        ),
        (
            lambda made: (
                made.put("rat", 0, 3),
                made.put("jackal", -2, 0, asleep=True),
                made.hero.lines.clear(),
            ),
            "Level 1. Ann, fighter of level 0: health 20 of 20, energy 18 of 18, food 400. "
            "In sight: the jackal asleep 2 north, the rat 3 east.",
        ),
        (
            lambda made: (
                made.ground(0, 0, terrain.ALTAR),
                made.ground(3, 0, terrain.STAIRS_DOWN),
                made.hero.lines.clear(),
            ),
            "Level 1. Ann, fighter of level 0: health 20 of 20, energy 18 of 18, food 400. "
            "No enemy in sight. Known: stairs going down 3 south, an altar here.",
        ),
    ],
)
def test_the_picture_in_words_tells_all_that_the_picture_shows(row: tuple[Scene, str]) -> None:
    scene, told = row
    told_now = str(shown(scene).alt)
    assert told_now.replace("a flight of stairs", "stairs") == told


def test_the_picture_in_words_tells_eight_enemies_and_five_lines() -> None:
    made = Stage()
    for row in range(9):
        made.put("rat", row - 4, 4)
    _talk(made, ["note"] * 6)
    told = str(made.rules.view(made.state, 0).alt)
    assert "rat 8 4 south-east" in told
    assert "rat 9" not in told
    assert "note 0" not in told
    assert told.endswith("note 1 note 2 note 3 note 4 note 5")


# ------------------------------------------------------------------ the map


def test_a_torch_lights_what_is_near_and_lit_rooms_all_of_their_squares() -> None:
    made = Stage()
    seen = made.rules.view(made.state, 0).map
    assert seen is not None
    light = {}
    for away in range(10):
        y, x = divmod(made.at(0, away), 60)
        light[away] = seen.light[(y - seen.top) * seen.width + x - seen.left]
    assert light == {0: 5, 1: 4, 2: 4, 3: 3, 4: 3, 5: 2, 6: 2, 7: 1, 8: 1, 9: 1}
    assert set(seen.lighting) == {0, 1}  # the walls of the hall are lit, what is behind them not


@for_each("row", [((0, -1), True), ((0, -2), True), ((0, -3), False), ((0, 0), False)])
def test_a_step_is_marked_where_it_was_no_longer_than_two_squares(
    row: tuple[tuple[int, int], bool],
) -> None:
    last, marked = row
    made = Stage()
    made.hero.last_at = made.at(*last)
    board = made.rules.view(made.state, 0).map
    assert board is not None
    assert [mark.kind for mark in board.marks] == (["step"] if marked else [])


def test_nothing_is_marked_before_anything_happened() -> None:
    made = Stage()
    made.hero.last_at = made.hero.broken_at = -1
    board = made.rules.view(made.state, 0).map
    assert board is not None
    assert board.marks == ()
    made.hero.hurt, made.hero.broken_at = 4, 0
    board = made.rules.view(made.state, 0).map
    assert board is not None
    assert [(mark.kind, mark.y, mark.x, mark.amount) for mark in board.marks][1][:3] == (
        "notice", 0, 0,
    )  # fmt: skip
    assert board.marks[0].amount == 4


def test_the_second_of_a_kind_has_its_number_as_a_tag_and_the_first_none() -> None:
    made = Stage()
    made.put("rat", 0, 3)
    made.put("rat", 0, -3)
    made.put("mould", 3, 3)
    made.put("mould", 3, -3)
    board = made.rules.view(made.state, 0).map
    assert board is not None
    assert sorted((each.name, each.tag) for each in board.entities if each.seat is None) == [
        ("mould", 0), ("mould-2", 2), ("rat", 0), ("rat-2", 2),
    ]  # fmt: skip
    made.level.monsters.clear()
    board = view.view(type(made.game)(made.state, made.rules.content, made.dice), made.hero).map
    assert board is not None
    remembered = [(e.name, e.tag, str(e.title)) for e in board.entities if e.seat is None]
    assert sorted(remembered) == [("mould", 0, "mould"), ("mould-2", 2, "mould 2")]


@for_each(
    "row",
    [
        ({}, "", ()),
        ({"health": 1}, "hurt", ()),
        ({"side": 1}, "friendly", ()),
        ({"statuses": {"asleep": 3}}, "asleep", ("asleep",)),
        (
            {"side": 1, "fled": True, "health": 1, "statuses": {"webbed": 2}},
            "fleeing, friendly, hurt, webbed",
            ("fleeing",),
        ),
    ],
)
def test_a_monster_on_the_map_is_told_with_all_that_can_be_seen_of_it(
    row: tuple[dict[str, object], str, tuple[str, ...]],
) -> None:
    figures, told, badges = row
    made = Stage()
    made.put("rat", 0, 3, **figures)
    board = made.rules.view(made.state, 0).map
    assert board is not None
    [rat] = (each for each in board.entities if each.seat is None)
    assert (str(rat.description), rat.badges) == (told, badges)


def test_the_least_that_is_left_of_a_hero_shows_as_one_segment() -> None:
    for health, segments in ((1, 1), (9, 1), (10, 2), (39, 7), (40, None)):
        made = Stage()
        made.hero.health, made.hero.full_health = health, 40
        board = made.rules.view(made.state, 0).map
        assert board is not None
        [hero] = board.entities
        assert [bar.value for bar in hero.bars] == ([] if segments is None else [segments])


# ------------------------------------------------------------------ the strip


@for_each("row", [(100, None), (99, "hungry"), (25, "hungry"), (24, "starving")])
def test_hunger_is_shown_with_the_statuses(row: tuple[int, str | None]) -> None:
    food, word = row
    seen = shown(lambda made: made.hunger(food))
    words = [str(each.word) for each in seen.characters[0].conditions]
    assert words == ([] if word is None else [word])


def test_bars_tell_health_energy_and_food_and_never_less_than_nothing() -> None:
    made = Stage()
    made.hero.health, made.hero.energy, made.hero.nourishment = -3, 4, 77
    [who] = made.rules.view(made.state, 0).characters
    assert [(str(bar.name), bar.value, bar.maximum, bar.shaded) for bar in who.bars] == [
        ("health", 0, 20, None),
        ("energy", 4, 18, None),
        ("food", 77, 500, 40),
    ]


# ------------------------------------------------------------------ pages


def test_the_page_of_a_hero_tells_everything_in_order() -> None:
    made = ExpertSituation("fighter", "expert")
    made.give("dagger", worn=True, power=3)
    made.give("leather jerkin", worn=True, resist={"fire": 2})
    made.give("ring of breath", worn=True)
    made.hero.resist = {"ice": 1}
    made.hero.abilities = ["whirl", "marksman"]
    made.ill("hasted", 3)
    made.hero.feint = made.hero.focus = True
    assert str(pages.character(made.game, made.hero)).splitlines() == [
        "Ann, fighter, level 0",
        "experience 5 of 14",
        "health 20 of 20, energy 18 of 18",
        "power 10, defence 1",
        "food 400 (40)",
        "equipment: power +3, defence +1, fire +2",
        "resistances: fire +2, ice +1",
        "*backstabbing, deep breath, marksman, quiet*",
        "abilities: whirl (6)",
        "hasted 3, your next blow cannot miss, your next spell is stronger",
    ]


def test_the_page_of_a_hero_without_anything_has_five_lines() -> None:
    made = Stage()
    made.hero.abilities = []
    assert len(str(pages.character(made.game, made.hero)).splitlines()) == 5
    assert str(pages.pack_page(made.game, made.hero)) == "Nothing."


def test_the_pack_has_letters_as_far_as_there_are_any() -> None:
    made = Stage()
    for power in range(28):
        made.give("dagger", power=power + 10)
    lines = str(pages.pack_page(made.game, made.hero)).splitlines()
    assert lines[0] == "a) dagger (power +10)"
    assert lines[25:] == ["z) dagger (power +35)", "-) dagger (power +36)", "-) dagger (power +37)"]
    made.hero.pack[0].worn = True
    assert "dagger (power +10) (worn)" in str(pages.pack_page(made.game, made.hero))


def test_spells_are_told_with_what_is_special_about_them() -> None:
    made = Stage("mage")
    made.hero.spells, made.hero.upgraded = ["spark", "light"], ["spark"]
    assert str(pages.spells(made.game, made.hero)).splitlines() == [
        "Spark: 4 energy, fire damage 2-32, range 8, upgraded, not in your book",
        "Light: 2 energy, not in your book",
    ]
    made.give("apprentice's book", worn=True, spells=["spark"])
    first, second = str(pages.spells(made.game, made.hero)).splitlines()
    assert first.endswith("range 8, upgraded")
    assert second.endswith("not in your book")


def test_a_transcript_begins_with_nothing_and_then_has_its_last_lines() -> None:
    made = Stage()
    made.hero.transcript = made.hero.lines = []
    told = {page.name: str(page.text) for page in pages.pages(made.game, made.hero)}
    assert told["Transcript"] == "Nothing yet."
    assert "Spells" not in told
    made.hero.transcript = [Line("note", f"old {n}") for n in range(3)]
    made.hero.lines = [Line("note", f"new {n}") for n in range(3)]
    told = {page.name: str(page.text) for page in pages.pages(made.game, made.hero)}
    assert told["Transcript"].splitlines() == ["old 1", "old 2", "new 0", "new 1", "new 2"]
