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
    passages_at,
    section_of,
    stub_letter,
    trace_route,
    ways_from,
)
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.rules.names import level_name, place_name
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


def run_tasks(play: KantheContext) -> None:
    """Do what is left to do until the player must choose."""
    game = play.game
    while game.tasks and game.question is None and game.conflict is None:
        _do_task(play, game.tasks.pop())


def _do_task(play: KantheContext, task: Task) -> None:
    game = play.game
    if isinstance(task, Walk):
        _walk(play, task)
    elif isinstance(task, CallMobile):
        _call_mobile(play, task)
    elif isinstance(task, MeetHazard):
        meet_hazard(play, task.hazard)
    elif isinstance(task, MeetOpponents):
        _meet_opponents(play, task.opponents)
    elif isinstance(task, CrossOff):
        area = area_at(game.here, task.area)
        if area is not None:
            area.circles = max(0, area.circles - 1)
    elif isinstance(task, TakeWound):
        suffer(play, task.degree, task.cause)
    elif isinstance(task, JudgeDoor):
        judge_door(play, task)
    else:
        check_sections(play)


# ------------------------------------------------------------------------- walking


def start_walk(play: KantheContext, passages: list[int]) -> None:
    """Set out along passages."""
    play.game.tasks.append(Walk(passages))


def _walk(play: KantheContext, task: Walk) -> None:
    """Take one step of a way: one passage, or what is met before it."""
    game = play.game
    level = game.here
    if not task.passages:
        _go_onward(play, task.came_by)
        return
    passage = level.passages[task.passages[0]]
    if passage.area not in (NOWHERE, game.area):
        game.tasks.append(task)
        _enter_area(play, passage.area)
        return
    if passage.hazard and not passage.called:
        game.passage = passage.id
        call_passage(play, passage)
    meetings = _meetings(play, passage)
    if meetings:
        game.passage = passage.id
        game.tasks += [task, meetings[0]]
        return
    game.passage = -1
    _step(play, passage, task.passages[1:])


def _meetings(play: KantheContext, passage: Passage) -> list[Task]:
    """Return what must be dealt with before a passage can be walked."""
    game = play.game
    met: list[Task] = [
        MeetHazard(hazard.id) for hazard in hazards_in_the_way(play) if hazard.passage == passage.id
    ]
    hostile = [] if game.unnoticed else hostile_at(game, passage=passage.id)
    if hostile:
        met.append(MeetOpponents([o.id for o in hostile]))
    return met


def hazards_in_the_way(play: KantheContext) -> list[Hazard]:
    """Return the hazards of this level that must be faced where they are."""
    hazards = [hazard for hazard in play.game.here.hazards if hazard.state == "active"]
    return [hazard for hazard in hazards if not play.hazard_kind(hazard).has("footing")]


def _step(play: KantheContext, passage: Passage, rest: list[int]) -> None:
    """Go to the other end of a passage, or stop before it if somebody may be there."""
    game = play.game
    level = game.here
    target = level.nodes[other_end(passage, game.node)]
    if target.kind == "room" and not target.called:
        call_room(play, target)
    if rest:
        game.tasks.append(Walk(rest))
    if hostile_at(game, node=target.id):
        game.question = Approach(target.id)
        return
    enter_place(play, target.id)
    if target.waiting:
        column, row = target.leads
        play.dice.begin_level(f"{level.number} {column} {row}")
        map_area(play, level, target)
        heal_by_worn(play)
        game.tasks += [CheckSections(), Walk([], came_by=passage.id)]
        _enter_area(play, target.leads)


def _go_onward(play: KantheContext, came_by: int) -> None:
    """Go on into a new area if only one way leads on."""
    ways = [
        way for way in ways_from(play.game.here, play.game.place) if came_by not in way.passages
    ]
    if len(ways) == 1:
        start_walk(play, list(ways[0].passages))


def _enter_area(play: KantheContext, cell: Cell) -> None:
    game = play.game
    game.area = cell
    if game.hero.potions:
        game.hero.potions.clear()
        play.tell(text("What you drank wears off."), fact=Own("potions-ended", SeatRef(0)))
    game.tasks.append(CallMobile())


def enter_place(play: KantheContext, node: int) -> None:
    """Step into a place: mark it as entered, find its doors, let followers come along."""
    game = play.game
    level = game.here
    place = level.nodes[node]
    if node != game.node:
        game.previous = game.node
    if node in level.left:
        level.left.remove(node)
    game.node, game.unnoticed = node, False
    if place.kind == "start":
        game.area = NOWHERE
    if place.kind == "room" and not place.entered:
        _enter_first(play, place)
    for door in reversed(place.doors):
        if not door.judged:
            game.tasks.append(JudgeDoor(node, door.wall))
    if is_standable(place):
        _bring_followers(play)


def _enter_first(play: KantheContext, room: Node) -> None:
    game = play.game
    room.entered = True
    game.hero.rooms += 1
    key = {5: "room-feature", 6: "room-doors"}.get(room.die, "room-plain")
    play.describe(key, "map")
    game.tasks.append(CheckSections())


def _bring_followers(play: KantheContext) -> None:
    game = play.game
    followers = [o for o in game.here.opponents if o.follows and o.here]
    for follower in followers:
        follower.node, follower.passage = game.node, -1
    if followers:
        noticed = Noticed(CreatureRef(followers[0].kind, followers[0].id))
        play.tell(text("The swarm is still behind you."), "meet", noticed)
        game.tasks.append(MeetOpponents([o.id for o in followers]))


def _meet_opponents(play: KantheContext, numbers: list[int]) -> None:
    known = {o.id: o for o in play.game.here.opponents}
    ready = [n for n in numbers if n in known and known[n].here and known[n].attacks]
    if ready:
        play.game.conflict = Conflict(ready)


def _call_mobile(play: KantheContext, task: CallMobile) -> None:
    """Throw for the mobile hazards of the hero's area; each match is one. A noise gives away a hero
    whom nobody has noticed."""
    game = play.game
    if task.noise and game.unnoticed:
        _give_away(play)
    area = area_at(game.here, game.area)
    if area is None or area.circles <= 0:
        return
    met: list[Task] = []
    on_way = game.passage >= 0
    place = {"node": -1 if on_way else game.node, "passage": game.passage if on_way else -1}
    for match in play.call("noise" if task.noise else "mobile"):
        row = play.content.mobile[match.value]
        found = find_hazard(play, row, match.degree, mobile=True, **place)
        if isinstance(found, Opponent):
            if found.attacks:
                met.append(MeetOpponents([found.id]))
        elif found is not None and play.hazard_kind(found).has("bars"):
            bar_way(play, found)
        elif found is not None and not play.hazard_kind(found).has("footing"):
            met.append(MeetHazard(found.id))
        met.append(CrossOff(area.cell))
    game.tasks += reversed(met)


def _give_away(play: KantheContext) -> None:
    """Let those attack from whom the hero was hidden."""
    game = play.game
    game.unnoticed = False
    if hostile := hostile_at(game, node=game.node):
        play.tell(text("They hear you."), "fight", Own("noticed", SeatRef(0)))
        game.tasks.append(MeetOpponents([o.id for o in hostile]))


def turn_back(play: KantheContext, place: int = NO_NODE) -> None:
    """Stay where the hero is instead of going on: to a place, which exploring leaves alone then."""
    left = play.game.here.left
    if place != NO_NODE and place not in left:
        left.append(place)
    drop_walk(play.game)
    play.tell(text("You turn back."))


# ------------------------------------------------------------------------- plans


def places_to_explore(game: KantheState) -> list[int]:
    """Return the places of this level that the hero has not set foot in, nor turned back from."""
    return [
        node.id
        for node in game.here.nodes
        if (node.waiting or (node.kind == "room" and not node.entered))
        and node.id not in game.here.left
    ]


def routes_from_here(play: KantheContext, *, unknown: bool) -> dict[int, tuple[int, Passage]]:
    """Return the routes to all places that known and safe ways lead to, the nearest first.

    With `unknown` also through corridors whose hazard has not been met yet.
    """
    game = play.game
    level = game.here
    held = {o.node for o in level.opponents if is_hostile(o)}
    barred = {o.passage for o in level.opponents if is_hostile(o)}
    barred |= {hazard.passage for hazard in hazards_in_the_way(play)}

    def cost(passage: Passage) -> float:
        risk = passage.hazard and not passage.called
        if passage.id in barred or (risk and not unknown):
            return inf
        return 1.0 + passage_length(level, passage) + (50.0 if risk else 0.0)

    def through(node: Node) -> bool:
        return node.id not in held and (node.kind != "room" or node.entered)

    return find_routes(level, game.node, cost, through)


def find_plan(play: KantheContext) -> list[int]:
    """Return the way to the nearest place that the hero has not set foot in; empty: none."""
    routes = routes_from_here(play, unknown=True)
    goals = set(places_to_explore(play.game))
    goal = next((node for node in routes if node in goals), -1)
    return trace_route(routes, goal)


def find_known_way(play: KantheContext, goal: int) -> list[int]:
    """Return a way to a place that passes nothing unknown; empty: none."""
    return trace_route(routes_from_here(play, unknown=False), goal)


def first_leg(play: KantheContext, passages: list[int]) -> list[int]:
    """Return a way as far as the first place where the hero stops."""
    level, at = play.game.here, play.game.node
    for count, number in enumerate(passages, 1):
        at = other_end(level.passages[number], at)
        if is_standable(level.nodes[at]):
            return passages[:count]
    return passages


def way_label(game: KantheState, way: Way) -> Text:
    """Return what a way leads to, in a few words."""
    node = game.here.nodes[way.node]
    direction, place = compass.WORDS[way.direction], place_name(node)
    if node.waiting:
        letter = typed(stub_letter(game.here, node))
        return text("{direction:The}: open corridor {letter}", direction=direction, letter=letter)
    if node.kind == "room" and not node.entered:
        return text("{direction:The}: {place} (not entered)", direction=direction, place=place)
    return text("{direction:The}: {place}", direction=direction, place=place)


# ------------------------------------------------------------------------- levels


def enter_level(play: KantheContext, number: int, *, node: int = 0) -> None:
    """Come to a level by its stairs; draw its starting room if it is new."""
    game = play.game
    followers = []
    if game.levels and any(level.number == game.level for level in game.levels):
        old = game.here
        followers = [o for o in old.opponents if o.follows and o.here]
        old.opponents = [o for o in old.opponents if o not in followers]
    if not any(level.number == number for level in game.levels):
        game.levels.append(blank_level(number, game.domain.sections))
        game.levels[-1].nodes[0].entered = True
    game.level, game.node, game.previous = number, node, node
    game.passage, game.area, game.unnoticed = -1, game.here.nodes[node].area, False
    game.hero.potions.clear()
    game.hero.deepest = max(game.hero.deepest, number)
    game.here.opponents += followers
    if followers:
        _bring_followers(play)


def descend(play: KantheContext) -> None:
    """Take the stairs down to the starting room of the next level."""
    game = play.game
    room = game.node
    play.describe("descent", "map")
    enter_level(play, game.level + 1)
    game.here.arrived_from = room
    level = level_name(game.level)
    words = text(
        "You are on {level}, Difficulty {difficulty}.", level=level, difficulty=game.difficulty
    )
    play.tell(words, "map", Arrived(SeatRef(0), game.level))
    play.record(text("Reached {level}.", level=level))


def climb(play: KantheContext) -> None:
    """Take the stairs up to the room they lead from."""
    game = play.game
    node = game.here.arrived_from
    play.describe("ascent", "map")
    enter_level(play, game.level - 1, node=node)
    words = text("You are back on level {number}.", number=game.level)
    if game.level == 0:
        words = text("You are back in the ruins.")
    play.tell(words, "map", Arrived(SeatRef(0), game.level))


def leave_domain(play: KantheContext) -> None:
    """Walk out of the domain alive."""
    game = play.game
    name, domain = typed(game.hero.name), typed(game.domain.name)
    play.describe("leave", "end", Own("left", SeatRef(0)), name=name, domain=domain)
    end_delve(play, "left")


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


def check_sections(play: KantheContext) -> None:
    """Reward the hero for each section that is now explored; ask where the stairs are when all
    are, and none were found."""
    game = play.game
    level = game.here
    for section in level.sections:
        if not section.explored and is_explored(level, section):
            section.explored = True
            _reward(play)
    found = any(node.stairs for node in level.nodes)
    done = all(section.explored for section in level.sections)
    if done and not found and level.number < game.domain.levels and game.result == "":
        game.question = ChooseStairs()


def _reward(play: KantheContext) -> None:
    """Throw for a higher Challenge, and heal one wound."""
    hero = play.game.hero
    hero.sections += 1
    play.describe("section", "found", Own("section-explored", SeatRef(0)))
    faces = play.throw_opposition(play.game.difficulty, "reward", challenge=hero.challenge)
    if any(face > hero.challenge for face in faces):
        hero.challenge += 1
        words = text("Your Challenge is {challenge} now.", challenge=hero.challenge)
        play.tell(words, "found", Grew(SeatRef(0), "challenge"))
        play.record(text("Challenge rose to {challenge}.", challenge=hero.challenge))
    if hero.wounds:
        hero.wounds -= 1
        play.tell(text("One of your wounds has healed."), fact=Healed(SeatRef(0), 1))


def rooms_for_stairs(game: KantheState) -> list[Node]:
    """Return the rooms that the stairs could be in, the nearest to the hero first."""
    place = game.place
    rooms = [node for node in game.here.nodes if node.kind == "room" and node.entered]
    rooms.sort(key=lambda node: (abs(node.x - place.x) + abs(node.y - place.y), node.id))
    return rooms or [game.here.nodes[0]]


def touching(game: KantheState) -> list[int]:
    """Return the passages that touch the hero's place."""
    return [passage.id for passage in passages_at(game.here, game.node)]
