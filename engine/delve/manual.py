"""The manual of Delve for /help: what a player needs to know, the most important first."""

from __future__ import annotations

from engine.contract.texts import text
from engine.contract.view import HelpTopic

TOPICS = (
    HelpTopic(
        "goal",
        text("The goal"),
        text(
            "The Heart of the Delve beats on level 26. Take it and carry it up to the open air,"
            " or find it a better place. While you carry it your energy comes back twice as fast,"
            " you get hungry three times as fast, and shafts lead five levels up at once, each"
            " across a level from the next; but the Warden and others from below come after you,"
            " again and again. If you leave without the Heart, the game ends unwon. If all heroes"
            " die, it is lost."
        ),
        ("start", "aim", "heart", "winning", "warden"),
        "delve 15",
    ),
    HelpTopic(
        "energy",
        text("Energy"),
        text(
            "Everything runs on energy. With full energy blows and throws do 40 % more than their"
            " dice show, with half of it or less nothing more. Spells and most throws cost energy,"
            " and so do missed blows and critical hits: the more, the further your level is from"
            " the enemy's. It comes back a little each turn in which you do not attack."
        ),
        ("basics", "en", "regeneration", "health"),
        "delve 4, 5",
    ),
    HelpTopic(
        "fighting",
        text("Fighting"),
        text(
            "Walk into a monster to strike it. A blow misses in 10 % of cases and is critical,"
            " with double damage, in 10 %. Its dice grow with your level and their sides with your"
            " power; the defence of the victim is subtracted. An enchanted weapon adds damage of"
            " its element. Look at a monster first: its page shows your chances, and what it can"
            " do."
        ),
        ("melee", "blows", "damage", "attack", "critical", "lucky"),
        "delve 4",
    ),
    HelpTopic(
        "spells",
        text("Spells"),
        text(
            "A scroll or potion with a spell in it casts the spell free of charge and teaches it."
            " If you hold a spellbook, the spell is written into it, too. You can cast every spell"
            " that you know and that your spellbook holds, if you have the energy. Spells never"
            " miss. Your power does not matter to them; the victim's resistance does."
        ),
        ("magic", "scrolls", "spellbooks", "casting", "learning"),
        "delve 7",
    ),
    HelpTopic(
        "altars",
        text("Altars"),
        text(
            "An altar doubles the figures of one spell that you know, once for each spell; a"
            " spell without figures costs half. Or you pray at it, and it gives you the health and"
            " energy of a level of your class for good. Then it is dim, and only tries to lift"
            " curses, for half of your full energy. The first altar is where you arrive, and one"
            " is on level 3 and on every third level after it."
        ),
        ("upgrade", "pray", "uncurse"),
        "delve 7, 15",
    ),
    HelpTopic(
        "hunger",
        text("Hunger"),
        text(
            "You see your nourishment and, in brackets, the rating of your last meal. Losses come"
            " off the rating first. You lose more while your health or your energy is below half,"
            " and while you are ill, poisoned, raging, enervated or burned by acid. Below 25"
            " nothing comes back by itself; at 0 you starve. At 500 you cannot eat more. A new"
            " meal replaces the rating, so eat when the last one is used up."
        ),
        ("food", "eating", "nourishment", "starving", "vegetarian"),
        "delve 9",
    ),
    HelpTopic(
        "growth",
        text("Levelling up"),
        text(
            "Slain monsters and new depths bring experience. Each level raises your health and"
            " energy, and some levels your power and defence, as your class has it. On every fifth"
            " level you choose: health, energy, power, defence, all resistances, or one of three"
            " abilities."
        ),
        ("experience", "level", "levelling", "classes", "abilities"),
        "delve 2, 14",
    ),
    HelpTopic(
        "throwing",
        text("Throwing"),
        text(
            "You can throw anything in one of eight directions, as far as four squares unless its"
            " page says otherwise. A throw misses more often than a blow, less so at higher"
            " levels; what misses flies on and may strike the next. The farther a thing can be"
            " thrown, the more energy that takes. Potions shatter and work on whoever they strike."
        ),
        ("missiles", "range", "shatter"),
        "delve 6",
    ),
    HelpTopic(
        "recovering",
        text("Recovering"),
        text(
            "A rest lasts until health and energy are full, for at most 100 turns. You cannot"
            " rest with a dangerous enemy in sight, while something burns, poisons or holds you,"
            " or when you are nearly starving. Hunters that come near wake you."
        ),
        ("resting", "sleep"),
        "delve 5, 17",
    ),
    HelpTopic(
        "statuses",
        text("Statuses"),
        text(
            "A status lasts as many rounds as it has points; more of the same adds to them. Fire"
            " and frost end each other. Frozen, you can only strike what is beside you. Burning"
            " ends in water. Poison, fire and acid hurt each round, and acid spoils what you wear."
            " Confused, half of your steps go astray. Cut a web before you can walk on. /delve"
            " lookup explains each status."
        ),
        ("frozen", "burning", "poison", "confused", "conditions"),
        "delve 8",
    ),
    HelpTopic(
        "monsters",
        text("Monsters"),
        text(
            "Some monsters sleep until you come near or fight. Awake ones hunt what they have"
            " seen for twenty turns. One whose health falls below its courage, a percentage, flees"
            " unless it is cornered: a high courage is a coward's. The deeper the level, the"
            " stronger its monsters; one of a kind may sleep far from the stairs."
        ),
        ("courage", "fleeing", "sleeping", "unique"),
        "delve 10, 16",
    ),
    HelpTopic(
        "plans",
        text("Plans"),
        text(
            "Explore, travel, rest, fights and the like go on for many turns while nothing changes"
            " that matters. They end for a new enemy, one that becomes alert or comes near, a loss"
            " of health, a new ill or something to decide, and tell why in one line. What they"
            " bear is yours to choose: careful, usual or bold. Sleeping, fleeing and rooted"
            " creatures that you know do not stop them. “Explore, fighting what is easy” also"
            " fights those who only strike blows and cost little health."
        ),
        ("explore", "travel", "rest", "fight", "careful", "bold", "caution"),
        "delve 18",
    ),
    HelpTopic(
        "things",
        text("Things"),
        text(
            "Weapons, armour, rings and the rest work while you wear them, cursed ones for the"
            " worse; and what is cursed cannot be taken off until the curse is lifted. Rust and"
            " acid wear things down, some excepted. Things of one name are told apart by numbers;"
            " the letters of your pack work, too. Inspect a thing to see its figures."
        ),
        ("items", "equipment", "pack", "curses", "inventory"),
        "delve 11, 18",
    ),
    HelpTopic(
        "places",
        text("Places"),
        text(
            "Most levels have one place of its own: niches of which you may take one thing, a"
            " stall whose keeper takes food, a cage with a captive, a shrine that bargains, a"
            " rival's camp, a strongbox in dangerous ground. Each is told when you first see it,"
            " stands in nobody's way, and is there once in a game. Travel to it and stand on what"
            " it is made for: the buttons say what it gives and what it takes. Fire spreads over"
            " grass, webs, timber, oil and gas; water carries lightning; cracked floor bears one"
            " step."
        ),
        ("vault", "shrine", "captive", "shop", "rival", "bargain", "fire", "gas", "oil"),
        "delve 20, 21",
    ),
    HelpTopic(
        "levels",
        text("The levels"),
        text(
            "One stair leads up from each level and two lead down; levels stay as you left them."
            " Rubble takes time to dig through, locked doors yield to keys, acid or blows. Deep"
            " water takes energy and spoils paper, lava burns, vents blow fire every tenth turn."
            " Search for hidden things beside you when a way seems to be missing."
        ),
        ("stairs", "terrain", "traps", "doors", "water", "lava", "secret-doors"),
        "delve 15, 17",
    ),
)
