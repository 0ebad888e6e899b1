"""Offers of a seat, best first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from engine.common import compass
from engine.contract.action import HINT_LENGTH, LABEL_LENGTH, Action, Intent, Offer
from engine.contract.texts import Text, cut_words
from engine.sil.commands import registry
from engine.sil.creatures import creature_stats
from engine.sil.game.state import Skill
from engine.sil.hero import derived
from engine.sil.level import terrain
from engine.sil.smithing import costs
from engine.silg import verbs
from engine.silg.clock import encounter_clock, forge_work, party_stairs
from engine.silg.clock.end_of_round import is_gorged
from engine.silg.gm.gm_commands import offer
from engine.silg.levels import squares
from engine.silg.session import Session
from engine.silg.setup import character_creation
from engine.silg.state import Stage
from engine.silg.wording import text

_ORDER = (
    "fire", "throw", "step", "wait", "quaff", "eat", "activate", "play", "get", "open", "close",
    "bash", "disarm", "dig", "wear", "remove", "refuel", "give", "rummage", "drop", "sing",
)  # fmt: skip
MOST_PLACES = 40
_FIRST: dict[Stage, tuple[str, ...]] = {  # what a Game Master looks for first, by stage
    "setup": ("level", "begin", "spawn", "draw", "usemap", "approve"),
    "minutes": ("minute", "clock", "spawn", "travel", "reveal", "stealth-terms"),
    "declare": ("next", "stealth-terms", "eyes", "clock", "run"),
    "monsters": ("answer-shot", "declare", "next", "run", "clock"),
}


def player_offers(session: Session, seat: int) -> list[Offer]:
    """Return a player's offers."""
    state, player = session.state, session.player(seat)
    if state.stage == "over":
        return []
    if state.stage == "setup":
        return [] if player.ready else character_creation.offers(session, seat)
    if player.ending:
        return []
    if player.question is not None:
        return character_creation.offers(session, seat)
    found: list[Offer] = []
    if player.asked:
        label = text("Roll {skill}", skill=Text(player.asked.split()[0]))
        found.append(
            offer("check-roll", label=label, group="answer", intent="answer", advised=True)
        )
    found += _deeds_now(session, seat)
    found += _plans(session, seat)
    return found


def _deeds_now(session: Session, seat: int) -> list[Offer]:
    state, player = session.state, session.player(seat)
    if state.stage == "minutes" and not player.ready:
        spent = player.left <= 0
        done = offer("ready", label=text("Done with this minute"), intent="wait", advised=spent)
        if spent:
            return [done, *_free(session, seat), *_growth(session, seat)]
        peaceful = [o for o in _timely(session, seat) if not _is_attack(session, o)]
        walks = list(_places(session, seat))
        if way := party_stairs.way_of(session, seat):
            hint = text("All who wait there go together")
            label = text("Take the stairs {way}", way=party_stairs.WAY_WORDS[way])
            intent: Intent = "descend" if way == "down" else "ascend"
            walks.insert(0, offer("stairs", label=label, hint=hint, intent=intent))
        rest = [
            *_forge(session, seat, ("forge", *forge_work.VERBS)),
            done,
            *_free(session, seat),
            *_growth(session, seat),
        ]
        return [*walks, *peaceful, *rest]
    if state.stage == "declare" and seat in encounter_clock.due_players(session):
        work = _forge(session, seat, ("forge",))
        deeds = [_advised(each) for each in _timely(session, seat)]
        return [*deeds, *work, *_free(session, seat)]
    return []


def _timely(session: Session, seat: int) -> Iterator[Offer]:
    """Yield what takes a standard action, fights first."""
    game = session.game(seat)
    full = is_gorged(session, seat)
    found: list[Offer] = []
    for verb in _ORDER:
        if full and verb in ("quaff", "eat"):
            continue
        found += registry.COMMANDS[verb].offers(game)
    steps = [o for o in found if o.action.verb == "step"]
    fights = [o for o in steps if o.intent == "attack"]
    yield from (_with_position(session, seat, each) for each in fights)
    yield from (o for o in found if o not in fights and not o.free)
    yield offer("search", label=text("Search the squares beside you"), intent="search")


def _with_position(session: Session, seat: int, offered: Offer) -> Offer:
    """Return an attack with what is to be known of one's position before one declares it."""
    # Only who is seen is counted: an unseen enemy's part in it would give that enemy away.
    game = session.game(seat)
    seen = [c for c in session.creatures if game.known(c).visible]
    beside = sum(creature_stats.adjacent(game.hero, c) for c in seen)
    melee, evasion = game.hero.skill(Skill.MELEE), game.hero.skill(Skill.EVASION)
    hint = text(
        "Melee {melee}, evasion {evasion}; beside you in sight: {beside}",
        melee=melee,
        evasion=evasion,
        beside=beside,
    )
    return msgspec.structs.replace(offered, hint=cut_words(hint, HINT_LENGTH))


def _advised(offered: Offer) -> Offer:
    """Return what is declared most, attacks and waiting, as advised: the card of a hero who is due
    has a button for it. Not throws: most things at hand are not for that."""
    common = offered.action.verb in ("wait", "fire") or offered.intent == "attack"
    return msgspec.structs.replace(offered, advised=True) if common else offered


def _is_attack(session: Session, offered: Offer) -> bool:
    del session
    fights = offered.action.verb in ("fire", "throw")
    return fights or offered.intent == "attack"


def _free(session: Session, seat: int) -> Iterable[Offer]:
    game = session.game(seat)
    for verb in ("stealth", "switch", "sing"):
        for each in registry.COMMANDS[verb].offers(game):
            if verb == "sing" and each.action.args != ("stop",):
                continue
            yield msgspec.structs.replace(each, advised=False)


def _growth(session: Session, seat: int) -> Iterable[Offer]:
    game = session.game(seat)
    for verb in verbs.GROWTH:
        yield from registry.COMMANDS[verb].offers(game)


def _forge(session: Session, seat: int, wanted: Iterable[str]) -> Iterable[Offer]:
    """Yield the work of a smith who stands at a forge, by these verbs."""
    game = session.game(seat)
    if costs.at_forge(game):
        for verb in wanted:
            for each in registry.COMMANDS[verb].offers(game):
                yield msgspec.structs.replace(each, group="act", advised=False)


def _plans(session: Session, seat: int) -> Iterable[Offer]:
    if session.player(seat).order:
        yield offer("plan", label=text("Forget your standing order"), group="other")
    else:
        yield offer("plan", "wait", label=text("If absent: wait"), group="other")


def _places(session: Session, seat: int) -> Iterator[Offer]:
    """Yield walks to doors, stairs, things and the edge of what the hero knows, nearest first."""
    reach = session.player(seat).left
    found = []
    level = session.state.sil.level
    if derived.is_overburdened(session.hero(seat)):
        return
    for square, way in squares.ways(session, seat, reach).items():
        what = _worth_a_walk(session, seat, square)
        if what and session.seat_at(level.place(square)) is None:
            found.append((way.steps, square, what))
    for steps, square, what in sorted(found)[:MOST_PLACES]:
        y, x = level.place(square)
        name = compass.square(y, x)
        yield Offer(
            Action("go", (name,)),
            cut_words(text(_WALKS[what], square=name), LABEL_LENGTH),
            text("{number} squares", number=steps),
            "plan",
            (y, x),
            intent="travel",
            target=what,
        )


_WALKS = {
    "things": "Walk to what lies at {square}",
    "stairs": "Walk to the stairs at {square}",
    "door": "Walk to the door at {square}",
    "forge": "Walk to the forge at {square}",
    "unknown": "Walk to the unknown at {square}",
}


def _worth_a_walk(session: Session, seat: int, square: int) -> str:
    """Return what a square has that is worth a walk, as a key; "": nothing."""
    level, known = session.state.sil.level, session.hero(seat).knowledge
    feature = terrain.FLOOR if level.hidden[square] else level.feature[square]
    if any(session.game(seat).knows_of(item) for item in level.floor.get(square, ())):
        return "things"
    if terrain.STAIR[feature]:
        return "stairs"
    if terrain.KNOWN_DOOR[feature] or feature == terrain.OPEN_DOOR:
        return "door"
    if terrain.FORGES[feature]:
        return "forge"
    for dy, dx in compass.DIRECTIONS.values():
        beside = square + dy * level.width + dx
        if not (known.mark[beside] or known.walked[beside] or known.seen[beside]):
            return "unknown"
    return ""


def _urgency(stage: Stage, offered: Offer) -> int:
    """Return the place of an offer of the Game Master's among those of a stage."""
    first, verb = _FIRST[stage], offered.action.verb
    return first.index(verb) if verb in first else len(first)


def gm_offers(session: Session) -> list[Offer]:
    """Return the Game Master's offers."""
    state = session.state
    if state.stage == "over":
        return []
    found: list[Offer] = []
    for command in verbs.GM_COMMANDS.values():
        if command.offers is not None:
            found += command.offers(session)
    for name in state.desk.macros:
        found.append(offer("use-macro", name, label=text("Do the macro {name}", name=name)))
    if state.desk.encounters and state.desk.start >= 0 and session.heroes:
        found.append(offer("meet", label=text("Roll on your table of encounters")))
    seen: dict[Action, Offer] = {}
    for each in sorted(found, key=lambda o: (not o.advised, _urgency(state.stage, o))):
        seen.setdefault(each.action, each)
    return list(seen.values())
