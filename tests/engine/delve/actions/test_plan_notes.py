"""Notes of a plan when it begins and while it goes on, and its account at the end."""

from __future__ import annotations

from engine.common.plans import Stop, Terms
from engine.contract.facts import CreatureRef, PlanEnded, SeatRef
from engine.contract.texts import Name, text
from engine.delve import terrain
from engine.delve.actions import plan_runner
from engine.delve.state import Plan, words_of
from tests.engine.delve.expert_situations import ExpertSituation, Scene
from tests.engine.delve.stage import Stage
from tests.rows import for_each


def begun(made: Stage, line: str, terms: Terms | None = None) -> Plan:
    verb, *args = line.split()
    plan_runner.begin(made.game, made.hero, verb, args, terms or Terms())
    assert made.hero.plan is not None
    return made.hero.plan


# ------------------------------------------------------------------ the beginning


def test_a_plan_notes_how_the_hero_stood_and_on_which_terms_it_goes() -> None:
    made = Stage()
    made.hero.health, made.hero.energy, made.hero.experience, made.hero.noticed = 9, 8, 7, [5, 6]
    plan = begun(made, "explore", Terms("bold", 12))
    assert plan.begun_with == {"health": 9, "energy": 8, "experience": 7, "depth": 1}
    assert (plan.caution, plan.most_turns, plan.health, plan.noticed) == ("bold", 12, 9, 2)
    assert (plan.goal, plan.target, plan.turns, plan.args) == (-1, -1, 0, ())


def test_a_plan_weighs_who_is_in_sight_when_it_begins() -> None:
    made = Stage()
    near, far = made.put("rat", 0, 6), made.put("jackal", 0, 9)
    asleep = made.put("kobold", 3, 0, asleep=True)
    plan = begun(made, "wait")
    assert made.hero.weighed == {near.uid: True, far.uid: True, asleep.uid: False}
    assert plan.near == [near.uid]  # nearer than seven turns
    assert sorted(plan.kinds) == ["jackal", "kobold", "rat"]


@for_each(
    "row",
    [
        ("travel altar", (0, 5)),
        ("descend", (0, -5)),
        ("force z10", (0, 5)),
        ("explore", None),
        ("rest", None),
    ],
)
def test_a_plan_leads_to_its_goal(row: tuple[str, tuple[int, int] | None]) -> None:
    line, goal = row
    made = Stage()
    made.ground(0, -5, terrain.STAIRS_DOWN)
    made.ground(0, 5, terrain.LOCKED_DOOR if line.startswith("force") else terrain.ALTAR)
    assert begun(made, line).goal == (-1 if goal is None else made.at(*goal))


@for_each(
    "row",
    [
        ("fight jackal", True),
        ("volley jackal", True),
        ("cast-at spark jackal", True),
        ("drink-then-fight potion-of-stone jackal", True),
        ("fight rat", False),
        ("hide", False),
    ],
)
def test_a_fight_is_about_the_enemy_that_it_names(row: tuple[str, bool]) -> None:
    line, aimed = row
    made = Stage("mage")
    jackal = made.put("jackal", 0, 4)
    assert begun(made, line).target == (jackal.uid if aimed else -1)


# ------------------------------------------------------------------ the limits


@for_each(
    "row",
    [
        (Stop("found", "a door"), "search-walls", True),
        (Stop("found", "a door"), "search", False),
        (Stop("status", "poisoned"), "fight jackal", True),
        (Stop("status", "poisoned"), "hunt", True),
        (Stop("status", "poisoned"), "explore", False),
        (Stop("status", "poisoned"), "cross web", True),
        (Stop("attacked", "it", None, CreatureRef("jackal", 0)), "explore", False),
        (Stop("attacked", "it", None, CreatureRef("jackal", 0)), "fight jackal", True),
        (Stop("attacked", "it", None, CreatureRef("jackal", 0)), "hide", True),
        (Stop("attacked", "it", None, CreatureRef("jackal", 0)), "hunt", False),
        (Stop("attacked", "it", None, CreatureRef("troll", 99)), "fight jackal", False),
        (Stop("attacked", "it", None, SeatRef(1)), "fight jackal", False),
        (Stop("attacked", "somebody unseen"), "hide", False),
        (Stop("hurt", "a pit"), "fight jackal", False),
    ],
)
def test_some_of_what_happens_is_expected_by_a_plan(row: tuple[Stop, str, bool]) -> None:
    stop, line, expected = row
    made = Stage()
    jackal = made.put("jackal", 0, 4)
    plan = begun(made, line)
    if isinstance(stop.by, CreatureRef) and stop.by.kind == "jackal":
        stop = stop._replace(by=CreatureRef("jackal", jackal.uid))
    assert plan_runner._is_expected(made.hero, plan, stop) is expected


@for_each("row", ["asleep", "confused", "frozen", "raging", "terrified", "webbed", "poisoned"])
def test_ailments_that_hinder_end_a_fight(row: str) -> None:
    made = Stage()
    made.put("jackal", 0, 4)
    plan = begun(made, "fight jackal")
    made.hero.statuses = {row: 3}
    expected = plan_runner._is_expected(made.hero, plan, Stop("status", row))
    assert expected is (row == "poisoned")


def test_a_place_that_comes_to_be_known_ends_exploring_and_is_counted() -> None:
    made = Stage()
    plan = begun(made, "explore")
    made.ground(0, 5, terrain.SHRINE)
    made.ground(0, -5, terrain.STAIRS_UP)  # on the way back nobody wants them
    [stop] = plan_runner._new_places(made.game, made.hero, plan)
    assert (stop.reason, stop.at) == ("choice", divmod(made.at(0, 5), 60))
    assert plan.gained == {"shrine": 1}
    assert not list(plan_runner._new_places(made.game, made.hero, plan))
    made.give("Heart of the Delve")
    [stop] = plan_runner._new_places(made.game, made.hero, plan)
    assert stop.at == divmod(made.at(0, -5), 60)


def test_the_sight_of_an_altar_does_not_end_a_hunt() -> None:
    made = Stage()
    plan = begun(made, "hunt")
    for dx, code in ((3, terrain.ALTAR), (4, terrain.FOUNTAIN), (5, terrain.STAIRS_DOWN)):
        made.ground(0, dx, code)
    assert not list(plan_runner._new_places(made.game, made.hero, plan))
    made.ground(0, 6, terrain.STRONGBOX)
    assert len(list(plan_runner._new_places(made.game, made.hero, plan))) == 1


def test_a_plan_that_leaves_the_level_is_done_below() -> None:
    for verb, ends in (("descend", True), ("flee", True)):
        made = ExpertSituation()
        made.ground(0, 5, terrain.STAIRS_DOWN)
        plan = begun(made, verb)
        assert made.hero.plan is plan
        made.hero.depth = 2
        assert not plan_runner.step(made.game, made.hero)
        assert (made.hero.plan is None) is ends


# ------------------------------------------------------------------ the end


def _gain(**gained: int) -> Scene:
    return lambda made: setattr(made.hero.plan, "gained", gained)


ENDS: tuple[tuple[str, str, Scene, Stop, str], ...] = (
    ("nothing", "wait", lambda made: None, Stop("done"), "Waited 0 turns."),
    (
        "one turn, and why",
        "wait",
        lambda made: setattr(made.hero.plan, "turns", 1),
        Stop("other", text("the fire is out")),
        "Waited 1 turn; stopped: the fire is out.",
    ),
    (
        "an aim that is reached",
        "explore",
        lambda made: setattr(made.hero.plan, "turns", 12),
        Stop("done"),
        "Explored 12 turns: nothing left to explore.",
    ),
    (
        "things and places",
        "explore",
        _gain(things=2, took=1, altar=1),
        Stop("other"),
        "Explored 0 turns: found 2 things, took 1 thing, found an altar.",
    ),
    (
        "a place for which the plan ended",
        "explore",
        _gain(**{"altar": 1, "stairs down": 1}),
        Stop("choice", text("{place:the}", place=Name("stairs down"))),
        "Explored 0 turns: found an altar; stopped: the stairs down.",
    ),
    (
        "what it cost and brought",
        "rest",
        lambda made: (
            setattr(made.hero, "health", 15),
            setattr(made.hero, "energy", 9),
            setattr(made.hero, "experience", 12),
        ),
        Stop("other"),
        "Rested 0 turns: -5 health, -9 energy, +7 experience.",
    ),
    (
        "the slain of a hunt",
        "hunt",
        lambda made: setattr(made.hero.plan, "slain", {"eel": 1, "rat": 3, "the Butler": 1}),
        Stop("other"),
        "Explored 0 turns: slew an eel, 3 × rat, the Butler.",
    ),
    (
        "the slain of another plan are told one by one",
        "explore",
        lambda made: setattr(made.hero.plan, "slain", {"rat": 1}),
        Stop("other"),
        "Explored 0 turns.",
    ),
)


@for_each("row", ENDS, lambda row: row[0])
def test_the_account_of_a_plan_tells_this(row: tuple[str, str, Scene, Stop, str]) -> None:
    _, verb, scene, stop, told = row
    made = ExpertSituation()
    made.hero.experience = 5
    begun(made, verb)
    scene(made)
    plan_runner.end(made.game, made.hero, stop)
    assert str(words_of(made.hero.lines[-1])) == told
    assert made.hero.plan is None
    fact = made.state.events[-1].fact
    assert isinstance(fact, PlanEnded)
    assert (fact.plan, fact.reason) == (verb, stop.reason)


def test_the_counts_of_a_plan_leave_out_what_is_nothing() -> None:
    made = Stage()
    plan = begun(made, "explore")
    made.hero.health -= 2
    plan.gained = {"things": 0, "took": 3}
    assert plan_runner._counts(made.hero, plan) == {"took": 3, "health": -2}


def test_the_square_that_broke_a_plan_is_kept_and_of_others_none() -> None:
    made = Stage()
    begun(made, "wait")
    plan_runner.end(made.game, made.hero, Stop("saw", "", (3, 4)))
    assert made.hero.broken_at == 3 * 60 + 4
    begun(made, "wait")
    plan_runner.end(made.game, made.hero, Stop("done"))
    assert made.hero.broken_at == -1


def test_the_plans_of_those_who_are_gone_end() -> None:
    for field in ("fallen", "escaped"):
        made = Stage()
        begun(made, "wait")
        plan_runner.end_of_the_lost(made.game)
        assert made.hero.plan is not None
        setattr(made.hero, field, True)
        plan_runner.end_of_the_lost(made.game)
        assert made.hero.plan is None
    made = Stage()
    begun(made, "wait")
    made.state.ended = "dead"
    plan_runner.end_of_the_lost(made.game)
    assert made.hero.plan is None
