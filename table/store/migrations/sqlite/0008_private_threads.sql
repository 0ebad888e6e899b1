-- Private threads of a game: one for each of its people with a Game Master, who has one alone, with
-- the message that shows their desk.
CREATE TABLE private_threads (
    thread INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    reference INTEGER NOT NULL,
    master INTEGER NOT NULL,
    desk INTEGER,
    UNIQUE (game, reference, master)
);
