"""Written sessions: what is said, and what each seat is told and sees, line by line.

A session is a text file. Its first lines are `key: value`: the ruleset, the seed, names, options
and whether there is a Game Master. A line `> ann quick` lets a seat act, `> look ann` shows all of
a seat's view, `> offers ann` what it may do. What follows such a line is written by the rules, and
`test_transcripts` compares it; `python -m tests.transcripts` writes it anew, for a diff to be read.
"""
