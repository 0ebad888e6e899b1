"""Games that play themselves, by heroes who ignore one of the game's systems."""

from __future__ import annotations

import pytest

from engine.contract.action import Action, Event, InvalidAction
from engine.contract.facts import Arrived, Attacked, CreatureRef, SeatRef
from engine.delve.arena import arena, report
from engine.delve.balance import policies, self_play
from engine.delve.balance.fight_log import FightLog
from engine.delve.balance.self_play import GameWatch, food_carried, play, summarise
from engine.delve.ruleset import Delve
from tests.engine.delve.stage import Stage, content, ruleset


def allowed(made: Stage, policy: str, line: str) -> bool:
    """Return whether a policy lets a hero do that."""
    action = made.rules.parse(line, made.state, 0)
    return not policies.POLICIES[policy](made.game, made.hero, action)


@pytest.mark.parametrize(
    ("policy", "line"),
    [("never rests", "rest"), ("never throws", "throw dart e"), ("no secret doors", "search")],
)
def test_a_policy_forbids_its_own_verbs_alone(policy: str, line: str) -> None:
    made = Stage()
    made.give("dart")
    assert not allowed(made, policy, line)
    assert allowed(made, policies.WHOLE, line)
    assert allowed(made, policy, "move e")


def test_who_fights_with_fists_takes_no_weapon_up_but_other_things() -> None:
    made = Stage()
    made.give("dagger")
    made.give("leather cap")
    assert not allowed(made, "fists only", "equip dagger")
    assert allowed(made, "fists only", "equip leather-cap")
    assert allowed(made, "fists only", "drop dagger")


def test_who_fights_with_fists_puts_the_weapon_away_first() -> None:
    made = Stage()
    made.give("dagger", worn=True)
    assert policies.choose(made.game, made.hero, "fists only") == Action("remove", ("dagger",))
    assert policies.choose(made.game, made.hero, policies.WHOLE).verb != "remove"
    made.hero.pack[0].worn = False
    assert policies.choose(made.game, made.hero, "fists only").verb not in ("remove", "equip")


def test_a_weapon_that_cannot_be_put_away_is_kept() -> None:
    made = Stage()
    made.give("dagger", worn=True, cursed=True)
    assert policies.choose(made.game, made.hero, "fists only").verb != "remove"


@pytest.mark.parametrize(
    ("action", "forbidden"),
    [
        (Action("upgrade", ("spark",)), True),
        (Action("pray"), True),
        (Action("uncurse", ("dagger",)), True),
        (Action("travel", ("altar",)), True),
        (Action("travel", ("stairs-down",)), False),
        (Action("rest"), False),
    ],
)
def test_no_altars_means_none_are_gone_to_and_nothing_is_done_there(
    action: Action, forbidden: bool
) -> None:
    made = Stage("mage")
    assert policies.POLICIES["no altars"](made.game, made.hero, action) is forbidden


def test_who_finds_no_food_eats_what_the_class_begins_with_and_no_more() -> None:
    made = Stage()
    begun = {name: count for name, count in content().classes["fighter"].items
             if content().items[name].category == "food"}  # fmt: skip
    assert begun
    name = next(iter(begun))
    whole = sum(begun.values())
    made.give(name, count=9)
    forbids = policies.POLICIES["no food found"]
    eat = Action("eat", (name.replace(" ", "-"),))
    made.hero.used[f"item {name}"] = whole - 1
    assert not forbids(made.game, made.hero, eat)
    made.hero.used[f"item {name}"] = whole
    assert forbids(made.game, made.hero, eat)
    assert not forbids(made.game, made.hero, Action("rest"))


def test_who_may_do_nothing_that_is_advised_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Stage()
    monkeypatch.setitem(policies.POLICIES, "nothing", lambda *_: True)  # type: ignore[attr-defined]
    assert policies.choose(made.game, made.hero, "nothing") == Action("pause")


def test_a_game_plays_itself_for_so_many_actions_and_leaves_its_figures() -> None:
    played = play(ruleset(), "monk", "figures", 3)
    assert (played.class_name, played.ended, played.won) == ("monk", "", False)
    assert (played.depth, played.deepest, played.killer) == (1, 1, "")
    assert played.turns > 0
    [first] = played.levels
    assert (first.depth, first.hero_level, first.turns, first.actions) == (1, 0, 0, 1)
    begun = sum(content().items[n].nutrition * c for n, c in content().classes["monk"].items)
    assert first.food == begun


@pytest.mark.parametrize("most", [1, 3])
def test_a_game_that_plays_itself_chooses_a_class_then_acts_up_to_its_limit(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    apply = Delve.apply

    def noted(*args: object) -> object:
        done.append(str(args[3]))
        return apply(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(Delve, "apply", noted)
    play(ruleset(), "monk", "figures", most)
    assert done[0] == "class monk"
    assert len(done) == most


def test_the_secret_class_is_chosen_by_its_secret_word() -> None:
    assert self_play.choice_of(content(), "fighter") == Action("class", ("fighter",))
    [hidden] = [kind for kind in content().classes.values() if kind.secret]
    assert self_play.choice_of(content(), hidden.name) == Action("class", (hidden.secret,))


def test_a_level_counts_when_it_is_first_come_to() -> None:
    made = Stage()
    made.hero.pack = []
    made.give("bread", count=3)
    watch = GameWatch(content())
    for depth in (1, 2, 1, 2, 3):
        watch.look(made.state, [Event("level", "", fact=Arrived(SeatRef(0), depth))])
    assert [(each.depth, each.actions) for each in watch.levels] == [(1, 1), (2, 2), (3, 5)]
    bread = 3 * content().items["bread"].nutrition
    assert {each.food for each in watch.levels} == {bread}
    assert food_carried(content(), made.hero) == bread


def test_the_dead_leave_what_they_died_of_and_winners_that_they_won() -> None:
    made = Stage()
    watch = GameWatch(content())
    made.hero.killer = "a rat"
    assert (summarise(made.state, watch).killer, summarise(made.state, watch).won) == ("", False)
    made.hero.fallen = True
    assert summarise(made.state, watch).killer == "a rat"
    for name, kind in content().endings.items():
        made.state.ended = name
        assert summarise(made.state, watch).won == (kind.outcome == "won")
    made.hero.used[f"item {content().heart}"] = 1
    assert summarise(made.state, watch).took_heart


def test_a_fight_is_over_when_the_hero_leaves_the_level_and_parts_of_a_slime_have_none() -> None:
    made = Stage()
    slime, part = made.put("slime", 0, 1), made.put("slime", 0, 2)
    part.summoned = True
    log = FightLog(content())
    hits = [Event("hit", "", fact=Attacked(SeatRef(0), CreatureRef("slime", each.uid), hit=True))
            for each in (slime, part)]  # fmt: skip
    log.look(made.state, hits)
    assert log.powers == {}
    log.look(made.state, [*hits, Event("level", "", fact=Arrived(SeatRef(0), 2))])
    assert log.powers == {"slime: splits": (1, 0)}


# ---------------------------------------------------------------- fights of monsters alone


def test_fights_of_two_sides_are_told_with_their_result() -> None:
    lines = list(report(["1 rat", "6 cave bear"], "", 1, 5))
    assert lines[0] == "1 rat against 6 cave bear, 1 fights"
    assert lines[1] == f"  {arena(content(), ['1 rat'], ['6 cave bear'], 1, '5')}"


@pytest.mark.parametrize("sides", [[], ["1 rat"], ["1 rat", "1 rat", "1 rat"]])
def test_a_fight_has_two_sides(sides: list[str]) -> None:
    with pytest.raises(InvalidAction, match="Name two sides"):
        next(iter(report(sides, "", 1, 1)))
