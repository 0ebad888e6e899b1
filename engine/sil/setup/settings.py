"""The options of a new game, besides which rules are in force."""

from __future__ import annotations

from engine.contract.action import Setting

SETTINGS = (
    Setting(
        "hero",
        "Make the hero step by step, start at once with a sensible one, or learn to play first",
        ("create", "quick", "tutorial"),
    ),
    Setting(
        "experience",
        "Earn experience; a fixed 50,000 (a challenge); 1,000,000 (practice: no score)",
        ("earned", "fixed", "practice"),
    ),
    Setting(
        "begin",
        "Where the descent begins (deeper down is practice, and has no score)",
        ("50 ft", "300 ft", "600 ft", "950 ft"),
    ),
    Setting("straight_down", "No way up until a Silmaril is held (a challenge)", ("no", "yes")),
    Setting("disconnected_stairs", "Stairs do not lie where one came from", ("no", "yes")),
    Setting("no_artefacts", "The world holds no artefacts (a challenge)", ("no", "yes")),
    Setting("forgo_unwary", "Bonus attacks spare those who are not on guard", ("on", "off")),
    Setting("pickup", "Pick up what one comes to, when nobody is near", ("no", "yes")),
    Setting("rest_sings", "Singing goes on while resting", ("no", "yes")),
)
