"""The making of a hero, step by step or at once (rules: character 1).

Creation lives in the state: `game.birth` names the step, and each step is a question whose
answers choose, go back, or, at the first, leave it all to a quick start.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from engine.common.slugs import slug
from engine.contract.action import IllegalAction, InvalidAction
from engine.contract.dice import ActionDice, Stream
from engine.contract.placeholders import is_placeholder, is_printable
from engine.contract.texts import Name, Text, joined, listed, text
from engine.contract.view import TextPrompt
from engine.sil.data.bundle import Data
from engine.sil.data.records import House, Race
from engine.sil.data.rule_records import PeopleRules
from engine.sil.data.rulings import Rulings
from engine.sil.dungeon import level_arrival, tutorial
from engine.sil.dungeon.generation import tutorial_level
from engine.sil.game import questions
from engine.sil.game.context import SilContext
from engine.sil.game.questions import Answers, Asked
from engine.sil.game.state import Hero, Level, Question, SilState, Skill, Slot, Stat
from engine.sil.hero import abilities as ab
from engine.sil.hero import biography, derived, experience, gear, peoples
from engine.sil.hero.stat_names import SHORT_STAT_NAMES, SKILL_NAMES, STAT_NAMES
from engine.sil.items import flavours, item_creation, stacking
from engine.sil.level import terrain

STAT_POINTS = 13
MOST_POINTS = 4  # in one stat: more is out of reach
HOUSELESS = 0


LEARN = text("Learn to play in a dozen rooms")
WHOLE = "whole_"  # begins the answers that choose a whole hero at once


# ------------------------------------------------------------------------ a new game


def new_game(
    data: Data, options: dict[str, str], name: str, rulings: Rulings, dice: ActionDice
) -> SilContext:
    """Return a game whose hero is still to be made, or made at once (option `hero` is "quick").

    Raises InvalidAction when the name will not do.
    """
    hero = Hero(_checked_name(name), race=0, house=HOUSELESS)
    limbo = Level.blank(0, 3, 3, terrain.PERMANENT)
    game = SilContext(SilState(rulings, options, [hero], limbo), data, streams=dice)
    flavours.deal(game)
    hero.experience = hero.unspent = experience.at_birth(game)
    if options.get("hero") == "quick":
        quick_start(game, name)
    elif options.get("hero") == "tutorial":
        begin_tutorial(game)
    else:
        ask_first(game)
    return game


def ask_first(game: SilContext) -> None:
    """Ask what the making of a hero begins with."""
    _choose_people(game, next(iter(game.data.races)))
    _ask(game, "race")


def quick_start(
    game: SilContext, name: str = "", race: int | None = None, stream: Stream | None = None
) -> None:
    """Make a sensible hero in one go, and begin. `race`: a people's serial, else it is drawn."""
    make_quickly(game, name, race, stream)
    begin(game)


def make_quickly(
    game: SilContext, name: str = "", race: int | None = None, stream: Stream | None = None
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


def begin_tutorial(game: SilContext) -> None:
    """Make a sensible hero, and begin the tutorial instead of the quest.

    Raises InvalidAction where the data lack what its rooms hold.
    """
    if lacking := tutorial_level.missing(game.data):
        what = Name(lacking[0], given=True)
        raise InvalidAction(
            text("The tutorial needs what is not in these data: {what}.", what=what)
        )
    learns = next(people for people in game.data.rules.peoples.values() if people.tutorial)
    make_quickly(game, game.hero.name, learns.serial)
    dress(game)
    game.hero.energy = 100
    tutorial.begin(game)


def begin(game: SilContext) -> None:
    """Dress the hero and set out on the first level."""
    dress(game)
    game.hero.energy = 100
    level_arrival.enter(game, experience.first_depth(game), 0)


def dress(game: SilContext) -> None:
    """End the making of a hero: whole and well, with the people's kit."""
    hero = game.hero
    game.state.birth, game.state.question = "", None
    _outfit(game)
    derived.update(game)
    hero.health, hero.voice = hero.derived.max_health, hero.derived.max_voice


def _outfit(game: SilContext) -> None:
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
    game: SilContext, race: int, house: int = HOUSELESS, points: Sequence[int] = ()
) -> None:
    """Be of another race or house; the points stay where they were, the tale is told anew."""
    hero = game.hero
    hero.race, hero.house = race, house
    _set_stats(game.data, hero, points or (0, 0, 0, 0))
    hero.history, hero.age = "", 0


def _bonuses(stats: Sequence[int]) -> Text:
    told = [
        text("{stat} {bonus:+d}", stat=SHORT_STAT_NAMES[stat], bonus=bonus)
        for stat, bonus in zip(Stat, stats, strict=True)
        if bonus
    ]
    return listed(told) if told else text("no bonus")


_LEANINGS: dict[str, Name | Text] = {
    "MEL": SKILL_NAMES[Skill.MELEE],
    "ARC": SKILL_NAMES[Skill.ARCHERY],
    "EVN": SKILL_NAMES[Skill.EVASION],
    "STL": SKILL_NAMES[Skill.STEALTH],
    "PER": SKILL_NAMES[Skill.PERCEPTION],
    "WIL": SKILL_NAMES[Skill.WILL],
    "SMT": SKILL_NAMES[Skill.SMITHING],
    "SNG": SKILL_NAMES[Skill.SONG],
    "BOW": text("bow"),
    "AXE": text("axe"),
}
_LEANING_WORDS = {
    "AFFINITY": "{skill} affinity",
    "PENALTY": "{skill} penalty",
    "PROFICIENCY": "{skill} proficiency",
}


def gifts(people: Race | House) -> Text:
    """Return what a race or house gives, in numbers: "Dex +1; Song affinity"."""
    told = [_bonuses(people.stats)]
    for flag in sorted(people.flags):
        skill, _, leaning = flag.partition("_")
        told.append(text(_LEANING_WORDS[leaning], skill=_LEANINGS[skill]))
    return joined(told, "; ")


def people_line(people: Race | House) -> Text:
    """Return a line on a people or house, with what it gives."""
    return text("{people}: {gifts}", people=Name(people.name, proper=True), gifts=gifts(people))


def _people_lines(peoples: Iterable[Race | House], chosen: int) -> list[Text]:
    """Return a line on each, the chosen one last: where room is short the last line stays."""
    return [people_line(each) for each in sorted(peoples, key=lambda each: each.serial == chosen)]


def _people_label(people: Race | House) -> Text:
    name = Name(people.name, proper=True)
    return text("{people}: {bonuses}", people=name, bonuses=_bonuses(people.stats))


def _ask_race(game: SilContext) -> Asked:
    races = game.data.races.values()
    return Asked(
        text(
            "Take a whole hero, or choose a people to make one in {steps} steps.", steps=len(STEPS)
        ),
        [(slug(race.name), _people_label(race)) for race in races],
    )


def _take_race(game: SilContext, word: str) -> str:
    race = next(r for r in game.data.races.values() if slug(r.name) == word)
    if race.serial != game.hero.race or game.hero.house == HOUSELESS:
        _choose_people(game, race.serial, points=points_of(game.data, game.hero))
    return "house"


def _ask_house(game: SilContext) -> Asked:
    content = game.data
    houses = [content.houses[n] for n in sorted(content.races[game.hero.race].houses)]
    return Asked(
        text("Of which house?"),
        [(slug(house.short_name or house.name), _people_label(house)) for house in houses],
        tuple(_people_lines(houses, game.hero.house)),
    )


def _take_house(game: SilContext, word: str) -> str:
    hero, content = game.hero, game.data
    houses = (content.houses[n] for n in content.races[hero.race].houses)
    house = next(h for h in houses if slug(h.short_name or h.name) == word)
    if house.serial != hero.house:
        _choose_people(game, hero.race, house.serial, points_of(game.data, hero))
    return "stats"


def _ask_stats(game: SilContext) -> Asked:
    hero = game.hero
    points = points_of(game.data, hero)
    left = STAT_POINTS - points_cost(points)
    con, gra, strength = (hero.stat_base[s] for s in (Stat.CON, Stat.GRA, Stat.STR))
    stats = [text("{stat} {value}", stat=STAT_NAMES[s], value=hero.stat_base[s]) for s in Stat]
    comes_to = text(
        "{stats}. Health {health}, voice {voice}, carries {pounds} lb.",
        stats=listed(stats),
        health=derived.maximum(con),
        voice=derived.maximum(gra),
        pounds=derived.capacity(strength) // 10,
    )
    done = text("Done ({points} points lost)", points=left) if left else text("Done")
    answers: Answers = [("done", done)]
    if points != list(_usual(game.data, hero).stats):
        answers.append(("suggested", text("The usual spread for this people")))
    for stat, name in STAT_NAMES.items():
        chosen = points[stat]
        if chosen < MOST_POINTS and chosen + 1 <= left:
            label = text("{stat} +1 ({cost})", stat=name, cost=chosen + 1)
            answers.append((f"{stat.name.lower()}+", label))
        if chosen > 0:
            answers.append((f"{stat.name.lower()}-", text("{stat} -1", stat=name)))
    asked = text("{all} points for the stats, {left} left.", all=STAT_POINTS, left=left)
    return Asked(asked, answers, (comes_to,))


def _usual(data: Data, hero: Hero) -> PeopleRules:
    """Return what heroes of this people usually choose."""
    return data.rules.peoples[hero.race]


def _take_stats(game: SilContext, word: str) -> str:
    if word == "done":
        return "skills"
    if word == "suggested":
        _set_stats(game.data, game.hero, _usual(game.data, game.hero).stats)
        return "stats"
    points = points_of(game.data, game.hero)
    points[Stat[word[:-1].upper()]] += 1 if word[-1] == "+" else -1
    _set_stats(game.data, game.hero, points)
    return "stats"


# ------------------------------------------------------------------------ skills


def _ask_skills(game: SilContext) -> Asked:
    hero = game.hero
    totals = [
        text(
            "{skill} {total} ({points} bought)",
            skill=SKILL_NAMES[skill],
            total=hero.skill(skill),
            points=hero.skill_base[skill],
        )
        for skill in Skill
    ]
    answers: Answers = [
        ("done", text("Done ({experience:,} kept for later)", experience=hero.unspent))
    ]
    if hero.skill_base != list(_usual(game.data, hero).skills):
        answers.append(("suggested", text("The usual skills of this people")))
    for skill, name in SKILL_NAMES.items():
        cost = experience.skill_cost(hero.skill_base[skill], 1)
        if cost <= hero.unspent:
            label = text("{skill} +1 ({cost:,})", skill=name, cost=cost)
            answers.append((f"{skill.name.lower()}+", label))
        if hero.skill_base[skill]:
            answers.append((f"{skill.name.lower()}-", text("{skill} -1", skill=name)))
    asked = text("{experience:,} experience to spend on skills.", experience=hero.unspent)
    return Asked(asked, answers, (text("{totals}.", totals=listed(totals)),))


def _take_skills(game: SilContext, word: str) -> str:
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


def _tell_of(game: SilContext, stream: Stream) -> None:
    """Give the hero a tale, an age and a build, where he has none."""
    hero = game.hero
    if not hero.history:
        hero.history = biography.tale(game.data, stream, hero.race, hero.house)
    if not hero.age:
        hero.age, hero.height, hero.weight = biography.body(game.data, stream, hero.race)


def _ask_history(game: SilContext) -> Asked:
    _tell_of(game, game.streams.flavour)
    hero = game.hero
    return Asked(
        text("Keep this tale, hear another, or write your own."),
        [("keep", text("Keep this tale")), ("another", text("Another tale"))],
        (Name(hero.history, given=True),),
        TextPrompt("answer", text("the hero's tale"), hero.history, biography.LONGEST_TALE),
    )


def _take_history(game: SilContext, word: str) -> str:
    if word == "keep":
        return "body"
    hero = game.hero
    if word == "another":
        told = game.data, game.streams.flavour, hero.race, hero.house
        hero.history = biography.other_than(hero.history, partial(biography.tale, *told))
    else:
        hero.history = word[: biography.LONGEST_TALE]
    return "history"


_BODY = {
    "age": "age {low} to {high}",
    "height": "height {low} to {high}",
    "weight": "weight {low} to {high}",
}
_OUT_OF_BOUNDS = {
    "age": "The age of this people is from {low} to {high}.",
    "height": "The height of this people is from {low} to {high}.",
    "weight": "The weight of this people is from {low} to {high}.",
}


def _ask_body(game: SilContext) -> Asked:
    hero = game.hero
    bounds = biography.limits(game.data.races[hero.race])
    ranges = [text(_BODY[what], low=low, high=high) for what, (low, high) in bounds.items()]
    return Asked(
        text(
            "{age} years old, {height} inches tall, {weight} pounds. Keep this, draw again, or say "
            "for example “age 30” ({ranges}).",
            age=hero.age,
            height=hero.height,
            weight=hero.weight,
            ranges=listed(ranges),
        ),
        [("keep", text("Keep this")), ("another", text("Draw again"))],
        prompt=TextPrompt("answer", text("age, height or weight"), f"age {hero.age}", 20),
    )


def _take_body(game: SilContext, word: str) -> str:
    hero = game.hero
    if word == "keep":
        return "name"
    if word == "another":
        drawn = partial(biography.body, game.data, game.streams.flavour, hero.race)
        body = biography.other_than((hero.age, hero.height, hero.weight), drawn)
        hero.age, hero.height, hero.weight = body
        return "body"
    what, _, number = word.lower().partition(" ")
    bounds = biography.limits(game.data.races[hero.race])
    if what not in bounds or not number.isdecimal():
        raise InvalidAction(text("Say for example “age 30”, “height 70” or “weight 150”."))
    low, high = bounds[what]
    if not low <= int(number) <= high:
        raise IllegalAction(text(_OUT_OF_BOUNDS[what], low=low, high=high))
    setattr(hero, what, int(number))
    return "body"


def _ask_name(game: SilContext) -> Asked:
    name = game.hero.called
    known = "" if is_placeholder(name.word) else name.word
    return Asked(
        text("The hero is called {hero}. Keep the name, draw another, or type one.", hero=name),
        [("keep", text("Keep {hero}", hero=name)), ("another", text("Another name"))],
        prompt=TextPrompt("answer", text("the hero's name"), known, biography.LONGEST_NAME),
    )


def _checked_name(name: str) -> str:
    plain = " ".join(name.split())
    if not plain or not is_printable(plain):
        raise InvalidAction(text("A hero needs a name."))
    return plain[: biography.LONGEST_NAME]


def _take_name(game: SilContext, word: str) -> str:
    if word == "keep":
        return "confirm"
    if word == "another":
        drawn = partial(biography.name, game.data, game.streams.flavour)
        game.hero.name = biography.other_than(game.hero.name, drawn)
        return "name"
    if len(word) > biography.LONGEST_NAME:
        raise IllegalAction(
            text("A name has at most {longest} letters.", longest=biography.LONGEST_NAME)
        )
    game.hero.name = _checked_name(word)
    return "name"


def _ask_confirm(game: SilContext) -> Asked:
    hero = game.hero
    stats = [
        text("{stat} {value}", stat=name, value=hero.stat_base[stat])
        for stat, name in SHORT_STAT_NAMES.items()
    ]
    asked = text(
        "{hero}, {people}, {house}. {stats}. Begin?",
        hero=hero.called,
        stats=listed(stats),
        **peoples.names(game.data, hero),
    )
    return Asked(asked, [("begin", text("Begin the descent"))])


def _take_confirm(game: SilContext, word: str) -> str:
    del word
    begin(game)
    return ""


# ------------------------------------------------------------------------ from step to step


class Step(NamedTuple):
    """A step of creation: what it asks, what it makes of an answer (the step that follows), and
    whether the answer may be typed freely."""

    ask: Callable[[SilContext], Asked]
    take: Callable[[SilContext, str], str]
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


def _ask(game: SilContext, step: str) -> None:
    """Put a step's question into the state, and the hero as he stands beside it."""
    game.state.birth = step
    hero = game.hero
    derived.update(game)
    hero.health, hero.voice = hero.derived.max_health, hero.derived.max_voice
    asked = STEPS[step].ask(game)
    if step == _ORDER[0]:
        whole: Answers = [
            (
                f"{WHOLE}{slug(game.data.races[people.serial].name)}",
                text("Whole hero: {who}", who=Text(people.called)),
            )
            for people in game.data.rules.peoples.values()
        ]
        # The tutorial is a game of its own, of one hero.
        fits = "hero" in game.state.options and not tutorial_level.missing(game.data)
        learn: Answers = [("tutorial", LEARN)] if fits else []
        quick = ("quick", text("Quick start"))
        asked = asked._replace(answers=[quick, *whole, *learn, *asked.answers])
    else:
        numbered = text(
            "Step {number} of {last}: {asked}",
            number=_ORDER.index(step) + 1,
            last=len(_ORDER),
            asked=asked.text,
        )
        asked = asked._replace(text=numbered, answers=[*asked.answers, ("back", text("Back"))])
    free = {"free": "yes"} if STEPS[step].free else {}
    questions.ask(game, "birth", asked, **free)


def take(game: SilContext, question: Question, word: str) -> None:
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
