"""Morale of a creature, term by term, and the stance that follows (rules: monsters 10).

Morale is stored times ten; temporary morale is its passing part.
"""

from __future__ import annotations

from engine.common import field_of_view
from engine.contract.facts import Fled
from engine.contract.texts import Text, text
from engine.sil.creatures import creature_names, creature_stats, senses
from engine.sil.data.records import Monster
from engine.sil.game.context import SilContext
from engine.sil.game.messages import tell
from engine.sil.game.state import Creature, Skill
from engine.sil.hero import abilities as ab
from engine.sil.hero import singing
from engine.sil.level import terrain

START = 60
ON_THE_RUN = 20
THRONE = 20  # the depth at which nobody is wholly cowed
ELF_BANE = 50
BOLD = 200  # above: aggressive
TURN = 60  # temporary morale lost on fleeing, and won on ending it
FRIEND, LEADER = 10, 40
LEADS = frozenset(("ESCORT", "ESCORTS"))
BRIGHT = 3  # light above this daunts what light hurts
CHALLENGED = 50

MoraleTerms = list[tuple[str, int]]


def band(health: int, most: int) -> int:
    """Return how whole somebody is, in quarters rounded up; 5 for unhurt (rules: monsters 10.1)."""
    return 5 if health >= most else -(-4 * health // most)


def points(morale: int) -> int:
    """Return morale in the manual's points: a tenth, rounded up (rules: world 15.3)."""
    return -(-morale // 10)


_STANCES = {
    "fleeing": text("fleeing"),
    "confident": text("confident"),
    "aggressive": text("aggressive"),
}


def confidence(creature: Creature) -> Text | None:
    """Return the confidence of an alert creature, its stance and its morale in points; None while
    it is not alert, or has chosen no stance (manual, User Interface and Morale)."""
    if creature.alertness < 0 or creature.stance not in _STANCES:
        return None
    stance, morale = _STANCES[creature.stance], points(creature.morale)
    return text("{stance}, morale {points}", stance=stance, points=morale)


def terms(game: SilContext, creature: Creature) -> MoraleTerms:
    """Return every term of a creature's morale now, those of 0 left out; their sum is its
    morale."""
    race = creature_stats.race(game, creature)
    found: MoraleTerms = [("natural courage", START)]
    _depth(game, race, found)
    _hero(game, found)
    _itself(creature, found)
    _friends(game, creature, found)
    _against(game, creature, race, found)
    found.append(("for the moment", creature.temporary_morale))
    return [(why, amount) for why, amount in found if amount]


def compute(game: SilContext, creature: Creature) -> int:
    """Return a creature's morale now, times ten."""
    return sum(amount for _, amount in terms(game, creature))


def _depth(game: SilContext, race: Monster, found: MoraleTerms) -> None:
    depth = game.level.depth
    if game.hero.on_the_run:
        found.append(("the hunt is up", ON_THE_RUN))
        return
    home = (race.level - depth) * 10
    if game.rulings.morale_depth_direction == "bolder":
        home = -home
    found.append(("depth", home))
    if depth == THRONE and START + home < THRONE:
        found.append(("before Morgoth's throne", THRONE - START - home))


def _hero(game: SilContext, found: MoraleTerms) -> None:
    """Add the terms for what it sees the hero suffer."""
    hero = game.hero
    timers = hero.timers
    if timers.hallucinating:
        found.append(("you are hallucinating", 20))
    if timers.blind:
        found.append(("you are blind", 20))
    if timers.confused:
        found.append(("you are confused", 40))
    if is_slow(game):
        found.append(("you are slow", 40))
    if timers.afraid:
        found.append(("you are afraid", 40))
    if timers.entranced:
        found.append(("you are entranced", 80))
    elif timers.stun:
        found.append(
            ("you are stunned", 80 if timers.stun > 100 else 40 if timers.stun > 50 else 20)
        )
    if not hero.active(ab.FORMIDABLE):
        wounds = {1: 80, 2: 40, 3: 20}.get(band(hero.health, hero.derived.max_health), 0)
        found.append(("your wounds", wounds))


def is_slow(game: SilContext) -> bool:
    """Return whether the hero counts as slow (ruling `slow_status_from`)."""
    hero = game.hero
    if game.rulings.slow_status_from == "speed 1":
        return hero.derived.speed == 1
    if hero.timers.slow:
        return True
    if game.rulings.slow_status_from == "effect":
        return False
    return 0 < hero.derived.capacity < hero.derived.burden


def _itself(creature: Creature, found: MoraleTerms) -> None:
    """Add the terms of its own state."""
    if creature.stun:
        found.append(("stunned", -20))
    if creature.hasted:
        found.append(("hasted", 40))
    whole = band(creature.health, creature.max_health)
    found.append(("its wounds", {1: -80, 2: -40, 3: -20}.get(whole, 0)))
    if creature.stance == "fleeing" and whole <= 3:
        found.append(("fleeing and hurt", -20))


def _friends(game: SilContext, creature: Creature, found: MoraleTerms) -> None:
    """Add the terms of its alert kin in sight."""
    level, width, y, x = game.level, game.level.width, creature.y, creature.x
    kindred = creature_stats.kin(game.data, creature.race)
    layer = None
    braver = meeker = 0
    for other in level.creatures:
        if other is None or other.alertness < 0 or other.race not in kindred or other is creature:
            continue
        layer = layer or terrain.opaque(game)
        if not field_of_view.los(layer, width, y, x, other.y, x2=other.x):
            continue
        follows = LEADS.isdisjoint(game.data.monsters[other.race].flags)
        weight = FRIEND if follows else LEADER
        if other.stance == "fleeing":
            meeker -= weight
        else:
            braver += weight
    found += [("kin beside it", braver), ("kin in flight", meeker)]


def _against(game: SilContext, creature: Creature, race: Monster, found: MoraleTerms) -> None:
    """Add the terms for what it fears, or hates, in the hero."""
    hero, level = game.hero, game.level
    light = game.knowledge.light[level.at(hero.y, hero.x)]
    if "HURT_LITE" in race.flags and light > BRIGHT:
        found.append(("your light", -10 * (light - BRIGHT)))
    if "UNIQUE" not in race.flags:
        found.append(("what it carries", -20 * len(creature.carried)))
    if hero.active(ab.MAJESTY):
        found.append(("your majesty", -10 * _majesty(game, creature)))
    if hero.active(ab.BANE):
        found.append(("you are its bane", -10 * creature_stats.bane(game, creature)))
    if creature_stats.elf_bane(game, creature):
        found.append(("hatred of the Eldar", ELF_BANE))


def _majesty(game: SilContext, creature: Creature) -> int:
    will = game.hero.skill(Skill.WILL)
    if game.rulings.majesty_effect == "a quarter of Will":
        return max(will, 0) // 4
    return max(will - creature_stats.will(game, creature), 0) // 2


# ---------------------------------------------------------------- stances


def stance(game: SilContext, creature: Creature, morale: int) -> str:
    """Return what it does at this morale: flee, stand confidently, or attack without thought
    (10.3)."""
    flags = creature_stats.race(game, creature).flags
    low, middle = "fleeing", "confident"
    enraged = bool(game.hero.derived.counts["aggravation"]) and "MINDLESS" not in flags
    if "NO_FEAR" in flags and creature.temporary_morale >= 0:
        low = "aggressive" if enraged else "confident"
    if morale > CHALLENGED and "NO_CONF" not in flags and is_challenged(game):
        middle = "aggressive"
    if "MINDLESS" in flags:
        low = middle = "aggressive"
    if "TROLL" in flags or enraged or "angered" in creature.flags:
        middle = "aggressive"
    if creature.alertness < 0:
        return middle
    return "aggressive" if morale > BOLD else middle if morale > 0 else low


def is_challenged(game: SilContext) -> bool:
    """Return whether the hero sings the Song of Challenge."""
    return singing.is_singing(game.hero, ab.SONG_OF_CHALLENGE)


def challenge_difficulty(game: SilContext, creature: Creature) -> int:
    """Return how hard a creature is to provoke with the Song of Challenge (rules: songs 8.2)."""
    will = creature_stats.will(game, creature)
    return will * will // 10 + senses.noise_cost(game, creature)


def update(game: SilContext, creature: Creature) -> None:
    """Work out morale and stance anew, with what a change of stance brings."""
    if creature.alertness < 0 and creature.stance != "fleeing":
        # The sleeping and unwary keep their mood: nothing asks for their morale.
        creature.stance = stance(game, creature, creature.morale)
        return
    creature.morale = compute(game, creature)
    change_stance(game, creature, stance(game, creature, creature.morale))


def change_stance(game: SilContext, creature: Creature, new: str) -> None:
    """Let it take a stance; taking or ending flight moves its morale for a while."""
    old = creature.stance
    if new == old:
        return
    creature.range_min = 0
    if not old:  # a newcomer's first stance shakes nobody
        creature.stance = new
        return
    if old == "fleeing":
        creature.temporary_morale += TURN
        calm = (
            "{who:The} recovers its composure!" if game.world.truce else "{who:The} turns to fight!"
        )
        _show(game, creature, calm)
    elif new == "fleeing":
        creature.temporary_morale -= TURN
        _show(game, creature, "{who:The} flees in terror!", flees=True)
    if "fleeing" in (old, new):
        creature.morale = compute(game, creature)
    creature.stance = new


def _show(game: SilContext, creature: Creature, template: str, *, flees: bool = False) -> None:
    if game.known(creature).visible and creature.alertness >= 0:
        by = creature_names.ref(game, creature)
        tell(
            game,
            text(template, who=creature_names.name(game, creature)),
            "morale",
            at=(creature.y, creature.x),
            fact=Fled(by) if flees and by else None,
        )


def panic(game: SilContext, creature: Creature) -> None:
    """Cornered: it turns to fight, and will never be cautious again (rules: monsters 10.2)."""
    if game.known(creature).visible:
        tell(
            game,
            text("{who:The} panics!", who=creature_names.name(game, creature)),
            "morale",
            at=(creature.y, creature.x),
        )
    creature.temporary_morale = max(creature.temporary_morale + TURN, TURN)
    creature_stats.mark(creature, "angered")
    update(game, creature)
