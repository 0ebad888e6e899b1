"""The manual of Kanthe for /help: what a player needs to know, the most important first."""

from __future__ import annotations

from engine.contract.texts import text
from engine.contract.view import HelpTopic

TOPICS = (
    HelpTopic(
        "dice",
        text("Dice"),
        text(
            "All dice show 0 to 9. Two or more equal faces in one throw are a match: its value is"
            " the face, its degree the number of dice. You throw your Challenge dice, one more for"
            " each point of the items that you use, and one for each wound of your opponents. They"
            " throw their strength, and one for each wound of yours."
        ),
        ("matches", "degree", "challenge", "difficulty", "throws"),
        "kanthe 1",
    ),
    HelpTopic(
        "conflicts",
        text("Conflicts"),
        text(
            "In each throw you fight, persuade, evade or force. Your matches below the lowest"
            " match of the others act first, equal ones at the same time, all others after theirs."
            " A match deals as many wounds as its degree, to one opponent of your choice. More"
            " wounds than your Challenge kill you; more than the level's Difficulty overcome an"
            " opponent."
        ),
        ("fighting", "wounds", "combat", "death"),
        "kanthe 5",
    ),
    HelpTopic(
        "sheets",
        text("The sheets"),
        text(
            "Before the game you write the domain, its words, its beasts and levels, and your"
            " hero with a weapon, armour and two useful items. “Begin” fills in whatever is blank,"
            " so one press is enough. How long you want to play sets the number of levels."
        ),
        ("start", "setup", "domain", "wizard"),
        "kanthe 2",
    ),
    HelpTopic(
        "mapping",
        text("Mapping"),
        text(
            "The map is made while you explore: six-sided dice are thrown onto each new area. A 4"
            " is a room, a 5 a room with a feature, a 6 a room with doors; 2 and 3 are corridors,"
            " a 3 with a hazard; a 1 is a mobile hazard somewhere in the area. Behind a door may"
            " be stairs. You get out alive through the first room of the first level."
        ),
        ("exploring", "areas", "sections", "levels", "stairs", "leaving"),
        "kanthe 3",
    ),
    HelpTopic(
        "rooms",
        text("Rooms"),
        text(
            "Before you enter a room, a throw tells who is in it. You can go in and fight, talk,"
            " hide, slip past, or turn back. Whoever is there stays there, wounds and all."
            " Travelers and slaves can be won over, and two of them come along at a time; priests"
            " heal you, artisans sell. Each feature can be used once: it may hide a hazard."
        ),
        ("occupants", "features", "allies", "artisans", "priests"),
        "kanthe 4",
    ),
    HelpTopic(
        "hazards",
        text("Hazards"),
        text(
            "Beasts, guards, swarms, pits, traps and barred ways. You evade a trap or a pit with"
            " a throw that is at least as good as its own; if you let it come, it deals its"
            " strength in wounds. What bars a way is forced like a door. Mobile hazards come when"
            " you enter their area, and again after each noise: a fight, a broken door, a shouted"
            " scroll."
        ),
        ("traps", "pits", "noise", "mobile-hazards", "beasts", "guards"),
        "kanthe 4, 5",
    ),
    HelpTopic(
        "evading",
        text("Evading"),
        text(
            "When you hide, sneak or get away, your best degree counts. Every match of the others"
            " with a greater degree wounds you; if there is none you have made it, equal ones"
            " included. Otherwise the conflict goes on."
        ),
        ("hiding", "sneaking", "fleeing"),
        "kanthe 5",
    ),
    HelpTopic(
        "persuading",
        text("Persuading"),
        text(
            "Words deal wounds of their own kind, counted apart. Enough of them make a friend of"
            " an opponent; meanwhile those who attack go on attacking. Vermin and lifeless things"
            " do not listen. A friend that comes along adds dice and can take wounds for you."
        ),
        ("friends", "doubts", "talking"),
        "kanthe 5",
    ),
    HelpTopic(
        "doors",
        text("Doors"),
        text(
            "A heavy door gives way to a match of a higher degree than its own. A locked one has"
            " its locks picked first, each in the same way, or is broken down, and that is noise."
            " You can try as often as you like. Once for each wall of a room without a way you can"
            " search for a secret door."
        ),
        ("locks", "secret-doors", "forcing"),
        "kanthe 4, 5",
    ),
    HelpTopic(
        "finds",
        text("Treasure"),
        text(
            "Search bodies, features and hazards, each once. Every match of your Challenge dice"
            " is as many coins as its degree, or an item of that rating; two matches can be one"
            " arcane thing instead. You name what you find and say what it is good for. Coins are"
            " your score."
        ),
        ("coins", "items", "score", "looting"),
        "kanthe 4, 7",
    ),
    HelpTopic(
        "magic",
        text("Arcane things"),
        text(
            "Two words name what an arcane thing does: one its essence, one its action. What they"
            " mean is found out by use: five dice are thrown, and each match gives one unknown"
            " word its meaning, by its face. No match: that pair of words does nothing, for good."
            " What is known of a word holds for all things that bear it. Scrolls crumble; potions"
            " are drunk up."
        ),
        ("arcane", "words", "scrolls", "wands", "potions", "discovery", "essence"),
        "kanthe 6",
    ),
    HelpTopic(
        "growing",
        text("Growing"),
        text(
            "When a whole section is explored, the level's Difficulty is thrown against you: any"
            " die above your Challenge raises it by one. Then one wound heals. Priests and arcane"
            " things that heal are the other ways."
        ),
        ("reward", "healing", "experience"),
        "kanthe 5, 7",
    ),
)
