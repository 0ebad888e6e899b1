"""Singing: begin a song, change it, exchange two themes, fall silent (rules: songs 8.1)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.contract.action import IllegalAction, Offer
from engine.contract.texts import Text, text
from engine.sil.commands.base import EXCHANGE, STOP, Argument, Command, offer
from engine.sil.effects import oaths
from engine.sil.game import questions
from engine.sil.game.context import SilContext
from engine.sil.hero import abilities as ab
from engine.sil.hero import derived, singing
from engine.sil.songs import themes


def _sing(game: SilContext, args: tuple[str, ...]) -> None:
    word = args[0]
    hero = game.hero
    if word == STOP:
        themes.stop(game)
        return
    if word == EXCHANGE:
        themes.exchange(game)
        return
    if not singing.known(game.data, hero) and hero.song < 0:
        raise IllegalAction(text("You know no songs."))
    ref = singing.words(game.data)[word]
    if reason := themes.refusal(game, ref):
        raise IllegalAction(reason)
    if oaths.is_kept(hero, derived.SILENCE) and not game.state.sure:
        question = text(
            "Break your oath of Silence and sing {song:the}?", song=ab.words(game.data, ref)
        )
        questions.sure(game, question, f"sing {word}", "oath")
        return
    themes.sing(game, ref)


def _offers(game: SilContext) -> Iterable[Offer]:
    hero = game.hero
    if hero.song >= 0:
        yield offer(
            "sing", STOP, label=text("Stop singing"), hint=text("It takes no time"), free=True
        )
    if hero.theme >= 0:
        yield offer("sing", EXCHANGE, label=text("Exchange the themes"), hint=_exchanged(game))
    if hero.voice < 1:
        return
    begins = "Weave in {song:the}" if themes.adds_theme(hero) else "Sing {song:the}"
    for word, ref in singing.words(game.data).items():
        if themes.refusal(game, ref):
            continue
        song = ab.words(game.data, ref)
        if ref.number == hero.song:
            label = text("Only {song:the}", song=song)
            yield offer("sing", word, label=label, hint=text("End the minor theme"), free=True)
        else:
            yield offer("sing", word, label=text(begins, song=song), hint=_hint(game, ref.number))


def _exchanged(game: SilContext) -> Text:
    song = ab.words(game.data, singing.themes(game.data, game.hero)[1].ref)
    return text("Make {song:the} the major theme", song=song)


def _hint(game: SilContext, number: int) -> Text:
    """Return what a song does and costs."""
    song = game.data.rules.songs[number]
    return text(
        "{purpose}: {price}", purpose=singing.purpose(song), price=singing.price(song, game.rulings)
    )


COMMANDS = (
    Command(
        "sing",
        "Sing a song, change it, or stop singing",
        _sing,
        _offers,
        (Argument("song", "song", "a song you know, “stop”, or “exchange” for two themes"),),
        aliases=("song", "chant"),
    ),
)
