"""Lore of the races as the hero knows it, and descriptions of creatures (rules: monsters 17).

Some things are known to everybody; the rest is learned by meeting, striking, being struck, and
watching (`race_lore`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.common import compass
from engine.sil.creatures import creature_names, creature_stats, morale, senses
from engine.sil.data.records import Monster
from engine.sil.game.context import Game
from engine.sil.game.state import Creature, RaceLore, Skill
from engine.sil.hero import abilities as ab
from engine.sil.hero import experience, peoples

FAMILIAR = 10  # sightings, less Perception, after which a race's senses are known

_CLASSES = {
    "ORC": "orc", "TROLL": "troll", "SERPENT": "serpent", "DRAGON": "dragon", "RAUKO": "rauko",
    "UNDEAD": "undead", "SPIDER": "spider", "WOLF": "wolf", "MAN": "man", "ELF": "elf",
}  # fmt: skip
_SPEEDS = {1: "slow", 2: "at normal speed", 3: "fast", 4: "very fast", 5: "extremely fast"}
_GROUPS = {
    "FRIENDS": "in packs",
    "FRIEND": "alone or in pairs",
    "ESCORT": "with an escort",
    "ESCORTS": "with a great escort",
    "UNIQUE_FRIEND": "with its companion",
}
_BUILD = {
    "NO_CRIT": "cannot be struck critically",
    "RES_CRIT": "is hard to strike critically",
}
_MOVEMENT = {
    "NEVER_MOVE": "never moves from its place",
    "HIDDEN_MOVE": "moves only while nobody looks",
    "NEVER_BLOW": "has no blows",
    "RAND_25": "moves somewhat erratically",
    "RAND_50": "moves erratically",
    "FLYING": "flies over chasms",
    "OPEN_DOOR": "opens doors",
    "UNLOCK_DOOR": "picks locks",
    "BASH_DOOR": "breaks doors",
    "PASS_DOOR": "passes under doors",
    "PASS_WALL": "passes through walls",
    "TUNNEL_WALL": "digs through rock",
    "TAKE_ITEM": "picks up what lies about",
    "MULTIPLY": "breeds",
}
_MIND = {
    "SMART": "plans what it does",
    "MINDLESS": "has no mind",
    "TERRITORIAL": "does not pursue beyond its home",
    "SHORT_SIGHTED": "perceives only what is close",
    "INVISIBLE": "cannot be seen by ordinary eyes",
    "NO_FEAR": "knows no fear",
}
_SKILLS = {
    "CHARGE": "charges",
    "KNOCK_BACK": "knocks its foes back",
    "CRUEL_BLOW": "deals cruel blows",
    "CRIPPLING": "shoots to cripple",
    "OPPORTUNIST": "strikes at those who leave its reach",
    "EXCHANGE_PLACES": "slips past its foes",
    "RIPOSTE": "answers a bad miss with a blow",
    "FLANKING": "strikes as it circles",
}
_BODY = {
    "HURT_LITE": "is hurt by light",
    "HURT_FIRE": "is hurt by fire",
    "HURT_COLD": "is hurt by cold",
    "STONE": "is made of stone",
    "RES_FIRE": "withstands fire",
    "RES_COLD": "withstands cold",
    "RES_POIS": "withstands poison",
    "RES_ELEC": "withstands lightning",
    "NO_SLEEP": "cannot be put to sleep",
    "NO_CONF": "cannot be confused",
    "NO_STUN": "cannot be stunned",
    "NO_SLOW": "cannot be slowed",
    "REGENERATE": "mends quickly",
}
_POWERS = {
    "ARROW1": "short bow", "ARROW2": "long bow", "BOULDER": "boulders", "THROW_WEB": "webs",
    "BRTH_FIRE": "breath of fire", "BRTH_COLD": "breath of frost",
    "BRTH_POIS": "breath of poison", "BRTH_DARK": "breath of darkness",
    "EARTHQUAKE": "earthquakes", "SHRIEK": "calls for help", "SCREECH": "a stunning screech",
    "DARKNESS": "darkness", "DIM": "dimming lights", "FORGET": "forgetfulness",
    "SCARE": "terror", "CONF": "confusion", "SLOW": "slowness", "HOLD": "holding stares",
    "HATCH_SPIDER": "hatching young", "RALLY": "rallying its allies",
    "SNG_BINDING": "a song of binding", "SNG_PIERCING": "a song of piercing sight",
    "SNG_OATHS": "a song of broken oaths",
}  # fmt: skip
_METHODS = {"HIT": "hit", "ENGULF": "engulf", "CRAWL": "crawl on you", "SPORE": "spores"}


def met(game: Game) -> list[int]:
    """Return the races there is anything to tell of, by name."""
    races = game.data.monsters
    known = [r for r, lore in game.lore.races.items() if lore.encountered or lore.kills]
    return sorted(known, key=lambda r: races[r].name)


def page(game: Game, race: int) -> str:
    """Return all that is known of a race, a line a subject; its serial must be one of the
    data's."""
    kind = game.data.monsters[race]
    lore = game.lore.races.get(race, RaceLore())
    if not (lore.encountered or lore.kills):
        return f"Nothing is known of {kind.name} but the name."
    slain = lore.kills > 0
    lines = [
        kind.description,
        _record(kind, lore),
        _nature(kind, slain),
        "" if slain and "UNIQUE" in kind.flags else _worth(kind, lore),
        _defence(kind) if slain else "",
        _blows(kind, lore.blows),
        _powers(kind, lore),
        _traits(kind, lore),
        _senses(game, kind, lore),
        _drops(kind, lore),
    ]
    if "ELFBANE" in kind.flags:
        lines.append("It is the bane of the Eldar" + (", and so of you." if _is_elf(game) else "."))
    return "\n".join(line for line in lines if line)


def _is_elf(game: Game) -> bool:
    return peoples.is_elf(game.data, game.hero)


def _record(kind: Monster, lore: RaceLore) -> str:
    if "UNIQUE" in kind.flags:
        return "You have slain it." if lore.kills else "It lives."
    met = f"You have met {max(lore.encountered, lore.kills)}"
    return f"{met} and slain {lore.kills}." if lore.kills else f"{met} and slain none."


def _nature(kind: Monster, slain: bool) -> str:
    """Return what anybody can tell; its class once one was slain."""
    parts = []
    if slain and (names := [_CLASSES[f] for f in sorted(kind.flags) if f in _CLASSES]):
        parts.append(f"It is of the kind of {' and '.join(names)}.")
    found = f"Its home is {kind.level * 50} ft deep" if kind.level else "Its home is anywhere"
    if slain and "FORCE_DEPTH" in kind.flags:
        found += ", never higher"
    how = [_SPEEDS.get(kind.speed, "at great speed")]
    how += [words for flag, words in _GROUPS.items() if flag in kind.flags][:1]
    parts.append(f"{found}; it comes {', '.join(how)}.")
    build = [words for flag, words in _BUILD.items() if flag in kind.flags]
    if build:
        parts.append(f"It {_and(build)}.")
    return " ".join(parts)


def _worth(kind: Monster, lore: RaceLore) -> str:
    kill = experience.kill_award(kind, lore.kills)
    encounter = experience.encounter_award(kind, lore.encountered)
    return f"The next is worth {encounter} experience when met and {kill} when slain."


def _defence(kind: Monster) -> str:
    health = kind.health
    fixed = health.number * (health.sides + 1) // 2
    amount = f"{fixed}" if "UNIQUE" in kind.flags else f"{health}"
    armour = f", {kind.protection}" if kind.protection.number else ""
    return f"It has {amount} health and defends itself with [{kind.evasion:+d}{armour}]."


def _blows(kind: Monster, felt: Mapping[int, int]) -> str:
    known = []
    for number, blow in enumerate(kind.blows[:2]):
        if number in felt:
            name = _METHODS.get(blow.method, blow.method.lower())
            dice = f", {blow.damage}" if blow.damage.number else ""
            effect = blow.effect.lower().replace("_", " ")
            does = "" if effect in ("hurt", "") else f" to {effect}"
            known.append(f"{name}{does} ({blow.attack:+d}{dice})")
    return f"Its blows: {', '.join(known)}." if known else ""


def _powers(kind: Monster, lore: RaceLore) -> str:
    known = [_POWERS[p] for p in sorted(kind.spells) if p in lore.spells]
    if not known:
        return ""
    turns = f"about {kind.spell_percent} turns in a hundred"
    return f"Its powers, {turns}: {', '.join(known)}."


def _traits(kind: Monster, lore: RaceLore) -> str:
    """Return what was seen to be so of how it moves, thinks, fights and is made."""
    known = [
        words
        for table in (_MOVEMENT, _MIND, _SKILLS, _BODY)
        for flag, words in table.items()
        if flag in kind.flags and flag in lore.flags
    ]
    return f"It {_and(known)}." if known else ""


def _and(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def _senses(game: Game, kind: Monster, lore: RaceLore) -> str:
    """Will, Perception and sleep of a race that was seen often enough."""
    seen, hero = lore.encountered, game.hero
    if seen <= 1 and "UNIQUE" not in kind.flags:
        return ""
    if FAMILIAR - seen >= hero.skill(Skill.PERCEPTION):
        return ""
    figures = [f"Will {kind.will}", f"Perception {kind.perception}"]
    if hero.active(ab.LISTEN):
        figures.append(f"Stealth {kind.stealth}")
    text = f"It has {', '.join(figures)}"
    return text + ("." if "MINDLESS" in kind.flags else f", and is {_sleep(kind.sleepiness)}.")


def _sleep(sleepiness: int) -> str:
    for more, words in (
        (20, "usually found asleep"),
        (15, "often found asleep"),
        (10, "sometimes found asleep"),
        (5, "never found asleep"),
        (1, "quick to notice intruders"),
        (0, "very quick to notice intruders"),
    ):
        if sleepiness > more:
            return words
    return "ever vigilant"


def _drops(kind: Monster, lore: RaceLore) -> str:
    if not lore.drops:
        return ""
    fine = "great " if "DROP_GREAT" in lore.flags else "good " if "DROP_GOOD" in lore.flags else ""
    thing = "thing" if lore.drops == 1 else "things"
    return f"It has been seen to leave up to {lore.drops} {fine}{thing}."


# ---------------------------------------------------------------- a look at one


def look(game: Game, creature: Creature) -> str:
    """Return what the hero can tell of a creature that he sees: its health, its mind, what it
    does."""
    if not game.known(creature).visible:
        return "There is nothing to see."
    if game.hero.timers.hallucinating:
        return f"{creature_names.kind_name(game, creature):A}, or so it seems."
    parts = [format(creature_names.kind_name(game, creature), "A"), _where(game, creature)]
    parts += _conditions(game, creature)
    return ", ".join(parts) + "."


def _where(game: Game, creature: Creature) -> str:
    hero = game.hero
    steps = max(abs(creature.y - hero.y), abs(creature.x - hero.x))
    way = compass.NAMES[compass.toward(hero.y, hero.x, creature.y, creature.x)]
    return f"{steps} {'square' if steps == 1 else 'squares'} {way}"


_HEALTH = {5: "unhurt", 4: "somewhat wounded", 3: "wounded", 2: "badly wounded", 1: "almost dead"}


def _conditions(game: Game, creature: Creature) -> list[str]:
    race = game.data.monsters[creature.race]
    words = [_HEALTH[morale.band(creature.health, creature.max_health)]]
    for state in ("confused", "hasted", "slowed"):
        if getattr(creature, state):
            words.append(state)
    if creature.stun:
        words.append("stunned")
    if "MINDLESS" not in race.flags:
        words.append(_mind(game, creature, race))
    if creature.song:
        words.append("singing")
    return words


def _mind(game: Game, creature: Creature, race: Monster) -> str:
    """Return what it is doing, as far as its bearing shows."""
    if creature_stats.asleep(creature):
        return "asleep"
    if creature.alertness < 0:
        return "unwary"
    if creature.stance == "fleeing":
        return "fleeing in terror"
    if "PEACEFUL" in race.flags:
        return "watching you"
    if creature.skip_turn:
        return "startled"
    if creature.stance == "aggressive":
        return "full of rage"
    if creature.range_min > 1 and senses.away(game, creature) >= creature.range_min:
        return "keeping its distance"
    return "intent on you"


def explain_morale(game: Game, creature: Creature) -> str:
    """Why a creature is as brave as it is: every term, in points (a tenth of what is stored)."""
    found = morale.terms(game, creature)
    total = sum(amount for _, amount in found)
    parts = [f"{why} {amount / 10:+g}" for why, amount in found]
    return f"{', '.join(parts)} = {total / 10:g}"
