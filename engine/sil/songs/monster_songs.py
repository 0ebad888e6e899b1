"""Songs of power that monsters sing (rules: monsters 13.6; songs 8.3)."""

from __future__ import annotations

from engine.contract.texts import text
from engine.sil.creatures import (
    alertness,
    creature_names,
    creature_stats,
    iron_crown,
    senses,
    skill_rolls,
    spawning,
)
from engine.sil.creatures.situation import Situation
from engine.sil.effects import earthquake
from engine.sil.effects.statuses import inflict
from engine.sil.game.messages import disturb, tell
from engine.sil.game.state import Skill
from engine.sil.level import terrain
from engine.sil.perception import noise, visibility

OATHS_SKILL, OATHS_DIFFICULTY = 21, 15
BINDING_DIFFICULTY = 15
BOUND_TURNS = 2
MOST_FOUND = 10  # alertness that piercing brings at most
NEEDED_MANA = 10
WRAITHS_TRIED = 10
WRAITH_ALERT = 5
NEAR, FAR = 20, 30  # how far a song is heard, and as far singing
_OPEN = (terrain.OPEN_DOOR, terrain.BROKEN_DOOR)
_DEEDS = {
    "SNG_BINDING": "{who:The} sings of binding.",
    "SNG_PIERCING": "{who:The} sings of piercing sight.",
    "SNG_OATHS": "{who:The} sings of broken oaths.",
}


def begin(s: Situation, song: str) -> None:
    """Take up a song: its first effect costs nothing."""
    s.creature.song = song
    _work(s)


def go_on(s: Situation) -> None:
    """Go on with a song in progress, or end it; it does not use up the turn."""
    c = s.creature
    if not c.song:
        return
    if c.mana <= 0 or (c.song == "SNG_PIERCING" and c.alertness >= 0):
        c.song = ""
        return
    c.mana -= 1
    _work(s)


def search(s: Situation) -> None:
    """Morgoth, unaware and uncrowned, searches with the song of piercing (11.1).

    In the game a song begun out of sight is not kept: it costs nothing and never ends (rules:
    monsters 19 item 8).
    """
    c, game = s.creature, s.game
    if c.song or c.mana < NEEDED_MANA or iron_crown.is_crowned(game, c) or game.world.truce:
        return
    begin(s, "SNG_PIERCING")
    if not game.known(c).visible and game.rulings.monster_slips == "as in the game":
        c.song = ""


def _work(s: Situation) -> None:
    _tell(s)
    if s.creature.song == "SNG_BINDING":
        _bind(s)
    elif s.creature.song == "SNG_PIERCING":
        _pierce(s)
    elif s.creature.song == "SNG_OATHS":
        _call_oaths(s)


def _tell(s: Situation) -> None:
    c, game = s.creature, s.game
    heard = senses.noise_cost(game, c)
    if game.known(c).visible:
        tell(game, text(_DEEDS[c.song], who=creature_names.name(game, c)), "song", at=(c.y, c.x))
    elif heard <= NEAR:
        tell(game, text("You hear a voice raised in song."), "song")
    elif heard <= FAR:
        tell(game, text("You hear distant singing."), "song")
    else:
        return
    disturb(game, text("somebody sings"), "heard", flagged=True)


def _bind(s: Situation) -> None:
    """Doors slam and lock; the hero's limbs grow heavy."""
    c, game, level, hero = s.creature, s.game, s.level, s.game.hero
    will = creature_stats.will(game, c)
    flow = noise.flow(level, c.y, c.x)
    top, bottom = sorted((c.y, hero.y))
    left, right = sorted((c.x, hero.x))
    for i, feature in enumerate(level.feature):
        if feature not in _OPEN and not terrain.KNOWN_DOOR[feature]:
            continue
        y, x = level.place(i)
        if i in level.occupant or (top <= y <= bottom and left <= x <= right):
            continue
        margin = skill_rolls.skill_check(s.play, will, BINDING_DIFFICULTY + flow[i])
        if margin > 0:
            earthquake.lock(game, i, margin)
    counts = hero.derived.counts
    withstood = hero.skill(Skill.WILL) + 10 * counts["free_action"] + flow[s.hero]
    bound = skill_rolls.foe_check(game, c, will - noise.silence(game) // 2, withstood) > 0
    if bound and hero.timers.slow < BOUND_TURNS:
        inflict(game, "slow", BOUND_TURNS - hero.timers.slow, c, save=False)


def _pierce(s: Situation) -> None:
    """His mind searches for the hero's."""
    c, game, hero = s.creature, s.game, s.game.hero
    skill = creature_stats.will(game, c) - noise.silence(game) // 2
    withstood = hero.skill(Skill.WILL) + senses.noise_cost(game, c) + 5
    margin = skill_rolls.foe_check(game, c, skill, withstood)
    if margin > 0:
        tell(game, text("A dark mind has found you."), "song")
        alertness.set_alertness(game, c, min(margin, MOST_FOUND))
    elif margin > -5:
        tell(game, text("You feel a dark mind searching for you."), "song")


def _call_oaths(s: Situation) -> None:
    """Wraiths of the forsworn rise about the singer."""
    c, game, level = s.creature, s.game, s.level
    margin = skill_rolls.skill_check(
        s.play, OATHS_SKILL - noise.silence(game) // 2, OATHS_DIFFICULTY
    )
    if margin <= 0:
        return
    flow = noise.flow(level, c.y, c.x)
    reach = max(OATHS_DIFFICULTY - margin, 3)
    for _ in range(WRAITHS_TRIED):
        i = s.play.below(len(level.feature))
        if flow[i] > reach or not terrain.is_empty(game, i):
            continue
        serial = game.data.rules.creature_roles["oathwraith"]
        wraith = spawning.place_one(game, serial, *level.place(i), s.play, any_depth=True)
        if wraith is not None:
            creature_stats.mark(wraith, "summoned")
            visibility.update(game, wraith)
            alertness.set_alertness(game, wraith, WRAITH_ALERT)
        return
