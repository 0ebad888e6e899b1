-- The bytes that each game takes up in its log and its states; triggers keep them true.
CREATE TABLE sizes (
    game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    bytes INTEGER NOT NULL
);
INSERT INTO sizes
    SELECT id,
        (SELECT ifnull(sum(length(CAST(entry AS BLOB)) + length(CAST(events AS BLOB))), 0)
            FROM log WHERE log.game = games.id)
        + (SELECT ifnull(sum(length(state)), 0) FROM snapshots WHERE snapshots.game = games.id)
    FROM games;
CREATE TRIGGER game_is_added AFTER INSERT ON games BEGIN
    INSERT INTO sizes VALUES (NEW.id, 0);
END;
CREATE TRIGGER log_grows AFTER INSERT ON log BEGIN
    UPDATE sizes
        SET bytes = bytes + length(CAST(NEW.entry AS BLOB)) + length(CAST(NEW.events AS BLOB))
        WHERE game = NEW.game;
END;
CREATE TRIGGER states_grow AFTER INSERT ON snapshots BEGIN
    UPDATE sizes SET bytes = bytes + length(NEW.state) WHERE game = NEW.game;
END;
CREATE TRIGGER states_shrink AFTER DELETE ON snapshots BEGIN
    UPDATE sizes SET bytes = bytes - length(OLD.state) WHERE game = OLD.game;
END;
