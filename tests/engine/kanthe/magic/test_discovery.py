"""Arcane words: what five dice identify, and what things then do."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.kanthe.encounters.finds import make_occupant
from engine.kanthe.encounters.pools import hero_pool, opposition_pool, total
from engine.kanthe.exploring.arcane_use import finish_use, heal_by_worn
from engine.kanthe.exploring.movement import run_tasks
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
    add_opponent,
    begun,
    give,
    in_room,
    lines,
    play_of,
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
    game = begun()
    item = give(game, kind, essence, action)
    script(game, faces)
    ref = lines_for(game)[0].split()[1]
    act(game, f"use {ref} {how}")
    return game, item


def lines_for(game: KantheState) -> list[str]:
    """Return the offers to use things."""
    return [line for line in lines(game) if line.startswith("use ")]


def scroll(game: KantheState, words: str) -> KantheItem:
    """Give the hero a scroll of two words."""
    first, second = words.upper().split()
    stems = CONTENT.essence_stems, CONTENT.action_stems
    rows = stems[0].index(first[1:]), stems[1].index(second[1:])
    return give(game, "scroll", *rows, letters=(first[0], second[0]))


# ------------------------------------------------------------------------- scrolls


@pytest.mark.covers(
    "kanthe-rulebook: Discovery",
    "kanthe-rulebook: Arcane Discovery Design Sheet",
    "kanthe-rulebook: Arcane Discovery Design Sheet / Essence Discovery",
    "spec-kanthe: Discovery",
)
def test_two_matches_identify_both_words_of_a_scroll() -> None:
    game = begun()
    item = scroll(game, "Jenya Dulvo")
    script(game, (3, 1, 4, 1, 3))
    act(game, "use scroll-of-jenya-dulvo speak")
    assert (game.arcane.essences.letters[FLESH], game.arcane.actions.letters[MOVE]) == ("J", "D")
    assert item not in game.hero.items


@pytest.mark.covers("kanthe-rulebook: Arcane Discovery Design Sheet / Action Discovery")
def test_with_one_match_the_player_keeps_one_word_and_the_other_is_checked_off() -> None:
    game = begun()
    scroll(game, "Jenya Dulvo")
    script(game, (3, 3, 4, 1, 0))
    act(game, "use scroll-of-jenya-dulvo speak")
    assert isinstance(game.question, ChooseWord)
    act(game, "meaning none 0")
    assert game.arcane.actions.letters[MOVE] == "D"
    assert game.arcane.essences.checked[FLESH] == "J"


def test_without_a_match_both_letters_are_checked_off() -> None:
    game = begun()
    scroll(game, "Jenya Dulvo")
    script(game, (0, 1, 2, 3, 4))
    act(game, "use scroll-of-jenya-dulvo speak")
    assert (game.arcane.essences.checked[FLESH], game.arcane.actions.checked[MOVE]) == ("J", "D")


def test_a_scroll_with_one_known_word_needs_one_match() -> None:
    game = begun()
    game.arcane.actions.letters[MOVE] = "D"
    scroll(game, "Jenya Dulvo")
    script(game, (5, 5, 1, 2, 3))
    act(game, "use scroll-of-jenya-dulvo speak")
    assert game.arcane.essences.letters[FLESH] == "J"
    assert is_useless(play_of(game), scroll(game, "Penya Dulvo"))
    assert effect_of(play_of(game), scroll(game, "Jenya Dulvo")) == ArcaneEffect(MOVE, FLESH)


def test_the_only_letter_left_is_known_without_a_throw() -> None:
    game = begun()
    game.arcane.actions.letters[MOVE] = "D"
    game.arcane.essences.checked[AIR] = CONTENT.letters.replace("V", "")
    item = scroll(game, "Valya Dulvo")
    assert effect_of(play_of(game), item) == ArcaneEffect(MOVE, AIR)
    game.hero.wounds = 1
    in_room(game)
    start_conflict(game, add_opponent(game, attacks=False))
    act(game, "use scroll-of-valya-dulvo whisper")
    assert not game.throws


def test_a_false_word_does_nothing_and_is_not_offered() -> None:
    game = begun()
    game.arcane.actions.letters[MOVE] = "D"
    scroll(game, "Jenya Bulvo")
    assert not lines_for(game)


@pytest.mark.parametrize(("how", "healed"), [("whisper", 0), ("speak", 0), ("shout", 2)])
def test_how_a_scroll_is_spoken_decides_whom_it_reaches(how: str, healed: int) -> None:
    game = begun()
    game.arcane.actions.letters[HEAL] = "D"
    game.arcane.essences.letters[FLESH] = "J"
    scroll(game, "Jenya Damvo")
    ally = Opponent(900, "slave-1", "slave", "slave", 2, wounds=3)
    game.hero.allies.append(ally)
    game.hero.wounds = 3
    script(game, (1, 1, 0, 2, 3))
    act(game, f"use scroll-of-jenya-damvo {how}")
    assert (game.hero.wounds, ally.wounds) == (3 - healed, 1)


# ------------------------------------------------------------------------- other things


def meanings(game: KantheState) -> dict[str, str]:
    """Return what a try can mean, by action line, as its buttons say it."""
    return {str(offer.action): str(offer.label) for offer in RULES.legal(game, 0)}


def test_two_matches_make_the_red_snakes_wand_what_the_player_reads() -> None:
    game, item = tried("wand", (3, 3, 1, 1, 8), "aim")
    assert meanings(game) == {"meaning 3 1": "Create Fire", "meaning 1 3": "Destroy Earth"}
    act(game, f"meaning {FIRE} {CREATE}")
    assert effect_of(play_of(game), item) == ArcaneEffect(CREATE, FIRE)
    game, item = tried("wand", (3, 3, 1, 1, 8), "aim")
    act(game, f"meaning {EARTH} {DESTROY}")
    assert effect_of(play_of(game), item) == ArcaneEffect(DESTROY, EARTH)


def test_with_red_known_only_snakes_is_open() -> None:
    game = begun()
    game.arcane.essences.firsts[FIRE] = "Red"
    give(game, "wand", RED, SNAKES)
    script(game, (3, 3, 1, 1, 8))
    act(game, "use red-snakes-wand aim")
    assert meanings(game) == {
        "meaning none 1": "“snakes” is Create",
        "meaning none 3": "“snakes” is Destroy",
    }


def test_known_words_serve_in_every_kind_of_thing() -> None:
    game = begun()
    game.arcane.essences.firsts[FIRE] = "Red"
    game.arcane.actions.seconds[CREATE] = "Snakes"
    for kind in ("wand", "staff", "ring", "armour", "weapon"):
        assert effect_of(play_of(game), give(game, kind, RED, SNAKES)) == ArcaneEffect(CREATE, FIRE)
    potion = give(game, "potion", RED, FOAMY)
    assert known_rows(play_of(game), potion) == (FIRE, -1)
    assert str(item_name(play_of(game), potion)) == "red foamy potion"


def test_a_ring_of_vines_controls_fire() -> None:
    game = begun()
    game.domain.words["motifs"][9] = "Vines"
    game.arcane.essences.firsts[FIRE] = "Red"
    game.arcane.actions.seconds[CONTROL] = "Vines"
    ring = give(game, "ring", RED, 9)
    act(game, "use red-vines-ring wear")
    assert ring.worn
    assert item_dice(play_of(game), ring, "persuade") == 2
    assert str(play_of(game).effect_name(ArcaneEffect(CONTROL, FIRE))) == "Control Fire"


def test_boots_need_a_colour_only_and_always_move() -> None:
    game, item = tried("boots", (1, 1, 5, 6, 8), "wear", action=-1)
    assert effect_of(play_of(game), item) == ArcaneEffect(MOVE, EARTH)
    assert item.worn


def test_a_row_that_is_taken_teaches_nothing_and_strikes_nothing() -> None:
    game = begun()
    game.arcane.essences.firsts[EARTH] = "Blue"
    boots = give(game, "boots", RED, -1)
    script(game, (1, 1, 5, 6, 8))
    act(game, "use red-boots wear")
    assert effect_of(play_of(game), boots) is None
    assert not game.arcane.struck


def test_no_match_strikes_the_phrase_for_good() -> None:
    game, boots = tried("boots", (0, 2, 4, 6, 8), "wear", action=-1)
    assert game.arcane.struck == ["red"]
    assert is_useless(play_of(game), boots)
    assert is_useless(play_of(game), give(game, "boots", RED, -1))


def test_one_match_where_two_were_needed_names_one_word() -> None:
    game, item = tried("wand", (4, 4, 0, 1, 2), "aim")
    assert meanings(game) == {
        "meaning 4 none": "“red” is Wood",
        "meaning none 4": "“snakes” is Grow",
    }
    act(game, "meaning 4 none")
    assert known_rows(play_of(game), item) == (4, -1)
    assert not game.arcane.struck


def test_one_match_whose_row_is_taken_for_both_names_nothing() -> None:
    game = begun()
    game.arcane.essences.firsts[4] = "Blue"
    game.arcane.actions.seconds[4] = "Bumps"
    item = give(game, "wand", RED, SNAKES)
    script(game, (4, 4, 0, 1, 2))
    act(game, "use red-snakes-wand aim")
    assert known_rows(play_of(game), item) == (-1, -1)
    assert game.question is None
    assert not game.arcane.struck


def test_a_potion_is_drunk_by_each_try_and_lasts_until_another_area() -> None:
    game = begun()
    game.arcane.essences.firsts[FIRE] = "Red"
    game.arcane.actions.firsts[CREATE] = "Foamy"
    in_room(game)
    potion = give(game, "potion", RED, FOAMY)
    start_conflict(game, add_opponent(game))
    before = total(hero_pool(play_of(game), "fight", game.conflict))
    act(game, "use red-foamy-potion drink")
    assert potion not in game.hero.items
    assert total(hero_pool(play_of(game), "fight", game.conflict)) == before + 2
    game.conflict = None
    game.here.opponents.clear()
    act(game, "walk nw")
    act(game, "walk ne")
    assert not game.hero.potions


def test_two_rings_and_one_armour_are_worn_at_a_time() -> None:
    game = begun()
    game.arcane.essences.firsts[FIRE] = "Red"
    game.arcane.actions.seconds[:4] = game.domain.words["motifs"][:4]
    rings = [give(game, "ring", RED, row) for row in range(3)]
    suits = [give(game, "armour", RED, row) for row in range(2)]
    refs = {item.id: ref for ref, item in item_refs(play_of(game)).items()}
    for item in (*rings, *suits):
        act(game, f"use {refs[item.id]} wear")
    assert [ring.worn for ring in rings] == [False, True, True]
    assert [suit.worn for suit in suits] == [False, True]


def test_an_arcane_weapon_without_a_known_effect_is_an_item_of_one_die() -> None:
    game = begun()
    weapon = give(game, "weapon", RED, SNAKES)
    assert item_dice(play_of(game), weapon, "fight") == 1
    game.arcane.essences.firsts[FIRE] = "Red"
    game.arcane.actions.seconds[CREATE] = "Snakes"
    assert item_dice(play_of(game), weapon, "fight") == 2


def test_healing_takes_away_as_many_wounds_as_the_best_degree() -> None:
    game = begun()
    game.arcane.essences.firsts[FLESH] = "Red"
    game.arcane.actions.seconds[HEAL] = "Snakes"
    give(game, "wand", RED, SNAKES)
    game.hero.wounds = 4
    script(game, (5, 5, 5, 1, 2))
    act(game, "use red-snakes-wand aim")
    assert game.hero.wounds == 1


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
    game = begun()
    game.hero.wounds = 5
    game.arcane.essences.firsts[FIRE] = game.domain.words["colours"][FIRE]
    game.arcane.actions.seconds[HEAL] = game.domain.words["motifs"][HEAL]
    give(game, kind, FIRE, HEAL)
    return game


@pytest.mark.parametrize("kind", ["wand", "staff", "ring", "armour", "weapon"])
def test_what_is_not_used_up_heals_once_for_each_area_that_is_drawn(kind: str) -> None:
    game = _healing(kind)
    for wounds in (3, 1):
        [line, *_] = [o for o in RULES.legal(game, 0) if o.intent == "heal"]
        script(game, (0, 0, 1, 2, 3))
        act(game, str(line.action))
        assert game.hero.wounds == wounds
        game.hero.items[-1].worn = False
        assert not [o for o in RULES.legal(game, 0) if o.intent == "heal"]
        game.here.areas.append(Area((5, 5)))


def test_what_is_worn_heals_in_each_area_that_is_new() -> None:
    game = _healing("ring")
    game.hero.items[-1].worn = True
    for wounds in (3, 3):
        script(game, (0, 0, 1, 2, 3))
        heal_by_worn(play_of(game))
        assert game.hero.wounds == wounds


def test_a_staff_whose_effect_heals_bars_the_way_to_a_swarm_as_well() -> None:
    game = begun()
    game.arcane.essences.firsts[FIRE] = "Yellow"
    game.arcane.actions.seconds[HEAL] = game.domain.words["motifs"][HEAL]
    game.domain.words["colours"][FIRE] = "Yellow"
    give(game, "staff", FIRE, HEAL)
    swarm = add_opponent(game, "swarm", 2, follows=True, status="", attacks=False)
    [line] = [line for line in lines(game) if line.startswith("use ") and line.endswith(" block")]
    act(game, line)
    assert not swarm.follows
    assert line not in lines(game)


def test_boots_of_the_walls_essence_dig_through_every_bare_wall() -> None:
    game = begun()
    room = in_room(game)
    room.walls = ["", "", "", "way"]
    boots = give(game, "boots", 0, -1)
    game.arcane.essences.firsts[CONTENT.materials["wall"]] = "Red"
    assert not [line for line in lines(game) if line.startswith("dig")]
    boots.worn = True
    assert [line for line in lines(game) if line.startswith("dig")] == ["dig n", "dig e", "dig s"]
    act(game, "dig n")
    assert [(door.wall, door.opened) for door in room.doors] == [(0, True)]
    assert room.doors[0].beyond
    assert "dig n" not in lines(game)


def test_boots_of_another_essence_do_not_dig() -> None:
    game = begun()
    in_room(game).walls = ["", "", "", "way"]
    give(game, "boots", 0, -1).worn = True
    game.arcane.essences.firsts[CONTENT.materials["door"]] = "Red"
    assert not [line for line in lines(game) if line.startswith("dig")]


def test_doors_are_of_the_essence_in_their_row_whatever_its_word() -> None:
    game = begun()
    game.domain.words["essences"] = [f"Element {letter}" for letter in "abcdefghij"]
    room = in_room(game)
    room.walls[0] = "door"
    room.doors.append(Door(0, heavy=3, judged=True))
    game.arcane.essences.firsts[CONTENT.materials["door"]] = "Red"
    game.arcane.actions.seconds[3] = "Snakes"
    give(game, "wand", 0, 7)
    act(game, "use red-snakes-wand aim")
    assert room.doors[0].opened


@pytest.mark.parametrize(("attacks", "wounds"), [(True, 3), (False, 0)])
@pytest.mark.parametrize("kind", ["wand", "ring", "potion"])
def test_using_a_thing_in_a_conflict_takes_a_round(
    kind: str, wounds: int, *, attacks: bool
) -> None:
    game = begun()
    in_room(game)
    give(game, kind, RED, SNAKES)
    start_conflict(game, add_opponent(game, strength=3, attacks=attacks))
    script(game, (0, 1, 2, 3, 4), (6, 6, 6))
    act(game, next(line for line in lines(game) if line.startswith("use ")))
    assert game.hero.wounds == wounds
    assert game.conflict is not None


@pytest.mark.parametrize("allies", range(3))
@pytest.mark.parametrize("others", range(1, 4))
@pytest.mark.parametrize(
    ("reach", "own_side"), [("one", (0, 0)), ("foes", (0, 0)), ("near", (1, 0)), ("room", (1, 1))]
)
def test_an_effect_counts_for_each_whom_it_reaches_on_both_sides(
    reach: Reach, own_side: tuple[int, int], others: int, allies: int
) -> None:
    game = begun()
    in_room(game)
    game.hero.allies = [add_opponent(game, "slave", 1) for _ in range(allies)]
    for ally in game.hero.allies:
        game.here.opponents.remove(ally)
    conflict = start_conflict(game, *(add_opponent(game) for _ in range(others)))
    play = play_of(game)
    before = total(hero_pool(play, "fight", conflict)), total(opposition_pool(play, "", conflict))
    conflict.spoken.append(SpokenEffect(CREATE_FIRE, reach))
    mine, theirs = hero_pool(play, "fight", conflict), opposition_pool(play, "", conflict)
    dice = CONTENT.effect_dice
    assert total(mine) - before[0] == dice * (1 if reach == "one" else others)
    assert total(theirs) - before[1] == dice * (own_side[0] * allies + own_side[1])


@pytest.mark.parametrize("weak", range(-1, 10))
@pytest.mark.parametrize("strong", [-1, 3, 4])
def test_essences_count_twice_against_the_weak_and_not_against_the_strong(
    weak: int, strong: int
) -> None:
    game = begun()
    in_room(game)
    conflict = start_conflict(game, add_opponent(game, nature=Nature(weak, strong)))
    before = total(hero_pool(play_of(game), "fight", conflict))
    conflict.spoken.append(SpokenEffect(CREATE_FIRE, "one"))
    more = total(hero_pool(play_of(game), "fight", conflict)) - before
    times = 2 if weak == FIRE else 0 if strong == FIRE else 1
    assert more == CONTENT.effect_dice * times


@pytest.mark.parametrize(("how", "wounds"), [("whisper", 0), ("speak", 0), ("shout", 2)])
def test_a_shouted_fire_does_not_spare_who_shouts_it(how: str, wounds: int) -> None:
    game = begun()
    in_room(game)
    passive = add_opponent(game, attacks=False)
    item = give(game, "scroll", FIRE, 1, ("B", "B"))
    game.arcane.essences.letters[FIRE] = game.arcane.actions.letters[1] = "B"
    script(game, (7, 7))
    finish_use(play_of(game), item, how)
    run_tasks(play_of(game))
    assert game.hero.wounds == wounds
    assert passive.attacks == (how == "shout")


@pytest.mark.parametrize("rules", ["book", "extended"])
def test_by_the_book_nobody_is_weak_or_strong_against_an_essence(rules: str) -> None:
    game = begun(rules=rules)
    play = play_of(game)
    natures = {make_occupant(play, row, 3, node=0).nature != Nature() for row in (1, 5, 7)}
    assert natures == ({False} if rules == "book" else {False, True})
    assert bool(game.sheets[game.level].natures) == (rules == "extended")


def test_the_aura_of_arcane_armour_counts_against_whoever_touches_the_hero() -> None:
    game = begun()
    in_room(game)
    game.arcane.essences.firsts[FIRE] = "Red"
    game.arcane.actions.seconds[CREATE] = "Snakes"
    game.hero.items.clear()
    give(game, "armour", RED, SNAKES)
    conflict = start_conflict(game, add_opponent(game), add_opponent(game))
    before = total(hero_pool(play_of(game), "fight", conflict))
    act(game, "use red-snakes-armour wear")
    after = total(hero_pool(play_of(game), "fight", game.conflict))
    assert CONTENT.methods["armour"].form == "aura"
    assert after == before + CONTENT.effect_dice
