"""The advice of the expert in a fight, in order, and its reasons."""

from __future__ import annotations

from engine.delve import terrain
from tests.engine.delve.expert_situations import ExpertSituation, Scene, Situation, each_of

FIGHTS: tuple[Situation, ...] = (
    (
        "a bandage",
        "fighter",
        lambda made: (made.healthy(30), made.give("bandage"), made.put("cave bear", 0, 1)),
        ["use bandage: it stops the bleeding", "fight cave-bear 20: there is no way out of this"],
    ),
    (
        "no time for a bandage",
        "fighter",
        lambda made: (made.healthy(12, 60), made.give("bandage"), made.put("cave bear", 0, 1)),
        ["fight cave-bear 10: there is no way out of this", "move e: once, to see how it goes"],
    ),
    (
        "smoke",
        "fighter",
        lambda made: (made.healthy(10, 60), made.give("smoke bomb"), made.put("troll", 0, 1)),
        ["use smoke-bomb: this fight is lost", "fight troll 10: there is no way out of this"],
    ),
    (
        "no smoke for who is invisible",
        "fighter",
        lambda made: (
            made.healthy(10, 60),
            made.give("smoke bomb"),
            made.ill("invisible", 5),
            made.put("troll", 0, 1),
        ),
        ["fight troll 10: there is no way out of this", "move e: once, to see how it goes"],
    ),
    (
        "speed",
        "fighter",
        lambda made: (made.healthy(10, 60), made.give("potion of speed"), made.put("troll", 0, 1)),
        [
            "drink potion-of-speed: this fight is lost",
            "drink-then-fight potion-of-speed troll: this will be a hard fight",
            "fight troll 10: there is no way out of this",
        ],
    ),
    (
        "speed that one has already",
        "fighter",
        lambda made: (
            made.healthy(10, 60),
            made.give("potion of speed"),
            made.ill("hasted", 5),
            made.put("troll", 0, 1),
        ),
        ["fight troll 10: there is no way out of this", "move e: once, to see how it goes"],
    ),
    (
        "the avatar",
        "fighter",
        lambda made: (
            made.healthy(10, 60),
            made.give("potion of the avatar"),
            made.put("troll", 0, 1),
        ),
        [
            "drink potion-of-the-avatar: this fight is lost",
            "drink-then-fight potion-of-the-avatar troll: this will be a hard fight",
        ],
    ),
    (
        "who rages does not read an escape",
        "fighter",
        lambda made: (
            made.healthy(10, 60),
            made.ill("raging", 3),
            made.give("scroll of escape"),
            made.put("troll", 0, 1),
        ),
        ["fight troll 10: there is no way out of this", "move e: once, to see how it goes"],
    ),
    (
        "nobody leaves the dungeon for a troll",
        "fighter",
        lambda made: (
            made.healthy(10, 60),
            made.ground(0, 0, terrain.STAIRS_UP),
            made.put("troll", 0, 1),
        ),
        ["fight troll 10: there is no way out of this", "move e: once, to see how it goes"],
    ),
    (
        "energy is low",
        "mage",
        lambda made: (
            made.healthy(60, 60),
            made.give("potion of energy"),
            made.tire(2),
            made.put("cave bear", 0, 2),
        ),
        ["drink potion-of-energy: energy is low", "move sw: more to see"],
    ),
    (
        "stone skin before a bear",
        "mage",
        lambda made: (made.healthy(60, 60), made.know("stoneskin"), made.put("cave bear", 0, 3)),
        [
            "cast stoneskin: this will be a hard fight",
            "cast confusion e: it is strong, and weaker then",
            "cast-at spark cave-bear: about 9 damage, more than a blow",
            "cast spark e: once, to see how it goes",
        ],
    ),
    (
        "stone skin not yet",
        "mage",
        lambda made: (made.healthy(60, 60), made.know("stoneskin"), made.put("cave bear", 0, 4)),
        [
            "cast-at spark cave-bear: about 9 damage, more than a blow",
            "cast spark e: once, to see how it goes",
            "move sw: more to see",
        ],
    ),
    (
        "a shield before a bear",
        "mage",
        lambda made: (made.healthy(60, 60), made.know("fire shield"), made.put("cave bear", 0, 2)),
        [
            "cast fire-shield: this will be a hard fight",
            "cast confusion e: it is strong, and weaker then",
        ],
    ),
    (
        "one shield is enough",
        "mage",
        lambda made: (
            made.healthy(60, 60),
            made.know("fire shield"),
            made.ill("ice shield", 9),
            made.put("cave bear", 0, 2),
        ),
        [
            "cast confusion e: it is strong, and weaker then",
            "cast-at spark cave-bear: about 9 damage, more than a blow",
        ],
    ),
    (
        "a blessing against the undead",
        "mage",
        lambda made: (
            made.forget(),
            made.healthy(60, 60),
            made.know("bless weapon"),
            made.give("dagger", worn=True),
            made.put("skeleton knight", 0, 2),
        ),
        ["cast bless-weapon: blessed weapons hurt the undead", "move sw: more to see"],
    ),
    (
        "a blessed weapon needs none",
        "mage",
        lambda made: (
            made.forget(),
            made.healthy(60, 60),
            made.know("bless weapon"),
            made.give("dagger", worn=True, bonus="blessed"),
            made.put("skeleton knight", 0, 2),
        ),
        ["move sw: more to see", "move ne: it has to be fought"],
    ),
    (
        "a blessing does nothing to a bear",
        "mage",
        lambda made: (
            made.forget(),
            made.healthy(60, 60),
            made.know("bless weapon"),
            made.give("dagger", worn=True),
            made.put("cave bear", 0, 2),
        ),
        [
            "move sw: more to see",
            "fight cave-bear: it comes anyway, and the first blow may be yours",
        ],
    ),
    (
        "confusion",
        "mage",
        lambda made: (
            made.forget(),
            made.healthy(60, 60),
            made.know("confusion"),
            made.put("cave bear", 0, 2),
        ),
        ["cast confusion e: it is strong, and weaker then", "move sw: more to see"],
    ),
    (
        "a scroll of confusion",
        "fighter",
        lambda made: (
            made.healthy(60, 60),
            made.give("scroll of confusion"),
            made.put("troll", 0, 2),
        ),
        ["read scroll-of-confusion e: it is strong, and weaker then", "move sw: more to see"],
    ),
    (
        "it is confused already",
        "mage",
        lambda made: (
            made.forget(),
            made.healthy(60, 60),
            made.know("confusion"),
            made.put("cave bear", 0, 2, statuses={"confused": 9}),
        ),
        [
            "move sw: more to see",
            "fight cave-bear: it comes anyway, and the first blow may be yours",
        ],
    ),
    (
        "a web afar",
        "mage",
        lambda made: (
            made.forget(),
            made.healthy(60, 60),
            made.know("web"),
            made.put("cave bear", 0, 2),
        ),
        ["cast web e: it is strong, and weaker then", "move sw: more to see"],
    ),
    (
        "no web beside the hero",
        "mage",
        lambda made: (
            made.forget(),
            made.healthy(60, 60),
            made.know("web"),
            made.put("cave bear", 0, 1),
        ),
        ["fight cave-bear: there is no way out of this", "move e: once, to see how it goes"],
    ),
    (
        "a spell of fire",
        "mage",
        lambda made: (
            made.forget(),
            made.healthy(60, 60),
            made.know("fireball"),
            made.put("cave bear", 0, 3),
        ),
        [
            "cast-at fireball cave-bear: about 11 damage, more than a blow",
            "cast fireball e: once, to see how it goes",
            "move sw: more to see",
            "fight cave-bear: it comes anyway, and the first blow may be yours",
        ],
    ),
    (
        "a shock",
        "mage",
        lambda made: (
            made.forget(),
            made.healthy(60, 60),
            made.know("shock"),
            made.put("rat", 0, 3),
        ),
        [
            "hunt: it costs you little",
            "cast-at shock rat: about 11 damage, more than a blow",
            "cast shock e: once, to see how it goes",
            "fight rat 30: it comes anyway, and the first blow may be yours",
            "move ne: it has to be fought",
        ],
    ),
    (
        "no shock through the water that the hero stands in",
        "mage",
        lambda made: (
            made.forget(),
            made.healthy(60, 60),
            made.know("shock"),
            *(made.ground(0, dx, terrain.SHALLOW) for dx in range(4)),
            made.put("rat", 0, 3),
        ),
        [
            "hunt: it costs you little",
            "fight rat 30: it comes anyway, and the first blow may be yours",
            "move ne: it has to be fought",
            "move sw: more to see",
        ],
    ),
    (
        "no shock that would kill the hero through the water",
        "mage",
        lambda made: (
            made.forget(),
            made.healthy(20, 60),
            made.know("shock"),
            *(made.ground(0, dx, terrain.SHALLOW) for dx in range(4)),
            made.put("cave bear", 0, 3),
        ),
        ["move sw: more to see", "move ne: it has to be fought", "hide: it may lose you"],
    ),
    (
        "a scroll against somebody strong",
        "fighter",
        lambda made: (
            made.healthy(60, 60),
            made.give("scroll of fireball"),
            made.put("troll", 0, 3),
        ),
        [
            "read scroll-of-fireball e: about 11 damage, more than a blow",
            "move sw: more to see",
            "move ne: it has to be fought",
            "hide: it may lose you",
        ],
    ),
    (
        "no scroll against somebody weak",
        "fighter",
        lambda made: (
            made.healthy(60, 60),
            made.experienced(9),
            made.give("scroll of fireball"),
            made.put("rat", 0, 3),
        ),
        [
            "hunt: it costs you little",
            "fight rat 30: it comes anyway, and the first blow may be yours",
            "move ne: it has to be fought",
            "move sw: more to see",
        ],
    ),
    (
        "all of them",
        "fighter",
        lambda made: (
            made.healthy(200, 200),
            made.put("jackal", 0, 1),
            made.put("jackal", 0, -1),
            made.put("rat", 1, 0),
        ),
        [
            "fight all 30: you are stronger than all of them",
            "fight jackal 30: it is the weakest of those beside you",
            "move e: once, to see how it goes",
            "fight jackal-2 30: it is beside you, too",
            "move w: once, to see how it goes",
        ],
    ),
    (
        "too many of them",
        "fighter",
        lambda made: (
            made.healthy(20, 20),
            made.put("jackal", 0, 3),
            made.put("jackal", 0, 4),
            made.put("jackal", 0, -3),
        ),
        [
            "fight jackal: it comes anyway, and the first blow may be yours",
            "move ne: it has to be fought",
            "move sw: more to see",
        ],
    ),
    (
        "a slinger",
        "fighter",
        lambda made: (made.healthy(60, 60), made.put("kobold slinger", 0, 4)),
        [
            "fight kobold-slinger 30: it hurts you from there",
            "move ne: it has to be fought",
            "move sw: more to see",
        ],
    ),
    (
        "what is rooted at a distance is left alone",
        "fighter",
        lambda made: (made.healthy(60, 60), made.put("mould", 0, 4)),
        ["hunt: more to see", "explore: more to see"],
    ),
    (
        "one blow",
        "fighter",
        lambda made: (made.healthy(60, 60), made.put("rat", 0, 1, health=1)),
        [
            "hunt: it costs you little",
            "fight rat 30: a blow may well be enough",
            "move e: once, to see how it goes",
        ],
    ),
    (
        "no way out",
        "fighter",
        lambda made: (made.healthy(20, 20), made.put("troll", 0, 1)),
        ["fight troll 90: there is no way out of this", "move e: once, to see how it goes"],
    ),
    (
        "one who is about to run",
        "fighter",
        lambda made: (made.healthy(60, 60), made.put("jackal", 0, 1, fled=True)),
        ["move e: it is about to run"],
    ),
    (
        "one who runs and one who does not",
        "fighter",
        lambda made: (made.put("kobold", 0, 1, fled=True), made.put("pike guard", 0, -1)),
        [
            "fight pike-guard 90: it does not run",
            "move w: once, to see how it goes",
            "move e: it is about to run",
        ],
    ),
    (
        "several blows",
        "fighter",
        lambda made: (made.healthy(60, 60), made.put("kobold", 0, 1)),
        ["fight kobold 30: it falls in about 6 blows", "move e: once, to see how it goes"],
    ),
    (
        "a little fire is let burn",
        "fighter",
        lambda made: (
            made.healthy(60, 60),
            made.ill("on fire", 2),
            made.ground(0, 1, terrain.SHALLOW),
        ),
        ["explore: more to see"],
    ),
    (
        "shallow water before deep water",
        "fighter",
        lambda made: (
            made.healthy(10, 60),
            made.ill("on fire", 9),
            made.ground(0, 1, terrain.DEEP),
            made.ground(0, -1, terrain.SHALLOW),
        ),
        ["move w: water puts the fire out", "wait: let it run out before going on"],
    ),
    (
        "deep water",
        "fighter",
        lambda made: (
            made.healthy(10, 60),
            made.ill("on fire", 9),
            made.ground(0, 1, terrain.DEEP),
        ),
        ["move e: water puts the fire out", "wait: let it run out before going on"],
    ),
    (
        "hands that heal",
        "fighter",
        lambda made: (made.healthy(10, 60), made.able("lay hands"), made.put("rat", 0, 1)),
        [
            "use lay-hands: 10 health left, and 3 a round",
            "fight rat 10: there is no way out of this",
        ],
    ),
    (
        "darts rather than a hatchet",
        "fighter",
        lambda made: (
            made.healthy(60, 60),
            made.give("hatchet"),
            made.give("dart", 2),
            made.put("jackal", 0, 3),
        ),
        [
            "hunt: it costs you little",
            "volley jackal: it is in reach, and not beside you yet",
            "throw dart e: once, to see how it goes",
            "fight jackal 30: it comes anyway, and the first blow may be yours",
            "move ne: it has to be fought",
        ],
    ),
    (
        "darts at a sleeper",
        "fighter",
        lambda made: (
            made.healthy(60, 60),
            made.give("dart", 2),
            made.put("jackal", 0, 3, asleep=True),
        ),
        [
            "volley jackal: it is in reach, and not beside you yet",
            "throw dart e: once, to see how it goes",
            "hunt: more to see",
        ],
    ),
    (
        "bile for a troll",
        "fighter",
        lambda made: (made.healthy(60, 60), made.give("potion of bile"), made.put("troll", 0, 3)),
        ["throw potion-of-bile e: it is in reach, and not beside you yet", "move sw: more to see"],
    ),
    (
        "no bile for a jackal",
        "fighter",
        lambda made: (made.healthy(60, 60), made.give("potion of bile"), made.put("jackal", 0, 3)),
        [
            "hunt: it costs you little",
            "fight jackal 30: it comes anyway, and the first blow may be yours",
            "move ne: it has to be fought",
        ],
    ),
    (
        "a blessed dart for the undead",
        "fighter",
        lambda made: (
            made.healthy(60, 60),
            made.give("dart", 2, power=1),
            made.give("dart", 2, bonus="blessed"),
            made.put("skeleton knight", 0, 3),
        ),
        [
            "volley skeleton-knight: it is in reach, and not beside you yet",
            "throw dart-2 e: once, to see how it goes",
        ],
    ),
    (
        "the better darts",
        "fighter",
        lambda made: (
            made.healthy(60, 60),
            made.give("dart", 2),
            made.give("dart", 2, power=9),
            made.put("jackal", 0, 3),
        ),
        [
            "hunt: it costs you little",
            "volley jackal: it is in reach, and not beside you yet",
            "throw dart-2 e: once, to see how it goes",
        ],
    ),
    (
        "cursed darts stay",
        "fighter",
        lambda made: (
            made.healthy(60, 60),
            made.give("dart", 2, cursed=True, power=-2),
            made.put("jackal", 0, 3),
        ),
        [
            "hunt: it costs you little",
            "fight jackal 30: it comes anyway, and the first blow may be yours",
            "move ne: it has to be fought",
        ],
    ),
    (
        "too tired to throw",
        "fighter",
        lambda made: (
            made.healthy(60, 60),
            made.tire(2),
            made.give("dart", 2),
            made.put("jackal", 0, 3),
        ),
        [
            "hunt: it costs you little",
            "fight jackal 30: it comes anyway, and the first blow may be yours",
            "move ne: it has to be fought",
        ],
    ),
    (
        "frozen, with darts",
        "fighter",
        lambda made: (
            made.healthy(60, 60),
            made.ill("frozen", 4),
            made.give("dart", 2),
            made.put("jackal", 0, 3),
        ),
        ["pause: there is nothing better to do"],
    ),
    (
        "holy water is not for the living",
        "fighter",
        lambda made: (made.healthy(60, 60), made.give("holy water", 2), made.put("jackal", 0, 3)),
        [
            "hunt: it costs you little",
            "fight jackal 30: it comes anyway, and the first blow may be yours",
            "move ne: it has to be fought",
        ],
    ),
)


@each_of(FIGHTS)
def test_the_first_advice_in_a_fight_has_these_reasons(
    class_name: str, scene: Scene, expected: list[str]
) -> None:
    made = ExpertSituation(class_name, "expert")
    scene(made)
    assert made.lead(len(expected)) == expected
