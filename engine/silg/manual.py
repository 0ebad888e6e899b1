"""The manual of Sil-G for /help: what differs from Sil-Q, whose manual explains the rest."""

from __future__ import annotations

from engine.contract.texts import text
from engine.contract.view import HelpTopic

TOPICS = (
    HelpTopic(
        "time",
        text("The clock"),
        text(
            "In an encounter a clock counts half-seconds. What you do is declared first and"
            " happens later: a standard action takes 4, 2, 1.5 or 1 seconds at speed 1, 2, 3 or 4."
            " When you are due, your last action is carried out, your evasion and protection dice"
            " are rolled, and you declare the next. At the same moment players go before monsters."
        ),
        ("start", "turns", "speed", "seconds", "due"),
        "silg 2",
    ),
    HelpTopic(
        "declaring",
        text("Declaring"),
        text(
            "Choose your action on the card or by command; until it is announced only you and the"
            " Game Master know it. “Fight … on” and “Wait on” declare the same each time you are"
            " due, until something changes. If your target dies first, the action is lost."
            " Entering and leaving stealth mode, talking, and ending a song take no time."
        ),
        ("declared-actions", "standing-order", "secret"),
        "silg 2",
    ),
    HelpTopic(
        "posts",
        text("What happened"),
        text(
            "Each moment stands in a post that stays: who did what, the open rolls, wounds, who"
            " fell, and below it who is due when. A session ends with its recap; /story tells what"
            " you have missed. Whispers and handouts for you alone arrive in a private thread with"
            " the Game Master and stay on the page Table of your sheet."
        ),
        ("moments", "story", "handouts", "whispers", "recap"),
        "silg 3",
    ),
    HelpTopic(
        "attacks",
        text("Attacks"),
        text(
            "Your Melee and a d20 must exceed the evasion result of your target: its score as it"
            " is now, and the die that stands since its last action. Damage is rolled when you"
            " declare and told when the attack happens, less the protection that stands then."
            " Against shots only half the evasion result counts."
        ),
        ("hit", "melee", "damage", "archery", "standing-dice", "evasion", "protection"),
        "silg 1, 2, 4",
    ),
    HelpTopic(
        "shooting",
        text("Shooting beside enemies"),
        text(
            "Each enemy that targets you in melee chooses: its declared attack happens at once"
            " and it gets another turn, or your evasion against it is halved. Others beside you"
            " may turn to you."
        ),
        ("bows", "archers"),
        "silg 1",
    ),
    HelpTopic(
        "exploring",
        text("Between encounters"),
        text(
            "Outside of encounters time passes in minutes. In each you walk, search, rest or work"
            " as far as a minute allows; when all are done, the minute ends: who notices whom is"
            " rolled, wounds heal, poison and hunger work. Exploring, resting, searching a room and"
            " waiting go on from minute to minute until something is found, seen or heard, or the"
            " Game Master speaks."
        ),
        ("minutes", "walking", "plans"),
        "silg 2",
    ),
    HelpTopic(
        "noticing",
        text("Being noticed"),
        text(
            "Once a minute the Game Master rolls the stealth contest for all. Passing the whole"
            " minute helps most, stealth mode less, distance and doors too; songs and fighting are"
            " noise. You see only what you would see: somebody looks around, or comes at you."
        ),
        ("contest", "noise", "alertness"),
        "silg 1, 4",
    ),
    HelpTopic(
        "heroes",
        text("Making a hero"),
        text(
            "People, house, 13 points for the stats, then 5,000 experience for skills and"
            " abilities, all by buttons while the Game Master prepares. “Quick start” makes a good"
            " hero at once. The Game Master may want to approve it."
        ),
        ("character", "creation", "peoples", "houses"),
        "silg 3, 4",
    ),
    HelpTopic(
        "gm",
        text("The Game Master"),
        text(
            "Everything of theirs stands under /gm: preparing levels, placing and running"
            " monsters, the clock, rolls that others do not see, corrections, notes, pictures."
            " They may type many commands in a line, or leave the monsters and the clock to the"
            " bot. “All monsters as suggested” lets those that they run go on until heroes are due;"
            " “orders” gives one a standing order. All of it can be undone."
        ),
        ("master", "prepare", "monsters", "screen"),
        "silg 3",
    ),
    HelpTopic(
        "secrets",
        text("Secrets"),
        text(
            "You see what your own hero sees; the map in the channel is what the party sees"
            " together. Your whole sheet is yours alone. Searches that find nothing and searches"
            " with nothing to find look alike. Nothing that only the Game Master may know stands"
            " in a card, a picture or the log."
        ),
        ("who-sees-what", "log", "spectators", "private"),
        "silg 6",
    ),
    HelpTopic(
        "growth",
        text("Experience for heroes"),
        text(
            "Meeting and killing a kind of monster, going deeper and finding out what things are"
            " bring experience; the Game Master shares it out. The n-th point of a skill costs 100"
            " times n, the n-th ability of a skill 500 times n. You spend it between encounters."
        ),
        ("xp", "skills", "abilities", "spending"),
        "silg 4",
    ),
    HelpTopic(
        "options",
        text("Rules of the table"),
        text(
            "Before the game begins the table chooses: whether armour protects by its average,"
            " whether evasion dice count as 10 with a further critical die for a natural 20, who"
            " lets the clock run on, what heroes begin with. Whatever is not said here is as in"
            " Sil-Q: /help sil leads to it."
        ),
        ("settings", "averaging", "optional-rules"),
        "silg 1",
    ),
)
