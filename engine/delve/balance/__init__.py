"""The balance of the data: equal fights worked out, and many games that play themselves."""
