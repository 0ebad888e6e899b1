"""The log of a game, and what is made from it: undo, replays, proofs, exports."""
