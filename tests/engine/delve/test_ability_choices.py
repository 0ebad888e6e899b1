"""The expert's use of active abilities, in situations of one idea each."""

from __future__ import annotations

from engine.delve import terrain
from tests.engine.delve.expert_situations import Scene, Situation, each_of, first_offers

SITUATIONS: tuple[Situation, ...] = (
    (
        "a war cry at the wounded",
        "fighter",
        lambda made: (
            made.able("war cry"),
            made.grow(),
            made.hurt(40),
            made.put("cave bear", 0, 1, health=40),
        ),
        ["use war-cry", "fight cave-bear 30", "move e"],
    ),
    (
        "a shove into lava",
        "fighter",
        lambda made: (
            made.able("shove"),
            made.grow(),
            made.ground(0, 2, terrain.LAVA),
            made.put("war monk", 0, 1),
        ),
        ["use shove e", "fight war-monk 80", "move e"],
    ),
    (
        "a shove of the worst of two who are too many",
        "fighter",
        lambda made: (made.able("shove"), made.put("jackal", 0, -1), made.put("larder ogre", 0, 1)),
        ["use shove e", "fight jackal 90", "move w"],
    ),
    (
        "no shove of one who is too strong",
        "fighter",
        lambda made: (made.able("shove"), made.put("larder ogre", 0, 1)),
        ["fight larder-ogre 90", "move e"],
    ),
    (
        "no shove of two who will fall",
        "fighter",
        lambda made: (
            made.able("shove"),
            made.grow(30),
            made.put("kobold", 0, -1),
            made.put("kobold", 0, 1),
        ),
        ["fight kobold 90", "move w", "fight kobold-2 90"],
    ),
    (
        "disarming one who lasts",
        "monk",
        lambda made: (made.able("disarm"), made.grow(), made.put("war monk", 0, 1)),
        ["use disarm e", "fight war-monk 70", "move e"],
    ),
    (
        "one who is disarmed",
        "monk",
        lambda made: (made.able("disarm"), made.grow(), made.put("war monk", 0, 1, power=1)),
        ["hunt", "fight war-monk 30", "move e"],
    ),
    (
        "a feint at one who comes",
        "monk",
        lambda made: (made.able("feint"), made.grow(90), made.put("war monk", 1, 2)),
        ["use feint", "fight war-monk 50", "move e"],
    ),
    (
        "focus, and no line",
        "mage",
        lambda made: (
            made.able("focus"),
            made.know("spark"),
            made.grow(90),
            made.put("war monk", 1, 3),
        ),
        ["use focus", "move sw", "fight war-monk"],
    ),
    (
        "a change of places out of gas",
        "monk",
        lambda made: (
            made.able("tumble"),
            made.grow(),
            made.ground(0, 0, terrain.GAS),
            made.put("war monk", 0, 1),
        ),
        ["use tumble e", "fight war-monk 70", "move e"],
    ),
    (
        "a change of places in a corridor, between two",
        "monk",
        lambda made: (
            made.able("tumble"),
            made.grow(),
            [made.ground(dy, dx, terrain.WALL) for dy in (-1, 1) for dx in range(-1, 3)],
            made.put("war monk", 0, 1),
            made.put("war monk", 0, -1),
        ),
        ["use tumble e", "use tumble w", "fight war-monk 90"],
    ),
    (
        "a change of places that brings nothing in the open",
        "monk",
        lambda made: (
            made.able("tumble"),
            made.grow(),
            made.put("war monk", 0, 1),
            made.put("war monk", 0, -1),
        ),
        ["fight war-monk 90", "move e", "fight war-monk-2 90"],
    ),
    (
        "a change of places with who bars the way to the stairs",
        "monk",
        lambda made: (
            made.able("tumble"),
            made.grow(),
            made.hurt(50),
            made.ground(0, 4, terrain.STAIRS_DOWN),
            [made.ground(dy, dx, terrain.WALL) for dy in (-1, 1) for dx in range(-1, 4)],
            made.put("war monk", 0, 1),
        ),
        ["use tumble e", "fight war-monk 40", "move e"],
    ),
    (
        "no change of places with who bars the way and will fall",
        "monk",
        lambda made: (
            made.able("tumble"),
            made.grow(90),
            made.ground(0, 4, terrain.STAIRS_DOWN),
            [made.ground(dy, dx, terrain.WALL) for dy in (-1, 1) for dx in range(-1, 4)],
            made.put("war monk", 0, 1),
        ),
        ["fight war-monk 50", "move e"],
    ),
    (
        "the dead beside a gravewright",
        "fighter",
        lambda made: (
            made.able("bury"),
            made.grow(),
            made.level.dead.append(("rat", made.at(1, 1))),
            made.put("gravewright", 0, 3),
        ),
        ["use bury", "move sw", "move ne"],
    ),
    (
        "healing hands",
        "monk",
        lambda made: (
            made.able("lay hands"),
            made.grow(),
            made.hurt(30),
            made.put("cave bear", 0, 1),
        ),
        ["use lay-hands", "fight cave-bear 20", "move e"],
    ),
    (
        "energy alone is low",
        "monk",
        lambda made: (made.able("meditate"), made.tire(3)),
        ["use meditate", "rest", "explore"],
    ),
    (
        "rubble and one who digs",
        "fighter",
        lambda made: (made.able("dig"), made.ground(0, 1, terrain.RUBBLE)),
        ["use dig e", "hunt", "explore"],
    ),
)


@each_of(SITUATIONS)
def test_an_ability_is_used_where_it_serves(
    class_name: str, scene: Scene, expected: list[str]
) -> None:
    assert first_offers(class_name, scene) == expected
