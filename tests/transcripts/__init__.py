"""Written sessions: what is said, and what each seat is told and sees, line by line.

A session is a text file. Its first lines are `key: value`: the ruleset, the seed, names, options
and whether there is a Game Master. A line `> ann quick` lets a seat act; `> look ann Pack` shows a
seat's view and the page Pack, `> offers ann` the first offers of each verb. What follows such a
line is written by the rules, and `test_transcripts` compares it.

After a change that is meant, `python -m tests.transcripts` writes the sessions anew: read the diff.
A line that is refused since then should be replaced by one that does what it was there for.
"""
