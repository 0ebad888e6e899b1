-- The secret that a game's dice come from, apart from what is shown; read only where dice are
-- rolled. `first`: the first entry of the log that it keys: a game that goes on from a file has the
-- secrets of both. `shared`: what the start and the levels of a contest's games come from.
ALTER TABLE seeds RENAME TO former_seeds;
CREATE TABLE seeds (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    first INTEGER NOT NULL,
    seed BLOB NOT NULL,
    shared BLOB,
    PRIMARY KEY (game, first)
);
INSERT INTO seeds SELECT game, 0, seed, NULL FROM former_seeds;
DROP TABLE former_seeds;

-- The hash of the secret, published when the lobby opens.
ALTER TABLE games ADD COLUMN seed_hash TEXT NOT NULL DEFAULT '';
UPDATE games SET seed_hash = json_extract(header, '$.seed_hash') WHERE header IS NOT NULL;

-- Dice are not part of states any more.
ALTER TABLE snapshots DROP COLUMN epoch;
