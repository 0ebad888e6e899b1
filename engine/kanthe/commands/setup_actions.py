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


def do_begin(play: KantheContext, _args: tuple[str, ...]) -> None:
    wizard.begin(play)
    run_tasks(play)


def do_fill(play: KantheContext, _args: tuple[str, ...]) -> None:
    page = wizard.current_page(play.game)
    wizard.fill_page(play, page)
    play.tell(text("{page}: filled in.", page=page.title))


def do_next(play: KantheContext, _args: tuple[str, ...]) -> None:
    wizard.turn_page(play.game, 1)


def do_previous(play: KantheContext, _args: tuple[str, ...]) -> None:
    wizard.turn_page(play.game, -1)


def do_roll(play: KantheContext, _args: tuple[str, ...]) -> None:
    page = wizard.current_page(play.game)
    if page.key == "modified":
        wizard.roll_modified(play)
        return
    row = play.one_die("main-creature")
    name = beast_name(play.game, play.game.domain.modified[row])
    play.game.sheets[page.level].main = str(text("{name:The}", name=text("{beast}", beast=name)))
    play.tell(text("The main creature: {beast}.", beast=name))


def do_toggle(play: KantheContext, args: tuple[str, ...]) -> None:
    wizard.toggle_change(play, args[0])


def do_size(play: KantheContext, args: tuple[str, ...]) -> None:
    wizard.set_size(play, args[0])


def do_set(play: KantheContext, args: tuple[str, ...]) -> None:
    wizard.set_number(play, args[0], args[1])


def do_write(play: KantheContext, args: tuple[str, ...]) -> None:
    wizard.write_field(play, args[0], args[1])


def do_word(play: KantheContext, args: tuple[str, ...]) -> None:
    wizard.write_word(play, args[0], args[1])


def do_equip(play: KantheContext, args: tuple[str, ...]) -> None:
    wizard.equip(play, *args)


def do_arcane_feature(play: KantheContext, args: tuple[str, ...]) -> None:
    wizard.make_arcane_feature(play, *args)


def do_restore(play: KantheContext, args: tuple[str, ...]) -> None:
    if play.game.setup is None:
        raise IllegalAction(text("Sheets are taken over before the game begins."))
    import_sheets(play.game, args[0])
    play.tell(text("The sheets are filled in as they were kept."))


def do_visit(play: KantheContext, args: tuple[str, ...]) -> None:
    move_to_domain(play, args[0])
    do_begin(play, ())


def do_answer(play: KantheContext, args: tuple[str, ...]) -> None:
    """Write what was typed into the field that is open."""
    game = play.game
    if game.setup is not None:
        field = wizard.page_field(wizard.current_page(game))
        if not field:
            raise IllegalAction(text("There is nothing to write on this page."))
        wizard.write_field(play, field, args[0])
    else:
        raise IllegalAction(text("Nothing is asked that a text would answer."))
