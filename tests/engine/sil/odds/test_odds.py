"""Odds that are shown are those of the code that rolls."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from functools import partial, reduce

import msgspec
import pytest

from engine.common import distributions
from engine.contract.action import Action
from engine.contract.facts import Attacked, SeatRef
from engine.sil import pages
from engine.sil.combat import archery, attacks, melee, throwing
from engine.sil.creatures import morale, skill_rolls
from engine.sil.dungeon import doors, traps
from engine.sil.effects import blow_rolls, statuses
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature, RaceLore, SilState, Skill, Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import singing
from engine.sil.item_use import activation
from engine.sil.items import item_handles
from engine.sil.level import terrain
from engine.sil.odds import chances, deeds, fight_lines, powers, strikes
from engine.sil.perception import noise
from engine.sil.songs import song_turn
from tests.engine.sil.stage import DATA, foe, item, refresh, stage, wear
from tests.rolled import dice_for

LIMIT = 4.5  # standard errors
FEW, MANY = (6, 300), (100, 10_000)  # situations, and draws of each
ACTIONS, REPLAYS = 20, 2_000

ORDINARY = sorted(
    kind.name
    for kind in DATA.monsters.values()
    if kind.blows
    and kind.rarity
    and not kind.flags & {"UNIQUE", "MINDLESS", "PEACEFUL", "NEVER_BLOW", "RIPOSTE"}
    and all(blow.effect and blow.method != "SPORE" for blow in kind.blows)
)
WEAPONS = ("Longsword", "Curved Sword", "Great Axe", "Spear", "Dagger")
ABILITIES = (ab.FINESSE, ab.POWER, ab.RAPID_ATTACK, ab.SUBTLETY, ab.CONCENTRATION, ab.PUNCTURE)

Draw = Callable[[], "tuple[bool, int]"]  # whether it happened, and what got through


def score(hits: int, draws: int, chance: float) -> float:
    """Return by how many standard errors a count differs from what was expected."""
    deviation = math.sqrt(draws * max(0.0, chance * (1 - chance)))
    if deviation < 1e-6:
        return 0.0 if hits == round(draws * chance) else math.inf
    return abs(hits - draws * chance) / deviation


def mean_score(values: list[int], expected: float) -> float:
    """Return by how many standard errors a mean differs from what was expected."""
    mean = sum(values) / len(values)
    spread = math.sqrt(sum((each - mean) ** 2 for each in values) / len(values))
    if not spread:
        return 0.0 if abs(mean - expected) < 1 else math.inf
    return abs(mean - expected) / (spread / math.sqrt(len(values)))


def learn_all(game: SilContext, creature: Creature) -> None:
    """Let the hero have slain one of its race, and know its blows and senses."""
    kind = DATA.monsters[creature.race]
    game.lore.races[creature.race] = RaceLore(
        kills=3,
        encountered=20,
        flags=sorted(kind.flags),
        blows=dict.fromkeys(range(len(kind.blows)), 3),
    )


def a_fight(dice: random.Random) -> tuple[SilContext, Creature]:
    """Return a hero of random skills and arms, beside a creature of which he knows all."""
    game = stage(
        skills=tuple(dice.randint(0, 12) for _ in range(8)),
        stats=tuple(dice.randint(0, 4) for _ in range(4)),
        abilities=tuple(dice.sample(ABILITIES, dice.randint(0, 2))),
        seed=dice.getrandbits(60),
    )
    if dice.random() < 0.8:
        wear(game, Slot.WEAPON, dice.choice(WEAPONS))
    if dice.random() < 0.7:
        wear(game, Slot.BODY, "Mail Corslet")
    wear(game, Slot.BOW, "Longbow")
    wear(game, Slot.QUIVER1, "Arrow", count=20)
    game.hero.pack.append(item("Spear"))
    awake = dice.choice((-15, -5, 5, 5))
    creature = foe(game, dice.choice(ORDINARY), health=900, alertness=awake)
    learn_all(game, creature)
    if dice.random() < 0.3:
        foe(game, "Wolf", dx=-1, alertness=-15)
    refresh(game)
    return game, creature


# ------------------------------------------------------------------ draws of what rolls


def of_strikes(game: SilContext, blows: list[strikes.Strike]) -> tuple[strikes.StrikeOdds, Draw]:
    """Return the odds of blows, and a draw of all of them."""
    stream = game.streams.play

    def draw() -> tuple[bool, int]:
        rolled = [(blow, blow.contest.roll(stream).margin) for blow in blows]
        hits = [(blow, margin) for blow, margin in rolled if margin > 0]
        nets = [blow.harm(margin).roll(stream).net for blow, margin in hits if blow.harm]
        return bool(hits), sum(nets)

    return reduce(strikes.together, (blow.odds() for blow in blows)), draw


def of_contest(
    game: SilContext, chance: float, contest: skill_rolls.SkillContest
) -> tuple[strikes.StrikeOdds, Draw]:
    """Return the odds of a deed, and a draw of its roll."""
    stream = game.streams.play
    return strikes.StrikeOdds(chance), lambda: (contest.roll(stream).margin > 0, 0)


def blow(dice: random.Random) -> tuple[strikes.StrikeOdds, Draw]:
    game, creature = a_fight(dice)
    return of_strikes(game, strikes.melee_strikes(game, creature))


def shot(dice: random.Random) -> tuple[strikes.StrikeOdds, Draw]:
    game, creature = a_fight(dice)
    found = strikes.shot(game, creature, Slot.QUIVER1)
    assert found is not None
    return of_strikes(game, [found])


def throw(dice: random.Random) -> tuple[strikes.StrikeOdds, Draw]:
    game, creature = a_fight(dice)
    found = strikes.throw(game, creature, game.hero.pack[0])
    assert found is not None
    return of_strikes(game, [found])


def enemy_blow(dice: random.Random) -> tuple[strikes.StrikeOdds, Draw]:
    game, creature = a_fight(dice)
    odds = strikes.hurt_odds(game, creature)
    assert odds is not None

    def draw() -> tuple[bool, int]:
        chosen = attacks.choose_blow(game, creature)
        assert chosen is not None
        rolled = blow_rolls.roll_blow(game, creature, chosen)
        return rolled.hit, rolled.net

    return odds, draw


def noticing(dice: random.Random) -> tuple[strikes.StrikeOdds, Draw]:
    game, creature = a_fight(dice)
    creature.alertness = dice.choice((-15, -5))
    game.hero.stealth_score = game.hero.skill(Skill.STEALTH)
    noise.rebuild(game)
    chance = deeds.notice_odds(game, creature)
    assert chance is not None
    return of_contest(game, chance, noise.contest(game, creature, DATA.monsters[creature.race]))


def a_door(dice: random.Random, feature: int) -> tuple[SilContext, int]:
    game, _ = a_fight(dice)
    square = game.level.at(game.hero.y - 1, game.hero.x)
    game.level.feature[square] = feature + dice.randint(0, 5)
    game.knowledge.mark[square] = 1
    game.knowledge.tried.append(square)
    return game, square


def lock(dice: random.Random) -> tuple[strikes.StrikeOdds, Draw]:
    game, square = a_door(dice, terrain.LOCKED_DOOR + 1)
    percent = deeds.door_percent(game, square, bash=False)
    assert percent is not None
    contest = doors.lock_contest(game, square)
    return of_contest(game, contest.chance(), contest)


def bash(dice: random.Random) -> tuple[strikes.StrikeOdds, Draw]:
    game, square = a_door(dice, terrain.JAMMED_DOOR)
    percent = deeds.door_percent(game, square, bash=True)
    assert percent is not None
    contest = doors.bash_contest(game, square)
    return of_contest(game, contest.chance(), contest)


def pit(dice: random.Random) -> tuple[strikes.StrikeOdds, Draw]:
    game, _ = a_fight(dice)
    game.level.feature[game.level.at(game.hero.y, game.hero.x)] = terrain.PIT
    contest, stream = traps.climb_contest(game), game.streams.play
    percent = deeds.escape_percent(game)
    assert percent is not None
    return strikes.StrikeOdds(1 - contest.chance()), lambda: (contest.roll(stream).margin <= 0, 0)


def web(dice: random.Random) -> tuple[strikes.StrikeOdds, Draw]:
    game, _ = a_fight(dice)
    game.level.feature[game.level.at(game.hero.y, game.hero.x)] = terrain.WEB
    contest = traps.tear_contest(game)
    return of_contest(game, contest.chance(), contest)


def sways(game: SilContext, creature: Creature, work: Callable[[], object]) -> Draw:
    """Return a draw of something that may sway a creature, which is then as it was."""

    def mood() -> tuple[int, int, int, int]:
        state = creature.alertness, creature.temporary_morale, creature.confused
        return *state, creature.slowed

    before, stance = mood(), (creature.stance, creature.morale, creature.skip_turn)

    def draw() -> tuple[bool, int]:
        work()
        swayed = mood() != before
        creature.alertness, creature.temporary_morale, creature.confused, creature.slowed = before
        creature.stance, creature.morale, creature.skip_turn = stance
        game.state.said.clear()
        game.state.events.clear()
        return swayed, 0

    return draw


def an_alert_fight(dice: random.Random) -> tuple[SilContext, Creature]:
    """Return a fight with an enemy that is alert, for moods to change."""
    while True:
        game, creature = a_fight(dice)
        creature.alertness = max(5, creature.alertness)
        if creature in fight_lines.opponents(game):
            return game, creature


def staff(dice: random.Random) -> tuple[strikes.StrikeOdds, Draw]:
    game, creature = an_alert_fight(dice)
    thing = item(dice.choice(("Slumber", "Majesty", "Dismay")), known=True)
    game.lore.aware.append(thing.kind)
    odds = powers.device(game, thing)
    assert odds is not None
    assert odds.creature is creature
    work = sways(game, creature, lambda: activation.take_effect(game, thing))
    return strikes.StrikeOdds(odds.chance), work


def song(dice: random.Random) -> tuple[strikes.StrikeOdds, Draw]:
    while True:
        game, creature = an_alert_fight(dice)
        game.hero.song_turns = 1
        ref = dice.choice((ab.SONG_OF_ELBERETH, ab.SONG_OF_LORIEN))
        word = singing.plain_word(ab.name(DATA, ref))
        odds = powers.song(game, word)
        if odds is None:
            assert ref == ab.SONG_OF_ELBERETH
            continue
        effect = DATA.rules.songs[ref.number].effect
        strength = DATA.rules.songs[ref.number].strength(max(0, game.hero.skill(Skill.SONG)))
        work = partial(song_turn.EFFECTS[effect.name], game, strength, *effect.args)
        return strikes.StrikeOdds(odds.chance), sways(game, creature, work)


KINDS = {
    "blow": blow, "shot": shot, "throw": throw, "enemy blow": enemy_blow, "noticing": noticing,
    "lock": lock, "bash": bash, "pit": pit, "web": web, "staff": staff, "song": song,
}  # fmt: skip


def worst_scores(kind: str, seed: int, situations: int, draws: int) -> tuple[float, float]:
    """Return the greatest deviations, in standard errors, of how often a kind of chance came true
    and of what got through, from what is shown."""
    dice, hits_off, nets_off = random.Random(f"{kind} {seed}"), 0.0, 0.0
    for _ in range(situations):
        odds, draw = KINDS[kind](dice)
        drawn = [draw() for _ in range(draws)]
        hits_off = max(hits_off, score(sum(hit for hit, _ in drawn), draws, odds.hit))
        if odds.damage is not None:
            nets = [net if hit else 0 for hit, net in drawn]
            nets_off = max(nets_off, mean_score(nets, odds.hit * odds.damage))
    return hits_off, nets_off


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_rolled_agrees_with_the_odds(kind: str) -> None:
    assert max(worst_scores(kind, 1, *FEW)) <= LIMIT


@pytest.mark.soak(part="pace")
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_rolled_agrees_with_the_odds_ten_thousand_times(kind: str) -> None:
    hits_off, nets_off = worst_scores(kind, 2, *MANY)
    assert max(hits_off, nets_off) <= LIMIT


# ------------------------------------------------------------------ whole actions


def replays(
    game: SilContext, act: Callable[[SilContext], None], times: int
) -> list[tuple[bool, int]]:
    """Do an action from the same state so many times, with other dice each time; return whether
    the hero hit, and what got through."""
    saved = msgspec.msgpack.encode(game.state)
    found = []
    for number in range(times):
        state = msgspec.msgpack.decode(saved, type=SilState)
        again = SilContext(state, DATA, streams=dice_for(f"replay {number}"))
        act(again)
        own = [s.fact for s in state.said if isinstance(s.fact, Attacked)]
        hits = [fact for fact in own if fact.hit and isinstance(fact.by, SeatRef)]
        found.append((bool(hits), sum(fact.damage for fact in hits)))
    return found


def act_of(kind: str) -> Callable[[SilContext], None]:
    """Return the whole action that makes an attack of a kind."""

    def act(game: SilContext) -> None:
        game.state.sure = True
        creature = game.level.creatures[1]
        assert creature is not None
        if kind == "blow":
            melee.attack(game, creature)
        elif kind == "shot":
            archery.fire(game, Slot.QUIVER1, creature)
        else:
            throwing.throw(game, game.hero.pack[0], creature)

    return act


def own_strikes(game: SilContext, creature: Creature, kind: str) -> list[strikes.Strike]:
    """Return the blows or the missile of an attack of a kind."""
    if kind == "blow":
        return strikes.melee_strikes(game, creature)
    missile = (
        strikes.shot(game, creature, Slot.QUIVER1)
        if kind == "shot"
        else strikes.throw(game, creature, game.hero.pack[0])
    )
    return [missile] if missile else []


def test_whole_actions_agree_with_the_odds() -> None:
    assert whole_actions("blow", 2, 150) <= LIMIT


@pytest.mark.soak(part="pace")
@pytest.mark.parametrize("kind", ["blow", "shot", "throw"])
def test_thousands_of_whole_actions_agree_with_the_odds(kind: str) -> None:
    assert whole_actions(kind, ACTIONS, REPLAYS) <= LIMIT


def whole_actions(kind: str, situations: int, times: int) -> float:
    """Return the greatest deviation, in standard errors, of whole actions from their odds."""
    dice, worst = random.Random(kind), 0.0
    for _ in range(situations):
        game, creature = a_fight(dice)
        blows = own_strikes(game, creature, kind)
        odds = reduce(strikes.together, (each.odds() for each in blows))
        found = replays(game, act_of(kind), times)
        worst = max(worst, score(sum(hit for hit, _ in found), times, odds.hit))
        assert odds.damage is not None
        worst = max(worst, mean_score([net for _, net in found], odds.hit * odds.damage))
    return worst


# ------------------------------------------------------------------ what is not known


def test_an_unknown_race_shows_no_odds_but_that_a_sleeper_cannot_defend_itself() -> None:
    game = stage()
    wolf = foe(game, "Wolf")
    assert strikes.melee_odds(game, wolf) is None
    assert strikes.hurt_odds(game, wolf) is None
    wolf.alertness = -15
    odds = strikes.melee_odds(game, wolf)
    assert odds is not None
    assert odds.damage is None


def test_a_staff_that_is_not_known_and_an_enemy_whose_will_is_not_show_no_odds() -> None:
    game, creature = an_alert_fight(random.Random(3))
    thing = item("Slumber", known=True)
    game.world.flavours[thing.kind] = 1
    assert powers.device(game, thing) is None
    game.lore.aware.append(thing.kind)
    assert powers.device(game, thing) is not None
    game.lore.races[creature.race].encountered = 0
    assert powers.device(game, thing) is None


def test_the_button_of_a_staff_tells_whom_it_sways() -> None:
    game, _ = an_alert_fight(random.Random(3))
    thing = item("Slumber", known=True)
    game.hero.pack.append(thing)
    game.lore.aware.append(thing.kind)
    [handle] = [name for name, held in item_handles.items(game).items() if held is thing]
    odds = powers.device(game, thing)
    assert odds is not None
    [chance] = chances.of(game, Action("activate", (handle,)))
    assert (chance.of, chance.percent) == ("work", distributions.as_percent(odds.chance))
    assert chances.of(game, Action("activate", ("nothing",))) == ()


def test_a_dreamer_and_a_berserk_see_no_odds() -> None:
    for state in ("hallucinating", "rage"):
        game = stage()
        wolf = foe(game, "Wolf")
        learn_all(game, wolf)
        assert strikes.melee_odds(game, wolf) is not None
        game.hero.timers.set_left(state, 10)
        assert strikes.melee_odds(game, wolf) is None


def test_of_two_blows_the_first_counts_twice_in_what_an_enemy_does() -> None:
    two = next(
        kind
        for kind in DATA.monsters.values()
        if len(kind.blows) == 2 and kind.blows[0].attack != kind.blows[1].attack
    )
    game = stage(skills=(5,) * 8)
    enemy = foe(game, two.name, health=50)
    learn_all(game, enemy)
    refresh(game)
    lore, found = game.lore.races[enemy.race], {}
    for blows in ((0,), (1,), (0, 1)):
        lore.blows = dict.fromkeys(blows, 3)
        refresh(game)
        found[blows] = strikes.hurt_odds(game, enemy)
    first, second, both = found.values()
    assert first is not None
    assert second is not None
    assert both is not None
    assert first.hit != second.hit
    assert math.isclose(both.hit, (2 * first.hit + second.hit) / 3)


def test_equal_knowledge_gives_equal_odds() -> None:
    """Neither exact health nor who is unseen shows."""
    shown = []
    for health, hidden in ((20, False), (15, False), (15, True)):
        game = stage(skills=(5,) * 8)
        wolf = foe(game, "Wolf", health=20)
        wolf.health = min(health, 19)
        learn_all(game, wolf)
        if hidden:
            foe(game, "Orc scout", dx=-1, visible=False)
        shown.append(fight_lines.odds_lines(game))
    assert shown[0] == shown[1] == shown[2]


@pytest.mark.parametrize(("poison", "health", "turns"), [(10, 11, 0), (10, 10, 7), (30, 6, 1)])
def test_poison_kills_in_as_many_turns_as_it_says(poison: int, health: int, turns: int) -> None:
    game = stage()
    game.hero.health, game.hero.timers.poison = health, poison
    assert statuses.turns_to_death(game) == turns
    lived = 0
    while game.hero.health > 0 and game.hero.timers.poison:
        statuses.wounds(game)
        statuses.tick(game)
        lived += 1
    assert (game.hero.health <= 0) == bool(turns)
    assert not turns or lived == turns


def test_the_combat_page_tells_of_each_opponent_its_mood_in_the_manuals_points() -> None:
    assert [morale.points(stored) for stored in (201, 60, 1, 0, -15, -60)] == [21, 6, 1, 0, -1, -6]
    game = stage()
    wolf = foe(game, "Wolf")
    wolf.morale = 60
    page = next(page for page in pages.pages(game) if page.name == "Combat")
    assert "it is confident, morale 6" in str(page.text)
