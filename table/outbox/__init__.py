"""Messages owed to Discord: rows in the store, and the task that has them delivered."""
