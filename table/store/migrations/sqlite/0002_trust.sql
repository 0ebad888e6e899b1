-- Who has entered a contest, as a one-way mark that stays when the person is forgotten.
CREATE TABLE contest_entries (
    contest INTEGER NOT NULL REFERENCES contests (id),
    mark BLOB NOT NULL,
    PRIMARY KEY (contest, mark)
);

-- What the managers of a server have set for it.
CREATE TABLE server_settings (
    guild INTEGER NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (guild, name)
);

-- The life of this database: a new one begins when a backup is restored, so that nothing which is
-- sent from then on is taken for something of the time that was lost.
CREATE TABLE life (one INTEGER PRIMARY KEY CHECK (one = 1), mark TEXT NOT NULL);
INSERT INTO life VALUES (1, lower(hex(randomblob(4))));
