"""Blows and their effects, powers, songs (rules: monsters 13; combat 11)."""

import pytest

from engine.sil.combat import attacks, blow_effects
from engine.sil.creature_ai import creature_moves, creature_shots, creature_turn, powers
from engine.sil.creatures import iron_crown, recall
from engine.sil.creatures.alertness import set_alertness
from engine.sil.creatures.situation import Situation
from engine.sil.data import bundle
from engine.sil.data.records import Blow, Dice
from engine.sil.effects import blow_rolls
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import Skill, Slot, Stat
from engine.sil.hero import experience
from engine.sil.level import terrain
from engine.sil.perception import noise, race_lore, vision
from engine.sil.songs import monster_songs
from tests.engine.sil.creatures.hall import drawn
from tests.engine.sil.stage import foe, item, load_dice, stage, wear

monsters = bundle.load().monsters
HARDY = 10_000


def struck(effect, *, method="HIT", dice=(2, 6), name="Orc soldier", rulings=GAME, will=-99):
    """Return a hero hit by one blow of that effect, all dice showing 3; the hit's account."""
    game = stage(rulings=rulings)
    hero = game.hero
    hero.health = hero.derived.max_health = HARDY
    hero.derived.skills[Skill.WILL] = will
    hero.derived.skills[Skill.EVASION] = -99
    creature = foe(game, name)
    blow = Blow(method, effect, 30, Dice(*dice))
    load_dice(game, otherwise=3)
    incoming = blow_rolls.roll_blow(game, creature, blow)
    assert incoming.hit
    blow_effects.apply(game, creature, blow, incoming)
    return game, incoming


BLOWS = "spec-monsters: 13.1"


@pytest.mark.covers(BLOWS, "spec-character-combat: 11.1")
@pytest.mark.parametrize(
    ("effect", "state"),
    [
        ("BLIND", "blind"),
        ("CONFUSE", "confused"),
        ("SLOW", "slow"),
        ("TERRIFY", "afraid"),
        ("ENTRANCE", "entranced"),
        ("HALLU", "hallucinating"),
        ("POISON", "poison"),
    ],
)
@pytest.mark.covers(
    "sil-q-codebase: Attack Effects (Monster Blows)",
    "sil-q-manual: Temporary Status Effects / Resistances",
)
def test_blows_bring_states_unless_will_withstands(effect, state):
    game, _ = struck(effect)
    assert getattr(game.hero.timers, state) > 0
    if effect != "POISON":
        game, _ = struck(effect, will=99)
        assert getattr(game.hero.timers, state) == 0


@pytest.mark.covers(BLOWS)
@pytest.mark.covers("sil-q-codebase: Poison Mechanics")
def test_poison_works_later_and_takes_no_health_now():
    game, incoming = struck("POISON")
    assert game.hero.health == HARDY
    assert game.hero.timers.poison == min(100, incoming.net)


@pytest.mark.covers(BLOWS)
@pytest.mark.parametrize(
    ("effect", "drained"),
    [
        ("LOSE_STR", [-1, 0, 0, 0]),
        ("LOSE_DEX", [0, -1, 0, 0]),
        ("LOSE_CON", [0, 0, -1, 0]),
        ("LOSE_GRA", [0, 0, 0, -1]),
        ("LOSE_STR_CON", [-1, 0, -1, 0]),
        ("LOSE_ALL", [-1, -1, -1, -1]),
    ],
)
@pytest.mark.covers("sil-q-codebase: Attack Effects (Monster Blows)")
def test_blows_drain_stats(effect, drained):
    assert struck(effect)[0].hero.stat_drain == drained
    assert struck(effect, will=99)[0].hero.stat_drain == [0, 0, 0, 0]


@pytest.mark.covers(BLOWS)
@pytest.mark.covers("sil-q-codebase: Attack Effects (Monster Blows)")
def test_hunger_disarming_and_sickness():
    before = stage().hero.food
    assert struck("HUNGER")[0].hero.food == before - 500
    assert struck("DISEASE")[0].hero.timers.poison > 0
    game = stage()
    wear(game, Slot.WEAPON, "Dagger")
    game.hero.derived.stats[Stat.STR] = -20
    health = game.hero.health
    creature = foe(game, "Orc thrallmaster")
    blow = Blow("WHIP", "DISARM", 30, Dice(1, 4))
    blow_effects.apply(game, creature, blow, _hit(game, creature, blow))
    assert Slot.WEAPON not in game.hero.worn
    assert game.hero.health == health
    assert any(game.level.floor.values())


def _hit(game, creature, blow):
    game.hero.derived.skills[Skill.EVASION] = -99
    return blow_rolls.roll_blow(game, creature, blow)


@pytest.mark.covers(BLOWS, "spec-world: 4.4")
def test_telling_wounds_bleed_and_batter():
    game, incoming = struck("WOUND", method="CLAW")
    assert incoming.crit > 1
    assert game.hero.timers.cut == min(100, incoming.net // 2)
    game, incoming = struck("BATTER", method="CRUSH")
    assert game.hero.timers.stun > 0


@pytest.mark.covers(BLOWS)
def test_trolls_knock_back_unless_one_stands_fast():
    game, _ = struck("BATTER", name="Snow troll")
    assert game.hero.skip_turn
    assert (game.hero.y, game.hero.x) == (10, 9)
    game = stage()
    game.hero.derived.counts["stand_fast"] = 1
    creature = foe(game, "Snow troll")
    blow_effects._knock_back(game, creature)
    assert (game.hero.y, game.hero.x) == (10, 10)


@pytest.mark.covers(BLOWS)
def test_cruel_blows_confuse():
    name = next(r.name for r in monsters.values() if "CRUEL_BLOW" in r.flags)
    game, incoming = struck("HURT", name=name)
    assert game.hero.timers.confused == incoming.crit > 0


@pytest.mark.covers("spec-monsters: 13.2", "spec-world: 7.9")
def test_a_near_miss_of_a_shatterer_shakes_the_earth():
    name = next(r.name for r in monsters.values() if r.blows and r.blows[0].effect == "SHATTER")
    game = stage(size=31)
    game.hero.health = game.hero.derived.max_health = HARDY
    creature = foe(game, name, health=300)
    game.hero.derived.skills[Skill.EVASION] = 20 + monsters[creature.race].blows[0].attack + 20
    creature.health = 1
    creature.max_health = 2000
    attacks.attack_hero(game, creature)
    assert any("earth" in str(s.text) for s in game.state.said)


@pytest.mark.covers("spec-monsters: 12.3", "spec-monsters: 13.1")
def test_an_unaware_creature_that_bumps_into_the_hero_notices_him():
    game, found = drawn("@a", {"a": "Wolf"})
    found["a"].alertness = -4
    s = Situation(game, found["a"])
    creature_moves.enter(s, s.hero)
    assert 0 <= found["a"].alertness <= 5
    assert not found["a"].skip_turn
    assert game.hero.health == game.hero.derived.max_health


@pytest.mark.covers("spec-monsters: 12.4")
@pytest.mark.covers("sil-q-codebase: Truce System")
@pytest.mark.covers("spec-monsters: 13. Monster attacks")
def test_nobody_strikes_in_the_truce():
    game, found = drawn("@a", {"a": "Orc captain"})
    game.world.truce = True
    for _ in range(20):
        creature_turn.take_turn(game, found["a"])
    assert game.hero.health == game.hero.derived.max_health


# ---------------------------------------------------------------- powers


def shooter(name, rows="@....a", rulings=GAME, seed=1):
    game, found = drawn(rows, {"a": name}, rulings=rulings, seed=seed)
    game.hero.health = game.hero.derived.max_health = HARDY
    return game, Situation(game, found["a"])


POWERS = "spec-monsters: 13.5"
EVERY_POWER = sorted({p for r in monsters.values() for p in r.spells})


@pytest.mark.covers(POWERS)
@pytest.mark.parametrize("power", EVERY_POWER)
def test_every_power_is_used_learned_and_paid(power):
    name = next(r.name for r in monsters.values() if power in r.spells)
    game, s = shooter(name)
    game.world.crown_fallen = True
    game.learn(s.creature).visible = True
    powers.use(s, power)
    assert power in game.lore.races[s.race.serial].spells
    free = power in powers.FREE or power in powers.NEEDS_ONLY
    assert s.creature.mana == (15 if free else 5)


@pytest.mark.covers("spec-monsters: 13.4")
def test_powers_are_dropped_by_circumstance():
    game, s = shooter("Orc archer", "@a")
    assert powers.choose(s) is None
    game, s = shooter("Orc archer")
    assert powers.choose(s) == "ARROW1"
    s.creature.stance = "fleeing"
    assert powers.choose(s) is None
    game, found = drawn("@..b.a", {"a": "Orc archer", "b": "Wolf"})
    assert powers.choose(Situation(game, found["a"])) is None
    game, s = shooter("Orc archer", "@...........a")
    assert powers.choose(s) is None
    game, s = shooter("Giant", "@.......a")
    assert powers.choose(s) is None
    game, s = shooter("Mountain troll")
    assert powers.choose(s) is None


@pytest.mark.covers("spec-monsters: 13.4")
def test_a_near_breath_rates_above_the_rest():
    _, s = shooter("Fire-drake hatchling", "@.a")
    assert powers._rating(s, "BRTH_FIRE") == 100
    _game, s = shooter("Fire-drake hatchling", "@....a")
    assert powers._rating(s, "BRTH_FIRE") == 12
    s.creature.mana = 9
    assert powers.choose(s) is None


@pytest.mark.covers(POWERS, "spec-world: 7.6")
@pytest.mark.parametrize(("rows", "dice"), [("@a", 6), ("@.a", 4), ("@..a", 2), ("@...a", 0)])
def test_a_breath_weakens_with_distance(rows, dice):
    name = next(r.name for r in monsters.values() if "BRTH_FIRE" in r.spells and r.spell_power == 6)
    game, s = shooter(name, rows)
    load_dice(game, otherwise=2)
    powers.use(s, "BRTH_FIRE")
    assert HARDY - game.hero.health == 2 * dice


@pytest.mark.covers(POWERS)
@pytest.mark.covers("spec-character-combat: 11.2")
def test_an_arrow_meets_half_the_evasion():
    game, s = shooter("Orc archer")
    game.hero.derived.skills[Skill.EVASION] = 9
    incoming = creature_shots._roll(s, shot=True)
    assert incoming.attack.total == 6 if s.away < 5 else incoming.attack.total == 5
    assert incoming.evasion.total == 4


@pytest.mark.covers(POWERS)
def test_webs_hold_and_rallies_hearten():
    name = next(r.name for r in monsters.values() if "THROW_WEB" in r.spells)
    game, s = shooter(name)
    game.hero.derived.skills[Skill.EVASION] = -99
    powers.use(s, "THROW_WEB")
    assert game.level.feature[s.hero] == terrain.WEB
    game, s = shooter(name)
    game.hero.derived.skills[Skill.EVASION] = 99
    powers.use(s, "THROW_WEB")
    assert game.level.feature[s.hero] != terrain.WEB
    game, found = drawn("@...a.b", {"a": "Gorgol, the Butcher", "b": "Orc soldier"})
    powers.use(Situation(game, found["a"]), "RALLY")
    assert found["b"].temporary_morale == 200
    assert found["a"].temporary_morale == 0


@pytest.mark.covers(POWERS, "spec-monsters: 19")
def test_a_saved_scare_deepens_fear_in_the_game_alone():
    for rulings, deeper in ((GAME, True), (MANUAL, False)):
        name = next(r.name for r in monsters.values() if "SCARE" in r.spells)
        game, s = shooter(name, rulings=rulings)
        game.hero.timers.afraid = 5
        game.hero.derived.skills[Skill.WILL] = 99
        powers.use(s, "SCARE")
        assert (game.hero.timers.afraid > 5) is deeper


@pytest.mark.covers(POWERS)
def test_darkness_falls_and_lights_dim():
    game, s = shooter(next(r.name for r in monsters.values() if "DARKNESS" in r.spells))
    powers.use(s, "DARKNESS")
    assert not game.level.glow[s.hero]
    name = next(r.name for r in monsters.values() if "DIM" in r.spells)
    game, s = shooter(name)
    torch = wear(game, Slot.LIGHT, "Wooden Torch", timeout=2000)
    powers.use(s, "DIM")
    assert 1600 <= torch.timeout < 2000


@pytest.mark.covers("spec-monsters: 11. The monster's turn")
def test_the_confused_the_stunned_and_the_tongue_tied_use_powers_less():
    def uses(**changes):
        used = 0
        for seed in range(120):
            _game, s = shooter("Orc archer", seed=seed)
            for field, value in changes.items():
                setattr(s.creature, field, [*value] if field == "flags" else value)
            used += powers.attempt(s)
        return used / 120

    assert uses() == pytest.approx(0.75, abs=0.13)
    assert uses(stun=5) == pytest.approx(0.37, abs=0.14)
    assert uses(confused=5) == 0
    assert uses(flags=["always cast"]) == 1


# ---------------------------------------------------------------- songs


def morgoth(rows="@.......a", rulings=GAME):
    name = next(r.name for r in monsters.values() if "QUESTOR" in r.flags)
    game, found = drawn(rows, {"a": name}, rulings=rulings)
    game.world.crown_fallen = True
    noise.rebuild(game)
    return game, found["a"]


@pytest.mark.covers("spec-monsters: 13.6", "spec-world: 8.3")
def test_binding_locks_doors_and_slows():
    game, creature = morgoth("@..a..'")
    game.hero.derived.skills[Skill.WILL] = -50
    monster_songs.begin(Situation(game, creature), "SNG_BINDING")
    door = game.level.feature[game.level.at(1, 7)]
    assert terrain.LOCKED[door] or door == terrain.CLOSED_DOOR
    assert game.hero.timers.slow == 2
    mana = creature.mana
    monster_songs.go_on(Situation(game, creature))
    assert creature.mana == mana - 1
    creature.mana = 0
    monster_songs.go_on(Situation(game, creature))
    assert creature.song == ""


@pytest.mark.covers("spec-monsters: 13.6", "spec-world: 8.3")
def test_binding_leaves_doors_between_the_singer_and_the_hero_and_locks_those_beyond():
    game, creature = morgoth("'.@.'.a..'")
    monster_songs.begin(Situation(game, creature), "SNG_BINDING")
    feature = [game.level.feature[game.level.at(1, 1 + column)] for column in (4, 9)]
    assert feature[0] == terrain.OPEN_DOOR
    assert terrain.LOCKED[feature[1]] or feature[1] == terrain.CLOSED_DOOR


@pytest.mark.covers("spec-monsters: 13.6")
def test_piercing_finds_the_hero():
    game, creature = morgoth()
    creature.alertness = -5
    game.hero.derived.skills[Skill.WILL] = -50
    monster_songs.search(Situation(game, creature))
    assert creature.alertness == 10


@pytest.mark.covers("spec-monsters: 19")
def test_an_unseen_search_is_kept_but_in_the_game():
    for rulings, kept in ((GAME, ""), (MANUAL, "SNG_PIERCING")):
        game, creature = morgoth("@.#.....a", rulings)
        creature.alertness, game.learn(creature).visible = -5, False
        game.hero.derived.skills[Skill.WILL] = 99
        monster_songs.search(Situation(game, creature))
        assert creature.song == kept


@pytest.mark.covers("spec-monsters: 13.6", "spec-monsters: 15.3")
def test_oaths_call_wraiths_who_fade_with_the_song():
    gorthaur = next(r.name for r in monsters.values() if "SNG_OATHS" in r.spells)
    rows = "@........\n.........\n....a....\n.........\n........."
    for seed in range(20):
        game, found = drawn(rows, {"a": gorthaur}, seed=seed)
        monster_songs.begin(Situation(game, found["a"]), "SNG_OATHS")
        wraiths = [c for c in game.level.creatures if c and "summoned" in c.flags]
        if wraiths:
            break
    assert wraiths
    assert wraiths[0].alertness == monster_songs.WRAITH_ALERT
    found["a"].song = ""
    for _ in range(30):
        if game.level.creatures[wraiths[0].slot] is not wraiths[0]:
            return
        creature_turn.act(game, wraiths[0])
        game.hero.health = HARDY
    raise AssertionError("the wraith stayed")


@pytest.mark.covers("spec-monsters: 15.2", "spec-world: 13.5")
def test_morgoths_anger_rises_with_his_wounds_and_his_crown_falls_in_sleep():
    game, creature = morgoth("@.....................a")
    game.world.crown_fallen = False
    creature.max_health = 400
    stages = []
    for health in (400, 300, 200, 100):
        creature.health = health
        creature_turn._grow_angry(Situation(game, creature))
        stages.append(game.world.morgoth_stage)
    assert stages == [0, 2, 3, 4]
    assert iron_crown.is_crowned(game, creature)
    set_alertness(game, creature, -15)
    assert not iron_crown.is_crowned(game, creature)


# ---------------------------------------------------------------- recall


@pytest.mark.covers("spec-monsters: 17")
def test_recall_fills_in_as_the_hero_learns():
    game = stage()
    creature = foe(game, "Snow troll", 0, 3)
    assert "Nothing is known" in str(recall.page(game, creature.race))
    assert recall.met(game) == []
    experience.encounter(game, creature)
    met = str(recall.page(game, creature.race))
    assert recall.met(game) == [creature.race]
    assert "16d4" not in met
    assert "550 ft" in met
    experience.slay(game, creature)
    assert "16d4 health" in str(recall.page(game, creature.race))
    race_lore.learn_blow(game, creature, 0)
    assert "4d6" in str(recall.page(game, creature.race))
    assert "2d9" not in str(recall.page(game, creature.race))
    race_lore.learn(game, creature, "KNOCK_BACK")
    assert "knocks its foes back" in str(recall.page(game, creature.race))
    game.learn(creature).visible = False
    race_lore.learn(game, creature, "BASH_DOOR")
    assert "breaks doors" not in str(recall.page(game, creature.race))


@pytest.mark.covers("spec-monsters: 17")
def test_every_race_has_a_page():
    game = stage()
    for serial, kind in monsters.items():
        if not 11 <= serial < 300:
            continue
        page = experience.lore_of(game, serial)
        page.encountered = page.kills = 5
        page.blows = {0: 3, 1: 1}
        page.spells = sorted(kind.spells)
        page.flags = sorted(kind.flags)
        page.drops = 3
        text = str(recall.page(game, serial))
        assert kind.description in text
        assert "None" not in text.replace(kind.description, "")


@pytest.mark.covers("sil-q-manual: Combat UI")
@pytest.mark.covers("spec-world: 15.3")
def test_a_look_tells_health_mind_and_place():
    game, found = drawn("@..a", {"a": "Orc soldier"})
    creature = found["a"]
    assert (
        str(recall.look(game, creature))
        == "An orc soldier, 3 squares east, unhurt, intent on you, confident, morale 0."
    )
    creature.health, creature.alertness, creature.stun = 4, -5, 3
    assert (
        str(recall.look(game, creature))
        == "An orc soldier, 3 squares east, almost dead, stunned, unwary."
    )
    creature.alertness, creature.stance, creature.morale = 3, "fleeing", -31
    assert str(recall.look(game, creature)).endswith("fleeing in terror, fleeing, morale -3.")
    game.learn(creature).visible = False
    assert str(recall.look(game, creature)) == "There is nothing to see."


@pytest.mark.covers("spec-monsters: 12.1")
@pytest.mark.parametrize("cursed", [True, False])
def test_thieves_of_the_floor_take_all_that_is_good_and_are_seen_to(cursed):
    game = stage()
    thief = foe(game, "Ulfang the Black", 0, 3)
    there = game.level.at(thief.y, thief.x - 1)
    good, bad = item("Dagger"), item("Dagger", cursed=cursed)
    game.level.floor[there] = [good, bad]
    vision.update(game)
    creature_moves.enter(Situation(game, thief), there)
    assert thief.carried == ([good] if cursed else [good, bad])
    assert game.level.floor.get(there) == ([bad] if cursed else None)
    assert any("picks something up" in str(event.text) for event in game.state.events)
