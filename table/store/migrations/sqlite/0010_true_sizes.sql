-- The bytes that each game takes up in the file, so far as they grow with it: besides what stands in
-- its rows, what each row takes up with its other columns and its places in indexes, and a third for
-- pages that are not full. `table.budgets.size_of` counts a game from a file in the same way.
DROP TRIGGER game_is_added;
DROP TRIGGER log_grows;
DROP TRIGGER log_shrinks;
DROP TRIGGER states_grow;
DROP TRIGGER states_shrink;
DROP TRIGGER packed_grows;
CREATE TRIGGER game_is_added AFTER INSERT ON games BEGIN
    INSERT INTO sizes VALUES (NEW.id, 6000);
END;
CREATE TRIGGER log_grows AFTER INSERT ON log BEGIN
    UPDATE sizes SET bytes = bytes + 160
        + (length(CAST(NEW.entry AS BLOB)) + length(CAST(NEW.events AS BLOB))) * 4 / 3
        WHERE game = NEW.game;
END;
CREATE TRIGGER log_shrinks AFTER DELETE ON log BEGIN
    UPDATE sizes SET bytes = bytes - 160
        - (length(CAST(OLD.entry AS BLOB)) + length(CAST(OLD.events AS BLOB))) * 4 / 3
        WHERE game = OLD.game;
END;
CREATE TRIGGER states_grow AFTER INSERT ON snapshots BEGIN
    UPDATE sizes SET bytes = bytes + 160 + length(NEW.state) * 4 / 3 WHERE game = NEW.game;
END;
CREATE TRIGGER states_shrink AFTER DELETE ON snapshots BEGIN
    UPDATE sizes SET bytes = bytes - 160 - length(OLD.state) * 4 / 3 WHERE game = OLD.game;
END;
CREATE TRIGGER packed_grows AFTER INSERT ON packed BEGIN
    UPDATE sizes
        SET bytes = bytes + 2000 + length(NEW.entries) + length(NEW.events) + length(NEW.states)
        WHERE game = NEW.game;
END;
CREATE TRIGGER cards_grow AFTER INSERT ON cards BEGIN
    UPDATE sizes SET bytes = bytes + 80 WHERE game = NEW.game;
END;
UPDATE sizes SET bytes = 6000
    + (SELECT ifnull(sum(160
            + (length(CAST(entry AS BLOB)) + length(CAST(events AS BLOB))) * 4 / 3), 0)
        FROM log WHERE log.game = sizes.game)
    + (SELECT ifnull(sum(160 + length(state) * 4 / 3), 0)
        FROM snapshots WHERE snapshots.game = sizes.game)
    + (SELECT ifnull(sum(2000 + length(entries) + length(events) + length(states)), 0)
        FROM packed WHERE packed.game = sizes.game)
    + (SELECT 80 * count(*) FROM cards WHERE cards.game = sizes.game);
