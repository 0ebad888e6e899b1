"""The database's tables, in SQLite and in PostgreSQL alike.

A new database is made from them; an older one is brought up to date by `migrations/`, and a test
compares the two. Whoever changes a table adds a revision there.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    REAL,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ColumnClause,
    Dialect,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    literal_column,
)
from sqlalchemy.types import TypeDecorator, TypeEngine

from table.store.partitions import partition
from table.store.size_triggers import keep_sizes

INTEGER = BigInteger().with_variant(Integer(), "sqlite")  # 64 bits in both: Discord's ids need them
TIME: TypeEngine[float] = Double().with_variant(REAL(), "sqlite")  # seconds since 1970


class _PostgresqlText(TypeDecorator[str]):
    """Text without NUL, which PostgreSQL does not take, ordered by its bytes as in SQLite."""

    impl = Text(collation="C")
    cache_ok = True

    def process_bind_param(self, value: str | None, _dialect: Dialect) -> str | None:
        """Return the text as it is stored."""
        return None if value is None else value.replace("\0", "")


TEXT = Text().with_variant(_PostgresqlText(), "postgresql")

metadata = MetaData()


def _integer(name: str, *more: Any, null: bool = False, **options: Any) -> Column[Any]:
    return Column(name, INTEGER, *more, nullable=null, **options)


def _text(name: str, *more: Any, null: bool = False, **options: Any) -> Column[Any]:
    return Column(name, TEXT, *more, nullable=null, **options)


def _bytes(name: str, *, null: bool = False) -> Column[Any]:
    return Column(name, LargeBinary, nullable=null)


def _time(name: str, *, null: bool = False) -> Column[Any]:
    return Column(name, TIME, nullable=null)


def _number() -> Column[Any]:
    """Return a primary key that counts up and is never given twice."""
    return Column("id", INTEGER, primary_key=True, nullable=False, autoincrement=True)


def _key(name: str, *more: Any, kind: Any = INTEGER) -> Column[Any]:
    """Return a column of a primary key whose values we choose."""
    return Column(name, kind, *more, primary_key=True, nullable=False, autoincrement=False)


def _game(*, key: bool = False) -> Column[Any]:
    game = ForeignKey("games.id", ondelete="CASCADE")
    return _key("game", game) if key else _integer("game", game)


def _big_table(name: str, number: str, *columns: Column[Any]) -> Table:
    """Return a table that grows with a game's past: each row has a number in its game, and its
    game's server, by which PostgreSQL divides the table. Only who gives both reads one part."""
    return partition(
        Table(
            name,
            metadata,
            _key("guild"),
            _key("game"),
            _key(number),
            *columns,
            ForeignKeyConstraint(
                ["guild", "game"], ["games.guild", "games.id"], ondelete="CASCADE"
            ),
            postgresql_partition_by="HASH (guild)",
        )
    )


def _one() -> tuple[Any, ...]:
    """Return the key of a table of one row."""
    return _key("one"), CheckConstraint("one = 1")


def _state(*values: str, name: str = "state") -> tuple[Any, ...]:
    listed = ", ".join(f"'{value}'" for value in values)
    return _text(name), CheckConstraint(f"{name} IN ({listed})")


def _partial(name: str, *columns: Any, where: Any, unique: bool = True) -> None:
    """Add an index of some rows to the table of its columns."""
    Index(name, *columns, unique=unique, sqlite_where=where, postgresql_where=where)


# A contest: everybody the same start, each a game of their own. The seed is for its end.
contests = Table(
    "contests",
    metadata,
    _number(),
    _integer("guild"),
    _integer("channel"),
    _integer("founder"),
    _text("name"),
    _text("ruleset"),
    _text("options"),
    _bytes("seed"),
    _time("created"),
    _time("ends", null=True),
    _time("ended", null=True),
    _text("request", null=True),
    sqlite_autoincrement=True,
)
_partial("one_contest_a_channel", contests.c.channel, where=contests.c.ended.is_(None))
Index("one_contest_a_request", contests.c.channel, contests.c.request, unique=True)

# A game in a channel. `header` is there from its beginning; `card` and `number` only grow.
# `activity`: the rest of `table.state.TableState` (a vote, whose turn, what is lent), as JSON.
# `seed_hash`: of the secret, published when the lobby opens. `head`: of the log's chain of hashes.
games = Table(
    "games",
    metadata,
    _number(),
    _integer("channel"),
    _integer("guild"),
    _text("ruleset"),
    _integer("founder"),
    _text("mode"),
    *_state("lobby", "play", "paused", "over", name="phase"),
    _text("pause_reason"),
    _text("options"),
    _text("settings"),
    _integer("contest", ForeignKey("contests.id"), null=True),
    _text("header", null=True),
    _integer("number"),
    _integer("card"),
    _time("created"),
    _time("ended", null=True),
    _text("activity"),
    _text("seed_hash", server_default=""),
    _text("head", server_default=""),
    sqlite_autoincrement=True,
)
_over: ColumnClause[str] = literal_column("'over'")
_partial("one_game_a_channel", games.c.channel, where=games.c.phase != _over)
Index("games_of_server", games.c.guild, games.c.id, unique=True)
Index("games_of_channel", games.c.channel, games.c.id)
Index("games_of_contest", games.c.contest)
_partial(
    "finished_games", games.c.ruleset, games.c.guild, where=games.c.phase == _over, unique=False
)

# The secrets that a game's dice come from, apart from what is shown; read only where dice are
# rolled. `first`: the first entry of the log that it keys: a game that goes on from a file has the
# secrets of both. `shared`: what the start and the levels of a contest's games come from.
seeds = Table(
    "seeds", metadata, _game(key=True), _key("first"), _bytes("seed"), _bytes("shared", null=True)
)

# The people of each game: only here stands who is meant by a reference, and their shown name.
people = Table(
    "people", metadata, _game(key=True), _key("reference"), _integer("person"), _text("name")
)
Index("people_by_person", people.c.person, people.c.game, unique=True)

# Who has joined; `place` is the order of joining.
members = Table(
    "members", metadata, _game(key=True), _key("reference"), _text("name"), _integer("place")
)

# The characters of a game that has begun; nobody holds a seat whose reference is null.
seats = Table(
    "seats",
    metadata,
    _game(key=True),
    _key("seat"),
    _text("character"),
    _integer("reference", null=True),
)

# The log: tagged entries as JSON (`table.history.entries`), `kind` is the tag. The entries that
# answer a request have its id. `leaf`: of an entry whose content is hidden (`table.history.chain`).
log = _big_table(
    "log",
    "number",
    _text("kind"),
    _text("entry"),
    _text("events"),
    _integer("reference", null=True),
    _text("request", null=True),
    _integer("card"),
    _time("at"),
    _bytes("salt", null=True),
    _bytes("leaf", null=True),
)
Index("one_entry_a_request", log.c.guild, log.c.game, log.c.request, unique=True)

# States of the rules: the newest of each game, and those with `kept` for good.
snapshots = _big_table(
    "snapshots",
    "number",
    _integer("rules"),
    _bytes("state"),
    Column("kept", Boolean, nullable=False),
)

# Blocks of a game's past that are packed (`table.store.packing`): entries of its log from `first`
# to `last` and the states of that time that stay. What stands here stands in `log` and
# `snapshots` no more. `first_state`: the number of the first of the states; null: there is none.
packed = _big_table(
    "packed",
    "first",
    _integer("last"),
    _integer("first_state", null=True),
    _bytes("entries"),
    _bytes("events"),
    _bytes("states"),
)

# Messages that show a card. `changed`: when it was last posted or edited.
cards = Table(
    "cards",
    metadata,
    _game(key=True),
    _key("number"),
    _integer("channel"),
    _integer("message"),
    *_state("live", "stripped", "gone"),
    _time("posted"),
    _time("changed"),
)

# Messages owed to Discord.
outbox = Table(
    "outbox",
    metadata,
    _number(),
    _game(),
    _text("kind"),
    _integer("card", null=True),
    _text("content"),
    _text("nonce", null=True, unique=True),
    *_state("pending", "sending", "withdrawn", "sent", "dropped", "failed"),
    _integer("attempts"),
    _time("not_before"),
    _integer("message", null=True),
    _text("fault"),
    sqlite_autoincrement=True,
)
Index("outbox_due", outbox.c.state, outbox.c.not_before)
Index("outbox_of_game", outbox.c.game, outbox.c.kind, outbox.c.state)

# What falls due in a game, at most one of a kind; `set_by`: the log entry that set it.
deadlines = Table(
    "deadlines",
    metadata,
    _game(key=True),
    _key("kind", kind=TEXT),
    _time("due"),
    _integer("set_by"),
)
Index("deadlines_due", deadlines.c.due)

# The seconds that the bot was away, of games whose deadlines have moved and which do not know yet.
absences = Table("absences", metadata, _game(key=True), _time("seconds"))

# The newest posts of games, which stay in the channel: `card` is the newest card of their time.
posts = Table("posts", metadata, _key("message"), _game(), _integer("card"))
Index("posts_by_game", posts.c.game, posts.c.card)

# Private threads of a game: one for each of its people with a Game Master, who has one alone, with
# the message that shows their desk.
private_threads = Table(
    "private_threads",
    metadata,
    _key("thread"),
    _game(),
    _integer("reference"),
    _integer("master"),
    _integer("desk", null=True),
    UniqueConstraint("game", "reference", "master"),
)

# How finished games ended, for the ladder, as JSON (`table.contest.GameResult`); null: the game
# does not count. It holds while the game's log ends at `number`; else it is worked out anew.
results = Table(
    "results", metadata, _game(key=True), _integer("number"), _text("result", null=True)
)

# Runs of daily contests that were replayed after the end; `sound`: they came out as played.
verdicts = Table("verdicts", metadata, _game(key=True), Column("sound", Boolean, nullable=False))

# The bytes that each game takes up; triggers keep them true (`table.store.size_triggers`).
sizes = Table("sizes", metadata, _game(key=True), _integer("bytes"))

# Who has entered a contest, as a one-way mark that stays when the person is forgotten.
contest_entries = Table(
    "contest_entries",
    metadata,
    _key("contest", ForeignKey("contests.id")),
    _key("mark", kind=LargeBinary),
)

# What people have set for themselves.
preferences = Table(
    "preferences", metadata, _key("person"), _key("name", kind=TEXT), _text("value")
)

# What the managers of a server have set for it.
server_settings = Table(
    "server_settings", metadata, _key("guild"), _key("name", kind=TEXT), _text("value")
)

# A server's library: what Game Masters keep for other games there, as the lines that make it again.
# `bytes`: that a row takes up.
library = Table(
    "library",
    metadata,
    _key("guild"),
    _key("ruleset", kind=TEXT),
    _key("name", kind=TEXT),
    _text("lines"),
    _integer("bytes", server_default="0"),
)
Index("library_sizes", library.c.guild, library.c.bytes)

# When the bot last was alive.
heartbeat = Table("heartbeat", metadata, *_one(), _time("at"))

# Keys that this bot made for itself.
keys = Table("keys", metadata, _key("name", kind=TEXT), _bytes("key"))

# The life of this database: a new one begins when a backup is restored, so that nothing which is
# sent from then on is taken for something of the time that was lost.
life = Table("life", metadata, *_one(), _text("mark"))

# The newest migration that this database has had (Alembic's own table).
alembic_version = Table(
    "alembic_version", metadata, Column("version_num", String(32), primary_key=True)
)

keep_sizes(metadata)
