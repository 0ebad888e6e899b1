"""An offer's words, and what it is: its button, hint, group, intent, target and square."""

from __future__ import annotations

from engine.contract.action import Action, Offer
from engine.delve import terrain
from engine.delve.view import offers
from tests.engine.delve.expert_situations import ExpertSituation, Scene
from tests.rows import for_each


def offer(made: ExpertSituation, line: str) -> Offer:
    """Return the offer of an action line: a whole action, or the menu that leads to it."""
    verb, *args = line.split()
    whole = tuple(args) in offers._whole(made.game, made.hero, verb)
    return offers.offer(made.game, made.hero, Action(verb, tuple(args)), whole=whole)


UNTIL = "Until it falls or flees, health is below {} %, or something new comes"
OFFERS: tuple[tuple[str, Scene, str, tuple[str, str, str, str]], ...] = (
    ("a step", lambda made: None, "move nw", ("Step north-west", "move", "move", "")),
    (
        "a step in a web",
        lambda made: (made.ill("webbed", 1), made.web(20)),
        "move nw",
        ("Cut the web (north-west)", "move", "move", ""),
    ),
    (
        "a blow",
        lambda made: made.put("jackal", 0, 1),
        "move e",
        ("Strike the jackal", "move", "attack", "jackal"),
    ),
    (
        "a friend",
        lambda made: made.put("jackal", 0, 1, side=1),
        "move e",
        ("Pass the jackal", "move", "swap", ""),
    ),
    (
        "a fight",
        lambda made: made.put("jackal", 0, 2),
        "fight jackal",
        ("Fight the jackal", "plan", "attack", "jackal"),
    ),
    (
        "a fight to a limit",
        lambda made: made.put("jackal", 0, 2),
        "fight jackal 30",
        ("Fight the jackal down to 30 %", "plan", "attack", "jackal"),
    ),
    (
        "a fight with all",
        lambda made: (made.put("jackal", 0, 2), made.put("jackal", 0, -2)),
        "fight all 20",
        ("Fight them all down to 20 %", "plan", "attack", "all"),
    ),
    (
        "a fight after a drink",
        lambda made: (made.give("potion of stone"), made.put("rat", 0, 2)),
        "drink-then-fight potion-of-stone rat",
        ("Drink potion of stone, then fight rat", "plan", "heal", "rat"),
    ),
    (
        "a volley",
        lambda made: (made.give("dart"), made.put("jackal", 0, 2)),
        "volley jackal",
        ("Throw at the jackal", "plan", "throw", "jackal"),
    ),
    (
        "a throw at somebody",
        lambda made: (made.give("dart"), made.put("jackal", 0, 2)),
        "throw dart e",
        ("Throw dart (power +4) east", "target", "throw", "jackal"),
    ),
    (
        "a throw at nobody",
        lambda made: (made.give("dart"), made.put("jackal", 0, 2)),
        "throw dart w",
        ("Throw dart (power +4) west", "target", "throw", "dart"),
    ),
    ("a menu", lambda made: made.give("dart"), "throw", ("Throw something", "act", "ask", "")),
    (
        "in a menu",
        lambda made: made.give("dart"),
        "throw dart",
        ("Throw dart (power +4) …", "other", "ask", "dart"),
    ),
    (
        "food",
        lambda made: made.give("bread", 3),
        "eat bread",
        ("Eat bread", "item", "eat", "bread"),
    ),
    (
        "the one thing underfoot",
        lambda made: made.lay("leather cap", 1),
        "get",
        ("Pick up leather cap (defence +1)", "item", "take", ""),
    ),
    ("a way", lambda made: made.ground(0, 5, terrain.ALTAR), "travel altar",
     ("Go to altar", "plan", "travel", "altar")),
    ("out", lambda made: made.ground(0, 0, terrain.STAIRS_UP), "ascend",
     ("Go up", "act", "leave", "")),
)  # fmt: skip


@for_each("row", OFFERS, lambda row: row[0])
def test_a_button_has_these_words_and_does_this_to_whom(
    row: tuple[str, Scene, str, tuple[str, str, str, str]],
) -> None:
    _, scene, line, expected = row
    made = ExpertSituation("fighter", "expert")
    scene(made)
    found = offer(made, line)
    assert (str(found.label), found.group, found.intent, found.target) == expected


@for_each(
    "row",
    [
        ("usual", "fight jackal", UNTIL.format(50)),
        ("careful", "fight jackal", UNTIL.format(75)),
        ("careful", "fight jackal 30", UNTIL.format(30)),
        ("usual", "fight jackal 90", UNTIL.format(90)),
        ("usual", "move e", ""),
        ("usual", "explore", "Stops for what is new, near, or to be decided"),
        ("usual", "wait", "Until something changes, at most 20 turns"),
    ],
)
def test_the_hint_of_a_plan_names_its_own_limits(row: tuple[str, str, str]) -> None:
    caution, line, hint = row
    made = ExpertSituation("fighter", "expert")
    made.hero.caution = caution  # type: ignore[assignment]
    made.put("jackal", 0, 2)
    assert str(offer(made, line).hint) == hint


def test_hints_tell_of_spells_studies_abilities_and_poison() -> None:
    made = ExpertSituation("mage", "expert")
    made.know("spark", "heal wounds")
    made.able("whirl")
    made.give("dagger", known=False)
    made.give("dart")
    made.put("jackal", 0, 1)
    assert str(offer(made, "cast spark e").hint) == "4 energy, fire damage 2-16, range 8"
    assert str(offer(made, "cast heal-wounds").hint) == (
        "14 energy, gives back 26 health. Gives health back."
    )
    assert str(offer(made, "use whirl").hint) == "Strike everyone beside you."
    study = offer(made, "inspect dagger")
    assert str(study.hint) == ("A turn and 6 energy to learn its figures, and whether it is cursed")
    known = offer(made, "inspect dart")
    assert (study.free, known.free, str(known.hint)) == (False, True, "")
    made.level.monsters.clear()
    made.ill("poisoned", 3)
    assert str(offer(made, "rest").hint) == (
        "The poison takes 3 of your 18 health and does not kill"
    )


def test_what_cannot_be_undone_and_what_takes_no_time_says_so() -> None:
    made = ExpertSituation("fighter", "expert")
    for code, line, irreversible, free in (
        (terrain.STAIRS_UP, "ascend", True, False),
        (terrain.ALTAR, "pray", True, False),
        (terrain.FLOOR, "pause", False, False),
        (terrain.FLOOR, "caution bold", False, True),
        (terrain.FLOOR, "look e", False, True),
        (terrain.FLOOR, "look", False, True),
    ):
        made.ground(0, 0, code)
        found = offer(made, line)
        assert (found.irreversible, found.free) == (irreversible, free), line
    made.level.depth = made.hero.depth = 2
    made.state.levels = {2: made.level}
    made.ground(0, 0, terrain.STAIRS_UP)
    up = offer(made, "ascend")
    assert not up.irreversible
    assert up.intent != "leave"


def test_an_aimed_offer_has_its_square_and_exploring_its_way() -> None:
    made = ExpertSituation("fighter", "expert")
    y, x = divmod(made.hero.at, 60)
    assert offer(made, "move ne").at == (y - 1, x + 1)
    assert offer(made, "pause").at is None
    explore = offer(made, "explore")
    assert explore.path
    assert max(abs(explore.path[0][0] - y), abs(explore.path[0][1] - x)) == 1
    assert offer(made, "pause").path == ()
    made.open_menu("look")
    assert offer(made, "explore").path == ()


def test_blows_at_the_weakest_come_first_and_things_underfoot_while_nobody_is_beside() -> None:
    made = ExpertSituation("fighter", "expert")
    made.lay("dart", 2)
    strong, weak = made.put("kobold", 0, 1), made.put("jackal", 0, -1)
    strong.health, weak.health = 9, 8
    made.look()
    fitting = [str(each) for each in offers._fitting(made.game, made.hero)]
    assert fitting == ["move w", "move e"]
    made.level.monsters.clear()
    made.look()
    alone = ExpertSituation("fighter", "expert")
    alone.lay("dart", 2)
    assert [str(each) for each in offers._fitting(alone.game, alone.hero)] == ["get"]


def test_only_the_directions_in_which_an_enemy_stands_are_offered_for_aiming() -> None:
    made = ExpertSituation("fighter", "expert")
    made.give("dart")
    made.put("jackal", 0, 3)
    made.put("rat", 0, 5)
    made.put("rat", 2, 3)
    assert offers._lines(made.game, made.hero) == {"e": 3}
    aimed = offers._aimed(
        made.game, made.hero, "throw", [("dart", "e"), ("dart", "w"), ("bread",), ("a", "b")]
    )
    assert [each.args for each in aimed] == [("dart", "e"), ("bread",), ("a", "b")]


def test_a_way_up_is_offered_to_who_bears_the_heart_and_else_in_the_menu_alone() -> None:
    made = ExpertSituation("fighter", "expert")
    made.ground(0, 5, terrain.STAIRS_UP)
    made.ground(0, -5, terrain.ALTAR)
    made.ground(5, 0, terrain.STALL)

    def travels() -> list[str]:
        return [str(each) for each in offers._whole_or_menu(made.game, made.hero, "travel")]

    assert travels() == ["travel altar", "travel stall", "travel"]
    made.give("Heart of the Delve")
    assert travels() == ["travel stairs-up", "travel altar", "travel stall", "travel"]


def test_one_thing_underfoot_is_taken_as_it_is_and_of_several_each_is_offered() -> None:
    made = ExpertSituation("fighter", "expert")
    made.lay("dart", 2)
    found = [str(each) for each in offers._whole_or_menu(made.game, made.hero, "get")]
    assert found[0] == "get"
    assert "get dart" not in found
    made.give("bread")
    made.level.items[made.hero.at].append(made.hero.pack.pop())
    found = [str(each) for each in offers._whole_or_menu(made.game, made.hero, "get")]
    assert {"get", "get dart", "get bread"} <= set(found)
