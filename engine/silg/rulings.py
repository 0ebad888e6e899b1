"""The rulings that Sil-G plays by: those of the manual, and what the rulebook changes."""

from __future__ import annotations

from pathlib import Path

import msgspec

from engine.sil.data.rulings import Regeneration
from engine.sil.game.presets import MANUAL

HELP_FILE = Path(__file__).parents[2] / "data" / "silg" / "help.txt"
SIL_G = msgspec.structs.replace(
    MANUAL,
    elf_proficiency="melee with blade",
    throwing_kinds=(*MANUAL.throwing_kinds, "trident"),
    cheapest_to_enchant=("robe", "sceptre", "crown"),
    will_save_tie="threat",
    majesty_effect="a quarter of Will",
    slow_status_from="speed 1",
    regeneration_item_effect=Regeneration(health=3, voice=3, always_hungry=True),
)
