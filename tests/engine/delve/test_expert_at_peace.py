"""The first thing that the expert does, and why, while no enemy is near."""

from __future__ import annotations

import pytest

from engine.delve import terrain
from engine.delve.autoplay import attempts
from tests.engine.delve.expert_situations import ExpertSituation, Scene

Case = tuple[str, str, Scene, str]  # a name, a class, the scene, the first advice with its reason

ON = "hunt: more to see"
GET = "it is worth carrying"
EAT = "you are getting hungry"
WEAR = "it is better than what you wear"
INK = "the book lacks spells that you know"
BETTER = "it makes you better for good"
TEACHES = "it teaches you something"
CURSED = "what you wear is cursed"
WARMS = "it saves food"
UP = "the Heart has to go up"
STRONG = "you are too strong for this level to teach you"
SHORT = "food is short; deeper levels have more"
LONG = "you have been here long enough"


def wear_cursed(made: ExpertSituation, **figures: object) -> None:
    made.give("leather cap", cursed=True, defence=-2, **{"worn": True, **figures})  # type: ignore[arg-type]


def own_book(made: ExpertSituation, *spells: str, **figures: object) -> None:
    worn = {"worn": True, **figures}
    made.give("apprentice's book", spells=list(spells), **worn)  # type: ignore[arg-type]


def lay_heart(made: ExpertSituation) -> None:
    made.level.items[made.at(0, 4)] = [made.give("Heart of the Delve")]
    made.hero.pack.clear()
    made.look()


def wait_turns(made: ExpertSituation, turns: int) -> None:
    made.hero.turns = made.hero.arrived_at + turns


def give_up(made: ExpertSituation) -> None:
    for plan in ("hunt", "explore"):
        made.tried(plan, attempts.MOST_TRIES)


FOOD: tuple[Case, ...] = (
    (
        "what helps before what there is more of",
        "fighter",
        lambda made: (made.hunger(349), made.give("bread", 3), made.give("ash pepper", 4)),
        f"eat ash-pepper: {EAT}",
    ),
    (
        "what is single first",
        "fighter",
        lambda made: (made.hunger(349), made.give("bread", 3), made.give("apple", 1)),
        f"eat apple: {EAT}",
    ),
    ("no hunger yet", "fighter", lambda made: (made.hunger(350), made.give("bread", 3)), ON),
    (
        "warmth saves food",
        "mage",
        lambda made: (made.know("warmth"), made.hunger(300)),
        f"cast warmth: {WARMS}",
    ),
    ("no need of warmth", "mage", lambda made: (made.know("warmth"), made.hunger(301)), ON),
    (
        "warmth at half the energy",
        "mage",
        lambda made: (made.know("warmth"), made.hunger(300), made.tire(100)),
        f"cast warmth: {WARMS}",
    ),
    (
        "no energy for warmth",
        "mage",
        lambda made: (made.know("warmth"), made.hunger(300), made.tire(99)),
        ON,
    ),
    (
        "warm already",
        "mage",
        lambda made: (made.know("warmth"), made.hunger(300), made.ill("warm", 9)),
        ON,
    ),
)

THINGS: tuple[Case, ...] = (
    (
        "things on a square that was visited",
        "fighter",
        lambda made: made.drop(made.give("dart", 2)),
        f"get: {GET}",
    ),
    ("exploring takes things that lie on the way", "fighter", lambda made: made.lay("dart", 2), ON),
    (
        "exploring takes nothing when told so",
        "fighter",
        lambda made: (made.hero.options.update({"auto-take": "off"}), made.lay("dart", 2)),
        f"get: {GET}",
    ),
    (
        "the one good thing of two",
        "fighter",
        lambda made: made.drop(
            made.give("leather cap", cursed=True, defence=-3), made.give("dart", 2)
        ),
        f"get dart: {GET}",
    ),
    (
        "what is known to be cursed stays",
        "fighter",
        lambda made: made.drop(made.give("leather cap", cursed=True, defence=-3)),
        ON,
    ),
    (
        "two spells missing in the book",
        "mage",
        lambda made: (
            setattr(made.hero, "spells", ["spark", "light"]),
            own_book(made),
            made.give("pot of ink"),
        ),
        f"use pot-of-ink: {INK}",
    ),
    (
        "one spell missing in the book",
        "mage",
        lambda made: (
            setattr(made.hero, "spells", ["spark", "light"]),
            own_book(made, "light"),
            made.give("pot of ink"),
        ),
        ON,
    ),
    (
        "ink for the best book, which is in the pack",
        "mage",
        lambda made: (
            setattr(made.hero, "spells", ["spark", "light"]),
            own_book(made, "spark", "light"),
            made.give("book of embers", spells=[]),
            made.give("pot of ink"),
        ),
        f"equip book-of-embers: {INK}",
    ),
    ("ink without a book", "mage", lambda made: made.give("pot of ink"), ON),
    (
        "the better of two armours",
        "fighter",
        lambda made: (made.give("leather jerkin"), made.give("leather jerkin", defence=9)),
        f"equip leather-jerkin-2: {WEAR}",
    ),
    ("a whetstone without a weapon", "fighter", lambda made: made.give("whetstone"), ON),
    (
        "a whetstone for the weapon",
        "fighter",
        lambda made: (made.give("dagger", worn=True), made.give("whetstone")),
        f"use whetstone: {BETTER}",
    ),
    (
        "nothing to harden",
        "fighter",
        lambda made: (made.give("dagger", worn=True), made.give("scroll of hardening")),
        ON,
    ),
    (
        "a cap to harden",
        "fighter",
        lambda made: (made.give("leather cap", worn=True), made.give("scroll of hardening")),
        f"read scroll-of-hardening: {BETTER}",
    ),
    (
        "who rages reads nothing",
        "fighter",
        lambda made: (
            made.give("leather cap", worn=True),
            made.give("scroll of hardening"),
            made.ill("raging", 9),
        ),
        ON,
    ),
    (
        "no iron to oil",
        "fighter",
        lambda made: (made.give("leather cap", worn=True), made.give("flask of oil")),
        ON,
    ),
    (
        "iron to oil",
        "fighter",
        lambda made: (made.give("dagger", worn=True), made.give("flask of oil")),
        f"use flask-of-oil: {BETTER}",
    ),
    (
        "iron that cannot rust",
        "fighter",
        lambda made: (made.give("dagger", worn=True, rust_proof=True), made.give("flask of oil")),
        ON,
    ),
    (
        "a bell for who fears nobody here",
        "fighter",
        lambda made: (made.give("bell"), made.experienced(7)),
        f"use bell: {BETTER}",
    ),
    (
        "no bell for who may fear somebody",
        "fighter",
        lambda made: (made.give("bell"), made.experienced(6)),
        ON,
    ),
    (
        "who rages rings a bell",
        "fighter",
        lambda made: (made.give("bell"), made.experienced(7), made.ill("raging", 5)),
        f"use bell: {BETTER}",
    ),
    (
        "a scroll of noise",
        "fighter",
        lambda made: (made.give("scroll of noise"), made.experienced(7)),
        f"read scroll-of-noise: {BETTER}",
    ),
    (
        "who rages does not read noise either",
        "fighter",
        lambda made: (made.give("scroll of noise"), made.experienced(7), made.ill("raging", 5)),
        ON,
    ),
)

LEARNING: tuple[Case, ...] = (
    (
        "a potion with a new spell",
        "mage",
        lambda made: (own_book(made), made.give("potion of purging")),
        f"drink potion-of-purging: {TEACHES}",
    ),
    (
        "a potion with a known spell",
        "mage",
        lambda made: (own_book(made), made.know("purge poison"), made.give("potion of purging")),
        ON,
    ),
    ("a potion but no book", "mage", lambda made: made.give("potion of purging"), ON),
    (
        "a potion that is kept for wounds",
        "mage",
        lambda made: (own_book(made), made.give("potion of healing")),
        ON,
    ),
    (
        "a scroll of a known spell that the book lacks",
        "mage",
        lambda made: (made.know("shock"), own_book(made), made.give("scroll of shock")),
        f"read scroll-of-shock n: {TEACHES}",
    ),
    (
        "a scroll of a spell in the book",
        "mage",
        lambda made: (made.know("shock"), own_book(made, "shock"), made.give("scroll of shock")),
        ON,
    ),
    (
        "who rages learns nothing",
        "mage",
        lambda made: (made.ill("raging", 3), own_book(made), made.give("scroll of shock")),
        ON,
    ),
    (
        "a scroll that teaches nothing",
        "mage",
        lambda made: (own_book(made), made.give("scroll of escape")),
        ON,
    ),
    (
        "something unknown to identify",
        "fighter",
        lambda made: (
            made.give("leather cap", worn=True, known=False),
            made.give("scroll of identify"),
        ),
        f"read scroll-of-identify leather-cap: {TEACHES}",
    ),
    (
        "who rages identifies nothing",
        "fighter",
        lambda made: (
            made.ill("raging", 3),
            made.give("leather cap", worn=True, known=False),
            made.give("scroll of identify"),
        ),
        ON,
    ),
    (
        "a scroll against a curse",
        "fighter",
        lambda made: (wear_cursed(made), made.give("scroll of remove curse")),
        f"read scroll-of-remove-curse leather-cap: {CURSED}",
    ),
    (
        "a curse that nobody knows of",
        "fighter",
        lambda made: (wear_cursed(made, known=False), made.give("scroll of remove curse")),
        ON,
    ),
    (
        "a cursed thing that is not worn",
        "fighter",
        lambda made: (wear_cursed(made, worn=False), made.give("scroll of remove curse")),
        ON,
    ),
    (
        "who rages lifts no curse",
        "fighter",
        lambda made: (
            wear_cursed(made),
            made.give("scroll of remove curse"),
            made.ill("raging", 3),
        ),
        ON,
    ),
    (
        "a spell against a curse",
        "mage",
        lambda made: (made.know("remove curse"), wear_cursed(made), made.healthy(66)),
        f"cast remove-curse leather-cap: {CURSED}",
    ),
)

REST: tuple[Case, ...] = (
    ("rested", "fighter", lambda made: made.healthy(65), ON),
    ("hurt", "fighter", lambda made: made.healthy(64), "rest: 64 of 100 health"),
    (
        "with energy",
        "fighter",
        lambda made: (setattr(made.hero, "full_energy", 100), made.tire(40)),
        ON,
    ),
    (
        "without energy",
        "fighter",
        lambda made: (setattr(made.hero, "full_energy", 100), made.tire(39)),
        "rest: 39 of 100 energy",
    ),
    (
        "rest that was broken once",
        "fighter",
        lambda made: (made.healthy(50), made.tried("rest", 1)),
        "rest: 50 of 100 health",
    ),
    (
        "rest that was broken twice",
        "fighter",
        lambda made: (made.healthy(50), made.tried("rest", 2)),
        "wait: something is near; let it come",
    ),
    (
        "somebody dangerous sleeps near by",
        "fighter",
        lambda made: (made.healthy(51), made.put("troll", 0, 8, asleep=True)),
        "explore: more to see",
    ),
    (
        "somebody dangerous sleeps farther away",
        "fighter",
        lambda made: (made.healthy(51), made.put("troll", 0, 9, asleep=True)),
        "rest: 51 of 100 health",
    ),
    (
        "somebody weak sleeps near by",
        "fighter",
        lambda made: (made.healthy(51), made.put("rat", 0, 3, asleep=True)),
        "rest: 51 of 100 health",
    ),
    (
        "too weak to look for another place",
        "fighter",
        lambda made: (made.healthy(50), made.put("troll", 0, 8, asleep=True)),
        "rest: 50 of 100 health",
    ),
    (
        "a third of health: rest first",
        "fighter",
        lambda made: (made.healthy(30, 90), made.ill("diseased", 9), made.give("potion of health")),
        "rest: 30 of 90 health",
    ),
    (
        "less than a third: the cure first",
        "fighter",
        lambda made: (made.healthy(29, 90), made.ill("diseased", 9), made.give("potion of health")),
        "drink potion-of-health: it ends this: diseased",
    ),
    (
        "less than a third: rest before food",
        "fighter",
        lambda made: (made.healthy(29, 90), made.hunger(100), made.give("bread")),
        "rest: 29 of 90 health",
    ),
    (
        "less than a third and hungry: food before rest",
        "fighter",
        lambda made: (made.healthy(29, 90), made.hunger(99), made.give("bread")),
        f"eat bread: {EAT}",
    ),
    (
        "an ailment that lasts",
        "fighter",
        lambda made: (made.ill("diseased", 4), made.give("potion of health")),
        "drink potion-of-health: it ends this: diseased",
    ),
    (
        "an ailment that is nearly over",
        "fighter",
        lambda made: (made.ill("diseased", 3), made.give("potion of health")),
        ON,
    ),
    (
        "poison that kills",
        "fighter",
        lambda made: (made.healthy(5), made.ill("poisoned", 30), made.give("potion of healing")),
        "drink potion-of-healing: 5 health left",
    ),
)

ERRANDS: tuple[Case, ...] = (
    (
        "the Heart on its way to the stairs",
        "fighter",
        lambda made: (made.give("Heart of the Delve"), made.ground(0, 5, terrain.STAIRS_UP)),
        f"travel stairs-up: {UP}",
    ),
    (
        "the Heart on the stairs",
        "fighter",
        lambda made: (made.give("Heart of the Delve"), made.ground(0, 0, terrain.STAIRS_UP)),
        f"ascend: {UP}",
    ),
    (
        "the Heart takes the shaft rather than the stairs",
        "fighter",
        lambda made: (
            made.give("Heart of the Delve"),
            made.ground(0, 5, terrain.STAIRS_UP),
            made.ground(0, -9, terrain.SHAFT),
        ),
        f"travel shaft: {UP}",
    ),
    (
        "the Heart does not go down",
        "fighter",
        lambda made: (made.give("Heart of the Delve"), made.ground(0, 0, terrain.STAIRS_DOWN)),
        ON,
    ),
    (
        "the Heart lies in sight",
        "fighter",
        lay_heart,
        "travel heart-of-the-delve: there lies the Heart of the Delve",
    ),
    (
        "nine levels above the first level of the dungeon",
        "fighter",
        lambda made: (made.experienced(9), made.ground(0, 5, terrain.STAIRS_DOWN)),
        f"descend: {STRONG}",
    ),
    (
        "one level less",
        "fighter",
        lambda made: (made.experienced(8), made.ground(0, 5, terrain.STAIRS_DOWN)),
        ON,
    ),
    (
        "too strong, on the stairs",
        "fighter",
        lambda made: (made.experienced(9), made.ground(0, 0, terrain.STAIRS_DOWN)),
        f"descend: {STRONG}",
    ),
    (
        "too strong for what sleeps here",
        "fighter",
        lambda made: (
            made.grow(),
            made.experienced(9),
            made.put("jackal", 0, 4, asleep=True),
            made.ground(0, 5, terrain.STAIRS_DOWN),
        ),
        f"descend: {STRONG}",
    ),
    (
        "no food left",
        "fighter",
        lambda made: (made.hunger(199), made.ground(0, 5, terrain.STAIRS_DOWN)),
        f"descend: {SHORT}",
    ),
    (
        "food for a while",
        "fighter",
        lambda made: (made.hunger(200), made.ground(0, 5, terrain.STAIRS_DOWN)),
        ON,
    ),
    (
        "long on a level",
        "fighter",
        lambda made: (wait_turns(made, 1501), made.ground(0, 5, terrain.STAIRS_DOWN)),
        f"descend: {LONG}",
    ),
    (
        "not so long on a level",
        "fighter",
        lambda made: (wait_turns(made, 1500), made.ground(0, 5, terrain.STAIRS_DOWN)),
        ON,
    ),
    (
        "an altar in sight, though nothing else is to be learnt here",
        "mage",
        lambda made: (
            made.experienced(9),
            made.ground(0, 5, terrain.ALTAR),
            made.ground(0, -5, terrain.STAIRS_DOWN),
        ),
        "travel altar: what an altar gives is for good",
    ),
    (
        "an altar for who casts nothing",
        "fighter",
        lambda made: made.ground(0, 0, terrain.ALTAR),
        "pray: what an altar gives is for good",
    ),
    (
        "remains and a grave in sight",
        "fighter",
        lambda made: (made.give("monk's remains"), made.ground(0, 5, terrain.GRAVE)),
        "travel open-grave: the remains belong there",
    ),
    (
        "remains at a grave",
        "fighter",
        lambda made: (made.give("monk's remains"), made.ground(0, 0, terrain.GRAVE)),
        "drop monk's-remains: the remains belong here",
    ),
    ("a grave without remains", "fighter", lambda made: made.ground(0, 0, terrain.GRAVE), ON),
)

LOST: tuple[Case, ...] = (
    (
        "a map",
        "fighter",
        lambda made: (give_up(made), made.give("scroll of mapping")),
        "read scroll-of-mapping: it may show a way",
    ),
    (
        "doors before an escape",
        "fighter",
        lambda made: (
            give_up(made),
            made.give("scroll of escape"),
            made.give("scroll of detect doors"),
        ),
        "read scroll-of-detect-doors: it may show a way",
    ),
    (
        "who rages reads no map",
        "fighter",
        lambda made: (give_up(made), made.give("scroll of mapping"), made.ill("raging", 5)),
        "search: a way may be hidden here",
    ),
    (
        "five tries of a plan are not enough to give it up",
        "fighter",
        lambda made: (give_up(made), made.tried("hunt", 5), made.give("scroll of mapping")),
        ON,
    ),
    (
        "all has been tried",
        "fighter",
        lambda made: (give_up(made), made.tried("search", 7)),
        "pause: there is nothing better to do",
    ),
)
CASES = (*FOOD, *THINGS, *LEARNING, *REST, *ERRANDS, *LOST)


@pytest.mark.parametrize(
    ("class_name", "scene", "expected"),
    [case[1:] for case in CASES],
    ids=[case[0] for case in CASES],
)
def test_what_comes_first_at_peace_has_this_reason(
    class_name: str, scene: Scene, expected: str
) -> None:
    made = ExpertSituation(class_name, "expert")
    scene(made)
    assert made.lead() == [expected]
