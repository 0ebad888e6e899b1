"""Sil-G: the tabletop form of Sil, for a Game Master and one to ten players.

It plays by Sil's rules (`engine.sil`) where the rulebook is silent; its clock, its declared
actions and the Game Master's table are this folder's own. K1, A4, S2 ... in
citations are the numbered rulings of docs/rules/silg.md.
"""
