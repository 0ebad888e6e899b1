"""Arcane words: what five dice identify, and what things then do."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.kanthe.encounters.finds import make_occupant
from engine.kanthe.encounters.pools import hero_pool, opposition_pool, total
from engine.kanthe.exploring.arcane_use import finish_use, heal_by_worn
from engine.kanthe.exploring.movement import enter_level, run_tasks
from engine.kanthe.magic.arcane_things import effect_of, is_useless, item_dice, known_rows
from engine.kanthe.rules.names import item_name, item_refs
from engine.kanthe.state import (
    ArcaneEffect,
    Area,
    ChooseWord,
    Door,
    KantheItem,
    KantheState,
    Nature,
    Opponent,
    Reach,
    SpokenEffect,
)
from tests.engine.kanthe.stage import (
    CONTENT,
    RULES,
    act,
    add_hazard,
    add_opponent,
    begun,
    game_of,
    give,
    in_room,
    lines,
    script,
    start_conflict,
)

CREATE, MOVE, DESTROY, HEAL, CONTROL = 1, 0, 3, 9, 7
EARTH, FIRE, AIR, FLESH = 1, 3, 0, 6
RED, GREEN, SNAKES, FOAMY = 0, 3, 7, 2  # rows of the suggested words


CREATE_FIRE = ArcaneEffect(1, FIRE)


def tried(
    kind: str, faces: Sequence[int], how: str, *, essence: int = RED, action: int = SNAKES
) -> tuple[KantheState, KantheItem]:
    """Return a game in which an unknown thing was tried with five dice."""
    state = begun()
    item = give(state, kind, essence, action)
    script(state, faces)
    ref = lines_for(state)[0].split()[1]
    act(state, f"use {ref} {how}")
    return state, item


def lines_for(state: KantheState) -> list[str]:
    """Return the offers to use things."""
    return [line for line in lines(state) if line.startswith("use ")]


def scroll(state: KantheState, words: str) -> KantheItem:
    """Give the hero a scroll of two words."""
    first, second = words.upper().split()
    stems = CONTENT.essence_stems, CONTENT.action_stems
    rows = stems[0].index(first[1:]), stems[1].index(second[1:])
    return give(state, "scroll", *rows, letters=(first[0], second[0]))


# ------------------------------------------------------------------------- scrolls


@pytest.mark.covers(
    "kanthe-rulebook: Discovery",
    "kanthe-rulebook: Arcane Discovery Design Sheet",
    "kanthe-rulebook: Arcane Discovery Design Sheet / Essence Discovery",
    "spec-kanthe: Discovery",
)
def test_two_matches_identify_both_words_of_a_scroll() -> None:
    state = begun()
    item = scroll(state, "Jenya Dulvo")
    script(state, (3, 1, 4, 1, 3))
    act(state, "use scroll-of-jenya-dulvo speak")
    assert (state.arcane.essences.letters[FLESH], state.arcane.actions.letters[MOVE]) == ("J", "D")
    assert item not in state.hero.items


@pytest.mark.covers("kanthe-rulebook: Arcane Discovery Design Sheet / Action Discovery")
def test_with_one_match_the_player_keeps_one_word_and_the_other_is_checked_off() -> None:
    state = begun()
    scroll(state, "Jenya Dulvo")
    script(state, (3, 3, 4, 1, 0))
    act(state, "use scroll-of-jenya-dulvo speak")
    assert isinstance(state.question, ChooseWord)
    offers = {str(offer.action): offer for offer in RULES.legal(state, 0)}
    assert str(offers["meaning none 0"].hint) == "The other word stays unknown."
    act(state, "meaning none 0")
    assert state.arcane.actions.letters[MOVE] == "D"
    assert state.arcane.essences.checked[FLESH] == "J"


def test_without_a_match_both_letters_are_checked_off() -> None:
    state = begun()
    scroll(state, "Jenya Dulvo")
    script(state, (0, 1, 2, 3, 4))
    act(state, "use scroll-of-jenya-dulvo speak")
    assert (state.arcane.essences.checked[FLESH], state.arcane.actions.checked[MOVE]) == ("J", "D")


def test_a_scroll_with_one_known_word_needs_one_match() -> None:
    state = begun()
    state.arcane.actions.letters[MOVE] = "D"
    scroll(state, "Jenya Dulvo")
    script(state, (5, 5, 1, 2, 3))
    act(state, "use scroll-of-jenya-dulvo speak")
    assert state.arcane.essences.letters[FLESH] == "J"
    assert is_useless(game_of(state), scroll(state, "Penya Dulvo"))
    assert effect_of(game_of(state), scroll(state, "Jenya Dulvo")) == ArcaneEffect(MOVE, FLESH)


def test_the_only_letter_left_is_known_without_a_throw() -> None:
    state = begun()
    state.arcane.actions.letters[MOVE] = "D"
    state.arcane.essences.checked[AIR] = CONTENT.letters.replace("V", "")
    item = scroll(state, "Valya Dulvo")
    assert effect_of(game_of(state), item) == ArcaneEffect(MOVE, AIR)
    state.hero.wounds = 1
    in_room(state)
    start_conflict(state, add_opponent(state, attacks=False))
    act(state, "use scroll-of-valya-dulvo whisper")
    assert not state.throws


def test_a_false_word_does_nothing_and_is_not_offered() -> None:
    state = begun()
    state.arcane.actions.letters[MOVE] = "D"
    scroll(state, "Jenya Bulvo")
    assert not lines_for(state)


@pytest.mark.parametrize(("how", "healed"), [("whisper", 0), ("speak", 0), ("shout", 2)])
def test_how_a_scroll_is_spoken_decides_whom_it_reaches(how: str, healed: int) -> None:
    state = begun()
    state.arcane.actions.letters[HEAL] = "D"
    state.arcane.essences.letters[FLESH] = "J"
    scroll(state, "Jenya Damvo")
    ally = Opponent(900, "slave-1", "slave", "slave", 2, wounds=3)
    state.hero.allies.append(ally)
    state.hero.wounds = 3
    script(state, (1, 1, 0, 2, 3))
    act(state, f"use scroll-of-jenya-damvo {how}")
    assert (state.hero.wounds, ally.wounds) == (3 - healed, 1)


# ------------------------------------------------------------------------- other things


def meanings(state: KantheState) -> dict[str, str]:
    """Return what a try can mean, by action line, as its buttons say it."""
    return {str(offer.action): str(offer.label) for offer in RULES.legal(state, 0)}


def test_two_matches_make_the_red_snakes_wand_what_the_player_reads() -> None:
    state, item = tried("wand", (3, 3, 1, 1, 8), "aim")
    assert meanings(state) == {"meaning 3 1": "Create Fire", "meaning 1 3": "Destroy Earth"}
    act(state, f"meaning {FIRE} {CREATE}")
    assert effect_of(game_of(state), item) == ArcaneEffect(CREATE, FIRE)
    state, item = tried("wand", (3, 3, 1, 1, 8), "aim")
    act(state, f"meaning {EARTH} {DESTROY}")
    assert effect_of(game_of(state), item) == ArcaneEffect(DESTROY, EARTH)


def test_with_red_known_only_snakes_is_open() -> None:
    state = begun()
    state.arcane.essences.firsts[FIRE] = "Red"
    give(state, "wand", RED, SNAKES)
    script(state, (3, 3, 1, 1, 8))
    act(state, "use red-snakes-wand aim")
    assert meanings(state) == {
        "meaning none 1": "“snakes” is Create",
        "meaning none 3": "“snakes” is Destroy",
    }


def test_known_words_serve_in_every_kind_of_thing() -> None:
    state = begun()
    state.arcane.essences.firsts[FIRE] = "Red"
    state.arcane.actions.seconds[CREATE] = "Snakes"
    for kind in ("wand", "staff", "ring", "armour", "weapon"):
        assert effect_of(game_of(state), give(state, kind, RED, SNAKES)) == ArcaneEffect(
            CREATE, FIRE
        )
    potion = give(state, "potion", RED, FOAMY)
    assert known_rows(game_of(state), potion) == (FIRE, -1)
    assert str(item_name(game_of(state), potion)) == "red foamy potion"


def test_a_ring_of_vines_controls_fire() -> None:
    state = begun()
    state.domain.words["motifs"][9] = "Vines"
    state.arcane.essences.firsts[FIRE] = "Red"
    state.arcane.actions.seconds[CONTROL] = "Vines"
    ring = give(state, "ring", RED, 9)
    act(state, "use red-vines-ring wear")
    assert ring.worn
    assert item_dice(game_of(state), ring, "persuade") == 2
    assert str(game_of(state).effect_name(ArcaneEffect(CONTROL, FIRE))) == "Control Fire"


def test_boots_need_a_colour_only_and_always_move() -> None:
    state, item = tried("boots", (1, 1, 5, 6, 8), "wear", action=-1)
    assert effect_of(game_of(state), item) == ArcaneEffect(MOVE, EARTH)
    assert item.worn


def test_a_row_that_is_taken_teaches_nothing_and_strikes_nothing() -> None:
    state = begun()
    state.arcane.essences.firsts[EARTH] = "Blue"
    boots = give(state, "boots", RED, -1)
    script(state, (1, 1, 5, 6, 8))
    act(state, "use red-boots wear")
    assert effect_of(game_of(state), boots) is None
    assert not state.arcane.struck


def test_no_match_strikes_the_phrase_for_good() -> None:
    state, boots = tried("boots", (0, 2, 4, 6, 8), "wear", action=-1)
    assert state.arcane.struck == ["red"]
    assert is_useless(game_of(state), boots)
    assert is_useless(game_of(state), give(state, "boots", RED, -1))


def test_one_match_where_two_were_needed_names_one_word() -> None:
    state, item = tried("wand", (4, 4, 0, 1, 2), "aim")
    assert meanings(state) == {
        "meaning 4 none": "“red” is Wood",
        "meaning none 4": "“snakes” is Grow",
    }
    act(state, "meaning 4 none")
    assert known_rows(game_of(state), item) == (4, -1)
    assert not state.arcane.struck


def test_one_match_whose_row_is_taken_for_both_names_nothing() -> None:
    state = begun()
    state.arcane.essences.firsts[4] = "Blue"
    state.arcane.actions.seconds[4] = "Bumps"
    item = give(state, "wand", RED, SNAKES)
    script(state, (4, 4, 0, 1, 2))
    act(state, "use red-snakes-wand aim")
    assert known_rows(game_of(state), item) == (-1, -1)
    assert state.question is None
    assert not state.arcane.struck


def test_a_potion_is_drunk_by_each_try_and_lasts_until_another_area() -> None:
    state = begun()
    state.arcane.essences.firsts[FIRE] = "Red"
    state.arcane.actions.firsts[CREATE] = "Foamy"
    in_room(state)
    potion = give(state, "potion", RED, FOAMY)
    start_conflict(state, add_opponent(state))
    before = total(hero_pool(game_of(state), "fight", state.conflict))
    act(state, "use red-foamy-potion drink")
    assert potion not in state.hero.items
    assert total(hero_pool(game_of(state), "fight", state.conflict)) == before + 2
    state.conflict = None
    state.here.opponents.clear()
    act(state, "walk nw")
    act(state, "walk ne")
    assert not state.hero.potions


def test_what_was_drunk_wears_off_on_another_level_too_and_that_is_told() -> None:
    state = begun()
    game = game_of(state)
    for drunk in ([CREATE_FIRE], []):
        state.hero.potions = list(drunk)
        enter_level(game, state.level + 1)
        assert not state.hero.potions
        told = [str(event.text) for event in game.events]
        assert told.count("What you drank wears off.") == 1


def test_two_rings_and_one_armour_are_worn_at_a_time() -> None:
    state = begun()
    state.arcane.essences.firsts[FIRE] = "Red"
    state.arcane.actions.seconds[:4] = state.domain.words["motifs"][:4]
    rings = [give(state, "ring", RED, row) for row in range(3)]
    suits = [give(state, "armour", RED, row) for row in range(2)]
    refs = {item.id: ref for ref, item in item_refs(game_of(state)).items()}
    for item in (*rings, *suits):
        act(state, f"use {refs[item.id]} wear")
    assert [ring.worn for ring in rings] == [False, True, True]
    assert [suit.worn for suit in suits] == [False, True]


def test_an_arcane_weapon_without_a_known_effect_is_an_item_of_one_die() -> None:
    state = begun()
    weapon = give(state, "weapon", RED, SNAKES)
    assert item_dice(game_of(state), weapon, "fight") == 1
    state.arcane.essences.firsts[FIRE] = "Red"
    state.arcane.actions.seconds[CREATE] = "Snakes"
    assert item_dice(game_of(state), weapon, "fight") == 2


def test_healing_takes_away_as_many_wounds_as_the_best_degree() -> None:
    state = begun()
    state.arcane.essences.firsts[FLESH] = "Red"
    state.arcane.actions.seconds[HEAL] = "Snakes"
    give(state, "wand", RED, SNAKES)
    state.hero.wounds = 4
    script(state, (5, 5, 5, 1, 2))
    act(state, "use red-snakes-wand aim")
    assert state.hero.wounds == 1


def test_every_kind_of_thing_has_a_method_and_a_form() -> None:
    assert {kind: (row.method, row.form) for kind, row in CONTENT.methods.items()} == {
        "scroll": ("speak", "sound"),
        "potion": ("drink", "body"),
        "wand": ("aim", "ray of light"),
        "staff": ("aim or block", "ray of light or wall"),
        "ring": ("wear", "circle"),
        "armour": ("wear", "aura"),
        "boots": ("wear", "step"),
        "weapon": ("attack", "aura"),
    }


def test_the_ten_actions_and_the_stems_are_the_book_s() -> None:
    names = [row.name for row in CONTENT.actions]
    assert names == [
        "Move", "Create", "Shape", "Destroy", "Grow", "Hold", "Change", "Control", "Reveal", "Heal",
    ]  # fmt: skip
    assert CONTENT.essence_stems[:3] == ("ALYA", "EMYA", "INYA")
    assert CONTENT.action_stems[-2:] == ("ELVO", "AMVO")


def _healing(kind: str) -> KantheState:
    state = begun()
    state.hero.wounds = 5
    state.arcane.essences.firsts[FIRE] = state.domain.words["colours"][FIRE]
    state.arcane.actions.seconds[HEAL] = state.domain.words["motifs"][HEAL]
    give(state, kind, FIRE, HEAL)
    return state


@pytest.mark.parametrize("kind", ["wand", "staff", "ring", "armour", "weapon"])
def test_what_is_not_used_up_heals_once_for_each_area_that_is_drawn(kind: str) -> None:
    state = _healing(kind)
    for wounds in (3, 1):
        [line, *_] = [o for o in RULES.legal(state, 0) if o.intent == "heal"]
        script(state, (0, 0, 1, 2, 3))
        act(state, str(line.action))
        assert state.hero.wounds == wounds
        state.hero.items[-1].worn = False
        assert not [o for o in RULES.legal(state, 0) if o.intent == "heal"]
        state.here.areas.append(Area((5, 5)))


def test_what_is_worn_heals_in_each_area_that_is_new() -> None:
    state = _healing("ring")
    state.hero.items[-1].worn = True
    for wounds in (3, 3):
        script(state, (0, 0, 1, 2, 3))
        heal_by_worn(game_of(state))
        assert state.hero.wounds == wounds


def test_a_ring_that_heals_does_not_unless_it_is_worn() -> None:
    state = _healing("ring")
    script(state, (0, 0, 1, 2, 3))
    heal_by_worn(game_of(state))
    assert state.hero.wounds == 5


def test_a_worn_thing_of_another_action_does_not_heal_by_what_it_would_overcome() -> None:
    state = _healing("ring")
    ring = state.hero.items[-1]
    state.arcane.actions.seconds[CREATE] = state.domain.words["motifs"][CREATE]
    ring.action_row, ring.worn = CREATE, True
    add_hazard(state, "blocked", 2, essence=FIRE)
    script(state, (0, 0, 1, 2, 3))
    heal_by_worn(game_of(state))
    assert state.hero.wounds == 5


def test_a_staff_whose_effect_heals_bars_the_way_to_a_swarm_as_well() -> None:
    state = begun()
    state.arcane.essences.firsts[FIRE] = "Yellow"
    state.arcane.actions.seconds[HEAL] = state.domain.words["motifs"][HEAL]
    state.domain.words["colours"][FIRE] = "Yellow"
    give(state, "staff", FIRE, HEAL)
    swarm = add_opponent(state, "swarm", 2, follows=True, status="", attacks=False)
    [line] = [line for line in lines(state) if line.startswith("use ") and line.endswith(" block")]
    act(state, line)
    assert not swarm.follows
    assert line not in lines(state)


def test_boots_of_the_walls_essence_dig_through_every_bare_wall() -> None:
    state = begun()
    room = in_room(state)
    room.walls = ["", "", "", "way"]
    boots = give(state, "boots", 0, -1)
    state.arcane.essences.firsts[CONTENT.materials["wall"]] = "Red"
    assert not [line for line in lines(state) if line.startswith("dig")]
    boots.worn = True
    assert [line for line in lines(state) if line.startswith("dig")] == ["dig n", "dig e", "dig s"]
    act(state, "dig n")
    assert [(door.wall, door.opened) for door in room.doors] == [(0, True)]
    assert room.doors[0].beyond
    assert "dig n" not in lines(state)


def test_boots_of_another_essence_do_not_dig() -> None:
    state = begun()
    in_room(state).walls = ["", "", "", "way"]
    give(state, "boots", 0, -1).worn = True
    state.arcane.essences.firsts[CONTENT.materials["door"]] = "Red"
    assert not [line for line in lines(state) if line.startswith("dig")]


def test_doors_are_of_the_essence_in_their_row_whatever_its_word() -> None:
    state = begun()
    state.domain.words["essences"] = [f"Element {letter}" for letter in "abcdefghij"]
    room = in_room(state)
    room.walls[0] = "door"
    room.doors.append(Door(0, heavy=3, judged=True))
    state.arcane.essences.firsts[CONTENT.materials["door"]] = "Red"
    state.arcane.actions.seconds[3] = "Snakes"
    give(state, "wand", 0, 7)
    act(state, "use red-snakes-wand aim")
    assert room.doors[0].opened


@pytest.mark.parametrize(("attacks", "wounds"), [(True, 3), (False, 0)])
@pytest.mark.parametrize("kind", ["wand", "ring", "potion"])
def test_using_a_thing_in_a_conflict_takes_a_round(
    kind: str, wounds: int, *, attacks: bool
) -> None:
    state = begun()
    in_room(state)
    give(state, kind, RED, SNAKES)
    start_conflict(state, add_opponent(state, strength=3, attacks=attacks))
    script(state, (0, 1, 2, 3, 4), (6, 6, 6))
    act(state, next(line for line in lines(state) if line.startswith("use ")))
    assert state.hero.wounds == wounds
    assert state.conflict is not None


@pytest.mark.parametrize("allies", range(3))
@pytest.mark.parametrize("others", range(1, 4))
@pytest.mark.parametrize(
    ("reach", "own_side"), [("one", (0, 0)), ("foes", (0, 0)), ("near", (1, 0)), ("room", (1, 1))]
)
def test_an_effect_counts_for_each_whom_it_reaches_on_both_sides(
    reach: Reach, own_side: tuple[int, int], others: int, allies: int
) -> None:
    state = begun()
    in_room(state)
    state.hero.allies = [add_opponent(state, "slave", 1) for _ in range(allies)]
    for ally in state.hero.allies:
        state.here.opponents.remove(ally)
    conflict = start_conflict(state, *(add_opponent(state) for _ in range(others)))
    game = game_of(state)
    before = total(hero_pool(game, "fight", conflict)), total(opposition_pool(game, "", conflict))
    conflict.spoken.append(SpokenEffect(CREATE_FIRE, reach))
    mine, theirs = hero_pool(game, "fight", conflict), opposition_pool(game, "", conflict)
    dice = CONTENT.effect_dice
    assert total(mine) - before[0] == dice * (1 if reach == "one" else others)
    assert total(theirs) - before[1] == dice * (own_side[0] * allies + own_side[1])


@pytest.mark.parametrize("weak", range(-1, 10))
@pytest.mark.parametrize("strong", [-1, 3, 4])
def test_essences_count_twice_against_the_weak_and_not_against_the_strong(
    weak: int, strong: int
) -> None:
    state = begun()
    in_room(state)
    conflict = start_conflict(state, add_opponent(state, nature=Nature(weak, strong)))
    before = total(hero_pool(game_of(state), "fight", conflict))
    conflict.spoken.append(SpokenEffect(CREATE_FIRE, "one"))
    more = total(hero_pool(game_of(state), "fight", conflict)) - before
    times = 2 if weak == FIRE else 0 if strong == FIRE else 1
    assert more == CONTENT.effect_dice * times


@pytest.mark.parametrize(("how", "wounds"), [("whisper", 0), ("speak", 0), ("shout", 2)])
def test_a_shouted_fire_does_not_spare_who_shouts_it(how: str, wounds: int) -> None:
    state = begun()
    in_room(state)
    passive = add_opponent(state, attacks=False)
    item = give(state, "scroll", FIRE, 1, ("B", "B"))
    state.arcane.essences.letters[FIRE] = state.arcane.actions.letters[1] = "B"
    script(state, (7, 7))
    finish_use(game_of(state), item, how)
    run_tasks(game_of(state))
    assert state.hero.wounds == wounds
    assert passive.attacks == (how == "shout")


@pytest.mark.parametrize("rules", ["book", "extended"])
def test_by_the_book_nobody_is_weak_or_strong_against_an_essence(rules: str) -> None:
    state = begun(rules=rules)
    game = game_of(state)
    natures = {make_occupant(game, row, 3, node=0).nature != Nature() for row in (1, 5, 7)}
    assert natures == ({False} if rules == "book" else {False, True})
    assert bool(state.sheets[state.level].natures) == (rules == "extended")


def test_the_aura_of_arcane_armour_counts_against_whoever_touches_the_hero() -> None:
    state = begun()
    in_room(state)
    state.arcane.essences.firsts[FIRE] = "Red"
    state.arcane.actions.seconds[CREATE] = "Snakes"
    state.hero.items.clear()
    give(state, "armour", RED, SNAKES)
    conflict = start_conflict(state, add_opponent(state), add_opponent(state))
    before = total(hero_pool(game_of(state), "fight", conflict))
    act(state, "use red-snakes-armour wear")
    after = total(hero_pool(game_of(state), "fight", state.conflict))
    assert CONTENT.methods["armour"].form == "aura"
    assert after == before + CONTENT.effect_dice
