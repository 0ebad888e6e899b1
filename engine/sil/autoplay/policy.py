"""A hero who plays by himself: for absent players and for soaks.

He knows what a player knows: the view of his seat and the actions offered to him, nothing else,
and he remembers nothing from one turn to the next. He explores, picks up and wears what he finds,
fights what comes, shoots when he can, rests, spends experience, and goes down when he is fit.
Stairs are his refuge: deeper down he keeps near them, leaves by them what is too much for him, and
comes out at a fresh place.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Protocol

from engine.common.grid import marked
from engine.contract.action import Action, Offer
from engine.contract.view import Entity, MapBoard
from engine.sil.autoplay import seat_facts, songs
from engine.sil.autoplay.moods import (
    SPELL,
    WHIMS,
    are_stairs_tired,
    by_turn,
    has_lingered,
    is_bold,
    is_whimsical,
)
from engine.sil.autoplay.moves import FALLS, LEFT_ALONE, NARROW, Moves, first_of
from engine.sil.autoplay.seat_facts import SeatFacts
from engine.sil.autoplay.surroundings import BRIAR, DOWN, NO_FLOOR, UP, Floor, gap, health_of
from engine.sil.autoplay.ways import Place
from engine.sil.data.hero_statuses import STATUSES
from engine.sil.game.context import Game
from engine.sil.game.state import GameState
from engine.sil.items import item_values
from engine.sil.items.item_values import NOTHING, Thing
from engine.sil.level import terrain

WEAK, FIT, WHOLE = 40, 60, 95  # percent of health: flees below, goes down from, rests until
CAUTION = 0.2  # of his health: to avoid a fight that may cost more he leaves by near stairs
TRIFLE = 0.1  # of his health: whom he passes by, or does not sing to
RUN = 0.7  # of his health: what a way to stairs may cost him
BLOWS = 0.3  # of what a fight would cost him: what he bears to get away, wherever to
IN_VOICE = 70  # percent of voice: rests until
CALMLY = 6  # health that he would have left of a fall that he need not take
DETOUR = 15  # steps that he goes for a thing
RESTING_PLACE = 20  # steps that he goes to rest upon stairs
NOOK_WITHIN = 60  # places to look at for one
STUCK = 600  # turns on a level after which he dares what he would run from
RETURN = 20  # turns on a level after which he leaves by stairs that he comes back to
KEEN = 200  # turns for which he goes to things
PATIENCE = 250  # turns for which he looks for a way down before he takes one up
LINGER = 100  # turns for which he looks about him at each new depth
SKILLS = ("stealth", "evasion", "melee")
UNARMED_SKILLS = ("evasion", "stealth")


class HeroRuleset(Protocol):
    """The ruleset, as far as the built-in player asks it."""

    def legal(self, state: GameState, seat: int) -> Sequence[Offer]:
        """Return what the seat may do now."""
        ...

    def board(self, state: GameState) -> MapBoard | None:
        """Return the map as the hero knows it; None while the hero is made."""
        ...

    def game(self, state: GameState) -> Game:
        """Return the context of the rules."""
        ...


def choose(ruleset: HeroRuleset, state: GameState, seat: int) -> Action:
    """Return what the hero of a seat does now. Raises ValueError when nothing is offered."""
    offers = ruleset.legal(state, seat)
    if not offers:
        raise ValueError("there is nothing that this seat could do")
    board = ruleset.board(state)
    if offers[0].action.verb == "answer" or board is None:
        return answer(offers, state.heroes[0].health, in_play=not state.birth)
    facts = seat_facts.facts_of(ruleset.game(state))
    return Player(facts, board, offers, floor=_floor(state)).choose()


def _floor(state: GameState) -> Floor:
    """Return the floor that the hero remembers: when it is dark it does not stay on the map."""
    level, known = state.level, state.heroes[0].knowledge
    if state.heroes[0].timers.rage:
        return NO_FLOOR

    def floor(layer: bytearray) -> frozenset[Place]:
        return frozenset(
            level.place(i)
            for i in marked(layer)
            if level.feature[i] == terrain.FLOOR or level.hidden[i]
        )

    return Floor(trodden=floor(known.walked), glimpsed=floor(known.glimpsed))


def answer(offers: Sequence[Offer], health: int, *, in_play: bool) -> Action:
    """Danger is declined, stairs are taken, and of all else the first answer will do."""
    words = {o.action.args[0]: o.action for o in offers if o.action.args}
    if {"yes", "no"} <= words.keys():
        risk = offers[0].target
        return words["no" if risk and not 0 < _FALLS.get(risk, 0) < health else "yes"]
    if "leave" in words or ("back" in words and in_play):  # the workbench
        return words.get("leave") or words["back"]
    return words.get("quick", offers[0].action)


_FALLS = {"chasm": FALLS[terrain.CHASM], "false floor": FALLS[terrain.FALSE_FLOOR]}
"""The health that a fall takes at most which he is asked about: he never goes by chance where the
way down is a fall."""


class Player:
    """One decision, from one view and its offers. `floor` is what he remembers of it beyond the
    map."""

    def __init__(
        self,
        facts: SeatFacts,
        board: MapBoard,
        offers: Sequence[Offer],
        *,
        floor: Floor = NO_FLOOR,
    ) -> None:
        self.facts = facts
        self.board = board
        self.offers = offers
        self.moves = Moves(facts, board, offers, floor=floor)
        self.around = self.moves.around
        self.points, self.health = self.moves.points, self.moves.health
        self.states = self.moves.states

    def choose(self) -> Action:
        for thought in (
            self._grow, self._drink, self._arm, self._flinch, self._retreat, self._shy,
            self._tiptoe, self._sing, self._escape, self._stand,
            self._strike, self._shoot, self._pass_by, self._meet, self._grope, self._eat,
            self._dress, self._rest, self._taste, self._force, self._creep, self._stray,
            self._descend, self._walk, self._seek,
        ):  # fmt: skip
            if (found := thought()) is not None:
                return found
        return first_of(self.moves.offered("wait")) or self.offers[0].action

    def _thing(self, offer: Offer) -> Thing:
        """Return the thing that an offer is about."""
        return self.facts.things.get(offer.action.args[0], NOTHING)

    # ------------------------------------------------------------ thoughts, the gravest first

    def _drink(self) -> Action | None:
        if self.health >= WEAK or not self.around.awake:
            return None
        draughts = list(self.moves.offered("quaff"))
        helpful = [o for o in draughts if item_values.is_helpful(self._thing(o))]
        return first_of(helpful or draughts)

    def _taste(self) -> Action | None:
        """Drink what he does not know while he is whole and nobody is in sight: to learn what it
        is, and what will help in need."""
        if self.around.foes or self.health < WHOLE or self.states & _WEARING_OFF:
            return None
        return first_of(o for o in self.moves.offered("quaff") if not self._thing(o).aware)

    def _arm(self) -> Action | None:
        """Return a first weapon is worth a turn at any time, and a way if nobody is at his
        throat."""
        if self.moves.is_armed:
            return None
        blades = [
            o for o in self.moves.offered("wear") if item_values.place(self._thing(o)) == "weapon"
        ]
        if blades:
            return max(blades, key=lambda o: self._thing(o).figures).action
        if self.around.beset:
            return None
        return self.moves.path(
            {at for at, thing in self.facts.lying.items() if item_values.place(thing) == "weapon"}
        )

    def _flinch(self) -> Action | None:
        """Within reach of briars: on, if he meant to come past them, or back."""
        if self.around.here not in self.around.briars or self.around.beset:
            return None
        dares = is_bold(self.facts) or not self._unknown
        if dares and self.health >= WEAK and (past := self._past_briars):
            return past
        return first_of(o for o in self.moves.safe_steps if o.at not in self.around.briars)

    @property
    def _past_briars(self) -> Action | None:
        """Return the way into the unknown of one who minds no briars, or, where they bar it, to
        them."""
        reckless = Moves(
            self.facts, self.board, self.offers,
            floor=self.around.floor, reckless=True,
        )  # fmt: skip
        if (found := reckless.frontier) is not None or not self.moves.is_armed:
            return found
        return reckless.path({(b.y, b.x) for b in self.board.entities if b.letter == BRIAR})

    def _tiptoe(self) -> Action | None:
        """Without a weapon: farther from those who have not noticed him and had better not."""
        close = [
            b
            for b in self.around.dozing
            if self.around.away(b.y, b.x) <= LEFT_ALONE and self.moves.is_left_alone(b)
        ]
        if self.moves.is_armed or is_bold(self.facts) or self.around.hunters or not close:
            return None

        def room(at: Place) -> int:
            return min(gap(being, at) for being in close)

        ways = [(room(o.at), o) for o in self.moves.safe_steps if o.at]
        most, best = max(ways, key=lambda way: way[0], default=(0, None))
        return best.action if best and most > room(self.around.here) else None

    def _stand(self) -> Action | None:
        """Hunted by several: down, or to a place where few can come at him."""
        if len(self.around.awake) < 2 or self.around.beset:
            return None
        if (found := self.moves.down) is not None:
            return found
        if is_bold(self.facts) or self.moves.gaps(*self.around.here) <= NARROW:
            return None
        down = self.around.ground_of(*DOWN)
        if down and (found := self.moves.path(down)) is not None and not self._meets(found):
            return found
        for n, (place, step) in enumerate(self.moves.ways.first.items()):
            if n > NOOK_WITHIN:
                return None
            nearer = any(gap(b, step) <= 1 for b in self.around.awake)
            narrow = self.around.away(*place) > 0 and self.moves.gaps(*place) <= NARROW
            if narrow and not nearer and (found := self.moves.step(*step)) is not None:
                return found
        return None

    def _meets(self, step: Action) -> bool:
        """Return whether a step brings him beside somebody awake."""
        at = next((o.at for o in self.moves.offered("step") if o.action == step), None)
        return at is not None and any(gap(b, at) <= 1 for b in self.around.awake)

    def _strike(self) -> Action | None:
        """Hit what stands beside him, the most wounded first; rouse nobody who would be too much,
        and with bare hands nobody at all."""
        prey = [b for b in self.around.dozing if not self.moves.is_left_alone(b)]
        foes = [*self.around.awake, *(prey if self.moves.is_armed else ())]
        beside = [b for b in foes if self.around.away(b.y, b.x) == 1]
        for being in sorted(beside, key=lambda b: ("asleep" in b.badges, health_of(b))):
            if (
                found := self.moves.step(being.y, being.x)
            ) is not None and "afraid" not in self.states:
                return found
        return None

    @property
    def _is_stuck(self) -> bool:
        """Return whether he has been so long on a level that he must dare something."""
        return has_lingered(self.facts, STUCK) and is_bold(self.facts)

    def _retreat(self) -> Action | None:
        """In danger: onto the stairs underfoot, into a chasm, or to those to which he comes for
        less health than a fight would cost."""
        risk = self._risk
        if risk <= CAUTION * self.points or self._is_stuck:
            return None
        if (found := self.moves.down or self.moves.stairs or self.moves.fall(1)) is not None:
            return found
        if (found := self._stealth("off")) is not None:
            return found
        return self._way_to_havens

    @cached_property
    def _risk(self) -> float:
        """Return the health that a fight with those who hunt him would cost."""
        return self.around.cost(self.around.hunters, at_once=True)

    @cached_property
    def _way_to_havens(self) -> Action | None:
        """Return the first step to stairs or to a chasm, unless the way costs too much."""
        havens = self.around.stairs() | self.moves.brinks(1)
        return self.moves.run(havens, min(self._risk, RUN * self.points))

    def _shy(self) -> Action | None:
        """Go down when anybody comes in sight who is awake, and leave by stairs that are near for
        those who would cost him dear, though they know nothing of him yet."""
        roused = [b for b in self.around.foes if "asleep" not in b.badges]
        if roused and (found := self.moves.down) is not None:
            return found
        if not roused or not self.moves.is_too_much(roused, CAUTION):
            return None
        if (found := self.moves.stairs) is not None:
            return found
        return self.moves.path(self._near_stairs.intersection(self.moves.before(roused)))

    @property
    def _near_stairs(self) -> set[Place]:
        """Return the stairs that he goes to rest upon."""
        steps = self.moves.ways.steps
        return {p for p in self.around.stairs() if steps.get(p, len(steps)) <= RESTING_PLACE}

    def _stealth(self, word: str) -> Action | None:
        return first_of(o for o in self.moves.offered("stealth") if o.action.args == (word,))

    def _escape(self) -> Action | None:
        """Hurt or outmatched, and hunted: to any stairs; else on into the unknown, or as far as he
        can, if he is not struck much on the way."""
        hurt = self.health < WEAK and bool(self.around.awake)
        if not hurt and (self._is_stuck or not self.moves.is_outmatched):
            return None
        if hurt and (found := self.moves.stairs or self.moves.fall(1)) is not None:
            return found
        if (found := self._way_to_havens) is not None:
            return found
        most = BLOWS * min(self._risk, self.points)
        if (found := self.moves.run(self.moves.unseen, most)) is not None:
            return found
        if self.around.hunted_by_swift and self.moves.is_armed:
            return None
        return self.moves.run_anywhere()

    def _shoot(self) -> Action | None:
        """Shoot, or throw what is made for it, while nobody is beside him; but wake nobody whom he
        had better leave alone."""
        prey = [
            b for b in self.around.dozing if self.moves.is_armed and not self.moves.is_left_alone(b)
        ]
        foes = self.around.hunters or prey
        if not foes or self.around.away(foes[0].y, foes[0].x) < 2:
            return None
        aimed = {(b.y, b.x) for b in foes}
        for offer in self.moves.offered("fire", "throw"):
            if offer.at in aimed and item_values.is_missile(offer.action.verb, self._thing(offer)):
                return offer.action
        return None

    def _creep(self) -> Action | None:
        """Without a weapon: go softly while nobody knows of him."""
        if self.moves.is_armed or self.around.awake or self.around.hunters:
            return None
        return self._stealth("on")

    def _grope(self) -> Action | None:
        """When something unseen is at him: leave by the stairs underfoot, drink to see again, run
        from those who shoot, strike about him."""
        shot_at, struck = "shot" in self.facts.news, "struck" in self.facts.news
        if self.around.awake or not (struck or shot_at):
            return None
        if (found := self.moves.stairs) is not None:
            return found
        if "blind" in self.states and (found := first_of(self.moves.offered("quaff"))) is not None:
            return found
        if shot_at:
            return self.moves.path(self.around.stairs()) or self.moves.frontier
        ways = self.moves.safe_steps
        return ways[by_turn(self.facts, len(ways))].action if ways else None

    def _pass_by(self) -> Action | None:
        """Go on down before his hunters come, or past those who are not worth a thought."""
        if not self.around.hunters or self.around.beset:
            return None
        if (found := self.moves.forestall(self.around.ground_of(*DOWN))) is not None:
            return found
        if self.moves.is_too_much(self.around.hunters, TRIFLE):
            return None
        return self.moves.forestall(self.moves.unseen)

    def _meet(self) -> Action | None:
        """Let the wakeful come for a while, unless they shoot; go to those who are not."""
        if self.around.awake and self.health >= WEAK:
            foe = self.around.awake[0]
            archer = self.around.kind(foe).archer
            far = self.around.away(foe.y, foe.x) > 2
            if far and not archer:
                waits = not is_bold(self.facts) and not has_lingered(self.facts, LINGER)
                return first_of(self.moves.offered("wait")) if waits else None
            if self.around.here in self.around.stairs() and not archer:
                return first_of(self.moves.offered("wait"))
            return self.moves.path({(foe.y, foe.x)})
        if self.moves.is_armed and not is_whimsical(self.facts) and self.health >= FIT:
            prey = [b for b in self.around.dozing if not self.moves.is_left_alone(b)]
            return self.moves.path({(b.y, b.x) for b in prey if self._comes_close(b)})
        return None

    def _comes_close(self, being: Entity) -> bool:
        """Return whether somebody who knows nothing of him is worth the way to him."""
        return self.around.away(being.y, being.x) <= LEFT_ALONE

    def _grow(self) -> Action | None:
        """Learn what keeps him alive, and spend experience evenly on skills that do."""
        lessons = (o for o in self.moves.offered("learn") if o.action.args[0] in self.facts.lessons)
        if (found := first_of(lessons) or songs.lesson(self.facts, self.offers)) is not None:
            return found
        costs = {o.action.args[0]: o for o in self.moves.offered("raise") if o.action.args}
        skills = [*(SKILLS if self.moves.is_armed else UNARMED_SKILLS)]
        if self.facts.sings_elbereth:
            skills.append("song")
        wanted = [costs[skill] for skill in skills if skill in costs]
        return (
            min(wanted, key=lambda o: self.facts.prices[o.action.args[0]]).action
            if wanted
            else None
        )

    def _eat(self) -> Action | None:
        if "hungry" in self.states:
            meals = (o for o in self.moves.offered("eat") if item_values.is_meal(self._thing(o)))
            if (found := first_of(meals)) is not None:
                return found
        return first_of(o for o in self.moves.offered("refuel") if o.advised)

    def _dress(self) -> Action | None:
        """Pick up what is worth having, put on what is better than what is worn."""
        if self.around.awake:
            return None
        if (found := first_of(self.moves.offered("rummage"))) is not None:
            return found
        for offer in self.moves.offered("get"):
            if item_values.is_wanted(self._thing(offer), self.facts.worn):
                return offer.action
        for offer in self.moves.offered("wear"):
            if item_values.better(self._thing(offer), self.facts.worn):
                return offer.action
        return None

    def _sing(self) -> Action | None:
        """Frighten those of his hunters who have wits, while any of them are about."""
        if "song" in self.states:
            wakeful = (b for b in self.around.foes if "asleep" not in b.badges)
            return None if any(map(songs.has_wits, wakeful)) else songs.advised(self.offers)
        smart = [b for b in self.around.hunters if songs.has_wits(b)]
        if smart and self.around.away(smart[0].y, smart[0].x) <= songs.EARSHOT:
            costly = self.around.cost(smart, at_once=True) > TRIFLE * self.points
            if costly and (found := songs.elbereth(self.facts, self.offers)) is not None:
                return found
        return songs.advised(self.offers)

    @property
    def _is_hoarse(self) -> bool:
        """Return whether he would soon have to be silent in a fight."""
        facts = self.facts
        return facts.sings_elbereth and 100 * facts.voice < IN_VOICE * facts.most_voice

    def _rest(self) -> Action | None:
        if self.around.awake:
            return None
        if self.health >= WHOLE and not self.states & _WEARING_OFF and not self._is_hoarse:
            return None
        if "hungry" in self.states and self.health >= FIT:
            return None
        near = self._near_stairs
        if self.around.here not in near and (found := self.moves.path(near)) is not None:
            return found
        return first_of(self.moves.offered("rest")) or first_of(self.moves.offered("wait"))

    def _descend(self) -> Action | None:
        """Go down when he is fit and has seen something of the level; when he has looked for long,
        by way of stairs up, which come out at others that lead down. Without a weapon, go at once:
        the more places he comes to, the sooner he finds one."""
        if self.health < FIT:
            return None
        if (found := self.moves.down) is not None:
            return found
        if (found := self.moves.fall(CALMLY)) is not None:
            return found
        if self._is_back and (found := self.moves.stairs) is not None:
            return found
        seen_enough = self.around.known_squares() > _ENOUGH or has_lingered(self.facts, LINGER)
        if self.moves.is_armed and self._unknown and not seen_enough:
            return None
        found = self.moves.travel(self.around.ground_of(*DOWN) | self.moves.brinks(CALMLY))
        if found is not None:
            return found
        if self._unknown and not has_lingered(self.facts, PATIENCE):
            return None
        return self.moves.stairs or self.moves.travel(self.around.ground_of(*UP))

    @property
    def _is_back(self) -> bool:
        """Return whether he has looked about him near stairs, and may take them: he has come back
        to those that he stands on."""
        looked = bool(self.moves.anchors) and has_lingered(self.facts, RETURN)
        return looked and not are_stairs_tired(self.facts)

    def _force(self) -> Action | None:
        """Break down the door that he has just found stuck."""
        if "stuck" in self.facts.news:
            return first_of(self.moves.offered("bash"))
        return None

    def _stray(self) -> Action | None:
        """On a whim: to any new place, not the nearest. Without whims he would pace for ever
        between two places from each of which the other looks better."""
        if self.around.awake or not is_whimsical(self.facts):
            return None
        if not has_lingered(self.facts, PATIENCE) or self.moves.down is not None:
            return None
        spell = self.facts.turn // SPELL
        stairs = self.around.stairs()
        leaves = spell // WHIMS % 2 and self.around.known_squares() > _ENOUGH
        if leaves and self.around.here in stairs:
            return self.moves.stairs
        places = self.moves.ways.first
        goals = self.moves.unseen | stairs
        reached = sorted((goals & places.keys()) - {self.around.here})
        if not reached:
            return None
        return self.moves.step(*places[reached[spell * 7919 % len(reached)]])

    def _walk(self) -> Action | None:
        """On to the nearest thing worth having, or into the unknown."""
        if not self.around.awake and not has_lingered(self.facts, KEEN):
            things = {
                at
                for at, thing in self.facts.lying.items()
                if item_values.worth_a_way(thing, self.facts.worn)
                and self.moves.ways.steps.get(at, DETOUR) < DETOUR
            }
            if (found := self.moves.travel(things)) is not None:
                return found
        plan = None if self.moves.anchors else first_of(self.moves.offered("explore"))
        # Near briars he looks for his own way; now and then not, lest he walk in circles.
        if self.around.briars and self.facts.turn // SPELL % 4:
            return self.moves.frontier or plan
        return plan or self.moves.frontier

    @property
    def _unknown(self) -> bool:
        """Return whether there is anything left to explore."""
        if self.moves.frontier is not None:
            return True
        return not self.moves.anchors and any(self.moves.offered("explore"))

    def _seek(self) -> Action | None:
        """Go past the briars, down or up, or search and stray: nothing is left to explore."""
        if self.around.briars and self.health >= FIT and (past := self._past_briars):
            return past
        found = self.moves.travel(self.around.ground_of(*DOWN)) or self.moves.travel(
            self.around.ground_of(*UP)
        )
        if found is not None and by_turn(self.facts, 5):
            return found
        if (found := self.moves.stairs) is not None:
            return found
        if by_turn(self.facts, 3) == 0:
            return first_of(self.moves.offered("search", "wait"))
        ways = [*self.moves.safe_steps, *self.moves.offered("open", "bash", "tunnel")]
        return ways[by_turn(self.facts, len(ways))].action if ways else None


_ENOUGH = 40  # squares of a level to see before going down
_WEARING_OFF = frozenset(name for name, kind in STATUSES.items() if kind.harmful)
