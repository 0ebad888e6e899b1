"""The kit for people who write rulesets: the laws of the contract as tests, and a template.

`leithian new-ruleset NAME` writes a small game to begin with, `leithian test-ruleset MODULE` plays
the laws with it.
"""
