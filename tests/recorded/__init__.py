"""Games, levels, trials, situations, pictures and sessions at a table that are as they were when
they were recorded.

`games.txt` and the others have a line for each: its kind (a beginning, a ruleset, or a ruleset and
a mode), the seed of its dice and choices, how many steps, and a digest of each step: of what was
done, and of all that came of it: events, state, views, offers, messages, answers.

After a change that is meant, `python -m tests.recorded` records them anew. With `choose` it chooses
others: those that go most ways through the code in their processor time.
"""
