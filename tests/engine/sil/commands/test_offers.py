"""Offers: every verb somewhere, and nothing that would be refused."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.contract.action import IllegalAction, Offer
from engine.sil.commands import registry
from engine.sil.dungeon import level_arrival
from engine.sil.game.context import SilContext
from engine.sil.game.presets import PRESETS
from engine.sil.game.state import Skill, Slot, Stat
from engine.sil.hero import abilities as ab
from engine.sil.hero import derived
from engine.sil.item_use import wearing
from engine.sil.items import item_classes, item_creation, pack
from engine.sil.level import terrain
from engine.sil.ruleset import SilQ
from tests.engine.sil.arena import arena, look
from tests.engine.sil.autoplay.situations import SITUATIONS, RecordedSituation
from tests.engine.sil.autoplay.test_pursuers import hunted
from tests.engine.sil.combat.test_prising import throne
from tests.engine.sil.dungeon.test_captives import begged
from tests.engine.sil.items.things import FOOD, HORN, POTION, STAFF, bearer, given, lying, thing
from tests.engine.sil.smithing.smithy import CRAFTS, of_kind, smithy
from tests.engine.sil.stage import foe, item, refresh, wear
from tests.pages import page_texts
from tests.rolled import dice_for

SIL = SilQ()
BOUGHT = 30_000  # experience to spend
KINDS_CARRIED = 14
ACTIONS_A_LEVEL = 25


# ------------------------------------------------------------------------ every verb


def _pack_situation() -> SilContext:
    game = bearer(abilities=(ab.FLETCHERY, ab.EXCHANGE_PLACES, ab.SONG_OF_ELBERETH))
    game.hero.unspent = BOUGHT
    wear(game, Slot.WEAPON, "Longsword")
    wear(game, Slot.LIGHT, "Wooden Torch", timeout=50)
    given(
        game, thing(POTION, "Healing"), thing(FOOD, "Rage"), thing(STAFF, "Light", pval=8),
        thing(HORN, "Terror"), item("Spear"), item("Arrow", count=9),
        item("Wooden Torch", timeout=2000),
    )  # fmt: skip
    lying(game, item("Dagger"))
    lying(game, thing(3, "Human Skeleton", pval=1), dy=1)
    foe(game, "Wolf", 0, 1)
    foe(game, "Wolf", 0, 3)
    game.hero.voice = 40
    return game


def _doors() -> SilContext:
    game = arena("#########", "#...:...#", "#..'@+..#", "#...^...#", "#########", lit=True)
    here = game.level.at(game.hero.y, game.hero.x)
    game.level.feature[here + game.level.width] = terrain.CALTROPS
    wear(game, Slot.WEAPON, "Shovel")
    game.hero.stat_base[Stat.STR] = 3
    refresh(game)
    return game


def _chest() -> SilContext:
    game = bearer()
    lying(game, thing(7, "Small wooden chest", pval=5, known=True), dx=1)
    return game


def _forge() -> SilContext:
    game = smithy(*CRAFTS)
    game.knowledge.designs["plain"] = of_kind(game, "Dagger")
    mail = next(k for k in game.data.kinds.values() if "Mithril Corslet" in k.name)
    made = item_creation.of_kind(game.data, mail.serial)
    game.hero.pack.append(made)
    refresh(game)
    return game


def _fight() -> SilContext:
    """Return a hurt hero beside a wolf, with a known drink, and in an archer's sight."""
    game = arena("###########", "#..@......#", "#.........#", "#.#########", "###########")
    given(game, thing(POTION, "Healing"))
    game.lore.aware.append(game.hero.pack[-1].kind)
    game.hero.health = game.hero.derived.max_health // 2
    foe(game, "Wolf", 0, 1)
    foe(game, "Orc archer", 0, 6)
    look(game)
    return game


def _spears() -> SilContext:
    """Return a hero with spears to throw, and a wolf that comes."""
    game = arena()
    given(game, item("Spear", count=3))
    foe(game, "Wolf", 0, 3)
    look(game)
    return game


def _pit() -> SilContext:
    """Return a hero who has fallen into a pit."""
    game = arena()
    game.level.feature[game.level.at(game.hero.y, game.hero.x)] = terrain.PIT
    look(game)
    return game


def situations() -> list[SilContext]:
    games = [
        _fight(),
        _spears(),
        hunted("Wolf"),
        _pack_situation(),
        _doors(),
        _chest(),
        _pit(),
        _forge(),
        throne()[0],
        _begged(),
    ]
    games += [
        SITUATIONS[name].game()
        for name in ("a hall half seen", "stairs in sight", "on stairs down", "hurt, alone",
                     "a wolf far, bow", "three wolves coming, stairs near")
    ]  # fmt: skip
    again = RecordedSituation().game()
    SIL.apply(again.state, 0, SIL.parse("wait", again.state, 0), again.streams)
    return [*games, again]


def test_every_verb_is_offered_where_it_can_be_done():
    offered = Counter(o.action.verb for game in situations() for o in registry.offers(game))
    missing = {name for name in registry.COMMANDS if name not in offered} - {"answer"}
    assert not missing, missing


def test_everything_at_hand_can_be_examined_inscribed_and_got_rid_of_from_its_page():
    game = _pack_situation()
    topics = {(topic.page, topic.name) for topic in SIL.topics(game.state, 0)}
    offers = registry.offers(game)
    for offer in offers:
        assert not offer.topic or (offer.page, offer.topic) in topics
    for handle in ("a", "b", "c", "weapon", "light"):
        about = {o.action.verb for o in offers if o.topic == handle}
        assert about >= {"examine", "inscribe", "drop", "destroy"}
        assert handle in "abc" or "remove" in about
    seen = [o for o in offers if o.action.verb == "examine" and not o.topic]
    assert [str(o.label) for o in seen] == ["Examine Human Skeleton"]


# ------------------------------------------------------------------- nothing is refused


def _laden(depth: int, seed: int, dice: random.Random) -> SilContext:
    """Return a hardy hero at a depth, with the means for most verbs."""
    rules = sorted(PRESETS)[seed % len(PRESETS)]
    game = SIL.game(
        SIL.new({"hero": "quick", "rules": rules}, ["Beren"], dice_for(f"offers {seed}")),
        dice_for(f"offers {seed}"),
    )
    hero = game.hero
    hero.stat_base = [dice.randrange(8) for _ in Stat]
    hero.stat_base[Stat.CON] = 25
    hero.skill_base = [dice.randrange(12) for _ in Skill]
    hero.unspent = BOUGHT
    for _ in range(KINDS_CARRIED):
        kind = dice.choice([k for k in game.data.kinds.values() if k.tval > 7])
        made = item_creation.of_kind(game.data, kind.serial)
        if not pack.too_heavy(game, made) or dice.random() < 0.1:
            pack.carry(game, made)
    for handle_number in range(len(hero.pack) - 1, -1, -1):
        worn = hero.pack[handle_number]
        if wearing.can_wear(game, worn) and dice.random() < 0.5:
            wearing.wear(game, worn, "a")
            game.state.question = None
    game.state.energy_used = 0
    derived.update(game)
    level_arrival.enter(game, depth, 0)
    return game


def _begged() -> SilContext:
    game, _ = begged()
    given(game, thing(item_classes.LIGHT, "Wooden Torch"))
    return game


def _one_of_each_verb(offers: list[Offer], dice: random.Random) -> Offer:
    """Return an offer, each verb as likely as any other."""
    verb = dice.choice(sorted({offer.action.verb for offer in offers}))
    return dice.choice([offer for offer in offers if offer.action.verb == verb])


def _offered_at_random(seed: int, actions: int) -> Counter[str]:
    """Do so many offered actions, and return how often each verb was tried. Every one is done,
    and has an event, a sentence or a question to show for it."""
    dice, tried = random.Random(seed), Counter[str]()
    game = None
    for number in range(actions):
        if game is None or game.state.ended or number % ACTIONS_A_LEVEL == 0:
            game = _laden(dice.randrange(1, 20), seed, dice)
        game.hero.health, game.hero.food = game.hero.derived.max_health, 4000
        offer = _one_of_each_verb(list(SIL.legal(game.state, 0)), dice)
        tried[offer.action.verb] += 1
        before = SIL.view(game.state, 0), game.hero.turns
        events = SIL.apply(game.state, 0, SIL.parse(str(offer.action), game.state, 0), game.streams)
        after = SIL.view(game.state, 0), game.hero.turns
        assert events or after != before, (seed, number, str(offer.action))
    return tried


@pytest.mark.parametrize("seed", range(2))
def test_offered_actions_are_never_refused(seed):
    assert sum(_offered_at_random(seed, 35).values()) == 35


@pytest.mark.soak(part="random")
@pytest.mark.parametrize("seed", range(100))
def test_a_hundred_thousand_offered_actions_are_never_refused(seed):
    assert len(_offered_at_random(1000 + seed, 1000)) > 25


def test_a_thing_is_compared_in_numbers_with_what_is_worn():
    game = bearer()
    wear(game, Slot.WEAPON, "Dagger")
    given(game, item("Longsword"), thing(POTION, "Healing"))
    told = {
        topic.name: str(SIL.explain(game.state, 0, topic))
        for topic in SIL.topics(game.state, 0)
        if topic.page in ("Pack", "Equipment")
    }
    sword = next(text for text in told.values() if text.startswith("a Longsword"))
    assert "Worn instead of a Dagger" in sword
    assert "Melee dice 1d5 → 2d5" in sword
    assert "Taking it off would change" in told["weapon"]
    potion = next(text for text in told.values() if "Potion" in text)
    assert "would change" not in potion
    game.hero.pack[0].known = False
    game.hero.worn[Slot.WEAPON].known = False
    assert "would change" not in str(
        SIL.explain(game.state, 0, next(t for t in SIL.topics(game.state, 0) if t.name == "weapon"))
    )


def test_of_two_chests_the_one_underfoot_is_opened_without_a_direction():
    game = bearer()
    chest = thing(7, "Small wooden chest", pval=-5, known=True)
    beside = thing(7, "Small wooden chest", pval=-5, known=True)
    lying(game, chest)
    lying(game, beside, dx=1)
    lines = [str(o.action) for o in registry.offers(game) if o.action.verb == "open"]
    assert lines == ["open", "open e"]
    SIL.apply(game.state, 0, SIL.parse("open", game.state, 0), game.streams)
    assert (chest.pval, beside.pval) == (0, -5)
    lying(game, thing(7, "Small wooden chest", pval=-5, known=True), dx=-1)
    with pytest.raises(IllegalAction, match="Say which way: e, w"):
        SIL.apply(game.state, 0, SIL.parse("open", game.state, 0), game.streams)


def test_what_is_of_worth_is_destroyed_only_after_a_yes():
    game = bearer()
    given(game, item("Longsword"), item("Dagger", broken=True))
    handles = {
        game.data.kinds[held.kind].name: h for h, held in zip("ab", game.hero.pack, strict=True)
    }
    sword = next(h for name, h in handles.items() if "Longsword" in name)
    SIL.apply(game.state, 0, SIL.parse(f"destroy {sword}", game.state, 0), game.streams)
    assert game.state.question is not None
    SIL.apply(game.state, 0, SIL.parse("answer no", game.state, 0), game.streams)
    assert len(game.hero.pack) == 2
    worthless = next(h for name, h in handles.items() if "Dagger" in name)
    SIL.apply(game.state, 0, SIL.parse(f"destroy {worthless}", game.state, 0), game.streams)
    assert game.state.question is None
    assert len(game.hero.pack) == 1


def test_inscriptions_name_ask_and_pick_up():
    game = arena("#######", "#.....#", "#.@...#", "#.....#", "#######", lit=True)
    given(game, item("Arrow", count=5), item("Dagger", inscription="@t1 !d"))
    handle = next(h for h, held in zip("ab", game.hero.pack, strict=True) if held.inscription)
    foe(game, "Wolf", 0, 2)
    wolf = next(o.action.args[1] for o in registry.offers(game) if o.action.verb == "throw")
    assert str(SIL.parse(f"throw 1 {wolf}", game.state, 0)) == f"throw {handle} {wolf}"
    SIL.apply(game.state, 0, SIL.parse(f"drop {handle}", game.state, 0), game.streams)
    assert game.state.question is not None
    SIL.apply(game.state, 0, SIL.parse("answer yes", game.state, 0), game.streams)
    assert len(game.hero.pack) == 1


@pytest.mark.parametrize("option", [False, True])
def test_what_is_wanted_is_picked_up_by_itself(option):
    game = arena("#######", "#.....#", "#.@...#", "#.....#", "#######", lit=True)
    given(game, item("Arrow", count=5, inscription="" if option else "=g"))
    if option:
        game.state.options["pickup"] = "yes"
    lying(game, item("Arrow", count=3), dx=1)
    SIL.apply(game.state, 0, SIL.parse("step e", game.state, 0), game.streams)
    assert [held.count for held in game.hero.pack] == [8]
    assert not pack.underfoot(game)


def test_the_last_action_is_done_again_and_what_may_fail_till_it_works():
    game = _doors()
    SIL.apply(game.state, 0, SIL.parse("wait", game.state, 0), game.streams)
    again = next(o for o in registry.offers(game) if o.action.verb == "again")
    assert str(again.label) == "Again: Wait and search"
    turns = game.hero.turns
    SIL.apply(game.state, 0, again.action, game.streams)
    assert game.hero.turns == turns + 1
    repeated = {
        o.action.args[1].split()[0] for o in registry.offers(game) if o.action.verb == "repeat"
    }
    assert {"bash", "dig"} <= repeated


def test_a_leap_and_a_known_hazard_are_called_by_their_names():
    game = arena("#######", "#..x..#", "#..@..#", "#.....#", "#######", lit=True)
    labels = {
        o.action.args[0]: str(o.label) for o in registry.offers(game) if o.action.verb == "step"
    }
    assert labels["n"] == "Step north into the chasm"
    assert labels["s"] == "Step south"


def test_the_price_of_an_oath_and_the_least_depth_are_told():
    game = arena("#######", "#..@..#", "#######", lit=True)
    game.hero.unspent, game.hero.skill_base[Skill.WILL] = BOUGHT, 8
    refresh(game)
    assert not any(o.action.args == ("bane",) for o in registry.offers(game))
    SIL.apply(game.state, 0, SIL.parse("learn oath", game.state, 0), game.streams)
    assert "It costs 500 of 30,000 experience" in str(SIL.view(game.state, 0).question)
    assert "Least depth 50 ft" in page_texts(SIL.pages(game.state, 0))["Character"]


def test_who_is_weighed_down_is_offered_no_way():
    game = arena("#######", "#.....#", "#.@...#", "#....>#", "#######", lit=True)
    walks = {"explore", "run", "travel"}
    assert walks & {o.action.verb for o in registry.offers(game)} >= {"run", "travel"}
    game.hero.pack.append(item("Longsword", weight=60_000))
    refresh(game)
    assert not walks & {o.action.verb for o in registry.offers(game)}
