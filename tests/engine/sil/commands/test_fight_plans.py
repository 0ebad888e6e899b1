"""Plans for a fight: blows, shots, throws, retreats, each with one aim (engine.common.plans)."""

from __future__ import annotations

import random

import msgspec
import pytest

from engine.common.plans import LIMITS, Terms
from engine.contract.action import Action, ActionError, Offer
from engine.contract.facts import PlanEnded
from engine.sil.clock import turn_order
from engine.sil.commands import movement, registry, retreat_plans
from engine.sil.commands.opponents import Adversary
from engine.sil.creatures import creature_names, placement
from engine.sil.game.context import SilContext
from engine.sil.game.state import SilState, Slot
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from engine.sil.movement import shelter
from engine.sil.perception import pursuit
from tests.engine.sil.arena import look
from tests.engine.sil.commands.test_plans import SIL, do, walker
from tests.engine.sil.stage import DATA, foe, item, wear
from tests.rolled import dice_for

FIGHTS = {"fight", "charge", "await", "shoot", "volley", "drink-fight", "fall-back", "hide"}
HALL = (
    "#############",
    "#...........#",
    "#...........#",
    "#.....@.....#",
    "#...........#",
    "######.######",
    "######.######",
    "######...####",
    "#############",
)
WINDING = (
    "##################",
    "#....@....########",
    "#########.########",
    "#########.....####",
    "#############.####",
    "#############....#",
    "##################",
)
RACES = ("Wolf", "Orc scout", "Orc archer", "Orc soldier", "Cave troll", "Tanglethorn")


def fighter(*rows: str, **how: object) -> SilContext:
    """Return a hero who can fight, on a known map."""
    game = walker(*rows or HALL, known=True, skills=(8, 6, 6, 4, 4, 4, 0, 0), **how)
    wear(game, Slot.WEAPON, "Longsword")
    game.hero.health = game.hero.derived.max_health
    return game


def offered(game: SilContext, verb: str) -> list[Offer]:
    """Return the offers of a verb."""
    return [each for each in registry.offers(game) if each.action.verb == verb]


def wolf(game: SilContext, dy: int = 0, dx: int = 1, **how: object):  # type: ignore[no-untyped-def]
    """Put a wolf there, which is weak unless `health` says otherwise."""
    creature = foe(game, "Wolf", dy, dx, **{"health": 3, **how})
    look(game)
    return creature


def ended(game: SilContext) -> PlanEnded:
    """Return the end of the last plan."""
    return [s.fact for s in game.state.said if isinstance(s.fact, PlanEnded)][-1]


def test_a_fight_goes_on_until_the_enemy_is_dead_and_no_longer() -> None:
    game = fighter()
    enemy = wolf(game, health=20)
    _, turns = do(game, "fight wolf-1 10")
    assert enemy.health <= 0
    assert turns > 1
    assert ended(game).reason == "done"


def test_a_fight_is_broken_off_below_the_percent_that_was_said() -> None:
    game = fighter()
    game.hero.derived.max_health = game.hero.health = 30
    wolf(game, health=900)
    do(game, "fight wolf-1 75 bold")
    assert ended(game).reason in ("health", "loss")
    assert 100 * game.hero.health >= (75 - LIMITS["bold"].most_loss) * 30 or (
        ended(game).reason == "loss"
    )


@pytest.mark.parametrize("weighed", [True, False])
def test_only_an_enemy_whom_he_had_not_weighed_ends_a_fight_by_coming(weighed: bool) -> None:
    game = fighter()
    enemy = wolf(game, health=900)
    if weighed:
        other = foe(game, "Wolf", 0, -1, health=900)
        look(game)
    opponent = Adversary.called(game, creature_names.handle(game, enemy))
    if not weighed:
        other = foe(game, "Wolf", 0, -1, health=900)
        look(game)
    stop = opponent.joined_by(game)
    assert (stop is None) is weighed
    assert stop is None or (stop.reason, stop.at) == ("near", (other.y, other.x))


@pytest.mark.parametrize("goes", [False, True])
def test_a_charge_goes_on_to_where_the_enemy_was_seen_last(
    monkeypatch: pytest.MonkeyPatch, goes: bool
) -> None:
    game = fighter()
    game.hero.y = 5
    enemy = wolf(game, dy=2, dx=0, health=900, alertness=-5)
    enemy.energy = -10_000
    seen_at = enemy.y, enemy.x
    walk = movement.walk

    def walk_while_it_goes(of: SilContext, args: tuple[str, ...]) -> None:
        walk(of, args)
        if goes and (enemy.y, enemy.x) == seen_at:
            placement.relocate(of, enemy, 1, 1)

    monkeypatch.setattr(movement, "walk", walk_while_it_goes)
    do(game, "charge wolf-1 10")
    assert ((game.hero.y, game.hero.x) == seen_at) is goes


def test_an_enemy_who_comes_is_awaited_then_fought() -> None:
    game = fighter()
    enemy = wolf(game, dx=4)
    label = str(offered(game, "fight")[0].label)
    assert label.startswith("Await")
    place = game.hero.y, game.hero.x
    do(game, "fight wolf-1 10")
    assert enemy.health <= 0
    assert (game.hero.y, game.hero.x) == place


def lurking(game: SilContext, dx: int = 3, **how: object):  # type: ignore[no-untyped-def]
    """Put a wolf there that was seen, and has gone round a corner."""
    enemy = wolf(game, dx=dx, **how)
    placement.relocate(game, enemy, 7, 8)
    look(game)
    return enemy


def test_who_lurks_is_awaited_then_fought() -> None:
    game = fighter()
    enemy = lurking(game)
    place = game.hero.y, game.hero.x
    assert len(offered(game, "await")) == 1
    do(game, "await 10")
    assert enemy.health <= 0
    assert (game.hero.y, game.hero.x) == place
    assert ended(game).reason == "done"


def test_an_ambush_ends_when_nobody_comes() -> None:
    game = fighter()
    enemy = lurking(game)
    enemy.alertness, enemy.energy = -20, -100_000
    _, turns = do(game, "await")
    assert ended(game).reason == "done"
    assert 1 < turns <= pursuit.LURKING + 1
    assert not offered(game, "await")


def test_an_ambush_needs_one_who_lurks_and_nobody_in_sight() -> None:
    game = fighter()
    with pytest.raises(ActionError):
        do(game, "await")
    lurking(game)
    wolf(game, dx=4)
    assert not offered(game, "await")
    with pytest.raises(ActionError):
        do(game, "await")


def test_while_the_one_is_out_of_reach_another_is_struck() -> None:
    game = fighter()
    wolf(game, dx=4, health=900).energy = -100_000
    other = wolf(game, dx=-1, health=5)
    do(game, "fight wolf-1 10")
    assert other.health <= 0


@pytest.mark.parametrize(("lurk", "ends"), [(True, False), (False, True)])
def test_who_lurked_was_weighed_when_it_joins_a_fight(lurk: bool, ends: bool) -> None:
    game = fighter()
    enemy = wolf(game, health=900)
    other = lurking(game, dx=-3, health=900) if lurk else foe(game, "Wolf", -1, 0, visible=False)
    opponent = Adversary.called(game, creature_names.handle(game, enemy))
    placement.relocate(game, other, game.hero.y, game.hero.x - 1)
    look(game)
    assert (opponent.joined_by(game) is not None) is ends


def test_a_single_arrow_is_no_plan() -> None:
    game = fighter()
    wear(game, Slot.BOW, "Longbow")
    wear(game, Slot.QUIVER1, "Arrow", count=1)
    foe(game, "Tanglethorn", 0, 5)
    look(game)
    assert not offered(game, "shoot")


def test_nobody_is_chased_beyond_two_steps() -> None:
    game = fighter()
    enemy = wolf(game, health=900)
    enemy.stance, enemy.temporary_morale = "fleeing", -900
    before = game.hero.y, game.hero.x
    do(game, "fight wolf-1 10")
    assert max(abs(game.hero.y - before[0]), abs(game.hero.x - before[1])) <= 2


def test_shots_go_on_until_the_enemy_has_come() -> None:
    game = fighter()
    wear(game, Slot.BOW, "Longbow")
    wear(game, Slot.QUIVER1, "Arrow", count=20)
    wolf(game, dx=5, health=900)
    do(game, "shoot wolf-1 bold")
    assert ended(game).reason == "done"
    assert game.hero.worn[Slot.QUIVER1].count < 20
    assert not offered(game, "shoot")


def test_shots_end_with_the_arrows() -> None:
    game = fighter()
    wear(game, Slot.BOW, "Longbow")
    wear(game, Slot.QUIVER1, "Arrow", count=2)
    foe(game, "Tanglethorn", 0, 5, health=900)
    look(game)
    _, turns = do(game, "shoot tanglethorn-1")
    assert turns == 2


def test_a_volley_throws_all_that_is_made_for_it() -> None:
    game = fighter()
    game.hero.pack.append(item("Spear", count=3))
    foe(game, "Tanglethorn", 0, 3, health=900)
    look(game)
    _, turns = do(game, "volley tanglethorn-1")
    assert turns == 3
    assert not game.hero.pack


def test_a_flight_to_a_square_ends_there_and_needs_a_hunter() -> None:
    game = fighter()
    with pytest.raises(ActionError):
        do(game, "flee G6")
    foe(game, "Orc scout", -2, 0, health=900)
    look(game)
    do(game, "flee G6")
    assert (game.hero.y, game.hero.x) == (6, 6)
    assert ended(game).reason == "done"


def unlit(game: SilContext) -> None:
    """Let the hero know nothing but what he sees now."""
    known = game.knowledge
    known.mark, known.glimpsed = (bytearray(len(known.mark)) for _ in range(2))
    look(game)


@pytest.mark.parametrize("stairs", [False, True])
def test_a_flight_into_the_unknown_goes_on_to_its_end_or_till_stairs_are_seen(stairs: bool) -> None:
    game = fighter(*WINDING)
    with pytest.raises(ActionError):
        do(game, "flee onward")
    if stairs:
        up = next(n for n in range(256) if terrain.UPWARD[n])
        game.level.feature[game.level.at(3, 12)] = up
    wolf(game, dx=-3, health=900).energy = -100_000
    unlit(game)
    assert len([each for each in offered(game, "flee") if each.action.args == ("onward",)]) == 1
    do(game, "flee onward bold")
    assert (game.hero.y == 5) is not stairs
    assert any(game.knowledge.mark[i] for i in terrain.squares(game.level, terrain.STAIR)) is stairs


def test_back_to_where_few_can_come_ends_there() -> None:
    game = fighter()
    wolf(game, dy=-2, dx=-4, health=900)
    (each,) = offered(game, "fall-back")
    open_ways = shelter.ways_onto(game, game.level.at(game.hero.y, game.hero.x))
    do(game, str(each.action))
    assert (game.hero.y, game.hero.x) == each.at
    assert shelter.ways_onto(game, game.level.at(game.hero.y, game.hero.x)) < open_ways


@pytest.mark.parametrize("ahead", [-1, 0, 1, 2, 3, 4])
@pytest.mark.parametrize("line", ["fall-back", "travel L3"])
def test_whoever_is_knocked_along_a_way_between_two_steps_goes_on_or_is_told(
    line: str, ahead: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = fighter()
    if line == "fall-back":
        wolf(game, dy=-2, dx=-4, health=900).energy = -100_000
        (each,) = offered(game, line)
        way = [(game.hero.y, game.hero.x), *each.path]
    else:
        way = [(3, 6 + steps) for steps in range(6)]
    finish, knocked = turn_order.finish_action, False

    def knock(of: SilContext) -> None:
        nonlocal knocked
        finish(of)
        if not knocked:
            of.hero.y, of.hero.x = way[min(1 + ahead, len(way) - 1)]
        knocked = True

    monkeypatch.setattr(turn_order, "finish_action", knock)
    do(game, line)
    end = ended(game)
    assert knocked
    there = (game.hero.y, game.hero.x) == way[-1]
    assert (end.reason == "done" and there) or (end.reason == "other" and line == "fall-back")


def test_out_of_sight_means_that_the_shooter_cannot_see_the_square() -> None:
    game = fighter()
    archer = foe(game, "Orc archer", -2, -6)
    look(game)
    (each,) = offered(game, "hide")
    assert each.at is not None
    enemies = [archer]
    assert shelter.way_out_of_sight(game, enemies) is not None
    archer.energy = -10_000
    do(game, str(each.action))
    look(game)
    assert not game.known(archer).visible


def test_a_known_drink_goes_before_the_fight_when_hurt() -> None:
    game = fighter()
    game.hero.pack.append(item("Healing"))
    game.hero.health = game.hero.derived.max_health // 2
    wolf(game)
    assert not offered(game, "drink-fight")
    game.lore.aware.append(game.hero.pack[0].kind)
    (each,) = offered(game, "drink-fight")
    do(game, str(each.action))
    assert not game.hero.pack


def test_no_fight_is_offered_that_would_ask_or_be_refused() -> None:
    game = fighter()
    wolf(game)
    assert offered(game, "fight")
    game.hero.timers.afraid = 5
    assert not offered(game, "fight")
    game.hero.timers.afraid = 0
    game.hero.worn[Slot.WEAPON].inscription = "!a"
    assert not offered(game, "fight")


# ------------------------------------------------------------------ laws over random fights


def a_fight(dice: random.Random) -> SilContext:
    """Return a hero in a random fight."""
    game = fighter(seed=dice.getrandbits(60), abilities=(ab.POWER,) * dice.randint(0, 1))
    hero = game.hero
    hero.caution = dice.choice(("careful", "usual", "bold"))
    if dice.random() < 0.5:
        wear(game, Slot.BOW, "Longbow")
        wear(game, Slot.QUIVER1, "Arrow", count=dice.randint(1, 9))
    if dice.random() < 0.5:
        hero.pack.append(item("Spear", count=dice.randint(1, 3)))
    if dice.random() < 0.5:
        hero.pack.append(item("Healing"))
        game.lore.aware.append(hero.pack[-1].kind)
    hero.health = dice.randint(3, hero.derived.max_health)
    for _ in range(dice.randint(1, 4)):
        dy, dx = dice.randint(-2, 1), dice.randint(-5, 5)
        if (dy, dx) != (0, 0) and not game.level.creature_at(hero.y + dy, hero.x + dx):
            alertness = dice.choice((-15, -5, 5, 5, 5))
            foe(game, dice.choice(RACES), dy, dx, alertness=alertness, visible=False)
    look(game)
    if dice.random() < 0.3:
        for number, enemy in enumerate([*creature_names.visible(game)][:2]):
            placement.relocate(game, enemy, 7, 8 - number)
        look(game)
    return game


def played(saved: bytes, action: Action) -> SilContext:
    """Return the game after an action from a saved state, with the same dice every time."""
    game = SilContext(msgspec.msgpack.decode(saved, type=SilState), DATA)
    SIL.apply(game.state, 0, action, dice_for(saved))
    return game


def broken_laws(seed: int, fights: int) -> list[str]:
    """Return what offered plans of random fights do that they must not, in words."""
    dice, found = random.Random(seed), []
    for _ in range(fights):
        game = a_fight(dice)
        saved = msgspec.msgpack.encode(game.state)
        for each in registry.offers(game):
            if each.action.verb in FIGHTS:
                found += faults(game, saved, each.action)
    return found


def faults(game: SilContext, saved: bytes, action: Action) -> list[str]:
    """Return what a plan does that it must not."""
    try:
        after = played(saved, action)
    except ActionError as refusal:
        return [f"“{action}”: refused, {refusal}"]
    if msgspec.msgpack.encode(after.state) == saved:
        return [f"“{action}”: no effect"]
    if after.state.ended:
        return []
    end = ended(after)
    found = [] if end.turns else [f"“{action}”: ended before an act"]
    if end.reason == "at most":
        found.append(f"“{action}”: never ends")
    shorter = SIL.shorten_plan(action, end.turns - 1) if end.turns > 1 else None
    if shorter is not None:
        before = played(saved, shorter)
        lost_turns = ended(before).turns == end.turns  # stunned, he loses some: they count
        if not lost_turns and ended(before).turns != end.turns - 1:
            found.append(f"“{shorter}”: does not stop a turn earlier")
        retreat = retreat_plans.least_health(game, Terms(game.hero.caution))
        hurt = before.hero.health < game.hero.health
        if hurt and not lost_turns and below_limit(before, action, retreat):
            found.append(f"“{action}”: a turn began below the limit")
    return found


def below_limit(game: SilContext, action: Action, before: int) -> bool:
    """Return whether the hero is under the limit of health of a plan; `before`: that of a retreat,
    from where he stood."""
    numbers = [int(word) for word in action.args if word.isdecimal()]
    limits = LIMITS[game.hero.caution]
    if action.verb in ("fall-back", "hide"):
        return 100 * game.hero.health < before * game.hero.derived.max_health
    fights = action.verb in ("fight", "charge", "await", "drink-fight")
    least = (numbers or [limits.fight_until if fights else limits.least_health])[0]
    return 100 * game.hero.health < least * game.hero.derived.max_health


def test_offered_plans_of_fights_act_end_and_keep_their_limits() -> None:
    assert not broken_laws(1, 5)


@pytest.mark.soak(part="pace")
def test_offered_plans_of_many_fights_act_end_and_keep_their_limits() -> None:
    assert not broken_laws(2, 2_000)
