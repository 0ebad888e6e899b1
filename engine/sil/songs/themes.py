"""Beginning, changing, exchanging and ending what the hero sings (rules: songs 8.1)."""

from __future__ import annotations

from engine.contract.action import IllegalAction
from engine.contract.texts import Words, text
from engine.sil.data.records import AbilityRef
from engine.sil.effects import oaths, statuses
from engine.sil.game.context import SilContext
from engine.sil.game.messages import tell
from engine.sil.game.state import Hero, Skill
from engine.sil.hero import abilities as ab
from engine.sil.hero import action_costs, derived
from engine.sil.perception import vision


def refusal(game: SilContext, ref: AbilityRef) -> Words:
    """Why the hero cannot sing a song now, in a sentence; "" when he can."""
    hero = game.hero
    called = ab.words(game.data, ref)
    if not hero.owns(ref):
        return text("You do not know {song:the}.", song=called)
    if not hero.active(ref):
        return text("{song:The} is switched off: switch it on first.", song=called)
    if ref.number == hero.theme or (ref.number == hero.song and hero.theme < 0):
        return text("You are singing {song:the} already.", song=called)
    return ""


def adds_theme(hero: Hero) -> bool:
    """Return whether another song becomes the minor theme of the one being sung."""
    return hero.song >= 0 and hero.active(ab.WOVEN_THEMES)


def sing(game: SilContext, ref: AbilityRef) -> None:
    """Begin a song: as the major theme, or with Woven Themes beside the one being sung. Takes a
    turn; naming the major theme ends the minor one instead, at once.

    Raises IllegalAction when the hero cannot sing it.
    """
    hero = game.hero
    if reason := refusal(game, ref):
        raise IllegalAction(reason)
    song = ab.words(game.data, ref)
    if ref.number == hero.song:
        hero.theme = -1
        tell(game, text("You go on with {song:the} alone.", song=song), "sing")
        _change_at_once(game)
        return
    action_costs.spend(game)
    oaths.break_oath(game, derived.SILENCE)
    if adds_theme(hero):
        hero.theme = ref.number
        tell(game, text("You weave {song:the} into your song.", song=song), "sing")
    else:
        changed = hero.song >= 0
        hero.song, hero.song_turns = ref.number, 0
        if changed:
            tell(game, text("You change to {song:the}.", song=song), "sing")
        else:
            tell(game, text("You begin to sing {song:the}.", song=song), "sing")
    derived.update(game)


def exchange(game: SilContext) -> None:
    """Make the minor theme the major one, and the other way round. Takes a turn.

    Raises IllegalAction without two themes.
    """
    hero = game.hero
    if hero.theme < 0:
        raise IllegalAction(text("You are not singing two themes."))
    action_costs.spend(game)
    hero.song, hero.theme = hero.theme, hero.song
    tell(game, text("You exchange the themes of your song."), "sing")
    derived.update(game)


def stop(game: SilContext) -> None:
    """End all singing; it takes no time. Raises IllegalAction when nothing is sung."""
    if game.hero.song < 0:
        raise IllegalAction(text("You are not singing."))
    statuses.silence(game, text("You stop singing."))
    _change_at_once(game)


def _change_at_once(game: SilContext) -> None:
    """Let a change that takes no time show before the hero chooses what else to do."""
    derived.update(game)
    vision.update(game)
    game.hero.stealth_score = game.hero.skill(Skill.STEALTH)
