"""The limits of the expert's rules at peace: when to rest, to go on, to go down, to try again."""

from __future__ import annotations

import pytest

from engine.contract.action import Action, InvalidAction
from engine.delve import arena, terrain
from engine.delve.autoplay import attempts, errands, item_choices
from engine.delve.rules import inventory
from tests.engine.delve.expert_situations import ExpertSituation, Scene
from tests.engine.delve.stage import content
from tests.rows import for_each

HUNT, EXPLORE = "hunt: more to see", "explore: more to see"
ALTAR = "travel altar: what an altar gives is for good"
KNOWN = "descend: the way down is known already"


def _know_all(made: ExpertSituation) -> None:
    made.game.memory(made.hero).ground[:] = made.level.ground


def _energy(made: ExpertSituation, energy: int, full: int = 100) -> None:
    made.hero.energy, made.hero.full_energy = energy, full


def _turns(made: ExpertSituation, turns: int) -> None:
    made.hero.arrived_at, made.hero.turns = 7, 7 + turns


def _stairs(made: ExpertSituation) -> None:
    made.ground(0, 5, terrain.STAIRS_DOWN)


def _altar_and(made: ExpertSituation, underfoot: int) -> None:
    made.ground(0, -5, terrain.ALTAR)
    made.ground(0, 0, underfoot)


def _deep(made: ExpertSituation, depth: int) -> None:
    made.hero.depth = made.level.depth = depth
    made.state.levels = {depth: made.level}
    made.look()


def _easy_sleeper(made: ExpertSituation) -> None:
    made.healthy(100)
    made.put("mould", 0, -4, asleep=True)


PEACE: tuple[tuple[str, Scene, list[str]], ...] = (
    ("rested", lambda made: made.healthy(65), [HUNT, EXPLORE]),
    ("hurt", lambda made: made.healthy(64), ["rest: 64 of 100 health", EXPLORE]),
    ("fresh", lambda made: _energy(made, 40), [HUNT, EXPLORE]),
    ("tired", lambda made: _energy(made, 39), ["rest: 39 of 100 energy", EXPLORE]),
    ("tired by a hair", lambda made: _energy(made, 39, 98), ["rest: 39 of 98 energy", EXPLORE]),
    (
        "somebody dangerous sleeps near",
        lambda made: (made.healthy(60), made.put("troll", 0, 8, asleep=True)),
        [EXPLORE],
    ),
    (
        "he sleeps far enough away",
        lambda made: (made.healthy(60), made.put("troll", 0, 9, asleep=True)),
        ["rest: 60 of 100 health", EXPLORE],
    ),
    (
        "too weak to go on past him",
        lambda made: (made.healthy(50), made.put("troll", 0, 8, asleep=True)),
        ["rest: 50 of 100 health", EXPLORE],
    ),
    (
        "two rests were broken",
        lambda made: (made.healthy(60), made.tried("rest", 2)),
        ["wait: something is near; let it come", "rest: 60 of 100 health", EXPLORE],
    ),
    (
        "one rest was broken",
        lambda made: (made.healthy(60), made.tried("rest", 1)),
        ["rest: 60 of 100 health", EXPLORE],
    ),
    (
        "meditation for who lacks energy alone",
        lambda made: (made.healthy(65), made.able("meditate"), made.tire(3)),
        ["use meditate: energy comes back sooner so", "rest: 3 of 18 energy", EXPLORE],
    ),
    (
        "no meditation for the hurt",
        lambda made: (made.healthy(64), made.able("meditate"), made.tire(3)),
        ["rest: 64 of 100 health", EXPLORE],
    ),
    ("food enough", lambda made: (_stairs(made), made.hunger(200)), [HUNT, EXPLORE, KNOWN]),
    (
        "food is short",
        lambda made: (_stairs(made), made.hunger(199)),
        ["descend: food is short; deeper levels have more", EXPLORE],
    ),
    (
        "food in the pack",
        lambda made: (_stairs(made), made.hunger(199), made.give("bread")),
        ["eat bread: you are getting hungry", HUNT, EXPLORE, KNOWN],
    ),
    (
        "things in the pack, but nothing to eat",
        lambda made: (
            _stairs(made),
            made.hunger(199),
            made.give("leather cap", worn=True),
            made.give("leather jerkin", worn=True),
        ),
        ["descend: food is short; deeper levels have more", EXPLORE],
    ),
    (
        "what is known to be cursed is left, and what comes after it put on",
        lambda made: (
            made.give("leather jerkin", cursed=True, known=True, defence=9),
            made.give("leather cap"),
        ),
        ["equip leather-cap: it is better than what you wear", HUNT],
    ),
    (
        "seven levels above the depth",
        lambda made: (_stairs(made), made.experienced(8)),
        [HUNT, EXPLORE, KNOWN],
    ),
    (
        "eight levels above the depth",
        lambda made: (_stairs(made), made.experienced(9)),
        ["descend: you are too strong for this level to teach you", EXPLORE],
    ),
    ("patient", lambda made: (_stairs(made), _turns(made, 1500)), [HUNT, EXPLORE, KNOWN]),
    (
        "long enough",
        lambda made: (_stairs(made), _turns(made, 1501)),
        ["descend: you have been here long enough", EXPLORE],
    ),
    (
        "all is seen",
        lambda made: (_stairs(made), _know_all(made)),
        ["descend: this level has been seen"],
    ),
    (
        "on the stairs, and more to see",
        lambda made: made.ground(0, 0, terrain.STAIRS_DOWN),
        [HUNT, EXPLORE, KNOWN],
    ),
    (
        "a sleeper whom the hunt passes by",
        lambda made: (_stairs(made), _easy_sleeper(made)),
        ["fight mould: it sleeps, and is easily beaten", HUNT, EXPLORE, KNOWN],
    ),
    (
        "such a sleeper after long on the level",
        lambda made: (_stairs(made), _easy_sleeper(made), _turns(made, 1501)),
        ["descend: you have been here long enough", EXPLORE],
    ),
    (
        "not too strong for a deep level",
        lambda made: (_stairs(made), _deep(made, 9), made.experienced(16)),
        [HUNT, EXPLORE, KNOWN],
    ),
    (
        "long enough on a deep level",
        lambda made: (_stairs(made), _deep(made, 9), made.experienced(16), _turns(made, 1501)),
        ["descend: you have been here long enough", EXPLORE],
    ),
    (
        "too strong for a deep level",
        lambda made: (_stairs(made), _deep(made, 9), made.experienced(17), _turns(made, 1501)),
        ["descend: you are too strong for this level to teach you", EXPLORE],
    ),
    (
        "on the stairs of a level that is seen, but for an altar",
        lambda made: (_altar_and(made, terrain.STAIRS_DOWN), _know_all(made)),
        ["descend: this level has been seen", ALTAR],
    ),
    (
        "before the stairs of such a level",
        lambda made: (_altar_and(made, terrain.FLOOR), _stairs(made), _know_all(made)),
        [ALTAR, "descend: this level has been seen"],
    ),
    (
        "on the shaft of such a level",
        lambda made: (_altar_and(made, terrain.SHAFT), _stairs(made), _know_all(made)),
        [ALTAR, "descend: this level has been seen"],
    ),
    (
        "a key to a locked door",
        lambda made: (made.ground(0, 5, terrain.LOCKED_DOOR), made.give("key"), _know_all(made)),
        ["force z10: you have a key to the locked door"],
    ),
    (
        "no key",
        lambda made: (made.ground(0, 5, terrain.LOCKED_DOOR), _know_all(made)),
        ["force z10: it is the only way left", "search: a way may be hidden here"],
    ),
    (
        "with the Heart up the shaft, then the stairs",
        lambda made: (
            made.give("Heart of the Delve"),
            made.ground(0, 5, terrain.STAIRS_UP),
            made.ground(0, -5, terrain.SHAFT),
        ),
        [
            "travel shaft: the Heart has to go up",
            "travel stairs-up: the Heart has to go up",
            HUNT,
            EXPLORE,
        ],
    ),
    (
        "with the Heart on the stairs up",
        lambda made: (made.give("Heart of the Delve"), made.ground(0, 0, terrain.STAIRS_UP)),
        ["ascend: the Heart has to go up", HUNT, EXPLORE],
    ),
    (
        "without the Heart nobody goes up",
        lambda made: made.ground(0, 0, terrain.STAIRS_UP),
        [HUNT, EXPLORE],
    ),
    ("hunted in vain", lambda made: made.tried("hunt", 6), [EXPLORE, HUNT]),
    ("hunted in vain, not often enough", lambda made: made.tried("hunt", 5), [HUNT, EXPLORE]),
)


@for_each("row", PEACE, lambda row: row[0])
def test_at_peace_a_hero_is_advised_this_in_this_order(row: tuple[str, Scene, list[str]]) -> None:
    _, scene, expected = row
    made = ExpertSituation("fighter", "expert")
    scene(made)
    assert made.lead(len(expected) + 1)[: len(expected)] == expected


@for_each("row", [("fighter", "eat meat-pie"), ("mage", "eat meat-pie"), ("monk", "eat bread")])
def test_monks_alone_leave_meat_for_last(row: tuple[str, str]) -> None:
    class_name, first = row
    made = ExpertSituation(class_name, "expert")
    made.hunger(349)
    made.give("bread", 3)
    made.give("meat pie")
    assert made.lead() == [f"{first}: you are getting hungry"]


def test_easy_sleepers_are_those_who_cost_less_than_a_third_of_the_health() -> None:
    made = ExpertSituation("fighter", "expert")
    made.healthy(100)
    near, far = made.put("jackal", 0, 3, asleep=True), made.put("rat", 0, 6, asleep=True)
    made.put("troll", 0, -3, asleep=True)
    made.put("rat", 0, -6)
    assert errands.easy_sleepers(made.game, made.hero) == [near, far]
    made.healthy(30)
    assert near not in errands.easy_sleepers(made.game, made.hero)


# ------------------------------------------------------------------ tries


@for_each(
    "row",
    [
        ("nothing", lambda made: None, False),
        ("health by a quarter", lambda made: made.healthy(50), True),
        ("health by less", lambda made: made.healthy(49), False),
        ("experience", lambda made: setattr(made.hero, "experience", 99), True),
        ("food", lambda made: made.hunger(401), True),
        ("less food", lambda made: made.hunger(399), False),
        ("a thing", lambda made: made.give("dart"), True),
        ("depth", lambda made: setattr(made.hero, "deepest", 9), True),
        ("a square", lambda made: _see_more(made), True),
        ("a wound", lambda made: setattr(made.level.monsters[0], "health", 25), True),
        ("a scratch", lambda made: setattr(made.level.monsters[0], "health", 52), False),
        ("it heals", lambda made: setattr(made.level.monsters[0], "health", 100), False),
        ("somebody hurt comes", lambda made: made.dummy(0, -5, health=1), False),
    ],
    lambda row: row[0],
)
def test_what_brought_something_makes_all_tries_forgotten(row: tuple[str, Scene, bool]) -> None:
    _, scene, gains = row
    made = ExpertSituation("fighter", "expert")
    made.healthy(26)
    made.dummy(0, 5, health=55, full_health=100)
    made.hero.attempts = {"search": 3}
    before = attempts.standing(made.game, made.hero)
    scene(made)
    attempts.count(made.game, made.hero, Action("search"), "search", before)
    assert made.hero.attempts == ({} if gains else {"search": 4})


def _see_more(made: ExpertSituation) -> None:
    ground = made.game.memory(made.hero).ground
    ground[ground.index(0)] = terrain.WALL


def test_what_takes_no_time_or_opens_a_menu_is_no_try() -> None:
    made = ExpertSituation("fighter", "expert")
    before = attempts.standing(made.game, made.hero)
    attempts.count(made.game, made.hero, Action("look", ("e",)), "look e", before)
    made.hero.menu = ["throw"]
    attempts.count(made.game, made.hero, Action("throw"), "throw", before)
    assert made.hero.attempts == {}


def test_steps_are_tried_by_their_square_and_plans_without_their_terms() -> None:
    made = ExpertSituation("fighter", "expert")
    there = made.at(0, 1)
    assert attempts.key(made.hero, Action("move", ("e",))) == f"move {there}"
    assert attempts.key(made.hero, Action("explore", ("bold:3",))) == "explore"
    assert attempts.key(made.hero, Action("fight", ("rat", "30", "bold"))) == "fight rat 30"
    made.tried(f"move {there}", 1)
    made.tried("search", 9)
    assert not attempts.goes_to_and_fro(made.hero)
    made.tried(f"move {there}", 2)
    assert attempts.goes_to_and_fro(made.hero)
    assert attempts.tries(made.hero, Action("move", ("e",))) == 2
    assert attempts.tries(made.hero, Action("move", ("w",))) == 0
    assert not attempts.is_stale(made.hero, Action("explore"))


# ------------------------------------------------------------------ the arena


def test_groups_are_read_as_they_are_written() -> None:
    assert arena.read_group(content(), "3 rat") == ["rat"] * 3
    assert arena.read_group(content(), " cave-bear ") == ["cave bear"]
    assert len(arena.read_group(content(), "20 rat")) == 20
    for text, told in (
        ("0 rat", "1 to 20"),
        ("21 rat", "1 to 20"),
        ("3 moon", "no monster called “moon”"),
        ("", "no monster called “”"),
    ):
        with pytest.raises(InvalidAction, match=told):
            arena.read_group(content(), text)


def test_the_stronger_side_wins_on_either_side_and_the_report_says_so() -> None:
    [head, line] = arena.report(["6 jackal", "rat"], "", 1, 1)
    assert head == "6 jackal against rat, 1 fights"
    assert line.startswith("  red 1, blue 0, draws 0; ")
    found = arena.arena(content(), ["1 rat"], ["3 jackal", "2 kobold"], 1, "seed")
    assert (found.red_wins, found.blue_wins, found.draws) == (0, 1, 0)
    assert 1 < found.mean_rounds < arena.MOST_ROUNDS
    for sides in (["rat"], ["rat", "rat", "rat"]):
        with pytest.raises(InvalidAction, match="two sides"):
            next(iter(arena.report(sides, "", 1, 1)))


def test_an_open_hall_is_floor_but_for_its_border_and_lit() -> None:
    hall = arena.open_hall()
    assert hall.ground.count(terrain.FLOOR) == 28 * 58
    assert hall.ground.count(terrain.ROCK) == 60 * 30 - 28 * 58
    assert [hall.ground[at] for at in (0, 59, 60, 61, 118, 119)] == [
        terrain.ROCK, terrain.ROCK, terrain.ROCK, terrain.FLOOR, terrain.FLOOR, terrain.ROCK,
    ]  # fmt: skip
    assert set(hall.lit) == {1}
    assert sum(hall.opaque) == hall.ground.count(terrain.ROCK)
    assert hall.arrival == 61


def test_who_stands_on_stairs_that_are_left_to_see_goes_on_by_single_steps_past_an_enemy() -> None:
    made = ExpertSituation("fighter", "expert")
    made.ground(0, 5, terrain.STAIRS_DOWN)
    _know_all(made)
    lines = [f"{each.action}" for each in errands.next_step(made.game, made.hero)]
    assert lines == ["descend", "move e"]
    made.tried("move 1", 2)
    assert [f"{e.action}" for e in errands.next_step(made.game, made.hero)] == ["descend"]


@for_each(
    "row",
    [
        (lambda made: made.ground(0, 0, terrain.ALTAR), ["pray"]),
        (lambda made: (made.ground(0, 0, terrain.ALTAR), made.ill("frozen", 3)), []),
        (lambda made: made.drop(made.give("dart", 2)), ["get"]),
        (lambda made: (made.ground(0, 0, terrain.GRAVE), made.give("monk's remains")),
         ["drop monk's-remains"]),
        (lambda made: (made.hunger(100), made.give("bread")), []),
    ],
)  # fmt: skip
def test_past_an_enemy_nothing_is_done_first_but_what_belongs_to_the_square(
    row: tuple[Scene, list[str]],
) -> None:
    scene, first = row
    made = ExpertSituation("fighter", "expert")
    scene(made)
    found = [str(each.action) for each in errands.next_step(made.game, made.hero)]
    assert found[: len(first)] == first
    assert all(line.split()[0] in ("hunt", "explore", "move") for line in found[len(first) :])


@for_each("code", sorted(set(terrain.CODES.values()) - terrain.SOLID - {terrain.UNKNOWN}))
def test_remains_are_laid_in_graves_alone_and_prayers_said_at_altars(code: int) -> None:
    made = ExpertSituation("fighter", "expert")
    made.ground(0, 0, code)
    made.give("monk's remains")
    verbs = [each.action.verb for each in item_choices.at_place(made.game, made.hero)]
    assert verbs == {terrain.GRAVE: ["drop"], terrain.ALTAR: ["pray"]}.get(code, [])


def test_remains_are_carried_to_an_open_grave() -> None:
    made = ExpertSituation("fighter", "expert")
    made.ground(0, 5, terrain.GRAVE)
    assert not [each for each in made.lead(9) if "grave" in each]
    made.give(content().remains[0])
    assert "travel open-grave: the remains belong there" in made.lead(9)


def test_the_heart_is_gone_for_where_it_was_seen() -> None:
    made = ExpertSituation("fighter", "expert")
    made.level.items[made.at(0, 5)] = [made.give("Heart of the Delve")]
    made.hero.pack = []
    made.look()
    heart = inventory.token(content().heart)
    assert made.lead()[0].startswith(f"travel {heart}: there lies")


def test_who_walks_to_and_fro_keeps_the_way_to_an_altar_but_after_all_others() -> None:
    made = ExpertSituation("fighter", "expert")
    made.ground(0, 5, terrain.ALTAR)
    made.ground(0, -5, terrain.STAIRS_DOWN)

    def order() -> list[str]:
        found = [str(each.action) for each in errands.recommend(made.game, made.hero)]
        return [line for line in found if line in ("travel altar", "explore", "descend")]

    assert order() == ["travel altar", "explore", "descend"]
    made.tried("move 999", 2)
    assert order() == ["explore", "descend", "travel altar"]
