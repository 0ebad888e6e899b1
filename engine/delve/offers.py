"""Offers of a hero: the expert's choice first, then what fits, then the rest."""

from __future__ import annotations

from collections.abc import Iterator

from engine.common import compass
from engine.contract.action import Action, Offer, OfferGroup
from engine.delve import autoplay, birth, casting, items, paths, terrain
from engine.delve.choices import (
    CHOICES,
    FREE,
    WHILE_ASKED,
    Args,
    floor_tokens,
    pack_tokens,
)
from engine.delve.hunger import carries_heart
from engine.delve.state import WIDTH, DelveHero, DelveItem
from engine.delve.steps import direction_to
from engine.delve.turn import wants_answer
from engine.delve.vision import visible, visible_enemies
from engine.delve.world import STEPS, DelveWorld, gap, sentence

LABEL, HINT = 38, 100
GROUPS: dict[str, OfferGroup] = {
    "move": "move",
    "pause": "move",
    "explore": "plan",
    "travel": "plan",
    "rest": "plan",
    "search": "plan",
    "cast": "target",
    "throw": "target",
    "choose": "growth",
    "answer": "answer",
    "class": "answer",
}
_ITEM_VERBS = frozenset(
    {"get", "drop", "throw", "read", "drink", "eat", "equip", "remove", "inspect", "uncurse"}
)
MENU_WORDS = {
    "throw": "Throw something",
    "cast": "Cast a spell",
    "read": "Read a scroll",
    "drink": "Drink something",
    "eat": "Eat something",
    "equip": "Put something on",
    "remove": "Take something off",
    "drop": "Put something down",
    "use": "Use an ability or tool",
    "inspect": "Inspect something",
    "look": "Look at something",
    "open": "Open a door",
    "close": "Close a door",
    "travel": "Travel",
    "upgrade": "Upgrade a spell",
    "uncurse": "Lift a curse",
    "option": "Options",
    "sort": "Sort your pack",
    "get": "Pick something up",
}
_REST = (
    "get", "upgrade", "uncurse", "descend", "explore", "travel", "rest", "move", "pause",
    "cast", "throw", "eat", "drink", "read", "use", "search", "equip", "remove", "ascend",
    "drop", "open", "close", "look", "inspect", "option", "sort",
)  # fmt: skip
_MENU_ONLY = frozenset({"drop", "inspect", "option", "sort", "look", "remove", "read", "use"})
_MAIN_MENUS = frozenset({"cast", "throw"})  # whose menus deserve a button of their own
_IRREVERSIBLE = frozenset({"choose", "answer", "class", "upgrade"})


def menu_question(hero: DelveHero) -> str:
    """Return what an open menu asks."""
    words = MENU_WORDS.get(hero.menu[0], sentence(hero.menu[0]))
    chosen = " ".join(hero.menu[1:]).replace("-", " ")
    return f"{words}: {chosen}, and then?" if chosen else f"{words}: which?"


def legal(world: DelveWorld, hero: DelveHero) -> list[Offer]:
    """Return the offers of a hero who is to act."""
    if not hero.class_name:
        return [
            offer(world, hero, Action("class", (name,)), whole=True)
            for name in birth.open_classes(world.content)
        ]
    actions = dict.fromkeys(_in_order(world, hero))
    shapes = {verb: frozenset(CHOICES[verb](world, hero)) for verb in {a.verb for a in actions}}
    return [
        offer(world, hero, action, whole=action.args in shapes[action.verb]) for action in actions
    ]


def _in_order(world: DelveWorld, hero: DelveHero) -> Iterator[Action]:
    if hero.choices or wants_answer(world, hero):
        chosen = autoplay.choose(world, hero)
        yield chosen
        for verb in sorted(WHILE_ASKED & CHOICES.keys(), key=lambda verb: verb not in GROUPS):
            yield from _whole_or_menu(world, hero, verb)
        return
    if hero.menu:
        yield from _menu(world, hero)
        return
    yield autoplay.choose(world, hero)
    yield from _fitting(world, hero)
    for verb in _REST:
        yield from _whole_or_menu(world, hero, verb)


def _menu(world: DelveWorld, hero: DelveHero) -> Iterator[Action]:
    verb, given = hero.menu[0], tuple(hero.menu[1:])
    depth = len(given)
    for args in CHOICES[verb](world, hero):
        if args[:depth] == given and len(args) > depth:
            yield Action(verb, args[: depth + 1])
    yield Action("cancel")


def _whole_or_menu(world: DelveWorld, hero: DelveHero, verb: str) -> Iterator[Action]:
    """Yield the verb's actions, or the menu that leads to them where they are many."""
    allowed = CHOICES[verb](world, hero)
    if not allowed:
        return
    if allowed == [()]:
        yield Action(verb)
        return
    menu = verb in _MENU_ONLY
    if verb == "cast":
        yield from _aimed(world, hero, "cast", allowed)
    elif verb == "throw":
        yield from _aimed(world, hero, "throw", allowed)
    elif verb == "travel":
        up = carries_heart(hero)  # else the way back is in the menu alone
        yield from (Action(verb, args) for args in allowed if up or args != ("stairs-up",))
    elif not menu:
        yield from (Action(verb, args) for args in allowed if len(args) < 2 or verb == "choose")
    if menu or verb in MENU_WORDS:
        yield Action(verb)


def _aimed(world: DelveWorld, hero: DelveHero, verb: str, allowed: list[Args]) -> Iterator[Action]:
    """Yield the actions that aim at an enemy in line, and those that need no direction."""
    ways = _lines(world, hero)
    for args in allowed:
        if len(args) < 2 or args[1] not in STEPS or args[1] in ways:
            yield Action(verb, args)


def _lines(world: DelveWorld, hero: DelveHero) -> dict[str, int]:
    """Return the directions in which an enemy stands in line, with its distance."""
    found: dict[str, int] = {}
    for enemy in visible_enemies(world, hero):
        direction = direction_to(world, hero, enemy.at, 20)
        if direction and direction not in found:
            found[direction] = gap(enemy.at, hero.at)
    return found


def _fitting(world: DelveWorld, hero: DelveHero) -> Iterator[Action]:
    """Yield what fits the moment: blows at those beside the hero, the weakest first."""
    beside = [each for each in visible_enemies(world, hero) if gap(each.at, hero.at) == 1]
    beside.sort(key=lambda each: each.health)
    for enemy in beside:
        direction = direction_to(world, hero, enemy.at, 1)
        if direction:
            yield Action("move", (direction,))
    if floor_tokens(world, hero) and not beside:
        yield Action("get")


# ------------------------------------------------------------------ words


def offer(world: DelveWorld, hero: DelveHero, action: Action, *, whole: bool) -> Offer:
    """Return an action with its words; it is whole, or opens a menu."""
    verb, args = action.verb, action.args
    free = not whole or verb in FREE
    label = _label(world, hero, verb, args, whole)
    return Offer(
        action,
        label[:LABEL],
        _hint(world, hero, verb, args)[:HINT],
        _group(verb, args, whole),
        at=_square(hero, args),
        path=_path(world, hero, verb),
        irreversible=whole and (verb in _IRREVERSIBLE or _leaves(world, hero, verb)),
        free=free,
        page={"cast": "Spells"}.get(verb, "Pack" if verb in _ITEM_VERBS else ""),
    )


def _group(verb: str, args: Args, whole: bool) -> OfferGroup:
    if not whole:
        return "act" if verb in _MAIN_MENUS and not args else "other"
    return GROUPS.get(verb, "item" if verb in _ITEM_VERBS else "act")


def _leaves(world: DelveWorld, hero: DelveHero, verb: str) -> bool:
    """Return whether an action leaves the Delve."""
    here = world.level(hero).ground[hero.at]
    return verb == "ascend" and (hero.depth == 1 and here in (terrain.STAIRS_UP, terrain.SHAFT))


def _square(hero: DelveHero, args: Args) -> tuple[int, int] | None:
    if args and args[-1] in STEPS:
        y, x = divmod(hero.at + STEPS[args[-1]], WIDTH)
        return y, x
    return None


def _path(world: DelveWorld, hero: DelveHero, verb: str) -> tuple[tuple[int, int], ...]:
    if verb != "explore" or hero.menu:
        return ()
    way = paths.way_to_explore(world, hero)
    return tuple(divmod(at, WIDTH) for at in way)


def _label(world: DelveWorld, hero: DelveHero, verb: str, args: Args, whole: bool) -> str:
    if not args:
        return MENU_WORDS.get(verb, _PLAIN.get(verb, sentence(verb))) if not whole else _PLAIN[verb]
    way = compass.NAMES.get(args[-1], "")
    if verb == "move":
        at = hero.at + STEPS[args[0]]
        enemy = next((each for each in visible(world, hero) if each.at == at), None)
        if enemy is not None:
            return f"{'Strike' if enemy.side == 0 else 'Pass'} {world.the(enemy)}"
        return f"Step {way}"
    words = [_named(world, hero, verb, args[0])]
    if len(args) > 1:
        words.append(way or _named(world, hero, verb, args[1]))
    elif not whole and verb != "choose":
        words.append("…")
    return sentence(f"{_VERB_WORDS.get(verb, verb)} {' '.join(words)}".strip())


_VERB_WORDS = {
    "class": "",
    "equip": "put on",
    "remove": "take off",
    "get": "pick up",
    "travel": "go to",
}
_PLAIN = {
    "explore": "Explore",
    "rest": "Rest",
    "search": "Search",
    "pause": "Wait",
    "descend": "Go down",
    "ascend": "Go up",
    "get": "Pick up everything",
    "cancel": "Never mind",
}


def _named(world: DelveWorld, hero: DelveHero, verb: str, token: str) -> str:
    item = _item(world, hero, verb, token)
    if item is not None:
        count = None if verb in ("get", "drop", "inspect") else 1
        return items.title(world.content, item, count)
    return token.replace("-", " ")


def _item(world: DelveWorld, hero: DelveHero, verb: str, token: str) -> DelveItem | None:
    if verb == "get":
        return floor_tokens(world, hero).get(token)
    if verb in ("cast", "upgrade", "use", "travel", "look", "choose", "option"):
        return None
    return pack_tokens(world, hero).get(token)


def _hint(world: DelveWorld, hero: DelveHero, verb: str, args: Args) -> str:
    if verb in ("cast", "upgrade") and args:
        for name in hero.spells:
            if items.token(name) == args[0]:
                spell = world.content.spells[name]
                price = casting.cost(world, hero, spell)
                return f"{price} energy. {spell.text}"
    if verb == "choose" and len(args) == 2:
        for name in hero.choices[0]:
            if items.token(name) == args[1]:
                return world.content.abilities[name].text
    if verb == "use" and args:
        for name in hero.abilities:
            if items.token(name) == args[0]:
                return world.content.abilities[name].text
    if verb == "class":
        return world.content.classes[args[0]].text
    return ""
