"""The making of a hero, step by step or at once (rules: character 1).

Creation lives in the state: `game.birth` names the step, and each step is a question whose
answers choose, go back, or, at the first, leave it all to a quick start.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.common.slugs import slug
from engine.contract.action import IllegalAction, InvalidAction, Setting
from engine.contract.dice import ActionDice, Stream
from engine.contract.placeholders import is_printable
from engine.sil.data.bundle import Data
from engine.sil.data.records import House, Race
from engine.sil.data.rule_records import PeopleRules
from engine.sil.dungeon import level_arrival, tutorial
from engine.sil.dungeon.generation import tutorial_level
from engine.sil.game import questions
from engine.sil.game.context import Game
from engine.sil.game.rulings import Rulings
from engine.sil.game.state import GameState, Hero, Level, Question, Skill, Slot, Stat
from engine.sil.hero import abilities as ab
from engine.sil.hero import biography, derived, experience, gear
from engine.sil.items import flavours, item_creation, stacking
from engine.sil.level import terrain

SETTINGS = (
    Setting(
        "hero",
        "Make the hero step by step, start at once with a sensible one, or learn to play first",
        ("create", "quick", "tutorial"),
    ),
    Setting(
        "experience",
        "Earn experience; a fixed 50,000 (a challenge); 1,000,000 (practice: no score)",
        ("earned", "fixed", "practice"),
    ),
    Setting(
        "begin",
        "Where the descent begins (deeper down is practice, and has no score)",
        ("50 ft", "300 ft", "600 ft", "950 ft"),
    ),
    Setting("straight_down", "No way up until a Silmaril is held (a challenge)", ("no", "yes")),
    Setting("disconnected_stairs", "Stairs do not lie where one came from", ("no", "yes")),
    Setting("no_artefacts", "The world holds no artefacts (a challenge)", ("no", "yes")),
    Setting("forgo_unwary", "Bonus attacks spare those who are not on guard", ("on", "off")),
    Setting("pickup", "Pick up what one comes to, when nobody is near", ("no", "yes")),
    Setting("rest_sings", "Singing goes on while resting", ("no", "yes")),
)
STAT_POINTS = 13
MOST_POINTS = 4  # in one stat: more is out of reach
STAT_NAMES = ("Strength", "Dexterity", "Constitution", "Grace")
_SHORT = ("Str", "Dex", "Con", "Gra")
HOUSELESS = 0

Answers = list[tuple[str, str]]


LEARN = "Learn to play in a dozen rooms"
WHOLE = "whole_"  # begins the answers that choose a whole hero at once


# ------------------------------------------------------------------------ a new game


def new_game(
    data: Data, options: dict[str, str], name: str, rulings: Rulings, dice: ActionDice
) -> Game:
    """Return a game whose hero is still to be made, or made at once (option `hero` is "quick").

    Raises InvalidAction when the name will not do.
    """
    hero = Hero(_checked_name(name), race=0, house=HOUSELESS)
    limbo = Level.blank(0, 3, 3, terrain.PERMANENT)
    game = Game(GameState(rulings, options, [hero], limbo), data, streams=dice)
    flavours.deal(game)
    hero.experience = hero.unspent = experience.at_birth(game)
    if options.get("hero") == "quick":
        quick_start(game, name)
    elif options.get("hero") == "tutorial":
        begin_tutorial(game)
    else:
        ask_first(game)
    return game


def ask_first(game: Game) -> None:
    """Ask what the making of a hero begins with."""
    _choose_people(game, next(iter(game.data.races)))
    _ask(game, "race")


def quick_start(
    game: Game, name: str = "", race: int | None = None, stream: Stream | None = None
) -> None:
    """Make a sensible hero in one go, and begin. `race`: a people's serial, else it is drawn."""
    make_quickly(game, name, race, stream)
    begin(game)


def make_quickly(
    game: Game, name: str = "", race: int | None = None, stream: Stream | None = None
) -> None:
    """Make a sensible hero in one go. `race`: the serial of a people, else it is drawn."""
    stream = stream or game.streams.flavour
    peoples, hero = game.data.rules.peoples, game.hero
    build = peoples[stream.choose(list(peoples)) if race is None else race]
    hero.race, hero.house = build.serial, build.house
    _set_stats(game.data, hero, build.stats)
    hero.name = _checked_name(name) if name else hero.name
    hero.bought = []
    _buy_skills(hero, build.skills)
    for ref in build.abilities:
        ab.buy(game.data, hero, ref)
    _tell_of(game, stream)


def begin_tutorial(game: Game) -> None:
    """Make a sensible hero, and begin the tutorial instead of the quest.

    Raises InvalidAction where the data lack what its rooms hold.
    """
    if lacking := tutorial_level.missing(game.data):
        raise InvalidAction(f"The tutorial needs what is not in these data: {lacking[0]}.")
    learns = next(people for people in game.data.rules.peoples.values() if people.tutorial)
    make_quickly(game, game.hero.name, learns.serial)
    dress(game)
    game.hero.energy = 100
    tutorial.begin(game)


def begin(game: Game) -> None:
    """Dress the hero and set out on the first level."""
    dress(game)
    game.hero.energy = 100
    level_arrival.enter(game, experience.first_depth(game), 0)


def dress(game: Game) -> None:
    """End the making of a hero: whole and well, with the people's kit."""
    hero = game.hero
    game.state.birth, game.state.question = "", None
    _outfit(game)
    derived.update(game)
    hero.health, hero.voice = hero.derived.max_health, hero.derived.max_voice


def _outfit(game: Game) -> None:
    """The race's kit: one torch lit, a weapon in hand where the rules give one, the rest packed
    (rules: character 1.6)."""
    hero, content = game.hero, game.data
    hero.pack, hero.worn = [], {}
    for line in content.races[hero.race].starting_items:
        kind = content.kind(line.tval, line.sval)
        count = game.streams.flavour.between(line.least, line.most)
        item = item_creation.of_kind(game.data, kind.serial, count)
        item.known = True
        traits = gear.traits(game.data, item)
        if traits.is_weapon:
            if traits.role == game.rulings.starting_weapon:
                hero.worn[Slot.WEAPON] = item
            continue
        if traits.tval == gear.LIGHT and Slot.LIGHT not in hero.worn:
            hero.worn[Slot.LIGHT] = stacking.split(item, 1)
        if item.count:
            hero.pack.append(item)


# ------------------------------------------------------------------------ race, house, stats


def _people(data: Data, hero: Hero) -> tuple[Race, House]:
    content = data
    return content.races[hero.race], content.houses[hero.house]


def points_of(data: Data, hero: Hero) -> list[int]:
    """Return the points spent on each stat: what race and house do not give."""
    race, house = _people(data, hero)
    return [
        base - of_race - of_house
        for base, of_race, of_house in zip(hero.stat_base, race.stats, house.stats, strict=True)
    ]


def points_cost(points: Sequence[int]) -> int:
    """Return what points in the stats cost together: 1, 3, 6, 10 (rules: character 1.4)."""
    return sum(n * (n + 1) // 2 for n in points)


def _set_stats(data: Data, hero: Hero, points: Sequence[int]) -> None:
    race, house = _people(data, hero)
    hero.stat_base = [sum(parts) for parts in zip(points, race.stats, house.stats, strict=True)]


def _choose_people(
    game: Game, race: int, house: int = HOUSELESS, points: Sequence[int] = ()
) -> None:
    """Be of another race or house; the points stay where they were, the tale is told anew."""
    hero = game.hero
    hero.race, hero.house = race, house
    _set_stats(game.data, hero, points or (0, 0, 0, 0))
    hero.history, hero.age = "", 0


def _bonuses(stats: Sequence[int]) -> str:
    words = [f"{name} {n:+d}" for name, n in zip(_SHORT, stats, strict=True) if n]
    return ", ".join(words) or "no bonus"


_LEANINGS = {
    "MEL": "Melee",
    "ARC": "Archery",
    "EVN": "Evasion",
    "STL": "Stealth",
    "PER": "Perception",
    "WIL": "Will",
    "SMT": "Smithing",
    "SNG": "Song",
    "BOW": "bow",
    "AXE": "axe",
}


def gifts(people: Race | House) -> str:
    """Return what a race or house gives, in numbers: "Dex +1; Song affinity"."""
    words = [_bonuses(people.stats)]
    for flag in sorted(people.flags):
        skill, _, leaning = flag.partition("_")
        words.append(f"{_LEANINGS[skill]} {leaning.lower()}")
    return "; ".join(words)


def _ask_race(game: Game) -> tuple[str, Answers]:
    races = game.data.races.values()
    whole = "; ".join(f"{each.called}, {each.manner}" for each in game.data.rules.peoples.values())
    lines = [f"Whole heroes: {whole}.", *(f"{race.name}: {gifts(race)}." for race in races)]
    answers = [(slug(race.name), f"{race.name}: {_bonuses(race.stats)}") for race in races]
    asked = f"Take a whole hero, or choose a people to make one in {len(STEPS)} steps."
    return "\n".join([asked, *lines]), answers


def _take_race(game: Game, word: str) -> str:
    race = next(r for r in game.data.races.values() if slug(r.name) == word)
    if race.serial != game.hero.race or game.hero.house == HOUSELESS:
        _choose_people(game, race.serial, points=points_of(game.data, game.hero))
    return "house"


def _ask_house(game: Game) -> tuple[str, Answers]:
    content = game.data
    houses = [content.houses[n] for n in sorted(content.races[game.hero.race].houses)]
    lines = [f"{house.name}: {gifts(house)}." for house in houses]
    answers = [
        (slug(house.short_name or house.name), f"{house.name}: {_bonuses(house.stats)}")
        for house in houses
    ]
    return "Of which house?\n" + "\n".join(lines), answers


def _take_house(game: Game, word: str) -> str:
    hero, content = game.hero, game.data
    house = next(
        h
        for n in content.races[hero.race].houses
        if slug((h := content.houses[n]).short_name or h.name) == word
    )
    if house.serial != hero.house:
        _choose_people(game, hero.race, house.serial, points_of(game.data, hero))
    return "stats"


def _ask_stats(game: Game) -> tuple[str, Answers]:
    hero = game.hero
    points = points_of(game.data, hero)
    left = STAT_POINTS - points_cost(points)
    con, gra, strength = (hero.stat_base[s] for s in (Stat.CON, Stat.GRA, Stat.STR))
    text = (
        f"{STAT_POINTS} points for the stats, {left} left.\n"
        + ", ".join(f"{name} {n}" for name, n in zip(STAT_NAMES, hero.stat_base, strict=True))
        + f". Health {derived.maximum(con)}, voice {derived.maximum(gra)}, "
        f"carries {derived.capacity(strength) // 10} lb."
    )
    answers: Answers = [("done", "Done" if not left else f"Done ({left} points lost)")]
    if points != list(_usual(game.data, hero).stats):
        answers.append(("suggested", "The usual spread for this people"))
    for stat, name in enumerate(STAT_NAMES):
        chosen = points[stat]
        if chosen < MOST_POINTS and chosen + 1 <= left:
            answers.append((f"{_SHORT[stat].lower()}+", f"{name} +1 ({chosen + 1})"))
        if chosen > 0:
            answers.append((f"{_SHORT[stat].lower()}-", f"{name} -1"))
    return text, answers


def _usual(data: Data, hero: Hero) -> PeopleRules:
    """Return what heroes of this people usually choose."""
    return data.rules.peoples[hero.race]


def _take_stats(game: Game, word: str) -> str:
    if word == "done":
        return "skills"
    if word == "suggested":
        _set_stats(game.data, game.hero, _usual(game.data, game.hero).stats)
        return "stats"
    points = points_of(game.data, game.hero)
    points[[s.lower() for s in _SHORT].index(word[:-1])] += 1 if word[-1] == "+" else -1
    _set_stats(game.data, game.hero, points)
    return "stats"


# ------------------------------------------------------------------------ skills


def _ask_skills(game: Game) -> tuple[str, Answers]:
    hero = game.hero
    totals = ", ".join(
        f"{skill.name.title()} {hero.skill(skill)} ({hero.skill_base[skill]} bought)"
        for skill in Skill
    )
    answers: Answers = [("done", f"Done ({hero.unspent:,} kept for later)")]
    if hero.skill_base != list(_usual(game.data, hero).skills):
        answers.append(("suggested", "The usual skills of this people"))
    for skill in Skill:
        base, name = hero.skill_base[skill], skill.name.title()
        cost = experience.skill_cost(base, 1)
        if cost <= hero.unspent:
            answers.append((f"{name.lower()}+", f"{name} +1 ({cost:,})"))
        if base:
            answers.append((f"{name.lower()}-", f"{name} -1"))
    return f"{hero.unspent:,} experience to spend on skills.\n{totals}.", answers


def _take_skills(game: Game, word: str) -> str:
    if word == "done":
        return "history"
    if word == "suggested":
        _buy_skills(game.hero, _usual(game.data, game.hero).skills)
        return "skills"
    hero, skill = game.hero, Skill[word[:-1].upper()]
    if word[-1] == "+":
        experience.buy_skill(hero, skill)
    else:
        hero.skill_base[skill] -= 1
        hero.unspent += experience.skill_cost(hero.skill_base[skill], 1)
    return "skills"


def _buy_skills(hero: Hero, skills: Sequence[int]) -> None:
    """Start over, and buy these."""
    hero.unspent, hero.skill_base = hero.experience, [0] * 8
    for skill, points in enumerate(skills):
        if points:
            experience.buy_skill(hero, skill, points)


# ------------------------------------------------------------------------ tale, body, name


def _tell_of(game: Game, stream: Stream) -> None:
    """Give the hero a tale, an age and a build, where he has none."""
    hero = game.hero
    if not hero.history:
        hero.history = biography.tale(game.data, stream, hero.race, hero.house)
    if not hero.age:
        hero.age, hero.height, hero.weight = biography.body(game.data, stream, hero.race)


def _ask_history(game: Game) -> tuple[str, Answers]:
    _tell_of(game, game.streams.flavour)
    return (
        f"{game.hero.history}\nKeep this tale, hear another, or write your own.",
        [("keep", "Keep this tale"), ("another", "Another tale")],
    )


def _take_history(game: Game, word: str) -> str:
    if word == "keep":
        return "body"
    hero = game.hero
    hero.history = (
        biography.tale(game.data, game.streams.flavour, hero.race, hero.house)
        if word == "another"
        else word[: biography.LONGEST_TALE]
    )
    return "history"


def _ask_body(game: Game) -> tuple[str, Answers]:
    hero = game.hero
    bounds = biography.limits(game.data.races[hero.race])
    ranges = ", ".join(f"{name} {low} to {high}" for name, (low, high) in bounds.items())
    text = (
        f"{hero.age} years old, {hero.height} inches tall, {hero.weight} pounds. "
        f"Keep this, draw again, or say for example “age 30” ({ranges})."
    )
    return text, [("keep", "Keep this"), ("another", "Draw again")]


def _take_body(game: Game, word: str) -> str:
    hero = game.hero
    if word == "keep":
        return "name"
    if word == "another":
        hero.age, hero.height, hero.weight = biography.body(
            game.data, game.streams.flavour, hero.race
        )
        return "body"
    what, _, number = word.lower().partition(" ")
    bounds = biography.limits(game.data.races[hero.race])
    if what not in bounds or not number.isdecimal():
        raise InvalidAction("Say for example “age 30”, “height 70” or “weight 150”.")
    low, high = bounds[what]
    if not low <= int(number) <= high:
        raise IllegalAction(f"The {what} of this people is from {low} to {high}.")
    setattr(hero, what, int(number))
    return "body"


def _ask_name(game: Game) -> tuple[str, Answers]:
    return (
        f"The hero is called {game.hero.name}. Keep the name, draw another, or type one.",
        [("keep", f"Keep {game.hero.name}"), ("another", "Another name")],
    )


def _checked_name(name: str) -> str:
    plain = " ".join(name.split())
    if not plain or not is_printable(plain):
        raise InvalidAction("A hero needs a name.")
    return plain[: biography.LONGEST_NAME]


def _take_name(game: Game, word: str) -> str:
    if word == "keep":
        return "confirm"
    if word == "another":
        game.hero.name = biography.name(game.data, game.streams.flavour)
        return "name"
    if len(word) > biography.LONGEST_NAME:
        raise IllegalAction(f"A name has at most {biography.LONGEST_NAME} letters.")
    game.hero.name = _checked_name(word)
    return "name"


def _ask_confirm(game: Game) -> tuple[str, Answers]:
    hero = game.hero
    race, house = _people(game.data, hero)
    stats = ", ".join(f"{name} {n}" for name, n in zip(_SHORT, hero.stat_base, strict=True))
    text = f"{hero.name}, {race.name}, {house.name}. {stats}. Begin?"
    return text, [("begin", "Begin the descent")]


def _take_confirm(game: Game, word: str) -> str:
    del word
    begin(game)
    return ""


# ------------------------------------------------------------------------ from step to step


class Step(NamedTuple):
    """A step of creation: what it asks, what it makes of an answer (the step that follows), and
    whether the answer may be typed freely."""

    ask: Callable[[Game], tuple[str, Answers]]
    take: Callable[[Game, str], str]
    free: bool = False


STEPS = {
    "race": Step(_ask_race, _take_race),
    "house": Step(_ask_house, _take_house),
    "stats": Step(_ask_stats, _take_stats),
    "skills": Step(_ask_skills, _take_skills),
    "history": Step(_ask_history, _take_history, free=True),
    "body": Step(_ask_body, _take_body, free=True),
    "name": Step(_ask_name, _take_name, free=True),
    "confirm": Step(_ask_confirm, _take_confirm),
}
_ORDER = list(STEPS)


def _ask(game: Game, step: str) -> None:
    """Put a step's question into the state, and the hero as he stands beside it."""
    game.state.birth = step
    hero = game.hero
    derived.update(game)
    hero.health, hero.voice = hero.derived.max_health, hero.derived.max_voice
    asked, answers = STEPS[step].ask(game)
    if step == _ORDER[0]:
        whole = [
            (f"{WHOLE}{slug(game.data.races[people.serial].name)}", f"Whole hero: {people.called}")
            for people in game.data.rules.peoples.values()
        ]
        # The tutorial is a game of its own, of one hero.
        fits = "hero" in game.state.options and not tutorial_level.missing(game.data)
        learn = [("tutorial", LEARN)] if fits else []
        answers = [("quick", "Quick start"), *whole, *learn, *answers]
    else:
        asked = f"Step {_ORDER.index(step) + 1} of {len(_ORDER)}: {asked}"
        answers.append(("back", "Back"))
    free = {"free": "yes"} if STEPS[step].free else {}
    questions.ask(game, "birth", asked, answers, **free)


def take(game: Game, question: Question, word: str) -> None:
    """Take an answer and ask on, until the hero sets out.

    Raises an ActionError, and the question stands as it was, when a typed answer will not do.
    """
    step = game.state.birth
    first = step == _ORDER[0]  # a later step may take any text, such as the name "quick"
    if first and word == "tutorial":
        begin_tutorial(game)
        return
    if first and (word == "quick" or word.startswith(WHOLE)):
        quick_start(game, game.hero.name, None if word == "quick" else people_of(game.data, word))
        return
    if word == "back":
        following = _ORDER[_ORDER.index(step) - 1]
    else:
        try:
            following = STEPS[step].take(game, word)
        except (IllegalAction, InvalidAction):
            game.state.question = question
            raise
    if following:
        _ask(game, following)


def people_of(data: Data, word: str) -> int:
    """Return the people, by serial, that the answer to take a whole hero names."""
    races = data.races.values()
    return next(race.serial for race in races if slug(race.name) == word.removeprefix(WHOLE))
