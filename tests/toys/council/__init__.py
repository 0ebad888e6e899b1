"""A ruleset with a Game Master and simultaneous turns: three members of a council cross a hall to
its gate, past a shadow that only the Game Master sees.

It shows what the guessing game does not: a setup that each seat does by itself, secret
declarations, a roll behind the screen, a sheet beside a map, phases and endings per seat.
"""
