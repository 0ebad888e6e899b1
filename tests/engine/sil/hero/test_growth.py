"""Experience won and spent: awards, prices, requirements, oaths and banes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contract.action import ActionError, IllegalAction
from engine.contract.texts import Name, text
from engine.sil.data import bundle
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import RaceLore, Skill
from engine.sil.hero import abilities as ab
from engine.sil.hero import derived, experience, purchases
from tests.engine.sil.stage import EDAIN, NAUGRIM, SINDAR, foe, race, stage

pytestmark = pytest.mark.covers("spec-character-combat: 3. Skills and abilities")

EVERY = [ability.ref for ability in bundle.load().abilities.values()]


# ------------------------------------------------------------------------ prices (worked 5, 6)


@pytest.mark.covers("sil-q-codebase: Skill Point Costs", "sil-q-manual: Spending Experience points")
@pytest.mark.covers("spec-character-combat: 2.2", "spec-character-combat: 3.1")
def test_what_skills_cost():
    cases = [(0, 5, 1500), (3, 4, 2200), (10, 1, 1100), (0, 9, 4500), (0, 10, 5500)]
    for base, points, cost in cases:
        assert experience.skill_cost(base, points) == cost


@pytest.mark.parametrize(
    ("people", "house", "skill", "prices"),
    [
        (EDAIN, 9, Skill.EVASION, [500, 1000, 1500, 2000]),
        (EDAIN, 9, Skill.MELEE, [0, 500, 1000]),
        (SINDAR, 4, Skill.SONG, [0, 0, 500, 1000]),
        (NAUGRIM, 6, Skill.ARCHERY, [1000, 1500, 2000]),
    ],
)
@pytest.mark.covers(
    "sil-q-manual: Affinities",
    "sil-q-manual: Skill mastery or penalty",
    "sil-q-manual: Spending Experience points",
)
@pytest.mark.covers("spec-character-combat: 3.2")
def test_what_abilities_cost(people, house, skill, prices):
    hero = stage(race=people, house=house, skills=(20,) * 8).hero
    hero.unspent = 50_000
    found = []
    for ref in [r for r in EVERY if r.skill == skill][: len(prices)]:
        found.append(ab.price(bundle.load(), hero, ref))
        hero.bought.append(ref)
    assert found == prices


@pytest.mark.covers("spec-character-combat: 3.2", "spec-character-combat: 3.3")
def test_what_is_lent_or_switched_off_and_the_price():
    hero = stage().hero
    hero.granted = [ab.DODGING]
    assert ab.price(bundle.load(), hero, ab.BLOCKING) == 500
    hero.bought = [ab.DODGING]
    hero.switched_off = [ab.DODGING]
    assert ab.price(bundle.load(), hero, ab.BLOCKING) == 1000


@pytest.mark.covers("spec-character-combat: 3.2")
def test_any_one_prerequisite_is_enough_and_it_must_be_bought():
    hero = stage(skills=(6, 0, 0, 0, 0, 0, 0, 0)).hero
    assert ab.lacking(bundle.load(), hero)[ab.FOLLOW_THROUGH]
    hero.granted = [ab.POWER]
    assert ab.lacking(bundle.load(), hero)[ab.FOLLOW_THROUGH]
    hero.bought = [ab.FINESSE]
    assert not ab.lacking(bundle.load(), hero)[ab.FOLLOW_THROUGH]


@pytest.mark.ability("Quick Study")
def test_quick_study_waives_prerequisites_but_no_levels():
    hero = stage(skills=(6, 0, 0, 0, 1, 0, 0, 0), abilities=(ab.QUICK_STUDY,)).hero
    assert not ab.lacking(bundle.load(), hero)[ab.FOLLOW_THROUGH]
    assert ab.lacking(bundle.load(), hero)[ab.IMPALE]


@given(
    st.tuples(*[st.integers(0, 12)] * 8),
    st.lists(st.sampled_from(EVERY), max_size=12, unique=True),
    st.lists(st.sampled_from(EVERY), max_size=3, unique=True),
    st.integers(0, 6000),
)
def test_on_sale_is_what_can_be_bought_at_its_price(skills, bought, granted, unspent):
    hero = stage(skills=skills).hero
    hero.bought, hero.granted, hero.unspent = bought, granted, unspent
    assert ab.on_sale(bundle.load(), hero) == {
        ref: ab.price(bundle.load(), hero, ref)
        for ref in EVERY
        if not ab.can_buy(bundle.load(), hero, ref)
    }


def test_a_purchase_that_will_not_do_is_refused_in_a_sentence():
    hero = stage(skills=(1, 0, 0, 0, 0, 0, 0, 0), house=7).hero
    hero.unspent = 400
    for ref, words in ((ab.FINESSE, "needs 2 points of Melee"), (ab.POWER, "costs 500")):
        with pytest.raises(IllegalAction, match=words):
            ab.buy(bundle.load(), hero, ref)
    hero.granted = [ab.POWER]
    with pytest.raises(IllegalAction, match="lent"):
        ab.buy(bundle.load(), hero, ab.POWER)
    assert hero.bought == []


@given(
    st.lists(st.one_of(st.sampled_from(EVERY), st.integers(0, 7)), max_size=60), st.integers(0, 3)
)
@pytest.mark.covers("sil-q-manual: Spending Experience points")
@pytest.mark.covers("spec-character-combat: 2.2")
def test_no_sequence_of_purchases_overspends_or_breaks_a_requirement(attempts, people):
    game = stage(race=people, house=0)
    hero = game.hero
    hero.unspent = hero.experience = 20_000
    for purchase in attempts:
        before = hero.unspent
        try:
            if isinstance(purchase, int):
                purchases.raise_skill(game, purchase)
            else:
                purchases.learn(game, purchase, choice=1)
                assert hero.skill_base[purchase.skill] >= game.data.ability(*purchase).level
                wanted = game.data.ability(*purchase).prerequisites
                study = hero.active(ab.QUICK_STUDY)
                assert not wanted or study or any(p in hero.bought for p in wanted)
        except ActionError:
            assert hero.unspent == before
        assert 0 <= hero.unspent <= before
    assert len(set(hero.bought)) == len(hero.bought)


def test_what_is_bought_or_switched_counts_at_once():
    game = stage(skills=(1, 0, 0, 0, 0, 0, 0, 0))
    hero = game.hero
    melee, (_, sides) = hero.skill(Skill.MELEE), hero.derived.melee_dice
    purchases.raise_skill(game, Skill.MELEE, 2)
    assert hero.skill(Skill.MELEE) == melee + 2
    purchases.learn(game, ab.POWER)
    assert hero.derived.melee_dice[1] == sides + 1
    assert not purchases.switch(game, ab.POWER)
    assert hero.derived.melee_dice[1] == sides
    assert purchases.switch(game, ab.POWER)
    assert hero.derived.melee_dice[1] == sides + 1


def test_woven_themes_takes_the_minor_theme_with_it():
    game = stage(abilities=(ab.WOVEN_THEMES,))
    game.hero.song, game.hero.theme = 0, 3
    assert not purchases.switch(game, ab.WOVEN_THEMES)
    assert game.hero.theme == -1
    assert purchases.switch(game, ab.WOVEN_THEMES)


# ------------------------------------------------------------------------ banes and oaths


@pytest.mark.ability("Bane")
def test_a_bane_wants_four_kills_and_stays_when_the_ability_is_off():
    game = stage(skills=(0, 0, 0, 0, 6, 0, 0, 0))
    with pytest.raises(IllegalAction):
        purchases.learn(game, ab.BANE, choice=2)
    game.lore.races[race("Wolf")] = RaceLore(kills=4)
    assert purchases.bane_choices(game) == {2: Name("Wolf")}
    purchases.learn(game, ab.BANE, choice=2)
    assert game.hero.bane == 2
    assert game.hero.active(ab.BANE)


def test_a_broken_oath_cannot_be_sworn():
    game = stage(skills=(0, 0, 0, 0, 0, 6, 0, 0))
    game.hero.oaths_broken.append(derived.IRON)
    assert set(purchases.oaths(game)) == {derived.MERCY, derived.SILENCE}
    with pytest.raises(IllegalAction):
        purchases.learn(game, ab.OATH, choice=derived.IRON)
    purchases.learn(game, ab.OATH, choice=derived.SILENCE)
    assert game.hero.derived.stats[0] == 1


def test_what_if_tells_every_figure_that_would_move_and_changes_nothing():
    game = stage(skills=(1, 0, 0, 0, 0, 0, 0, 0))
    changes = purchases.what_if(game, lambda hero: ab.buy(game.data, hero, ab.POWER))
    assert changes == [(text("Melee dice"), "1d1", "1d2")]
    assert game.hero.bought == []
    assert game.hero.unspent == 5000
    more = purchases.what_if(game, lambda hero: experience.buy_skill(hero, Skill.MELEE, 2))
    assert str(purchases.in_words(more)) == "Melee 2 → 4"


# ------------------------------------------------------------------------ experience won


@pytest.mark.covers(
    "sil-q-codebase: Monster Experience Formula",
    "sil-q-codebase: Configuring Monster XP",
    "sil-q-manual: Killing monsters",
    "sil-q-manual: Encountering monsters",
)
@pytest.mark.covers("spec-character-combat: 2.1")
def test_awards_shrink_with_each_of_a_race():
    game = stage()
    races = game.data.monsters.values()
    level_4 = next(m for m in races if m.level == 4 and "UNIQUE" not in m.flags)
    series = [experience.encounter_award(level_4, met) for met in range(7)]
    assert series == [40, 20, 13, 10, 8, 6, 5]
    unique = next(m for m in races if "UNIQUE" in m.flags)
    assert experience.kill_award(unique, 3) == 10 * unique.level
    assert game.hero.experience == 5000


@pytest.mark.covers("sil-q-codebase: Monster Experience Formula", "sil-q-manual: Killing monsters")
@pytest.mark.covers("spec-character-combat: 2.1")
@pytest.mark.covers("spec-world: 12. Experience and log hooks")
def test_an_unseen_kill_pays_twice_and_a_seen_one_once_more():
    game = stage()
    creature = foe(game, "Wolf")
    experience.slay(game, creature)
    assert game.hero.experience == 5000 + 10 + 10
    experience.encounter(game, creature)
    assert game.hero.experience == 5020
    assert game.hero.experience_from == {"Kills": 10, "Encounters": 10}


@pytest.mark.parametrize(
    ("name", "notes"),
    [("Wolf", []), ("Gorgol, the Butcher", ["Encountered Gorgol", "Slew Gorgol"])],
)
@pytest.mark.covers("spec-world: 12. Experience and log hooks")
def test_the_log_and_the_world_keep_the_unique_alone(name, notes):
    game = stage()
    creature = foe(game, name)
    experience.encounter(game, creature)
    experience.slay(game, creature)
    assert [str(line.text).partition(",")[0] for line in game.hero.notes] == notes
    assert game.world.dead_uniques == ([creature.race] if notes else [])


@pytest.mark.covers("sil-q-codebase: Descent Experience", "sil-q-manual: Experience / Descending")
@pytest.mark.covers("spec-character-combat: 2.1")
@pytest.mark.covers("spec-world: 12. Experience and log hooks")
def test_new_depths_pay_for_every_level_but_the_first():
    game = stage()
    experience.reach(game, 3)
    assert game.hero.experience == 5000 + 100 + 150
    experience.reach(game, 2)
    experience.reach(game, 20)
    assert game.hero.experience == 5000 + 10_450


@pytest.mark.covers(
    "sil-q-codebase: Identification Experience", "sil-q-manual: Experience / Identification"
)
@pytest.mark.covers("spec-world: 12. Experience and log hooks")
def test_identification_pays_once_and_artefacts_by_the_rules_in_force():
    for rulings, paid in ((GAME, 100), (MANUAL, 200)):
        game = stage(rulings=rulings)
        for _ in range(2):
            experience.learn_artefact(game, 30)
        assert game.hero.experience == 5000 + paid
        for _ in range(2):
            experience.learn_kind(game, 150)
            experience.learn_special(game, 3)
        assert game.hero.experience == 5000 + paid + 200


@pytest.mark.covers("sil-q-codebase: Experience System / Constants")
@pytest.mark.covers("spec-world: 12. Experience and log hooks")
def test_fixed_experience_is_never_won_but_can_be_lost():
    game = stage()
    game.state.options["experience"] = "fixed"
    assert experience.gain(game, 40, "Kills") == 0
    assert experience.lose(game, 600) == 600
    assert game.hero.experience == game.hero.unspent == 4400


@given(st.integers(0, 10**9), st.integers(0, 10**9))
@pytest.mark.covers(
    "sil-q-codebase: Experience Tracking Variables", "sil-q-manual: Sources of experience"
)
def test_the_pools_stay_within_their_bounds(won, lost):
    game = stage()
    experience.gain(game, won, "Kills")
    experience.lose(game, lost)
    hero = game.hero
    assert 0 <= hero.unspent <= hero.experience <= experience.MOST
