"""The order of turns, the passing of time and plans of many turns."""
