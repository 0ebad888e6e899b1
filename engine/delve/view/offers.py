"""Offers of a hero: the expert's choice first, then what fits, then the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import structs

from engine.common import compass
from engine.common.plans import LIMITS, split_terms
from engine.contract.action import HINT_LENGTH, LABEL_LENGTH, Action, Intent, Offer, OfferGroup
from engine.contract.texts import Name, Text, Value, Words, cut_words, joined, text, typed
from engine.delve import terrain
from engine.delve.actions import fight_plans, hunting, last_ways, plans
from engine.delve.actions.execution import STUDY_COST
from engine.delve.actions.legal_actions import (
    ANSWERS,
    CHOICES,
    Args,
    floor_tokens,
    is_free,
    pack_tokens,
    with_kept_terms,
)
from engine.delve.actions.turn_order import wants_answer
from engine.delve.autoplay import expert
from engine.delve.data.kinds import VerbKind
from engine.delve.descriptions import spell_figures
from engine.delve.hero.hunger import carries_heart
from engine.delve.monsters.monster_steps import direction_to
from engine.delve.movement import paths
from engine.delve.odds import ailments
from engine.delve.places import bargains, claims
from engine.delve.rules import inventory, words
from engine.delve.rules.context import STEPS, DelveContext, gap
from engine.delve.rules.vision import visible, visible_enemies
from engine.delve.state import DUNGEON, WIDTH, DelveHero, DelveItem
from engine.delve.view.action_words import deed_label
from engine.delve.view.chances import chances

AIM_RANGE = 20  # squares
ONE_THING = 2  # ways to pick it up: by its name, and as all that lies here
_REST = (
    "fight", "cast-at", "volley", "fall-back", "hide", "flee",
    "claim", "free", "bargain",
    "get", "upgrade", "pray", "uncurse", "descend", "hunt", "explore", "travel", "rest",
    "unbar", "force", "cross", "search-walls", "wait", "move", "pause",
    "cast", "throw", "eat", "drink", "read", "use", "search", "equip", "remove", "ascend",
    "drop", "open", "close", "look", "inspect", "option", "sort", "caution",
)  # fmt: skip


def menu_question(game: DelveContext, hero: DelveHero) -> Text:
    """Return what an open menu asks."""
    verb, *given = hero.menu
    asks = text(game.content.verbs[verb].asks)
    if not given:
        return text("{menu:The}: which?", menu=asks)
    chosen = joined([_named(game, hero, verb, token) for token in given])
    return text("{menu:The}: {chosen}, and then?", menu=asks, chosen=chosen)


def legal(game: DelveContext, hero: DelveHero) -> list[Offer]:
    """Return the offers of a hero who is to act."""
    ranked = {each.action: each.why for each in expert.ranked(game, hero)}
    first = [action for action in ranked if action.verb != "cancel"]
    actions = dict.fromkeys((*first, *_in_order(game, hero)))
    shapes = {verb: frozenset(_whole(game, hero, verb)) for verb in {a.verb for a in actions}}
    return [
        structs.replace(
            offer(game, hero, action, whole=action.args in shapes[action.verb]),
            advised=action in ranked,
            why=ranked.get(action, ""),
        )
        for action in actions
    ]


def _whole(game: DelveContext, hero: DelveHero, verb: str) -> list[Args]:
    """Return the complete arguments of a verb."""
    if verb == "class":
        return [(name,) for name in game.content.open_classes]
    return CHOICES[verb](game, hero)


def _in_order(game: DelveContext, hero: DelveHero) -> Iterator[Action]:
    """Yield what may be done, what fits the moment first."""
    if not hero.class_name:
        yield from (Action("class", args) for args in _whole(game, hero, "class"))
        return
    if hero.choices or wants_answer(game, hero):
        for verb in ANSWERS:
            yield from _whole_or_menu(game, hero, verb)
        return
    if hero.menu:
        yield from _menu(game, hero)
        return
    yield from _fitting(game, hero)
    for verb in _REST:
        yield from _whole_or_menu(game, hero, verb)


def _menu(game: DelveContext, hero: DelveHero) -> Iterator[Action]:
    verb, given = hero.menu[0], tuple(hero.menu[1:])
    depth = len(given)
    for args in CHOICES[verb](game, hero):
        if args[:depth] == given and len(args) > depth:
            yield Action(verb, args[: depth + 1])
    yield Action("cancel")


def _whole_or_menu(game: DelveContext, hero: DelveHero, verb: str) -> Iterator[Action]:
    """Yield the verb's actions, or the menu that leads to them where they are many."""
    allowed = CHOICES[verb](game, hero)
    if not allowed:
        return
    if allowed == [()]:
        yield Action(verb)
        return
    kind = game.content.verbs[verb]
    if verb == "cast":
        yield from _aimed(game, hero, "cast", allowed)
    elif verb == "throw":
        yield from _aimed(game, hero, "throw", allowed)
    elif verb == "fight":
        yield from (Action(verb, args) for args in allowed if len(args) == 1)
    elif verb == "cast-at":
        yield from (Action(verb, args) for args in allowed)
    elif verb == "travel":
        up = carries_heart(game, hero)  # else the way back is in the menu alone
        yield from (Action(verb, args) for args in allowed if up or args != ("stairs-up",))
    elif verb == "get" and len(allowed) == ONE_THING:
        yield Action(verb)
    elif not kind.menu_only:
        whole = verb in ("choose", "claim")
        yield from (Action(verb, args) for args in allowed if len(args) < 2 or whole)
    if kind.menu:
        yield Action(verb)


def _aimed(game: DelveContext, hero: DelveHero, verb: str, allowed: list[Args]) -> Iterator[Action]:
    """Yield the actions that aim at an enemy in line, and those that need no direction."""
    ways = _lines(game, hero)
    for args in allowed:
        if len(args) < 2 or args[1] not in STEPS or args[1] in ways:
            yield Action(verb, args)


def _lines(game: DelveContext, hero: DelveHero) -> dict[str, int]:
    """Return the directions in which an enemy stands in line, with its distance."""
    found: dict[str, int] = {}
    for enemy in visible_enemies(game, hero):
        direction = direction_to(game, hero, enemy.at, AIM_RANGE)
        if direction and direction not in found:
            found[direction] = gap(enemy.at, hero.at)
    return found


def _fitting(game: DelveContext, hero: DelveHero) -> Iterator[Action]:
    """Yield what fits the moment: blows at those beside the hero, the weakest first."""
    beside = [each for each in visible_enemies(game, hero) if gap(each.at, hero.at) == 1]
    beside.sort(key=lambda each: each.health)
    for enemy in beside:
        direction = direction_to(game, hero, enemy.at, 1)
        if direction:
            yield Action("move", (direction,))
    if floor_tokens(game, hero) and not beside:
        yield Action("get")


# ------------------------------------------------------------------ words


def offer(game: DelveContext, hero: DelveHero, action: Action, *, whole: bool) -> Offer:
    """Return an action with its words; it is whole, or opens a menu."""
    verb, args = action.verb, action.args
    kind = game.content.verbs[verb]
    free = not whole or is_free(game, hero, verb, args)
    label = _label(game, hero, verb, args, whole)
    return Offer(
        with_kept_terms(hero, action) if whole else action,
        label,
        _hint(game, hero, verb, args),
        _group(kind, args, whole),
        at=_square(hero, args),
        path=_path(game, hero, verb),
        irreversible=whole and (kind.irreversible or _leaves(game, hero, verb)),
        free=free,
        page=kind.page,
        chances=chances(game, hero, action) if whole else (),
        intent=_intent(game, hero, verb, args, whole),
        target=_target(game, hero, verb, args, whole),
    )


def _group(kind: VerbKind, args: Args, whole: bool) -> OfferGroup:
    if not whole:
        return "act" if kind.own_button and not args else "other"
    return kind.group


def _leaves(game: DelveContext, hero: DelveHero, verb: str) -> bool:
    """Return whether an action leaves the Delve."""
    here = game.level(hero).ground[hero.at]
    return verb == "ascend" and (hero.depth == 1 and here in (terrain.STAIRS_UP, terrain.SHAFT))


def _square(hero: DelveHero, args: Args) -> tuple[int, int] | None:
    if args and args[-1] in STEPS:
        y, x = divmod(hero.at + STEPS[args[-1]], WIDTH)
        return y, x
    return None


def _path(game: DelveContext, hero: DelveHero, verb: str) -> tuple[tuple[int, int], ...]:
    if verb not in ("hunt", "explore") or hero.menu:
        return ()
    way = paths.way_to_explore(game, hero)
    return tuple(divmod(at, WIDTH) for at in way)


def label(game: DelveContext, hero: DelveHero, action: Action) -> Words:
    """Return what the button of an action is called; a plan's terms make no difference."""
    args, _ = split_terms(action.args)
    return _label(game, hero, action.verb, args, args in _whole(game, hero, action.verb))


def _label(game: DelveContext, hero: DelveHero, verb: str, args: Args, whole: bool) -> Words:
    kind = game.content.verbs[verb]
    if not args:
        if verb == "get" and len(lying := floor_tokens(game, hero)) == 1:
            return deed_label(kind, [_named(game, hero, verb, *lying)], whole)
        return text(kind.plain if whole or not kind.menu else kind.menu)
    if verb == "move":
        return _step_label(game, hero, args[0])
    named = [_named(game, hero, verb, token) for token in args]
    full = deed_label(kind, named, whole)
    if len(str(full)) <= LABEL_LENGTH:
        return full
    brief = [
        _in_brief(_item(game, hero, verb, token), token, words)
        for token, words in zip(args, named, strict=True)
    ]
    return cut_words(deed_label(kind, brief, whole), LABEL_LENGTH)


def _in_brief(item: DelveItem | None, token: str, named: Value) -> Value:
    """Return a shorter name of what a word stands for: a thing's kind alone, no article, letters
    for a direction."""
    if item is not None:
        return Name(item.kind, proper=True)
    if named is compass.WORDS.get(token):
        return compass.LETTERS[token]
    return structs.replace(named, proper=True) if isinstance(named, Name) else named


def _step_label(game: DelveContext, hero: DelveHero, way: str) -> Text:
    at = hero.at + STEPS[way]
    other = next((each for each in visible(game, hero) if each.at == at), None)
    if other is None:
        label = "Cut the web ({direction})" if "webbed" in hero.statuses else "Step {direction}"
        return text(label, direction=compass.WORDS[way])
    if other.side == DUNGEON:
        return text("Strike {creature:the}", creature=game.the(other))
    return text("Pass {creature:the}", creature=game.the(other))


def _named(game: DelveContext, hero: DelveHero, verb: str, token: str) -> Value:
    """Return what a word of an action line stands for."""
    if token in compass.NAMES and verb not in ("option", "travel"):
        return compass.WORDS[token]
    learnt = _LEARNT[verb](hero) if verb in _LEARNT else ()
    for name in learnt:
        if inventory.token(name) == token:
            learnt_ability = verb in ("use", "choose")
            return words.ability(game.content, name) if learnt_ability else words.spell(name)
    item = _item(game, hero, verb, token)
    if item is not None:
        return inventory.title(
            game.content, item, None if verb in ("get", "drop", "inspect") else 1
        )
    if verb == "force":
        return typed(token.upper())
    if verb == "bargain":
        kinds = bargains.bargains_here(game, hero)
        return next(
            Name(each.name, proper=True) for each in kinds if inventory.token(each.name) == token
        )
    if verb == "travel":
        code = plans.PLACES.get(token)
        return Name(terrain.NAMES[code] if code else game.content.heart, proper=True)
    for monster in (
        visible(game, hero) if verb == "look" or game.content.verbs[verb].at_enemies else ()
    ):
        if inventory.token(monster.name, monster.number) == token:
            return game.the(monster)
    return int(token) if token.isdigit() else words.term(token)


# The spells and abilities that an action line of a verb may name.
_LEARNT: dict[str, Callable[[DelveHero], Sequence[str]]] = {
    "cast": lambda hero: hero.spells,
    "cast-at": lambda hero: hero.spells,
    "cast-then-fight": lambda hero: hero.spells,
    "upgrade": lambda hero: hero.spells,
    "use": lambda hero: hero.abilities,
    "choose": lambda hero: hero.choices[0] if hero.choices else (),
}


def _item(game: DelveContext, hero: DelveHero, verb: str, token: str) -> DelveItem | None:
    if verb == "get":
        return floor_tokens(game, hero).get(token)
    if verb == "claim" and token in (found := claims.shown(game, hero)):
        return found[token]
    if verb in ("upgrade", "travel", "look", "choose", "option", "caution"):
        return None
    carried = pack_tokens(game, hero).get(token)
    if carried is None and verb == "inspect":
        return floor_tokens(game, hero).get(token)
    return carried


def _hint(game: DelveContext, hero: DelveHero, verb: str, args: Args) -> Words:
    course = ailments.course(game, hero, "poisoned") if verb == "rest" else None
    if course is not None:
        return text(
            "The poison takes {lost} of your {health} health and does not kill",
            lost=round(course.damage),
            health=hero.health,
        )
    if verb in ("cast", "upgrade") and args:
        for name in hero.spells:
            if inventory.token(name) == args[0]:
                figures = spell_figures.summary(game, hero, name)
                about = text(game.content.spells[name].text)
                told = text("{figures}. {about}", figures=figures, about=about)
                return told if len(str(told)) <= HINT_LENGTH else figures
    if verb == "bargain" and args:
        for kind in bargains.bargains_here(game, hero):
            if inventory.token(kind.name) == args[0]:
                return text(kind.text)
    if verb == "inspect" and args and not is_free(game, hero, verb, args):
        return text(_STUDY, energy=STUDY_COST)
    if verb in ("use", "choose") and args:
        drawn = hero.choices[0] if hero.choices else []
        for name in (*hero.abilities, *drawn):
            if inventory.token(name) == args[-1 if verb == "choose" else 0]:
                return text(game.content.abilities[name].text)
    if verb == "class":
        return text(game.content.classes[args[0]].text)
    own = game.content.verbs[verb]
    hint = own.hint_of_all if args[:1] == (fight_plans.ALL,) else own.hint
    return _filled(hero, hint, args) if hint else ""


def _filled(hero: DelveHero, hint: str, args: Args) -> Text:
    """Return the hint of an offer with the figures that it may name; a fight's limit of health is
    its own or that of the terms that the hero keeps."""
    has_own = bool(args) and args[-1] in fight_plans.PERCENTS
    return text(
        hint,
        health=int(args[-1]) if has_own else LIMITS[hero.caution].fight_until,
        cost=hunting.COSTS[hero.caution],
        turns=plans.WAIT_TURNS,
        blows=last_ways.BLOWS,
    )


_STUDY = "A turn and {energy} energy to learn its figures, and whether it is cursed"


def _intent(game: DelveContext, hero: DelveHero, verb: str, args: Args, whole: bool) -> Intent:
    if not whole:
        return "ask"
    if verb == "ascend" and _leaves(game, hero, verb):
        return "leave"
    if verb == "move":
        at = hero.at + STEPS[args[0]]
        other = next((each for each in visible(game, hero) if each.at == at), None)
        if other is not None:
            return "attack" if other.side == DUNGEON else "swap"
    return game.content.verbs[verb].intent


def _target(game: DelveContext, hero: DelveHero, verb: str, args: Args, whole: bool) -> str:
    """Return the monster that a blow or an aimed action is meant for, or the thing it is about."""
    if not args:
        return ""
    if game.content.verbs[verb].at_enemies:
        place = fight_plans.TARGET_PLACES.get(verb, 0)
        return args[place] if place < len(args) else ""
    if whole and args[-1] in STEPS:
        for monster in visible_enemies(game, hero):
            reach = 1 if verb == "move" else AIM_RANGE
            if direction_to(game, hero, monster.at, reach) == args[-1]:
                return inventory.token(monster.name, monster.number)
    return args[0] if args[0] not in STEPS else ""
