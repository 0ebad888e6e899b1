-- The people of each game: only here stands who is meant by a reference, and their shown name.
CREATE TABLE people (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    reference INTEGER NOT NULL,
    person INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (game, reference)
);
CREATE UNIQUE INDEX people_by_person ON people (person, game);

DROP INDEX members_of_person;
ALTER TABLE members RENAME COLUMN person TO reference;
ALTER TABLE seats RENAME COLUMN person TO reference;
ALTER TABLE log RENAME COLUMN person TO reference;

-- The log as a chain of hashes (`table.history.chain`); `leaf`: of an entry whose content is hidden.
ALTER TABLE log ADD COLUMN salt BLOB;
ALTER TABLE log ADD COLUMN leaf BLOB;
ALTER TABLE games ADD COLUMN head TEXT NOT NULL DEFAULT '';
DELETE FROM results;
