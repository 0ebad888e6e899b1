"""Lines of many commands, macros, one's own encounters; the chronicle and the end of a session."""

from __future__ import annotations

from collections.abc import Iterable

from engine.contract.action import Offer, Post
from engine.contract.texts import listed, typed
from engine.silg.clock import encounter_clock, off_clock_time
from engine.silg.context import SilGContext
from engine.silg.gm.gm_commands import Args, GmCommand, Shelf, offer, option, read_name
from engine.silg.gm.hero_commands import check_in_play
from engine.silg.wording import text

MOST_MACROS = 12


def _macro(game: SilGContext, words: Args) -> None:
    shelf = Shelf(game.state.desk.macros, "macro {name}", MOST_MACROS)
    shelf.keep(game, read_name(words[0]), words[1:])


def _macro_offers(game: SilGContext) -> Iterable[Offer]:
    for name in game.state.desk.macros:
        yield offer("macro", name, label=text("Forget the macro {name}", name=name))


def _chronicle(game: SilGContext, words: Args) -> None:
    game.state.chronicle.append(typed(words[0]))
    told = typed(words[0])
    game.tell(told, None, "story", post=Post(((told, ""),)))


def _finish(game: SilGContext, words: Args) -> None:
    del words
    check_in_play(game)
    state = game.state
    if state.stage in ("declare", "monsters"):
        encounter_clock.stop(game)
    names = listed(map(game.hero_name, game.heroes))
    state.chronicle.append(
        text("Session {session} ended; still there: {names}.", session=state.session, names=names)
    )
    state.session += 1
    game.tell(text("The session ends here; the next one goes on from it."), None, "end")
    off_clock_time.begin(game)


def _finish_offers(game: SilGContext) -> Iterable[Offer]:
    if game.state.stage not in ("setup", "over"):
        yield offer(
            "finish", label=text("End the session"), hint=text("The next one goes on from here")
        )


def _end(game: SilGContext, words: Args) -> None:
    check_in_play(game)
    state = game.state
    state.stage, state.fighters = "over", []
    state.ended = "won" if words[0] == "won" else "left" if words[0] == "left" else "lost"
    for seat in game.heroes:
        game.player(seat).ending = state.ended
    encounter_clock.begin_turn(game)
    game.tell(text("The campaign ends."), None, "end")
    state.chronicle.append(text("The campaign ended."))


COMMANDS = (
    GmCommand("macro", "Keep a line of commands under a name, or forget it", _macro,
           (option("name", "Its name"), option("line", "Commands; ; between", required=False)),
           _macro_offers),
    GmCommand("chronicle", "Write a line into the chronicle", _chronicle,
           (option("text", "What is worth remembering"),)),
    GmCommand("finish", "End the session", _finish, (), _finish_offers),
    GmCommand("end", "End the campaign", _end,
           (option("how", "How it ended", "won", "lost", "left"),)),
)  # fmt: skip
