"""Orders that are refused, each with its sentence, and that no time passes by them."""

import pytest

from engine.contract.action import Action, ActionError
from engine.sil.commands import missile_plans, registry
from engine.sil.commands.opponents import Adversary
from engine.sil.creatures import creature_names
from engine.sil.dungeon import doors, traps
from engine.sil.game.state import Slot
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from engine.sil.ruleset import SilQ
from engine.sil.smithing import designs, limits
from engine.sil.songs import themes
from tests.engine.sil.arena import arena, look, put
from tests.engine.sil.commands.test_fight_plans import fighter, wolf
from tests.engine.sil.items.things import POTION, given, thing
from tests.engine.sil.stage import foe, item, stage, wear
from tests.rolled import dice_for

RULES = SilQ()


def why_not(game, verb, *args):
    """Return why an order is refused; it takes no time."""
    before = game.hero.turns, game.state.energy_used
    with pytest.raises(ActionError) as refusal:
        registry.do(game, Action(verb, args))
    assert (game.hero.turns, game.state.energy_used) == before
    return str(refusal.value.text)


def hunted(**how):
    """Return a hero with a wolf beside him and one five squares off."""
    game = fighter(**how)
    beside, far = wolf(game, health=50), wolf(game, 0, 5, health=50)
    return game, beside, far


# ------------------------------------------------------------------------ fights


@pytest.mark.parametrize("percent", ["0", "100"])
@pytest.mark.parametrize("order", [("fight", "wolf-1"), ("charge", "wolf-2")])
def test_a_fight_goes_on_down_to_a_percent_of_health_from_1_to_99(order, percent):
    game, *_ = hunted()
    assert why_not(game, *order, percent) == "Say a percent of health from 1 to 99."


def test_a_hero_below_the_percent_does_not_begin_a_fight():
    game, *_ = hunted()
    game.hero.derived.max_health, game.hero.health = 100, 49
    assert why_not(game, "fight", "wolf-1", "50") == "Your health is below 50 %."
    game.hero.health = 50
    registry.do(game, Action("fight", ("wolf-1", "50")))
    assert game.hero.turns > 10


def test_the_afraid_and_the_mad_plan_no_fight():
    game, *_ = hunted()
    timers = game.hero.timers
    timers.afraid = 5
    assert why_not(game, "fight", "wolf-1").startswith("Fear keeps you from attacking ")
    timers.afraid, timers.confused = 0, 5
    assert why_not(game, "fight", "wolf-1") == "You are too confused for that."
    assert why_not(game, "await") == "You are too confused for that."


def test_nobody_plans_a_fight_with_a_thrall_or_with_who_is_not_there():
    game, *_ = hunted()
    thrall = foe(game, "Alert elven thrall", 1, 1)
    look(game)
    handle = creature_names.handle(game, thrall)
    assert why_not(game, "fight", handle).startswith("There is no cause to attack ")
    assert why_not(game, "fight", "wolf-9") == "wolf-9 is not in sight."


def test_nobody_charges_over_a_chasm():
    game = fighter("#########", "#@..x...#", "#...x...#", "#########")
    wolf(game, 0, 6)
    assert why_not(game, "charge", "wolf-1") == "You know of no short way to it."


def test_who_drinks_and_fights_needs_a_healing_drink_and_an_enemy_beside_him():
    game, *_ = hunted()
    healing, other = given(game, thing(POTION, "Healing"), thing(POTION, "Slowness"))
    game.lore.aware += [healing.kind, other.kind]
    letters = {held.kind: "abcdef"[n] for n, held in enumerate(game.hero.pack)}
    drink, brew = letters[healing.kind], letters[other.kind]
    no_heal = "You do not know that for a drink that heals."
    assert why_not(game, "drink-fight", brew, "wolf-1") == no_heal
    assert why_not(game, "drink-fight", drink, "wolf-2") == "It is not beside you."
    out_of_range = "Say a percent of health from 1 to 99."
    assert why_not(game, "drink-fight", drink, "wolf-1", "0") == out_of_range
    assert why_not(game, "drink-fight", drink, "wolf-1", "100") == out_of_range


# ------------------------------------------------------------------------ missiles


def archer():
    game = fighter()
    wear(game, Slot.BOW, "Longbow")
    wear(game, Slot.QUIVER1, "Arrow", count=9)
    wolf(game, 0, 4, health=50)
    return game


def test_there_are_two_quivers():
    game = archer()
    for verb in ("fire", "shoot"):
        assert why_not(game, verb, "wolf-1", "3") == "There are quivers 1 and 2."


def test_what_hinders_a_plan_to_shoot():
    game = archer()
    game.hero.timers.afraid = 5
    assert why_not(game, "shoot", "wolf-1") == "You are too afraid to aim."
    game.hero.timers.afraid, game.world.truce = 0, True
    assert why_not(game, "shoot", "wolf-1") == "A single one asks first."
    game.world.truce = False
    game.hero.worn[Slot.QUIVER1].inscription = "!f"
    assert why_not(game, "shoot", "wolf-1") == "A single shot asks first."
    del game.hero.worn[Slot.QUIVER1]
    assert why_not(game, "shoot", "wolf-1") == "That quiver is empty."
    del game.hero.worn[Slot.BOW]
    assert why_not(game, "shoot", "wolf-1") == "You have no bow."


def test_what_hinders_a_plan_to_throw():
    game = archer()
    given(game, item("Spear", count=3))
    game.hero.timers.afraid = 5
    assert why_not(game, "volley", "wolf-1") == "You are too afraid to aim."


def test_missiles_end_with_their_reason():
    game = archer()
    opponent = Adversary.called(game, "wolf-1")
    ended = missile_plans._missile_end(game, opponent)
    assert str(ended.why) == "nothing more can be sent at it"
    creature = opponent.creature
    game.knowledge.fire[game.level.at(creature.y, creature.x)] = 0
    assert missile_plans._missile_end(game, opponent) is missile_plans.OUT_OF_REACH


def test_who_holds_two_quivers_is_offered_either():
    game = archer()
    wear(game, Slot.QUIVER2, "Arrow", count=3)
    labels = [
        str(each.label) for each in registry.offers(game) if each.action.args[:1] == ("wolf-1",)
    ]
    shots = [label for label in labels if label.startswith("Shoot")]
    assert [label for label in shots if label.endswith("from quiver 1")]
    assert [label for label in shots if label.endswith("from quiver 2")]


# ------------------------------------------------------------------------ ways and words


def test_orders_that_are_none():
    game = fighter()
    assert why_not(game, "fly") == "“fly” is no order that a hero knows."
    assert why_not(game, "repeat", "0", "wait") == "Say how often."


@pytest.mark.parametrize("square", ["42", "ZZ1", "A999"])
def test_nobody_flees_to_what_is_no_square_of_the_level(square):
    game, *_ = hunted()
    refusal = f"“{square}” is no square: squares are called like BK27."
    assert why_not(game, "flee", square) == refusal


def test_who_is_walled_in_does_not_struggle_out_of_a_pit():
    game = arena("#####", "##x##", "#x@x#", "##x##", "#####", known=True)
    put(game, game.hero.y, game.hero.x, terrain.PIT)
    assert why_not(game, "struggle") == "There is no free square beside you."


def test_who_swore_to_go_straight_down_does_not_set_out_for_stairs_up():
    game = arena("#######", "#@...<#", "#######", known=True)
    game.state.options = {**game.state.options, "straight_down": "yes"}
    refusal = "You have sworn not to turn back without a Silmaril."
    verb = next(name for name in ("ascend", "up") if name in registry.COMMANDS)
    assert why_not(game, verb) == refusal


# ------------------------------------------------------------------------ doors, traps, songs


def test_only_an_open_door_that_is_known_is_closed():
    game = arena("#####", "#@.'#", "#####", known=True)
    y, x = game.hero.y, game.hero.x
    with pytest.raises(ActionError, match=r"There is no open door there\."):
        doors.close_door(game, y, x + 1)
    game.knowledge.mark[game.level.at(y, x + 2)] = 0
    with pytest.raises(ActionError, match=r"There is no open door there\."):
        doors.close_door(game, y, x + 2)
    game.knowledge.mark[game.level.at(y, x + 2)] = 1
    doors.close_door(game, y, x + 2)
    assert game.level.feature[game.level.at(y, x + 2)] == terrain.CLOSED_DOOR


def test_what_trap_is_not_disarmed():
    game = arena("#####", "#@..#", "#####", known=True)
    y, x = game.hero.y, game.hero.x + 1
    with pytest.raises(ActionError, match=r"There is no trap there that you know of\."):
        traps.disarm(game, y, x)
    i = put(game, y, x, terrain.PIT, hidden=True)
    with pytest.raises(ActionError, match=r"There is no trap there that you know of\."):
        traps.disarm(game, y, x)
    game.level.hidden[i] = 0
    game.knowledge.mark[i] = 0
    with pytest.raises(ActionError, match=r"There is no trap there that you know of\."):
        traps.disarm(game, y, x)
    game.knowledge.mark[i] = 1
    game.level.feature[i] = next(
        f for f in range(256) if terrain.TRAP[f] and traps.can_disarm(game, f)
    )
    foe(game, "Wolf", 0, 1)
    with pytest.raises(ActionError, match=r"Something stands in the way\."):
        traps.disarm(game, y, x)
    assert not game.state.energy_used


def test_songs_that_cannot_be_sung():
    game = stage()
    song = ab.SONG_OF_CHALLENGE
    with pytest.raises(ActionError, match=r"You do not know .+\."):
        themes.sing(game, song)
    game = stage(abilities=(song,))
    themes.sing(game, song)
    game.state.energy_used = 0
    with pytest.raises(ActionError, match=r"You are singing .+ already\."):
        themes.sing(game, song)
    assert not game.state.energy_used


def test_an_ability_that_the_hero_lacks_is_not_switched():
    game = stage()
    with pytest.raises(ActionError, match=r"Hero does not have Leaping\."):
        ab.toggle(game.data, game.hero, ab.LEAPING)


def test_a_number_beyond_what_a_smith_can_make_is_refused():
    game = stage()
    sword = item("Longsword")
    attack = sword.attack
    while limits.can_change(game.data, sword, "attack", True, game.rulings):
        designs.change(game, sword, "attack", up=True)
    assert sword.attack == attack + 1
    with pytest.raises(ActionError, match=r"It cannot be made so\."):
        designs.change(game, sword, "attack", up=True)
    assert sword.attack == attack + 1


# ------------------------------------------------------------------------ the game itself


def test_a_game_has_one_hero_and_no_game_master():
    for seats, gm, words in (
        (("A", "B"), False, "Sil-Q is played with one hero."),
        ((), False, "Sil-Q is played with one hero."),
        (("A",), True, "Sil-Q is played without a Game Master."),
    ):
        with pytest.raises(ActionError) as refusal:
            RULES.new({}, seats, dice_for(bytes(16)), gm=gm)
        assert str(refusal.value.text) == words


def test_who_has_no_hero_does_nothing():
    game = fighter()
    with pytest.raises(ActionError, match=r"You have no hero in this game\."):
        RULES.apply(game.state, 1, Action("wait"), game.streams)
