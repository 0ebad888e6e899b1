"""Heroes made by their players, by Sil's own steps, each player by themselves (rules: silg C1)."""

from __future__ import annotations

from engine.contract.action import IllegalAction, Offer
from engine.contract.texts import typed
from engine.contract.view import View
from engine.sil.commands import answers, registry
from engine.sil.hero import derived
from engine.sil.setup import creation_sheet, hero_creation
from engine.silg.context import SilGContext
from engine.silg.player_questions import at_the_sheet
from engine.silg.wording import text


def begin(game: SilGContext, seat: int) -> None:
    """Begin the making of a seat's hero."""
    hero = game.hero(seat)
    hero.experience = hero.unspent = int(game.state.options["experience"])
    with at_the_sheet(game, seat) as hero_game:
        hero_creation.ask_first(hero_game)


def take(game: SilGContext, seat: int, word: str) -> None:
    """Take an answer of a player's. Raises ActionError."""
    player = game.player(seat)
    if player.ready or player.question is None:
        raise IllegalAction(text("Your hero is made."))
    word = answers.accepted(player.question, word)
    ends = player.birth == "confirm" and word == "begin"
    whole = word == "quick" or word.startswith(hero_creation.WHOLE)
    if player.birth == "race" and whole:
        people = None if word == "quick" else hero_creation.people_of(game.data, word)
        make_quickly(game, seat, people)
    elif ends:
        with at_the_sheet(game, seat) as hero_game:
            hero_creation.dress(hero_game)
        finish(game, seat)
    else:
        with at_the_sheet(game, seat) as hero_game:
            registry.COMMANDS["answer"].do(hero_game, (word,))
    if not player.ready:
        player.name = game.hero(seat).name


def make_quickly(game: SilGContext, seat: int, people: int | None = None) -> None:
    """Make a sensible hero in one go."""
    hero = game.hero(seat)
    hero.unspent, hero.skill_base, hero.bought = hero.experience, [0] * 8, []
    with at_the_sheet(game, seat) as hero_game:
        hero_creation.make_quickly(hero_game, hero.name, people)
        hero_creation.dress(hero_game)
    finish(game, seat)


def finish(game: SilGContext, seat: int) -> None:
    """Let a hero be ready to play."""
    player, hero = game.player(seat), game.hero(seat)
    player.ready, player.birth, player.question = True, "", None
    player.approved = game.state.options.get("approval") != "asked"
    player.name = _unlike_others(game, seat, hero.name)
    hero.name = player.name
    derived.update(game.hero_game(seat))
    game.tell(
        text("{hero} is ready.", hero=typed(player.name))
        if player.approved
        else text("{hero} is ready. The Game Master has to approve.", hero=typed(player.name)),
        None,
        "ready",
    )


def _unlike_others(game: SilGContext, seat: int, name: str) -> str:
    others = {p.name for n, p in enumerate(game.state.players) if n != seat}
    number, tried = 2, name
    while tried in others:
        tried, number = f"{name} {number}", number + 1
    return tried


def offers(game: SilGContext, seat: int) -> list[Offer]:
    """Return the answers that the player may give."""
    with at_the_sheet(game, seat) as hero_game:
        return registry.offers(hero_game)


def view(game: SilGContext, seat: int) -> View:
    """Return the sheet that changes with every answer."""
    with at_the_sheet(game, seat) as hero_game:
        return creation_sheet.view(hero_game)
