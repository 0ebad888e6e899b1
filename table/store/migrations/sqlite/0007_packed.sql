-- Blocks of a game's past that are packed (`table.store.packing`): entries of its log from `first`
-- to `last` and the states of that time that stay. What stands here stands in `log` and
-- `snapshots` no more. `first_state`: the number of the first of the states; null: there is none.
CREATE TABLE packed (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    first_state INTEGER,
    entries BLOB NOT NULL,
    events BLOB NOT NULL,
    states BLOB NOT NULL,
    PRIMARY KEY (game, first)
);
CREATE TRIGGER log_shrinks AFTER DELETE ON log BEGIN
    UPDATE sizes
        SET bytes = bytes - length(CAST(OLD.entry AS BLOB)) - length(CAST(OLD.events AS BLOB))
        WHERE game = OLD.game;
END;
CREATE TRIGGER packed_grows AFTER INSERT ON packed BEGIN
    UPDATE sizes SET bytes = bytes + length(NEW.entries) + length(NEW.events) + length(NEW.states)
        WHERE game = NEW.game;
END;
