"""Heroes in the Game Master's hand: harm and healing, states, goods, experience, leaving play
(rules: silg 3)."""

from __future__ import annotations

import pytest

from engine.contract.action import GM
from engine.contract.facts import Died, Healed, Hurt, SeatRef, StatusBegan, Took
from engine.sil.game.state import Slot
from engine.silg.combat import standing_defence
from engine.silg.gm import hero_commands
from tests.engine.silg.situations import ROOMS
from tests.engine.silg.stage import RULES, Evening, foe, load, table, wear
from tests.rolled import dice_for

pytestmark = pytest.mark.covers("spec-silg-table: 3. What the GM can do")


def facts(evening: Evening, line: str) -> list[object]:
    """Do a line of the Game Master's; return the facts that were told."""
    action = RULES.parse(line, evening.state, GM)
    events = RULES.apply(evening.state, GM, action, dice_for(RULES.dump(evening.state)))
    return [event.fact for event in events if event.fact is not None]


# ---------------------------------------------------------------- harm


def test_harm_has_its_bounds(evening):
    for wrong in ("0", "1000", "some"):
        assert evening.refused(f"hurt ann {wrong}").startswith(f"“{wrong}” is no number from 1")
    hero = evening.state.sil.heroes[0]
    whole = hero.health
    assert facts(evening, "hurt ann 1") == [Hurt(SeatRef(0), 1, "status")]
    assert hero.health == whole - 1


def test_armour_keeps_off_harm_only_where_it_is_said_to():
    game = table("Ann", "Bob")
    wear(game, 0, Slot.BODY, "Mail Corslet")
    load(game, otherwise=3)  # armour is rolled alike each time
    kept = standing_defence.standing(game, standing_defence.entered(game, "h0"))
    assert kept > 0
    game.state.fighters = []
    whole = game.hero(0).health
    harm = hero_commands.COMMANDS[0].do
    harm(game, ("ann", "9"))
    assert game.hero(0).health == whole - 9
    harm(game, ("ann", str(kept + 2), "armour"))
    assert game.hero(0).health == whole - 11
    harm(game, ("ann", str(kept), "armour"))
    assert game.hero(0).health == whole - 11
    assert game.state.fighters == []  # nobody is on the clock, which stands


def test_a_monster_that_is_harmed_loses_health_and_dies_of_all_of_it(evening):
    evening.say("spawn orc scout at H4 alert; spawn orc scout at I4 alert")
    orc, other = evening.game.creatures
    before = orc.health, other.health
    told = evening.say("hurt orc-scout-1 1")
    assert told == ["Orc scout 1 takes 1 damage."]
    assert (orc.health, other.health) == (before[0] - 1, before[1])
    told = evening.say("hurt orc-scout-1 999")
    assert told[:2] == ["Orc scout 1 takes 999 damage.", "Orc scout 1 is slain."]
    assert len(evening.game.creatures) == 1


def test_harm_to_whom_nobody_sees_is_told_to_the_game_master_alone():
    game = table("Ann", rows=ROOMS)
    hidden = foe(game, "Orc scout", 1, 12)
    for amount in (1, 999):
        game.events.clear()
        hero_commands.harm(game, f"c{hidden.slot}", amount)
        assert game.events
        assert all((event.audience, event.fact) == ((GM,), None) for event in game.events)


def test_who_sees_a_monster_die_hears_of_it_as_a_fact(evening):
    evening.say("spawn orc scout at H4 alert")
    assert any(isinstance(fact, Died) for fact in facts(evening, "hurt orc-scout 999"))


def test_the_game_is_lost_when_the_last_of_the_party_is_slain(evening):
    evening.say("hurt ann 999")
    assert evening.state.stage != "over"
    evening.say("hurt bob 999")
    assert evening.game.heroes == []
    assert evening.state.stage == "over"


# ---------------------------------------------------------------- healing and states


def test_healing_goes_up_to_the_whole_and_tells_how_much_it_was(evening):
    hero = evening.state.sil.heroes[0]
    whole = hero.derived.max_health
    evening.say("hurt ann 9")
    assert facts(evening, "heal ann 4") == [Healed(SeatRef(0), 4)]
    assert hero.health == whole - 5
    assert facts(evening, "heal ann 6") == [Healed(SeatRef(0), 5)]
    assert hero.health == whole
    evening.say("spawn orc scout at H4 alert")
    orc = evening.creature("orc-scout-1")
    evening.say("hurt orc-scout 5; heal orc-scout 3")
    assert orc.health == orc.max_health - 2
    evening.say("heal orc-scout")
    assert orc.health == orc.max_health


def test_health_is_offered_to_who_lacks_some_of_it(evening):
    evening.say("spawn orc scout at H4 alert")
    assert evening.offered("heal") == []
    evening.say("hurt bob 1; hurt orc-scout 1")
    assert evening.offered("heal") == ["heal bob", "heal orc-scout-1"]
    assert evening.offered("hurt") == ["hurt ann 1", "hurt bob 1", "hurt orc-scout-1 1"]


@pytest.mark.parametrize("rounds", ["1", "500"])
def test_a_state_lasts_the_rounds_that_are_said(evening, rounds):
    hero = evening.state.sil.heroes[0]
    evening.say(f"afflict ann slow {rounds}")
    assert hero.timers.left("slow") == int(rounds)


def test_a_state_that_is_none_or_lasts_too_long_is_refused(evening):
    for wrong in ("0", "501"):
        assert "is no number from 1 to 500" in evening.refused(f"afflict ann slow {wrong}")
    assert evening.refused("afflict ann joy 5").startswith("States are ")
    assert facts(evening, "afflict ann poison 6")[-1] == StatusBegan(SeatRef(0), "poison", 6)


@pytest.mark.parametrize(
    ("state", "field", "speed"),
    [
        ("stun", "stun", 2),
        ("confused", "confused", 2),
        ("fast", "hasted", 3),
        ("slow", "slowed", 1),
    ],
)
def test_a_monster_can_be_stunned_confused_fast_or_slow(evening, state, field, speed):
    evening.say("spawn orc scout at H4 alert")
    orc = evening.creature("orc-scout-1")
    evening.say(f"afflict orc-scout {state} 7")
    assert getattr(orc, field) == 7
    assert orc.speed == speed
    evening.refused("afflict orc-scout poison 7")


def test_fast_and_slow_together_leave_the_usual_speed(evening):
    evening.say("spawn orc scout at H4 alert; afflict orc-scout fast 5; afflict orc-scout slow 5")
    assert evening.creature("orc-scout-1").speed == 2


def test_one_state_is_cured_or_all_and_only_who_suffers_is_offered_a_cure(evening):
    timers = evening.state.sil.heroes[0].timers
    assert evening.offered("cure") == []
    evening.say("afflict ann poison 9; afflict ann slow 9; afflict bob stun 5")
    assert evening.offered("cure") == ["cure ann", "cure bob"]
    evening.say("cure ann poison")
    assert (timers.left("poison"), timers.left("slow")) == (0, 9)
    evening.say("cure ann")
    assert timers.left("slow") == 0
    assert evening.state.sil.heroes[1].timers.left("stun") == 5


# ---------------------------------------------------------------- goods and experience


@pytest.mark.parametrize(
    ("written", "name", "count"),
    [
        ("torch", "Wooden Torch", 1),
        ("3 torches", "Wooden Torch", 3),
        ("99 arrows", "Arrow", 99),
        ("longsword", "Longsword", 1),
        ("  Mail Corslet ", "Mail Corslet", 1),
    ],
)
def test_things_are_made_by_their_names_in_one_or_many(evening, written, name, count):
    made = hero_commands.make_item(evening.game, written)
    kind = evening.game.data.kinds[made.kind]
    assert kind.name.replace("& ", "").replace("~", "") == name
    assert (made.count, made.known) == (count, True)


def test_an_artefact_is_made_by_its_name(evening):
    serial, artefact = next(iter(evening.game.data.artefacts.items()))
    assert hero_commands.make_item(evening.game, artefact.name).artefact == serial


@pytest.mark.parametrize("written", ["0 torches", "100 torches", "anvil", "3", ""])
def test_what_does_not_exist_or_is_too_much_is_not_made(evening, written):
    with pytest.raises(ValueError, match=r"no number from 1 to 99|There is nothing called"):
        hero_commands.make_item(evening.game, written)


def test_of_things_called_alike_the_commonest_is_meant(evening):
    data = evening.game.data
    made = hero_commands.make_item(evening.game, "swords")
    swords = [k for k in data.kinds.values() if k.name.endswith(" Sword~")]
    assert len(swords) > 1
    assert data.kinds[made.kind].level == min(kind.level for kind in swords)


def test_a_gift_is_told_to_all_with_how_many_there_are(evening):
    [*_, fact] = facts(evening, "award bob 4 torches")
    assert isinstance(fact, Took)
    assert (fact.who, fact.thing.kind) == (SeatRef(1), "wooden-torch")
    assert evening.say("award bob longsword") == ["Bob is given: longsword."]


def test_what_is_laid_down_lies_on_top(evening):
    evening.say("loot e4 longsword")
    assert evening.say("loot e4 torch") == ["It lies at E4."]
    level = evening.state.sil.level
    names = [evening.game.data.kinds[each.kind].name for each in level.floor[level.at(4, 4)]]
    assert names == ["& Wooden Torch~", "& Longsword~"]
    evening.say("terrain E5 rock")
    assert evening.refused("loot E5 torch") == "Nothing can lie there: E5 is solid."


def test_experience_is_won_and_lost_up_to_what_is_unspent(evening):
    hero = evening.state.sil.heroes[0]
    had, unspent = hero.experience, hero.unspent
    assert evening.say("experience ann 1") == ["Ann wins 1 experience."]
    assert (hero.experience, hero.unspent) == (had + 1, unspent + 1)
    assert evening.say("experience ann -1") == ["Ann loses 1 experience."]
    assert (hero.experience, hero.unspent) == (had, unspent)
    assert evening.say("experience ann -99999") == [f"Ann loses {unspent} experience."]
    assert (hero.experience, hero.unspent) == (had - unspent, 0)
    for wrong in ("100000", "-100000"):
        evening.refused(f"experience ann {wrong}")


# ---------------------------------------------------------------- leaving and coming back


def test_who_leaves_keeps_their_goods_and_can_be_called_back(evening):
    hero, player = evening.state.sil.heroes[0], evening.state.players[0]
    goods = len(hero.pack), len(hero.worn)
    level = evening.state.sil.level
    square = level.at(hero.y, hero.x)
    assert evening.offered("callback") == []
    assert evening.say("leave ann") == ["Ann leaves the party."]
    assert evening.game.heroes == [1]
    assert player.ending == "left"
    assert not level.floor.get(square)
    assert evening.say("leave ann") == []
    assert evening.offered("callback") == ["callback ann"]
    assert evening.refused("callback bob") == "That hero is not out of play."
    evening.say("callback ann")
    assert evening.game.heroes == [0, 1]
    assert (len(hero.pack), len(hero.worn)) == goods


def test_who_is_called_back_from_death_has_half_their_health_and_no_harmful_state(evening):
    hero = evening.state.sil.heroes[0]
    evening.say("afflict ann poison 9; hurt ann 999; callback ann")
    assert hero.health == hero.derived.max_health // 2
    assert hero.timers.left("poison") == 0
    assert hero.killed_by == ""


def test_the_tale_ends_when_the_last_of_the_party_leaves(evening):
    evening.say("leave all")
    assert evening.game.heroes == []
    assert evening.refused("callback ann")


def test_before_the_session_nobody_is_harmed_or_healed():
    evening = Evening("Ann", "Bob")
    for line in ("hurt ann 1", "heal ann", "afflict ann slow 1", "cure ann", "leave ann"):
        assert evening.refused(line) == "The session has not begun."
    for verb in ("hurt", "heal", "cure", "callback"):
        assert evening.offered(verb) == []
