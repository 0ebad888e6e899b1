"""Heroes who come into play after the session has begun: called back, or new ones (rules: silg
C1)."""

from __future__ import annotations

from engine.contract.action import IllegalAction
from engine.contract.texts import typed
from engine.sil.game.state import Hero
from engine.sil.hero import derived
from engine.silg.clock import encounter_clock
from engine.silg.clock.minute_start import begin_minute_of
from engine.silg.context import SilGContext
from engine.silg.levels import level_setup, squares
from engine.silg.setup import character_creation
from engine.silg.wording import text

BACK_AT = 50  # percent of health that who is called back has at least


def is_remade(game: SilGContext, seat: int) -> bool:
    """Return whether a player is making another hero while the others play."""
    player = game.player(seat)
    return bool(player.ending and player.birth)


def make_another(game: SilGContext, seat: int) -> None:
    """Let a player whose hero is out of play make another. Raises IllegalAction."""
    player = game.player(seat)
    if not player.ending or game.state.stage in ("setup", "over"):
        raise IllegalAction(text("Your hero is in play."))
    hero = game.state.sil.heroes[seat] = Hero(player.name, 0, 0, number=seat)
    hero.knowledge.forget_level(len(game.state.sil.level.feature))
    player.ready = False
    character_creation.begin(game, seat)
    game.tell(text("{hero} makes another hero.", hero=typed(player.name)), None, "joined")


def call_back(game: SilGContext, seat: int) -> None:
    """Bring a hero back who was out of play: well, if not whole. Raises IllegalAction."""
    player = game.player(seat)
    if not player.ending or game.state.stage == "over":
        raise IllegalAction(text("That hero is not out of play."))
    if player.birth:
        raise IllegalAction(text("{hero} is still being made.", hero=typed(player.name)))
    hero = game.hero(seat)
    hero.timers.end_harmful(game.data.rules.statuses)
    derived.update(game.hero_game(seat))
    hero.health = max(hero.health, hero.derived.max_health * BACK_AT // 100)
    hero.killed_by = ""
    enter(game, seat)


def has_room(game: SilGContext) -> bool:
    """Return whether there is a square for a hero who comes into play."""
    return _way_in(game) is not None


def enter_if_there_is_room(game: SilGContext, seat: int) -> None:
    """Let a hero enter play who is made and approved, or tell that the Game Master may call them
    back when there is room."""
    if has_room(game):
        enter(game, seat)
        return
    hero = typed(game.player(seat).name)
    line = text("There is no room for {hero} now: the Game Master can call them back.", hero=hero)
    game.tell(line, None, "joined")


def _way_in(game: SilGContext) -> int | None:
    """Return the square where a hero comes into play: beside the party, or where all is full there
    the nearest free one; None if there is none."""
    start = _start(game)
    if start < 0:
        return None
    beside = squares.nearest(game, start)
    if beside is not None:
        return beside
    level = game.state.sil.level
    y, x = level.place(start)
    free = (at for at in range(len(level.feature)) if squares.is_free(game, at))
    return min(
        free,
        key=lambda at: max(abs(level.place(at)[0] - y), abs(level.place(at)[1] - x)),
        default=None,
    )


def _start(game: SilGContext) -> int:
    """Return where heroes come into play: by the first of the party."""
    first = next(iter(game.heroes), None)
    if first is None:
        return game.state.desk.start
    return game.state.sil.level.at(*game.place(f"h{first}"))


def enter(game: SilGContext, seat: int) -> None:
    """Let a hero enter play beside the party: in this minute, or on the clock, where they are due
    at once. Raises IllegalAction when there is no room."""
    square, player = _way_in(game), game.player(seat)
    if square is None:
        raise IllegalAction(text("There is no room left for another hero."))
    player.ending, player.died_of = "", ""
    player.plan, player.asked = None, ""  # of before they left
    game.hero(seat).knowledge.forget_level(len(game.state.sil.level.feature))
    level_setup.bring(game, seat, square)
    begin_minute_of(game, seat)
    encounter_clock.enter(game, seat)
    game.tell(text("{hero} joins the party.", hero=typed(player.name)), None, "joined")
    encounter_clock.begin_turn(game)
