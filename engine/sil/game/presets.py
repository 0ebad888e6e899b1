"""The two records of rulings: `MANUAL` follows the manual where it speaks, `GAME` the game."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.sil.data.rule_records import RulingWords
from engine.sil.data.rulings import (
    Adversity,
    Climb,
    JewellerScope,
    Regeneration,
    Rulings,
    VoiceCost,
    VoiceCosts,
    WoundingPower,
)

GAME = Rulings(
    elf_proficiency="archery with bow",
    starting_weapon="curved sword",
    pit_climb_difficulty=Climb(10, 15, less_per_failure=0),
    hopeless_bash="changes nothing",
    floor_trap_notice_penalty=5,
    chest_trap_notice_base="chest level",
    device_use_check=False,
    trance_broken_by="damage",
    slow_status_from="effect",
    heavy_stun_from=50,
    gorged_state="hidden",
    regeneration_item_effect=Regeneration(0, 0, False),
    artefact_identify_xp=100,
    crit_weight_rounding="exact",
    overwhelm_acts_on="attack",
    immobile_hero_evasion_vs_shots=-2,
    shooting_provokes="ready",
    throwing_kinds=("dagger", "spear"),
    elemental_breath_order="resistance first",
    dark_resist_light_offset=0,
    morale_depth_direction="more timid",
    sleepless_start_alertness=0,
    sight_bonus_for="awake",
    smithed_weapon_evasion="some artefacts",
    jeweller_makes=JewellerScope(
        ("ring", "amulet", "light", "horn"), ("ring", "amulet", "light", "horn")
    ),
    cheapest_to_enchant=("robe", "quarterstaff"),
    whirlwind_needs_open_area=False,
    impale_keeps=("rapid attack", "smite", "charge", "assassination", "follow-through"),
    whirlwind_keeps=("smite", "rapid attack", "follow-through"),
    smite_on=("main", "flanking", "impale", "whirlwind", "follow-through"),
    rout_bonus=5,
    wounding_crit_power=WoundingPower(30, 60),
    master_hunter_cap_divisor=2,
    listen_full_reveal_margin=11,
    adversity_bonus=Adversity(1, 3, (0, 1, 3)),
    indomitable_grants=("confusion", "stun", "hallucination", "fear", "slow digestion"),
    oath_silence_strength=1,
    oath_iron_constitution=2,
    oath_mercy_broken_by="damage",
    vengeance_spent_by="melee",
    song_voice_cost=VoiceCosts(VoiceCost(1, 1), VoiceCost(1, 3), VoiceCost(1, 3), VoiceCost(2, 1)),
    freedom_door_penalty=0,
    challenge_stops_shooting="every aggressive foe",
    slaying_threshold="at most twice Song",
    mastery_contest="2d8 against 2d10",
    monster_slips="as in the game",
)

MANUAL = msgspec.structs.replace(
    GAME,
    elf_proficiency="melee with bow",
    starting_weapon="",
    pit_climb_difficulty=Climb(15, 20, less_per_failure=1),
    hopeless_bash="loosens the door",
    floor_trap_notice_penalty=10,
    chest_trap_notice_base="dungeon level",
    device_use_check=True,
    trance_broken_by="attack",
    slow_status_from="effect or overload",
    heavy_stun_from=51,
    gorged_state="none",
    regeneration_item_effect=Regeneration(3, 0, True),
    artefact_identify_xp=200,
    crit_weight_rounding="whole pounds",
    overwhelm_acts_on="evasion",
    immobile_hero_evasion_vs_shots=-5,
    shooting_provokes="adjacent",
    throwing_kinds=("dagger", "spear", "hand axe"),
    elemental_breath_order="protection first",
    dark_resist_light_offset=1,
    morale_depth_direction="bolder",
    sleepless_start_alertness=-1,
    sight_bonus_for="unwary",
    smithed_weapon_evasion="any melee weapon",
    jeweller_makes=JewellerScope(("ring", "amulet", "light"), ("ring", "amulet")),
    cheapest_to_enchant=("robe",),
    whirlwind_needs_open_area=True,
    impale_keeps=("rapid attack", "smite"),
    whirlwind_keeps=("smite",),
    smite_on=("main", "flanking", "controlled retreat", "impale", "whirlwind"),
    rout_bonus=3,
    wounding_crit_power=WoundingPower(20, 40),
    master_hunter_cap_divisor=4,
    listen_full_reveal_margin=10,
    adversity_bonus=Adversity(1, 2, (0, 3)),
    indomitable_grants=("confusion", "stun", "hallucination"),
    oath_silence_strength=2,
    oath_iron_constitution=3,
    oath_mercy_broken_by="attack",
    vengeance_spent_by="any attack",
    song_voice_cost=VoiceCosts(VoiceCost(1, 2), VoiceCost(1, 2), VoiceCost(1, 2), VoiceCost(1, 1)),
    freedom_door_penalty=5,
    challenge_stops_shooting="losers of the second check",
    slaying_threshold="below Song",
    mastery_contest="Will + 5",
    monster_slips="corrected",
)

PRESETS: dict[str, Rulings] = {"manual": MANUAL, "game": GAME}


def differences(
    words: Iterable[RulingWords], rulings: Rulings, other: Rulings
) -> list[RulingWords]:
    """Return the words of every rule on which two records part."""
    return [each for each in words if getattr(rulings, each.name) != getattr(other, each.name)]
