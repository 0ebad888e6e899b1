"""All complete actions of each verb that a hero may do. Offers, menus and refusals all come from
here, so that what is offered is never refused."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps

from engine.common.plans import CAUTIONS, Terms, with_terms
from engine.contract.action import Action
from engine.delve import terrain
from engine.delve.actions import bars, fight_plans, hunting, last_ways, plans
from engine.delve.actions.turn_order import wants_answer
from engine.delve.data.kinds import SpellKind
from engine.delve.hero import abilities, hunger
from engine.delve.magic import spellcasting
from engine.delve.movement import movement, paths
from engine.delve.places import bargains, captives, claims
from engine.delve.rules import growth, inventory, vision
from engine.delve.rules.context import STEPS, DelveContext
from engine.delve.state import DelveHero, DelveItem

Args = tuple[str, ...]
LINES = tuple(str(n) for n in range(3, 13))
OPTIONS: dict[str, tuple[str, ...]] = {
    "auto-sort": ("on", "off"),
    "auto-take": ("on", "off"),
    "transcript": ("on", "off"),
    "stats": ("on", "off"),
    "transcript-lines": LINES,
}
DEFAULT_OPTIONS = {
    "auto-sort": "on",
    "auto-take": "on",
    "transcript": "on",
    "stats": "on",
    "transcript-lines": "5",
}
# Effects of tools for `use`.
_CONSUMED = frozenset({"enchant", "oil", "health", "status", "alarm", "transcribe"})


def pack(game: DelveContext, hero: DelveHero) -> list[DelveItem]:
    """Return the hero's pack as panels show it: sorted by category, or by hand."""
    if hero.options.get("auto-sort", "on") == "on":
        return sorted(hero.pack, key=lambda item: inventory.category_order(game.content, item))
    place = {uid: n for n, uid in enumerate(hero.order)}
    return sorted(hero.pack, key=lambda item: place.get(item.uid, len(place)))


def pack_tokens(game: DelveContext, hero: DelveHero) -> dict[str, DelveItem]:
    """Return the pack by what action lines call its things."""
    return inventory.tokens(pack(game, hero))


def floor_tokens(game: DelveContext, hero: DelveHero) -> dict[str, DelveItem]:
    """Return the things underfoot by name."""
    return inventory.tokens(game.level(hero).items.get(hero.at, []))


def _locked(item: DelveItem) -> bool:
    return item.worn and item.cursed


Choices = Callable[[DelveContext, DelveHero], list[Args]]


def _unless_frozen(choose: Choices) -> Choices:
    """Return the same choices, but none for a frozen hero, who can only strike or pause."""

    @wraps(choose)
    def unless_frozen(game: DelveContext, hero: DelveHero) -> list[Args]:
        return [] if "frozen" in hero.statuses else choose(game, hero)

    return unless_frozen


# ------------------------------------------------------------------ verbs


def moves(game: DelveContext, hero: DelveHero) -> list[Args]:
    """Return the directions of steps and blows."""
    shown = {each.at: each for each in vision.visible(game, hero)}
    ground = game.memory(hero).ground
    stuck = "frozen" in hero.statuses
    found: list[Args] = []
    for name, step in STEPS.items():
        at = hero.at + step
        enemy = at in shown and shown[at].side == 0
        code = ground[at]
        open_ground = (
            code not in terrain.SOLID
            or code in (terrain.LOCKED_DOOR, terrain.PLATE)
            or movement.can_dig(game, hero, code if code != terrain.SECRET_DOOR else 0)
        )
        if enemy or (not stuck and code and open_ground):
            found.append((name,))
    return found


def _once(game: DelveContext, hero: DelveHero) -> list[Args]:
    return [()]


@_unless_frozen
def _opens(game: DelveContext, hero: DelveHero) -> list[Args]:
    ground = game.memory(hero).ground
    shut = (terrain.DOOR, terrain.LOCKED_DOOR)
    return (
        []
        if plans.is_stuck(hero)
        else [(d,) for d, s in STEPS.items() if ground[hero.at + s] in shut]
    )


@_unless_frozen
def _closes(game: DelveContext, hero: DelveHero) -> list[Args]:
    memory = game.memory(hero)
    shown = {each.at for each in vision.visible(game, hero)}
    shown |= {other.at for other in game.heroes(hero.depth)}
    return [
        (name,)
        for name, step in STEPS.items()
        if memory.ground[hero.at + step] == terrain.OPEN_DOOR
        and hero.at + step not in shown
        and hero.at + step not in memory.items
    ]


@_unless_frozen
def _gets(game: DelveContext, hero: DelveHero) -> list[Args]:
    named = floor_tokens(game, hero)
    return [(), *((token,) for token in named)] if named else []


@_unless_frozen
def _drops(game: DelveContext, hero: DelveHero) -> list[Args]:
    return [(token,) for token, item in pack_tokens(game, hero).items() if not _locked(item)]


@_unless_frozen
def throws(game: DelveContext, hero: DelveHero) -> list[Args]:
    """Return what can be thrown, in every direction: what is made for it first, what is worn
    last."""
    things = [(t, item) for t, item in pack_tokens(game, hero).items() if not _locked(item)]
    things.sort(key=lambda pair: (pair[1].worn, not _is_for_throwing(game, pair[1])))
    return [(token, direction) for token, _ in things for direction in STEPS]


def _is_for_throwing(game: DelveContext, item: DelveItem) -> bool:
    return "thrown" in game.item_kind(item).categories


def _spell_args(game: DelveContext, hero: DelveHero, first: str, spell: SpellKind) -> list[Args]:
    if spell.target == "direction":
        return [(first, direction) for direction in STEPS]
    if spell.target == "item":
        return [(first, token) for token in targets(game, hero, spell) if token != first]
    return [(first,)]


def _using(game: DelveContext, hero: DelveHero, first: str, spell: SpellKind) -> list[Args]:
    """Return how a scroll or potion of a spell can be used: with nothing to work on it still
    teaches the spell."""
    return _spell_args(game, hero, first, spell) or [(first,)]


def targets(game: DelveContext, hero: DelveHero, spell: SpellKind) -> list[str]:
    """Return the things that a spell may be cast on."""
    named = pack_tokens(game, hero)
    if spell.effect == "remove-curse":
        return [token for token, item in named.items() if item.cursed and item.known]
    return [token for token, item in named.items() if not item.known]


@_unless_frozen
def reads(game: DelveContext, hero: DelveHero) -> list[Args]:
    """Return the scrolls that can be read, with what they ask for."""
    if "raging" in hero.statuses:
        return []
    found: list[Args] = []
    for token, item in pack_tokens(game, hero).items():
        kind = game.item_kind(item)
        if kind.category != "scroll":
            continue
        if kind.holds:
            found += _using(game, hero, token, game.content.spells[kind.holds])
        else:
            found.append((token,))
    return found


@_unless_frozen
def drinks(game: DelveContext, hero: DelveHero) -> list[Args]:
    """Return what can be drunk."""
    found: list[Args] = []
    for token, item in pack_tokens(game, hero).items():
        kind = game.item_kind(item)
        if kind.category != "potion":
            continue
        spell = game.content.spells.get(kind.holds)
        found += _using(game, hero, token, spell) if spell else [(token,)]
    if game.memory(hero).ground[hero.at] == terrain.FOUNTAIN:
        found.append(("fountain",))
    return found


@_unless_frozen
def casts(game: DelveContext, hero: DelveHero) -> list[Args]:
    """Return the spells that can be cast now, with what they ask for."""
    found: list[Args] = []
    for name in spellcasting.castable(game.content, hero):
        spell = game.content.spells[name]
        if spellcasting.cost(game, hero, spell) <= hero.energy:
            found += _spell_args(game, hero, inventory.token(name), spell)
    return found


@_unless_frozen
def eats(game: DelveContext, hero: DelveHero) -> list[Args]:
    """Return the food in the pack, the most nutritious first."""
    if hunger.is_full(hero):
        return []
    named = [
        (token, game.item_kind(item))
        for token, item in pack_tokens(game, hero).items()
        if game.item_kind(item).category == "food"
    ]
    named.sort(key=lambda pair: -pair[1].nutrition)
    return [(token,) for token, _ in named]


@_unless_frozen
def equips(game: DelveContext, hero: DelveHero) -> list[Args]:
    """Return what can be put on: its slot must not be held by a cursed thing."""
    found: list[Args] = []
    for token, item in pack_tokens(game, hero).items():
        slot = inventory.slot_of(game.item_kind(item))
        if not slot or item.worn:
            continue
        held = inventory.in_slot(game.content, hero, slot)
        if held is None or not held.cursed:
            found.append((token,))
    return found


@_unless_frozen
def _removes(game: DelveContext, hero: DelveHero) -> list[Args]:
    return [
        (token,) for token, item in pack_tokens(game, hero).items() if item.worn and not item.cursed
    ]


@_unless_frozen
def uses(game: DelveContext, hero: DelveHero) -> list[Args]:
    """Return the abilities and tools that can be used."""
    found: list[Args] = []
    for name in hero.abilities:
        ability = game.content.abilities[name]
        if not ability.active:
            continue
        if ability.target == "direction":
            ways = abilities.directions(game, hero, name)
            found += [(inventory.token(name), direction) for direction in ways]
        elif abilities.is_useful(game, hero, name):
            found.append((inventory.token(name),))
    for token, item in pack_tokens(game, hero).items():
        kind = game.item_kind(item)
        if kind.category == "tool" and any(each.name in _CONSUMED for each in kind.effects):
            found.append((token,))
    return found


def inspected(game: DelveContext, hero: DelveHero) -> dict[str, DelveItem]:
    """Return what can be inspected, by name: the pack and what lies underfoot, of which things with
    unknown figures are none while a question is open, since studying them takes a turn."""
    things = floor_tokens(game, hero) | pack_tokens(game, hero)
    asked = hero.choices or wants_answer(game, hero)
    return {token: item for token, item in things.items() if item.known or not asked}


def is_free(game: DelveContext, hero: DelveHero, verb: str, args: Args) -> bool:
    """Return whether an action takes no time; inspecting what is not known yet takes a turn."""
    if verb == "inspect" and args:
        item = inspected(game, hero).get(args[0])
        return item is None or item.known
    return game.content.verbs[verb].free


def _inspects(game: DelveContext, hero: DelveHero) -> list[Args]:
    carried = pack_tokens(game, hero)
    named = inspected(game, hero)
    order = (*carried, *(token for token in named if token not in carried))
    return [(token,) for token in order if token in named]


def _looks(game: DelveContext, hero: DelveHero) -> list[Args]:
    names = [inventory.token(each.name, each.number) for each in vision.visible(game, hero)]
    return [*((name,) for name in names), *((name,) for name in STEPS)]


@_unless_frozen
def _ascends(game: DelveContext, hero: DelveHero) -> list[Args]:
    here = game.memory(hero).ground[hero.at]
    ways_up = (terrain.STAIRS_UP, terrain.SHAFT)
    return [()] if here in ways_up and not plans.is_stuck(hero) else []


def on_altar(game: DelveContext, hero: DelveHero) -> bool:
    """Return whether a hero stands on an altar."""
    return game.memory(hero).ground[hero.at] in terrain.ALTARS


@_unless_frozen
def _claims(game: DelveContext, hero: DelveHero) -> list[Args]:
    return claims.choices(game, hero)


@_unless_frozen
def _frees(game: DelveContext, hero: DelveHero) -> list[Args]:
    return [()] if captives.captive_here(game, hero) else []


@_unless_frozen
def _bargains(game: DelveContext, hero: DelveHero) -> list[Args]:
    return [(inventory.token(kind.name),) for kind in bargains.bargains_here(game, hero)]


@_unless_frozen
def _upgrades(game: DelveContext, hero: DelveHero) -> list[Args]:
    if game.memory(hero).ground[hero.at] != terrain.ALTAR:
        return []
    return [(inventory.token(name),) for name in spellcasting.can_upgrade(game.content, hero)]


@_unless_frozen
def _prays(game: DelveContext, hero: DelveHero) -> list[Args]:
    return [()] if game.memory(hero).ground[hero.at] == terrain.ALTAR else []


@_unless_frozen
def _uncurses(game: DelveContext, hero: DelveHero) -> list[Args]:
    if not on_altar(game, hero) or 2 * hero.energy < hero.full_energy:
        return []
    spell = game.content.spell_with("remove-curse")
    return [(token,) for token in targets(game, hero, spell)]


# ------------------------------------------------------------------ plans

PlanChoices = Callable[[DelveContext, DelveHero, Terms], list[Args]]  # arguments without terms


def _rests(game: DelveContext, hero: DelveHero, terms: Terms) -> list[Args]:
    return [] if plans.why_not_rest(game, hero, terms) else [()]


def _searches(game: DelveContext, hero: DelveHero, terms: Terms) -> list[Args]:
    return [] if "frozen" in hero.statuses or plans.is_threatened(game, hero, terms) else [()]


def _waits(game: DelveContext, hero: DelveHero, terms: Terms) -> list[Args]:
    return [] if plans.is_threatened(game, hero, terms, spare=0) else [()]


def _explores(game: DelveContext, hero: DelveHero, terms: Terms) -> list[Args]:
    if plans.is_stuck(hero) or plans.is_threatened(game, hero, terms):
        return []
    return [()] if paths.way_to_explore(game, hero) else []


def _descends(game: DelveContext, hero: DelveHero, terms: Terms) -> list[Args]:
    """Return the way down: at once from the stairs, else as one travels."""
    if plans.is_stuck(hero):
        return []
    if game.memory(hero).ground[hero.at] == terrain.STAIRS_DOWN:
        return [()]
    if plans.is_threatened(game, hero, terms):
        return []
    return [()] if plans.STAIRS in plans.known_places(game, hero) else []


def _travels(game: DelveContext, hero: DelveHero, terms: Terms) -> list[Args]:
    if plans.is_stuck(hero) or plans.is_threatened(game, hero, terms):
        return []
    return [(name,) for name in plans.known_places(game, hero)]


PLAN_CHOICES: dict[str, PlanChoices] = {
    "fight": fight_plans.fights,
    "cast-at": fight_plans.castings,
    "volley": fight_plans.volleys,
    "fall-back": fight_plans.retreats,
    "hide": fight_plans.hidings,
    "flee": fight_plans.flights,
    "rest": _rests,
    "search": _searches,
    "wait": _waits,
    "hunt": hunting.hunts,
    "explore": _explores,
    "travel": _travels,
    "descend": _descends,
    "drink-then-fight": fight_plans.fights_after_drinking,
    "cast-then-fight": fight_plans.fights_after_casting,
    "force": last_ways.doors,
    "unbar": bars.unbarrings,
    "cross": last_ways.crossings,
    "search-walls": last_ways.unsearched,
}


def _on_kept_terms(choose: PlanChoices, game: DelveContext, hero: DelveHero) -> list[Args]:
    return choose(game, hero, Terms(hero.caution))


def with_kept_terms(hero: DelveHero, action: Action) -> Action:
    """Return a plan on the terms that the hero keeps; any other action as it is."""
    if action.verb not in PLAN_CHOICES:
        return action
    return Action(action.verb, with_terms(action.args, Terms(hero.caution)))


def _cautions(game: DelveContext, hero: DelveHero) -> list[Args]:
    return [(each,) for each in CAUTIONS if each != hero.caution]


def _chooses(game: DelveContext, hero: DelveHero) -> list[Args]:
    if not hero.choices:
        return []
    found: list[Args] = [("ability", inventory.token(name)) for name in hero.choices[0]]
    return [*((name,) for name in growth.CHOICES), *found]


def _answers(game: DelveContext, hero: DelveHero) -> list[Args]:
    return [("yes",), ("no",)] if wants_answer(game, hero) and not hero.choices else []


def _options(game: DelveContext, hero: DelveHero) -> list[Args]:
    return [(name, value) for name, values in OPTIONS.items() for value in values]


def _sorts(game: DelveContext, hero: DelveHero) -> list[Args]:
    named = list(pack_tokens(game, hero))
    return [(one, other) for one in named for other in named if one != other]


def _cancels(game: DelveContext, hero: DelveHero) -> list[Args]:
    return [()] if hero.menu else []


CHOICES: dict[str, Choices] = {
    "move": moves,
    "pause": _once,
    "open": _opens,
    "close": _closes,
    "get": _gets,
    "drop": _drops,
    "throw": throws,
    "read": reads,
    "drink": drinks,
    "cast": casts,
    "ascend": _ascends,
    "upgrade": _upgrades,
    "pray": _prays,
    "uncurse": _uncurses,
    "claim": _claims,
    "free": _frees,
    "bargain": _bargains,
    "eat": eats,
    "equip": equips,
    "remove": _removes,
    "use": uses,
    "inspect": _inspects,
    "look": _looks,
    "option": _options,
    "sort": _sorts,
    "choose": _chooses,
    "answer": _answers,
    "cancel": _cancels,
    "caution": _cautions,
}
CHOICES |= {verb: partial(_on_kept_terms, choose) for verb, choose in PLAN_CHOICES.items()}
ANSWERS = ("choose", "answer")
