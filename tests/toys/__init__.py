"""Small rulesets for tests: each shows other parts of the contract."""
