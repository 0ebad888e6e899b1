"""The tile sets of all rulesets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from threading import Lock

from engine.contract.sprites import SpriteSheet
from engine.contract.view import View
from render.tileset import FOLDER, TileSet


class TileLibrary:
    """Tile sets by namespace ("sil"), each read when it is first needed.

    `sheets` are pictures of others over ours, at most one a namespace; they are read at once.
    Raises SourceError for files that cannot be used.
    """

    def __init__(self, sheets: Iterable[SpriteSheet] = (), *, root: Path = FOLDER) -> None:
        self._root = root
        self._reading = Lock()
        self._sets: dict[str, TileSet] = {}
        for sheet in sheets:
            namespace = next(iter(sheet.sprites), "").partition(":")[0]
            self._sets[namespace] = TileSet(namespace, root=root, sheet=sheet)

    def tile_set(self, namespace: str) -> TileSet:
        """Return the tile set of a namespace; one without a folder has what is common to all."""
        found = self._sets.get(namespace)
        if found is not None:
            return found
        with self._reading:  # several threads may draw at a time
            if namespace not in self._sets:
                folder = namespace if (self._root / namespace).is_dir() else ""
                self._sets[namespace] = TileSet(folder, root=self._root)
            return self._sets[namespace]

    def of_view(self, view: View) -> TileSet:
        """Return the tile set that the view's sprites belong to."""
        return self.tile_set(namespace_of(view))


def namespace_of(view: View) -> str:
    """Return the namespace of a view's sprites, "" when it has none."""
    return next((sprite.partition(":")[0] for sprite in _sprites(view) if ":" in sprite), "")


def _sprites(view: View) -> Iterator[str]:
    for status in view.characters:
        yield status.sprite
    if view.map is not None:
        for layer in (view.map.legend, view.map.entities, view.map.items):
            for each in layer:
                yield each.sprite


@cache
def own_tiles() -> TileLibrary:
    """Return our own tiles, without sheets of others."""
    return TileLibrary()
