"""The questions and the sheet of a hero in the making, word for word and step by step."""

import pytest

from engine.contract.action import IllegalAction, InvalidAction
from engine.contract.placeholders import placeholder
from engine.sil.game.state import Skill
from engine.sil.hero import biography
from engine.sil.setup import creation_sheet, hero_creation
from tests.engine.sil.hero.test_birth import WAY, new, say, words


def labels(game):
    return {word: str(label) for word, label in game.state.question.answers}


def asked(game):
    return str(game.state.question.text)


def details(game):
    return [str(each) for each in game.state.question.details]


# ---------------------------------------------------------------- people and house


def test_one_begins_with_whole_heroes_peoples_and_a_quick_start():
    game = new()
    found = words(game)
    assert found[:6] == [
        "quick", "whole_noldor", "whole_sindar", "whole_naugrim", "whole_edain", "tutorial",
    ]  # fmt: skip
    assert found[6:] == ["noldor", "sindar", "naugrim", "edain"]
    assert asked(game) == "Take a whole hero, or choose a people to make one in 8 steps."
    assert labels(game)["quick"] == "Quick start"
    assert labels(game)["edain"] == "Edain: no bonus"
    assert labels(game)["noldor"].startswith("Noldor: ")
    assert "Dex +1" in labels(game)["noldor"]
    first = hero_creation.people_of(game.data, "whole_noldor")
    assert labels(game)["whole_noldor"] == f"Whole hero: {game.data.rules.peoples[first].called}"


def test_a_hero_of_a_table_is_not_offered_the_tutorial():
    game = new()
    del game.state.options["hero"]
    hero_creation.ask_first(game)
    assert "tutorial" not in words(game)


def test_what_a_people_gives_is_told_in_numbers():
    data = new().data
    told = {race.name: str(hero_creation.gifts(race)) for race in data.races.values()}
    for race in data.races.values():
        parts = told[race.name].split("; ")
        assert len(parts) == 1 + len(race.flags)
        assert ("no bonus" in parts[0]) == (not any(race.stats))
    assert any(part.endswith(" affinity") for line in told.values() for part in line.split("; "))
    assert str(hero_creation.people_line(data.races[0])) == f"Noldor: {told['Noldor']}"


def test_to_choose_the_same_people_again_keeps_the_house_and_another_does_not():
    game = new()
    say(game, "noldor", "feanor", "str+", "back", "back")
    house = game.hero.house
    say(game, "noldor")
    assert game.hero.house == house
    say(game, "back", "sindar")
    assert game.hero.house == hero_creation.HOUSELESS
    assert hero_creation.points_of(game.data, game.hero) == [1, 0, 0, 0]


def test_another_people_or_house_tells_the_tale_anew():
    game = new()
    say(game, *WAY[:6])
    assert game.hero.history
    assert game.hero.age
    say(game, "back", "back", "back", "feanor")
    assert game.hero.history
    say(game, "back", "fingolfin")
    assert (game.hero.history, game.hero.age) == ("", 0)


# ---------------------------------------------------------------- stats


def test_the_stats_are_asked_with_what_is_left_and_what_they_come_to():
    game = new()
    say(game, "edain", "hador")
    assert asked(game) == "Step 3 of 8: 13 points for the stats, 13 left."
    base = game.hero.stat_base
    assert details(game)[0].startswith(f"Strength {base[0]}, Dexterity {base[1]}, ")
    assert "Health 20, voice 20, carries " in details(game)[0]
    found = labels(game)
    assert found["done"] == "Done (13 points lost)"
    assert found["suggested"] == "The usual spread for this people"
    assert found["str+"] == "Strength +1 (1)"
    assert "str-" not in found
    say(game, "str+", "str+")
    assert asked(game).endswith("13 points for the stats, 10 left.")
    assert labels(game)["str+"] == "Strength +1 (3)"
    assert labels(game)["str-"] == "Strength -1"
    say(game, "suggested")
    assert "suggested" not in labels(game)


def test_the_last_points_are_offered_while_they_suffice():
    game = new()
    say(game, "edain", "hador", *["str+"] * 4, "dex+")  # 10 + 1
    assert {word for word in words(game) if word.endswith("+")} == {"dex+", "con+", "gra+"}
    say(game, "con+")
    assert {word for word in words(game) if word.endswith("+")} == {"gra+"}
    say(game, "gra+")
    assert labels(game)["done"] == "Done"
    assert not any(word.endswith("+") for word in words(game))


# ---------------------------------------------------------------- skills


def test_the_skills_are_asked_with_their_totals_and_prices():
    game = new()
    say(game, "edain", "hador", "done")
    assert asked(game) == "Step 4 of 8: 5,000 experience to spend on skills."
    total = game.hero.skill(Skill.MELEE)
    assert details(game)[0].startswith(f"Melee {total} (0 bought), ")
    assert details(game)[0].endswith(" (0 bought).")
    assert labels(game)["done"] == "Done (5,000 kept for later)"
    assert labels(game)["song+"] == "Song +1 (100)"
    assert "song-" not in labels(game)
    say(game, "song+")
    assert game.hero.unspent == 4900
    assert labels(game)["song+"] == "Song +1 (200)"
    assert labels(game)["song-"] == "Song -1"
    say(game, "song-")
    assert (game.hero.unspent, game.hero.skill_base[Skill.SONG]) == (5000, 0)


@pytest.mark.parametrize(("unspent", "offered"), [(100, True), (99, False)])
def test_a_skill_is_offered_to_who_can_pay_for_it(unspent, offered):
    game = new()
    say(game, "edain", "hador", "done")
    game.hero.unspent = unspent
    say(game, "back", "done")
    assert ("song+" in words(game)) == offered


def test_the_usual_skills_start_over():
    game = new()
    say(game, "edain", "hador", "done", "song+", "song+", "suggested")
    usual = game.data.rules.peoples[game.hero.race].skills
    assert game.hero.skill_base == list(usual)
    assert "suggested" not in words(game)
    spent = sum(100 * n * (n + 1) // 2 for n in usual)
    assert game.hero.unspent == 5000 - spent


# ---------------------------------------------------------------- tale, body, name


def made_until(step):
    """Return a hero who is asked for a step."""
    game = new()
    for word in WAY:
        if game.state.birth == step:
            break
        say(game, word)
    assert game.state.birth == step
    return game


def test_a_tale_may_be_written_and_is_cut():
    game = made_until("history")
    assert details(game) == [game.hero.history]
    prompt = game.state.question.prompt
    assert (prompt.value, prompt.max_length) == (game.hero.history, biography.LONGEST_TALE)
    assert creation_sheet.view(game).prompt == prompt
    say(game, "x" * 999)
    assert game.hero.history == "x" * biography.LONGEST_TALE
    assert game.state.birth == "history"


def test_what_a_player_writes_is_his_in_every_language():
    game = made_until("history")
    say(game, "Orc scout")
    (tale,) = game.state.question.details
    (line,) = creation_sheet.view(game).sheet.sections[-1].lines
    assert tale.given
    assert line.given
    assert str(tale) == str(line) == "Orc scout"


@pytest.mark.parametrize("what", ["age", "height", "weight"])
def test_a_body_may_be_chosen_within_the_bounds_of_the_people(what):
    game = made_until("body")
    low, high = biography.limits(game.data.races[game.hero.race])[what]
    assert f"{what} {low} to {high}" in asked(game)
    for number in (low, high):
        say(game, f"{what.upper()} {number}")
        assert getattr(game.hero, what) == number
    for number in (low - 1, high + 1):
        with pytest.raises(IllegalAction, match=f"from {low} to {high}"):
            say(game, f"{what} {number}")
        assert getattr(game.hero, what) == high
    assert game.state.question is not None


@pytest.mark.parametrize("typed", ["tall", "girth 30", "age old", "age -3", "age"])
def test_a_body_that_cannot_be_read_is_refused_with_an_example(typed):
    game = made_until("body")
    with pytest.raises(InvalidAction, match="Say for example"):
        say(game, typed)


def test_the_body_is_told_and_may_be_drawn_again():
    game = made_until("body")
    hero = game.hero
    body = f"{hero.age} years old, {hero.height} inches tall, {hero.weight} pounds."
    assert body in asked(game)
    assert game.state.question.prompt.value == f"age {hero.age}"


def test_a_name_is_kept_drawn_or_typed():
    game = made_until("name")
    assert labels(game)["keep"] == "Keep Beren"
    assert game.state.question.prompt.value == "Beren"
    say(game, "quick")  # a name, here
    assert (game.hero.name, game.state.birth) == ("quick", "name")
    longest = biography.LONGEST_NAME
    say(game, "x" * longest)
    assert game.hero.name == "x" * longest
    with pytest.raises(IllegalAction, match=f"at most {longest} letters"):
        say(game, "x" * (longest + 1))
    with pytest.raises(InvalidAction, match="A hero needs a name"):
        say(game, "\x07")
    assert game.hero.name == "x" * longest


def test_the_name_of_a_game_is_cut_and_a_placeholder_is_not_shown_to_be_typed():
    longest = biography.LONGEST_NAME
    assert new(name="y" * 99).hero.name == "y" * longest
    assert new(name=" Beren   One ").hero.name == "Beren One"
    game = new(name=placeholder(3))
    for word in WAY[:8]:
        say(game, word)
    assert game.state.birth == "name"
    assert game.state.question.prompt.value == ""


def test_the_last_question_sums_the_hero_up():
    game = made_until("confirm")
    told = asked(game)
    assert told.startswith("Step 8 of 8: Beren, ")
    values = zip(("Str", "Dex", "Con", "Gra"), game.hero.stat_base, strict=True)
    assert told.endswith(f". {', '.join(f'{stat} {n}' for stat, n in values)}. Begin?")
    assert labels(game) == {"begin": "Begin the descent", "back": "Back"}


# ---------------------------------------------------------------- the sheet


def sheet(game):
    """Return the lines of each section of the sheet by its title."""
    board = creation_sheet.view(game).sheet
    return {str(part.title): [str(line) for line in part.lines] for part in board.sections}


def test_at_first_the_sheet_lists_heroes_and_peoples():
    game = new()
    seen = creation_sheet.view(game)
    assert str(seen.title) == "Beren · People"
    assert (seen.phase, seen.map, seen.prompt) == ("setup", None, None)
    found = sheet(game)
    assert list(found) == ["Whole heroes", "Peoples"]
    assert len(found["Whole heroes"]) == len(found["Peoples"]) == 4
    assert found["Peoples"][0] == str(hero_creation.people_line(game.data.races[0]))


def test_the_sheet_grows_with_the_choices():
    game = new()
    say(game, "edain")
    assert sheet(game)["The hero"] == ["Beren", "Edain"]
    say(game, "hador")
    found = sheet(game)
    assert found["The hero"][:2] == ["Beren", "Edain"]
    assert len(found["The hero"]) == 3
    assert found["Stats"][0].startswith("Strength ")
    assert found["Stats"][0].endswith("  (one more: 1)")
    assert found["Stats"][-1] == "13 of 13 points left"
    assert all(line.endswith("(0 bought)") for line in found["Skills"])
    say(game, "str+", "done", "song+")
    found = sheet(game)
    assert not any("one more" in line for line in found["Stats"])
    assert len(found["Stats"]) == 4
    assert found["Skills"][-1].endswith("  (1 bought, next 200)")
    assert found["It comes to"][0] == "Health 20, voice 20"
    assert found["It comes to"][-1] == "4,900 experience unspent"
    assert "The tale so far" not in found
    say(game, "done")
    found = sheet(game)
    hero = game.hero
    feet, inches = divmod(hero.height, 12)
    assert found["The hero"][-1] == f"Age {hero.age}, {feet} ft {inches} in, {hero.weight} lb"
    assert " ".join(found["The tale so far"]) == " ".join(hero.history.split())
    assert all(len(line) <= 34 for line in found["The tale so far"])
    hero.history = f"{'a' * 17} {'b' * 16} {'c' * 17} {'d' * 17}"
    assert [len(line) for line in sheet(game)["The tale so far"]] == [34, 17, 17]


def test_the_sheet_tells_what_each_point_of_strength_costs_and_carries():
    game = new()
    say(game, "edain", "hador")
    for cost, left, pounds in ((1, 13, 120), (2, 12, 144), (3, 10, 172), (4, 7, 207)):
        found = sheet(game)
        assert found["Stats"][0].endswith(f"  (one more: {cost})")
        assert found["Stats"][-1] == f"{left} of 13 points left"
        assert found["It comes to"][1] == f"Carries {pounds} lb"
        assert f"carries {pounds} lb." in details(game)[0]
        say(game, "str+")


def test_the_words_of_the_sheet_tell_its_first_sections():
    game = new()
    say(game, "edain", "hador")
    told = str(creation_sheet.view(game).alt)
    assert told.startswith("A hero in the making. Beren. Edain. ")
    assert "points left" in told
    assert "It comes to" not in told
    assert "experience unspent" not in told
