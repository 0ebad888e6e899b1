"""Outside of encounters: time passes in minutes (rules: silg 2, T2)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from engine.common import compass
from engine.contract.action import IllegalAction, InvalidAction
from engine.contract.texts import typed
from engine.sil.creatures.alertness import UNWARY_FROM
from engine.sil.hero import derived
from engine.sil.level import terrain
from engine.sil.perception import noise
from engine.silg import party_sight
from engine.silg.clock import (
    creature_ai,
    declared_actions,
    dice_rolls,
    encounter_clock,
    end_of_round,
    stealth_contest,
    steps,
)
from engine.silg.levels import squares
from engine.silg.session import Session
from engine.silg.wording import text

PATROL = 6  # steps of an unwary creature in a minute: it strolls
WALKING = {1: 15, 2: 30, 3: 40, 4: 60}  # squares a minute, by speed


def begin(session: Session) -> None:
    """Let another minute begin."""
    for seat in session.heroes:
        player = session.player(seat)
        player.ready, player.secret, player.question = False, "", None
        player.stairs = ""
        player.left = WALKING[max(1, min(4, session.hero(seat).derived.speed))]
    session.state.stage = "minutes"
    encounter_clock.begin_turn(session)


def minute(session: Session, count: int) -> None:
    """Let minutes pass: rounds, the contest of all, the standing rolls; stop when somebody
    notices the party."""
    for _ in range(count):
        _count_passing(session)
        for _ in range(end_of_round.ROUNDS_A_MINUTE):
            end_of_round.round_passes(session)
        session.state.minutes += 1
        alert = _alert(session)
        _patrol(session)
        stealth_contest.minute(session)
        dice_rolls.roll_all(session)
        if not session.heroes:
            encounter_clock.lose(session)
            return
        if _alert(session) > alert:
            break
    session.tell(text("A minute passes.") if count == 1 else text("Minutes pass."), None, "clock")
    begin(session)
    party_sight.refresh(session)


def _patrol(session: Session) -> None:
    """Let the unwary go about their business, as far as Sil's minds run them."""
    for creature in session.creatures:
        key = f"c{creature.slot}"
        unwary = UNWARY_FROM <= creature.alertness < 0
        if not unwary or key in session.state.desk.run_by_gm or session.is_ally(key):
            continue
        for _ in range(PATROL):
            line = creature_ai.suggest(session, creature)
            seat = creature_ai.concern(session, creature)
            if seat is None or creature.alertness >= 0:
                break
            if not line.startswith("step "):
                continue
            square = squares.read_square(session, line.split()[1])
            steps.step_creature(session, creature, seat, square)
            if session.creature(key) is not creature:
                break


def _count_passing(session: Session) -> None:
    """Note who has spent the whole minute still."""
    for seat in session.heroes:
        player = session.player(seat)
        whole = WALKING[max(1, min(4, session.hero(seat).derived.speed))]
        player.passed = player.left >= whole


def _alert(session: Session) -> int:
    return sum(c.alertness >= 0 for c in session.creatures)


# ---------------------------------------------------------------- what heroes do in a minute


def go(session: Session, seat: int, word: str) -> None:
    """Walk to a square, or as far as the minute lasts; whatever comes into view stops it.

    Off the clock companions let each other by. Raises ActionError.
    """
    player = session.player(seat)
    goal = squares.read_square(session, word)
    if not player.left:
        raise IllegalAction(text("Your minute is spent."))
    if derived.is_overburdened(session.hero(seat)):
        raise IllegalAction(steps.OVERBURDENED)
    path = squares.way(session, seat, goal, player.left)
    seen, started = set(session.state.seen_now), _where(session, seat)
    while path and player.left > 0 and not set(session.state.seen_now) - seen:
        ahead = _squares(session, seat, path)
        passed = _companions_on(session, ahead)
        if passed >= min(len(path), player.left):
            break
        shut = _is_shut(session, ahead[passed])
        moved = _pass(session, seat, path[: passed + 1])
        player.left -= passed + 1 if moved else 1
        path = path[passed + 1 :] if moved else path
        opened = shut and not _is_shut(session, ahead[passed])
        if seat not in session.heroes or not (moved or opened):
            break
    if seat in session.heroes:
        noise.rebuild(session.game(seat))
    if _where(session, seat) != started:
        session.tell(text("{hero} moves.", hero=typed(player.name)), None, "step")


def _where(session: Session, seat: int) -> tuple[int, int]:
    return session.hero(seat).y, session.hero(seat).x


def _squares(session: Session, seat: int, path: Sequence[str]) -> list[int]:
    """Return the squares that a hero's path leads over."""
    level, found = session.state.sil.level, []
    square = level.at(*_where(session, seat))
    for direction in path:
        dy, dx = compass.DIRECTIONS[direction]
        square += dy * level.width + dx
        found.append(square)
    return found


def _companions_on(session: Session, squares: Sequence[int]) -> int:
    """Return on how many squares companions stand, from the first on without a gap."""
    level = session.state.sil.level
    taken = (session.seat_at(level.place(square)) is not None for square in squares)
    return sum(1 for _ in takewhile(bool, taken))


def _is_shut(session: Session, square: int) -> bool:
    return bool(terrain.KNOWN_DOOR[session.state.sil.level.feature[square]])


def _pass(session: Session, seat: int, path: Sequence[str]) -> bool:
    """Let a hero step past the companions on a path and take its last step; whether they have
    moved."""
    hero, here = session.hero(seat), _where(session, seat)
    if path[:-1]:
        hero.y, hero.x = session.state.sil.level.place(_squares(session, seat, path[:-1])[-1])
    beside = _where(session, seat)
    moved = steps.step_hero(session, seat, path[-1])
    if not moved and _where(session, seat) == beside:
        hero.y, hero.x = here
    party_sight.refresh(session)
    return moved


def act(session: Session, seat: int, line: str) -> None:
    """Do a standard action outside of an encounter. Raises ActionError."""
    player, verb = session.player(seat), line.split()[0]
    if player.left <= 0:
        raise IllegalAction(text("Your minute is spent."))
    if verb == "step":
        _walk_one(session, seat, line.split()[1])
    elif verb in declared_actions.ATTACKS:
        raise IllegalAction(text("Nobody attacks off the clock: ask the Game Master to start it."))
    elif verb == "wait":
        pass
    elif verb in ("quaff", "eat", "use") and end_of_round.is_gorged(session, seat):
        raise IllegalAction(text("You are too full to eat or drink."))
    else:
        declared_actions.do(session, seat, line)
    player.left -= 1
    party_sight.refresh(session)


def _walk_one(session: Session, seat: int, direction: str) -> None:
    if direction not in compass.DIRECTIONS:
        raise InvalidAction(text("“{direction}” is no direction.", direction=direction))
    hero, level = session.hero(seat), session.state.sil.level
    dy, dx = compass.DIRECTIONS[direction]
    creature = level.creature_at(hero.y + dy, hero.x + dx)
    if creature is not None and session.game(seat).known(creature).visible:
        raise IllegalAction(text("Nobody attacks off the clock: ask the Game Master to start it."))
    if (other := session.seat_at((hero.y + dy, hero.x + dx))) is not None:
        raise IllegalAction(text("{hero} bars the way.", hero=session.hero_name(other)))
    steps.step_hero(session, seat, direction)
    party_sight.refresh(session)
    if seat in session.heroes:
        noise.rebuild(session.game(seat))


def rest_of_minute(session: Session, seat: int) -> None:
    """Spend what is left of the minute; when all have, the Game Master is asked to go on."""
    player = session.player(seat)
    player.ready = True
    session.tell(
        text("{hero} is ready for the next minute.", hero=typed(player.name)), None, "ready"
    )
    if all(session.player(n).ready for n in session.heroes):
        session.state.turn += 1
