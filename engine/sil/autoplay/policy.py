"""A hero who plays by himself: for absent players and for soaks.

He knows what a player knows: the view of his seat and the actions offered to him, nothing else,
and he remembers nothing from one turn to the next. He explores, picks up and wears what he finds,
fights what comes, shoots when he can, rests, spends experience, and goes down when he is fit.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from engine.common import compass
from engine.common.grid import marked
from engine.contract.action import Action, Offer
from engine.contract.ruleset import Ruleset
from engine.contract.view import UNKNOWN, MapBoard, View
from engine.sil.autoplay import item_values
from engine.sil.autoplay.surroundings import BRIAR, Surroundings, gap, health_of
from engine.sil.level import terrain
from engine.sil.state import GameState

WEAK, FIT, WHOLE = 40, 75, 95  # percent of health: flees below, goes down from, rests until
SOUND = 60  # percent: below it he fights nobody from whom he can get away
NARROW = 2  # open squares about a place where he can hold off many
NOOK_WITHIN = 60  # places to look at for one
LINGER = 100  # turns for which he looks about him at each new depth
STEALTHY = 2  # more sleepers than this are let lie
LEFT_ALONE = 3  # how far from sleepers an unarmed hero keeps
SPELL = 16  # turns for which he keeps to a mood
WHIMS = 4  # in one spell of so many he follows a whim
SKILLS = ("evasion", "melee")
UNARMED_SKILLS = ("evasion", "stealth")


def choose(ruleset: Ruleset[GameState], state: GameState, seat: int) -> Action:
    """Return what the hero of a seat does now. Raises ValueError when nothing is offered."""
    offers = ruleset.legal(state, seat)
    if not offers:
        raise ValueError("there is nothing that this seat could do")
    view = ruleset.view(state, seat)
    if offers[0].action.verb == "answer" or view.map is None:
        return answer(view, offers)
    return Player(view, view.map, offers, trodden=_trodden(state)).choose()


def _trodden(state: GameState) -> frozenset[tuple[int, int]]:
    """Return the dark floor that the hero has walked on and neither sees nor remembers otherwise:
    what it borders on he has not seen."""
    level, known = state.level, state.heroes[0].knowledge
    if state.heroes[0].timers.rage:
        return frozenset()
    return frozenset(
        level.place(i)
        for i in marked(known.walked)
        if not known.seen[i] and not known.mark[i] and level.feature[i] == terrain.FLOOR
    )


def answer(view: View, offers: Sequence[Offer]) -> Action:
    """Danger is declined, stairs are taken, and of all else the first answer will do."""
    words = {o.action.args[0]: o.action for o in offers if o.action.args}
    if {"yes", "no"} <= words.keys():
        question = view.question.lower()
        risky = any(word in question for word in ("step", "chasm", "trap", "oath"))
        return words["no" if risky else "yes"]
    if "leave" in words or ("back" in words and view.phase == "play"):  # the workbench
        return words.get("leave") or words["back"]
    return words.get("quick", offers[0].action)


class Player:
    """One decision, from one view and its offers. `trodden` is the remembered floor that he knows
    from walking alone. A reckless one minds no briars."""

    def __init__(
        self,
        view: View,
        board: MapBoard,
        offers: Sequence[Offer],
        *,
        trodden: frozenset[tuple[int, int]] = frozenset(),
        reckless: bool = False,
    ) -> None:
        self.view = view
        self.offers = offers
        self.board = board
        self.around = Surroundings(view, board, trodden, reckless=reckless)
        gauge = next((g for f in view.characters for g in f.bars if g.name == "Health"), None)
        self.health = 100 * gauge.value // max(1, gauge.maximum) if gauge else 100
        self.states = {s.icon for f in view.characters for s in f.conditions}

    def choose(self) -> Action:
        for thought in (
            self._grow, self._drink, self._arm, self._flinch, self._slip_away,
            self._tiptoe, lambda: _advised_song(self.offers), self._retreat, self._escape,
            self._stand, self._strike, self._shoot, self._meet, self._grope, self._eat,
            self._dress, self._rest, self._taste, self._force, self._creep, self._descend,
            self._stray, self._walk, self._seek,
        ):  # fmt: skip
            if (found := thought()) is not None:
                return found
        return self.offers[0].action

    # ------------------------------------------------------------ what is offered

    def _of(self, *verbs: str) -> Iterator[Offer]:
        return (o for o in self.offers if o.action.verb in verbs)

    def _step(self, y: int, x: int) -> Action | None:
        """Return the step onto a neighbouring square, if it is offered."""
        return _first(o for o in self._of("step") if o.at == (y, x))

    # ------------------------------------------------------------ thoughts, the gravest first

    def _drink(self) -> Action | None:
        if self.health >= WEAK or not self.around.awake:
            return None
        draughts = list(self._of("quaff"))
        helpful = [o for o in draughts if any(w in o.label.lower() for w in item_values.HELPFUL)]
        return _first(helpful or draughts)

    def _taste(self) -> Action | None:
        """Drink what he does not know while he is whole and nobody is in sight: to learn what it
        is, and what will help in need."""
        if self.around.foes or self.health < WHOLE or self.states & _WEARING_OFF:
            return None
        return _first(o for o in self._of("quaff") if not item_values.is_known_potion(o.hint))

    @cached_property
    def _armed(self) -> bool:
        return "weapon" in self.around.worn

    def _arm(self) -> Action | None:
        """Return a first weapon is worth a turn at any time, and a way if nobody is at his
        throat."""
        if self._armed:
            return None
        blades = [o for o in self._of("wear") if item_values.place(o.hint.lower()) == "weapon"]
        if blades:
            return max(blades, key=lambda o: item_values.merit(o.hint.lower())).action
        if self.around.beset:
            return None
        return self._path(
            {(t.y, t.x) for t in self.board.items if item_values.place(t.name.lower()) == "weapon"}
        )

    def _flinch(self) -> Action | None:
        """Within reach of briars: on, if he meant to come past them, or back."""
        if self.around.here not in self.around.briars:
            return None
        if _is_bold(self.view) and self.health >= WEAK and (past := self._past_briars):
            return past
        ways = (o for o in self._of("step") if o.at is not None and self.around.is_safe(*o.at))
        return _first(o for o in ways if o.at not in self.around.briars)

    @property
    def _past_briars(self) -> Action | None:
        """Return the way into the unknown of one who minds no briars, or, where they bar it, to
        them."""
        reckless = Player(
            self.view, self.board, self.offers, trodden=self.around.trodden, reckless=True
        )
        if (found := reckless._frontier) is not None or not self._armed:
            return found
        return reckless._path({(b.y, b.x) for b in self.board.entities if b.letter == BRIAR})

    def _slip_away(self) -> Action | None:
        """Without a weapon: away from whoever is awake, by stairs, or into the unknown from
        those who are no swifter than he."""
        if self._armed or not self.around.awake:
            return None
        if (found := _first(self._of("stairs"))) is not None:
            return found
        for offer in self._of("stealth"):
            if offer.action.args == ("off",):
                return offer.action
        swift = self.around.hunted_by_swift
        for goals in (self.around.stairs(), None):
            if swift and goals is None:
                return None
            for place, step in self._ways.items():
                new = place in goals if goals is not None else self.around.borders_unknown(*place)
                if not new or not self.around.away(*place):
                    continue
                if swift and self.around.away(*place) > self.around.away(
                    self.around.awake[0].y, self.around.awake[0].x
                ):
                    continue
                if any(gap(b, step) <= 1 for b in self.around.awake):
                    continue
                if (found := self._step(*step)) is not None:
                    return found
        return None

    def _tiptoe(self) -> Action | None:
        """Without a weapon: farther from those who have not noticed him."""
        close = [b for b in self.around.dozing if self.around.away(b.y, b.x) <= LEFT_ALONE]
        if self._armed or _is_bold(self.view) or not close:
            return None

        def room(at: tuple[int, int]) -> int:
            return min(gap(being, at) for being in close)

        ways = [(room(o.at), o) for o in self._of("step") if o.at and self.around.is_safe(*o.at)]
        most, best = max(ways, key=lambda way: way[0], default=(0, None))
        return best.action if best and most > room(self.around.here) else None

    def _stand(self) -> Action | None:
        """Hunted by several: down, or to a place where few can come at him."""
        if len(self.around.awake) < 2 or self.around.beset:
            return None
        if (found := self._down) is not None:
            return found
        if _is_bold(self.view) or self._gaps(*self.around.here) <= NARROW:
            return None
        down = self.around.ground_of("down")
        if down and (found := self._path(down)) is not None and not self._meets(found):
            return found
        for n, (place, step) in enumerate(self._ways.items()):
            if n > NOOK_WITHIN:
                return None
            nearer = any(gap(b, step) <= 1 for b in self.around.awake)
            narrow = self.around.away(*place) > 0 and self._gaps(*place) <= NARROW
            if narrow and not nearer and (found := self._step(*step)) is not None:
                return found
        return None

    def _meets(self, step: Action) -> bool:
        """Return whether a step brings him beside somebody awake."""
        at = next((o.at for o in self._of("step") if o.action == step), None)
        return at is not None and any(gap(b, at) <= 1 for b in self.around.awake)

    def _gaps(self, y: int, x: int) -> int:
        """Return how many squares about a place are open."""
        return sum(self._open(y + dy, x + dx) for dy, dx in compass.SCAN)

    def _strike(self) -> Action | None:
        """Hit what stands beside him, the most wounded first; bare hands wake nobody."""
        foes = self.around.foes if self._armed else self.around.awake
        beside = [b for b in foes if self.around.away(b.y, b.x) == 1]
        for being in sorted(beside, key=lambda b: ("asleep" in b.badges, health_of(b))):
            if (found := self._step(being.y, being.x)) is not None and "afraid" not in self.states:
                return found
        return None

    @cached_property
    def _outmatched(self) -> bool:
        """Return whether those who hunt him are more than he would fight."""
        menace = sum(self.around.menace(being) for being in self.around.awake)
        return menace > (1 if self.health >= SOUND else 0)

    def _retreat(self) -> Action | None:
        """Outmatched: onto the stairs underfoot, or to those that he reaches before his hunters
        and without passing them. Swift ones would catch him on the way."""
        if not self._armed or not self._outmatched:
            return None
        if (found := self._down or _first(self._of("stairs"))) is not None:
            return found
        stairs = self.around.stairs()
        if self.around.hunted_by_swift:
            stairs = {place for place in stairs if self.around.away(*place) <= NARROW}
        for place, step in self._ways.items():
            if place not in stairs or self.around.is_cut_off(place):
                continue
            if not self.around.meets_more(step) and (found := self._step(*step)) is not None:
                return found
        return None

    def _escape(self) -> Action | None:
        """Hurt and hunted: to any stairs, unless a swift foe would catch him on the way; or just
        away, while nobody has come near."""
        if self.health >= WEAK or not self.around.awake:
            return None
        if (found := _first(self._of("stairs"))) is not None:
            return found
        stairs = self.around.stairs()
        if self.around.hunted_by_swift:
            stairs = {place for place in stairs if self.around.away(*place) <= NARROW}
        if (path := self._path(stairs)) is not None:
            return path
        if self.around.beset:
            return None
        foe = self.around.awake[0]
        ways = [
            (gap(foe, o.at), o) for o in self._of("step") if o.at and self.around.is_safe(*o.at)
        ]
        _, best = max(ways, key=lambda way: way[0], default=(0, None))
        return None if best is None or _turn(self.view, 3) == 0 else best.action

    def _shoot(self) -> Action | None:
        """Shoot, or throw what is made for it, while nobody is beside him; without a weapon only
        at those who know of him."""
        foes = self.around.foes if self._armed else self.around.awake
        if not foes or self.around.away(foes[0].y, foes[0].x) < 2:
            return None
        aimed = {(b.y, b.x) for b in foes}
        for offer in self._of("fire", "throw"):
            if offer.at in aimed and item_values.is_missile(offer.action.verb, offer.hint.lower()):
                return offer.action
        return None

    def _creep(self) -> Action | None:
        """Without a weapon: go softly while nobody knows of him."""
        if self._armed or self.around.awake:
            return None
        return _first(o for o in self._of("stealth") if o.action.args == ("on",))

    def _grope(self) -> Action | None:
        """Drink or strike about him when something unseen is at him."""
        if self.around.awake or not any(n.startswith("Something ") for n in self.view.lines):
            return None
        if "blind" in self.states and (found := _first(self._of("quaff"))) is not None:
            return found
        ways = [o for o in self._of("step") if o.at is not None and self.around.is_safe(*o.at)]
        return ways[_turn(self.view, len(ways))].action if ways else None

    def _meet(self) -> Action | None:
        """Let the wakeful come; go to those who are not."""
        if self.around.awake and self.health >= WEAK:
            foe = self.around.awake[0]
            if self.around.away(foe.y, foe.x) > 2 and not _is_bold(self.view):
                return _first(self._of("wait"))
            return self._path({(foe.y, foe.x)})
        few = _is_bold(self.view) or len(self.around.dozing) <= STEALTHY
        if few and self._armed and not _is_whimsical(self.view) and self.health >= FIT:
            return self._path({(b.y, b.x) for b in self.around.dozing})
        return None

    def _grow(self) -> Action | None:
        """Spend experience evenly on what keeps him alive."""
        costs = {o.action.args[0]: o for o in self._of("raise") if o.action.args}
        skills = SKILLS if self._armed else UNARMED_SKILLS
        wanted = [costs[skill] for skill in skills if skill in costs]
        return min(wanted, key=_price).action if wanted else None

    def _eat(self) -> Action | None:
        if "hungry" in self.states:
            meals = (
                o for o in self._of("eat") if any(f in o.label.lower() for f in item_values.FOOD)
            )
            if (found := _first(meals)) is not None:
                return found
        return _first(o for o in self._of("refuel") if o.advised)

    def _dress(self) -> Action | None:
        """Pick up what is worth having, put on what is better than what is worn."""
        if self.around.awake:
            return None
        if (found := _first(self._of("rummage"))) is not None:
            return found
        for offer in self._of("get"):
            if item_values.is_wanted(f"{offer.label} {offer.hint}".lower(), self.around.worn):
                return offer.action
        for offer in self._of("wear"):
            if item_values.better(offer.hint.lower(), self.around.worn):
                return offer.action
        return None

    def _rest(self) -> Action | None:
        if self.around.awake or (self.health >= WHOLE and not self.states & _WEARING_OFF):
            return None
        if "hungry" in self.states and self.health >= FIT:
            return None
        return _first(self._of("rest")) or _first(self._of("wait"))

    def _travel(self, goals: set[tuple[int, int]]) -> Action | None:
        """Go to one of these places, all the way if nobody is about."""
        if not self.around.foes and not self.around.briars:
            found = _first(o for o in self._of("travel") if o.at in goals)
            if found is not None:
                return found
        return self._path(goals)

    @property
    def _down(self) -> Action | None:
        return _first(o for o in self._of("stairs") if "down" in o.action.args)

    def _descend(self) -> Action | None:
        """Go down when he is fit and has seen something of the level; when he has looked for long,
        by way of stairs up, which come out at others that lead down. Without a weapon, go at once:
        the more places he comes to, the sooner he finds one."""
        if self.health < FIT:
            return None
        if (found := self._down) is not None:
            return found
        seen_enough = self.around.known_squares() > _ENOUGH or _has_lingered(self.view)
        if self._armed and self._unknown and not seen_enough:
            return None
        return (
            self._travel(self.around.ground_of("down"))
            or _first(self._of("stairs"))
            or self._travel(self.around.ground_of("up"))
        )

    def _force(self) -> Action | None:
        """Break down the door that he has just found stuck."""
        if any("stuck" in line for line in self.view.lines):
            return _first(self._of("bash"))
        return None

    def _stray(self) -> Action | None:
        """On a whim: to any new place, not the nearest. Without whims he would pace for ever
        between two places from each of which the other looks better."""
        if self.around.awake or not _is_whimsical(self.view):
            return None
        spell = self.view.turn // SPELL
        stairs = self.around.stairs()
        leaves = spell // WHIMS % 2 and self.around.known_squares() > _ENOUGH
        if leaves and self.around.here in stairs:
            return _first(self._of("stairs"))
        goals = {place for place in self._ways if self.around.borders_unknown(*place)} | stairs
        reached = sorted(goals & self._ways.keys())
        if not reached:
            return None
        return self._step(*self._ways[reached[spell * 7919 % len(reached)]])

    def _walk(self) -> Action | None:
        """On to the nearest thing worth having, or into the unknown."""
        if not self.around.awake:
            things = {
                (t.y, t.x)
                for t in self.board.items
                if item_values.worth_a_way(t.name.lower(), self.around.worn)
            }
            if (found := self._travel(things)) is not None:
                return found
        plan = _first(self._of("explore"))
        # Near briars he looks for his own way; now and then not, lest he walk in circles.
        if self.around.briars and self.view.turn // SPELL % 4:
            return self._frontier or plan
        return plan or self._frontier

    @property
    def _unknown(self) -> bool:
        """Return whether there is anything left to explore."""
        return any(self._of("explore")) or self._frontier is not None

    def _seek(self) -> Action | None:
        """Go past the briars, down or up, or search and stray: nothing is left to explore."""
        if (
            self.around.briars
            and _is_bold(self.view)
            and self.health >= FIT
            and (past := self._past_briars)
        ):
            return past
        found = self._travel(self.around.ground_of("down")) or self._travel(
            self.around.ground_of("up")
        )
        if found is not None and _turn(self.view, 5):
            return found
        stairs = _first(self._of("stairs"))
        if stairs is not None:
            return stairs
        if _turn(self.view, 3) == 0:
            return _first(self._of("search", "wait"))
        ways = [o for o in self._of("step") if o.at is not None and self.around.is_safe(*o.at)]
        ways += self._of("open", "bash", "tunnel")
        return ways[_turn(self.view, len(ways))].action if ways else None

    # ------------------------------------------------------------ the map

    @cached_property
    def _shunned(self) -> set[tuple[int, int]]:
        """Return where briars reach, and where an unarmed hero might wake somebody."""
        if self._armed:
            return self.around.briars
        far = 1 if _is_bold(self.view) else LEFT_ALONE
        reach = range(-far, far + 1)
        return self.around.briars | {
            (b.y + dy, b.x + dx) for b in self.around.dozing for dy in reach for dx in reach
        }

    def _open(self, y: int, x: int) -> bool:
        if (y, x) in self._shunned:
            return False
        if self.around.state_of(y, x) == UNKNOWN:
            return self.around.trodden_beside(y, x)
        return self.around.is_safe(y, x)

    @cached_property
    def _ways(self) -> dict[tuple[int, int], tuple[int, int]]:
        """Return every place he can come to, nearest first, with the first step of the way
        there."""
        assert self.around.me is not None
        start = (self.around.me.y, self.around.me.x)
        first = {start: start}
        waiting = deque([start])
        taken = {(b.y, b.x) for b in self.board.entities if b.seat is None}
        while waiting:
            y, x = waiting.popleft()
            for dy, dx in compass.SCAN:
                near = (y + dy, x + dx)
                if near in first or not self._open(*near):
                    continue
                first[near] = near if (y, x) == start else first[y, x]
                if near not in taken:
                    waiting.append(near)
        return first

    def _path(self, goals: set[tuple[int, int]]) -> Action | None:
        """Return the first step to the nearest of some places."""
        for place, step in self._ways.items():
            there = place in goals and self.around.away(*place) > 0
            if there and (found := self._step(*step)) is not None:
                return found
        return None

    @cached_property
    def _frontier(self) -> Action | None:
        """Return the first step to the nearest place from which something new would be seen."""
        for place, step in self._ways.items():
            new = self.around.away(*place) > 0 and self.around.borders_unknown(*place)
            if new and (found := self._step(*step)) is not None:
                return found
        return None


_ENOUGH = 40  # squares of a level to see before going down
_WEARING_OFF = frozenset(
    ("poison", "bleed", "stun", "blind", "confused", "afraid", "slow", "hallucinating")
)


def _has_lingered(view: View) -> bool:
    """Return whether a hero has been as deep as this for long, by his own notes."""
    notes = dict(view.pages).get("Notes", "")
    arrivals = re.findall(r"^Turn ([\d,]+), .*: Came to ", notes, re.MULTILINE)
    return not arrivals or view.turn - int(arrivals[-1].replace(",", "")) > LINGER


def _turn(view: View, among: int) -> int:
    """Return a number that changes from turn to turn, for want of dice."""
    return view.turn * 7919 % 104729 % among


def _is_bold(view: View) -> bool:
    """Return whether he waits no longer, or those who lurk would keep him for ever."""
    return view.turn // SPELL % 3 == 2


def _is_whimsical(view: View) -> bool:
    return view.turn // SPELL % WHIMS == WHIMS - 1


def _price(offer: Offer) -> int:
    """Return what an offer to raise a skill costs: the figure in its brackets."""
    digits = "".join(c for c in offer.label[offer.label.rfind("(") :] if c.isdigit())
    return int(digits or 0)


def _advised_song(offers: Iterable[Offer]) -> Action | None:
    """Return the song that is advised now, or the end of one that helps no more."""
    return _first(o for o in offers if o.action.verb == "sing" and o.advised)


def _first(found: Iterable[Offer]) -> Action | None:
    """Return the action of the first of some offers."""
    return next((o.action for o in found), None)
