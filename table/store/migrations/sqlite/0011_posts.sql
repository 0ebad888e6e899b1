-- The newest posts of games, which stay in the channel: `card` is the newest card of their time.
CREATE TABLE posts (
    message INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    card INTEGER NOT NULL
);
CREATE INDEX posts_by_game ON posts (game, card);
