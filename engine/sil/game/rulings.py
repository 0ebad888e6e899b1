"""The rules on which the manual and the game differ: one frozen record.

Rules code reads a field (`game.rulings.rout_bonus`), never a preset's name. Each field carries
its subject in the manual and its source as metadata (`RULES`).
"""

from typing import Annotated, Literal, NamedTuple, get_type_hints

from msgspec import Meta, Struct


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


def _at(subject: str, source: str) -> Meta:
    return Meta(title=subject, description=source)


AttackKind = Literal[
    "main", "flanking", "controlled retreat", "impale", "whirlwind", "follow-through"
]


class Rulings(Struct, frozen=True, kw_only=True):
    """One value for every disputed rule. `RULES` names each field's subject and source."""

    elf_proficiency: Annotated[
        Literal["melee with bow", "archery with bow", "melee with blade"],
        _at(
            "Race and House: weapon proficiency",
            "Manual, Weapon proficiency: elves with a bow get a melee point; rulebook: blades"
            " | rules: character 1.3",
        ),
    ]
    starting_weapon: Annotated[  # the role of a kind; "": none
        str,
        _at(
            "The Basics",
            "Manual, The Basics: heroes begin unarmed, first task is a weapon"
            " | rules: character 1.6",
        ),
    ]
    pit_climb_difficulty: Annotated[
        Climb,
        _at(
            "Skills: Evasion",
            "Manual, Evasion: 15 to leave a pit, 20 a spiked one | rules: dungeon 7.3",
        ),
    ]
    hopeless_bash: Annotated[  # of a door that is too strong for the hero
        Literal["loosens the door", "changes nothing"],
        _at(
            "Skills: Strength",
            "Manual, Doors: a door can be bashed, twice Strength against it | rules: dungeon 2.4",
        ),
    ] = "changes nothing"
    floor_trap_notice_penalty: Annotated[
        int,
        _at(
            "Skills: Perception",
            "Manual, Perception: ten harder for floor traps, same as secret doors"
            " | rules: dungeon 3",
        ),
    ]
    chest_trap_notice_base: Annotated[  # half of it, plus 15
        Literal["dungeon level", "chest level"],
        _at(
            "Skills: Perception",
            "Manual, Perception: one base, half dungeon level, chest traps included"
            " | rules: dungeon 3; objects 8.2",
        ),
    ]
    device_use_check: Annotated[  # Will against half the item's level, +5 if confused
        bool,
        _at(
            "Skills: Will",
            "Manual, Will: helps to use staves and horns successfully | rules: objects 7",
        ),
    ]
    trance_broken_by: Annotated[
        Literal["attack", "damage"],
        _at(
            "Other negative effects: Entranced",
            "Manual, Entranced: ends when an enemy first attacks you | rules: world 4.1",
        ),
    ]
    slow_status_from: Annotated[
        Literal["effect or overload", "effect", "speed 1"],
        _at(
            "Other negative effects: Slow",
            "Manual, Slow: half speed, too heavy a load can cause it"
            " | rules: character 4.5; monsters 10.1",
        ),
    ]
    heavy_stun_from: Annotated[
        int,
        _at(
            "Other negative effects: Stunned",
            "Manual, Stunned: 1 to 50 light, 51 to 100 heavy | rules: world 4.3",
        ),
    ]
    gorged_state: Annotated[
        Literal["none", "hidden"],
        _at("Hunger", "Manual, Hunger: Gorged is gone; rulebook has it | rules: world 6.1"),
    ]
    regeneration_item_effect: Annotated[
        Regeneration,
        _at(
            "Resistances: Regeneration",
            "Manual, Regeneration: health at three times the rate, greater hunger"
            " | rules: character 4.4; world 1.5, 6.1",
        ),
    ]
    artefact_identify_xp: Annotated[
        int,
        _at(
            "Experience: identification",
            "Manual, Identification: two hundred for an artefact"
            " | rules: character 2.1; objects 4.2",
        ),
    ]
    crit_weight_rounding: Annotated[
        Literal["whole pounds", "exact"],
        _at(
            "Combat: doing damage",
            "Manual, Doing Damage: 7 plus one per full pound | rules: combat 7.5",
        ),
    ]
    overwhelm_acts_on: Annotated[
        Literal["evasion", "attack"],
        _at(
            "Combat: attacking",
            "Manual, Attacking: being surrounded costs evasion, two per far side"
            " | rules: combat 6.3",
        ),
    ]
    immobile_hero_evasion_vs_shots: Annotated[
        int,
        _at(
            "Combat: attacking",
            "Manual, Attacking: unable to move means -5 regardless of anything"
            " | rules: combat 11.2",
        ),
    ]
    shooting_provokes: Annotated[
        Literal["adjacent", "ready"],
        _at(
            "Combat: archery",
            "Manual, Archery: all adjacent enemies attack at half evasion"
            " | rules: combat 8.3; silg 1",
        ),
    ]
    throwing_kinds: Annotated[  # roles of kinds; what is flagged THROWING counts as well
        tuple[str, ...],
        _at(
            "Combat: thrown weapons",
            "Manual, Thrown weapons: daggers, throwing axes, spears; rulebook adds tridents"
            " | rules: combat 10",
        ),
    ]
    elemental_breath_order: Annotated[
        Literal["protection first", "resistance first"],
        _at(
            "Elemental damage",
            "Manual, Elemental damage: what passes protection is halved"
            " | rules: world 7.2; combat 11.2",
        ),
    ]
    dark_resist_light_offset: Annotated[
        int,
        _at(
            "Elements: Darkness",
            "Manual, Darkness: levels counted for light above 2 | rules: world 7.1",
        ),
    ]
    morale_depth_direction: Annotated[  # what being deeper than usual does
        Literal["bolder", "more timid"],
        _at(
            "Morale: bonuses and penalties",
            "Manual, Morale: after usual depth is a bonus, before a penalty | rules: monsters 10.1",
        ),
    ]
    sleepless_start_alertness: Annotated[
        int,
        _at(
            "Stealth: mechanics",
            "Manual, Mechanics: always begin asleep or unwary | rules: monsters 4.1",
        ),
    ]
    sight_bonus_for: Annotated[
        Literal["unwary", "awake"],
        _at(
            "Stealth: hindrances; Disguise",
            "Manual, Hindrances: extra bonuses of the awake but unwary | rules: monsters 7.3",
        ),
    ]
    smithed_weapon_evasion: Annotated[
        Literal["any melee weapon", "some artefacts"],
        _at(
            "Smithing: Weaponsmith",
            "Manual, Weaponsmith: improves attack, evasion and damage | rules: smithing 9.3",
        ),
    ]
    jeweller_makes: Annotated[
        JewellerScope,
        _at(
            "Smithing: Jeweller",
            "Manual, Jeweller: jewellery and light sources, knows jewellery"
            " | rules: smithing 9.2; objects 4.3",
        ),
    ]
    cheapest_to_enchant: Annotated[
        tuple[str, ...],
        _at(
            "Smithing",
            "Manual, Smithing: robes cheapest; rulebook adds sceptres and crowns"
            " | rules: smithing 9.4 step 14",
        ),
    ]
    whirlwind_needs_open_area: Annotated[
        bool,
        _at(
            "Abilities: Whirlwind Attack",
            "Manual, Whirlwind Attack: an open area, no walls adjacent | rules: combat 7.3",
        ),
    ]
    impale_keeps: Annotated[
        tuple[str, ...],
        _at(
            "Abilities: Impale",
            "Manual, Impale: Rapid Attack and Smite trigger on it | rules: combat 7.2, 7.4, 8",
        ),
    ]
    whirlwind_keeps: Annotated[  # besides the off-hand blow
        tuple[str, ...],
        _at(
            "Abilities: Rapid Attack, Two-weapon Fighting, Follow-Through",
            "Manual, Rapid Attack and Follow-Through: whirlwind is not listed"
            " | rules: combat 7.2, 8",
        ),
    ]
    smite_on: Annotated[
        tuple[AttackKind, ...],
        _at(
            "Abilities: Smite",
            "Manual, Smite: one maximal strike, the first of each turn | rules: combat 7.4",
        ),
    ]
    rout_bonus: Annotated[
        int,
        _at(
            "Abilities: Rout",
            "Manual, Rout: as if three more Dexterity against the fleeing | rules: character 12.2",
        ),
    ]
    wounding_crit_power: Annotated[
        WoundingPower,
        _at(
            "Abilities: Cruel Blow, Crippling Shot",
            "Manual, Cruel Blow: twenty less forty over level plus two"
            " | rules: character 12.2, 12.4",
        ),
    ]
    master_hunter_cap_divisor: Annotated[
        int,
        _at(
            "Abilities: Master Hunter",
            "Manual, Master Hunter: at most a quarter of Perception | rules: combat 6.1",
        ),
    ]
    listen_full_reveal_margin: Annotated[
        int,
        _at(
            "Abilities: Listen",
            "Manual, Listen: completely revealed on success by ten or more | rules: monsters 9.3",
        ),
    ]
    adversity_bonus: Annotated[
        Adversity,
        _at(
            "Abilities: Strength in Adversity",
            "Manual, Strength in Adversity: Strength and Grace, one then two"
            " | rules: character 4.3",
        ),
    ]
    indomitable_grants: Annotated[  # "slow digestion" besides the resistances
        tuple[Literal["confusion", "stun", "hallucination", "fear", "slow digestion"], ...],
        _at(
            "Abilities: Indomitable",
            "Manual, Indomitable: confusion, stunning, hallucination | rules: character 4.7, 12.6",
        ),
    ]
    oath_silence_strength: Annotated[
        int,
        _at(
            "Abilities: Oath (Silence)",
            "Manual, Oath: Silence gives two Strength | rules: character 4.3",
        ),
    ]
    oath_iron_constitution: Annotated[
        int,
        _at(
            "Abilities: Oath (Iron)",
            "Manual, Oath: Iron gives three Constitution | rules: character 4.3",
        ),
    ]
    oath_mercy_broken_by: Annotated[
        Literal["attack", "damage"],
        _at(
            "Abilities: Oath (Mercy)",
            "Manual, Oath: Mercy forbids attacking men or elves"
            " | rules: character 12.7a; combat 7.4",
        ),
    ]
    vengeance_spent_by: Annotated[
        Literal["any attack", "melee"],
        _at(
            "Abilities: Vengeance",
            "Manual, Vengeance: the next successful attack gains a die"
            " | rules: character 4.8; combat 7.4",
        ),
    ]
    song_voice_cost: Annotated[
        VoiceCosts,
        _at(
            "Abilities: songs",
            "Manual, Songs of Elbereth, Challenge, Delvings, Mastery: voice lines"
            " | rules: songs 8.2",
        ),
    ]
    freedom_door_penalty: Annotated[
        int,
        _at(
            "Abilities: Song of Freedom",
            "Manual, Song of Freedom: depth over two plus five for all | rules: songs 8.2",
        ),
    ]
    challenge_stops_shooting: Annotated[
        Literal["losers of the second check", "every aggressive foe"],
        _at(
            "Abilities: Song of Challenge",
            "Manual, Song of Challenge: shooters may be angered into charging"
            " | rules: monsters 11, 11.2; songs 8.2",
        ),
    ]
    slaying_threshold: Annotated[
        Literal["below Song", "at most twice Song"],
        _at(
            "Abilities: Song of Slaying",
            "Manual, Song of Slaying: health less than the Song score | rules: songs 8.2",
        ),
    ]
    mastery_contest: Annotated[
        Literal["Will + 5", "2d8 against 2d10"],
        _at(
            "Abilities: Song of Mastery",
            "Manual, Song of Mastery: skill check, Will plus five | rules: songs 8.2; monsters 11",
        ),
    ]
    monster_slips: Annotated[
        Literal["corrected", "as in the game"],
        _at(
            "Peculiarities of monsters 7, 8, 10, 18, 21",
            "Manual, Will and Stealth: saves resist, monsters hear real sources"
            " | rules: monsters 19",
        ),
    ]
    will_save_tie: Annotated[  # whom an equal result of a Will save favours
        Literal["hero", "threat"],
        _at(
            "Skills: Will",
            "Rulebook of Sil-G, Skills: the first total needs to be higher | rules: silg 1, 5, W1",
        ),
    ] = "hero"
    majesty_effect: Annotated[  # on morale
        Literal["half the difference", "a quarter of Will"],
        _at(
            "Abilities: Majesty",
            "Rulebook of Sil-G, Morale: one per four points of Will | rules: silg 1",
        ),
    ] = "half the difference"


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
