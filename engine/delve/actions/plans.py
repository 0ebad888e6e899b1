"""Plans at peace: explore, travel, rest, search and wait, a turn at a time."""

from __future__ import annotations

from collections.abc import Iterator

from engine.common.plans import Stop, Terms
from engine.contract.texts import Text, text
from engine.delve import terrain
from engine.delve.actions.pick_up import pick_up, wanted_here
from engine.delve.ground import hazards
from engine.delve.hero import hunger
from engine.delve.levels import stairs
from engine.delve.movement import movement, paths
from engine.delve.odds import ailments
from engine.delve.rules import formulas, inventory, threats, vision, words
from engine.delve.rules.context import STEPS, DelveContext, gap
from engine.delve.rules.interruption import interrupt
from engine.delve.rules.item_worth import is_better
from engine.delve.rules.sheet_values import has_ability
from engine.delve.state import WIDTH, DelveHero, DelveItem, Plan

REST_TURNS, WAIT_TURNS = 200, 20
SPARE_TURNS = 3
SEARCH_TURNS, SEARCH_RADIUS = 5, 2
EARLY_WARNING = 10  # squares: light sleepers wake while a hunter is still out of sight
LASTING = frozenset({"webbed", "fatigued"})  # harmful statuses that waiting does not end

STAIRS = "stairs-down"
# What `travel` goes to, by name.
PLACES = {
    STAIRS: terrain.STAIRS_DOWN,
    "stairs-up": terrain.STAIRS_UP,
    "shaft": terrain.SHAFT,
    "altar": terrain.ALTAR,
    "fountain": terrain.FOUNTAIN,
    "open-grave": terrain.GRAVE,
    "pedestal": terrain.PEDESTAL,
    "strongbox": terrain.STRONGBOX,
    "cage": terrain.CAGE,
    "shrine": terrain.SHRINE,
    "stall": terrain.STALL,
    "camp": terrain.CAMP,
}


def known_places(game: DelveContext, hero: DelveHero) -> dict[str, int]:
    """Return the places that a hero can travel to: name and the first such square on the way."""
    ground = game.memory(hero).ground
    found: dict[str, int] = {}
    for name, code in PLACES.items():
        if code not in ground:
            continue
        goals = sum(1 << at for at in _squares(ground, code) if at != hero.at)
        if way := paths.way_to_any(game, hero, goals):
            found[name] = way[-1]
    heart = game.content.heart
    for at, (_, kind) in game.memory(hero).items.items():
        if kind == heart and at != hero.at and paths.way_to(game, hero, at):
            found[inventory.token(heart)] = at
    return found


def _squares(ground: bytearray, code: int) -> Iterator[int]:
    at = ground.find(code)
    while at >= 0:
        yield at
        at = ground.find(code, at + 1)


# ------------------------------------------------------------------ what forbids a plan


def is_threatened(
    game: DelveContext, hero: DelveHero, terms: Terms, spare: int = SPARE_TURNS
) -> bool:
    """Return whether an alert enemy in sight could do harm sooner than the terms allow, or within
    some turns more: a plan would hardly have begun."""
    return any(
        each.alert and each.turns < terms.limits.near + spare
        for each in threats.sightings(game, hero, len(hero.noticed))
    )


def why_not_rest(game: DelveContext, hero: DelveHero, terms: Terms | None = None) -> Text | None:
    """Return why a hero cannot rest now; None when he can."""
    if is_threatened(game, hero, terms or Terms(hero.caution)):
        return text("An alert enemy is too near.")
    for name in ("on fire", "acid-burned", "frozen", "webbed"):
        if name in hero.statuses:
            return text("Not while you are {status}.", status=words.status(game.content, name))
    if ailments.may_kill(game, hero):
        return text("The poison may kill you before it is spent.")
    ground = game.memory(hero).ground
    if ground[hero.at] in terrain.HARMFUL or hazards.is_near_fire(game, hero, hero.at):
        return text("Not on such ground.")
    if hero.nourishment < formulas.STARVING:
        return text("You are too hungry to rest.")
    if _is_rested(hero):
        return text("You are rested.")
    return None


def _is_rested(hero: DelveHero) -> bool:
    return hero.health >= hero.full_health and hero.energy >= hero.full_energy


def is_stuck(hero: DelveHero) -> bool:
    """Return whether a hero cannot walk."""
    return "frozen" in hero.statuses or "webbed" in hero.statuses


def _stuck(game: DelveContext, hero: DelveHero) -> Stop | None:
    held = next((each for each in ("frozen", "webbed") if each in hero.statuses), "")
    return Stop("blocked", words.status(game.content, held)) if held else None


# ------------------------------------------------------------------ walking


def explore(game: DelveContext, hero: DelveHero, plan: Plan) -> Stop | None:
    """Take what is worth taking underfoot, or walk on to what is not explored yet."""
    if stop := _stuck(game, hero):
        return stop
    if hero.at not in game.memory(hero).visited and (wanted := wanted_here(game, hero)):
        return _take(game, hero, plan, wanted)
    visit(game, hero)
    path = paths.way_to_explore(game, hero)
    if not path:
        return Stop("done")
    walk(game, hero, path[0])
    return None


def _take(game: DelveContext, hero: DelveHero, plan: Plan, wanted: list[DelveItem]) -> Stop | None:
    """Pick up what is wanted; stop for what has to be decided on: what is to be worn, the Heart,
    and anything wanted while the hero takes nothing by himself."""
    here = divmod(hero.at, WIDTH)
    heart = any(item.kind == game.content.heart for item in wanted)
    if heart or hero.options.get("auto-take", "on") == "off":
        visit(game, hero)
        return Stop("choice", inventory.described(game.content, wanted[-1]), here)
    for item in wanted:
        if _is_for_wearing(game, hero, item):
            interrupt(hero, Stop("choice", inventory.described(game.content, item), here))
    plan.gained["took"] = plan.gained.get("took", 0) + len(wanted)
    pick_up(game, hero, wanted)
    visit(game, hero)
    return None


def _is_for_wearing(game: DelveContext, hero: DelveHero, item: DelveItem) -> bool:
    slot = inventory.slot_of(game.item_kind(item))
    held = inventory.in_slot(game.content, hero, slot) if slot else None
    stays = held is not None and held.cursed
    return bool(slot) and not stays and is_better(game, hero, item, slot)


def travel(game: DelveContext, hero: DelveHero, plan: Plan) -> Stop | None:
    """Walk on to the goal."""
    if hero.at == plan.goal:
        return Stop("done")
    if stop := _stuck(game, hero):
        return stop
    path = paths.way_to(game, hero, plan.goal)
    if not path:
        return Stop("blocked", text("there is no way"))
    walk(game, hero, path[0])
    return None


def descend(game: DelveContext, hero: DelveHero, plan: Plan) -> Stop | None:
    """Walk to the stairs down, and take them."""
    if game.memory(hero).ground[hero.at] != terrain.STAIRS_DOWN:
        return travel(game, hero, plan)
    if stop := _stuck(game, hero):
        return stop
    stairs.descend(game, hero)
    return None


def walk(game: DelveContext, hero: DelveHero, at: int) -> None:
    """Take a plan's step; let a friend go first whose own plan leads past."""
    friend = next((each for each in game.heroes(hero.depth) if each.at == at), None)
    if friend is not None and friend.plan is not None and friend.seat < hero.seat:
        return
    direction = next(name for name, step in STEPS.items() if hero.at + step == at)
    movement.walk(game, hero, direction)


def visit(game: DelveContext, hero: DelveHero) -> None:
    """Note that a hero has stood where things lie."""
    memory = game.memory(hero)
    if hero.at in memory.items and hero.at not in memory.visited:
        memory.visited.append(hero.at)


# ------------------------------------------------------------------ staying


def rest(game: DelveContext, hero: DelveHero, plan: Plan) -> Stop | None:
    """Sleep on; light sleepers wake while a hunter is still out of sight."""
    if _is_rested(hero) or plan.turns >= REST_TURNS:
        hunger.rested(hero)
        return Stop("done")
    if plan.turns and has_ability(game, hero, "light sleeper") and _hunter_near(game, hero):
        return Stop("noticed", text("something is coming"))
    ease(hero)
    return None


def _hunter_near(game: DelveContext, hero: DelveHero) -> bool:
    return any(
        monster.hunting and not monster.asleep and gap(monster.at, hero.at) <= EARLY_WARNING
        for monster in game.level(hero).monsters
        if monster.side == 0
    )


def ease(hero: DelveHero) -> None:
    """Take some fatigue away: a quiet turn."""
    fatigue = hero.statuses.get("fatigued", 0)
    if fatigue > 1:
        hero.statuses["fatigued"] = fatigue - 1
    elif fatigue:
        del hero.statuses["fatigued"]


def search(game: DelveContext, hero: DelveHero, plan: Plan) -> Stop | None:
    """Look for hidden things around."""
    if plan.turns >= SEARCH_TURNS:
        return Stop("done")
    search_around(game, hero)
    return None


def search_around(game: DelveContext, hero: DelveHero) -> None:
    """Search the squares around for a turn."""
    vision.search_beside(game, hero, vision.search_chance(hero), SEARCH_RADIUS)


def wait(game: DelveContext, hero: DelveHero, plan: Plan) -> Stop | None:
    """Let a turn pass, until what ails the hero is over."""
    ills = sum(
        game.content.statuses[name].harmful and name not in LASTING for name in hero.statuses
    )
    waits_for_ills = plan.begun_with.setdefault("ills", ills)
    if plan.turns >= WAIT_TURNS or (waits_for_ills and not ills):
        return Stop("done")
    ease(hero)
    return None
