-- A game in a channel. `header` is there from its beginning; `card` and `number` only grow.
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    channel INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    ruleset TEXT NOT NULL,
    founder INTEGER NOT NULL,
    mode TEXT NOT NULL,
    phase TEXT NOT NULL CHECK (phase IN ('lobby', 'play', 'paused', 'over')),
    reason TEXT NOT NULL,
    header TEXT,
    number INTEGER NOT NULL,
    card INTEGER NOT NULL,
    created REAL NOT NULL,
    ended REAL
);
CREATE UNIQUE INDEX one_game_a_channel ON games (channel) WHERE phase <> 'over';
CREATE INDEX games_of_channel ON games (channel, id);

-- The seed of a game, apart from what is shown.
CREATE TABLE seeds (
    game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    seed BLOB NOT NULL
);

-- What was chosen for a game: the ruleset's options.
CREATE TABLE game_settings (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (game, name)
);

-- Who has joined; `place` is the order of joining.
CREATE TABLE members (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    person INTEGER NOT NULL,
    name TEXT NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (game, person)
);
CREATE INDEX members_of_person ON members (person);

-- The heroes of a game that has begun; nobody holds a seat whose person is null.
CREATE TABLE seats (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    hero TEXT NOT NULL,
    person INTEGER,
    PRIMARY KEY (game, seat)
);

-- Every accepted line: the engine's, which replay, and the table's, which explain.
CREATE TABLE log (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('engine', 'table')),
    seat INTEGER,
    text TEXT NOT NULL,
    person INTEGER,
    request TEXT,
    card INTEGER NOT NULL,
    events TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (game, number)
);
CREATE UNIQUE INDEX one_line_a_request ON log (game, request);

-- States: the newest of each game, and those with `kept` for good.
CREATE TABLE snapshots (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    rules INTEGER NOT NULL,
    kept INTEGER NOT NULL,
    state BLOB NOT NULL,
    PRIMARY KEY (game, number)
);

-- Messages that show a card. `changed`: when it was last posted or edited.
CREATE TABLE cards (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    audience TEXT,
    state TEXT NOT NULL CHECK (state IN ('live', 'stripped', 'gone')),
    posted REAL NOT NULL,
    changed REAL NOT NULL,
    PRIMARY KEY (game, number)
);

-- Messages owed to Discord.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    card INTEGER,
    payload TEXT NOT NULL,
    nonce TEXT UNIQUE,
    state TEXT NOT NULL CHECK (state IN (
        'pending', 'sending', 'withdrawn', 'sent', 'dropped', 'failed'
    )),
    attempts INTEGER NOT NULL,
    not_before REAL NOT NULL,
    message INTEGER,
    fault TEXT NOT NULL
);
CREATE INDEX outbox_due ON outbox (state, not_before);
CREATE INDEX outbox_of_game ON outbox (game, kind, state);

CREATE TABLE deadlines (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    due REAL NOT NULL,
    payload TEXT NOT NULL,
    UNIQUE (game, kind)
);
CREATE INDEX deadlines_due ON deadlines (due);

-- What people have set for themselves.
CREATE TABLE preferences (
    person INTEGER NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (person, name)
);
