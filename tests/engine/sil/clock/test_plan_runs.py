"""Plans under terms: no turn begins after a limit is passed, a shortened plan is the beginning of
the whole one, and exploring finishes every level."""

import random

import msgspec
import pytest

from engine.common.plans import MOST_TURNS, Stop, Terms, split_terms
from engine.contract.action import Action, IllegalAction
from engine.contract.facts import PlanEnded
from engine.contract.texts import text
from engine.sil.clock import plan_runs, sightings
from engine.sil.commands import movement
from engine.sil.creatures import creature_names, placement
from engine.sil.dungeon import level_arrival
from engine.sil.game.messages import disturb
from engine.sil.game.state import Slot
from engine.sil.hero import action_costs
from engine.sil.level import terrain
from engine.sil.ruleset import SilQ
from tests.engine.sil.arena import arena, look, said
from tests.engine.sil.stage import foe, item, wear
from tests.rolled import dice_for

SIL = SilQ()


def on_a_level(depth, seed, *, creatures=True):
    """Return a hero who has just come to a level."""
    game = SIL.game(
        SIL.new({"hero": "quick", "rules": "game"}, ["Beren"], dice_for(f"plans {seed}")),
        dice_for(f"plans {seed}"),
    )
    level_arrival.enter(game, depth, 0)
    if not creatures:
        game.level.arrivals_on = False
        empty(game)
    return game


def empty(game):
    for creature in list(game.level.creatures):
        if creature is not None:
            placement.remove(game, creature)


def do(game, action, dice):
    if isinstance(action, str):
        action = SIL.parse(action, game.state, 0)
    return SIL.apply(game.state, 0, action, dice)


def ended(events):
    """Return the facts of how a plan ended."""
    return next(e.fact for e in events if isinstance(e.fact, PlanEnded))


# ------------------------------------------------------------------ limits


class Inspector:
    """Looks at a game before each turn of its plans, by its own arithmetic."""

    def __init__(self, monkeypatch):
        self.turns = 0
        self._limits, self._bears = None, ()
        act, carry_out = plan_runs._act, plan_runs.carry_out

        def run(game, plan, step, terms, **more):
            self._limits = more.get("limits") or terms.limits
            self._bears = more.get("bears", ())
            self._busy = plan in plan_runs._BUSY
            self._kinds = {race for race, page in game.lore.races.items() if page.encountered}
            self._before = None
            carry_out(game, plan, step, terms, **more)

        def inspect(game, step, began):
            self._check(game)
            return act(game, step, began)

        monkeypatch.setattr(plan_runs, "carry_out", run)
        monkeypatch.setattr(plan_runs, "_act", inspect)

    def _check(self, game):
        hero = game.hero
        full = hero.derived.max_health
        health = min(hero.health, full)
        near = self._limits.near
        seen = [
            c
            for c in creature_names.visible(game)
            if creature_names.ref(game, c) not in self._bears
            and not (self._busy and creature_names.appears(game, c) in self._kinds)
        ]
        alert = {
            c.slot: sightings.turns_to_harm(game, c) < near
            for c in seen
            if sightings.is_alert(game, c)
        }
        news = {c.slot for c in seen if creature_names.appears(game, c) not in self._kinds}
        if self._before is not None:
            self.turns += 1
            lost = self._before[0] - health
            if "health" not in self._bears and lost > 0:
                assert 100 * health >= self._limits.least_health * full
            if "loss" not in self._bears:
                assert 100 * lost <= self._limits.most_loss * full
            _, met, dozed, close = self._before
            for slot, near in alert.items():
                assert not near or slot in close
                assert self._busy or slot in met or slot not in news | dozed
            assert game.state.question is None
            assert not game.state.ended
        met, dozed, close = (set(), set(), set()) if self._before is None else self._before[1:]
        met |= set(alert)
        dozed |= {c.slot for c in seen} - set(alert)
        close |= {slot for slot, near in alert.items() if near}
        self._before = health, met, dozed, close


def wander(inspector, depth, seed, presses):
    game = on_a_level(depth, seed)
    dice = random.Random(seed)
    for _ in range(presses):
        if game.state.ended:
            break
        if planned := dice.random() < 0.7 and game.state.question is None:
            game.hero.caution = dice.choice(("careful", "usual", "bold"))
        offers = SIL.legal(game.state, 0)
        plans = [o for o in offers if o.group == "plan"]
        do(game, dice.choice((planned and plans) or offers).action, game.streams)
    return inspector.turns


def test_no_turn_of_a_plan_begins_after_a_limit_is_passed(monkeypatch):
    assert wander(Inspector(monkeypatch), 3, 1, 8) > 5


@pytest.mark.soak(part="random")
@pytest.mark.parametrize("depth", [1, 2, 4, 7, 11])
def test_no_turn_of_many_plans_begins_after_a_limit_is_passed(monkeypatch, depth):
    inspector = Inspector(monkeypatch)
    for seed in range(150):  # of some 27 plans each
        wander(inspector, depth, seed, 60)
    assert inspector.turns > 1000


# ------------------------------------------------------------------ shortened plans


def facts_of(game):
    """Return all of a state but what is told, and what is noted of each action as a whole: its
    line, and where it ended."""
    state = game.state
    hero = state.heroes[0]
    knowledge = msgspec.structs.replace(hero.knowledge, trail=[])
    hero = msgspec.structs.replace(hero, last_action="", knowledge=knowledge)
    return msgspec.msgpack.encode((hero, state.level, state.world, state.game_turn))


def assert_shortens(game, line, monkeypatch, key):
    """Play a plan whole, and then shortened to each of some numbers of turns from where it
    began: each ends as the whole one stood after that many."""
    began = SIL.dump(game.state)
    stood = {}
    first = game.hero.turns
    act = plan_runs._act

    def record(game, step, turn):
        stood[game.hero.turns - first] = facts_of(game)
        return act(game, step, turn)

    with monkeypatch.context() as patched:
        patched.setattr(plan_runs, "_act", record)
        events = do(game, line, dice_for(key))
    # Nobody is told how the plan of a dead hero ended.
    turns = game.hero.turns - first if game.state.ended else ended(events).turns
    action = SIL.parse(line, SIL.load(began), 0)
    for number in sorted({1, turns // 2, turns - 1} & stood.keys()):
        if not 0 < number < turns:
            continue
        short = SIL.shorten_plan(action, number)
        again = SIL.game(SIL.load(began))
        do(again, SIL.parse(str(short), again.state, 0), dice_for(key))
        assert facts_of(again) == stood[number], (line, number)
    return turns


def test_a_shortened_plan_is_the_beginning_of_the_whole_one(monkeypatch):
    game = on_a_level(5, 16)
    turns = assert_shortens(game, "explore", monkeypatch, "short 1")
    assert turns > 2
    game.hero.health = 5
    empty(game)
    look(game)
    assert assert_shortens(game, "rest", monkeypatch, "short 2") > 2


@pytest.mark.soak(part="random")
def test_shortened_plans_are_the_beginnings_of_whole_ones(monkeypatch):
    dice = random.Random(8)
    long = 0
    for seed in range(60):
        game = on_a_level(1 + seed % 8, seed)
        for number in range(12):
            if game.state.ended or game.state.question is not None:
                break
            plans = [o for o in SIL.legal(game.state, 0) if o.group == "plan"]
            if not plans:
                break
            line = str(dice.choice(plans).action)
            long += assert_shortens(game, line, monkeypatch, f"short {seed} {number}") > 2
    assert long > 60


def test_only_plans_are_shortened_and_never_lengthened():
    assert SIL.shorten_plan(Action("step", ("n",)), 3) is None
    short = SIL.shorten_plan(Action("travel", ("BK27", "bold")), 12)
    assert str(short) == "travel BK27 bold:12"
    assert str(SIL.shorten_plan(short, 40)) == "travel BK27 bold:12"
    assert split_terms(SIL.shorten_plan(Action("rest", ("50",)), 3).args) == (
        ("50",),
        Terms("usual", 3),
    )


# ------------------------------------------------------------------ caution


def test_offers_and_typed_plans_are_of_the_kept_caution():
    game = on_a_level(1, 3, creatures=False)
    look(game)
    do(game, "caution bold", game.streams)
    assert SIL.view(game.state, 0).caution == "bold"
    assert str(SIL.parse("explore", game.state, 0)) == "explore bold"
    assert str(SIL.parse("explore careful", game.state, 0)) == "explore careful"
    assert str(SIL.parse("explore usual", game.state, 0)) == "explore usual"
    for offer in SIL.legal(game.state, 0):
        assert SIL.parse(str(offer.action), game.state, 0) == offer.action
        if SIL.shorten_plan(offer.action, MOST_TURNS) is not None:
            assert split_terms(offer.action.args)[1].caution == "bold"
    others = {str(o.action) for o in SIL.legal(game.state, 0) if o.action.verb == "caution"}
    assert others == {"caution careful", "caution usual"}
    with pytest.raises(IllegalAction, match="already"):
        do(game, "caution bold", game.streams)


def test_a_plan_bears_reasons_and_creatures_that_it_names():
    game = arena()
    wolf, other = (
        creature_names.ref(game, foe(game, name, 0, dx))
        for name, dx in (("Wolf", 2), ("Orc scout", 3))
    )
    stop = Stop("saw", text("a wolf"), by=wolf)
    for bears, borne in (((), False), (["saw"], True), ([wolf], True), ([other], False)):
        assert plan_runs._is_borne(stop, bears) is borne


def test_what_is_refused_once_the_turn_is_spent_ends_the_plan():
    game = arena()

    def act():
        action_costs.spend(game)
        raise IllegalAction(text("No more."))

    plan_runs.carry_out(game, "rest", act, Terms())
    assert said(game) == ["Rested 1 turn. No more."]


# ------------------------------------------------------------------ poison


def poisoned(points, health):
    game = arena("#####", "#@..#", "#####")
    wear(game, Slot.LIGHT, "Wooden Torch", timeout=3000)
    game.hero.food, game.hero.health = 4000, health
    game.hero.timers.poison = points
    look(game)
    return game


def rests(game):
    return [o for o in SIL.legal(game.state, 0) if o.action.verb == "rest"]


@pytest.mark.parametrize("points", [1, 7, 20])
@pytest.mark.parametrize("spare", [-3, 0, 1, 5])
def test_a_rest_through_poison_is_one_plan_or_says_when_it_kills(points, spare):
    game = poisoned(points, max(1, points + spare))
    (offer,) = rests(game)
    deadly = points + spare <= 0 or spare <= 0
    assert offer.irreversible is deadly
    assert (offer.group == "plan") is not deadly
    if deadly:
        assert not offer.advised
        assert offer.chances[0].of == "end"
        for turn in range(60):
            if game.state.ended:
                break
            game.hero.timers.poison = game.hero.timers.poison or 0
            do(game, "wait", game.streams)
            turns = turn + 1
        assert game.state.ended == "dead"
        assert f" {turns} turn" in str(offer.hint)
    else:
        do(game, offer.action, game.streams)
        assert game.hero.timers.poison == 0
        assert not game.state.ended


# ------------------------------------------------------------------ exploring


def explore_to_the_end(game):
    """Explore a level without creatures as long as that is offered; return how many presses."""
    level, hero = game.level, game.hero
    for presses in range(200):
        empty(game)
        hero.health, hero.food = hero.derived.max_health, 4000
        for name in ("blind", "confused", "poison", "cut", "hallucinating", "slow"):
            hero.timers.set_left(name, 0)
        for light in hero.worn.values():
            light.timeout = light.timeout and 3000
        offers = SIL.legal(game.state, 0)
        if game.state.question is not None:
            do(game, offers[-1].action, game.streams)
            continue
        found = [o for o in offers if o.action.verb == "explore"]
        if not found or game.level is not level:
            return presses
        do(game, found[0].action, game.streams)
    raise AssertionError("exploring does not end")


def assert_finishes(depth, seed):
    game = on_a_level(depth, seed, creatures=False)
    level = game.level
    explore_to_the_end(game)
    if game.level is not level or game.state.ended:
        return
    stairs = terrain.squares(level, terrain.STAIR)
    knows = any(game.knowledge.mark[i] for i in stairs)
    offers = SIL.legal(game.state, 0)
    rest = [o for o in offers if o.group == "plan" and o.action.verb in ("travel", "search")]
    assert knows or rest
    for offer in rest:
        again = SIL.game(SIL.load(SIL.dump(game.state)))
        do(again, offer.action, dice_for("rest"))
        assert again.hero.turns > game.hero.turns


BARRED = ("###########", "#@....+...#", "#.....#...#", "###########")


def test_exploring_ends_with_a_plan_for_what_bars_the_way():
    game = arena(*BARRED, lit=False)
    wear(game, Slot.LIGHT, "Wooden Torch", timeout=3000)
    game.level.feature[game.level.at(1, 6)] = terrain.JAMMED_DOOR + 3
    look(game)
    explore_to_the_end(game)
    assert "bash" in {o.action.verb for o in SIL.legal(game.state, 0)}
    do(game, "step w", game.streams)
    do(game, "step w", game.streams)
    offers = [o for o in SIL.legal(game.state, 0) if o.group == "plan"]
    barred = [o for o in offers if o.at == (1, 6)]
    assert [o.action.verb for o in barred] == ["travel"]
    assert "bash" in str(barred[0].hint)
    do(game, barred[0].action, game.streams)
    assert "bash" in {o.action.verb for o in SIL.legal(game.state, 0)}
    walls = next(o for o in offers if o.action.verb == "search")
    assert ended(do(game, walls.action, game.streams)).turns > 9


@pytest.mark.soak(part="levels")
@pytest.mark.parametrize("seed", range(40))
def test_exploring_finishes_every_level(seed):
    assert_finishes(1 + seed % 12, seed)


HALL = ("###################", "#@................#", "###################")


def test_exploring_takes_what_is_worth_it_and_never_what_was_left():
    game = arena(*HALL, lit=False)
    wear(game, Slot.LIGHT, "Wooden Torch", timeout=3000)
    arrows, twig = item("Arrow", count=5), item("Robe")
    game.level.floor[game.level.at(1, 5)] = [arrows]
    look(game)
    for _ in range(6):
        try:
            events = do(game, "explore", game.streams)
        except IllegalAction:
            break
        if ended(events).counts.get("taken"):
            assert ended(events).counts["taken"] == 5
    held = [each for each in game.hero.pack if each.kind == arrows.kind]
    assert [each.count for each in held] == [5]
    game.hero.pack.append(twig)
    do(game, "drop a", game.streams)
    before = game.hero.turns
    with pytest.raises(IllegalAction, match="nothing left"):
        do(game, "explore", game.streams)
    assert game.hero.turns == before


def test_exploring_takes_nothing_when_told_so():
    game = arena(*HALL, lit=False)
    wear(game, Slot.LIGHT, "Wooden Torch", timeout=3000)
    game.level.floor[game.level.at(1, 5)] = [item("Arrow", count=5)]
    look(game)
    do(game, "collect nothing", game.streams)
    for _ in range(6):
        try:
            do(game, "explore", game.streams)
        except IllegalAction:
            break
    assert not game.hero.pack
    assert game.level.floor[game.level.at(1, 5)]


@pytest.mark.parametrize("alertness", [-60, -15, -5])
def test_who_does_not_know_of_the_hero_forbids_no_plan(alertness):
    game = arena("##########", "#........#", "#@.......#", "#........#", "##########", lit=True)
    foe(game, "Wolf", dx=5, alertness=alertness)
    game.hero.health -= 990
    look(game)
    verbs = {o.action.verb for o in SIL.legal(game.state, 0) if o.group in ("plan", "other")}
    assert {"rest", "search", "run"} <= verbs


def test_a_noise_ends_no_plan(monkeypatch):
    game = arena("#####", "#@..#", "#####")
    look(game)
    hold = movement.hold

    def noisy(game):
        hold(game)
        disturb(game, "somebody sings", "heard", flagged=True)

    monkeypatch.setattr(movement, "hold", noisy)
    fact = ended(do(game, "search 9", game.streams))
    assert (fact.reason, fact.turns) == ("done", 9)
