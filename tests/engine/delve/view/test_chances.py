"""The chances that stand at an action: which, how likely, and in which words."""

from __future__ import annotations

from engine.delve import terrain
from engine.delve.rules.context import square_name
from engine.delve.view import chances
from tests.engine.delve.expert_situations import ExpertSituation, Scene
from tests.engine.delve.stage import Stage
from tests.rows import for_each

Told = list[tuple[str, int, str]]  # of what, per cent, words


def told(made: Stage, line: str) -> Told:
    """Return the chances that stand at an action line."""
    action = made.rules.parse(line, made.state, 0)
    found = chances.chances(made.game, made.hero, action)
    return [(each.of, each.percent, str(each.words)) for each in found]


HITS_JACKAL = ("hit", 90, "Hit 90 %, about 6 of its 26")
JACKAL_HITS = ("hurt", 90, "it hits you 90 %, about 3")
SITUATIONS: tuple[tuple[str, str, Scene, str, Told], ...] = (
    (
        "a blow and what comes back",
        "fighter",
        lambda made: made.put("jackal", 0, 1),
        "move e",
        [HITS_JACKAL, JACKAL_HITS],
    ),
    (
        "a step where nobody stands",
        "fighter",
        lambda made: made.put("jackal", 0, 1),
        "move w",
        [],
    ),
    (
        "a step onto somebody invisible tells nothing of him",
        "fighter",
        lambda made: made.put("rat", 0, 2, statuses={"invisible": 9}),
        "move e",
        [],
    ),
    (
        "a sleeper does not strike back",
        "fighter",
        lambda made: made.put("jackal", 0, 1, asleep=True),
        "move e",
        [HITS_JACKAL],
    ),
    (
        "a confused blow goes where it is meant to in nine cases of sixteen",
        "fighter",
        lambda made: (made.put("jackal", 0, 1), made.ill("confused", 9)),
        "move e",
        [("hit", 51, "Hit 51 %, about 6 of its 26"), JACKAL_HITS],
    ),
    (
        "a plan to fight whoever shoots tells its shots",
        "fighter",
        lambda made: made.put("kobold slinger", 0, 4),
        "fight kobold-slinger",
        [
            ("hit", 90, "Hit 90 %, about 6 of its 33"),
            ("hurt", 75, "it hits you 75 %, about 3"),
        ],
    ),
    (
        "a plan to fight whoever cannot reach the hero yet",
        "fighter",
        lambda made: made.put("jackal", 0, 4),
        "fight jackal",
        [HITS_JACKAL],
    ),
    (
        "a plan to fight all of them",
        "fighter",
        lambda made: (made.put("jackal", 0, 4), made.put("jackal", 0, 1)),
        "fight all",
        [],
    ),
    (
        "a fight with the second of its kind",
        "fighter",
        lambda made: (made.put("jackal", 0, 4), made.put("jackal", 0, 1, asleep=True, health=1)),
        "fight jackal-2",
        [("hit", 90, "Hit 90 %, about 6 of its 3")],
    ),
    (
        "no more is healed than is lost",
        "fighter",
        lambda made: (made.give("potion of great healing"), made.healthy(10, 60)),
        "drink potion-of-great-healing",
        [("work", 100, "Heals 50 of 50 lost")],
    ),
    (
        "a drink before a fight",
        "fighter",
        lambda made: (
            made.give("potion of healing"),
            made.healthy(10, 60),
            made.put("jackal", 0, 1),
        ),
        "drink-then-fight potion-of-healing jackal",
        [("work", 100, "Heals 26 of 50 lost"), HITS_JACKAL, JACKAL_HITS],
    ),
    (
        "a spell before a fight",
        "mage",
        lambda made: (made.know("heal wounds"), made.healthy(10, 60), made.dummy(0, 3)),
        "cast-then-fight heal-wounds blind-worm",
        [
            ("work", 100, "Heals 26 of 50 lost"),
            ("hit", 90, "Hit 90 %, about 3 of its 500"),
        ],
    ),
    (
        "a bandage",
        "fighter",
        lambda made: (made.give("bandage"), made.healthy(10, 60)),
        "use bandage",
        [("work", 100, "Heals 12 of 50 lost")],
    ),
    (
        "a charge strikes with a die more",
        "fighter",
        lambda made: (made.able("charge"), made.put("jackal", 0, 4)),
        "use charge e",
        [("hit", 90, "Hit 90 %, about 12 of its 26")],
    ),
    (
        "a throw",
        "fighter",
        lambda made: (made.give("dart", 2), made.put("jackal", 0, 4)),
        "throw dart e",
        [("hit", 50, "Hit 50 %, about 4 of its 26")],
    ),
    (
        "a throw at the edge of its range",
        "fighter",
        lambda made: (made.give("dart", 2, range=3), made.put("jackal", 0, 3)),
        "throw dart e",
        [("hit", 50, "Hit 50 %, about 4 of its 26")],
    ),
    (
        "a throw that is a square too short",
        "fighter",
        lambda made: (made.give("dart", 2, range=3), made.put("jackal", 0, 4)),
        "throw dart e",
        [("hit", 0, "It falls short")],
    ),
    (
        "a throw at nobody",
        "fighter",
        lambda made: (made.give("dart", 2), made.put("jackal", 0, 4)),
        "throw dart w",
        [],
    ),
    (
        "a throw at the nearest of two in a row",
        "fighter",
        lambda made: (
            made.give("dart", 2),
            made.put("kobold slinger", 0, 4),
            made.put("jackal", 0, 2),
        ),
        "throw dart e",
        [("hit", 50, "Hit 50 %, about 4 of its 26")],
    ),
    (
        "darts one after the other",
        "fighter",
        lambda made: (made.give("dart", 2), made.put("jackal", 0, 4)),
        "volley jackal",
        [("hit", 50, "Hit 50 %, about 4 of its 26")],
    ),
    (
        "a spell that wounds",
        "mage",
        lambda made: made.dummy(0, 3),
        "cast spark e",
        [("work", 100, "Spark 2-16 of its 500, 4 energy")],
    ),
    (
        "a spell that poisons the blood",
        "mage",
        lambda made: (made.know("acid glob"), made.dummy(0, 3)),
        "cast acid-glob e",
        [("work", 100, "Acid glob: acid-burned 1-10 turns, 6 energy")],
    ),
    (
        "a spell that is neither",
        "mage",
        lambda made: (made.know("push"), made.dummy(0, 3)),
        "cast push e",
        [("work", 100, "Push, 4 energy")],
    ),
    (
        "a spell at the edge of its range",
        "mage",
        lambda made: made.dummy(0, 8),
        "cast spark e",
        [("work", 100, "Spark 2-16 of its 500, 4 energy")],
    ),
    (
        "a spell that is a square too short",
        "mage",
        lambda made: made.dummy(0, 9),
        "cast spark e",
        [("work", 0, "It does not reach")],
    ),
    (
        "a spell at nobody",
        "mage",
        lambda made: made.dummy(0, 3),
        "cast spark w",
        [],
    ),
    (
        "a spell of who is confused",
        "mage",
        lambda made: (made.dummy(0, 3), made.ill("confused", 9)),
        "cast spark e",
        [("work", 56, "Spark 2-16 of its 500, 4 energy")],
    ),
    (
        "confusion does not spoil what needs no direction",
        "mage",
        lambda made: (made.know("heal wounds"), made.healthy(59, 60), made.ill("confused", 9)),
        "cast heal-wounds",
        [("work", 100, "Heals 1 of 1 lost")],
    ),
    (
        "a plan to cast at somebody",
        "mage",
        lambda made: made.dummy(0, 3),
        "cast-at spark blind-worm",
        [("work", 100, "Spark 2-16 of its 500, 4 energy")],
    ),
    (
        "a plan to cast at somebody who stands in no line",
        "mage",
        lambda made: made.dummy(1, 3),
        "cast-at spark blind-worm",
        [],
    ),
    (
        "a shock in water comes back",
        "mage",
        lambda made: (
            made.know("shock"),
            *(made.ground(0, dx, terrain.SHALLOW) for dx in range(4)),
            made.dummy(0, 3),
        ),
        "cast shock e",
        [
            ("work", 100, "Shock 2-20 of its 500, 5 energy"),
            ("hurt", 100, "the water carries half of it to you"),
        ],
    ),
    (
        "a spark in water does not",
        "mage",
        lambda made: (
            made.know("freeze"),
            *(made.ground(0, dx, terrain.SHALLOW) for dx in range(4)),
            made.dummy(0, 3),
        ),
        "cast freeze e",
        [("work", 100, "Freeze 2-20 of its 500, 40 % frozen, 6 energy")],
    ),
    (
        "a scroll takes no energy",
        "fighter",
        lambda made: (made.give("scroll of fireball"), made.dummy(0, 3)),
        "read scroll-of-fireball e",
        [("work", 100, "Fireball 2-20 of its 500")],
    ),
    (
        "a die of six against a curse that is all loss",
        "fighter",
        lambda made: (made.know("remove curse"), made.give("dagger", cursed=True, power=-2)),
        "uncurse dagger",
        [("work", 100, "Lift the curse 100 %")],
    ),
    (
        "a die of six against a curse of four points",
        "fighter",
        lambda made: (made.know("remove curse"), made.give("dagger", cursed=True, power=3)),
        "uncurse dagger",
        [("work", 50, "Lift the curse 50 %")],  # by a five, a six or a one
    ),
    (
        "a door that one blow may break",
        "fighter",
        lambda made: (
            made.ground(0, 1, terrain.LOCKED_DOOR),
            made.level.doors.update({made.at(0, 1): 4}),
        ),
        "open e",
        [("open", 71, "Break it 71 %, about 5 of its 4")],
    ),
    (
        "a step against a door, confused",
        "fighter",
        lambda made: (
            made.ground(0, 1, terrain.LOCKED_DOOR),
            made.level.doors.update({made.at(0, 1): 4}),
            made.ill("confused", 9),
        ),
        "move e",
        [("open", 40, "Break it 40 %, about 5 of its 4")],
    ),
    (
        "a door that is not locked",
        "fighter",
        lambda made: made.ground(0, 1, terrain.DOOR),
        "open e",
        [],
    ),
    (
        "a key",
        "fighter",
        lambda made: (made.ground(0, 1, terrain.LOCKED_DOOR), made.give("key")),
        "open e",
        [("open", 100, "The key opens it")],
    ),
    (
        "a key in the hand of who is confused, who walks against the door",
        "fighter",
        lambda made: (
            made.ground(0, 1, terrain.LOCKED_DOOR),
            made.give("key"),
            made.ill("confused", 9),
        ),
        "move e",
        [("open", 56, "The key opens it")],
    ),
    (
        "five turns of searching",
        "fighter",
        lambda made: None,
        "search",
        [("work", 83, "Each hidden thing near 30 % a turn")],
    ),
    (
        "poison that kills",
        "fighter",
        lambda made: (made.ill("poisoned", 30), made.healthy(6, 60)),
        "rest",
        [("end", 100, "Kills in about 2 turns")],
    ),
    (
        "fire that kills as often as not",
        "fighter",
        lambda made: (made.ill("on fire", 3), made.healthy(8, 60)),
        "pause",
        [("end", 50, "May kill you: 50 %")],
    ),
    (
        "fire that kills more often than not",
        "fighter",
        lambda made: (made.ill("on fire", 3), made.healthy(7, 60)),
        "pause",
        [("end", 69, "Kills in about 3 turns")],
    ),
    (
        "three dice of fire that cannot kill",
        "fighter",
        lambda made: (made.ill("on fire", 3), made.healthy(13, 60)),
        "pause",
        [],
    ),
    (
        "poison that does not kill",
        "fighter",
        lambda made: made.ill("poisoned", 2),
        "wait",
        [],
    ),
    (
        "two sleepers in sight",
        "fighter",
        lambda made: (
            made.put("jackal", 0, 4, asleep=True),
            made.put("jackal", 4, 0, asleep=True),
        ),
        "explore",
        [("notice", 19, "Noticed 19 % a turn")],
    ),
    (
        "a friend who sleeps",
        "fighter",
        lambda made: made.put("jackal", 0, 4, asleep=True, side=1),
        "explore",
        [],
    ),
    (
        "whoever is awake has noticed already",
        "fighter",
        lambda made: made.put("jackal", 0, 4),
        "explore",
        [],
    ),
)  # fmt: skip


@for_each("row", SITUATIONS, lambda row: row[0])
def test_the_chances_of_an_action_are_these(row: tuple[str, str, Scene, str, Told]) -> None:
    _, class_name, scene, line, expected = row
    made = ExpertSituation(class_name, "expert")
    scene(made)
    assert told(made, line) == expected


def test_a_plan_to_break_a_door_tells_after_how_many_blows_it_gives() -> None:
    for health, blows in ((1, 1), (5, 1), (6, 2), (15, 3), (16, 4)):
        made = Stage()
        made.ground(0, 1, terrain.LOCKED_DOOR)
        made.level.doors[made.at(0, 1)] = health
        line = f"force {square_name(made.at(0, 1))}"
        assert told(made, line) == [("open", 100, f"About {blows} blows break it")]
    made.give("key")
    assert told(made, line) == [("open", 100, "The key opens it")]


def test_spells_that_somebody_stops_have_no_chance() -> None:
    for away, works in ((4, 0), (5, 100)):
        made = Stage("mage")
        made.put("null", 0, away)
        [(_, percent, _)] = told(made, "cast spark e")
        assert percent == works
    made = Stage("mage")
    made.put("null", 0, 4, asleep=True)
    [(_, percent, _)] = told(made, "cast spark e")
    assert percent == 100


OWN = "hit 90 %, about 6 of its 26"
LINES: tuple[tuple[str, str, int, dict[str, object], str], ...] = (
    ("beside", "jackal", 1, {}, "it hits you 90 %, about 3"),
    ("on its way", "jackal", 12, {}, "it hits you 90 %, about 3"),
    ("asleep", "jackal", 8, {"asleep": True}, "asleep, wakes 10 % a turn"),
    ("asleep, far away", "jackal", 9, {"asleep": True}, ""),
    ("a heavy sleeper", "bone dragon", 8, {"asleep": True}, "asleep, wakes 3 % a turn"),
    ("it can shoot", "kobold slinger", 6, {}, "it shoots you 75 %, about 3"),
    ("too far for its sling", "kobold slinger", 7, {}, "it hits you 90 %, about 6"),
    ("beside its sling is no use", "kobold slinger", 1, {}, "it hits you 90 %, about 6"),
    ("it can breathe", "bone dragon", 6, {}, "it breathes 50 %, about 21"),
    ("too far for its breath", "bone dragon", 7, {}, "it hits you 90 %, about 40"),
    ("beside it bites", "bone dragon", 1, {}, "it hits you 90 %, about 40"),
    ("breath for the energy left", "bone dragon", 3, {"energy": 8}, "it breathes 50 %, about 21"),
    ("no energy for breath", "bone dragon", 3, {"energy": 7}, "it hits you 90 %, about 29"),
    ("it can cast", "spark wisp", 8, {}, "it casts 50 %, about 9"),
    ("too far for its spell", "spark wisp", 9, {}, "it hits you 90 %, about 15"),
    ("a spell for the energy left", "spark wisp", 3, {"energy": 4}, "it casts 50 %, about 9"),
    ("no energy for a spell", "spark wisp", 3, {"energy": 3}, "it hits you 90 %, about 11"),
    ("one of three spells hurts", "goblin shaman", 3, {}, "it casts 17 %, about 11"),
    ("the Warden's fire", "the Warden", 3, {"stage": 0}, "it casts 50 %, about 11"),
    ("the Warden's ice", "the Warden", 3, {"stage": 1}, "it casts 50 %, about 13"),
)


@for_each("row", LINES, lambda row: row[0])
def test_the_line_on_an_opponent_tells_what_it_does_from_where_it_is(
    row: tuple[str, str, int, dict[str, object], str],
) -> None:
    _, kind, away, figures, its = row
    made = Stage()
    made.put(kind, 0, away, **figures)
    lines = [str(line) for line in chances.opponents(made.game, made.hero)]
    assert [line.split("; ")[1] for line in lines] == ([its] if its else [])
    if kind == "jackal" and lines:
        assert lines[0].startswith(f"The jackal: {OWN}; ")


def test_lines_on_opponents_go_from_the_nearest_awake_to_the_farthest_asleep() -> None:
    made = Stage()
    made.put("rat", 0, 2, asleep=True)
    made.put("kobold", 0, 5)
    made.put("mould", 0, 1, asleep=True)
    made.put("jackal", 0, 3)
    lines = [str(line).partition(":")[0] for line in chances.opponents(made.game, made.hero)]
    assert lines == ["The jackal", "The kobold", "The mould", "The rat"]


@for_each(
    "row",
    [
        ("poisoned", 5, 60, "costs about 5"),
        ("on fire", 5, 60, "costs about 12"),
        ("poisoned", 5, 2, "kills in 2 turns"),
        ("on fire", 3, 8, "costs about 7"),  # as likely as not is not enough
        ("confused", 5, 60, "half of your steps stray"),
        ("hasted", 5, 60, ""),
    ],
)
def test_a_status_has_a_note_on_what_it_will_do(row: tuple[str, int, int, str]) -> None:
    status, points, health, note = row
    made = ExpertSituation()
    made.healthy(health, 60)
    made.ill(status, points)
    made.ill("hasted", 5)
    assert str(chances.note(made.game, made.hero, status)) == note
