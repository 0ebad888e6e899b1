"""Powers that monsters use from afar: whether, which, and what they do (rules: monsters 13.4,
13.5)."""

from __future__ import annotations

from collections.abc import Callable

from engine.common import compass
from engine.common.grid import distance
from engine.contract.facts import Attacked, Heard, SeatRef
from engine.contract.texts import text
from engine.sil.creature_ai import allies, creature_shots
from engine.sil.creatures import creature_names, iron_crown, skill_rolls
from engine.sil.creatures.situation import Situation
from engine.sil.dungeon import traps
from engine.sil.effects import earthquake, effect_areas, injury, statuses, summoning
from engine.sil.game.messages import disturb, tell
from engine.sil.game.state import Slot
from engine.sil.perception import noise, pursuit, race_lore
from engine.sil.songs import challenge, monster_songs

COST = 10
FREE = frozenset(("ARROW1", "ARROW2", "BOULDER", "SCREECH"))
NEEDS_ONLY = frozenset(("THROW_WEB", "RALLY", "SNG_BINDING", "SNG_PIERCING", "SNG_OATHS"))
"""Mana must be there, but is not spent at once (rules: monsters 19 item 6)."""
MISSILES = frozenset(("ARROW1", "ARROW2", "BOULDER"))
REACH = {"ARROW1": 10, "ARROW2": 16, "BOULDER": 5, "EARTHQUAKE": 3, "SCREECH": 2}
BREATHS = {"BRTH_FIRE": "fire", "BRTH_COLD": "cold", "BRTH_POIS": "poison", "BRTH_DARK": "dark"}
CONE, POISON_CONE = 60, 90
LOUD, SCREECHING = -10, -20
SCREECH_STUN = 20
DARKNESS_RADIUS = 3
QUAKE_RADIUS = 5
HATCHED_ENERGY = 50


def attempt(s: Situation) -> bool:
    """Perhaps use a power; whether one was used (rules: monsters 11 step 12)."""
    c = s.creature
    if not s.frequency or c.confused or s.game.world.truce or not s.in_fire:
        return False
    chance = 100 if "always cast" in c.flags else s.frequency
    if challenge.forbids_powers(s):
        chance = 0
    if c.stun:
        chance //= 2
    if not chance or not s.play.percent(chance):
        return False
    power = choose(s)
    if power is None:
        return False
    if "always cast" in c.flags:
        c.flags.remove("always cast")
    use(s, power)
    return True


# ---------------------------------------------------------------- choosing


def choose(s: Situation) -> str | None:
    """Return the power it uses now, or None when none is fit."""
    if not creature_shots.reaches(s):
        return None
    usable = fit(s)
    if "MINDLESS" in s.flags:
        return s.play.choose(usable) if usable else None
    if len(usable) < 2:
        return usable[0] if usable else None
    if not s.smart and s.play.one_in(5):
        return s.play.choose(usable)
    return _best(s, usable)


def fit(s: Situation) -> list[str]:
    """Return the powers that it could use now: of the mindless all that mana allows, of the others
    those that suit the moment."""
    usable = [p for p in sorted(s.race.spells) if _can(s, p)]
    return usable if "MINDLESS" in s.flags else [p for p in usable if _fits(s, p)]


def _can(s: Situation, power: str) -> bool:
    """Return whether it has the mana, and a clear shot for what flies."""
    if power in MISSILES and not s.clear_shot:
        return False
    return power in FREE or s.creature.mana >= COST


def _fits(s: Situation, power: str) -> bool:
    """Return whether the moment suits a power."""
    c, game = s.creature, s.game
    if power in REACH and s.away > REACH[power]:
        return False
    if power in MISSILES and (s.adjacent or s.fleeing):
        return False
    if power in BREATHS and s.fleeing:
        return False
    if power.startswith("SNG") and iron_crown.is_crowned(game, c):
        return False
    if power == "SNG_PIERCING" and c.alertness >= 0:
        return False
    if power == "EARTHQUAKE":
        return not s.adjacent and not s.fleeing and not _somebody_ahead(s)
    if power == "DARKNESS":
        return bool(s.level.glow[s.hero])
    return True


def _somebody_ahead(s: Situation) -> bool:
    c, hero = s.creature, s.game.hero
    dy, dx = compass.DIRECTIONS[compass.toward(c.y, c.x, hero.y, hero.x)]
    return s.level.creature_at(c.y + dy, c.x + dx) is not None


def _best(s: Situation, fit: list[str]) -> str:
    """Return the power that rates highest now."""
    best, most = fit[0], -1
    for power in fit:
        rating = _rating(s, power) + s.play.below(10 if s.smart else 50)
        if rating > most or (rating == most and s.play.one_in(2)):
            best, most = power, rating
    return best


def _rating(s: Situation, power: str) -> int:
    if power in BREATHS:
        rating = 100
        for _ in range(s.away - 2):
            rating //= 2
        return rating
    if power in MISSILES and power != "BOULDER":
        return 100
    if power == "EARTHQUAKE" and s.away > 2:
        return 0
    return 0 if power == "SNG_PIERCING" else 50


# ---------------------------------------------------------------- using


def use(s: Situation, power: str) -> None:
    """Use a power on the hero."""
    c, game = s.creature, s.game
    if power not in FREE and power not in NEEDS_ONLY:
        c.mana -= COST
    c.range_min = 0
    race_lore.learn_power(game, c, power)
    if power in BREATHS:
        _breathe(s, power)
    elif power.startswith("SNG"):
        monster_songs.begin(s, power)
    else:
        _POWERS[power](s)


def _tell(
    s: Situation, seen: str, unseen: str = "Something mutters.", *, afar: bool = False
) -> None:
    """Say what it does, as far as the hero sees or hears it: both are templates. `afar`: what is
    heard is no attack."""
    c, game = s.creature, s.game
    visible = game.known(c).visible
    who = creature_names.name(game, c)
    words = text(seen, who=who) if visible else text(unseen)
    by = creature_names.ref(game, c)
    fact: Heard | Attacked = Heard()
    if visible or not afar:
        pursuit.note_attack(game, by)
        fact = Attacked(by, SeatRef(game.hero.number), hit=True, means="power")
    tell(game, words, "power", at=(c.y, c.x) if visible else None, fact=fact)
    disturb(game, text("{who:the} uses a power", who=who), "attacked", flagged=True, by=by)


_BREATHES = {
    "fire": "{who:The} breathes fire.",
    "cold": "{who:The} breathes frost.",
    "poison": "{who:The} breathes poison.",
    "dark": "{who:The} breathes darkness.",
}


def _breathe(s: Situation, power: str) -> None:
    """Breathe a cone of an element, which harms whoever is in it (rules: world 7.6)."""
    game, c = s.game, s.creature
    kind = BREATHS[power]
    _tell(s, _BREATHES[kind], "Something breathes.")
    injury.under_attack(game)
    hero = game.hero
    strength = s.race.spell_power
    effect = effect_areas.AreaEffect(kind, strength, 4, strength, creature_names.one_of(s.race))
    degrees = POISON_CONE if kind == "poison" else CONE
    effect_areas.breath(game, effect, c, (hero.y, hero.x), degrees)
    if not game.state.ended and s.level.creatures[c.slot] is c:
        noise.noise(game, LOUD, c)


def _arrow(s: Situation) -> None:
    creature_shots.arrow(s, dice=1)


def _heavy_arrow(s: Situation) -> None:
    creature_shots.arrow(s, dice=2)


def _shriek(s: Situation) -> None:
    allies.call_for_help(s.game, s.creature)


def _screech(s: Situation) -> None:
    """Stun and frighten with a cry, and wake whatever sleeps."""
    game, c, hero = s.game, s.creature, s.game.hero
    _tell(s, "{who:The} lets out a terrible screech.", "You hear a terrible screech!", afar=True)
    if hero.timers.stun < 100:
        statuses.inflict(game, "stun", SCREECH_STUN, c)
    statuses.inflict(game, "afraid", s.play.roll(2, 4), c)
    noise.make_noise(game, c, allies.LOUD)
    noise.noise(game, SCREECHING, c)


def _earthquake(s: Situation) -> None:
    c, hero = s.creature, s.game.hero
    _tell(s, "{who:The} hammers the ground.", "The ground shakes.", afar=True)
    dy, dx = compass.DIRECTIONS[compass.toward(c.y, c.x, hero.y, hero.x)]
    earthquake.earthquake(s.game, c.y, c.x, QUAKE_RADIUS, pit=(c.y + dy, c.x + dx))


def _darkness(s: Situation) -> None:
    hero = s.game.hero
    _tell(s, "{who:The} conjures darkness.")
    earthquake.unlight(s.game, hero.y, hero.x, DARKNESS_RADIUS)


def _dim(s: Situation) -> None:
    """Burn much of the fuel of a burning light."""
    _tell(s, "{who:The} mutters a spell against the light.")
    light = s.game.hero.worn.get(Slot.LIGHT)
    if light is not None and light.timeout > 0:
        light.timeout = max(1, light.timeout - s.play.roll(20, 20))
        tell(s.game, text("Your light dims."), "status")


def _forget(s: Situation) -> None:
    _tell(s, "{who:The} tries to make you forget.")
    if not skill_rolls.will_save(s.game, s.creature):
        traps.forget(s.game)


def _scare(s: Situation) -> None:
    """Threaten; loudly if nobody sees who threatens, or half the time."""
    game, c = s.game, s.creature
    loud = not game.known(c).visible or s.play.percent(50)
    seen = "{who:The} howls." if loud else "{who:The} glares at you."
    _tell(s, seen, "You hear a scream of terror.", afar=True)
    turns = s.play.roll(3, 4)
    saves = not (game.hero.timers.afraid and game.rulings.monster_slips == "as in the game")
    statuses.inflict(game, "afraid", turns, c, save=saves)
    if loud:
        noise.noise(game, LOUD, c)


def _state(name: str, dice: int, words: str) -> Callable[[Situation], None]:
    """Return a power that brings a state, unless Will withstands."""

    def work(s: Situation) -> None:
        _tell(s, words)
        statuses.inflict(s.game, name, s.play.roll(dice, 4), s.creature)

    return work


def _hatch(s: Situation) -> None:
    c = s.creature
    _tell(s, "{who:The} brings forth her young.", "Something scuttles.")
    summoning.hatch(s.game, s.game.data.rules.creature_roles["spider hatchling"], c.y, c.x)
    c.energy += HATCHED_ENERGY


def _rally(s: Situation) -> None:
    """Hearten all orcs, men and raukar on the level."""
    c = s.creature
    _tell(s, "{who:The} rallies his allies.", "You hear a rallying cry.", afar=True)
    for other in s.level.creatures:
        if other is None or other is c:
            continue
        if s.game.data.monsters[other.race].flags & {"ORC", "MAN", "RAUKO"}:
            away = distance(c.y, c.x, other.y, other.x)
            other.temporary_morale += 10 * (10 * s.race.spell_power // (away + 4))


_POWERS: dict[str, Callable[[Situation], None]] = {
    "ARROW1": _arrow,
    "ARROW2": _heavy_arrow,
    "BOULDER": creature_shots.boulder,
    "THROW_WEB": creature_shots.web,
    "SHRIEK": _shriek,
    "SCREECH": _screech,
    "EARTHQUAKE": _earthquake,
    "DARKNESS": _darkness,
    "DIM": _dim,
    "FORGET": _forget,
    "SCARE": _scare,
    "CONF": _state("confused", 2, "{who:The} weaves shapes before your eyes."),
    "SLOW": _state("slow", 2, "{who:The} tries to make you move slowly."),
    "HOLD": _state("entranced", 4, "{who:The} stares deep into your eyes."),
    "HATCH_SPIDER": _hatch,
    "RALLY": _rally,
}
