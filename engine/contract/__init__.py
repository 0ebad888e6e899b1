"""The contract that every ruleset keeps, and the plain data that crosses it.

A game's state is plain data that only its ruleset reads (`ruleset.Ruleset`). People see a game
through views (`view.View`), change it by actions chosen from offers, and hear of it by events
(`action`).

Coordinates are (y, x), y down, x right, from 0. A seat is a number from 0; `GM` is the Game
Master's seat, and `None` stands for the public, who may see what everybody may see.
"""
