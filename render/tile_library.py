"""The tile sets of all rulesets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from threading import Lock

from engine.contract.data import data_folders
from engine.contract.sprites import SpriteSheet
from engine.contract.view import View
from render.tileset import FOLDER, TileSet


class TileLibrary:
    """Tile sets by namespace ("sil") and scenery, each read when it is first needed.

    `sheets` are pictures of others over ours, at most one a namespace; they are read at once, and
    look the same in every scenery.
    Raises SourceError for files that cannot be used.
    """

    def __init__(self, sheets: Iterable[SpriteSheet] = (), *, root: Path = FOLDER) -> None:
        self._root = root
        self._reading = Lock()
        self._sheets: dict[str, TileSet] = {}
        self._sets: dict[tuple[str, str], TileSet] = {}
        for sheet in sheets:
            namespace = next(iter(sheet.sprites), "").partition(":")[0]
            self._sheets[namespace] = TileSet(namespace, root=root, sheet=sheet)

    def tile_set(self, namespace: str, scenery: str = "") -> TileSet:
        """Return the tile set of a namespace; one without a folder has what is common to all, and
        a scenery without one looks as the namespace does."""
        if namespace in self._sheets:
            return self._sheets[namespace]
        key = namespace, scenery
        found = self._sets.get(key)
        if found is not None:
            return found
        if scenery:
            place = self._place(namespace)
            if place is None or not (place / namespace / scenery).is_dir():
                return self.tile_set(namespace)
        with self._reading:  # several threads may draw at a time
            if key not in self._sets:
                place = self._place(namespace)
                folder = namespace if place is not None else ""
                self._sets[key] = TileSet(folder, scenery, root=self._root, place=place)
            return self._sets[key]

    def _place(self, namespace: str) -> Path | None:
        """Return where the folder of a namespace lies: among our tiles, or in the data of another
        package; None when it has none."""
        places = (self._root, *(folder / "tiles" for folder in data_folders()))
        return next((each for each in places if (each / namespace).is_dir()), None)

    def of_view(self, view: View) -> TileSet:
        """Return the tile set that the view's sprites belong to, in the scenery of its map."""
        return self.tile_set(namespace_of(view), scenery_of(view))


def namespace_of(view: View) -> str:
    """Return the namespace of a view's sprites, "" when it has none."""
    return next((sprite.partition(":")[0] for sprite in _sprites(view) if ":" in sprite), "")


def scenery_of(view: View) -> str:
    """Return the scenery of a view's map, "" when it has none."""
    return view.map.scenery if view.map is not None else ""


def _sprites(view: View) -> Iterator[str]:
    for status in view.characters:
        yield status.sprite
    if view.map is not None:
        for layer in (view.map.legend, view.map.entities, view.map.items):
            for each in layer:
                yield each.sprite
    if view.sheet is not None:
        for section in view.sheet.sections:
            yield section.sprite


@cache
def own_tiles() -> TileLibrary:
    """Return our own tiles, without sheets of others."""
    return TileLibrary()
