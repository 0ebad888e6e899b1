"""The actions of the set-up."""

from __future__ import annotations

from engine.contract.action import IllegalAction
from engine.contract.texts import text
from engine.kanthe import setup
from engine.kanthe.explore import (
    run_tasks,
)
from engine.kanthe.naming import beast_name
from engine.kanthe.play import Play
from engine.kanthe.sheets import check_words, import_sheets
from engine.kanthe.state import NameItem
from engine.kanthe.words import english

# ------------------------------------------------------------------------- the sheets


def do_begin(play: Play, _args: tuple[str, ...]) -> None:
    setup.begin(play)
    run_tasks(play)


def do_fill(play: Play, _args: tuple[str, ...]) -> None:
    page = setup.current_page(play.game)
    setup.fill_page(play, page)
    play.tell(text("{page}: filled in.", page=page.title))


def do_next(play: Play, _args: tuple[str, ...]) -> None:
    setup.turn_page(play.game, 1)


def do_previous(play: Play, _args: tuple[str, ...]) -> None:
    setup.turn_page(play.game, -1)


def do_roll(play: Play, _args: tuple[str, ...]) -> None:
    page = setup.current_page(play.game)
    if page.key == "modified":
        setup.roll_modified(play)
        return
    row = play.one_die("main-creature")
    name = beast_name(play.game, play.game.domain.modified[row])
    play.game.sheets[page.level].main = english(name)
    play.tell(text("The main creature: {beast}.", beast=name))


def do_toggle(play: Play, args: tuple[str, ...]) -> None:
    setup.toggle_change(play, args[0])


def do_size(play: Play, args: tuple[str, ...]) -> None:
    setup.set_size(play, args[0])


def do_set(play: Play, args: tuple[str, ...]) -> None:
    setup.set_number(play, args[0], args[1])


def do_write(play: Play, args: tuple[str, ...]) -> None:
    setup.write_field(play, args[0], args[1])


def do_word(play: Play, args: tuple[str, ...]) -> None:
    setup.write_word(play, args[0], args[1])


def do_equip(play: Play, args: tuple[str, ...]) -> None:
    setup.equip(play, *args)


def do_arcane_feature(play: Play, args: tuple[str, ...]) -> None:
    setup.make_arcane_feature(play, *args)


def do_restore(play: Play, args: tuple[str, ...]) -> None:
    if play.game.setup is None:
        raise IllegalAction("Sheets are taken over before the game begins.")
    import_sheets(play.game, args[0])
    play.tell(text("The sheets are filled in as they were kept."))


def do_answer(play: Play, args: tuple[str, ...]) -> None:
    """Write what was typed into the field that is open."""
    game = play.game
    if game.setup is not None:
        field = setup.page_field(setup.current_page(game))
        if not field:
            raise IllegalAction("There is nothing to write on this page.")
        setup.write_field(play, field, args[0])
    elif isinstance(game.question, NameItem):
        game.question.name = check_words(args[0], "the item's name")
    else:
        raise IllegalAction("Nothing is asked that a text would answer.")
