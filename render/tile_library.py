"""The tile sets of all rulesets."""

from __future__ import annotations

from collections.abc import Iterable
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
        if not (self._root / namespace).is_dir():
            namespace = ""
        with self._reading:
            if namespace not in self._sets:
                self._sets[namespace] = TileSet(namespace, root=self._root)
            return self._sets[namespace]

    def of_view(self, view: View) -> TileSet:
        """Return the tile set that the view's sprites belong to."""
        return self.tile_set(namespace_of(view))


def namespace_of(view: View) -> str:
    """Return the namespace of a view's sprites, "" when it has none."""
    sprites = [status.sprite for status in view.characters]
    if view.map is not None:
        sprites += [ground.sprite for ground in view.map.legend]
        sprites += [entity.sprite for entity in view.map.entities]
        sprites += [item.sprite for item in view.map.items]
    return next((sprite.partition(":")[0] for sprite in sprites if ":" in sprite), "")


@cache
def own_tiles() -> TileLibrary:
    """Return our own tiles, without sheets of others."""
    return TileLibrary()
