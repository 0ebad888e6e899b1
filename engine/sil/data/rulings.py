"""The rules on which the manual and the game differ: one frozen record.

Rules code reads a field (`game.rulings.rout_bonus`), never a preset's name. The subject and the
source of each stand in docs/rules/rulings.md, the words for players in data/sil/rules/rulings.txt.
"""

from typing import Literal, NamedTuple

from msgspec import Struct


class Climb(NamedTuple):
    """The difficulty of climbing out of a pit, plain and spiked."""

    pit: int
    spiked: int
    less_per_failure: int = 1  # by each failed climb


class Regeneration(NamedTuple):
    """The effect of a regenerating item. Factors on health and voice, 0: 1 + the number of
    items."""

    health: int
    voice: int
    always_hungry: bool  # otherwise only while health or voice is below full


class Adversity(NamedTuple):
    """Strength in Adversity: the bonus at half and at a quarter of health, and to which stats."""

    half: int
    quarter: int
    stats: tuple[int, ...]  # Stat numbers


class WoundingPower(NamedTuple):
    """Strength of Cruel Blow and Crippling Shot: base - fall / (critical dice + 2)."""

    base: int
    fall: int


class VoiceCost(NamedTuple):
    """`points` of voice on one of every `turns` turns of singing."""

    points: int
    turns: int


class VoiceCosts(NamedTuple):
    """The songs whose cost is in dispute."""

    elbereth: VoiceCost
    challenge: VoiceCost
    delvings: VoiceCost
    mastery: VoiceCost


class JewellerScope(NamedTuple):
    """The items that a Jeweller makes, and those he knows on sight."""

    makes: tuple[str, ...]
    knows: tuple[str, ...]


AttackKind = Literal[
    "main", "flanking", "controlled retreat", "impale", "whirlwind", "follow-through"
]


class Rulings(Struct, frozen=True, kw_only=True):
    """One value for every disputed rule."""

    elf_proficiency: Literal["melee with bow", "archery with bow", "melee with blade"]
    starting_weapon: str  # the role of a kind; "": none
    pit_climb_difficulty: Climb
    # Of a door that is too strong for the hero.
    hopeless_bash: Literal["loosens the door", "changes nothing"] = "changes nothing"
    floor_trap_notice_penalty: int
    chest_trap_notice_base: Literal["dungeon level", "chest level"]  # half of it, plus 15
    device_use_check: bool  # Will against half the item's level, +5 if confused
    trance_broken_by: Literal["attack", "damage"]
    slow_status_from: Literal["effect or overload", "effect", "speed 1"]
    heavy_stun_from: int
    gorged_state: Literal["none", "hidden"]
    regeneration_item_effect: Regeneration
    artefact_identify_xp: int
    crit_weight_rounding: Literal["whole pounds", "exact"]
    overwhelm_acts_on: Literal["evasion", "attack"]
    immobile_hero_evasion_vs_shots: int
    shooting_provokes: Literal["adjacent", "ready"]
    throwing_kinds: tuple[str, ...]  # roles of kinds; what is flagged THROWING counts as well
    elemental_breath_order: Literal["protection first", "resistance first"]
    dark_resist_light_offset: int
    morale_depth_direction: Literal["bolder", "more timid"]  # what being deeper than usual does
    sleepless_start_alertness: int
    sight_bonus_for: Literal["unwary", "awake"]
    smithed_weapon_evasion: Literal["any melee weapon", "some artefacts"]
    jeweller_makes: JewellerScope
    cheapest_to_enchant: tuple[str, ...]
    whirlwind_needs_open_area: bool
    impale_keeps: tuple[str, ...]
    whirlwind_keeps: tuple[str, ...]  # besides the off-hand blow
    smite_on: tuple[AttackKind, ...]
    rout_bonus: int
    wounding_crit_power: WoundingPower
    master_hunter_cap_divisor: int
    listen_full_reveal_margin: int
    adversity_bonus: Adversity
    # "slow digestion" besides the resistances.
    indomitable_grants: tuple[
        Literal["confusion", "stun", "hallucination", "fear", "slow digestion"], ...
    ]
    oath_silence_strength: int
    oath_iron_constitution: int
    oath_mercy_broken_by: Literal["attack", "damage"]
    vengeance_spent_by: Literal["any attack", "melee"]
    song_voice_cost: VoiceCosts
    freedom_door_penalty: int
    challenge_stops_shooting: Literal["losers of the second check", "every aggressive foe"]
    slaying_threshold: Literal["below Song", "at most twice Song"]
    mastery_contest: Literal["Will + 5", "2d8 against 2d10"]
    monster_slips: Literal["corrected", "as in the game"]
    will_save_tie: Literal["hero", "threat"] = "hero"  # whom an equal result of a Will save favours
    majesty_effect: Literal["half the difference", "a quarter of Will"] = (
        "half the difference"  # on morale
    )
