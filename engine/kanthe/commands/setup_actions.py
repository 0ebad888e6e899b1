"""The actions of the set-up."""

from __future__ import annotations

from engine.contract.action import IllegalAction
from engine.contract.texts import text
from engine.kanthe.exploring.movement import run_tasks
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.rules.names import beast_name
from engine.kanthe.setup import wizard
from engine.kanthe.setup.design_sheets import import_sheets
from engine.kanthe.setup.kept_domains import move_to_domain

# ------------------------------------------------------------------------- the sheets


def do_begin(game: KantheContext, _args: tuple[str, ...]) -> None:
    wizard.begin(game)
    run_tasks(game)


def do_fill(game: KantheContext, _args: tuple[str, ...]) -> None:
    page = wizard.current_page(game.state)
    wizard.fill_page(game, page)
    game.tell(text("{page}: filled in.", page=page.title))


def do_next(game: KantheContext, _args: tuple[str, ...]) -> None:
    wizard.turn_page(game.state, 1)


def do_previous(game: KantheContext, _args: tuple[str, ...]) -> None:
    wizard.turn_page(game.state, -1)


def do_roll(game: KantheContext, _args: tuple[str, ...]) -> None:
    page = wizard.current_page(game.state)
    if page.key == "modified":
        wizard.roll_modified(game)
        return
    row = game.one_die("main-creature")
    name = beast_name(game.state, game.state.domain.modified[row])
    game.state.sheets[page.level].main = str(text("{name:The}", name=text("{beast}", beast=name)))
    game.tell(text("The main creature: {beast}.", beast=name))


def do_toggle(game: KantheContext, args: tuple[str, ...]) -> None:
    wizard.toggle_change(game, args[0])


def do_size(game: KantheContext, args: tuple[str, ...]) -> None:
    wizard.set_size(game, args[0])


def do_set(game: KantheContext, args: tuple[str, ...]) -> None:
    wizard.set_number(game, args[0], args[1])


def do_write(game: KantheContext, args: tuple[str, ...]) -> None:
    wizard.write_field(game, args[0], args[1])


def do_word(game: KantheContext, args: tuple[str, ...]) -> None:
    wizard.write_word(game, args[0], args[1])


def do_equip(game: KantheContext, args: tuple[str, ...]) -> None:
    wizard.equip(game, *args)


def do_arcane_feature(game: KantheContext, args: tuple[str, ...]) -> None:
    wizard.make_arcane_feature(game, *args)


def do_restore(game: KantheContext, args: tuple[str, ...]) -> None:
    if game.state.setup is None:
        raise IllegalAction(text("Sheets are taken over before the game begins."))
    import_sheets(game.state, args[0])
    game.tell(text("The sheets are filled in as they were kept."))


def do_visit(game: KantheContext, args: tuple[str, ...]) -> None:
    move_to_domain(game, args[0])
    do_begin(game, ())


def do_answer(game: KantheContext, args: tuple[str, ...]) -> None:
    """Write what was typed into the field that is open."""
    state = game.state
    if state.setup is not None:
        field = wizard.page_field(wizard.current_page(state))
        if not field:
            raise IllegalAction(text("There is nothing to write on this page."))
        wizard.write_field(game, field, args[0])
    else:
        raise IllegalAction(text("Nothing is asked that a text would answer."))
