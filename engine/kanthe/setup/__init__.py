"""Setting up a game: the wizard and the design sheets."""
