"""Refusals of orders: which reason comes first, and up to which figures an order is taken."""

from __future__ import annotations

import pytest

from engine.common.plans import LIMITS, Terms
from engine.contract.action import ActionError, IllegalAction, InvalidAction
from engine.sil.commands import fight_plans, fighting, missile_plans, opponents, resting
from engine.sil.commands.opponents import Adversary
from engine.sil.creatures import creature_names
from engine.sil.game.context import SilContext
from engine.sil.game.state import Slot
from engine.sil.hero import abilities as ab
from engine.sil.items import item_classes
from engine.sil.level import terrain
from tests.engine.sil.arena import look, put
from tests.engine.sil.commands.test_fight_plans import fighter, lurking, wolf
from tests.engine.sil.commands.test_plans import SIL
from tests.engine.sil.items.things import given, thing
from tests.engine.sil.smithing.smithy import smithy
from tests.engine.sil.stage import foe, item, wear


def refusal(game: SilContext, line: str) -> str:
    """Return why an order is refused; "" when it is not. A refused one changes nothing."""
    before = SIL.dump(game.state)
    try:
        SIL.apply(game.state, 0, SIL.parse(line, game.state, 0), game.streams)
    except ActionError as refused:
        assert SIL.dump(game.state) == before
        return str(refused)
    return ""


def quiet(**timers: int) -> SilContext:
    """Return a hero with nobody about, in some states."""
    game = fighter()
    for name, amount in timers.items():
        setattr(game.hero.timers, name, amount)
    look(game)
    return game


CONFUSED = "You are too confused for that."


@pytest.mark.parametrize(
    ("line", "timers", "words"),
    [
        ("explore", {"confused": 3, "blind": 3}, CONFUSED),
        ("explore", {"blind": 3}, "You cannot explore blind."),
        ("travel B2", {"confused": 3}, CONFUSED),
        ("travel G4", {}, ""),
        ("travel G3", {}, "You are there already."),
        ("travel stairs", {}, "You know of no stairs that you can reach."),
        ("travel up", {}, "You know of no way up that you can reach."),
        ("travel DOWN", {}, "You know of no way down that you can reach."),
        ("travel forge", {}, "You know of no forge that you can reach."),
        ("travel nowhere", {}, "“nowhere” is no square: squares are called like BK27."),
        ("travel ZZ99", {}, "You know of no safe way there."),
        ("ascend", {"confused": 3}, CONFUSED),
        ("ascend", {}, "You know of no way up that you can reach."),
        ("descend", {"confused": 3}, CONFUSED),
        ("descend", {}, "You know of no way down that you can reach."),
        ("run n", {"confused": 3}, CONFUSED),
        ("tunnel n", {"confused": 3}, CONFUSED),
        ("struggle", {"confused": 3}, CONFUSED),
        ("struggle", {}, "Nothing holds you."),
        ("search walls", {"confused": 3}, CONFUSED),
        ("rest 0", {}, "Say for how many turns."),
        ("search 0", {}, "Say for how many turns."),
        ("rest forever", {},
         "“forever” is no rest: say needed, health, voice, healed, or a number of turns."),
        ("search soon", {}, "“soon” is no search: say walls, found, or a number of turns."),
        ("search 100000", {}, "“100000” is no search: say walls, found, or a number of turns."),
        ("repeat 0 wait", {}, "Say how often."),
        ("repeat 2 quaff a", {}, "“quaff” is not to be repeated."),
        ("again", {}, "You have done nothing yet that could be done again."),
        ("caution usual", {}, "Your plans are like that already."),
        ("collect worth", {}, "That is so already."),
        ("get", {}, "Nothing lies here."),
        ("rummage", {}, "There are no bones here that you have not searched."),
        ("give", {}, "Nobody here begs you for anything."),
        ("swap", {}, "You carry no other weapon to change to."),
        ("refuel", {}, "You have nothing to feed your light with."),
        ("hurl", {}, "You carry nothing that is made for throwing."),
        ("fletch", {}, "There are no plain arrows to work on."),
        ("sing elbereth", {}, "You know no songs."),
        ("flee", {}, "Nobody hunts you, or the way to stairs is barred."),
        ("flee B2", {}, "Nobody hunts you, or you know of no way there."),
        ("flee onward", {}, "Nobody hunts you, or no way leads on."),
        ("fall-back", {}, "You know of no better place near to stand."),
        ("hide", {}, "Nobody shoots at you, or you know of no cover near."),
        ("await", {}, "You know of nobody who lurks out of your sight."),
        ("await", {"confused": 3}, CONFUSED),
        ("answer yes", {}, "Nothing was asked."),
        ("learn elvish", {}, "“elvish” is no ability."),
    ],
)  # fmt: skip
def test_why_an_order_is_refused_with_nobody_about(
    line: str, timers: dict[str, int], words: str
) -> None:
    assert refusal(quiet(**timers), line) == words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("travel G3", True), ("explore", True), ("rest 3", True), ("search", True), ("run w", True),
        ("tunnel n", True), ("repeat 2 wait", True), ("struggle", True), ("descend", True),
        ("wait", False), ("step w", False),
    ],
)  # fmt: skip
def test_near_an_enemy_only_single_turns_and_fights_are_taken(line: str, words: bool) -> None:
    game = fighter()
    wolf(game, dx=3)
    assert refusal(game, line).startswith("Not with the wolf, alert, 3 east") is words


@pytest.mark.parametrize(
    ("timers", "words"),
    [
        ({"hallucinating": 3, "confused": 3},
         "You are out of your mind, and cannot plan a fight."),
        ({"rage": 3}, "You are out of your mind, and cannot plan a fight."),
        ({"confused": 3}, CONFUSED),
        ({}, None),
    ],
)  # fmt: skip
def test_who_cannot_plan_a_fight(timers: dict[str, int], words: str | None) -> None:
    found = opponents.clouded(quiet(**timers))
    assert (None if found is None else str(found)) == words


@pytest.mark.parametrize(
    ("percent", "words"),
    [
        ("0", "Say a percent of health from 1 to 99."),
        ("100", "Say a percent of health from 1 to 99."),
        ("51", "Your health is below 51 %."),
    ],
)
@pytest.mark.parametrize("verb", ["fight", "charge"])
def test_down_to_which_percent_a_fight_is_taken(verb: str, percent: str, words: str) -> None:
    game = fighter()
    wolf(game)
    game.hero.health = game.hero.derived.max_health // 2
    assert refusal(game, f"{verb} wolf-1 {percent}") == words


def test_a_limit_may_be_one_percent_and_what_he_has_exactly() -> None:
    game = fighter()
    game.hero.health = game.hero.derived.max_health // 2
    for percent in (1, 50):
        assert fight_plans._limit(game, (str(percent),), Terms()) == percent
    game.hero.health = game.hero.derived.max_health
    assert fight_plans._limit(game, ("99",), Terms()) == 99
    assert fight_plans._limit(game, (), Terms("bold")) == LIMITS["bold"].fight_until


@pytest.mark.parametrize(
    ("health", "caution", "levels"),
    [
        (100, "usual", [50, 30, 75]),
        (100, "careful", [75, 50]),
        (100, "bold", [30, 10, 50]),
        (60, "usual", [50, 30]),
        (59, "usual", [30, 10]),
        (20, "usual", [10, 1]),
        (19, "usual", [1]),
        (1, "usual", [1]),
        (0, "usual", []),
    ],
)
def test_the_limits_that_are_offered_leave_a_blow_above_them(
    health: int, caution: str, levels: list[int]
) -> None:
    game = fighter()
    game.hero.caution = caution  # type: ignore[assignment]
    game.hero.derived.max_health, game.hero.health = 100, health
    assert fight_plans._levels(game) == levels
    if levels:
        usual = levels[0] == LIMITS[caution].fight_until  # type: ignore[index]
        word = fight_plans._level_word(game, levels[0])
        assert word == (() if usual else (str(levels[0]),))


def test_an_enemy_who_comes_is_near_able_to_move_and_no_shooter() -> None:
    for name, dx, how, comes in (
        ("Wolf", 5, {}, True), ("Wolf", 5, {"alertness": -5}, False),
        ("Tanglethorn", 5, {}, False), ("Orc archer", 5, {}, False),
    ):  # fmt: skip
        game = fighter()
        enemy = foe(game, name, 0, dx, **how)
        look(game)
        assert fight_plans._comes(game, enemy) is comes, name
    for far, comes in ((14, True), (15, False)):
        game = fighter("#" * 20, "#@" + "." * 17 + "#", "#" * 20)
        assert fight_plans._comes(game, wolf(game, dx=far)) is comes


def test_the_ambush_is_refused_while_somebody_alert_is_in_sight() -> None:
    game = fighter()
    lurking(game)
    wolf(game, dx=-3)
    assert refusal(game, "await") == "You know of nobody who lurks out of your sight."


# ------------------------------------------------------------------ shots and throws


def archer(dx: int = 4, arrows: int = 5, **how: object) -> SilContext:
    """Return a hero with a bow before a wolf."""
    game = fighter()
    wear(game, Slot.BOW, "Longbow")
    if arrows:
        wear(game, Slot.QUIVER1, "Arrow", count=arrows)
    wolf(game, dx=dx, **how)
    return game


def test_why_shots_are_refused_and_in_which_order() -> None:
    game = archer(arrows=0)
    del game.hero.worn[Slot.BOW]
    assert refusal(game, "shoot wolf-1") == "You have no bow."
    game = archer(arrows=0)
    assert refusal(game, "shoot wolf-1") == "That quiver is empty."
    game = archer()
    assert refusal(game, "shoot wolf-1 2") == "That quiver is empty."
    game.hero.timers.afraid = game.hero.timers.confused = 3
    assert refusal(game, "shoot wolf-1") == CONFUSED
    game.hero.timers.confused = 0
    assert refusal(game, "shoot wolf-1") == "You are too afraid to aim."
    game.hero.timers.afraid = 0
    game.hero.worn[Slot.BOW].inscription = "!f"
    assert refusal(game, "shoot wolf-1") == "A single shot asks first."
    assert refusal(archer(dx=1), "shoot wolf-1") == "An enemy is beside you."
    game = archer()
    foe(game, "Wolf", 0, -1)
    look(game)
    assert refusal(game, "shoot wolf-1") == "An enemy is beside you."
    game = archer()
    game.world.truce = True
    assert refusal(game, "shoot wolf-1") == "A single one asks first."


def test_why_throws_are_refused() -> None:
    game = fighter()
    wolf(game, dx=4)
    nothing = "You have nothing made for throwing that gets there."
    assert refusal(game, "volley wolf-1") == nothing
    given(game, item("Spear", count=2))
    assert missile_plans._volley_hindrance(game, game.level.creatures[-1]) is None  # type: ignore[arg-type]
    game.hero.timers.afraid = 2
    assert refusal(game, "volley wolf-1") == "You are too afraid to aim."


def test_quivers_and_targets_are_read() -> None:
    game = archer()
    assert refusal(game, "fire north-wolf").startswith("“north-wolf” does not fit here")
    wear(game, Slot.QUIVER2, "Arrow", count=2)
    assert [fighting._quiver(game, words) for words in ((), ("1",), ("2",))] == [
        Slot.QUIVER1, Slot.QUIVER1, Slot.QUIVER2,
    ]  # fmt: skip
    del game.hero.worn[Slot.QUIVER1]
    assert fighting._quiver(game, ()) == Slot.QUIVER2
    with pytest.raises(InvalidAction, match="There are quivers 1 and 2"):
        fighting._quiver(game, ("3",))
    with pytest.raises(InvalidAction, match="There are quivers 1 and 2"):
        missile_plans._shoot(game, ("wolf-1", "3"))
    del game.hero.worn[Slot.QUIVER2]
    assert fighting._quiver(game, ()) == Slot.QUIVER1
    game.hero.timers.afraid = 1
    with pytest.raises(IllegalAction, match="Nobody whom you could aim at is near enough"):
        fighting.aim(game, "nearest", 9)


def test_targets_are_in_reach_and_no_friends_the_straighter_first() -> None:
    game = fighter()
    far, near = foe(game, "Wolf", 1, 4), foe(game, "Wolf", 0, 4)
    friend = foe(game, "Wolf", -1, 1)
    look(game)
    friend.race = next(r.serial for r in game.data.monsters.values() if "PEACEFUL" in r.flags)
    look(game)
    assert fighting._targets(game, 9) == [near, far]
    assert fighting._targets(game, 3) == []
    for state in ("afraid", "hallucinating"):
        setattr(game.hero.timers, state, 2)
        assert fighting._targets(game, 9) == []
        setattr(game.hero.timers, state, 0)


# ------------------------------------------------------------------ drinks, things, songs


def test_why_a_drink_before_a_fight_is_refused() -> None:
    game = fighter()
    enemy = wolf(game, dx=2, health=500)
    given(game, thing(item_classes.POTION, "Healing"), thing(item_classes.FOOD, "Rage"))
    game.hero.pack.sort(key=lambda each: each.kind, reverse=True)
    by_class = {game.data.kinds[each.kind].tval: "ab"[n] for n, each in enumerate(game.hero.pack)}
    drink, herb = by_class[item_classes.POTION], by_class[item_classes.FOOD]
    unknown = "You do not know that for a drink that heals."
    assert refusal(game, f"drink-fight {drink} wolf-1") == unknown
    game.lore.aware += [each.kind for each in game.hero.pack]
    assert refusal(game, f"drink-fight {herb} wolf-1") == unknown
    assert refusal(game, f"drink-fight {drink} wolf-1") == "It is not beside you."
    game.level.occupant.pop(game.level.at(enemy.y, enemy.x))
    enemy.x = game.hero.x + 1
    game.level.occupant[game.level.at(enemy.y, enemy.x)] = enemy.slot
    look(game)
    for percent in (0, 100):
        line = f"drink-fight {drink} wolf-1 {percent}"
        assert refusal(game, line) == "Say a percent of health from 1 to 99."


def test_a_friend_is_no_opponent() -> None:
    game = fighter()
    enemy = wolf(game)
    enemy.race = next(r.serial for r in game.data.monsters.values() if "PEACEFUL" in r.flags)
    look(game)
    handle = creature_names.handle(game, enemy)
    with pytest.raises(IllegalAction, match="There is no cause to attack"):
        Adversary.called(game, handle)


def test_a_staff_of_no_charges_and_a_horn_without_voice_are_refused() -> None:
    game = fighter()
    given(game, thing(item_classes.STAFF, "Light", pval=1, known=True))
    assert refusal(game, "activate a") == "The staff is empty."
    assert refusal(game, "activate weapon") == "That is no staff."
    assert refusal(game, "play weapon") == "That is no horn."
    assert refusal(game, "quaff a") == "That is nothing to drink."
    assert refusal(game, "eat a") == "That is nothing to eat."
    nothing = "“zz” does not fit here: the hero carries and sees nothing like it."
    assert refusal(game, "quaff zz") == nothing
    game.hero.pack[:] = [thing(item_classes.HORN, "Terror")]
    game.hero.voice = 19
    assert refusal(game, "play a") == "You need 20 voice to blow a horn; you have 19."


def test_the_songs_of_a_hero_are_refused_with_the_rules_reason() -> None:
    game = fighter(abilities=(ab.SONG_OF_ELBERETH,))
    game.hero.voice = 5
    assert refusal(game, "sing staying") == "You do not know the Song of Staying."
    assert refusal(game, "sing exchange") == "You are not singing two themes."
    assert refusal(game, "sing stop") == "You are not singing."
    assert refusal(game, "sing elbereth") == ""


def test_what_is_no_mithril_is_not_melted_and_nothing_away_from_a_forge() -> None:
    game = smithy()
    given(game, item("Dagger"))
    mithril = "Only things of mithril that you carry or wear can be melted."
    assert refusal(game, "melt a") == mithril
    put(game, game.hero.y, game.hero.x, terrain.FLOOR)
    assert refusal(game, "melt a") == "You need a forge to melt that."


# ------------------------------------------------------------------ how long a rest lasts


@pytest.mark.parametrize(
    ("word", "facts", "enough"),
    [
        ("needed", {}, True),
        ("as needed", {"health": -1}, False),
        ("needed", {"voice": -1}, False),
        ("needed", {"voice": -1, "song": 0}, True),
        ("needed", {"poison": 1}, False),
        ("health", {"voice": -1}, True),
        ("health", {"health": -1}, False),
        ("voice", {"health": -1}, True),
        ("voice", {"voice": -1}, False),
        ("healed", {"health": -1}, False),
        ("healed", {"voice": -1}, False),
        ("healed", {"poison": 1}, True),
    ],
)
def test_when_a_rest_is_over(word: str, facts: dict[str, int], enough: bool) -> None:
    game = fighter()
    hero = game.hero
    hero.health = hero.derived.max_health + facts.get("health", 0)
    hero.voice = hero.derived.max_voice + facts.get("voice", 0)
    hero.song = facts.get("song", -1)
    hero.timers.poison = facts.get("poison", 0)
    assert resting._ENOUGH[word](game) is enough
