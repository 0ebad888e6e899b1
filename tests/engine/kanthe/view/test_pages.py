"""Pages of a game: the hero, who is here, the sheets, the roll of raiders; and chances in words."""

from __future__ import annotations

import pytest

from engine.common.plans import Stop, Terms, account
from engine.contract.action import Action
from engine.contract.facts import CreatureRef, PlanEnded
from engine.contract.texts import text
from engine.kanthe.commands import plan_lines
from engine.kanthe.commands.plan_run import PlanRun, pressing
from engine.kanthe.encounters import odds
from engine.kanthe.encounters.pools import hero_pool
from engine.kanthe.rules.names import item_name
from engine.kanthe.state import (
    Approach,
    ArcaneEffect,
    ChooseStairs,
    Conflict,
    FaceHazard,
    FallenHero,
    KantheItem,
    KantheState,
    Modified,
    Nature,
    ShareTreasure,
)
from engine.kanthe.view import arcane_sheet, pages
from engine.kanthe.view.pages import make_pages
from tests.engine.kanthe.stage import (
    add_hazard,
    add_opponent,
    begun,
    game_of,
    give,
    in_room,
    new_game,
    start_conflict,
)

RED, SNAKES, FIRE = 0, 7, 3


def page(state: KantheState, name: str) -> list[str]:
    """Return the lines of a page."""
    found = next(each for each in make_pages(game_of(state)) if each.name == name)
    return str(found.text).split("\n")


# ---------------------------------------------------------------- the hero


def test_the_hero_is_told_with_wounds_coins_and_what_he_carries():
    state = begun()
    hero = state.hero
    hero.wounds, hero.coins, hero.boost = 1, 3, 1
    hero.potions = [ArcaneEffect(1, FIRE)]
    hero.items.append(KantheItem(90, "Sword", 1, ("fight", "force")))
    hero.items[0].ticked = False
    ally = add_opponent(state, "slave", 2, wounds=1)
    hero.allies.append(ally)
    found = page(state, "Hero")
    assert found[:2] == ["Odda: Challenge 5, 1 wound, 3 coins.", "Wounds that kill: 6."]
    assert "Leather Armour: 1 die to fight and evade" in found
    assert "1 spare item of the same names." in found
    assert f"Drunk: {game_of(state).effect_name(hero.potions[0])}." in found
    assert "1 die more in the next throw." in found
    assert "Ally: slave, strength 2, 1 wound." in found


def test_a_thing_that_is_left_out_of_throws_is_told_so():
    state = begun()
    state.hero.items[0].ticked = False
    assert any(line.endswith("left out of throws") for line in page(state, "Hero"))


@pytest.mark.parametrize("known", ["", "effect", "struck"])
def test_an_arcane_thing_is_told_by_what_is_known_of_it(known):
    state = begun()
    item = give(state, "ring", RED, SNAKES)
    item.worn = True
    if known == "effect":
        state.arcane.essences.firsts[FIRE] = state.domain.words["colours"][RED]
        state.arcane.actions.seconds[1] = state.domain.words["motifs"][SNAKES]
    elif known == "struck":
        state.arcane.struck.append("red snakes")
    game = game_of(state)
    words = {
        "": "not known",
        "effect": str(game.effect_name(ArcaneEffect(1, FIRE))),
        "struck": "does nothing",
    }[known]
    assert str(pages.describe_item(game, item)) == f"Red snakes ring: {words}, worn"


def test_before_the_game_the_kit_is_shown_and_nobody_is_here():
    state = new_game()
    names = [each.name for each in make_pages(game_of(state))]
    assert "Who is here" not in names
    assert any(line.startswith("Sword: ") for line in page(state, "Hero"))
    assert page(state, "Keep the sheets")[0].startswith("Fill in the sheets first")
    kept = page(begun(), "Keep the sheets")
    assert kept[0].startswith("/library keep")
    assert kept[-1].startswith("restore kanthe-sheets; name=")


# ---------------------------------------------------------------- who is here


def test_an_opponent_is_told_with_all_that_is_known():
    state = begun()
    in_room(state)
    who = add_opponent(state, "priest", 3, wounds=2, social=1, nature=Nature(FIRE, 4))
    who.things = [KantheItem(9, "Axe", 2, ("fight", "force"))]
    game = game_of(state)
    limit = state.difficulty + 1
    told = str(pages.describe_opponent(game, who.id))
    assert told.startswith(
        f"Priest (priest-1): strength 3, wounds 2 of {limit}, persuaded 1 of {limit}, weak against "
    )
    assert told.endswith("carries Axe 2.")
    who.attacks = False
    assert "does not attack" in str(pages.describe_opponent(game, who.id))
    who.attacks, who.peaceful = True, True
    assert "does not attack" in str(pages.describe_opponent(game, who.id))
    who.status, who.searched, who.prayed = "befriended", True, True
    told = str(pages.describe_opponent(game, who.id))
    assert "does not attack" not in told
    assert "befriended" in told
    assert told.endswith("searched, has prayed, carries Axe 2.")


def test_who_is_here_are_those_of_the_place_its_corridors_and_the_place_ahead():
    state = begun()
    in_room(state)
    assert page(state, "Who is here") == ["Nobody is here."]
    way = state.here.passages[-1]
    for place in ({"node": state.node}, {"node": -1, "passage": way.id}, {"node": 3}):
        add_opponent(state, "warrior", **place)
    assert len(page(state, "Who is here")) == 2
    state.passage = way.id  # where the hero is
    assert len(page(state, "Who is here")) == 2
    state.question = Approach(3)
    assert len(page(state, "Who is here")) == 3


# ---------------------------------------------------------------- the sheets


def test_the_domain_is_told_by_its_size_words_and_arcane_features():
    state = begun()
    domain = state.domain
    domain.name, domain.theme = "Vhen Adar", "cold halls"
    domain.levels, domain.sections, domain.rooms = 2, 1, 1
    domain.modified[0] = Modified(4, 8)
    domain.arcane_features = [None] * 9 + [ArcaneEffect(1, FIRE)]
    found = page(state, "Domain sheet")
    assert found[:2] == [
        "Vhen Adar: cold halls",
        "The ruins and 2 levels; at most 1 section a level; 1 map die an area.",
    ]
    assert any(line.startswith("Modified beasts: 0 wolf with horns, 1 ") for line in found)
    effect = game_of(state).effect_name(ArcaneEffect(1, FIRE))
    assert found[-1] == f"Feature 9 is arcane: {effect}."
    domain.ruins = False
    assert page(state, "Domain sheet")[1].startswith("2 levels; at most ")
    blank = page(new_game(), "Domain sheet")
    assert "Colours: not filled in." in blank
    assert "Modified beasts: not thrown." in blank


def test_levels_are_told_with_difficulty_rooms_and_creatures():
    state = new_game(length="half-hour")
    assert page(state, "Level sheets")[0] == ("The ruins: no theme; Difficulty 5; not filled in.")
    sheet = state.sheets[1]
    sheet.theme, sheet.main, sheet.alternate, sheet.rooms = "damp halls", "Owls", "Moles", 1
    assert page(state, "Level sheets")[1] == (
        "Level 1: damp halls; Difficulty 6, 1 map die an area; Owls and Moles."
    )


def test_the_roll_of_raiders_comes_before_the_chronicle_of_forty_lines():
    state = begun()
    state.fallen = [FallenHero("Ulf", "dead", 3, 0), FallenHero("Ida", "left", 1, 2)]
    state.chronicle = [f"line {n}" for n in range(41)]
    found = page(state, "Chronicle")
    assert found[:2] == [
        "Raider: Ulf, dead, the ruins, 3 coins.", "Raider: Ida, came out alive, level 2, 1 coin.",
    ]  # fmt: skip
    assert found[2:] == [f"line {n}" for n in range(1, 41)]
    state.fallen, state.chronicle = [], []
    assert page(state, "Chronicle") == ["Nothing has happened yet."]


def test_the_arcane_sheet_has_letters_words_and_what_was_discovered():
    state = begun()
    essences = state.arcane.essences
    essences.letters[FIRE], essences.firsts[FIRE] = "J", "Red"
    essences.checked[4] = "BK"
    essences.seconds[5] = "Horns"
    state.arcane.discovered, state.arcane.struck = ["red snakes", "blue eye"], ["blue eye"]
    found = page(state, "Arcane sheet")
    assert found[1 + FIRE] == "3 Fire: Jorya, Red, -"
    assert found[1 + 4] == "4 Wood: _ulya (·DJ·PTVZ), -, -"
    assert found[1 + 5] == "5 Metal: _amya (BDJKPTVZ), -, Horns"
    assert found[-1] == "Discovered: red snakes, blue eye (nothing)."
    [section] = arcane_sheet.known_rows(game_of(state))
    [table] = section.tables
    assert len(table.rows) == 2  # without the one of which letters are checked off alone
    essences.letters[FIRE], essences.firsts[FIRE], essences.seconds[5] = "", "", ""
    assert list(arcane_sheet.known_rows(game_of(state))) == []


def test_the_last_twenty_phrases_stand_beside_the_sheet_ten_a_half():
    state = begun()
    [section] = arcane_sheet.arcane_sections(game_of(state))
    assert [len(table.heads) for table in section.tables] == [5, 5]
    state.arcane.discovered = [f"p{n}" for n in range(21)]
    state.arcane.struck = ["p2"]
    [section] = arcane_sheet.arcane_sections(game_of(state))
    items = [[str(row[-1].words) for row in table.rows] for table in section.tables]
    assert items == [[f"p{n}" for n in range(1, 11)], [f"p{n}" for n in range(11, 21)]]
    state.arcane.discovered = ["p1"]
    [section] = arcane_sheet.arcane_sections(game_of(state))
    assert [len(table.heads) for table in section.tables] == [6, 5]


# ---------------------------------------------------------------- chances


@pytest.mark.parametrize(("percent", "least"), [(1, 1), (50, 3), (51, 4), (100, 6), (17, 2)])
def test_the_least_health_is_not_below_its_percentage(percent, least):
    assert odds.least_health(begun(), percent) == least


def test_health_and_need_are_what_is_left():
    state = begun()
    game = game_of(state)
    who = add_opponent(state, "warrior", wounds=2, social=4)
    limit = state.difficulty + 1
    assert odds.need_of(game, who, "fight") == limit - 2
    assert odds.need_of(game, who, "persuade") == limit - 4
    who.wounds = limit + 3
    assert odds.need_of(game, who, "fight") == 1
    state.hero.wounds = 9
    assert odds.health_of(state) == 0


def test_ghosts_feel_no_mundane_dice():
    state = begun()
    in_room(state)
    game = game_of(state)
    pool = hero_pool(game, "fight")
    warrior, ghost = add_opponent(state, "warrior"), add_opponent(state, "ghost")
    assert odds.felt_dice(game, pool, warrior) == 7
    assert odds.felt_dice(game, pool, ghost) == 5


def test_more_than_dice_decide_against_several_with_tools_and_allies():
    state = begun()
    in_room(state)
    game = game_of(state)
    conflict = start_conflict(state, add_opponent(state, "warrior", 2))
    assert odds.duel_outlook(game, conflict, "fight") is not None
    assert odds.flight_outlook(game, conflict, 50) is not None
    conflict.turned = 2
    assert odds.duel_outlook(game, conflict, "fight") is None
    assert odds.flight_outlook(game, conflict, 50) is None
    conflict.turned, conflict.tool = 0, "statue"
    assert odds.duel_outlook(game, conflict, "fight") is None
    conflict.tool = ""
    conflict.opponents.append(add_opponent(state, "warrior", 2).id)
    assert odds.duel_outlook(game, conflict, "fight") is None
    lines = [str(line) for line in odds.odds_lines(game, conflict)]
    assert len(lines) == 2
    assert all("together they hit you" in line for line in lines)


def test_who_does_not_attack_costs_arguments_and_no_health():
    state = begun()
    in_room(state)
    state.hero.wounds = 4
    game = game_of(state)
    conflict = start_conflict(state, add_opponent(state, "slave", 2, attacks=False))
    conflict.social = 1
    assert odds._endurance(game, conflict, "persuade") == 5
    assert odds._endurance(game, conflict, "fight") == 2
    told = [str(each.words) for each in odds.duel_chances(game, conflict, "persuade", 50)]
    assert told[0].startswith("It becomes a friend ")
    assert told[1].startswith("no arguments left ")


@pytest.mark.parametrize(
    ("degree", "told"), [(2, "Opens 16 % a try"), (6, "Opens never: too few dice")]
)
def test_a_try_that_can_never_succeed_is_told_so(degree, told):
    state = begun()  # who forces with six dice
    [chance] = odds.force_chances(game_of(state), degree)
    assert str(chance.words) == told
    hazard = add_hazard(state, "blocked", degree)
    kinds = [chance.of for chance in odds.clear_chances(game_of(state), hazard)]
    assert kinds == (["open", "work"] if degree == 2 else ["work"])


# ---------------------------------------------------------------- plans


@pytest.mark.parametrize(
    ("line", "aim"),
    [
        ("explore", ()),
        ("explore bold:5", ()),
        ("explore now", None),
        ("fight", None),
        ("fight warrior-1", ("warrior-1",)),
        ("fight warrior-1 30 careful", ("warrior-1",)),
        ("fight warrior-1 99", ("warrior-1",)),
        ("fight warrior-1 100", None),
        ("fight warrior-1 0", None),
        ("force n 30", None),
        ("walk n", None),
    ],
)
def test_a_plan_names_its_aim_and_a_fight_may_name_health(line, aim):
    verb, *args = line.split()
    assert plan_lines.aim_of(Action(verb, tuple(args))) == aim


@pytest.mark.parametrize(("turns", "short"), [(0, "bold:1"), (3, "bold:3"), (9, "bold:5")])
def test_a_plan_is_shortened_and_never_made_longer(turns, short):
    found = plan_lines.shorten(Action("explore", ("bold:5",)), turns)
    assert found == Action("explore", (short,))
    assert plan_lines.shorten(Action("walk", ("n",)), turns) is None


def test_what_presses_is_told_by_what_it_is():
    state = begun()
    in_room(state)
    game = game_of(state)
    assert list(pressing(game)) == []
    warrior = add_opponent(state, "warrior", node=3)
    state.question = Approach(3)
    [stop] = pressing(game)
    assert (stop.reason, stop.by) == ("saw", CreatureRef("warrior", warrior.id))
    assert str(stop.why).startswith("a warrior in ")
    state.question = FaceHazard(add_hazard(state, "pit", 2).id)
    [stop] = pressing(game)
    assert (stop.reason, str(stop.why)) == ("question", "a pit, strength 2")
    for question, reason in ((ShareTreasure([1], [2]), "found"), (ChooseStairs(), "question")):
        state.question = question
        assert [stop.reason for stop in pressing(game)] == [reason]
    state.question, state.conflict = None, Conflict([warrior.id])
    assert [(stop.reason, str(stop.why)) for stop in pressing(game)] == [("attacked", "a warrior")]
    state.result = "dead"
    assert [(stop.reason, str(stop.why)) for stop in pressing(game)] == [
        ("over", "the delve is over")
    ]


def test_a_plan_ends_after_its_most_turns_and_tells_what_it_cost():
    state = begun()
    game = game_of(state)
    run = PlanRun(game, "explore", Terms("bold", 2))
    assert run.count([]) is None
    stop = run.count([])
    assert stop is not None
    assert stop.reason == "at most"
    state.hero.wounds = 1
    run.end(text("Explored"), [], stop, rooms=2, doors=0)
    fact = PlanEnded("explore", "at most", 2, None, {"rooms": 2, "health": -1})
    assert game.events[-1].fact == fact
    assert "1 wound" in str(game.events[-1].text)


def test_a_plan_stops_when_health_falls_below_its_limit():
    state = begun()
    in_room(state)
    run = PlanRun(game_of(state), "explore", Terms("usual"))
    assert run.look() is None
    state.hero.wounds = 5
    stop = run.look()
    assert stop is not None
    assert run.turns == 2
    state.question = ChooseStairs()
    assert run.look(facing=True) != Stop("question", text("there is something to choose"))
    assert str(account(text("Done"), [], stop)).startswith("Done; stopped: ")


def test_a_spare_thing_is_called_by_its_rating():
    game = game_of(begun())
    names = [str(item_name(game, KantheItem(9, "Axe", rating))) for rating in (1, 2)]
    assert names == ["Axe", "Axe 2"]
