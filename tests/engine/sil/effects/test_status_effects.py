"""Effects and cures of states (rules: world 4.1)."""

import pytest

from engine.contract.action import IllegalAction
from engine.sil.combat import attacks, step_attacks, throwing
from engine.sil.commands import movement, registry
from engine.sil.creatures import creature_names, recall
from engine.sil.data import bundle
from engine.sil.data.records import Blow, Dice
from engine.sil.effects import elements, statuses
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.hero import abilities as ab
from engine.sil.movement import leaps
from tests.engine.sil.arena import arena, look
from tests.engine.sil.items.things import FOOD, POTION, effect
from tests.engine.sil.stage import foe, item, load_dice, race

STATUSES = bundle.load().rules.statuses

pytestmark = pytest.mark.covers("spec-world: 4.1", "spec-dungeon: 7.5")

BITE = Blow("BITE", "HURT", 5, Dice(1, 6))


def suffering(state, *, turns=9, **how):
    game = arena(**how)
    if state:
        setattr(game.hero.timers, state, turns)
    look(game)
    return game


def test_the_afraid_throw_nothing():
    game = suffering("afraid")
    game.hero.pack = [spear := item("Spear")]
    before = game.hero.energy
    with pytest.raises(IllegalAction, match="afraid"):
        throwing.throw(game, spear, 6)
    assert (game.hero.pack, game.hero.energy) == ([spear], before)


def test_the_confused_do_not_leap():
    rows = ("#######", "#.@x..#", "#######")
    for state, leap in (("", True), ("confused", False)):
        game = arena(*rows, abilities=(ab.LEAPING,), known=True)
        game.hero.actions = [0, 6, 0, 0, 0, 0]
        if state:
            game.hero.timers.confused = 5
        assert leaps.leaps(game, 6) is leap


@pytest.mark.parametrize(("state", "told"), [("", True), ("confused", False)])
def test_the_confused_assassinate_nobody(state, told):
    game = suffering(state, abilities=(ab.ASSASSINATION,), skills=(0, 0, 0, 9, 0, 0, 0, 0))
    wolf = foe(game, "Wolf", health=500, alertness=-5)
    load_dice(game, otherwise=10)
    attacks.strike(game, wolf, "main", 6)
    assert ("Assassination" in str(game.state.combat_rolls[0])) is told


@pytest.mark.parametrize(("state", "struck"), [("", True), ("confused", False)])
def test_the_confused_follow_nothing_through(state, struck):
    game = suffering(state, abilities=(ab.FOLLOW_THROUGH,), skills=(50,) + (0,) * 7)
    first, second = foe(game, "Wolf", health=1), foe(game, "Wolf", -1, 1, health=500)
    load_dice(game, otherwise=20)
    attacks.single(game, first, "main", 6)
    assert first.health <= 0
    assert (second.health < 500) is struck


@pytest.mark.parametrize(
    ("state", "turns", "struck"),
    [("", 0, True), ("afraid", 5, False), ("confused", 5, False), ("entranced", 5, False),
     ("stun", 105, False)],
)  # fmt: skip
@pytest.mark.parametrize("kind", ["riposte", "zone of control"])
def test_who_strikes_back(state, turns, struck, kind):
    game = suffering(state, turns=turns, abilities=(ab.RIPOSTE, ab.ZONE_OF_CONTROL))
    wolf = foe(game, "Wolf", health=500)
    load_dice(game, otherwise=20)
    if kind == "riposte":
        attacks.riposte(game, wolf, BITE, -30)
    else:
        step_attacks.foe_leaves(game, wolf, wolf.y - 1, wolf.x)
    assert bool(game.state.combat_rolls) is struck


@pytest.mark.parametrize(("state", "harder"), [("", 0), ("blind", 5), ("hallucinating", 5)])
def test_whose_hands_are_clumsy(state, harder):
    game = suffering(state)
    assert statuses.cannot_see(game) is bool(harder)


def test_the_blind_and_the_confused_explore_nothing():
    for state in ("blind", "confused"):
        game = suffering(state)
        before = game.hero.turns
        with pytest.raises(IllegalAction):
            registry.COMMANDS["explore"].do(game, ())
        assert game.hero.turns == before
        assert not list(registry.COMMANDS["explore"].offers(game))


def test_a_confused_hero_goes_astray_and_a_clear_one_does_not():
    game = suffering("confused")
    load_dice(game, 2, 2, 2, 1, 1, 1)
    assert movement.heading(game, "e") != 6
    game.hero.timers.confused = 0
    load_dice(game, 2, 2, 2, 1, 1, 1)
    assert movement.heading(game, "e") == 6


def test_a_dreamer_learns_nothing_by_looking():
    game = suffering("hallucinating")
    wolf = foe(game, "Wolf", dx=2)
    wolf.image = race("Orc captain")
    creature_names.meet_again(game)
    look(game)
    dreamt = str(recall.look(game, wolf))
    statuses.cure(game, "hallucinating")
    assert "olf" in str(recall.look(game, wolf))
    assert dreamt.endswith("or so it seems.")
    assert "olf" not in dreamt


CURES = {
    "Miruvor": ("stun", "confused", "hallucinating", "poison", "blind", "afraid"),
    "Clarity": ("stun", "confused", "hallucinating", "rage"),
    "True Sight": ("blind", "hallucinating"),
    "Orcish Liquor": ("afraid",),
}


@pytest.mark.covers("spec-objects-smithing: Item use")
@pytest.mark.parametrize("rulings", [GAME, MANUAL], ids=["game", "manual"])
@pytest.mark.parametrize("draught", CURES)
@pytest.mark.covers("sil-q-codebase: Potions (TV_POTION)")
def test_what_each_draught_cures_and_what_not(rulings, draught):
    for state in STATUSES:
        game = arena(rulings=rulings)
        setattr(game.hero.timers, state, 20)
        load_dice(game, otherwise=1)
        effect(game, POTION, draught)
        left = getattr(game.hero.timers, state)
        assert (left == 0) is (state in CURES[draught]), state


@pytest.mark.covers("spec-objects-smithing: Item use")
@pytest.mark.parametrize(("herb", "state"), [("Rage", "afraid"), ("Visions", "blind")])
@pytest.mark.covers("sil-q-codebase: Herbs (TV_FOOD)")
def test_what_herbs_cure(herb, state):
    game = suffering(state)
    effect(game, FOOD, herb)
    assert not getattr(game.hero.timers, state)


def test_a_blow_of_darkness_does_not_blind():
    for exposure, blinded in ((None, False), (8, True)):
        game = arena()
        game.hero.health = 100
        game.knowledge.light[game.level.at(game.hero.y, game.hero.x)] = 0
        game.hero.derived.skills[5] = -50
        load_dice(game, otherwise=1)
        elements.settle(game, "dark", 5, "a test", exposure=exposure)
        assert bool(game.hero.timers.blind) is blinded


@pytest.mark.parametrize(("amount", "tries"), [(4, 1), (5, 2), (15, 4)])
def test_the_worse_a_disease_the_more_it_drains(monkeypatch, amount, tries):
    game = arena(stats=(0, 0, -1, 0))
    drained = []
    monkeypatch.setattr(elements.statuses, "drain", lambda *args: drained.append(args[1]))
    load_dice(game, otherwise=1)
    elements.disease(game, amount)
    assert len(drained) == tries
