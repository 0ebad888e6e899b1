"""The view: its contents, and that it decides what is offered."""

from __future__ import annotations

from random import Random

import pytest

from cogs.ui.languages import say_all
from engine.contract.action import GM, AmbiguousAction, IllegalAction
from engine.contract.view import GM_ONLY, REMEMBERED, SEEN, View
from engine.delve import terrain
from engine.delve.actions.legal_actions import CHOICES
from engine.delve.descriptions import inspection
from engine.delve.state import WIDTH
from engine.delve.view import offers
from tests.engine.delve.stage import HERE, Stage, content, ruleset
from tests.pages import page_texts
from tests.rolled import dice_for


def view(made: Stage, seat: int | None = 0) -> View:
    return say_all(made.rules.view(made.state, seat))


def pages(made: Stage) -> dict[str, str]:
    return page_texts(made.rules.pages(made.state, 0))


@pytest.mark.covers("delve-manual: 15", "delve-manual: 16")
def test_looking_at_a_monster_tells_things_in_the_manuals_order() -> None:
    made = Stage("monk")
    knight = made.put("skeleton knight", 0, 1)
    helm = made.give("great helm", worn=True, resist={"ice": 1})
    made.hero.pack.remove(helm)
    knight.pack.append(helm)
    knight.statuses["hasted"] = 3
    lines = str(inspection.monster(made.game, made.hero, knight)).splitlines()
    assert lines == [
        "The skeleton knight",
        f"lvl {knight.level}, hp {knight.health}/{knight.health}, "
        f"en {knight.energy}/{knight.energy}, pow {knight.power}, def {knight.defence}, aud 0%",
        "equipment: defence +2, ice +1",
        "special: misses 5 %, strikes critically 12 %",
        "hasted 3",
        "your miss chance 5 %",
        "its miss chance 5 %",
        "its critical chance 12 %",
    ]


@pytest.mark.covers("delve-manual: 15", "delve-manual: 17")
def test_courage_is_left_out_for_what_cannot_move_and_basic_chances_are_not_told() -> None:
    made = Stage()
    mould = made.put("mould", 0, 2)
    text = str(inspection.monster(made.game, made.hero, mould))
    assert "aud" not in text
    assert "chance" not in text
    salamander = made.put("fire salamander", 2, 2)
    lines = str(inspection.monster(made.game, made.hero, salamander)).splitlines()
    assert lines[2] == "resists: fire +30, ice -4"


@pytest.mark.covers("delve-manual: 9", "delve-manual: 3")
def test_passive_abilities_stand_in_italics_beneath_the_resistances() -> None:
    made = Stage()
    made.hero.resist["fire"] = 3
    made.hero.abilities = ["marksman", "whirl"]
    lines = pages(made)["Character"].splitlines()
    assert lines[lines.index("resistances: fire +3") + 1] == "*marksman*"
    assert "abilities: whirl (6)" in lines


def test_every_option_of_a_verb_completes_to_what_the_hero_can_do() -> None:
    made = Stage("mage")
    made.give("bread", 2)
    made.know("freeze")
    hero, rules = made.hero, made.rules
    for verb in rules.verbs:
        for place, option in enumerate(verb.options):
            found = rules.completions(made.state, 0, verb.name, option.name)
            if verb.name == "lookup":
                assert len(found) > 400
                continue
            allowed = CHOICES.get(verb.name, lambda game, hero: [])(made.game, hero)
            assert {args[place] for args in allowed if len(args) > place} == set(found)
    for word in rules.completions(made.state, 0, "lookup", "name")[::29]:
        made.do(f"lookup {word}")


def test_a_class_tells_its_figures_things_and_face_before_it_is_chosen() -> None:
    rules = ruleset()
    shown = say_all(rules.view(rules.new({}, ["Ann"], dice_for("born")), 0))
    assert shown.sheet is not None
    for section, kind in zip(shown.sheet.sections, content().classes.values(), strict=False):
        told = " ".join(map(str, section.lines))
        assert section.sprite == f"delve:hero/{kind.name}"
        for part in (
            f"health {kind.health} +{kind.health_gain}",
            f"energy {kind.energy} +{kind.energy_gain}",
            f"power {kind.power}",
            f"defence {kind.defence}",
            *kind.worn,
            *kind.spells,
            *kind.one_of,
        ):
            assert part in told


def test_spells_tell_their_figures_on_buttons_pages_and_in_books() -> None:
    made = Stage("mage")
    made.give("apprentice's book", worn=True, spells=["freeze", "heal wounds"])
    made.know("freeze", "heal wounds", "haste")
    page = pages(made)["Spells"]
    assert "Freeze: 6 energy, ice damage 2-20, range 8" in page
    assert "Haste: 12 energy, 7 turns" in page
    made.do("inspect apprentice's book")
    assert made.said("Freeze: 6 energy, ice damage 2-20, range 8")
    assert made.said("Heal wounds: 14 energy, gives back 26 health")
    made.put("blind worm", 0, 3)
    hints = {str(o.action): str(o.hint) for o in made.rules.legal(made.state, 0)}
    assert hints["cast freeze e"].startswith("6 energy, ice damage 2-20, range 8")


@pytest.mark.covers("delve-manual: 44")
def test_food_is_shown_as_nourishment_and_rating() -> None:
    made = Stage()
    made.hero.nourishment, made.hero.rating = 321, 12
    shown = view(made)
    assert ("Food", "321 (12)") in shown.facts
    assert shown.characters[0].bars[2].value == 321


@pytest.mark.covers("delve-manual: 5")
def test_stats_and_transcript_can_be_hidden_and_the_transcript_made_taller() -> None:
    made = Stage()
    made.hero.transcript = [f"line {n}" for n in range(20)]
    made.hero.lines = []
    assert len(pages(made)["Transcript"].splitlines()) == 5
    made.do("option transcript-lines 12")
    assert len(pages(made)["Transcript"].splitlines()) == 12
    made.do("option transcript off")
    made.do("option stats off")
    shown = view(made)
    assert "Transcript" not in pages(made)
    assert shown.facts == (("Depth", "level 1"),)
    with pytest.raises(ValueError, match="cannot"):
        made.do("option transcript-lines 13")


@pytest.mark.parametrize(
    ("figures", "badges"),
    [
        ({}, ()),
        ({"fled": True}, ("fleeing",)),
        ({"asleep": True}, ("asleep",)),
        ({"asleep": True, "fled": True}, ("asleep", "fleeing")),
    ],
)
def test_a_monster_is_shown_with_its_mind_and_no_other(
    figures: dict[str, object], badges: tuple[str, ...]
) -> None:
    made = Stage()
    made.put("rat", 0, 3, **figures)
    board = view(made).map
    assert board is not None
    (rat,) = (each for each in board.entities if each.seat is None)
    assert rat.badges == badges
    assert [word for word in ("asleep", "fleeing") if word in str(rat.description)] == [*badges]


def test_the_map_is_the_box_of_what_is_known() -> None:
    made = Stage()
    board = view(made).map
    assert board is not None
    assert len(board.ground) == len(board.state) == len(board.light) == board.height * board.width
    y, x = board.focus or (0, 0)
    assert y * WIDTH + x == HERE
    place = (y - board.top) * board.width + x - board.left
    assert board.state[place] == SEEN
    assert board.legend[board.ground[place]].name == "floor"
    assert board.light[place] == 5


def test_memory_and_things_stay_after_leaving() -> None:
    made = Stage()
    made.level.lit = bytearray(len(made.level.lit))
    made.hero.memory = {}
    made.level.items[made.at(0, 2)] = [made.give("dagger")]
    made.look()
    made.game.put(made.hero, made.at(0, 15))
    made.look()
    shown = view(made)
    assert shown.map is not None
    (item,) = shown.map.items
    assert (item.name, item.remembered) == ("dagger (power +1)", True)
    assert REMEMBERED in shown.map.state


def test_the_game_master_sees_everything_and_marks_what_players_do_not() -> None:
    made = Stage()
    for n in range(-9, 19):
        made.ground(n, 3, terrain.WALL)
    made.hero.memory = {}
    made.put("rat", 0, 7)
    shown = view(made, GM).map
    assert shown is not None
    assert GM_ONLY in shown.state
    assert [entity.hidden for entity in shown.entities] == [True, False]
    own = view(made).map
    assert own is not None
    assert len(own.entities) == 1


def test_rooted_monsters_are_remembered_where_they_stood() -> None:
    made = Stage()
    made.put("mould", 0, 2)
    made.level.lit = bytearray(len(made.level.lit))
    made.game.put(made.hero, made.at(0, -15))
    made.look()
    board = view(made).map
    assert board is not None
    assert [e.description for e in board.entities if e.seat is None] == ["remembered"]


def test_the_picture_is_told_in_words_with_its_dangers() -> None:
    made = Stage()
    for n in range(8):
        made.put("rat", n - 4, 3)
    told = str(view(made).alt)
    assert "rat 2 3 north-east" in told
    assert len(told) <= 1024


def test_the_picture_told_in_words_names_the_place_of_a_level() -> None:
    made = Stage()
    made.ground(0, 2, terrain.STRONGBOX)
    assert "a strongbox 2 east" in str(view(made).alt)
    made.ground(0, 2, terrain.EMPTY_STRONGBOX)
    assert "strongbox" not in str(view(made).alt)


def test_the_public_card_can_answer_what_the_hero_to_act_is_asked() -> None:
    made = Stage()
    made.give("dart", 3)
    made.do("throw")
    assert str(view(made).question) == "Throw something: which?"
    assert view(made, None) == view(made)
    assert view(made, GM).question == ""


@pytest.mark.covers("delve-manual: 4")
def test_menus_ask_step_by_step_and_cancelling_costs_nothing() -> None:
    made = Stage()
    made.give("dart", 3)
    made.give("apple")
    start = made.state.round
    made.do("throw")
    assert made.offers() == ["throw dart", "throw apple", "cancel"]
    made.do("throw dart")
    assert made.offers()[-2:] == ["throw dart nw", "cancel"]
    made.do("cancel")
    assert made.state.round == start
    assert made.hero.menu == []
    made.do("inspect")
    made.do("inspect apple")
    assert made.offers()[-1] == "cancel"
    assert made.state.round == start


def test_an_open_question_has_its_answers_alone_and_no_menu_opens() -> None:
    made = Stage()
    made.give("apple")
    made.hero.choices = [["marksman", "steady"]]
    assert {line.split()[0] for line in made.offers()} == {"choose"}
    for verb in ("inspect", "option", "look", "throw"):
        with pytest.raises(IllegalAction, match="First answer"):
            made.do(verb)
    made.do("inspect apple")
    assert made.hero.choices
    made.do("choose ability steady")
    assert made.hero.abilities == ["steady"]
    assert "explore" in made.offers()


def test_what_is_made_for_throwing_is_offered_first_and_what_is_worn_last() -> None:
    made = Stage()
    for kind in ("leather jerkin", "apple", "dart"):
        made.give(kind)
    made.do("equip leather jerkin")
    made.do("throw")
    assert made.offers() == ["throw dart", "throw apple", "throw leather-jerkin", "cancel"]


def test_everybody_sees_the_game_while_another_hero_chooses_a_class() -> None:
    rules = ruleset()
    state = rules.new({}, ["Ann", "Bob"], dice_for("two"))
    rules.apply(state, 0, rules.legal(state, 0)[0].action, dice_for("class"))
    shown = [rules.view(state, seat) for seat in (0, 1, None)]
    assert [each.phase for each in shown] == ["play", "setup", "setup"]
    assert all(each.headline for each in shown)


def test_equal_views_give_equal_offers() -> None:
    """Change hidden things at random: no offer changes."""
    rules, chance = ruleset(), Random("equal")
    state = rules.new({"class": "mage"}, ["Ann"], dice_for("equal"))
    for _ in range(40):
        if state.ended:
            break
        twin = rules.load(rules.dump(state))
        level, hero = twin.levels[twin.heroes[0].depth], twin.heroes[0]
        for monster in level.monsters:
            if monster.uid not in hero.in_view:
                monster.health, monster.hunting = 1 + chance.randrange(5), chance.randrange(9)
        level.wander_in, hero.hunger_in = 3, 9
        assert rules.view(twin, 0) == rules.view(state, 0)
        assert rules.pages(twin, 0) == rules.pages(state, 0)
        assert rules.legal(twin, 0) == rules.legal(state, 0)
        action = rules.advise(state, 0).action
        assert action is not None
        rules.apply(state, 0, action, dice_for(rules.dump(state)))


@pytest.mark.covers("delve-manual: 49")
def test_the_encyclopaedia_has_a_page_for_everything_but_the_secret() -> None:
    made = Stage()
    topics = made.rules.topics(made.state, 0)
    lore = {topic.name for topic in topics if topic.kind == "lore"}
    assert len(topics) == len({(t.kind, t.page, t.name) for t in topics})
    for topic in topics:
        assert made.rules.explain(made.state, 0, topic)
        assert len(topic.name) <= 60
        assert len(str(topic.title)) <= 100
    everything = (content().monsters, content().items, content().spells, content().abilities)
    for kinds, section in zip(everything, ("monster", "item", "spell", "ability"), strict=True):
        assert {f"{section}: {name}" for name in kinds} <= lore
    assert "class: sexton" not in lore


def test_looking_tells_the_resistances_of_now() -> None:
    made = Stage()
    warden = made.put("the Warden", 0, 4)
    for element in ("fire", "ice"):
        warden.resist = dict.fromkeys(warden.resist, 6) | {element: 12}
        told = str(inspection.monster(made.game, made.hero, warden))
        assert f"{element} +12" in told
        assert told.count("+6") == 3


@pytest.mark.covers("delve-manual: 49")
def test_pages_leave_out_what_is_random() -> None:
    made = Stage()
    made.do("lookup kobold brawler")
    brawler = content().monsters["kobold brawler"]
    assert made.said(f"lvl 3, hp {brawler.health}, en 16, pow {brawler.power}, def 1, aud 25%")
    assert not made.said("short sword")
    with pytest.raises(AmbiguousAction, match="Several") as refusal:
        made.do("lookup scroll of")
    assert len(refusal.value.choices) == 25  # of more
    with pytest.raises(ValueError, match="no page"):
        made.do("lookup moon")


def test_creatures_in_sight_and_things_in_the_pack_can_be_looked_up() -> None:
    made = Stage()
    made.put("rat", 0, 2)
    made.give("dart")
    topics = made.rules.topics(made.state, 0)
    assert [t.name for t in topics[:2]] == ["rat", "dart"]
    assert "lvl 0" in str(made.rules.explain(made.state, 0, topics[0]))
    assert "power +4" in str(made.rules.explain(made.state, 0, topics[1]))
    made.do("look rat")
    health = content().monsters["rat"].health
    assert made.said(f"lvl 0, hp {health}/{health}")
    made.do("look e")
    assert made.said("rat")


def test_long_names_leave_room_for_the_direction_and_for_when_a_fight_ends() -> None:
    made = Stage()
    made.give("potion of great healing")
    made.put("goat of the warrens", -3, -3)
    labels = {str(offer.label) for offer in made.rules.legal(made.state, 0)}
    assert "Throw potion of great healing NW" in labels
    assert not any("…" in each for each in labels if each.startswith("Throw"))
    action = made.rules.parse("fight goat-of-the-warrens 30", made.state, 0)
    fight = offers.label(made.game, made.hero, action)
    assert str(fight) == "Fight goat of the warrens down to 30 %"
