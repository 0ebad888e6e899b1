"""Laws over turns: timers within bounds, energy conserved, cures complete, saves faithful."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.sil.clock import turn_order
from engine.sil.commands import movement
from engine.sil.data import bundle
from engine.sil.effects import elements, hunger, statuses
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import Stat
from engine.sil.ruleset import SilQ
from tests.engine.sil.arena import arena
from tests.engine.sil.stage import item
from tests.rolled import dice_for

STATUSES = bundle.load().rules.statuses

SIL = SilQ()
NAMES = st.sampled_from(sorted(STATUSES))
HARDY = 500
CAPS = {name: state.most for name, state in STATUSES.items()}


class Turns(RuleBasedStateMachine):
    """A hero alone in a hall, to whom all manner of things happen."""

    @initialize(rulings=st.sampled_from([GAME, MANUAL]), seed=st.integers(1, 1 << 30))
    def begin(self, rulings, seed):
        self.game = arena(rulings=rulings, seed=seed)
        hero = self.game.hero
        hero.pack = [item("Clarity", count=5), item("Arrow", count=20)]
        self.rested()

    def rested(self):
        self.game.hero.health = HARDY

    @rule(name=NAMES, turns=st.integers(-5, 12_000), save=st.booleans())
    def something_befalls(self, name, turns, save):
        before = getattr(self.game.hero.timers, name)
        befell = statuses.inflict(self.game, name, turns, save=save)
        after = getattr(self.game.hero.timers, name)
        assert after >= before or befell
        assert (after == before) or befell

    @rule(name=NAMES)
    def it_is_cured(self, name):
        had = getattr(self.game.hero.timers, name)
        assert statuses.cure(self.game, name) is bool(had)
        assert getattr(self.game.hero.timers, name) == 0

    @rule(name=st.sampled_from(["poison", "cut", "stun"]), amount=st.integers(1, 40))
    def it_is_eased(self, name, amount):
        before = getattr(self.game.hero.timers, name)
        statuses.soothe(self.game, name, amount)
        assert getattr(self.game.hero.timers, name) == max(0, before - amount)

    @rule(kind=st.sampled_from(elements.KINDS), dice=st.integers(0, 3), pure=st.booleans())
    def an_element_strikes(self, kind, dice, pure):
        self.rested()
        arrows = sum(thing.count for thing in self.game.hero.pack)
        elements.strike_hero(self.game, kind, dice, 4, "a test", pure=pure)
        assert sum(thing.count for thing in self.game.hero.pack) <= arrows
        assert all(thing.count > 0 for thing in self.game.hero.pack)

    @rule(stat=st.sampled_from(Stat), points=st.integers(0, 4))
    def a_stat_comes_and_goes(self, stat, points):
        statuses.drain(self.game, stat)
        statuses.restore(self.game, stat, points)
        assert self.game.hero.stat_drain[stat] <= 0

    @rule(amount=st.integers(0, 9000), more=st.booleans())
    def food_comes_and_goes(self, amount, more):
        (hunger.feed if more else hunger.lose)(self.game, amount)

    @precondition(lambda self: not self.game.state.ended)
    @rule(turns=st.integers(1, 4))
    def time_passes(self, turns):
        game = self.game
        for _ in range(turns):
            self.rested()
            began, energy, clock = game.hero.turns, game.hero.energy, game.state.game_turn
            speeds = {game.hero.derived.speed}
            movement.hold(game)
            turn_order.finish_action(game)
            if game.state.ended:
                return
            speeds.add(game.hero.derived.speed)
            spent = 100 * (game.hero.turns - began)
            gained = game.hero.energy - energy + spent
            ticks = game.state.game_turn - clock
            if len(speeds) == 1 and game.hero.turns == began + 1:
                assert gained == ticks * turn_order.ENERGY[speeds.pop()]
            assert gained <= ticks * turn_order.ENERGY[4]
            assert game.hero.energy >= 100

    @precondition(lambda self: not self.game.state.ended)
    @rule()
    def a_saved_game_goes_on_alike(self):
        self.game.state.events.clear()
        self.game.streams = dice_for("on")
        copy = SIL.game(SIL.load(SIL.dump(self.game.state)), dice_for("on"))
        for game in (self.game, copy):
            game.hero.health = HARDY
            movement.hold(game)
            turn_order.finish_action(game)
            game.state.events.clear()
        assert SIL.dump(copy.state) == SIL.dump(self.game.state)

    @invariant()
    def timers_keep_their_bounds(self):
        if not hasattr(self, "game"):
            return
        timers = self.game.hero.timers
        for name, cap in CAPS.items():
            assert 0 <= getattr(timers, name) <= cap
        assert 0 <= self.game.hero.food <= hunger.MOST
        assert 0 <= self.game.hero.voice <= max(self.game.hero.derived.max_voice, 1)


TestTurns = Turns.TestCase
TestTurns.settings = settings(
    max_examples=25, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck)
)


@given(st.integers(1, 100), st.sampled_from(["poison", "cut"]))
def test_poison_of_any_amount_deals_exactly_that_if_nothing_intervenes(amount, name):
    game = arena()
    game.hero.health = HARDY
    statuses.inflict(game, name, amount, save=False)
    turns = 0
    while getattr(game.hero.timers, name):
        movement.hold(game)
        turn_order.finish_action(game)
        turns += 1
    assert game.hero.health == HARDY - amount
    assert turns <= 17
