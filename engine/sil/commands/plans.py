"""The plans a hero may be sent on: explore, travel, run, rest, search, tunnel, repeat
(rules: dungeon 7.6, 7.8; world 11.3, 11.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from engine.common import compass
from engine.common.plans import CAUTIONS, LIMITS, Stop, Terms, split_terms
from engine.contract.action import IllegalAction, InvalidAction, Offer
from engine.contract.texts import Name, Text, counted, text, typed
from engine.contract.view import Caution
from engine.sil.clock import plan_runs, sightings
from engine.sil.clock.plan_runs import DONE
from engine.sil.commands import doors, movement, offer_order
from engine.sil.commands.base import Argument, Command, never, offer, read
from engine.sil.data.hero_statuses import STATUSES
from engine.sil.effects import statuses
from engine.sil.game.context import Game
from engine.sil.game.messages import say
from engine.sil.game.state import Stat
from engine.sil.hero import derived
from engine.sil.items import item_handles
from engine.sil.level import terrain
from engine.sil.movement import digging, exploring, running, travel

MOST_TARGETS = 8  # places to travel to that are offered
SHUT = Stop("blocked", text("the door stays shut"))
THROUGH = Stop("other", text("you are through"))
PATIENCE = 10  # vain turns at a locked door before a plan gives up
SEARCH_TURNS = 10

REPEATABLE = frozenset(("step", "wait", "open", "close", "bash", "disarm", "dig", "interact"))
"""Commands that can be repeated: none that uses things up."""


def _clear_head(game: Game) -> None:
    if game.hero.timers.confused:
        raise IllegalAction(text("You are too confused for that."))


def _can_walk(game: Game) -> bool:
    """Return whether he can take a way: neither confused nor weighed down."""
    return not game.hero.timers.confused and not derived.is_overburdened(game.hero)


def _refuse_in_danger(game: Game, terms: Terms) -> None:
    """Refuse to wander about while an alert enemy could soon do harm."""
    creature = sightings.nearest_danger(game, terms.limits)
    if creature is not None:
        raise IllegalAction(text("Not with {who} so near.", who=sightings.in_words(game, creature)))


def _in_danger(game: Game) -> bool:
    return sightings.nearest_danger(game, LIMITS[game.hero.caution]) is not None


# --------------------------------------------------------------------------------- explore


def _explore(game: Game, args: tuple[str, ...]) -> None:
    _, terms = split_terms(args)
    _clear_head(game)
    _refuse_in_danger(game, terms)
    if game.hero.timers.blind:
        raise IllegalAction(text("You cannot explore blind."))
    way: list[int] = []
    landmarks = _landmarks(game)
    known = {i for i in landmarks if game.knowledge.mark[i]}
    things = _things(game)

    def act() -> Stop | None:
        nonlocal way
        fresh = _news(game, landmarks, known, things)
        if fresh:
            return fresh
        if not way or not exploring.still_worth(game, way[-1]):
            way = exploring.next_way(game) or []
        if not way:
            if game.hero.timers.blind:
                return Stop("blocked", text("you cannot see"))
            raise IllegalAction(text("There is nothing left to explore that you can reach."))
        return patient(_follow(game, way))

    patient = _patience()
    plan_runs.carry_out(game, "explore", act, terms)


def _patience() -> Callable[[Stop | None], Stop | None]:
    """Bear with a lock that does not yield, for a while."""
    left = PATIENCE

    def bear(end: Stop | None) -> Stop | None:
        nonlocal left
        if end is not SHUT:
            return end
        left -= 1
        return None if left else end

    return bear


def _landmarks(game: Game) -> list[int]:
    """Return the squares whose discovery ends an exploration: stairs and forges."""
    return terrain.squares(game.level, terrain.LANDMARK)


def _things(game: Game) -> set[int]:
    return {i for i, heap in game.level.floor.items() if any(game.knows_of(item) for item in heap)}


def _news(game: Game, landmarks: Sequence[int], known: set[int], things: set[int]) -> Stop | None:
    """Return what has come to light since the exploration began; None for nothing."""
    level = game.level
    for i in landmarks:
        if game.knowledge.mark[i] and i not in known:
            place = terrain.words_of(game.data, level.feature[i])
            return Stop("found", text("{place:a}", place=place), level.place(i))
    for i in sorted(_things(game) - things):
        item = next(item for item in level.floor[i] if game.knows_of(item))
        seen = text("{item}", item=item_handles.item_words(game, item))
        return Stop("found", seen, level.place(i))
    return None


def _follow(game: Game, way: list[int]) -> Stop | None:
    """Take the next step of a way, or open the door that bars it; return why the way is over, or
    None."""
    level, hero = game.level, game.hero
    square = way[0]
    y, x = level.place(square)
    if max(abs(y - hero.y), abs(x - hero.x)) > 1:
        return Stop("other", text("you were moved aside"))
    shut = terrain.KNOWN_DOOR[level.feature[square]] and game.knowledge.mark[square]
    if not shut and not _is_safe(game, square):
        return Stop("blocked", text("the way is no longer safe"))
    movement.walk(game, (plan_runs.direction_to(game, square),))
    if (hero.y, hero.x) == (y, x):
        del way[0]
    elif shut and terrain.KNOWN_DOOR[level.feature[square]]:
        return SHUT
    return None


def _is_safe(game: Game, square: int) -> bool:
    return bool(travel.ways(game, glimpsed=True)[square])


# ---------------------------------------------------------------------------------- travel


def _travel(game: Game, args: tuple[str, ...]) -> None:
    args, terms = split_terms(args)
    _clear_head(game)
    _refuse_in_danger(game, terms)
    level, hero = game.level, game.hero
    goal = _goal(game, args[0])
    if goal == level.at(hero.y, hero.x):
        raise IllegalAction(text("You are there already."))
    way = travel.way_to(game, goal)
    if way is None:
        raise IllegalAction(text("You know of no safe way there."))

    def act() -> Stop | None:
        return patient(_follow(game, way)) or (None if way else DONE)

    patient = _patience()
    plan_runs.carry_out(game, "travel", act, terms)


def _goal(game: Game, word: str) -> int:
    """Return the square that is meant: BK27, or the nearest known place of a kind.

    Raises InvalidAction or IllegalAction.
    """
    level, hero = game.level, game.hero
    here = level.at(hero.y, hero.x)
    if word.lower() in _PLACES:
        unknown, kind = _PLACES[word.lower()]
        if kind[level.feature[here]]:
            return here
        way = travel.nearest(
            travel.with_doors(game, travel.ways(game)),
            level.width,
            here,
            lambda i: bool(kind[level.feature[i]] and game.knowledge.mark[i]),
        )
        if way is None:
            raise IllegalAction(unknown)
        return way[-1]
    place = compass.read_square(word)
    if place is None:
        raise InvalidAction(
            text("“{word}” is no square: squares are called like BK27.", word=typed(word))
        )
    y, x = place
    if not (0 <= y < level.height and 0 <= x < level.width):
        raise IllegalAction(text("You know of no safe way there."))
    return level.at(y, x)


_PLACES = {
    "stairs": (text("You know of no stairs that you can reach."), terrain.STAIR),
    "up": (text("You know of no way up that you can reach."), terrain.UPWARD),
    "down": (text("You know of no way down that you can reach."), terrain.DOWNWARD),
    "forge": (text("You know of no forge that you can reach."), terrain.FORGES),
}


def _travel_offers(game: Game) -> Iterable[Offer]:
    """Yield the known stairs, forges and things, nearest first, with the way there."""
    hero, level = game.hero, game.level
    if not _can_walk(game) or _in_danger(game):
        return
    here = level.at(hero.y, hero.x)
    marks: dict[int, Name | Text] = {
        i: terrain.words_of(game.data, level.feature[i])
        for i in _landmarks(game)
        if game.knowledge.mark[i]
    }
    for i in _things(game):
        thing = next(t for t in level.floor[i] if game.knows_of(t))
        marks.setdefault(i, item_handles.item_words(game, thing))
    marks.pop(here, None)
    if not marks:
        return
    free = travel.with_doors(game, travel.ways(game))
    goals = frozenset(i for i in marks if free[i])
    found = travel.ways_to(free, level.width, here, goals.__contains__)
    for way in islice(found, min(len(goals), MOST_TARGETS)):
        goal = way[-1]
        at = level.place(goal)
        label = offer_order.bearing_label(marks[goal], len(way), at[0] - hero.y, at[1] - hero.x)
        yield offer(
            "travel",
            compass.square(*at),
            label=label,
            hint=counted(len(way), "{number} step", "{number} steps"),
            group="plan",
            at=at,
            path=tuple(level.place(i) for i in way),
        )


# ------------------------------------------------------------------------------------- run


def _run(game: Game, args: tuple[str, ...]) -> None:
    args, terms = split_terms(args)
    _clear_head(game)
    _refuse_in_danger(game, terms)
    level, hero = game.level, game.hero
    dy, dx = compass.DIRECTIONS[args[0]]
    first = level.at(hero.y + dy, hero.x + dx)
    if game.knowledge.mark[first] and terrain.OPAQUE[level.feature[first]]:
        raise IllegalAction(text("The way is barred."))
    if not _passes(game, first):
        raise IllegalAction(text("That is no way to run."))
    run: running.RunState | None = None

    def act() -> Stop | None:
        nonlocal run
        if run is None:
            run = running.start(game, compass.KEYPAD[args[0]])
        elif not running.go_on(game, run):
            return DONE
        dy, dx = compass.OFFSETS[run.direction]
        square = level.at(hero.y + dy, hero.x + dx)
        if not _passes(game, square):
            return DONE
        movement.walk(game, (compass.BY_KEYPAD[run.direction],))
        return None

    plan_runs.carry_out(game, "run", act, terms)


def _passes(game: Game, square: int) -> bool:
    """Return whether nothing that the hero knows of speaks against running onto a square."""
    level = game.level
    creature = level.creatures[level.occupant.get(square, 0)]
    if creature is not None and game.known(creature).visible:
        return False
    feature = level.feature[square]
    if not game.knowledge.mark[square] and not game.knowledge.seen[square]:
        return True
    if level.hidden[square]:
        return True
    return not terrain.OPAQUE[feature] and not terrain.TRAP[feature] and feature != terrain.CHASM


def _run_offers(game: Game) -> Iterable[Offer]:
    hero, level = game.hero, game.level
    if not _can_walk(game) or _in_danger(game):
        return
    for direction, (dy, dx) in compass.DIRECTIONS.items():
        y, x = hero.y + 2 * dy, hero.x + 2 * dx
        if not (0 <= y < level.height and 0 <= x < level.width):
            continue
        squares = (level.at(hero.y + dy, hero.x + dx), level.at(y, x))
        if all(
            (game.knowledge.mark[i] or game.knowledge.seen[i] or game.knowledge.walked[i])
            and _passes(game, i)
            for i in squares
        ):
            yield offer(
                "run",
                direction,
                label=text("Run {way}", way=compass.WORDS[direction]),
                group="plan",
                at=(y, x),
            )


# ------------------------------------------------------------------------------------ rest


def _rest(game: Game, args: tuple[str, ...]) -> None:
    args, terms = split_terms(args)
    words = [w for w in (args[0] if args else "").lower().split() if w not in ("until", "turns")]
    word = " ".join(words) or "needed"
    if word.isdecimal():
        _hold(game, "rest", terms, lambda: False, int(word))
        return
    if word not in _ENOUGH:
        raise InvalidAction(
            text(
                "“{word}” is no rest: say needed, health, voice, healed, or a number of turns.",
                word=typed(word),
            )
        )
    enough = _ENOUGH[word]
    if enough(game):
        raise IllegalAction(text("You need no rest."))
    _hold(game, "rest", terms, lambda: enough(game))


def _hold(
    game: Game,
    plan: plan_runs.Plan,
    terms: Terms,
    enough: Callable[[], bool],
    turns: int | None = None,
) -> None:
    """Stand still so many turns, or until it is enough. Creeping ends, and so does singing."""
    if turns is not None and turns < 1:
        raise InvalidAction(text("Say for how many turns."))
    begun = False

    def act() -> Stop | None:
        nonlocal begun
        if not begun:
            begun = True
            if plan == "rest":
                _settle_down(game)
        elif enough():
            return DONE
        movement.hold(game)
        return None

    plan_runs.carry_out(game, plan, act, terms, turns=turns)


def _settle_down(game: Game) -> None:
    game.hero.stealth_mode = game.hero.stop_stealth = False
    if game.state.options.get("rest_sings") != "yes":
        statuses.silence(game)


def _healthy(game: Game) -> bool:
    return game.hero.health >= game.hero.derived.max_health


def _voiced(game: Game) -> bool:
    return game.hero.voice >= game.hero.derived.max_voice


def _recovered(game: Game) -> bool:
    """Rules: dungeon 7.8, "As needed"."""
    singing = game.hero.song >= 0
    timers = game.hero.timers
    ails = any(kind.delays_rest and timers.left(name) for name, kind in STATUSES.items())
    return _healthy(game) and (_voiced(game) or singing) and not ails


_ENOUGH: dict[str, Callable[[Game], bool]] = {
    "needed": _recovered,
    "as needed": _recovered,
    "health": _healthy,
    "voice": _voiced,
    "healed": lambda game: _healthy(game) and _voiced(game),
}


def _rest_offers(game: Game) -> Iterable[Offer]:
    if not _recovered(game):
        hint = text("Until health, voice and mind are whole, or something disturbs")
        yield offer("rest", label=text("Rest as needed"), hint=hint, group="plan")


def _search(game: Game, args: tuple[str, ...]) -> None:
    args, terms = split_terms(args)
    _hold(game, "search", terms, lambda: False, int(args[0]) if args else SEARCH_TURNS)


def _search_offers(_game: Game) -> Iterable[Offer]:
    hint = text("Ten turns of standing and looking, unless something disturbs")
    yield offer("search", label=text("Search for ten turns"), hint=hint, group="other")


# ---------------------------------------------------------------------------- tunnel, repeat


def _tunnel(game: Game, args: tuple[str, ...]) -> None:
    """Dig on in one direction until the rock is behind the hero."""
    args, terms = split_terms(args)
    _clear_head(game)
    level, hero = game.level, game.hero
    dy, dx = compass.DIRECTIONS[args[0]]
    dug = False

    def act() -> Stop | None:
        nonlocal dug
        square = level.at(hero.y + dy, hero.x + dx)
        if digging.hardness(level.feature[square]) and not (dug and _unknown(square)):
            doors.dig(game, args)
            dug = True
            return None
        if not dug:
            raise IllegalAction(text("There is nothing to dig through there."))
        if level.feature[square] != terrain.FLOOR or not _passes(game, square):
            return THROUGH
        beyond = level.at(hero.y + 2 * dy, hero.x + 2 * dx)
        movement.walk(game, args)
        return None if digging.hardness(level.feature[beyond]) else THROUGH

    def _unknown(square: int) -> bool:
        return not (game.knowledge.mark[square] or game.knowledge.seen[square])

    plan_runs.carry_out(game, "tunnel", act, terms)


def _tunnel_offers(game: Game) -> Iterable[Offer]:
    tool = digging.digger(game)
    if tool is None or game.hero.timers.confused:
        return
    strength = min(tool.pval, game.hero.stat(Stat.STR))

    def soft(game: Game, i: int) -> bool:
        hard = digging.hardness(game.level.feature[i])
        return doors.diggable(game, i) and hard <= strength and hard < 3

    for direction, y, x in doors.places(game, soft):
        label = text("Tunnel {way}", way=compass.WORDS[direction])
        yield offer("tunnel", direction, label=label, group="plan", at=(y, x))


def _explore_offers(game: Game) -> Iterator[Offer]:
    if not _can_walk(game) or game.hero.timers.blind or _in_danger(game):
        return
    if exploring.next_way(game):
        yield offer(
            "explore",
            label=text("Explore"),
            hint=text("Until something new turns up"),
            group="plan",
        )


# --------------------------------------------------------------------------------- caution

_CAUTIONS: dict[Caution, tuple[Text, Text]] = {
    "careful": (
        text("Plans: careful"),
        text("They stop below 70 % health, and for alert enemies 12 turns away"),
    ),
    "usual": (
        text("Plans: usual"),
        text("They stop below 50 % health, and for alert enemies 7 turns away"),
    ),
    "bold": (
        text("Plans: bold"),
        text("They stop below 30 % health, and for alert enemies 4 turns away"),
    ),
}


def _set_caution(game: Game, args: tuple[str, ...]) -> None:
    caution = next(each for each in CAUTIONS if each == args[0])
    if caution == game.hero.caution:
        raise IllegalAction(text("Your plans are like that already."))
    game.hero.caution = caution
    say(game, text("{setting}.", setting=_CAUTIONS[caution][0]))


def _caution_offers(game: Game) -> Iterator[Offer]:
    for caution, (label, hint) in _CAUTIONS.items():
        if caution != game.hero.caution:
            yield offer("caution", caution, label=label, hint=hint, group="other", free=True)


COMMANDS = (
    Command(
        "caution",
        "Say how daring your plans are",
        _set_caution,
        _caution_offers,
        (Argument("how", "word", "how daring: careful, usual or bold", CAUTIONS),),
    ),
    Command(
        "explore",
        "Explore until something new turns up",
        _explore,
        _explore_offers,
        (),
        ("auto-explore",),
        plan=True,
    ),
    Command(
        "travel",
        "Go to a place you know",
        _travel,
        _travel_offers,
        (Argument("to", "place", "a square such as BK27, or stairs, up, down, forge"),),
        ("goto",),
        plan=True,
    ),
    Command(
        "run",
        "Run that way, as far as nothing stops you",
        _run,
        _run_offers,
        (movement.DIRECTION,),
        plan=True,
    ),
    Command(
        "rest",
        "Rest until you need it no more",
        _rest,
        _rest_offers,
        (Argument("until", "text", "needed, health, voice, healed, or turns", required=False),),
        ("sleep",),
        plan=True,
    ),
    Command(
        "search",
        "Stand and search for some turns",
        _search,
        _search_offers,
        (Argument("turns", "number", "how many turns", required=False),),
        plan=True,
    ),
    Command(
        "tunnel",
        "Dig on that way until you are through",
        _tunnel,
        _tunnel_offers,
        (movement.DIRECTION,),
        plan=True,
    ),
)


Find = Callable[[Sequence[str]], tuple[Command, Sequence[str]]]
MOST_TIMES = 99  # how often an offer repeats an action
ONCE = ("smith", "learn", "raise")  # not offered again
REPEATED = ("open", "bash", "disarm", "dig")  # offered to be repeated: what may fail


def repeat_command(find: Find) -> Command:
    """Return the command that repeats another; `find` reads the beginning of an action line."""

    def repeat(game: Game, args: tuple[str, ...]) -> None:
        args, terms = split_terms(args)
        command, rest = find(args[1].split())
        if command.name not in REPEATABLE:
            raise IllegalAction(
                text("“{command}” is not to be repeated.", command=typed(command.name))
            )
        times = int(args[0])
        if times < 1:
            raise InvalidAction(text("Say how often."))
        action = read(command, rest, game)

        def act() -> Stop | None:
            command.do(game, action.args)
            return None if game.state.energy_used else DONE

        plan_runs.carry_out(game, "repeat", act, terms, turns=times, facts={"action": str(action)})

    return Command(
        "repeat",
        "Do an action so many times",
        repeat,
        never,
        (
            Argument("times", "number", "how often"),
            Argument("action", "text", "an action such as: bash e"),
        ),
        plan=True,
    )


def again_command(find: Find) -> Command:
    """Return the command that does the last action that took time once more."""

    def again(game: Game, args: tuple[str, ...]) -> None:
        del args
        if not game.hero.last_action:
            raise IllegalAction(text("You have done nothing yet that could be done again."))
        command, rest = find(game.hero.last_action.split())
        command.do(game, read(command, rest, game).args)

    return Command("again", "Do your last action once more", again, never, (), ("n",))


def repeated_offers(game: Game, others: Sequence[Offer]) -> Iterator[Offer]:
    """Yield offers of `repeat` and `again`: of what else the hero may do, what may fail, till it
    works, and what was done last."""
    times, last = str(MOST_TIMES), game.hero.last_action
    for once in others:
        if once.action.verb in REPEATED:
            label = text("{label:.23}, till it works", label=once.label)
            hint = text("Again and again, unless something disturbs")
            yield offer(
                "repeat", times, str(once.action), label=label, hint=hint, group="other",
                at=once.at,
            )  # fmt: skip
    verb = last.partition(" ")[0]
    again = (o for o in others if o.action.verb == verb not in ONCE and str(o.action) == last)
    for once in islice(again, 1):
        yield offer(
            "again",
            label=text("Again: {label:.31}", label=once.label),
            hint=text("{last}, once more", last=typed(last)),
            group="other",
            at=once.at,
            irreversible=once.irreversible,
            target=once.target,
        )
