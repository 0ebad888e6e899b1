"""All rulesets with the project's own data, read once for all tests of a process."""

from __future__ import annotations

from engine import rulesets

RULESETS = rulesets.build()
