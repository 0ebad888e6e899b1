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


def begin(session: SilGContext, seat: int) -> None:
    """Begin the making of a seat's hero."""
    hero = session.hero(seat)
    hero.experience = hero.unspent = int(session.state.options["experience"])
    with at_the_sheet(session, seat) as game:
        hero_creation.ask_first(game)


def take(session: SilGContext, seat: int, word: str) -> None:
    """Take an answer of a player's. Raises ActionError."""
    player = session.player(seat)
    if player.ready or player.question is None:
        raise IllegalAction(text("Your hero is made."))
    word = answers.accepted(player.question, word)
    ends = player.birth == "confirm" and word == "begin"
    whole = word == "quick" or word.startswith(hero_creation.WHOLE)
    if player.birth == "race" and whole:
        people = None if word == "quick" else hero_creation.people_of(session.data, word)
        make_quickly(session, seat, people)
    elif ends:
        with at_the_sheet(session, seat) as game:
            hero_creation.dress(game)
        finish(session, seat)
    else:
        with at_the_sheet(session, seat) as game:
            registry.COMMANDS["answer"].do(game, (word,))
    if not player.ready:
        player.name = session.hero(seat).name


def make_quickly(session: SilGContext, seat: int, people: int | None = None) -> None:
    """Make a sensible hero in one go."""
    hero = session.hero(seat)
    hero.unspent, hero.skill_base, hero.bought = hero.experience, [0] * 8, []
    with at_the_sheet(session, seat) as game:
        hero_creation.make_quickly(game, hero.name, people)
        hero_creation.dress(game)
    finish(session, seat)


def finish(session: SilGContext, seat: int) -> None:
    """Let a hero be ready to play."""
    player, hero = session.player(seat), session.hero(seat)
    player.ready, player.birth, player.question = True, "", None
    player.approved = session.state.options.get("approval") != "asked"
    player.name = _unlike_others(session, seat, hero.name)
    hero.name = player.name
    derived.update(session.game(seat))
    session.tell(
        text("{hero} is ready.", hero=typed(player.name))
        if player.approved
        else text("{hero} is ready. The Game Master has to approve.", hero=typed(player.name)),
        None,
        "ready",
    )


def _unlike_others(session: SilGContext, seat: int, name: str) -> str:
    others = {p.name for n, p in enumerate(session.state.players) if n != seat}
    number, tried = 2, name
    while tried in others:
        tried, number = f"{name} {number}", number + 1
    return tried


def offers(session: SilGContext, seat: int) -> list[Offer]:
    """Return the answers that the player may give."""
    with at_the_sheet(session, seat) as game:
        return registry.offers(game)


def view(session: SilGContext, seat: int) -> View:
    """Return the sheet that changes with every answer."""
    with at_the_sheet(session, seat) as game:
        return creation_sheet.view(game)
