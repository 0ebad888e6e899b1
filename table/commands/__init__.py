"""Commands: frozen structs that ask a table for a change. Each decides by a pure function of the
table's state and a context; nothing here waits, stores or reads a clock."""
