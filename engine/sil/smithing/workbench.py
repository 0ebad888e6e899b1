"""The workbench: questions through which a hero plans an item (rules: smithing 9.2).

Planning takes no time and goes on anywhere. A screen asks; `take` applies an answer and returns
the screen that follows, "" when the hero leaves the workbench, or MAKE when he sets to work.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.contract.action import IllegalAction, InvalidAction
from engine.contract.texts import Listing, Name, Text, Value, Words, counted, listed, text
from engine.contract.view import TextPrompt
from engine.sil.game.context import SilContext
from engine.sil.game.questions import Answers, Asked
from engine.sil.game.state import Item, Skill, Stat
from engine.sil.hero import abilities as ab
from engine.sil.hero.sheet import pounds
from engine.sil.hero.stat_names import SHORT_STAT_NAMES, SKILL_NAMES
from engine.sil.items import item_classes
from engine.sil.smithing import costs, designs, difficulty, limits
from engine.sil.smithing.forging import in_words

CLASSES, BENCH, MAKE = "classes", "bench", "make"
LONGEST_NAME = 30  # letters, of a saved plan
MOST_DESIGNS = 20
_FOR_ANOTHER = "for-another"  # a plan is removed because there is no room for the one on the bench

_KEY = text("After the dot: the difficulty it leads to.")
_BACK: tuple[str, Words] = ("back", text("Back"))


class Screen(NamedTuple):
    """A screen of the workbench: what it asks, and what it makes of an answer."""

    ask: Callable[[SilContext, str], Asked]
    take: Callable[[SilContext, str, str], str]


def first(game: SilContext) -> str:
    """Return the screen to begin with."""
    work = game.hero.work
    if work is not None and game.hero.design is None:
        game.hero.design = designs.copy(work.item)
    return BENCH if game.hero.design is not None else CLASSES


def ask(game: SilContext, where: str) -> Asked:
    """Return what a screen asks."""
    screen, _, detail = where.partition("/")
    return SCREENS[screen].ask(game, detail)


def take(game: SilContext, where: str, word: str) -> str:
    """Apply an answer and return the screen that follows. Raises an ActionError."""
    screen, _, detail = where.partition("/")
    return SCREENS[screen].take(game, detail, word)


def design_of(game: SilContext) -> Item:
    """Return the design on the workbench. Raises IllegalAction when there is none."""
    if game.hero.design is None:
        raise IllegalAction(text("There is no design on the workbench."))
    return game.hero.design


def _replace(game: SilContext, item: Item) -> None:
    """Put another design on the workbench."""
    game.hero.design = item


# ------------------------------------------------------------------------------ base items


def _ask_class(game: SilContext, _detail: str) -> Asked:
    answers: Answers = [(each.word, each.name) for each in designs.classes(game)]
    if game.knowledge.designs:
        answers.append(("plans", text("Saved plans ({count})", count=len(game.knowledge.designs))))
    if game.hero.design is not None:
        answers.append(("back", text("Back to the design")))
    answers.append(("leave", text("Leave the workbench")))
    return Asked(text("What do you want to make?"), answers, (smith_line(game),))


def smith_line(game: SilContext) -> Text:
    """Return the hero's skill and crafts, and the forge he stands on, in a sentence or two."""
    who = costs.smith(game)
    crafts = [ab.words(game.data, ref) for ref in costs.CRAFTS if ref in who.abilities]
    bonus = who.skill - game.hero.skill(Skill.SMITHING)
    template = (
        "Smithing {skill} (the forge adds {bonus}). Abilities: {crafts}."
        if bonus
        else "Smithing {skill}. Abilities: {crafts}."
    )
    told = listed(crafts) if crafts else text("none")
    return text(template, skill=who.skill, bonus=bonus, crafts=told)


def _take_class(_game: SilContext, _detail: str, word: str) -> str:
    return {"leave": "", "back": BENCH, "plans": "plans"}.get(word, f"kinds/{word}")


def _tval(word: str) -> int:
    return next(each.tval for each in designs.CLASSES if each.word == word)


def _ask_kind(game: SilContext, detail: str) -> Asked:
    answers: Answers = []
    for kind in designs.kinds(game.data, _tval(detail)):
        item = designs.of_kind(game.data, kind)
        name = designs.short_words(game, item)
        answers.append((str(kind.serial), _with_difficulty(game, name, item)))
    answers.append(("back", text("Back")))
    name = next(each.name for each in designs.CLASSES if each.word == detail)
    return Asked(text("{class}: which kind? {key}", **{"class": name, "key": _KEY}), answers)


def _with_difficulty(game: SilContext, label: Value, item: Item) -> Text:
    """Return a label with the difficulty of the design that it leads to."""
    hardness = difficulty.difficulty(game.data, item, game.rulings)
    return text("{label} · {difficulty}", label=label, difficulty=hardness)


def _take_kind(game: SilContext, _detail: str, word: str) -> str:
    if word == "back":
        return CLASSES
    _replace(game, designs.of_kind(game.data, game.data.kinds[int(word)]))
    return BENCH


# ----------------------------------------------------------------------------------- bench


def _ask_bench(game: SilContext, _detail: str) -> Asked:
    item = design_of(game)
    answers: Answers = []
    work = game.hero.work
    missing = costs.obstacles(game, item)
    if not missing:
        begun = work is not None and work.item == item
        turns = work.turns if work and begun else costs.of_design(game, item).turns
        template = "Go on ({turns} turns)" if begun else "Make it ({turns} turns)"
        answers.append(("make", text(template, turns=turns)))
    for number in limits.NUMBERS:
        answers += _steps(game, item, number)
    if item.special or designs.enchantments(game.data, item):
        answers.append(("enchant", text("Enchant")))
    if item.artefact or designs.can_be_artefact(game, item):
        answers.append(("artifice", text("Artifice")))
    answers += [
        ("save", text("Save the plan")),
        ("base", text("Another item")),
        ("leave", text("Leave")),
    ]
    first, *others = describe(game, item)
    missed = text("{missing} {key}", missing=_missing_line(missing), key=_KEY)
    return Asked(first, answers, (*others, missed))


def _steps(game: SilContext, item: Item, number: str) -> Answers:
    """Return the answers that raise and lower a number, each with the difficulty it leads to."""
    found: Answers = []
    for sign, up in (("+", True), ("-", False)):
        if limits.can_change(game.data, item, number, up, game.rulings):
            changed = designs.copy(item)
            designs.change(game, changed, number, up)
            label = text("{number} {sign}", number=limits.NUMBERS[number], sign=sign)
            found.append((f"{number}{sign}", _with_difficulty(game, label, changed)))
    return found


def _missing_line(missing: list[Text]) -> Text:
    if not missing:
        return text("You have all that it takes.")
    return text("You lack {things}.", things=in_words(missing))


def describe(game: SilContext, item: Item) -> tuple[Text, Text]:
    """Return a design's name and weight, and its difficulty, time and costs."""
    price = costs.of_design(game, item)
    name = text("{item:A}, {weight}.", item=designs.words(game, item), weight=pounds(item.weight))
    takes = text(
        "Difficulty {difficulty} of your {skill}; {turns} turns. Costs {price}.",
        difficulty=price.difficulty,
        skill=costs.smith(game).skill,
        turns=price.turns,
        price=costs_in_words(price),
    )
    return name, takes


def costs_in_words(price: costs.Price) -> Listing:
    """Return the costs of a design as a phrase."""
    found = [
        text("{points} {stat}", points=points, stat=SHORT_STAT_NAMES[stat])
        for stat, points in zip(Stat, price.stats, strict=True)
        if points
    ]
    if price.experience:
        found.append(text("{experience:,} experience", experience=price.experience))
    if price.mithril:
        found.append(text("{pieces} mithril", pieces=price.mithril))
    if price.drain:
        found.append(text("{points} Smithing for good", points=price.drain))
    uses = counted(price.uses, "{number} use of the forge", "{number} uses of the forge")
    return in_words([*found, uses])


def explain(game: SilContext, item: Item) -> Text:
    """Return the difficulty of a design term by term."""
    found = [
        text("{why} {amount:+}", why=term.name, amount=term.amount)
        for term in difficulty.terms(game.data, item, game.rulings)
    ]
    return listed(found) if found else text("nothing to it")


def _take_bench(game: SilContext, _detail: str, word: str) -> str:
    if word[:-1] in limits.NUMBERS:
        item = designs.copy(design_of(game))
        designs.change(game, item, word[:-1], word[-1] == "+")
        _replace(game, item)
        return BENCH
    if word == "make" and (work := game.hero.work) and work.item != design_of(game):
        return "discard"
    return {"base": CLASSES, "leave": "", "make": MAKE}.get(word, word)


def _ask_discard(game: SilContext, _detail: str) -> Asked:
    return Asked(loss(game), [("discard", text("Give it up")), _BACK])


def loss(game: SilContext) -> Text:
    """Return the question whether the work that was begun is to be given up."""
    work = game.hero.work
    assert work is not None, "there is work to lose"
    left = counted(work.turns, "{number} turn", "{number} turns")
    return text(
        "Give up your work on {item}, which takes {left} more?",
        item=designs.words(game, work.item),
        left=left,
    )


def _take_discard(game: SilContext, _detail: str, word: str) -> str:
    if word == "back":
        return BENCH
    game.hero.work = None
    return MAKE


# -------------------------------------------------------------------- enchanting, artifice


def _ask_enchantment(game: SilContext, _detail: str) -> Asked:
    item = design_of(game)
    answers: Answers = []
    for special in designs.enchantments(game.data, item):
        made = designs.enchant(game.data, item, special)
        label = _with_difficulty(game, Name(special.name, proper=True), made)
        answers.append((str(special.serial), label))
    if item.special:
        answers.append(("plain", text("No enchantment")))
    question = text("Which enchantment? Its numbers start afresh. {key}", key=_KEY)
    return Asked(question, [*answers, _BACK])


def _take_enchantment(game: SilContext, _detail: str, word: str) -> str:
    if word != "back":
        special = game.data.specials[int(word)] if word != "plain" else None
        _replace(game, designs.enchant(game.data, design_of(game), special))
    return BENCH


def _ask_artifice(game: SilContext, _detail: str) -> Asked:
    item = design_of(game)
    if not item.artefact:
        jewel = item_classes.kind_of(game.data, item).tval in item_classes.JEWELLERY
        question = text(
            "Make it an artefact? It takes {uses} uses of one forge. It starts from a plain jewel."
            if jewel
            else "Make it an artefact? It takes {uses} uses of one forge.",
            uses=costs.ARTEFACT_USES,
        )
        return Asked(question, [("artefact", text("Make it an artefact")), _BACK])
    answers: Answers = [
        (group, name)
        for group, name in designs.GROUP_NAMES.items()
        if designs.properties(game.data, item, group)
    ]
    answers += [
        (f"skill-{skill.name.lower()}", _group_name(f"skill-{skill.name.lower()}"))
        for skill in Skill
        if designs.grantable(game.data, item, skill)
    ]
    title = Name(item.title, given=True)
    answers += [
        ("name", text("Name it (now {title})", title=title)),
        ("ordinary", text("No artefact after all")),
    ]
    first, *others = describe(game, item)
    return Asked(first, [*answers, _BACK], (*others, text("What do you add?")))


def _group_name(group: str) -> Text:
    """Return what a group of properties, or the abilities of a skill, are called."""
    if not group.startswith("skill-"):
        return designs.GROUP_NAMES[group]
    skill = Skill[group.removeprefix("skill-").upper()]
    return text("{skill} abilities", skill=SKILL_NAMES[skill])


def _take_artifice(game: SilContext, _detail: str, word: str) -> str:
    if word == "artefact":
        _replace(game, designs.make_artefact(game, design_of(game)))
        return "artifice"
    if word == "ordinary":
        _replace(game, designs.make_ordinary(game.data, design_of(game)))
        return BENCH
    if word in ("back", "name"):
        return BENCH if word == "back" else "name"
    return f"powers/{word}"


def _powers(game: SilContext, item: Item, detail: str) -> dict[str, tuple[Name | Text, bool]]:
    """Return the properties or abilities of a group: by answer, the name and whether it is on."""
    if detail.startswith("skill-"):
        refs = designs.grantable(game.data, item, Skill[detail.removeprefix("skill-").upper()])
        return {
            f"{ref.skill}.{ref.number}": (ab.words(game.data, ref), ref in item.abilities)
            for ref in refs
        }
    return {
        one.word: (one.name, one.flag in item.flags)
        for one in designs.properties(game.data, item, detail)
    }


def _with_power(game: SilContext, item: Item, detail: str, word: str) -> Item:
    """Return the design with a property or ability added, or taken away. Raises IllegalAction."""
    changed = designs.copy(item)
    if detail.startswith("skill-"):
        skill, number = (int(part) for part in word.split("."))
        designs.toggle_ability(changed, game.data.ability(skill, number).ref)
    else:
        powers = designs.properties(game.data, item, detail)
        power = next(one for one in powers if one.word == word)
        designs.toggle_property(game.data, changed, power.flag)
    return changed


def _ask_power(game: SilContext, detail: str) -> Asked:
    item = design_of(game)
    answers: Answers = []
    full = detail.startswith("skill-") and len(item.abilities) >= designs.MOST_ABILITIES
    for word, (name, on) in _powers(game, item, detail).items():
        if full and not on:
            continue
        changed = _with_power(game, item, detail, word)
        label = text("Without {power}" if on else "Add {power}", power=name)
        answers.append((word, _with_difficulty(game, label, changed)))
    has = [name for name, on in _powers(game, item, detail).values() if on]
    which = text(
        "{group}: which? It has {powers}. {key}" if has else "{group}: which? {key}",
        group=_group_name(detail),
        powers=listed(has),
        key=_KEY,
    )
    first, *others = describe(game, item)
    return Asked(first, [*answers, _BACK], (*others, which))


def _take_power(game: SilContext, detail: str, word: str) -> str:
    if word == "back":
        return "artifice"
    _replace(game, _with_power(game, design_of(game), detail, word))
    return f"powers/{detail}"


# ------------------------------------------------------------------------- names and plans


def checked(typed: str, longest: int) -> str:
    """Return a typed name without idle spaces. Raises InvalidAction."""
    plain = " ".join(typed.split())
    if not plain or not plain.isprintable():
        raise InvalidAction(text("Write a name."))
    if len(plain) > longest:
        raise InvalidAction(text("A name has at most {longest} letters.", longest=longest))
    return plain


def _ask_name(game: SilContext, _detail: str) -> Asked:
    title = Name(design_of(game).title, given=True)
    question = text("The artefact is called “{title}”. Keep it, or write another.", title=title)
    prompt = TextPrompt("answer", text("the artefact's name"), str(title), designs.LONGEST_TITLE)
    return Asked(question, [("keep", text("Keep the name"))], prompt=prompt)


def _take_name(game: SilContext, _detail: str, word: str) -> str:
    if word != "keep":
        item = designs.copy(design_of(game))
        item.title = checked(word, designs.LONGEST_TITLE)
        _replace(game, item)
    return "artifice"


def _suggested(game: SilContext) -> str:
    return str(designs.short_words(game, design_of(game)))[:LONGEST_NAME].strip()


def _ask_save(game: SilContext, _detail: str) -> Asked:
    suggested = _suggested(game)
    keep = text("Save as “{plan}”", plan=Name(suggested, given=True))
    prompt = TextPrompt("answer", text("the plan's name"), suggested, LONGEST_NAME)
    question = text("Save the plan under which name?")
    return Asked(question, [("keep", keep), _BACK], prompt=prompt)


def _take_save(game: SilContext, _detail: str, word: str) -> str:
    if word == "back":
        return BENCH
    kept = game.knowledge.designs
    name = _suggested(game) if word == "keep" else checked(word, LONGEST_NAME)
    same = [other for other in kept if other.casefold() == name.casefold()]
    if not same and len(kept) >= MOST_DESIGNS:
        return f"remove/{_FOR_ANOTHER}"
    for other in same:
        del kept[other]
    kept[name] = designs.copy(design_of(game))
    return BENCH


def _ask_plan(game: SilContext, _detail: str) -> Asked:
    plans = game.knowledge.designs
    answers: Answers = [(f"open {name.lower()}", Name(name, given=True)) for name in plans]
    return Asked(text("Which plan?"), [*answers, ("remove", text("Remove one")), _BACK])


def _take_plan(game: SilContext, _detail: str, word: str) -> str:
    if word in ("back", "remove"):
        return CLASSES if word == "back" else "remove"
    open_plan(game, word.removeprefix("open "))
    return BENCH


def _ask_removal(game: SilContext, detail: str) -> Asked:
    plans = game.knowledge.designs
    answers: Answers = [(f"remove {name.lower()}", Name(name, given=True)) for name in plans]
    question = text("Remove which plan?")
    if detail == _FOR_ANOTHER:
        question = text("You can have {most} plans. Remove which one?", most=MOST_DESIGNS)
    return Asked(question, [*answers, _BACK])


def _take_removal(game: SilContext, detail: str, word: str) -> str:
    if word != "back":
        del game.knowledge.designs[plan_name(game, word.removeprefix("remove "))]
    if detail == _FOR_ANOTHER:
        return BENCH if word == "back" else "save"
    return "plans" if game.knowledge.designs else CLASSES


def plan_name(game: SilContext, typed: str) -> str:
    """Return the name of the saved plan that a text means. Raises InvalidAction."""
    wanted = typed.casefold()
    kept = list(game.knowledge.designs)
    found = [name for name in kept if name.casefold() == wanted]
    found = found or [name for name in kept if name.casefold().startswith(wanted)]
    if not found:
        plan = Name(typed, given=True)
        raise InvalidAction(text("You have no plan called “{plan}”.", plan=plan))
    return found[0]


def plan_at_hand(game: SilContext, args: Sequence[str]) -> Item:
    """Return what is to be made: the saved plan of that name, else the work begun, else the design
    on the workbench. Raises ActionError."""
    if args:
        return designs.copy(game.knowledge.designs[plan_name(game, args[0])])
    work = game.hero.work
    return work.item if work is not None else design_of(game)


def open_plan(game: SilContext, typed: str) -> Item:
    """Put a saved plan on the workbench, and return it. Raises InvalidAction."""
    item = designs.copy(game.knowledge.designs[plan_name(game, typed)])
    _replace(game, item)
    return item


SCREENS = {
    CLASSES: Screen(_ask_class, _take_class),
    "kinds": Screen(_ask_kind, _take_kind),
    BENCH: Screen(_ask_bench, _take_bench),
    "discard": Screen(_ask_discard, _take_discard),
    "enchant": Screen(_ask_enchantment, _take_enchantment),
    "artifice": Screen(_ask_artifice, _take_artifice),
    "powers": Screen(_ask_power, _take_power),
    "name": Screen(_ask_name, _take_name),
    "save": Screen(_ask_save, _take_save),
    "plans": Screen(_ask_plan, _take_plan),
    "remove": Screen(_ask_removal, _take_removal),
}
