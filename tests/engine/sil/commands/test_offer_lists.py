"""The offers of whole scenes: their words, squares, ways, purposes and what they are done to."""

from __future__ import annotations

from engine.contract.action import Offer
from engine.sil.commands import registry
from engine.sil.dungeon import captives
from engine.sil.game.context import SilContext
from engine.sil.game.state import Skill, Slot
from engine.sil.hero import abilities as ab
from engine.sil.items import item_classes
from engine.sil.level import terrain
from tests.engine.sil.arena import arena, look, put
from tests.engine.sil.commands.test_fight_plans import fighter, lurking, wolf
from tests.engine.sil.commands.test_offers import _begged, _chest, _doors, _forge, _pit
from tests.engine.sil.items.things import given, lying, thing
from tests.engine.sil.stage import foe, item, refresh, wear


def row(offer: Offer) -> str:
    """Return an offer in a line: the action, its words, its kind and purpose, its square and way,
    whom it is done to, its page, and what is out of the ordinary."""
    way = f" by {len(offer.path)}" if offer.path else ""
    parts = [
        str(offer.action), str(offer.label), str(offer.hint), f"{offer.group} {offer.intent}",
        f"{offer.at}{way}" if offer.at else "", offer.target,
        f"{offer.page} {offer.topic}".strip(),
        "for good" if offer.irreversible else "", "free" if offer.free else "",
    ]  # fmt: skip
    return " | ".join(part for part in parts if part)


def rows(game: SilContext, *verbs: str) -> list[str]:
    return [row(offer) for offer in registry.offers(game) if offer.action.verb in verbs]


def test_what_is_offered_to_the_hands_among_doors_traps_and_rubble() -> None:
    hands = ("open", "close", "bash", "disarm", "dig", "interact", "tunnel", "stealth", "repeat")
    works, again = "Do what suits", "till it works | Again and again, unless something disturbs"
    assert rows(_doors(), *hands) == [
        "tunnel n | Tunnel north | plan force | (1, 4)",
        "close w | Close the door west | act close | (2, 3)",
        "bash e | Bash the door east | act force | (2, 5)",
        "disarm s | Disarm south | act open | (3, 4)",
        "dig n | Dig north | act force | (1, 4)",
        f"interact e | {works} east | Bash the door east | other other | (2, 5)",
        f"interact s | {works} south | Disarm south | other other | (3, 4)",
        f"interact w | {works} west | Close the door west | other other | (2, 3)",
        f"interact n | {works} north | Dig north | other other | (1, 4)",
        "stealth on | Creep (stealth mode) | Slower by a step, five more Stealth | act arrange"
        " | free",
        f"repeat 99 bash e | Bash the door east, {again} | other force | (2, 5)",
        f"repeat 99 disarm s | Disarm south, {again} | other open | (3, 4)",
        f"repeat 99 dig n | Dig north, {again} | other force | (1, 4)",
    ]
    game = _doors()
    game.hero.timers.blind = 3
    assert rows(game, "dig") == []
    game.hero.timers.blind, game.hero.timers.confused = 0, 3
    assert rows(game, "tunnel") == []
    game.hero.timers.confused = 0
    wear(game, Slot.WEAPON, "Longsword")
    assert rows(game, "dig", "tunnel") == []


def test_a_chest_beside_the_hero_and_one_underfoot() -> None:
    assert rows(_chest(), "open", "disarm", "interact") == [
        "open e | Open the chest east | act open | (10, 11)",
        "disarm e | Disarm east | act open | (10, 11)",
        "interact e | Do what suits east | Open the chest east | other other | (10, 11)",
    ]
    game = fighter()
    lying(game, thing(7, "Small wooden chest", pval=5, known=True))
    here = f"({game.hero.y}, {game.hero.x})"
    assert rows(game, "open", "disarm", "interact") == [
        f"open | Open the chest here | act open | {here}",
        f"disarm | Disarm here | act open | {here}",
    ]


def test_steps_name_doors_hazards_foes_and_leave_out_what_is_refused() -> None:
    game = arena("#######", "#.x.x.#", "#.+@p.#", "#.:.%.#", "#######", known=True)
    assert rows(game, "step", "run", "wait") == [
        "step n | Step north | move move | (1, 3)",
        "step ne | Step north-east into the chasm | move move | (1, 4) | chasm",
        "step e | Step east into the pit | move move | (2, 4) | trap",
        "step s | Step south | move move | (3, 3)",
        "step w | Open the door west | move open | (2, 2)",
        "step nw | Step north-west into the chasm | move move | (1, 2) | chasm",
        "wait | Wait and search | One turn, watching and listening | move wait",
    ]
    game = fighter()
    wolf(game)
    foe(game, "Wolf", 0, -1).race = next(
        r.serial for r in game.data.monsters.values() if "PEACEFUL" in r.flags
    )
    look(game)
    attack = "step e | Attack the wolf | move attack | (3, 7) | wolf-1"
    assert attack in rows(game, "step")
    assert len(rows(game, "step")) == 7
    game.hero.timers.afraid = 3
    assert len(rows(game, "step")) == 6


def test_the_gates_are_left_for_good_and_not_under_too_heavy_a_burden() -> None:
    game = arena("#####", "#...#", "#.@.#", "#####", known=True, depth=0)
    leaves = [
        f"step {short} | Leave Angband, {way} | move leave | (3, {x}) | for good"
        for short, way, x in (("se", "south-east", 3), ("s", "south", 2), ("sw", "south-west", 1))
    ]
    assert [line for line in rows(game, "step") if "Leave" in line] == leaves
    game.hero.derived.burden = game.hero.derived.capacity * 2
    assert rows(game, "step") == []


def test_ways_to_known_places_the_nearest_first_and_by_stairs_for_good() -> None:
    game = arena(
        "###########", "#....<....#", "#..@...0..#", "#........>#", "###########", known=True
    )
    game.hero.health -= 3
    assert rows(game, "travel", "ascend", "descend", "explore", "search", "rest", "run") == [
        "search walls | Search for hidden doors"
        " | Dead ends first: nothing else is left to explore | plan search",
        "travel F1 | Go to the up staircase, 2 E | 2 steps | plan travel | (1, 5) by 2",
        "travel H2 | Go to the forge…, 4 E | 4 steps | plan travel | (2, 7) by 4",
        "travel J3 | Go to the down staircase, 6 E | 6 steps | plan travel | (3, 9) by 6",
        "descend | Take the down staircase, 6 E | 6 steps | plan descend | (3, 9) by 6 | for good",
        "ascend | Take the up staircase, 2 E | 2 steps | plan ascend | (1, 5) by 2 | for good",
        "run e | Run east | plan move | (2, 5)",
        "run w | Run west | plan move | (2, 1)",
        "rest | Rest as needed | Until health, voice and mind are whole, or something disturbs"
        " | plan rest",
        "search | Search for ten turns"
        " | Ten turns of standing and looking, unless something disturbs | other search",
        "search found | Search until something is found"
        " | Standing and looking, unless something disturbs | other search",
    ]
    game.hero.timers.confused = 2
    assert rows(game, "travel", "ascend", "descend", "explore", "run") == []
    game.hero.timers.confused = 0
    put(game, game.hero.y, game.hero.x, terrain.UP_STAIR)
    assert rows(game, "stairs", "ascend") == [
        "stairs up | Take the stairs up | act ascend | for good"
    ]
    put(game, game.hero.y, game.hero.x, terrain.DOWN_SHAFT)
    assert rows(game, "stairs", "descend") == [
        "stairs down | Take the shaft down | act descend | for good"
    ]


def test_eight_places_are_offered_at_most_and_no_known_thing_that_no_way_leads_to() -> None:
    game = arena("#" * 20, "#@" + "." * 17 + "#", "####.###############", "#" * 20, known=True)
    for x in range(3, 14):
        game.level.floor[game.level.at(1, x)] = [item("Dagger", seen_by=1)]
    game.level.floor[game.level.at(2, 10)] = [item("Dagger", seen_by=1)]
    game.level.floor[game.level.at(1, 2)] = [item("Dagger")]
    game.level.floor[game.level.at(1, 1)] = [item("Dagger", seen_by=1)]
    found = [o.at for o in registry.offers(game) if o.action.verb == "travel"]
    assert found == [(1, x) for x in range(3, 11)]


def test_the_obstacles_of_a_level_that_is_explored() -> None:
    game = arena(
        "###############", "#.....#########", "#..@..+...#####", "#.....#########",
        "#.....x########", "###############", known=True,
    )  # fmt: skip
    for square in range(len(game.knowledge.mark)):
        if square % 15 > 6:
            for layer in (game.knowledge.mark, game.knowledge.seen, game.knowledge.glimpsed):
                layer[square] = 0
    door = game.level.at(2, 6)
    game.level.feature[door] = terrain.LOCKED_DOOR + 7
    game.knowledge.tried.append(door)
    game.knowledge.held += [door]
    game.hero.unspent = 0
    found = [line for line in rows(game, "travel", "explore") if "travel" in line]
    chasm = "Leap down: you fall two levels, and it hurts"
    assert any(f"| Go to the chasm, 2 SE | {chasm} | plan travel | (4, 6) by 2" in x for x in found)


def test_a_pit_and_a_web_are_got_out_of() -> None:
    hint = "Until you are free, or something comes up | plan move"
    game = _pit()
    assert rows(game, "struggle") == [f"struggle | Climb out of the pit | {hint}"]
    put(game, game.hero.y, game.hero.x, terrain.WEB)
    assert rows(game, "struggle") == [f"struggle | Tear free of the web | {hint}"]
    wolf(game, dx=2)
    assert rows(game, "struggle") == []


def test_a_forge_offers_plans_work_and_what_can_be_melted() -> None:
    abilities = "Weaponsmith, Armoursmith, Jeweller, Enchantment, Artifice"
    game = _forge()
    assert rows(game, "forge", "smith", "melt") == [
        "forge plain | Make plain | 10 turns; 1 use of the forge | plan make",
        f"smith | Work at the forge | Smithing 20. Abilities: {abilities}. | act ask | Smithing"
        " | free",
        "melt a | Melt a Mithril Corslet [-2,2d4] | item make | for good",
    ]
    put(game, game.hero.y, game.hero.x, terrain.FLOOR)
    assert rows(game, "forge", "melt") == []
    assert rows(game, "smith")[0].startswith("smith | Plan smithing | ")
    assert " | growth ask | " in rows(game, "smith")[0]


def test_fights_are_offered_to_several_limits_with_the_first_alone() -> None:
    game = fighter()
    wolf(game)
    foe(game, "Orc scout", 0, -3)
    look(game)
    blows = "Blow after blow, until it is dead, flees, or you are below"
    stands = "Stand till it comes, then strike till it is dead, flees, or you are below"
    goes = "Go up to it and strike, until it is dead, flees, or you are below"
    scout = "orc-scout-1"
    assert rows(game, "fight", "charge", "await") == [
        f"fight wolf-1 | Fight the wolf to 50 % | {blows} 50 % of health"
        " | plan attack | (3, 7) | wolf-1",
        f"fight wolf-1 30 | Fight the wolf to 30 % | {blows} 30 % of health"
        " | plan attack | (3, 7) | wolf-1",
        f"fight wolf-1 75 | Fight the wolf to 75 % | {blows} 75 % of health"
        " | plan attack | (3, 7) | wolf-1",
        f"fight {scout} | Await the orc scout, fight to 50 % | {stands} 50 %"
        f" | plan attack | (3, 3) | {scout}",
        f"charge {scout} | Charge the orc scout to 50 % | {goes} 50 %"
        f" | plan attack | (3, 3) by 2 | {scout}",
    ]
    game.hero.health = 1
    assert "fight wolf-1 1 | Fight the wolf to the end" in rows(game, "fight")[0]


def test_an_ambush_is_offered_for_who_lurks() -> None:
    game = fighter()
    lurking(game)
    assert rows(game, "await") == [
        "await | Lie in wait for the wolf"
        " | Stand till anybody comes, and fight it to 50 %; ends if nobody does | plan wait"
    ]
    game.hero.timers.confused = 2
    assert rows(game, "await") == []


def test_a_drink_before_a_fight_is_offered_below_sixty_percent() -> None:
    game = fighter()
    wolf(game)
    given(game, thing(item_classes.POTION, "Healing"))
    game.lore.aware.append(game.hero.pack[0].kind)
    game.hero.derived.max_health, game.hero.health = 100, 60
    assert rows(game, "drink-fight") == []
    game.hero.health = 59
    [line] = rows(game, "drink-fight")
    assert line.startswith("drink-fight a wolf-1 | Drink, then fight the wolf | ")
    assert "then blows, until it is dead, flees, or you are below 50 % | plan heal" in line
    game.hero.pack[0].inscription = "!q"
    assert rows(game, "drink-fight") == []


def test_shots_at_each_enemy_from_each_quiver_and_plans_with_two_arrows_or_more() -> None:
    game = fighter()
    wear(game, Slot.BOW, "Longbow")
    wear(game, Slot.QUIVER1, "Arrow", count=1)
    wolf(game, dx=3)
    arrow = "an Arrow"
    assert rows(game, "fire", "shoot") == [
        "fire nearest | Shoot at the nearest | the wolf | target shoot | (3, 9) by 3",
        f"fire wolf-1 | Shoot the wolf | {arrow} | target shoot | (3, 9) by 3",
    ]
    wear(game, Slot.QUIVER2, "Arrow", count=2)
    assert rows(game, "fire")[1:] == [
        f"fire wolf-1 1 | Shoot the wolf from quiver 1 | {arrow} | target shoot | (3, 9) by 3",
        "fire wolf-1 2 | Shoot the wolf from quiver 2 | 2 Arrows | target shoot | (3, 9) by 3",
    ]
    assert rows(game, "shoot") == []
    game.hero.worn[Slot.QUIVER1].count = 2
    assert rows(game, "shoot") == [
        "shoot wolf-1 | Shoot the wolf while it comes"
        " | Arrow after arrow, until it is dead, flees, is beside you, or none is left"
        " | plan shoot | (3, 9) | wolf-1"
    ]


def test_throws_of_what_is_made_for_it_and_a_volley_of_two_or_more() -> None:
    game = fighter()
    given(game, item("Spear"), item("Dagger"))
    wolf(game, dx=3)
    assert rows(game, "hurl") == [
        "hurl | Throw your best at the nearest | Spear, at the wolf | target throw | (3, 9)"
    ]
    assert [line.partition(" | ")[0] for line in rows(game, "throw", "volley")] == [
        "throw a wolf-1", "throw b wolf-1", "volley wolf-1",
    ]  # fmt: skip
    assert rows(game, "volley") == [
        "volley wolf-1 | Throw all at the wolf"
        " | All that is made for throwing, until it is dead, flees or is beside you"
        " | plan throw | (3, 9) | wolf-1"
    ]
    del game.hero.pack[1]
    assert rows(game, "volley") == []


def test_songs_are_begun_woven_in_ended_and_exchanged() -> None:
    game = fighter(abilities=(ab.SONG_OF_ELBERETH, ab.SONG_OF_SILENCE, ab.WOVEN_THEMES))
    game.hero.voice = 9
    begun = rows(game, "sing")
    assert [line.split(" | ")[1] for line in begun] == [
        "Sing the Song of Elbereth", "Sing the Song of Silence",
    ]  # fmt: skip
    assert begun[0].endswith(" | act sing")
    game.hero.song = ab.SONG_OF_ELBERETH.number
    refresh(game)
    assert next(line.partition(" | ")[2] for line in rows(game, "sing")) == (
        "Stop singing | It takes no time | act sing | free"
    )
    assert "Weave in the Song of Silence" in rows(game, "sing")[-1]
    game.hero.theme = ab.SONG_OF_SILENCE.number
    lines = [line.partition(" | ")[2] for line in rows(game, "sing")]
    assert lines[1] == "Exchange the themes | Make the Song of Silence the major theme | act sing"
    assert "Only the Song of Elbereth | End the minor theme | act sing | free" in lines
    game.hero.voice = 0
    assert len(rows(game, "sing")) == 2


def test_what_is_bought_with_experience() -> None:
    game = fighter(abilities=(ab.FLETCHERY,))
    game.hero.unspent = cost = 100 * (game.hero.skill_base[Skill.SONG] + 1)
    melee = 100 * (game.hero.skill_base[Skill.MELEE] + 1)
    game.hero.unspent = melee
    value = game.hero.skill(Skill.MELEE)
    line = (
        f"raise melee | Raise Melee ({melee:,})"
        f" | Melee is {value}; {melee:,} experience is left | growth learn | Skills | free"
    )
    assert line in rows(game, "raise")
    game.hero.unspent = melee - 1
    assert line.partition(" | ")[0] not in [x.partition(" | ")[0] for x in rows(game, "raise")]
    game.hero.unspent = cost
    assert rows(game, "switch") == [
        "switch fletchery | Switch off Fletchery | growth arrange | Abilities | free"
    ]
    game.hero.switched_off.append(ab.FLETCHERY)
    assert "Switch on Fletchery" in rows(game, "switch")[0]
    game.hero.unspent = 30_000
    found = {x.partition(" | ")[0] for x in rows(game, "learn")}
    assert "learn bane" not in found
    assert rows(game, "learn")[0].endswith(" | growth learn | Abilities | free")


def test_how_plans_are_and_what_exploring_takes() -> None:
    game = fighter()
    stops = "They stop below {} % of health, and with an alert enemy {} turns away"
    careful = f"caution careful | Plans: careful | {stops.format(70, 12)} | other arrange | free"
    bold = f"caution bold | Plans: bold | {stops.format(30, 4)} | other arrange | free"
    assert rows(game, "caution") == [careful, bold]
    game.hero.caution = "bold"
    assert rows(game, "caution")[0] == careful
    assert len(rows(game, "caution")) == 2
    takes = "other arrange | free"
    assert rows(game, "collect") == [f"collect nothing | Exploring takes nothing | {takes}"]
    game.hero.picks_up = False
    assert rows(game, "collect") == [f"collect worth | Exploring takes what is worth it | {takes}"]


def test_a_captive_who_begs_is_given_something_if_there_is_anything() -> None:
    game = _begged()
    beggar = captives.near(game)
    assert beggar is not None
    [line] = rows(game, "give")
    assert line.startswith("give | Give the ")
    assert line.endswith(f" something | act ask | ({beggar.y}, {beggar.x}) | free")
    game.hero.pack.clear()
    assert rows(game, "give") == []


def test_a_note_and_the_last_action_once_more() -> None:
    game = fighter()
    assert rows(game, "note", "again") == [
        "note | Write a note | A line of your own among the notes of your sheet | other ask"
        " | Notes | free"
    ]
    game.hero.last_action = "step e"
    at = f"({game.hero.y}, {game.hero.x + 1})"
    assert rows(game, "again") == [
        f"again | Again: Step east | step e, once more | other other | {at}"
    ]
    game.hero.last_action = "smith"
    assert rows(game, "again") == []


def test_flights_and_retreats_say_how_far_and_when_they_end() -> None:
    game = fighter(
        "###############", "#......@......#", "#.............#", "#######.#######",
        "#######.#######", "#######<#######", "###############",
    )  # fmt: skip
    foe(game, "Orc soldier", 0, 3)
    look(game)
    ends = "ends there, or below 50 % of health"
    assert rows(game, "flee", "fall-back", "hide") == [
        f"fall-back | Back to where few can come | To a square with 2 ways in. 3 steps; {ends}"
        " | plan flee | (4, 7) by 3",
        f"flee | Flee by the up staircase, 4 S | 4 steps; {ends} | plan flee | (5, 7) by 4",
    ]
    game.hero.health //= 2
    assert "below 25 % of health" in rows(game, "flee")[0]
