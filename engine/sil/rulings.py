"""The rules on which the manual, the game and the Sil-G rulebook part: one frozen record.

Rules code reads a field (`game.rulings.rout_bonus`), never a preset's name. Each field carries
its subject in the manual and its source as metadata (`RULES`). `MANUAL` follows the manual where
it speaks, otherwise the game; `GAME` the game; `SIL_G` the rulebook, otherwise the manual,
otherwise the game (spec: rulings).
"""

from typing import Annotated, Any, Literal, NamedTuple, get_type_hints

import msgspec
from msgspec import Meta, Struct


class Climb(NamedTuple):
    """The difficulty of climbing out of a pit, plain and spiked."""

    pit: int
    spiked: int


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


def _at(subject: str, source: str) -> Meta:
    return Meta(title=subject, description=source)


AttackKind = Literal[
    "main",
    "flanking",
    "controlled retreat",
    "impale",
    "whirlwind",
    "follow-through",
]


class Rulings(Struct, frozen=True, kw_only=True):
    """One value for every disputed rule. `RULES` names each field's subject and source."""

    elf_proficiency: Annotated[
        Literal["melee with bow", "archery with bow", "melee with blade"],
        _at(
            "Race and House: weapon proficiency",
            "Manual, Weapon proficiency: elves with a bow get a melee point; rulebook: blades"
            " | silq-character-combat 1.3",
        ),
    ]
    starting_weapon: Annotated[  # the name of a kind; "": none
        str,
        _at(
            "The Basics",
            "Manual, The Basics: heroes begin unarmed, first task is a weapon"
            " | silq-character-combat 1.6",
        ),
    ]
    pit_climb_difficulty: Annotated[
        Climb,
        _at(
            "Skills: Evasion",
            "Manual, Evasion: 15 to leave a pit, 20 a spiked one | silq-dungeon 7.3",
        ),
    ]
    floor_trap_notice_penalty: Annotated[
        int,
        _at(
            "Skills: Perception",
            "Manual, Perception: ten harder for floor traps, same as secret doors | silq-dungeon 3",
        ),
    ]
    chest_trap_notice_base: Annotated[  # half of it, plus 15
        Literal["dungeon level", "chest level"],
        _at(
            "Skills: Perception",
            "Manual, Perception: one base, half dungeon level, chest traps included"
            " | silq-dungeon 3; silq-objects-smithing 8.2",
        ),
    ]
    device_use_check: Annotated[  # Will against half the item's level, +5 if confused
        bool,
        _at(
            "Skills: Will",
            "Manual, Will: helps to use staves and horns successfully | silq-objects-smithing 7",
        ),
    ]
    trance_broken_by: Annotated[
        Literal["attack", "damage"],
        _at(
            "Other negative effects: Entranced",
            "Manual, Entranced: ends when an enemy first attacks you"
            " | silq-world-songs-endgame 4.1",
        ),
    ]
    slow_status_from: Annotated[
        Literal["effect or overload", "effect", "any"],
        _at(
            "Other negative effects: Slow",
            "Manual, Slow: half speed, too heavy a load can cause it"
            " | silq-character-combat 4.5; silq-monsters 10.1",
        ),
    ]
    heavy_stun_from: Annotated[
        int,
        _at(
            "Other negative effects: Stunned",
            "Manual, Stunned: 1 to 50 light, 51 to 100 heavy | silq-world-songs-endgame 4.3",
        ),
    ]
    gorged_state: Annotated[
        Literal["none", "hidden", "gorged"],
        _at(
            "Hunger",
            "Manual, Hunger: Gorged is gone; rulebook has it | silq-world-songs-endgame 6.1",
        ),
    ]
    regeneration_item_effect: Annotated[
        Regeneration,
        _at(
            "Resistances: Regeneration",
            "Manual, Regeneration: health at three times the rate, greater hunger"
            " | silq-character-combat 4.4; silq-world-songs-endgame 1.5, 6.1",
        ),
    ]
    artefact_identify_xp: Annotated[
        int,
        _at(
            "Experience: identification",
            "Manual, Identification: two hundred for an artefact"
            " | silq-character-combat 2.1; silq-objects-smithing 4.2",
        ),
    ]
    crit_weight_rounding: Annotated[
        Literal["whole pounds", "exact"],
        _at(
            "Combat: doing damage",
            "Manual, Doing Damage: 7 plus one per full pound | silq-character-combat 7.5",
        ),
    ]
    overwhelm_acts_on: Annotated[
        Literal["evasion", "attack"],
        _at(
            "Combat: attacking",
            "Manual, Attacking: being surrounded costs evasion, two per far side"
            " | silq-character-combat 6.3",
        ),
    ]
    overwhelm_victims: Annotated[
        Literal["hero", "anyone"],
        _at(
            "Combat: attacking",
            "Manual, Attacking: monsters never suffer it; rulebook drops that line | silg-table 1",
        ),
    ]
    immobile_hero_evasion_vs_shots: Annotated[
        int,
        _at(
            "Combat: attacking",
            "Manual, Attacking: unable to move means -5 regardless of anything"
            " | silq-character-combat 11.2",
        ),
    ]
    bow_range: Annotated[
        Literal["sides", "dice and sides"],
        _at(
            "Combat: archery",
            "Manual, Archery: range is one and a half times the sides | silq-character-combat 9",
        ),
    ]
    archery_halves: Annotated[
        Literal["score", "result"],
        _at(
            "Combat: archery",
            "Manual, Archery: score halved; rulebook, skills list: half the roll | silg-table 1",
        ),
    ]
    shooting_provokes: Annotated[
        Literal["adjacent", "ready", "targeting"],
        _at(
            "Combat: archery",
            "Manual, Archery: all adjacent enemies attack at half evasion"
            " | silq-character-combat 8.3; silg-table 1",
        ),
    ]
    throwing_kinds: Annotated[  # names of kinds; what is flagged THROWING counts as well
        tuple[str, ...],
        _at(
            "Combat: thrown weapons",
            "Manual, Thrown weapons: daggers, throwing axes, spears; rulebook adds tridents"
            " | silq-character-combat 10",
        ),
    ]
    elemental_breath_order: Annotated[
        Literal["protection first", "resistance first"],
        _at(
            "Elemental damage",
            "Manual, Elemental damage: what passes protection is halved"
            " | silq-world-songs-endgame 7.2; silq-character-combat 11.2",
        ),
    ]
    dark_resist_light_offset: Annotated[
        int,
        _at(
            "Elements: Darkness",
            "Manual, Darkness: levels counted for light above 2 | silq-world-songs-endgame 7.1",
        ),
    ]
    morale_depth_direction: Annotated[  # what being deeper than usual does
        Literal["bolder", "more timid"],
        _at(
            "Morale: bonuses and penalties",
            "Manual, Morale: after usual depth is a bonus, before a penalty | silq-monsters 10.1",
        ),
    ]
    majesty_morale: Annotated[
        Literal["half the difference", "quarter of Will"],
        _at(
            "Morale: penalties; Majesty",
            "Manual, Morale: half the difference; rulebook: per four of Will | silq-monsters 10.1",
        ),
    ]
    temporary_morale_decay: Annotated[
        Literal["tenth", "one"],
        _at(
            "Morale: temporary modifiers",
            "Manual, Temporary modifiers: tenth lost; rulebook: by one | silq-monsters 10.2",
        ),
    ]
    sleepless_start_alertness: Annotated[
        int,
        _at(
            "Stealth: mechanics",
            "Manual, Mechanics: always begin asleep or unwary | silq-monsters 4.1",
        ),
    ]
    sight_bonus_for: Annotated[
        Literal["unwary", "awake"],
        _at(
            "Stealth: hindrances; Disguise",
            "Manual, Hindrances: extra bonuses of the awake but unwary | silq-monsters 7.3",
        ),
    ]
    failed_dig_noise: Annotated[
        int,
        _at(
            "Stealth: one-off effects",
            "Manual, One-off effects: tunnelling 5 or 10"
            " | silq-dungeon 2.5; silq-objects-smithing 10",
        ),
    ]
    confusion_direction: Annotated[
        Literal["nearby", "uniform"],
        _at(
            "Other negative effects: Confused",
            "Manual, Confused: a nearby direction instead; rulebook: roll a d8"
            " | silq-dungeon 7.5; silq-character-combat 7.1",
        ),
    ]
    smithed_skill_bonus_xp: Annotated[  # experience a bonus to a skill costs
        int,
        _at(
            "Smithing",
            "Manual, Smithing: experience pays for abilities or skill bonuses"
            " | silq-objects-smithing 9.5",
        ),
    ]
    smithed_weapon_evasion: Annotated[
        Literal["any melee weapon", "some artefacts"],
        _at(
            "Smithing: Weaponsmith",
            "Manual, Weaponsmith: improves attack, evasion and damage | silq-objects-smithing 9.3",
        ),
    ]
    jeweller_makes: Annotated[
        JewellerScope,
        _at(
            "Smithing: Jeweller",
            "Manual, Jeweller: jewellery and light sources, knows jewellery"
            " | silq-objects-smithing 9.2, 4.3",
        ),
    ]
    cheapest_to_enchant: Annotated[
        tuple[str, ...],
        _at(
            "Smithing",
            "Manual, Smithing: robes cheapest; rulebook adds sceptres and crowns"
            " | silq-objects-smithing 9.4 step 14",
        ),
    ]
    whirlwind_needs_open_area: Annotated[
        bool,
        _at(
            "Abilities: Whirlwind Attack",
            "Manual, Whirlwind Attack: an open area, no walls adjacent | silq-character-combat 7.3",
        ),
    ]
    impale_keeps: Annotated[  # names of abilities
        tuple[str, ...],
        _at(
            "Abilities: Impale",
            "Manual, Impale: Rapid Attack and Smite trigger on it"
            " | silq-character-combat 7.2, 7.4, 8",
        ),
    ]
    whirlwind_keeps: Annotated[  # names of abilities, besides the off-hand blow
        tuple[str, ...],
        _at(
            "Abilities: Rapid Attack, Two-weapon Fighting, Follow-Through",
            "Manual, Rapid Attack and Follow-Through: whirlwind is not listed"
            " | silq-character-combat 7.2, 8",
        ),
    ]
    smite_on: Annotated[
        tuple[AttackKind, ...],
        _at(
            "Abilities: Smite",
            "Manual, Smite: one maximal strike, the first of each turn | silq-character-combat 7.4",
        ),
    ]
    rout_bonus: Annotated[
        int,
        _at(
            "Abilities: Rout",
            "Manual, Rout: as if three more Dexterity against the fleeing"
            " | silq-character-combat 12.2",
        ),
    ]
    wounding_crit_power: Annotated[
        WoundingPower,
        _at(
            "Abilities: Cruel Blow, Crippling Shot",
            "Manual, Cruel Blow: twenty less forty over level plus two"
            " | silq-character-combat 12.2, 12.4",
        ),
    ]
    master_hunter_cap_divisor: Annotated[
        int,
        _at(
            "Abilities: Master Hunter",
            "Manual, Master Hunter: at most a quarter of Perception | silq-character-combat 6.1",
        ),
    ]
    listen_full_reveal_margin: Annotated[
        int,
        _at(
            "Abilities: Listen",
            "Manual, Listen: completely revealed on success by ten or more | silq-monsters 9.3",
        ),
    ]
    adversity_bonus: Annotated[
        Adversity,
        _at(
            "Abilities: Strength in Adversity",
            "Manual, Strength in Adversity: Strength and Grace, one then two"
            " | silq-character-combat 4.3",
        ),
    ]
    indomitable_grants: Annotated[  # "slow digestion" besides the resistances
        tuple[Literal["confusion", "stun", "hallucination", "fear", "slow digestion"], ...],
        _at(
            "Abilities: Indomitable",
            "Manual, Indomitable: confusion, stunning, hallucination"
            " | silq-character-combat 4.7, 12.6",
        ),
    ]
    oath_silence_strength: Annotated[
        int,
        _at(
            "Abilities: Oath (Silence)",
            "Manual, Oath: Silence gives two Strength | silq-character-combat 4.3",
        ),
    ]
    oath_iron_constitution: Annotated[
        int,
        _at(
            "Abilities: Oath (Iron)",
            "Manual, Oath: Iron gives three Constitution | silq-character-combat 4.3",
        ),
    ]
    oath_mercy_broken_by: Annotated[
        Literal["attack", "damage"],
        _at(
            "Abilities: Oath (Mercy)",
            "Manual, Oath: Mercy forbids attacking men or elves | silq-character-combat 12.7a, 7.4",
        ),
    ]
    vengeance_spent_by: Annotated[
        Literal["any attack", "melee"],
        _at(
            "Abilities: Vengeance",
            "Manual, Vengeance: the next successful attack gains a die"
            " | silq-character-combat 4.8, 7.4",
        ),
    ]
    song_voice_cost: Annotated[
        VoiceCosts,
        _at(
            "Abilities: songs",
            "Manual, Songs of Elbereth, Challenge, Delvings, Mastery: voice lines"
            " | silq-world-songs-endgame 8.2",
        ),
    ]
    freedom_door_penalty: Annotated[
        int,
        _at(
            "Abilities: Song of Freedom",
            "Manual, Song of Freedom: depth over two plus five for all"
            " | silq-world-songs-endgame 8.2",
        ),
    ]
    challenge_stops_shooting: Annotated[
        Literal["losers of the second check", "every aggressive foe"],
        _at(
            "Abilities: Song of Challenge",
            "Manual, Song of Challenge: shooters may be angered into charging"
            " | silq-monsters 11, 11.2; silq-world-songs-endgame 8.2",
        ),
    ]
    slaying_threshold: Annotated[
        Literal["below Song", "at most twice Song"],
        _at(
            "Abilities: Song of Slaying",
            "Manual, Song of Slaying: health less than the Song score"
            " | silq-world-songs-endgame 8.2",
        ),
    ]
    mastery_contest: Annotated[
        Literal["Will + 5", "2d8 against 2d10"],
        _at(
            "Abilities: Song of Mastery",
            "Manual, Song of Mastery: skill check, Will plus five"
            " | silq-world-songs-endgame 8.2; silq-monsters 11",
        ),
    ]
    hero_speed_max: Annotated[
        int,
        _at(
            "Sprinting; rulebook: Movement",
            "Manual, Sprinting: never above 3; rulebook: four speeds, capped there"
            " | silq-character-combat 4.6; silg-table 1",
        ),
    ]
    turn_clock: Annotated[
        Literal["energy", "declared actions"],
        _at(
            "Rulebook: Movement",
            "Manual, System changes: speed 2 normal, 3 is half again"
            " | silq-world-songs-endgame 1.1; silg-table 2",
        ),
    ]
    action_seconds: Annotated[  # at speed 1 to 4; empty: turns are not told in seconds
        tuple[float, ...],
        _at(
            "Rulebook: Movement",
            "Rulebook, Movement: seconds per standard action | silg-table 1",
        ),
    ]
    defence_rolls: Annotated[
        Literal["each attack", "announced"],
        _at(
            "Rulebook: Attacking",
            "Manual, Attacking and Doing Damage: both sides roll"
            " | silq-character-combat 5.2; silg-table 1",
        ),
    ]
    evasion_averaging: Annotated[
        bool,
        _at(
            "Rulebook: optional rule",
            "Rulebook, Evasion Averaging and Natural Crits | silg-table 1",
        ),
    ]
    armour_averaging: Annotated[
        bool,
        _at("Rulebook: recommended rule", "Rulebook, Armor Averaging | silg-table 1"),
    ]
    stealth_contest_every: Annotated[
        Literal["player turn", "minute"],
        _at(
            "Stealth: mechanics",
            "Manual, Mechanics: each round; rulebook: every minute | silq-monsters 7.3;"
            " silg-table 1",
        ),
    ]
    monster_slips: Annotated[
        Literal["corrected", "as in the game"],
        _at(
            "Monster quirks 7, 8, 10, 18, 21",
            "Manual, Will and Stealth: saves resist, monsters hear real sources | silq-monsters 19",
        ),
    ]


class Rule(NamedTuple):
    """The subject of a field of `Rulings` and the sources of its values."""

    subject: str
    source: str


def _rules() -> dict[str, Rule]:
    rules = {}
    for name, hint in get_type_hints(Rulings, include_extras=True).items():
        meta = hint.__metadata__[0]
        rules[name] = Rule(meta.title, meta.description)
    return rules


RULES: dict[str, Rule] = _rules()

GAME = Rulings(
    elf_proficiency="archery with bow",
    starting_weapon="Curved Sword",
    pit_climb_difficulty=Climb(10, 15),
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
    overwhelm_victims="hero",
    immobile_hero_evasion_vs_shots=-2,
    bow_range="dice and sides",
    archery_halves="score",
    shooting_provokes="ready",
    throwing_kinds=("Dagger", "Spear"),
    elemental_breath_order="resistance first",
    dark_resist_light_offset=0,
    morale_depth_direction="more timid",
    majesty_morale="half the difference",
    temporary_morale_decay="tenth",
    sleepless_start_alertness=0,
    sight_bonus_for="awake",
    failed_dig_noise=0,
    confusion_direction="nearby",
    smithed_skill_bonus_xp=0,
    smithed_weapon_evasion="some artefacts",
    jeweller_makes=JewellerScope(
        ("ring", "amulet", "light", "horn"), ("ring", "amulet", "light", "horn")
    ),
    cheapest_to_enchant=("Robe", "Quarterstaff"),
    whirlwind_needs_open_area=False,
    impale_keeps=("Rapid Attack", "Smite", "Charge", "Assassination", "Follow-Through"),
    whirlwind_keeps=("Smite", "Rapid Attack", "Follow-Through"),
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
    hero_speed_max=3,
    turn_clock="energy",
    action_seconds=(),
    defence_rolls="each attack",
    evasion_averaging=False,
    armour_averaging=False,
    stealth_contest_every="player turn",
    monster_slips="as in the game",
)

# Three statements of the manual do nothing sensible, and keep the game's value in every preset:
# bow_range, failed_dig_noise, smithed_skill_bonus_xp (spec: rulings, "Where a value comes from").
MANUAL = msgspec.structs.replace(
    GAME,
    elf_proficiency="melee with bow",
    starting_weapon="",
    pit_climb_difficulty=Climb(15, 20),
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
    throwing_kinds=("Dagger", "Spear", "Hand Axe"),
    elemental_breath_order="protection first",
    dark_resist_light_offset=1,
    morale_depth_direction="bolder",
    sleepless_start_alertness=-1,
    sight_bonus_for="unwary",
    smithed_weapon_evasion="any melee weapon",
    jeweller_makes=JewellerScope(("ring", "amulet", "light"), ("ring", "amulet")),
    cheapest_to_enchant=("Robe",),
    whirlwind_needs_open_area=True,
    impale_keeps=("Rapid Attack", "Smite"),
    whirlwind_keeps=("Smite",),
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

SIL_G = msgspec.structs.replace(
    MANUAL,
    elf_proficiency="melee with blade",
    slow_status_from="any",
    gorged_state="gorged",
    regeneration_item_effect=Regeneration(3, 3, True),
    overwhelm_victims="anyone",
    archery_halves="result",
    shooting_provokes="targeting",
    throwing_kinds=("Dagger", "Spear", "Hand Axe", "Trident"),
    majesty_morale="quarter of Will",
    temporary_morale_decay="one",
    confusion_direction="uniform",
    jeweller_makes=JewellerScope(("ring", "amulet", "light"), ()),
    cheapest_to_enchant=("Robe", "Sceptre", "Crown"),
    hero_speed_max=4,
    turn_clock="declared actions",
    action_seconds=(4.0, 2.0, 1.5, 1.0),
    defence_rolls="announced",
    armour_averaging=True,
    stealth_contest_every="minute",
)

PRESETS: dict[str, Rulings] = {"manual": MANUAL, "game": GAME, "sil_g": SIL_G}


class Difference(NamedTuple):
    """A rule on which two records part, each value in words."""

    field: str
    subject: str
    value: str
    other: str
    source: str


def differences(rulings: Rulings, other: Rulings) -> list[Difference]:
    """Every rule on which `rulings` parts from `other`, in the order of the record."""
    return [
        Difference(name, rule.subject, in_words(mine), in_words(theirs), rule.source)
        for name, rule in RULES.items()
        if (mine := getattr(rulings, name)) != (theirs := getattr(other, name))
    ]


def preset_of(rulings: Rulings) -> str:
    """The preset's name, or "" for a record with single fields changed."""
    return next((name for name, preset in PRESETS.items() if preset == rulings), "")


def with_changes(rulings: Rulings, changes: dict[str, Any]) -> Rulings:
    """The record with some fields replaced (JSON values). Raises ValueError, in one sentence,
    for a field that does not exist or a value that will not do."""
    for name in changes:
        if name not in RULES:
            raise ValueError(f"There is no ruling called {name}.")
    values = {**msgspec.to_builtins(rulings), **changes}
    try:
        return msgspec.convert(values, Rulings)
    except msgspec.ValidationError as error:
        raise ValueError(f"That value will not do: {error}.") from None


def in_words(value: object) -> str:
    """A value of a ruling as a short phrase."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if hasattr(value, "_asdict"):
        parts = value._asdict().items()
        return "; ".join(f"{name.replace('_', ' ')} {in_words(part)}" for name, part in parts)
    if isinstance(value, tuple):
        return ", ".join(in_words(part) for part in value) or "none"
    return str(value) or "none"
