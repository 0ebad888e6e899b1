-- Runs of daily contests that were replayed after the end; `sound`: they came out as played.
CREATE TABLE verdicts (
    game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    sound INTEGER NOT NULL
);

-- Results tell now where a game ended: they are worked out anew.
DELETE FROM results;
