"""The workbench: questions through which a hero plans an item (rules: smithing 9.2).

Planning takes no time and goes on anywhere. A screen asks; `take` applies an answer and returns
the screen that follows, "" when the hero leaves the workbench, or MAKE when he sets to work.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.common.slugs import slug
from engine.contract.action import IllegalAction, InvalidAction
from engine.sil.game.context import Game
from engine.sil.game.state import Item, Skill, Stat
from engine.sil.hero import abilities as ab
from engine.sil.items import item_classes
from engine.sil.smithing import costs, designs, difficulty, limits
from engine.sil.smithing.forging import in_words

CLASSES, BENCH, MAKE = "classes", "bench", "make"
LONGEST_NAME = 30  # letters, of a saved plan
MOST_DESIGNS = 20

Answers = list[tuple[str, str]]
_KEY = "After the dot: the difficulty it leads to."


class Screen(NamedTuple):
    """A screen of the workbench: what it asks, and what it makes of an answer. `prompt` is what
    may be typed, with the value that stands there now and the most letters."""

    ask: Callable[[Game, str], tuple[str, Answers]]
    take: Callable[[Game, str, str], str]
    prompt: Callable[[Game], tuple[str, str, int]] | None = None


def first(game: Game) -> str:
    """Return the screen to begin with."""
    if game.hero.work is not None:
        game.hero.design = designs.copy(game.hero.work.item)
    return BENCH if game.hero.design is not None else CLASSES


def ask(game: Game, where: str) -> tuple[str, Answers]:
    """Return the question of a screen and its answers."""
    screen, _, detail = where.partition("/")
    return SCREENS[screen].ask(game, detail)


def prompt(game: Game, where: str) -> tuple[str, str, int] | None:
    """Return what may be typed at a screen, what stands there now, and the most letters."""
    screen = SCREENS[where.partition("/")[0]]
    return screen.prompt(game) if screen.prompt else None


def take(game: Game, where: str, word: str) -> str:
    """Apply an answer and return the screen that follows. Raises an ActionError."""
    screen, _, detail = where.partition("/")
    return SCREENS[screen].take(game, detail, word)


def design_of(game: Game) -> Item:
    """Return the design on the workbench. Raises IllegalAction when there is none."""
    if game.hero.design is None:
        raise IllegalAction("There is no design on the workbench.")
    return game.hero.design


def _replace(game: Game, item: Item) -> None:
    """Put another design on the workbench: work that was begun is forgotten."""
    game.hero.design = item
    game.hero.work = None


# ------------------------------------------------------------------------------ base items


def _ask_class(game: Game, _detail: str) -> tuple[str, Answers]:
    answers = [(each.word, each.name) for each in designs.classes(game)]
    if game.knowledge.designs:
        answers.append(("plans", f"Saved plans ({len(game.knowledge.designs)})"))
    if game.hero.design is not None:
        answers.append(("back", "Back to the design"))
    answers.append(("leave", "Leave the workbench"))
    return f"What do you want to make?\n{smith_line(game)}", answers


def smith_line(game: Game) -> str:
    """Return the hero's skill and crafts, and the forge he stands on, in a sentence or two."""
    who = costs.smith(game)
    crafts = ", ".join(ab.name(game.data, ref) for ref in costs.CRAFTS if ref in who.abilities)
    bonus = who.skill - game.hero.skill(Skill.SMITHING)
    forge = f" (the forge adds {bonus})" if bonus else ""
    return f"Smithing {who.skill}{forge}. Abilities: {crafts or 'none'}."


def _take_class(_game: Game, _detail: str, word: str) -> str:
    return {"leave": "", "back": BENCH, "plans": "plans"}.get(word, f"kinds/{word}")


def _tval(word: str) -> int:
    return next(each.tval for each in designs.CLASSES if each.word == word)


def _ask_kind(game: Game, detail: str) -> tuple[str, Answers]:
    answers: Answers = []
    for kind in designs.kinds(game.data, _tval(detail)):
        item = designs.of_kind(game.data, kind)
        answers.append((str(kind.serial), _with_difficulty(game, item)))
    answers.append(("back", "Back"))
    name = next(each.name for each in designs.CLASSES if each.word == detail)
    return f"{name}: which kind? {_KEY}", answers


def _with_difficulty(game: Game, item: Item) -> str:
    hardness = difficulty.difficulty(game.data, item, game.rulings)
    return f"{_short(game, item)} · {hardness}"


def _short(game: Game, item: Item) -> str:
    name = designs.name(game, item)
    for article in ("a ", "an ", "The "):
        name = name.removeprefix(article)
    return name


def _take_kind(game: Game, _detail: str, word: str) -> str:
    if word == "back":
        return CLASSES
    _replace(game, designs.of_kind(game.data, game.data.kinds[int(word)]))
    return BENCH


# ----------------------------------------------------------------------------------- bench


def _ask_bench(game: Game, _detail: str) -> tuple[str, Answers]:
    item = design_of(game)
    answers: Answers = []
    work = game.hero.work
    missing = costs.obstacles(game, item)
    if not missing:
        turns = work.turns if work else costs.of_design(game, item).turns
        answers.append(("make", f"{'Go on' if work else 'Make it'} ({turns} turns)"))
    for number in limits.NUMBERS:
        answers += _steps(game, item, number)
    if item.special or designs.enchantments(game.data, item):
        answers.append(("enchant", "Enchant"))
    if item.artefact or designs.can_be_artefact(game, item):
        answers.append(("artifice", "Artifice"))
    answers += [("save", "Save the plan"), ("base", "Another item"), ("leave", "Leave")]
    return f"{describe(game, item)}\n{_missing_line(missing)} {_KEY}", answers


def _steps(game: Game, item: Item, number: str) -> Answers:
    """Return the answers that raise and lower a number, each with the difficulty it leads to."""
    label, found = limits.NUMBERS[number], []
    for sign, up in (("+", True), ("-", False)):
        if limits.can_change(game.data, item, number, up, game.rulings):
            changed = designs.copy(item)
            designs.change(game, changed, number, up)
            hardness = difficulty.difficulty(game.data, changed, game.rulings)
            found.append((f"{number}{sign}", f"{label} {sign} · {hardness}"))
    return found


def _missing_line(missing: list[str]) -> str:
    return f"You lack {in_words(missing)}." if missing else "You have all that it takes."


def describe(game: Game, item: Item) -> str:
    """Return a design's name, weight, difficulty, time and costs."""
    price = costs.of_design(game, item)
    weight = f"{item.weight // 10}.{item.weight % 10} lb"
    return (
        f"{designs.name(game, item)}, {weight}.\n"
        f"Difficulty {price.difficulty} of your {costs.smith(game).skill}; "
        f"{price.turns} turns. Costs {costs_in_words(price)}."
    )


def costs_in_words(price: costs.Price) -> str:
    """Return the costs of a design as a phrase."""
    found = [f"{n} {stat.name.title()}" for stat, n in zip(Stat, price.stats, strict=True) if n]
    if price.experience:
        found.append(f"{price.experience:,} experience")
    if price.mithril:
        found.append(f"{price.mithril} mithril")
    if price.drain:
        found.append(f"{price.drain} Smithing for good")
    found.append("1 use of the forge" if price.uses == 1 else f"{price.uses} uses of the forge")
    return in_words(found)


def explain(game: Game, item: Item) -> str:
    """Return the difficulty of a design term by term."""
    found = difficulty.terms(game.data, item, game.rulings)
    return ", ".join(f"{term.name} {term.amount:+}" for term in found) or "nothing to it"


def _take_bench(game: Game, _detail: str, word: str) -> str:
    if word[:-1] in limits.NUMBERS:
        item = designs.copy(design_of(game))
        designs.change(game, item, word[:-1], word[-1] == "+")
        _replace(game, item)
        return BENCH
    return {"base": CLASSES, "leave": "", "make": MAKE}.get(word, word)


# -------------------------------------------------------------------- enchanting, artifice


def _ask_enchantment(game: Game, _detail: str) -> tuple[str, Answers]:
    item = design_of(game)
    answers: Answers = []
    for special in designs.enchantments(game.data, item):
        made = designs.enchant(game.data, item, special)
        hardness = difficulty.difficulty(game.data, made, game.rulings)
        answers.append((str(special.serial), f"{special.name} · {hardness}"))
    if item.special:
        answers.append(("plain", "No enchantment"))
    return f"Which enchantment? Its numbers start afresh. {_KEY}", [*answers, ("back", "Back")]


def _take_enchantment(game: Game, _detail: str, word: str) -> str:
    if word != "back":
        special = game.data.specials[int(word)] if word != "plain" else None
        _replace(game, designs.enchant(game.data, design_of(game), special))
    return BENCH


def _ask_artifice(game: Game, _detail: str) -> tuple[str, Answers]:
    item = design_of(game)
    if not item.artefact:
        text = f"Make it an artefact? It takes {costs.ARTEFACT_USES} uses of one forge."
        if item_classes.kind_of(game.data, item).tval in item_classes.JEWELLERY:
            text += " It starts from a plain jewel."
        return text, [("artefact", "Make it an artefact"), ("back", "Back")]
    answers = [
        (slug(group), group)
        for group in designs.GROUPS
        if designs.properties(game.data, item, group)
    ]
    answers += [
        (f"skill-{skill.name.lower()}", f"{skill.name.title()} abilities")
        for skill in Skill
        if designs.grantable(game.data, item, skill)
    ]
    answers += [("name", f"Name it (now {item.title})"), ("ordinary", "No artefact after all")]
    return f"{describe(game, item)}\nWhat do you add?", [*answers, ("back", "Back")]


def _take_artifice(game: Game, _detail: str, word: str) -> str:
    if word == "artefact":
        _replace(game, designs.make_artefact(game, design_of(game)))
        return "artifice"
    if word == "ordinary":
        _replace(game, designs.make_ordinary(game.data, design_of(game)))
        return BENCH
    if word in ("back", "name"):
        return BENCH if word == "back" else "name"
    return f"powers/{word}"


def _powers(game: Game, item: Item, detail: str) -> dict[str, tuple[str, bool]]:
    """Return the properties or abilities of a group: by answer, the name and whether it is on."""
    if detail.startswith("skill-"):
        refs = designs.grantable(game.data, item, Skill[detail.removeprefix("skill-").upper()])
        return {
            f"{ref.skill}.{ref.number}": (ab.name(game.data, ref), ref in item.abilities)
            for ref in refs
        }
    group = next(name for name in designs.GROUPS if slug(name) == detail)
    return {
        slug(difficulty.label(flag)): (difficulty.label(flag), flag in item.flags)
        for flag in designs.properties(game.data, item, group)
    }


def _with_power(game: Game, item: Item, detail: str, word: str) -> Item:
    """Return the design with a property or ability added, or taken away. Raises IllegalAction."""
    changed = designs.copy(item)
    if detail.startswith("skill-"):
        skill, number = (int(part) for part in word.split("."))
        designs.toggle_ability(changed, game.data.ability(skill, number).ref)
    else:
        group = next(name for name in designs.GROUPS if slug(name) == detail)
        flags = designs.properties(game.data, item, group)
        flag = next(f for f in flags if slug(difficulty.label(f)) == word)
        designs.toggle_property(game.data, changed, flag)
    return changed


def _ask_power(game: Game, detail: str) -> tuple[str, Answers]:
    item = design_of(game)
    answers: Answers = []
    full = detail.startswith("skill-") and len(item.abilities) >= designs.MOST_ABILITIES
    for word, (name, on) in _powers(game, item, detail).items():
        if full and not on:
            continue
        changed = _with_power(game, item, detail, word)
        hardness = difficulty.difficulty(game.data, changed, game.rulings)
        answers.append((word, f"{'Without' if on else 'Add'} {name} · {hardness}"))
    group = detail.removeprefix("skill-").replace("-", " ")
    has = [name for name, on in _powers(game, item, detail).values() if on]
    chosen = f" It has {', '.join(has)}." if has else ""
    return f"{describe(game, item)}\nWhich of {group}?{chosen} {_KEY}", [*answers, ("back", "Back")]


def _take_power(game: Game, detail: str, word: str) -> str:
    if word == "back":
        return "artifice"
    _replace(game, _with_power(game, design_of(game), detail, word))
    return f"powers/{detail}"


# ------------------------------------------------------------------------- names and plans


def checked(text: str, longest: int) -> str:
    """Return a typed name without idle spaces. Raises InvalidAction."""
    plain = " ".join(text.split())
    if not plain or not plain.isprintable():
        raise InvalidAction("Write a name.")
    if len(plain) > longest:
        raise InvalidAction(f"A name has at most {longest} letters.")
    return plain


def _ask_name(game: Game, _detail: str) -> tuple[str, Answers]:
    title = design_of(game).title
    return f"The artefact is called “{title}”. Keep it, or write another.", [
        ("keep", "Keep the name")
    ]


def _take_name(game: Game, _detail: str, word: str) -> str:
    if word != "keep":
        item = designs.copy(design_of(game))
        item.title = checked(word, designs.LONGEST_TITLE)
        _replace(game, item)
    return "artifice"


def _name_prompt(game: Game) -> tuple[str, str, int]:
    return "the artefact's name", design_of(game).title, designs.LONGEST_TITLE


def _suggested(game: Game) -> str:
    return _short(game, design_of(game))[:LONGEST_NAME].strip()


def _ask_save(game: Game, _detail: str) -> tuple[str, Answers]:
    keep = f"Save as “{_suggested(game)}”"
    return "Save the plan under which name?", [("keep", keep), ("back", "Back")]


def _take_save(game: Game, _detail: str, word: str) -> str:
    if word == "back":
        return BENCH
    kept = game.knowledge.designs
    name = _suggested(game) if word == "keep" else checked(word, LONGEST_NAME)
    same = [other for other in kept if other.casefold() == name.casefold()]
    if not same and len(kept) >= MOST_DESIGNS:
        raise IllegalAction(f"You have {MOST_DESIGNS} plans already: remove one first.")
    for other in same:
        del kept[other]
    kept[name] = designs.copy(design_of(game))
    return BENCH


def _save_prompt(game: Game) -> tuple[str, str, int]:
    return "the plan's name", _suggested(game), LONGEST_NAME


def _ask_plan(game: Game, _detail: str) -> tuple[str, Answers]:
    answers = [(f"open {name.lower()}", name) for name in game.knowledge.designs]
    answers += [("remove", "Remove one"), ("back", "Back")]
    return "Which plan?", answers


def _take_plan(game: Game, _detail: str, word: str) -> str:
    if word in ("back", "remove"):
        return CLASSES if word == "back" else "remove"
    open_plan(game, word.removeprefix("open "))
    return BENCH


def _ask_removal(game: Game, _detail: str) -> tuple[str, Answers]:
    answers = [(f"remove {name.lower()}", name) for name in game.knowledge.designs]
    return "Remove which plan?", [*answers, ("back", "Back")]


def _take_removal(game: Game, _detail: str, word: str) -> str:
    if word != "back":
        del game.knowledge.designs[plan_name(game, word.removeprefix("remove "))]
    return "plans" if game.knowledge.designs else CLASSES


def plan_name(game: Game, text: str) -> str:
    """Return the name of the saved plan that a text means. Raises InvalidAction."""
    wanted = text.casefold()
    kept = list(game.knowledge.designs)
    found = [name for name in kept if name.casefold() == wanted]
    found = found or [name for name in kept if name.casefold().startswith(wanted)]
    if not found:
        raise InvalidAction(f"You have no plan called “{text}”.")
    return found[0]


def plan_at_hand(game: Game, args: Sequence[str]) -> Item:
    """Return what is to be made: the saved plan of that name, else the work begun, else the design
    on the workbench. Raises ActionError."""
    if args:
        return designs.copy(game.knowledge.designs[plan_name(game, args[0])])
    work = game.hero.work
    return work.item if work is not None else design_of(game)


def open_plan(game: Game, text: str) -> Item:
    """Put a saved plan on the workbench, and return it. Raises InvalidAction."""
    item = designs.copy(game.knowledge.designs[plan_name(game, text)])
    _replace(game, item)
    return item


SCREENS = {
    CLASSES: Screen(_ask_class, _take_class),
    "kinds": Screen(_ask_kind, _take_kind),
    BENCH: Screen(_ask_bench, _take_bench),
    "enchant": Screen(_ask_enchantment, _take_enchantment),
    "artifice": Screen(_ask_artifice, _take_artifice),
    "powers": Screen(_ask_power, _take_power),
    "name": Screen(_ask_name, _take_name, _name_prompt),
    "save": Screen(_ask_save, _take_save, _save_prompt),
    "plans": Screen(_ask_plan, _take_plan),
    "remove": Screen(_ask_removal, _take_removal),
}
