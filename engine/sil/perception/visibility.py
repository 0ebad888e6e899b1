"""Visibility of creatures to the hero, and the effects of a first sight
(rules: monsters 9; dungeon 8.9)."""

from __future__ import annotations

from engine.common.grid import SIGHT
from engine.contract.dice import Stream
from engine.contract.facts import Seen
from engine.contract.texts import Text, text
from engine.sil.creatures import creature_names, creature_stats, senses, skill_rolls
from engine.sil.game.context import SilContext
from engine.sil.game.messages import tell
from engine.sil.game.state import Creature, Skill
from engine.sil.hero import abilities as ab
from engine.sil.hero import experience, singing
from engine.sil.items import identification
from engine.sil.perception import pursuit, race_lore


def update_all(game: SilContext) -> None:
    """Find out anew which creatures are visible."""
    listens = game.hero.active(ab.LISTEN)
    for creature in game.level.creatures:
        if creature is not None:
            _update(game, creature, listens)
    _forget_the_gone(game)


def _forget_the_gone(game: SilContext) -> None:
    """Let the hero forget where creatures were whom he does not see in a place that he sees."""
    known, creatures = game.knowledge, game.level.creatures
    for slot, (i, _) in list(known.last_seen.items()):
        creature = creatures[slot] if slot < len(creatures) else None
        if known.seen[i] and (creature is None or not game.known(creature).visible):
            del known.last_seen[slot]


def fade(game: SilContext) -> None:
    """Let the hero forget in time what was detected: a player turn passes (rules: monsters 9.1)."""
    for known in game.knowledge.creatures.values():
        if known.detected:
            known.detected -= 1


def update(game: SilContext, creature: Creature) -> None:
    """Find out anew whether one creature is visible, and meet it if it is."""
    _update(game, creature, game.hero.active(ab.LISTEN))


def _update(game: SilContext, creature: Creature, listens: bool) -> None:
    i = creature.y * game.level.width + creature.x
    in_view = game.knowledge.view[i]
    known = game.knowledge.creatures.get(creature.slot)
    easily = bool(in_view) and _seen_on(game, creature, i)
    visible = easily or (known is not None and known.detected > 0) or _remembered(game, creature)
    if listens and not visible:
        visible = _listen(game, creature)
    if not visible:
        if known is not None and (known.visible or known.easily_visible):
            known = game.learn(creature)
            known.visible = known.easily_visible = False
            pursuit.lose(game, creature)
        return
    known = game.known(creature)
    newly = (easily and not known.easily_visible) or not known.visible
    first = not known.tag
    known = game.learn(creature)
    known.visible, known.easily_visible = visible, easily
    creature_names.meet(game, creature)
    game.knowledge.last_seen[creature.slot] = i, creature_names.appears(game, creature)
    pursuit.note(game, creature)
    is_met = not in_view or experience.has_met(game, creature)
    if not is_met:
        race_lore.note_sighting(game, creature)
        experience.encounter(game, creature)
    if newly and first and easily:
        ref, at = creature_names.ref(game, creature), (creature.y, creature.x)
        words = text("{who:A} comes into view.", who=creature_names.kind_name(game, creature))
        seen = Seen(ref, new=True) if ref else None
        tell(game, words, "sight", at=at, fact=seen)
    told = game.data.rules.creature(creature.race).seen
    if told and not is_met and creature_names.appears(game, creature) == creature.race:
        tell(game, Text(told), "sight", at=(creature.y, creature.x))


def _remembered(game: SilContext, creature: Creature) -> bool:
    """Return whether the hero knows it to be there unseen: rooted, mindless, and met before."""
    flags = game.data.monsters[creature.race].flags
    rooted = "NEVER_MOVE" in flags and "MINDLESS" in flags
    return rooted and experience.has_met(game, creature)


def _seen_on(game: SilContext, creature: Creature, i: int) -> bool:
    """Return whether the hero's eyes show him what stands on a square in view."""
    hero = game.hero
    if hero.timers.blind or senses.away(game, creature) > SIGHT:
        return False
    keen = hero.active(ab.KEEN_SENSES)
    if keen and senses.keenly_seen(game, i):
        return True
    if not game.knowledge.seen[i]:
        return False
    return not creature_stats.has(game, creature, "INVISIBLE") or _sees_invisible(
        game, creature, keen
    )


def _sees_invisible(game: SilContext, creature: Creature, keen: bool) -> bool:
    difficulty = (
        creature_stats.will(game, creature)
        + 2 * senses.away(game, creature)
        - 10 * game.hero.derived.counts["see_invisible"]
        - (5 if keen else 0)
    )
    perception = game.hero.skill(Skill.PERCEPTION)
    contest = skill_rolls.hero_contest(game, perception, difficulty, creature)
    if contest.roll(game.looking_dice(creature)).margin <= 0:
        return False
    race_lore.learn(game, creature, "INVISIBLE")
    identification.show(game, "SEE_INVIS", text("You see what cannot be seen."))
    return True


def _listen(game: SilContext, creature: Creature) -> bool:
    """Listen for an unseen creature; true when it is heard so well that it is as good as seen.

    All of a player turn's checks fall alike, so that looking again gives no new chance.
    """
    known = game.learn(creature)
    made = game.take_noise(known)
    if creature_stats.has(game, creature, "NEVER_MOVE"):
        return False
    hero = game.hero
    difficulty = (
        senses.noise_cost(game, creature)
        - made
        + creature_stats.stealth(game, creature)
        - (3 if -10 <= creature.alertness < 0 else 0)
        + singing.strength(game.data, hero, ab.SONG_OF_SILENCE)
    )
    drawn = Stream(game.listening_word().to_bytes(4, "little"))
    skill = hero.skill(Skill.PERCEPTION) + creature_stats.bane(game, creature)
    difficulty += creature_stats.elf_bane(game, creature)
    margin = skill_rolls.skill_check(drawn, skill, difficulty, "actor" if hero.cursed else "")
    if margin > 0:
        known.heard = hero.turns + 1
    elif made:
        known.heard = 0  # it went on unheard
    return margin >= game.rulings.listen_full_reveal_margin
