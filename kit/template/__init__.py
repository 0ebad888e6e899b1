"""The template of a ruleset: a game of Nim, which `kit.new_ruleset` copies under another name."""
