-- A contest: everybody the same start, each a game of their own. The seed is for its end.
CREATE TABLE contests (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    founder INTEGER NOT NULL,
    name TEXT NOT NULL,
    ruleset TEXT NOT NULL,
    options TEXT NOT NULL,
    seed BLOB NOT NULL,
    created REAL NOT NULL,
    ends REAL,
    ended REAL,
    request TEXT
);
CREATE UNIQUE INDEX one_contest_a_channel ON contests (channel) WHERE ended IS NULL;
CREATE UNIQUE INDEX one_contest_a_request ON contests (channel, request);

-- A game in a channel. `header` is there from its beginning; `card` and `number` only grow.
-- `activity`: the rest of `table.state.TableState` (a vote, whose turn, what is lent), as JSON.
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    channel INTEGER NOT NULL,
    guild INTEGER NOT NULL,
    ruleset TEXT NOT NULL,
    founder INTEGER NOT NULL,
    mode TEXT NOT NULL,
    phase TEXT NOT NULL CHECK (phase IN ('lobby', 'play', 'paused', 'over')),
    pause_reason TEXT NOT NULL,
    options TEXT NOT NULL,
    settings TEXT NOT NULL,
    contest INTEGER REFERENCES contests (id),
    header TEXT,
    number INTEGER NOT NULL,
    card INTEGER NOT NULL,
    created REAL NOT NULL,
    ended REAL,
    activity TEXT NOT NULL
);
CREATE UNIQUE INDEX one_game_a_channel ON games (channel) WHERE phase <> 'over';
CREATE INDEX games_of_channel ON games (channel, id);
CREATE INDEX games_of_contest ON games (contest);

-- The seed of a game, apart from what is shown.
CREATE TABLE seeds (
    game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    seed BLOB NOT NULL
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

-- The characters of a game that has begun; nobody holds a seat whose person is null.
CREATE TABLE seats (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    character TEXT NOT NULL,
    person INTEGER,
    PRIMARY KEY (game, seat)
);

-- The log: tagged entries as JSON (`table.history.entries`), `kind` is the tag. The entries that
-- answer a request have its id.
CREATE TABLE log (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    entry TEXT NOT NULL,
    events TEXT NOT NULL,
    person INTEGER,
    request TEXT,
    card INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (game, number)
);
CREATE UNIQUE INDEX one_entry_a_request ON log (game, request);

-- States of the rules: the newest of each game, and those with `kept` for good. `epoch`: how often
-- the dice had been renewed.
CREATE TABLE snapshots (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    rules INTEGER NOT NULL,
    state BLOB NOT NULL,
    kept INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    PRIMARY KEY (game, number)
);

-- Messages that show a card. `changed`: when it was last posted or edited.
CREATE TABLE cards (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
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
    content TEXT NOT NULL,
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

-- What falls due in a game, at most one of a kind; `set_by`: the log entry that set it.
CREATE TABLE deadlines (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    due REAL NOT NULL,
    set_by INTEGER NOT NULL,
    PRIMARY KEY (game, kind)
);
CREATE INDEX deadlines_due ON deadlines (due);

-- What people have set for themselves.
CREATE TABLE preferences (
    person INTEGER NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (person, name)
);

-- When the bot last was alive.
CREATE TABLE heartbeat (one INTEGER PRIMARY KEY CHECK (one = 1), at REAL NOT NULL);

-- Keys that this bot made for itself.
CREATE TABLE keys (name TEXT PRIMARY KEY, key BLOB NOT NULL);
