"""Plans of heroes: what one weighs before it goes on, and how its end is told.

A plan is known to its player and the Game Master alone. It reads nothing but what its hero knows:
creatures in sight (their minds are the Game Master's), the hero's own health and states, and what
the seat was told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from engine.common import compass
from engine.common.grid import distance
from engine.common.plans import (
    PlanLimits,
    Sighting,
    Stop,
    StopReason,
    Terms,
    Watch,
    account,
    split_terms,
    weightiest,
    with_terms,
)
from engine.contract.action import Action, Event
from engine.contract.facts import Attacked, Found, Heard, Noticed, PlanEnded, SeatRef
from engine.contract.texts import Text, Words, counted, joined, typed
from engine.sil.creatures import creature_names
from engine.sil.data.rule_records import HeroStatus
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature
from engine.silg.clock.clock_lengths import length
from engine.silg.context import SilGContext
from engine.silg.state import KeptPlan
from engine.silg.wording import line_in_words, text

BY_MINUTES = ("explore", "go", "follow", "search-room", "rest", "ready")
ON_THE_CLOCK = ("fight", "plan")
VERBS = (*BY_MINUTES, *ON_THE_CLOCK)
MISSILES = frozenset(("ARROW1", "ARROW2", "BOULDER"))
FAR = 99.0  # turns
GROUP = 7  # squares: enemies of one look within them belong together

_TURNS: dict[str, Text] = {
    "explore": counted(0, "Explored {number} square", "Explored {number} squares"),
    "go": counted(0, "Walked {number} square", "Walked {number} squares"),
    "follow": counted(0, "Followed for {number} square", "Followed for {number} squares"),
    "search-room": counted(0, "Searched {number} square", "Searched {number} squares"),
    "rest": counted(0, "Rested {number} minute", "Rested {number} minutes"),
    "ready": counted(0, "Waited {number} minute", "Waited {number} minutes"),
    "fight": counted(0, "Fought on {number} time", "Fought on {number} times"),
    "plan": counted(0, "Declared it {number} time", "Declared it {number} times"),
}
_COUNTS: dict[str, Text] = {
    "doors": counted(0, "{number} door", "{number} doors"),
    "things": counted(0, "{number} thing seen", "{number} things seen"),
    "dealt": text("{number} damage dealt", number=0),
    "lost": text("{number} health lost", number=0),
    "gained": text("{number} health back", number=0),
}


class PlanLine(NamedTuple):
    """The action line of a plan, read: its verb, its arguments without the terms, the terms."""

    verb: str
    args: tuple[str, ...]
    terms: Terms


def read_line(line: str) -> PlanLine:
    """Return a plan's line in parts."""
    verb, *words = line.split()
    args, terms = split_terms(words)
    return PlanLine(verb, args, terms)


def is_plan(action: Action) -> bool:
    """Return whether an action is a plan: it goes on after its first turn."""
    return action.verb in VERBS and (bool(action.args) or action.verb not in ("plan", "ready"))


def with_caution(game: SilGContext, seat: int, action: Action) -> Action:
    """Return a plan's action with the hero's kept caution, if it names none."""
    caution = game.hero(seat).caution
    words = " ".join(action.args).split()
    named = split_terms(words)[0] != tuple(words)
    if named or caution == "usual" or not is_plan(action):
        return action
    return _rejoined(action, with_terms(words, Terms(caution)))


def shortened(action: Action, turns: int) -> Action | None:
    """Return the same plan for at most so many turns; None for what is no plan."""
    if not is_plan(action):
        return None
    words = " ".join(action.args).split()
    _, terms = split_terms(words)
    fewer = terms._replace(turns=max(1, min(turns, terms.turns)))
    return _rejoined(action, with_terms(words, fewer))


def _rejoined(action: Action, words: Sequence[str]) -> Action:
    if action.verb == "plan":
        return Action("plan", (" ".join(words),))
    return Action(action.verb, tuple(words))


# ---------------------------------------------------------------- what is weighed


def enemies(game: SilGContext, seat: int) -> list[Creature]:
    """Return the creatures in a hero's sight that do not look peaceful, the nearest first."""
    hero_game = game.hero_game(seat)
    return [
        c
        for c in creature_names.visible(hero_game)
        if not creature_names.seems(hero_game, c, "PEACEFUL")
    ]


def sightings(game: SilGContext, seat: int, *, minds: bool) -> list[Sighting]:
    """Return the enemies in sight. `minds`: who has been seen to move is awake for all that one
    can tell; without, nobody counts as alert, since a fight is on already."""
    hero_game, met, level = game.hero_game(seat), game.player(seat).met, game.state.sil.level
    found = []
    for creature in enemies(game, seat):
        here = level.at(creature.y, creature.x)
        moves = met.get(creature.slot, here) != here
        found.append(
            Sighting(
                creature.slot,
                creature_names.ref(hero_game, creature),
                where_words(hero_game, creature),
                (creature.y, creature.x),
                alert=minds and (moves or creature.slot in game.player(seat).stirring),
                turns=_reach(hero_game, creature),
                new=not _is_one_more(game, seat, creature),
            )
        )
    return found


def _is_one_more(game: SilGContext, seat: int, creature: Creature) -> bool:
    """Return whether an enemy belongs to a group that a hero has weighed: another of its look was
    seen near there."""
    hero_game, level = game.hero_game(seat), game.state.sil.level
    looks = creature_names.appears(hero_game, creature)
    for slot, square in game.player(seat).met.items():
        other = level.creatures[slot]
        alike = other is not None and creature_names.appears(hero_game, other) == looks
        if alike and distance(*level.place(square), creature.y, creature.x) <= GROUP:
            return True
    return False


def where_words(hero_game: SilContext, creature: Creature) -> Text:
    """Return a creature and where it is, from the hero: "an orc scout, 9 east"."""
    hero = hero_game.hero
    return text(
        "{who}, {number} {way}",
        who=creature_names.a(hero_game, creature),
        number=distance(hero.y, hero.x, creature.y, creature.x),
        way=compass.WORDS[compass.toward(hero.y, hero.x, creature.y, creature.x) or "n"],
    )


def _reach(hero_game: SilContext, creature: Creature) -> float:
    """Return the hero's turns until an enemy of that look could do harm."""
    race = creature_names.appears(hero_game, creature)
    away = max(abs(creature.y - hero_game.hero.y), abs(creature.x - hero_game.hero.x)) - 1
    lore = hero_game.lore.races.get(race)
    if lore and MISSILES.intersection(lore.spells):
        return 0
    if creature_names.seems(hero_game, creature, "NEVER_MOVE"):
        return FAR if away else 0
    speed = hero_game.data.monsters[race].speed if race != creature_names.ENEMY else 2
    return away * length(speed) / length(hero_game.hero.derived.speed)


def ailments(game: SilGContext, seat: int) -> list[HeroStatus]:
    """Return the harmful states that a hero is in."""
    return [kind for kind in game.hero_game(seat).under_way() if kind.harmful]


def remember(game: SilGContext, seat: int, plan: KeptPlan, limits: PlanLimits) -> None:
    """Keep what a hero knows now as weighed."""
    seen = sightings(game, seat, minds=True)
    plan.health = game.hero(seat).health
    close = (each for each in seen if each.alert and each.turns < limits.near)
    plan.near = [slot for each in close if isinstance(slot := each.key, int)]
    plan.states = [kind.key for kind in ailments(game, seat)]
    note_enemies(game, seat)


def note_enemies(game: SilGContext, seat: int) -> None:
    """Keep in a hero's mind where enemies were seen last, and forget who is not there any more."""
    level, player = game.state.sil.level, game.player(seat)
    met = player.met
    in_view = game.hero(seat).knowledge.seen
    seen = {c.slot: level.at(c.y, c.x) for c in enemies(game, seat)}
    for slot, square in list(met.items()):
        if slot in seen and seen[slot] != square and slot not in player.stirring:
            player.stirring.append(slot)
        if in_view[square] and slot not in seen:
            del met[slot]
            player.stirring = [each for each in player.stirring if each != slot]
    met |= seen


def news(
    game: SilGContext, seat: int, plan: KeptPlan, limits: PlanLimits, *, minds: bool
) -> Stop | None:
    """Return the weightiest of what ends a plan, by what its hero had weighed before."""
    hero, player = game.hero(seat), game.player(seat)
    known = [
        Sighting(slot, None, "", (0, 0), alert=True, turns=0 if slot in plan.near else FAR)
        for slot in player.met
    ]
    watch = Watch(limits, known, plan.health, hero.derived.max_health)
    stops = watch.look(sightings(game, seat, minds=minds), hero.health)
    if player.question or player.asked:
        stops.append(Stop("question", text("you are asked something")))
    stops += [
        Stop("status", kind.word) for kind in ailments(game, seat) if kind.key not in plan.states
    ]
    for event in game.events[game.weighed.get(seat, 0) :]:
        if event.audience is None or seat in event.audience:
            stops += _of_event(seat, event, minds=minds)
            _count_harm(seat, event, plan)
    game.weighed[seat] = len(game.events)
    return weightiest(stops)


def _of_event(seat: int, event: Event, *, minds: bool) -> list[Stop]:
    """Return the end that an event calls for; in a fight blows and alarm are no news."""
    match event.fact:
        case Found(at=at):
            return [Stop("found", text("you have found something"), at)]
        case Heard(who=who):
            return [Stop("heard", text("you hear something"), by=who)]
        case Noticed(who=who) if minds:
            return [Stop("noticed", text("you are noticed"), by=who)]
        case Attacked(by=by, target=SeatRef(seat=hurt)) if minds and hurt == seat:
            return [Stop("attacked", text("you are attacked"), by=by)]
    return []


def _count_harm(seat: int, event: Event, plan: KeptPlan) -> None:
    """Add what a hero's blow has done to what their plan has brought."""
    match event.fact:
        case Attacked(by=SeatRef(seat=striker), damage=damage) if striker == seat and damage:
            plan.counts["dealt"] = plan.counts.get("dealt", 0) + damage


# ---------------------------------------------------------------- beginning and end


def begin(game: SilGContext, seat: int, action: Action) -> KeptPlan:
    """Let a hero keep a plan, in the place of another; return it."""
    plan = KeptPlan(str(action))
    game.player(seat).plan = plan
    game.weighed[seat] = len(game.events)
    remember(game, seat, plan, read_line(plan.line).terms.limits)
    return plan


def end(game: SilGContext, seat: int, stop: Stop) -> None:
    """Drop a hero's plan, and tell its player how it went."""
    player = game.player(seat)
    plan, player.plan = player.plan, None
    if plan is None:
        return
    verb = plan.line.split()[0]
    done = replace(_TURNS[verb], facts={"number": plan.turns})
    told = account(done, _counts(plan.counts), stop)
    counts = {key: number for key, number in plan.counts.items() if number}
    fact = PlanEnded(verb, stop.reason, plan.turns, stop.by, counts)
    game.tell(told, (seat,), "plan", fact=fact)


def _counts(counts: Mapping[str, int]) -> list[Words]:
    return [
        replace(_COUNTS[key], facts={"number": number}) for key, number in counts.items() if number
    ]


def count_health(game: SilGContext, seat: int, plan: KeptPlan, before: int) -> None:
    """Add the health that a hero has lost or got back to what a plan has brought."""
    change = game.hero(seat).health - before
    if change:
        key = "lost" if change < 0 else "gained"
        plan.counts[key] = plan.counts.get(key, 0) + abs(change)


def leader_of(game: SilGContext, handle: str) -> int | None:
    """Return the seat of the hero in play whom a plan names; None without."""
    return next((n for n in game.heroes if game.hero_handle(n) == handle), None)


def in_words(game: SilGContext, plan: KeptPlan) -> Text:
    """Return a plan as a card shows it: "Fight orc scout 1 60, 3 so far"."""
    verb, *args = plan.line.split()
    leader = leader_of(game, args[0]) if verb == "follow" else None
    if leader is None:
        told = text("{line}", line=line_in_words(plan.line, game.data))
    else:
        follow = text("Follow {hero}", hero=game.hero_name(leader))
        told = joined((follow, *map(typed, args[1:])))
    if not plan.turns:
        return told
    return text("{line}, {number} so far", line=told, number=plan.turns)


def interrupt(game: SilGContext) -> None:
    """End everybody's plans when all have heard of the Game Master's action: that is for them to
    decide on. What one is told alone ends none: the others would see it."""
    freed = False
    for seat in game.heroes:
        player = game.player(seat)
        told = game.events[game.weighed.get(seat, 0) :]
        heard = any(event.audience is None for event in told)
        if player.plan is None or not heard:
            continue
        reason: StopReason = "question" if player.asked else "heard"
        end(game, seat, Stop(reason, text("the Game Master has the word")))
        freed = freed or player.ready
        player.ready = player.ready and game.state.stage != "minutes"
    if freed and game.state.stage == "minutes":
        game.state.turn += 1
