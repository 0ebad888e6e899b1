"""The Game Master's desk: suggestions, corrections, values to choose from."""

from __future__ import annotations

import pytest

from engine.common import slugs
from engine.contract.action import GM
from engine.silg.gm import corrections, hero_commands, monster_commands
from engine.silg.state import DeclaredAction
from tests.engine.silg.stage import RULES, Evening
from tests.rolled import dice_for

ROOM = "/".join(["#" * 16, *["#" + "." * 14 + "#"] * 6, "#" * 16])


@pytest.fixture
def evening() -> Evening:
    """Return a game whose orcs the Game Master runs; one of them is due."""
    evening = Evening("Ann", "Bob", clock="bot")
    for seat in (0, 1):
        evening.say("quick", seat)
    for line in (f"draw {ROOM}", "begin", "spawn 2 orc scout near party alert", "run monsters gm"):
        evening.say(line)
    evening.say("clock start")
    while RULES.turn(evening.state).waiting != (GM,):
        for seat in RULES.turn(evening.state).waiting:
            evening.say("wait", seat)
    return evening


def declared(evening: Evening) -> list[DeclaredAction]:
    return [f.deed for f in evening.state.fighters if f.key[0] == "c" and f.deed]


def verbs_offered(evening: Evening) -> list[str]:
    return list(dict.fromkeys(offer.action.verb for offer in RULES.legal(evening.state, GM)))


def test_accepting_does_what_the_desk_says_the_monster_would_do(evening: Evening):
    facts = {str(name): str(value) for name, value in RULES.view(evening.state, GM).facts}
    accept = next(o for o in RULES.legal(evening.state, GM) if o.action.verb == "accept")
    deed = str(accept.label).removeprefix("Accept: ")
    assert deed in facts["You declare for"]
    evening.say("accept")
    assert [each.line.split()[0] for each in declared(evening)] == [deed.split()[0]]


def test_the_desk_begins_with_what_is_to_be_decided(evening: Evening):
    assert verbs_offered(evening)[:4] == ["accept", "next", "delay", "declare"]


def test_a_monster_that_is_put_off_decides_later_and_no_turn_begins(evening: Evening):
    before, turn = evening.state.clock, RULES.turn(evening.state).id
    handle = next(o for o in RULES.legal(evening.state, GM) if o.action.verb == "delay").target
    evening.say(f"delay {handle} 0.5")
    assert not declared(evening)
    assert RULES.turn(evening.state).id == turn
    evening.say("accept")
    assert RULES.turn(evening.state).waiting == (GM,)
    assert evening.state.clock == before + 1


@pytest.mark.parametrize("kind", ["orc-scout", "wolf"])
def test_one_press_lets_all_own_monsters_go_on_until_heroes_are_due(kind: str):
    evening = Evening("Ann", "Bob")
    for seat in (0, 1):
        evening.say("quick", seat)
    spawned = f"spawn 3 {kind} near party alert"
    for line in (f"draw {ROOM}", "begin", spawned, "run monsters gm", "clock start"):
        evening.say(line)
    for _ in range(5):
        for seat in RULES.turn(evening.state).waiting:
            if seat != GM:
                evening.say("wait", seat)
        if RULES.turn(evening.state).waiting == (GM,):
            evening.say("next")
        assert GM not in RULES.turn(evening.state).waiting
        evening.say("heal heroes")


def test_a_monster_with_a_standing_order_asks_nobody_until_it_is_over(evening: Evening):
    handle = next(o for o in RULES.legal(evening.state, GM) if o.action.verb == "orders").target
    evening.say(f"orders {handle} attack ann")
    creature = evening.creature(handle)
    key = f"c{creature.slot}"
    for _ in range(8):
        while RULES.turn(evening.state).waiting == (GM,):
            asked = next(o for o in RULES.legal(evening.state, GM) if o.action.verb == "accept")
            assert handle not in str(asked.hint)
            evening.say("accept")
        evening.say("heal heroes")
        for seat in RULES.turn(evening.state).waiting:
            evening.say("wait", seat)
        if evening.game.fighter(key).deed.line == "attack 0":
            break
    assert evening.game.fighter(key).deed.line == "attack 0"
    assert any("attack Ann until" in str(page.text) for page in RULES.pages(evening.state, GM))
    told = evening.say("leave ann")
    for _ in range(6):
        for seat in RULES.turn(evening.state).waiting:
            told += evening.say("next") if seat == GM else evening.say("wait", seat)
    assert sum("You decide again" in line for line in told) == 1
    assert key not in evening.state.desk.orders
    assert evening.refused(f"orders {handle} step E5").startswith("A standing order is")


def test_a_suggestion_that_became_impossible_is_not_offered(evening: Evening):
    handle = next(o for o in RULES.legal(evening.state, GM) if o.action.verb == "delay").target
    evening.say(f"place {handle} N6")
    line = next(f.suggested for f in evening.state.fighters if f.suggested)
    if line != "wait" and not line.startswith("power"):
        assert "accept" not in verbs_offered(evening)
    evening.say("next")


def test_every_figure_can_be_set_of_somebody(evening: Evening):
    places = {"light": ("E5", "off"), "terrain": ("E5", "pit"), "speed": ("orc-scout", "3")}
    for figure in corrections.FIGURES:
        usual = {"health": "9", "states": "stun 3"}.get(figure, "3")
        whom, value = places.get(figure, ("ann", usual))
        assert evening.say(f"set {whom} {figure} {value}")


def test_evasion_health_and_speed_of_a_creature_are_as_they_were_set(evening: Evening):
    for figure, value in (("health", 2), ("evasion", 12), ("speed", 4), ("slow", 5), ("die", 19)):
        evening.say(f"set orc-scout {figure} {value}")
    game = evening.game
    for creature in game.creatures:
        race, key = game.data.monsters[creature.race], f"c{creature.slot}"
        assert (creature.health, creature.slowed) == (2, 5)
        assert race.evasion + game.state.desk.evasion[key] == 12
        assert evening.state.fighters[0].die
        fighter = game.fighter(key)
        assert fighter is not None
        assert fighter.die == 19
    assert evening.refused("set orc-scout charm 3")
    assert evening.refused("set ann speed 3")
    assert evening.refused("set ann health 0")


def test_a_form_shows_what_is_and_sets_what_was_changed(evening: Evening):
    evening.say("set ann stun 7")
    for target in ("ann", "orc-scout-1"):
        fields = RULES.form(evening.state, GM, "set", target)
        assert 1 <= len(fields) <= 5
        for field in fields:  # nothing is changed by what stands there
            before = [each.value for each in fields]
            evening.say(f"set {target} {field.name} {field.value}")
            assert [each.value for each in RULES.form(evening.state, GM, "set", target)] == before
    evening.say("set ann health 3, states slow 4, die 20")
    values = {field.name: field.value for field in RULES.form(evening.state, GM, "set", "ann")}
    assert (values["health"], values["states"]) == ("3", "slow 4")
    assert values["die"] == "20"
    evening.say("set ann states none")
    evening.say("set orc-scout-1 speed 4, states stun 5")
    values = {
        field.name: field.value for field in RULES.form(evening.state, GM, "set", "orc-scout-1")
    }
    assert (values["speed"], values["states"]) == ("4", "stun 5")
    assert not any(evening.state.sil.heroes[0].timers.left(state) for state in corrections.STATES)
    assert evening.refused("set ann health 3, die 40").startswith("“40” is no number")
    assert evening.refused("set ann states stun").startswith("States read like")
    square = RULES.form(evening.state, GM, "set", "")
    assert {field.name for field in square} == {"", "light", "terrain"}
    assert len(max((field.choices for field in square), key=len)) <= 25
    assert not RULES.form(evening.state, 0, "set", "ann")


def test_a_state_that_is_no_more_and_is_to_be_none_is_left_alone(evening: Evening):
    assert evening.say("set ann states slow 0") == []
    assert evening.say("set orc-scout-1 states stun 0, states none") == []


def test_nothing_lies_in_rock(evening: Evening):
    evening.say("terrain E5 rock")
    assert "solid" in evening.refused("loot E5 longsword")


def test_notes_are_drawn_on_the_map_of_the_game_master_alone(evening: Evening):
    evening.say("note E5 A lever")
    marks = {seat: RULES.view(evening.state, seat).map for seat in (GM, 0, None)}
    letters = {seat: [m.text for m in board.marks if m.kind == "letter"] if board else []
               for seat, board in marks.items()}  # fmt: skip
    assert letters == {GM: ["a"], 0: [], None: []}


def test_all_of_the_data_can_be_chosen_and_is_understood(evening: Evening):
    game = evening.game
    items = RULES.completions(evening.state, GM, "award", "item")
    monsters = RULES.completions(evening.state, GM, "spawn", "what")
    assert min(len(items), len(monsters)) > 100
    assert {slugs.slug(game.data.monsters[each.race.serial].name) for each in (
        monster_commands.read_spawn(game, value) for value in monsters
    )} == {value.split()[0] for value in monsters}  # fmt: skip
    for value in items[::7]:
        assert hero_commands.make_item(RULES.game(evening.state, dice_for(value)), value).kind
    assert not RULES.completions(evening.state, 0, "award", "item")


def test_the_health_of_others_is_a_word(evening: Evening):
    for each in RULES.view(evening.state, 0).characters:
        assert bool(each.bars[0].word) == (each.seat != 0)
    shown = {str(each.bars[0].word) for each in RULES.view(evening.state, None).characters}
    assert shown == {"unhurt"}
