-- A server's library: what Game Masters keep for other games there, as the lines that make it again.
CREATE TABLE library (
    guild INTEGER NOT NULL,
    ruleset TEXT NOT NULL,
    name TEXT NOT NULL,
    lines TEXT NOT NULL,
    PRIMARY KEY (guild, ruleset, name)
);
