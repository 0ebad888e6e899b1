"""The pictures that must not change unseen. `python -m tests.render.golden` draws them anew."""

from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

import render
from engine.contract.view import UNTHROWN, DiceRow, Outcome, SheetBoard, SheetSection, View
from render import Picture, Proposal, Window
from tests.render import scenes

FOLDER = Path(__file__).resolve().parent.parent / "golden" / "render"
WINDOW = Window(15, 37, 10, 19, 3)

PROPOSALS = (
    Proposal("A", ((20, 45), (20, 44)), voters=(0, 3), label="Back to the door", open=2),
    Proposal("B", (), (20, 49), (1,), True, "Shoot the archer", 3),
    Proposal("C", ((21, 46), (22, 46)), label="Go south", open=4),
)
FALLEN = Outcome(
    "Fëanáriel has fallen",
    ("slain by Gorgol, the Butcher, at 150 ft", "last light: a torch, still burning"),
    "lost",
    (("kills", 7), ("experience", 1870)),
    "sil:death",
)
HOME = Outcome(
    "Out of Angband, with one Silmaril",
    ("Fëanáriel of the House of Fëanor", "one of four came home"),
    "won",
    (("turns", 18204), ("Silmaril", 1)),
    "sil:escape",
    facts=(("silmarils", 1),),
)
LEFT = Outcome(
    "Fëanáriel came out of Angband", ("With empty hands.",), "left", (), "sil:empty-hands"
)


def fallen() -> View:
    """The everyday scene with Gorgol beside the hero."""
    view = scenes.exploring()
    board = view.map
    assert board is not None
    entities = tuple(replace(b, y=20, x=47) if b.name == "gorgol" else b for b in board.entities)
    return replace(view, map=replace(board, entities=entities), phase="over", ending="lost")


def sheet() -> View:
    """A room and a fight of dice."""
    sections = (
        SheetSection(
            "Room 7: ash trees", ("Three ways lead on: north, east, and a stub to the south.",)
        ),
        SheetSection(
            "Fight: Bone Stag",
            ("5 5 strikes first: 2 wounds", "7 7 7 answers: degree 3"),
            (
                DiceRow("", (5, 5), "other", result="2 wounds to you"),
                DiceRow("", (7, 7, 7), "own", result="3 wounds to the Bone Stag"),
                DiceRow("Next throw", (UNTHROWN,) * 13, "own"),
                DiceRow("A new area", (1, 2, 3, 4, 5, 6), sides=6),
            ),
        ),
    )
    return View(
        "Kanthe", 9, (), (), (), "Bone Stag is slain.", "A fight.", sheet=SheetBoard(sections)
    )


def sheet_beside_map() -> View:
    """The everyday scene with the sheet of a fight beside it."""
    return replace(scenes.exploring(), sheet=sheet().sheet)


PICTURES: dict[str, Callable[[], Picture]] = {
    "exploring": lambda: render.picture(scenes.exploring(), window=WINDOW),
    "close-up": lambda: render.picture(scenes.exploring()),
    "vote": lambda: render.picture(
        scenes.exploring(), proposals=PROPOSALS, log_line="3 of 4 carry it.  Waiting: Beren"
    ),
    "game-master": lambda: render.picture(scenes.game_master()),
    "party": lambda: render.picture(scenes.party(), window=WINDOW),
    "high-contrast": lambda: render.picture(scenes.exploring(), theme="high-contrast"),
    "plain": lambda: render.picture(scenes.exploring(), theme="plain"),
    "overview": lambda: render.overview(scenes.level(), window=WINDOW),
    "death": lambda: render.ending(fallen(), FALLEN),
    "victory": lambda: render.ending(scenes.exploring(), HOME),
    "left": lambda: render.ending(scenes.exploring(), LEFT),
    "sheet-beside-map": lambda: render.picture(sheet_beside_map()),
    "sheet": lambda: render.picture(sheet()),
    "sheet-vote": lambda: render.picture(sheet(), proposals=PROPOSALS, log_line="2 of 3"),
}


def main() -> None:
    """Write all golden pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, draw in PICTURES.items():
        (FOLDER / f"{name}.png").write_bytes(draw().png)


if __name__ == "__main__":
    main()
