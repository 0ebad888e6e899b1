-- How finished games ended, for the ladder, as JSON (`table.contest.GameResult`); null: the game
-- does not count. It holds while the game's log ends at `number`; else it is worked out anew.
CREATE TABLE results (
    game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    result TEXT
);
CREATE INDEX finished_games ON games (ruleset, guild) WHERE phase = 'over';
