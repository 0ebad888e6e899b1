-- How a game is played (`table.terms.Terms`), and what is under way at its table
-- (`table.affairs.Affairs`): a vote, whose turn, what is lent.
ALTER TABLE games ADD COLUMN terms TEXT NOT NULL DEFAULT '{}';
ALTER TABLE games ADD COLUMN affairs TEXT NOT NULL DEFAULT '{}';
ALTER TABLE games ADD COLUMN contest INTEGER REFERENCES contests (id);

-- How often the dice were renewed before this state.
ALTER TABLE snapshots ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;

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
CREATE INDEX games_of_contest ON games (contest);

-- When the bot last showed that it was alive.
CREATE TABLE pulse (one INTEGER PRIMARY KEY CHECK (one = 1), at REAL NOT NULL);

-- Keys of this bot, by what they are for.
CREATE TABLE keys (name TEXT PRIMARY KEY, key BLOB NOT NULL);
