"""Read a game's past from the store."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from table.errors import Refusal
from table.history.entries import Imported
from table.history.reading import as_read_by, is_behind_screen
from table.history.rewind import Rewind, standing_actions
from table.history.secrets import past_keys
from table.state import GameRecord
from table.store.games import GameQueries


async def load_undo(
    games: GameQueries, game: GameRecord, turns: int, *, screened: bool = False
) -> Rewind:
    """Return the way back by so many turns, but not to before a file was gone on from: the dice of
    the other game were rolled there. `screened`: not everybody knows of all of them. Raises Refusal
    when there are not so many."""
    records = await games.state_records(game.id, game.number)
    imports = (record.number for record in records if isinstance(record.entry, Imported))
    since = max(imports, default=0)
    standing = [each.number for each in standing_actions(records) if each.number > since]
    if turns < 1 or turns > len(standing):
        raise Refusal("There are {standing} moves to undo.", standing=len(standing))
    undone = tuple(standing[-turns:])
    first = next(record for record in records if record.number == undone[0])
    known = await _count_known(games, game.id, undone) if screened else len(undone)
    return replace(await _load(games, game, undone[0] - 1, undone), first=first, known=known)


async def _count_known(games: GameQueries, game: int, undone: Sequence[int]) -> int:
    """Return of how many actions everybody knows."""
    records = await games.records(game, undone[0] - 1, undone[-1] - undone[0] + 1)
    read = (as_read_by(record, None) for record in records if record.number in undone)
    return sum(not is_behind_screen(record) for record in read)


async def load_undo_to(games: GameQueries, game: GameRecord, to: int) -> Rewind:
    """Return the way back to the state after entry `to`. Raises Refusal."""
    records = standing_actions(await games.state_records(game.id, game.number))
    first = next((record for record in records if record.number > to), None)
    return replace(await _load(games, game, to, ()), first=first)


async def _load(
    games: GameQueries,
    game: GameRecord,
    to: int,
    undone: tuple[int, ...],
    before: int | None = None,
) -> Rewind:
    """Return the way to the state after entry `to`, from the newest kept snapshot until then, or
    until entry `before`."""
    snapshot = await games.snapshot(game.id, to if before is None else before, kept=True)
    if snapshot is None:
        raise Refusal("The game cannot go back that far.")
    records = await games.state_records(game.id, to)
    later = tuple(record for record in records if record.number > snapshot.number)
    keys = past_keys(await games.secrets(game.id), later)
    return Rewind(to, undone, snapshot, later, keys)


async def load_recovery(games: GameQueries, game: GameRecord, broken: int) -> Rewind:
    """Return the way to the newest state from the snapshot before entry `broken`, whose own cannot
    be read. Raises Refusal."""
    return await _load(games, game, game.number, (), broken - 1)


async def load_replay(games: GameQueries, game: GameRecord, first: int, last: int) -> Rewind:
    """Return the newest kept snapshot until entry `first`, and the records from there to `last`.
    Raises Refusal."""
    if game.header is None:
        raise Refusal("The game has not begun yet.")
    snapshot = await games.snapshot(game.id, first, kept=True)
    if snapshot is None or not first <= last <= game.number:
        raise Refusal("There is no such turn.")
    records = await games.state_records(game.id, last)
    later = tuple(record for record in records if record.number > snapshot.number)
    keys = past_keys(await games.secrets(game.id), later)
    return Rewind(last, (), snapshot, later, keys)
