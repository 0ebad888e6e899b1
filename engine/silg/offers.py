"""Offers of a seat, best first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from engine.common import compass
from engine.common.coach_lines import first_advised
from engine.common.plans import CAUTIONS, LIMITS
from engine.contract.action import HINT_LENGTH, LABEL_LENGTH, Action, Intent, Offer
from engine.contract.texts import Text, Words, cut_words
from engine.contract.view import Caution
from engine.sil.commands import registry
from engine.sil.creatures import creature_names, creature_stats
from engine.sil.game.state import Skill
from engine.sil.level import terrain
from engine.sil.smithing import costs
from engine.silg import expert, verbs
from engine.silg.clock import (
    declared_actions,
    dice_rolls,
    encounter_clock,
    forge_work,
    kept_plans,
    minute_plans,
    party_stairs,
    standing_orders,
    walking,
)
from engine.silg.clock.end_of_round import is_gorged
from engine.silg.combat import odds
from engine.silg.context import SilGContext
from engine.silg.gm.gm_commands import offer
from engine.silg.levels import squares
from engine.silg.setup import character_creation, entry
from engine.silg.state import Stage
from engine.silg.wording import text

_ORDER = (
    "fire", "throw", "step", "wait", "quaff", "eat", "activate", "play", "get", "open", "close",
    "bash", "disarm", "dig", "wear", "remove", "refuel", "give", "rummage", "drop", "sing",
)  # fmt: skip
MOST_PLACES = 40
MOST_ABSENT = 4  # heroes for whom the Game Master is offered a declaration
_DECLARED = declared_actions.TIMELY
_FIRST: dict[Stage, tuple[str, ...]] = {  # what a Game Master looks for first, by stage
    "setup": ("approve", "level", "begin", "spawn", "draw", "usemap"),
    "minutes": ("clock", "travel", "minute", "spawn", "reveal", "stealth-terms"),
    "declare": ("clock", "next", "stealth-terms", "eyes", "run"),
    "monsters": ("accept", "answer-shot", "next", "delay", "declare", "orders", "clock", "run"),
}


def player_offers(game: SilGContext, seat: int) -> list[Offer]:
    """Return a player's offers."""
    state, player = game.state, game.player(seat)
    if state.stage == "over":
        return []
    if state.stage == "setup":
        return [] if player.ready else _making(game, seat)
    if player.ending:
        return _another_hero(game, seat)
    if player.question is not None:
        asked = character_creation.offers(game, seat)
        places = {each.action: place for place, each in enumerate(asked)}
        weighed = expert.choices(asked, expert.DECLINES, text("nothing is lost by it"))
        return sorted(weighed, key=lambda each: places[each.action])
    found = [*_deeds_now(game, seat), *_plans(game, seat)]
    if player.asked:
        found.insert(0, _check(game, seat))
    weighed = [
        replace(each, chances=odds.chances(game, seat, each.action, each.at)) for each in found
    ]
    return expert.ranked(game, seat, weighed)


def _another_hero(game: SilGContext, seat: int) -> list[Offer]:
    """Return the making of another hero, for who has none in play and is not waited for."""
    player = game.player(seat)
    if player.birth:
        return _making(game, seat)
    if not player.approved or not entry.has_room(game):
        return []
    hint = text("They join the party when they are made")
    label, why = text("Make another hero"), text("your hero is out of play")
    return [offer("new-hero", label=label, hint=hint, group="answer", advised=True, why=why)]


def _check(game: SilGContext, seat: int) -> Offer:
    """Return the offer of a roll that the Game Master asks for: the difficulty is theirs."""
    asked = game.player(seat).asked.split()[0]
    skill = dice_rolls.read_skill(asked)
    hint = text(
        "{score:+d} and a d{sides}",
        score=game.hero(seat).derived.skills[skill],
        sides=dice_rolls.sides(skill),
    )
    label = text("Roll {skill}", skill=dice_rolls.SKILL_NAMES[skill])
    return offer("check-roll", label=label, hint=hint, group="answer", intent="answer")


def _making(game: SilGContext, seat: int) -> list[Offer]:
    """Return the answers of a hero's making, one of them advised."""
    found = character_creation.offers(game, seat)
    why = text("it makes a sensible hero")
    return expert.choices(found, ("quick", "done", "keep", "begin", "suggested"), why)


def _deeds_now(game: SilGContext, seat: int) -> list[Offer]:
    state, player = game.state, game.player(seat)
    if state.stage == "minutes" and not player.ready:
        return [*_in_a_minute(game, seat), *_free(game, seat), *_growth(game, seat)]
    if state.stage == "declare" and seat in encounter_clock.due_players(game):
        work = _forge(game, seat, ("forge",))
        orders = _standing_orders(game, seat)
        return [*orders, *_timely(game, seat), *work, *_free(game, seat)]
    return []


def _in_a_minute(game: SilGContext, seat: int) -> Iterator[Offer]:
    """Yield what takes time off the clock."""
    if way := party_stairs.way_of(game, seat):
        hint = text("All who wait there go together")
        label = text("Take the stairs {way}", way=party_stairs.WAY_WORDS[way])
        intent: Intent = "descend" if way == "down" else "ascend"
        yield offer("stairs", label=label, hint=hint, intent=intent)
    yield offer("ready", label=text("Done with this minute"), intent="wait")
    yield from _minute_plans(game, seat)
    if game.player(seat).left > 0:
        yield from _places(game, seat)
        yield from (o for o in _timely(game, seat) if not _is_attack(o))
        yield from _forge(game, seat, ("forge", *forge_work.VERBS))


def _timely(game: SilGContext, seat: int) -> Iterator[Offer]:
    """Yield what takes a standard action, fights first."""
    hero_game = game.hero_game(seat)
    full = is_gorged(game, seat)
    found: list[Offer] = []
    for verb in _ORDER:
        if full and verb in ("quaff", "eat"):
            continue
        found += registry.COMMANDS[verb].offers(hero_game)
    steps = [o for o in found if o.action.verb == "step"]
    fights = [o for o in steps if o.intent == "attack"]
    yield from (_with_position(game, seat, each) for each in fights)
    yield from (o for o in found if o not in fights and not o.free)
    yield offer("search", label=text("Search the squares beside you"), intent="search")


def _with_position(game: SilGContext, seat: int, offered: Offer) -> Offer:
    """Return an attack with what is to be known of one's position before one declares it."""
    # Only who is seen is counted: an unseen enemy's part in it would give that enemy away.
    hero_game = game.hero_game(seat)
    seen = [c for c in game.creatures if hero_game.known(c).visible]
    beside = sum(creature_stats.adjacent(hero_game.hero, c) for c in seen)
    melee, evasion = hero_game.hero.skill(Skill.MELEE), hero_game.hero.skill(Skill.EVASION)
    hint = text(
        "Melee {melee}, evasion {evasion}; beside you in sight: {beside}",
        melee=melee,
        evasion=evasion,
        beside=beside,
    )
    return replace(offered, hint=cut_words(hint, HINT_LENGTH))


def _is_attack(offered: Offer) -> bool:
    fights = offered.action.verb in ("fire", "throw")
    return fights or offered.intent == "attack"


def _free(game: SilGContext, seat: int) -> Iterable[Offer]:
    hero_game = game.hero_game(seat)
    for verb in ("stealth", "switch", "sing"):
        for each in registry.COMMANDS[verb].offers(hero_game):
            if verb == "sing" and each.action.args != ("stop",):
                continue
            yield each


def _growth(game: SilGContext, seat: int) -> Iterable[Offer]:
    hero_game = game.hero_game(seat)
    for verb in verbs.GROWTH:
        yield from registry.COMMANDS[verb].offers(hero_game)


def _forge(game: SilGContext, seat: int, wanted: Iterable[str]) -> Iterable[Offer]:
    """Yield the work of a smith who stands at a forge, by these verbs."""
    hero_game = game.hero_game(seat)
    if costs.at_forge(hero_game):
        for verb in wanted:
            for each in registry.COMMANDS[verb].offers(hero_game):
                yield replace(each, group="act")


def _plans(game: SilGContext, seat: int) -> Iterator[Offer]:
    """Yield what drops a plan, and other degrees of caution for those to come."""
    player = game.player(seat)
    if player.plan is not None:
        hint = kept_plans.in_words(game, player.plan)
        yield replace(
            offer("plan", label=text("Drop your plan"), hint=hint, group="other"), free=True
        )
    for each in CAUTIONS:
        if each != game.hero(seat).caution:
            found = offer("caution", each, label=_CAUTION_LABELS[each], group="other")
            yield replace(found, hint=_CAUTION_HINTS[each], free=True)


_CAUTION_LABELS: dict[Caution, Text] = {
    "careful": text("Plans: careful"),
    "usual": text("Plans: usual"),
    "bold": text("Plans: bold"),
}
_CAUTION_HINTS: dict[Caution, Text] = {
    each: text(
        "They stop below {least} % health, and fights below {until} %",
        least=limits.least_health,
        until=limits.fight_until,
    )
    for each, limits in LIMITS.items()
}


def _minute_plans(game: SilGContext, seat: int) -> Iterator[Offer]:
    """Yield what a hero may go on with from minute to minute."""
    player = game.player(seat)
    able = not walking.hindrance(game, seat)
    walks = able and player.left > 0
    if walks and minute_plans.next_frontier(game, seat, game.hero(seat).caution) is not None:
        hint = text("Minute by minute, until something is found or seen")
        yield _plan(game, seat, "explore", label=text("Explore"), hint=hint, intent="explore")
    if able:
        yield from _follows(game, seat)
    if not minute_plans.is_rested(game, seat):
        hint = text("Minute by minute, until you are well or something happens")
        yield _plan(game, seat, "rest", label=text("Rest"), hint=hint, intent="rest")
    if walks and minute_plans.next_spot(game, seat) is not None:
        hint = text("Along the walls near you, until something is found or seen")
        label = text("Search the room")
        yield _plan(game, seat, "search-room", label=label, hint=hint, intent="search")
    if not minute_plans.are_gathered(game, seat):
        hint = text("Up to 10 minutes, until they are beside you or something happens")
        label = text("Wait for the others")
        yield _plan(game, seat, "ready", "10", label=label, hint=hint, intent="wait")


def _follows(game: SilGContext, seat: int) -> Iterator[Offer]:
    """Yield following each of the party."""
    hint = text("Minute by minute, until something is found or seen")
    for other in game.heroes:
        if other != seat:
            handle = game.hero_handle(other)
            label = text("Follow {hero}", hero=game.hero_name(other))
            found = _plan(game, seat, "follow", handle, label=label, hint=hint, intent="travel")
            yield replace(found, target=handle)


def _plan(
    game: SilGContext, seat: int, *words: str, label: Words, hint: Words, intent: Intent
) -> Offer:
    """Return the offer of a plan on the hero's usual terms."""
    action = kept_plans.with_caution(game, seat, Action(words[0], words[1:]))
    return Offer(action, cut_words(label, LABEL_LENGTH), hint, "plan", intent=intent)


def _standing_orders(game: SilGContext, seat: int) -> Iterator[Offer]:
    """Yield fights that go on by themselves, and waiting."""
    hero_game, hero = game.hero_game(seat), game.hero(seat)
    least = LIMITS[game.hero(seat).caution].fight_until
    able = 100 * hero.health >= least * hero.derived.max_health
    for creature in kept_plans.enemies(game, seat) if able else ():
        handle = creature_names.handle(hero_game, creature)
        line = standing_orders.next_line(game, seat, handle)
        if not line:
            continue
        shoots = line.startswith("fire")
        template = "Keep shooting {who:the}" if shoots else "Fight {who:the} on"
        label = Text(template, {"who": creature_names.name(hero_game, creature)})
        hint = text("Each time you are due, until it falls or you are below {n} %", n=least)
        found = _plan(
            game,
            seat,
            "fight",
            handle,
            label=label,
            hint=hint,
            intent="shoot" if shoots else "attack",
        )
        yield replace(found, at=(creature.y, creature.x), target=handle)
    hint = text("Each time you are due, until something changes")
    yield _plan(game, seat, "plan", "wait", label=text("Wait on"), hint=hint, intent="wait")


def _places(game: SilGContext, seat: int) -> Iterator[Offer]:
    """Yield walks to doors, stairs, things and the edge of what the hero knows, nearest first."""
    reach = game.player(seat).left
    found = []
    level = game.state.sil.level
    if walking.hindrance(game, seat):
        return
    known = squares.ways(game, seat, reach)
    beside = _nearest_to_party(game, seat, known)
    for square, way in known.items():
        what = "party" if square in beside else _worth_a_walk(game, seat, square)
        if what and game.seat_at(level.place(square)) is None:
            found.append((way.steps, square, what))
    for steps, square, what in sorted(found)[:MOST_PLACES]:
        y, x = level.place(square)
        name = compass.square(y, x)
        yield Offer(
            kept_plans.with_caution(game, seat, Action("go", (name,))),
            cut_words(text(_WALKS[what], square=name), LABEL_LENGTH),
            text("{number} squares", number=steps),
            "plan",
            (y, x),
            intent="travel",
            target=what,
        )


def _nearest_to_party(game: SilGContext, seat: int, found: Iterable[int]) -> set[int]:
    """Return of the squares that a hero can walk to, the nearest first, one beside each companion
    who is away."""
    level, here = game.state.sil.level, walking.where(game, seat)
    away = [walking.where(game, n) for n in game.heroes if n != seat]
    away = [place for place in away if _gap(place, here) > minute_plans.GATHERED]
    chosen = set()
    for square in found:
        there = level.place(square)
        near = [place for place in away if _gap(place, there) == 1]
        if near and game.seat_at(there) is None:
            chosen.add(square)
            away = [place for place in away if place not in near]
    return chosen


def _gap(one: tuple[int, int], other: tuple[int, int]) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


_WALKS = {
    "party": "Walk to the party at {square}",
    "things": "Walk to what lies at {square}",
    "stairs": "Walk to the stairs at {square}",
    "door": "Walk to the door at {square}",
    "forge": "Walk to the forge at {square}",
    "unknown": "Walk to the unknown at {square}",
}


def _worth_a_walk(game: SilGContext, seat: int, square: int) -> str:
    """Return what a square has that is worth a walk, as a key; "": nothing."""
    level, known = game.state.sil.level, game.hero(seat).knowledge
    feature = terrain.known_feature(level, known, square)
    if any(game.hero_game(seat).knows_of(item) for item in level.floor.get(square, ())):
        return "things"
    if terrain.STAIR[feature]:
        return "stairs"
    if terrain.KNOWN_DOOR[feature] or feature == terrain.OPEN_DOOR:
        return "door"
    if terrain.FORGES[feature]:
        return "forge"
    return "unknown" if squares.borders_on_unknown(level, known, square) else ""


def _urgency(stage: Stage, offered: Offer) -> int:
    """Return the place of an offer of the Game Master's among those of a stage."""
    first, verb = _FIRST[stage], offered.action.verb
    return first.index(verb) if verb in first else len(first)


def gm_offers(game: SilGContext) -> list[Offer]:
    """Return the Game Master's offers, best first."""
    state = game.state
    if state.stage == "over":
        return []
    found: list[Offer] = []
    for command in verbs.GM_COMMANDS.values():
        if command.offers is not None:
            found += command.offers(game)
    for name in state.desk.macros:
        found.append(offer("use-macro", name, label=text("Do the macro {name}", name=name)))
    found += _for_absent(game)
    if state.desk.encounters and state.desk.start >= 0 and game.heroes:
        found.append(offer("meet", label=text("Roll on your table of encounters")))
    seen: dict[Action, Offer] = {}
    for each in sorted(found, key=lambda o: (not o.advised, _urgency(state.stage, o))):
        seen.setdefault(each.action, each)
    return list(seen.values())


def _for_absent(game: SilGContext) -> Iterator[Offer]:
    """Yield for each hero who is due what an expert would declare, for players who are away."""
    for seat in encounter_clock.due_players(game)[:MOST_ABSENT]:
        deeds = (o for o in player_offers(game, seat) if o.action.verb in _DECLARED)
        deed = first_advised(deeds)
        if deed is None:
            continue
        handle, line = game.hero_handle(seat), str(deed.action)
        label = text("{hero:.14}: {deed:.22}", hero=game.hero_name(seat), deed=deed.label)
        yield offer("declare", handle, line, label=label, hint=deed.why, intent=deed.intent)
