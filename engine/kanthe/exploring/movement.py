"""Moving through the domain: corridors, areas, rooms, stairs, and what is met on the way
(rules: kanthe 3, 5, 7)."""

from __future__ import annotations

from math import inf

from engine.common import compass
from engine.contract.facts import Arrived, CreatureRef, Grew, Healed, Noticed, Own, SeatRef
from engine.contract.texts import Text, text, typed
from engine.kanthe.encounters.conflict import drop_walk, end_delve, suffer
from engine.kanthe.encounters.doors import judge_door
from engine.kanthe.encounters.finds import call_passage, call_room, find_hazard
from engine.kanthe.encounters.hazards import bar_way, meet_hazard
from engine.kanthe.encounters.presence import hostile_at, is_hostile
from engine.kanthe.exploring.arcane_use import heal_by_worn
from engine.kanthe.map.area_drawing import map_area
from engine.kanthe.map.level_plan import (
    Way,
    area_at,
    blank_level,
    find_routes,
    is_standable,
    other_end,
    passage_length,
    section_of,
    stub_letter,
    trace_route,
    ways_from,
)
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.rules.names import domain_name, level_name, place_name
from engine.kanthe.state import (
    NOWHERE,
    Approach,
    CallMobile,
    Cell,
    CheckSections,
    ChooseStairs,
    Conflict,
    CrossOff,
    Hazard,
    JudgeDoor,
    KantheLevel,
    KantheState,
    MeetHazard,
    MeetOpponents,
    Node,
    Opponent,
    Passage,
    Section,
    TakeWound,
    Task,
    Walk,
)

NO_NODE = -1


def run_tasks(game: KantheContext) -> None:
    """Do what is left to do until the player must choose."""
    state = game.state
    while state.tasks and state.question is None and state.conflict is None:
        _do_task(game, state.tasks.pop())


def _do_task(game: KantheContext, task: Task) -> None:
    state = game.state
    if isinstance(task, Walk):
        _walk(game, task)
    elif isinstance(task, CallMobile):
        _call_mobile(game, task)
    elif isinstance(task, MeetHazard):
        meet_hazard(game, task.hazard)
    elif isinstance(task, MeetOpponents):
        _meet_opponents(game, task.opponents)
    elif isinstance(task, CrossOff):
        area = area_at(state.here, task.area)
        if area is not None:
            area.circles = max(0, area.circles - 1)
    elif isinstance(task, TakeWound):
        suffer(game, task.degree, task.cause)
    elif isinstance(task, JudgeDoor):
        judge_door(game, task)
    else:
        check_sections(game)


# ------------------------------------------------------------------------- walking


def start_walk(game: KantheContext, passages: list[int]) -> None:
    """Set out along passages."""
    game.state.tasks.append(Walk(passages))


def _walk(game: KantheContext, task: Walk) -> None:
    """Take one step of a way: one passage, or what is met before it."""
    state = game.state
    level = state.here
    if not task.passages:
        _go_onward(game, task.came_by)
        return
    passage = level.passages[task.passages[0]]
    if passage.area not in (NOWHERE, state.area):
        state.tasks.append(task)
        _enter_area(game, passage.area)
        return
    if passage.hazard and not passage.called:
        state.passage = passage.id
        call_passage(game, passage)
    meetings = _meetings(game, passage)
    if meetings:
        state.passage = passage.id
        state.tasks += [task, meetings[0]]
        return
    state.passage = -1
    _step(game, passage, task.passages[1:])


def _meetings(game: KantheContext, passage: Passage) -> list[Task]:
    """Return what must be dealt with before a passage can be walked."""
    state = game.state
    met: list[Task] = [
        MeetHazard(hazard.id) for hazard in hazards_in_the_way(game) if hazard.passage == passage.id
    ]
    hostile = [] if state.unnoticed else hostile_at(state, passage=passage.id)
    if hostile:
        met.append(MeetOpponents([o.id for o in hostile]))
    return met


def hazards_in_the_way(game: KantheContext) -> list[Hazard]:
    """Return the hazards of this level that must be faced where they are."""
    hazards = [hazard for hazard in game.state.here.hazards if hazard.state == "active"]
    return [hazard for hazard in hazards if not game.hazard_kind(hazard).has("footing")]


def _step(game: KantheContext, passage: Passage, rest: list[int]) -> None:
    """Go to the other end of a passage, or stop before it if somebody may be there."""
    state = game.state
    level = state.here
    target = level.nodes[other_end(passage, state.node)]
    if target.kind == "room" and not target.called:
        call_room(game, target)
    if rest:
        state.tasks.append(Walk(rest))
    if hostile_at(state, node=target.id):
        state.question = Approach(target.id)
        return
    enter_place(game, target.id)
    if target.waiting:
        column, row = target.leads
        game.dice.begin_level(f"{level.number} {column} {row}")
        map_area(game, level, target)
        heal_by_worn(game)
        state.tasks += [CheckSections(), Walk([], came_by=passage.id)]
        _enter_area(game, target.leads)


def _go_onward(game: KantheContext, came_by: int) -> None:
    """Go on into a new area if only one way leads on."""
    ways = [
        way for way in ways_from(game.state.here, game.state.place) if came_by not in way.passages
    ]
    if len(ways) == 1:
        start_walk(game, list(ways[0].passages))


def _enter_area(game: KantheContext, cell: Cell) -> None:
    state = game.state
    state.area = cell
    _end_potions(game)
    state.tasks.append(CallMobile())


def _end_potions(game: KantheContext) -> None:
    """End what was drunk, in another area or on another level."""
    if game.state.hero.potions:
        game.state.hero.potions.clear()
        game.tell(text("What you drank wears off."), fact=Own("potions-ended", SeatRef(0)))


def enter_place(game: KantheContext, node: int) -> None:
    """Step into a place: mark it as entered, find its doors, let followers come along."""
    state = game.state
    level = state.here
    place = level.nodes[node]
    if node != state.node:
        state.previous = state.node
    if node in level.left:
        level.left.remove(node)
    state.node, state.unnoticed = node, False
    if place.kind == "start":
        state.area = NOWHERE
    if place.kind == "room" and not place.entered:
        _enter_first(game, place)
    for door in reversed(place.doors):
        if not door.judged:
            state.tasks.append(JudgeDoor(node, door.wall))
    if is_standable(place):
        _bring_followers(game)


def _enter_first(game: KantheContext, room: Node) -> None:
    state = game.state
    room.entered = True
    state.hero.rooms += 1
    key = {5: "room-feature", 6: "room-doors"}.get(room.die, "room-plain")
    game.describe(key, "map")
    state.tasks.append(CheckSections())


def _bring_followers(game: KantheContext) -> None:
    state = game.state
    followers = [o for o in state.here.opponents if o.follows and o.here]
    for follower in followers:
        follower.node, follower.passage = state.node, -1
    if followers:
        noticed = Noticed(CreatureRef(followers[0].kind, followers[0].id))
        game.tell(text("The swarm is still behind you."), "meet", noticed)
        state.tasks.append(MeetOpponents([o.id for o in followers]))


def _meet_opponents(game: KantheContext, numbers: list[int]) -> None:
    known = {o.id: o for o in game.state.here.opponents}
    ready = [n for n in numbers if n in known and known[n].here and known[n].attacks]
    if ready:
        game.state.conflict = Conflict(ready)


def _call_mobile(game: KantheContext, task: CallMobile) -> None:
    """Throw for the mobile hazards of the hero's area; each match is one. A noise gives away a hero
    whom nobody has noticed."""
    state = game.state
    if task.noise and state.unnoticed:
        _give_away(game)
    area = area_at(state.here, state.area)
    if area is None or area.circles <= 0:
        return
    met: list[Task] = []
    on_way = state.passage >= 0
    place = {"node": -1 if on_way else state.node, "passage": state.passage if on_way else -1}
    for match in game.call("noise" if task.noise else "mobile"):
        row = game.content.mobile[match.value]
        found = find_hazard(game, row, match.degree, **place)
        if isinstance(found, Opponent):
            if found.attacks:
                met.append(MeetOpponents([found.id]))
        elif found is not None and game.hazard_kind(found).has("bars"):
            bar_way(game, found)
        elif found is not None and not game.hazard_kind(found).has("footing"):
            met.append(MeetHazard(found.id))
        met.append(CrossOff(area.cell))
    state.tasks += reversed(met)


def _give_away(game: KantheContext) -> None:
    """Let those attack from whom the hero was hidden."""
    state = game.state
    state.unnoticed = False
    if hostile := hostile_at(state, node=state.node):
        game.tell(text("They hear you."), "fight", Own("noticed", SeatRef(0)))
        state.tasks.append(MeetOpponents([o.id for o in hostile]))


def turn_back(game: KantheContext, place: int = NO_NODE) -> None:
    """Stay where the hero is instead of going on: to a place, which exploring leaves alone then."""
    left = game.state.here.left
    if place != NO_NODE and place not in left:
        left.append(place)
    drop_walk(game.state)
    game.tell(text("You turn back."))


# ------------------------------------------------------------------------- plans


def places_to_explore(state: KantheState) -> list[int]:
    """Return the places of this level that the hero has not set foot in, nor turned back from."""
    return [
        node.id
        for node in state.here.nodes
        if (node.waiting or (node.kind == "room" and not node.entered))
        and node.id not in state.here.left
    ]


def routes_from_here(game: KantheContext, *, unknown: bool) -> dict[int, tuple[int, Passage]]:
    """Return the routes to all places that known and safe ways lead to, the nearest first.

    With `unknown` also through corridors whose hazard has not been met yet.
    """
    state = game.state
    level = state.here
    held = {o.node for o in level.opponents if is_hostile(o)}
    barred = {o.passage for o in level.opponents if is_hostile(o)}
    barred |= {hazard.passage for hazard in hazards_in_the_way(game)}

    def cost(passage: Passage) -> float:
        risk = passage.hazard and not passage.called
        if passage.id in barred or (risk and not unknown):
            return inf
        return 1.0 + passage_length(level, passage) + (50.0 if risk else 0.0)

    def through(node: Node) -> bool:
        return node.id not in held and (node.kind != "room" or node.entered)

    return find_routes(level, state.node, cost, through)


def find_plan(game: KantheContext) -> list[int]:
    """Return the way to the nearest place that the hero has not set foot in; empty: none."""
    routes = routes_from_here(game, unknown=True)
    goals = set(places_to_explore(game.state))
    goal = next((node for node in routes if node in goals), -1)
    return trace_route(routes, goal)


def find_known_way(game: KantheContext, goal: int) -> list[int]:
    """Return a way to a place that passes nothing unknown; empty: none."""
    return trace_route(routes_from_here(game, unknown=False), goal)


def first_leg(game: KantheContext, passages: list[int]) -> list[int]:
    """Return a way as far as the first place where the hero stops."""
    level, at = game.state.here, game.state.node
    for count, number in enumerate(passages, 1):
        at = other_end(level.passages[number], at)
        if is_standable(level.nodes[at]):
            return passages[:count]
    return passages


def way_label(state: KantheState, way: Way) -> Text:
    """Return what a way leads to, in a few words."""
    node = state.here.nodes[way.node]
    direction, place = compass.WORDS[way.direction], place_name(node)
    if node.waiting:
        letter = typed(stub_letter(state.here, node))
        return text("{direction:The}: open corridor {letter}", direction=direction, letter=letter)
    if node.kind == "room" and not node.entered:
        return text("{direction:The}: {place} (not entered)", direction=direction, place=place)
    return text("{direction:The}: {place}", direction=direction, place=place)


# ------------------------------------------------------------------------- levels


def enter_level(game: KantheContext, number: int, *, node: int = 0) -> None:
    """Come to a level by its stairs; draw its starting room if it is new."""
    state = game.state
    followers = []
    if state.levels and any(level.number == state.level for level in state.levels):
        old = state.here
        followers = [o for o in old.opponents if o.follows and o.here]
        old.opponents = [o for o in old.opponents if o not in followers]
    if not any(level.number == number for level in state.levels):
        state.levels.append(blank_level(number, state.domain.sections))
        state.levels[-1].nodes[0].entered = True
    state.level, state.node, state.previous = number, node, node
    state.passage, state.area, state.unnoticed = -1, state.here.nodes[node].area, False
    _end_potions(game)
    state.hero.deepest = max(state.hero.deepest, number)
    state.here.opponents += followers
    if followers:
        _bring_followers(game)


def descend(game: KantheContext) -> None:
    """Take the stairs down to the starting room of the next level."""
    state = game.state
    room = state.node
    game.describe("descent", "map")
    enter_level(game, state.level + 1)
    state.here.arrived_from = room
    level = level_name(state.level)
    words = text(
        "You are on {level}, Difficulty {difficulty}.", level=level, difficulty=state.difficulty
    )
    game.tell(words, "map", Arrived(SeatRef(0), state.level))
    game.record(text("Reached {level}.", level=level))


def climb(game: KantheContext) -> None:
    """Take the stairs up to the room they lead from."""
    state = game.state
    node = state.here.arrived_from
    game.describe("ascent", "map")
    enter_level(game, state.level - 1, node=node)
    words = text("You are back on level {number}.", number=state.level)
    if state.level == 0:
        words = text("You are back in the ruins.")
    game.tell(words, "map", Arrived(SeatRef(0), state.level))


def leave_domain(game: KantheContext) -> None:
    """Walk out of the domain alive."""
    state = game.state
    name, domain = typed(state.hero.name), domain_name(state)
    game.describe("leave", "end", Own("left", SeatRef(0)), name=name, domain=domain)
    end_delve(game, "left")


# ------------------------------------------------------------------------- reward


def is_explored(level: KantheLevel, section: Section) -> bool:
    """Return whether each area of a section that a drawn way leads into is mapped, and each room
    drawn is entered."""
    mapped = [area for area in level.areas if section_of(area.cell) == section.cell]
    if not mapped:
        return False
    for node in level.nodes:
        if node.waiting and section_of(node.leads) == section.cell:
            return False
        if node.kind == "room" and not node.entered and section_of(node.area) == section.cell:
            return False
    return True


def check_sections(game: KantheContext) -> None:
    """Reward the hero for each section that is now explored; ask where the stairs are when all
    are, and none were found."""
    state = game.state
    level = state.here
    for section in level.sections:
        if not section.explored and is_explored(level, section):
            section.explored = True
            _reward(game)
    found = any(node.stairs for node in level.nodes)
    done = all(section.explored for section in level.sections)
    if done and not found and level.number < state.domain.levels and state.result == "":
        state.question = ChooseStairs()


def _reward(game: KantheContext) -> None:
    """Throw for a higher Challenge, and heal one wound."""
    hero = game.state.hero
    hero.sections += 1
    game.describe("section", "found", Own("section-explored", SeatRef(0)))
    faces = game.throw_opposition(game.state.difficulty, "reward", challenge=hero.challenge)
    if any(face > hero.challenge for face in faces):
        hero.challenge += 1
        words = text("Your Challenge is {challenge} now.", challenge=hero.challenge)
        game.tell(words, "found", Grew(SeatRef(0), "challenge"))
        game.record(text("Challenge rose to {challenge}.", challenge=hero.challenge))
    if hero.wounds:
        hero.wounds -= 1
        game.tell(text("One of your wounds has healed."), fact=Healed(SeatRef(0), 1))


def rooms_for_stairs(state: KantheState) -> list[Node]:
    """Return the rooms that the stairs could be in, the nearest to the hero first."""
    place = state.place
    rooms = [node for node in state.here.nodes if node.kind == "room" and node.entered]
    rooms.sort(key=lambda node: (abs(node.x - place.x) + abs(node.y - place.y), node.id))
    return rooms or [state.here.nodes[0]]
