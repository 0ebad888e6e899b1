"""Commands of the Game Master, one line each (rules: silg 3)."""

from __future__ import annotations

import pytest

from engine.common import slugs
from engine.contract import running_game
from engine.contract.action import GM, IllegalAction
from engine.contract.uploads import write_upload
from engine.sil.game.state import Hero, Work
from engine.sil.hero import derived
from engine.sil.level import terrain
from engine.sil.smithing import costs
from engine.silg.actions import MOST_NESTED
from engine.silg.clock import declared_actions, stealth_contest
from engine.silg.gm.hero_commands import make_item
from tests.engine.silg.stage import MAP, RULES, Evening
from tests.pages import page_texts
from tests.webp import webp

pytestmark = pytest.mark.covers("spec-silg-table: 3. What the GM can do")


@pytest.mark.covers("sil-g-rulebook: Introduction")
def test_a_game_master_and_up_to_ten_players():
    roles = RULES.roles({})
    assert (roles.least_players, roles.most_players, roles.gm) == (1, 10, "required")
    names = [f"Hero {n}" for n in range(10)]
    game = Evening(*names)
    game.say("level 50")
    game.say("begin")
    assert len(game.game.heroes) == 10
    places = {(hero.y, hero.x) for hero in game.state.sil.heroes}
    assert len(places) == 10


def test_one_line_spawns_three_sleeping_soldiers(evening):
    evening.say("spawn 3 orc soldier at H4 asleep")
    orcs = evening.game.creatures
    assert len(orcs) == 3
    assert all(c.alertness <= -11 for c in orcs)
    assert any((c.y, c.x) == (4, 7) for c in orcs)
    assert evening.refused("spawn 3 unicorns at H4") == "There is no monster called “unicorns”."
    assert "means 3" in evening.refused("measure orc-soldier ann")
    evening.say("dismiss orc-soldier")
    assert not evening.game.creatures


def test_a_line_holds_several_commands_and_all_or_none_happen(evening):
    evening.say("spawn wolf at H4 unwary; spawn orc scout at I4 asleep")
    assert len(evening.game.creatures) == 2
    why = evening.refused("spawn wolf at J4; spawn nobody at J5")
    assert why.startswith("Command 2")
    assert len(evening.game.creatures) == 2


def test_macros_encounters_and_standing_rolls(evening):
    evening.say("macro patrol spawn 2 wolf at I4; tell Howling is heard.")
    assert "use-macro patrol" in [str(o.action) for o in RULES.legal(evening.state, GM)]
    assert "Howling is heard." in evening.say("use-macro patrol")
    assert len(evening.game.creatures) == 2
    evening.say("encounter spawn orc scout near party")
    evening.say("meet")
    assert len(evening.game.creatures) == 3
    evening.say("standing omens 2d6")
    assert any(text.startswith("omens: ") for text in evening.say("minute"))


@pytest.mark.parametrize("nested", [MOST_NESTED, MOST_NESTED + 1])
def test_macros_call_each_other_up_to_a_depth(evening, nested):
    evening.say("macro m1 tell It is done.")
    for number in range(2, nested + 1):
        evening.say(f"macro m{number} use-macro m{number - 1}")
    if nested == MOST_NESTED:
        assert "It is done." in evening.say(f"use-macro m{nested}")
    else:
        assert "nested too deep" in evening.refused(f"use-macro m{nested}")


def test_the_desk_keeps_what_its_game_master_typed_last(evening):
    evening.say("spawn wolf at I4")
    evening.say("tell Howling is heard.")
    desk = page_texts(RULES.pages(evening.state, GM))["Desk"]
    assert desk.index("Typed: spawn wolf") < desk.index("Typed: tell Howling is heard.")


def test_of_a_kind_of_which_there_is_one_no_second_is_offered(evening):
    def offered() -> set[str]:
        offers = RULES.legal(evening.state, GM)
        return {o.action.args[0].split()[0] for o in offers if o.action.verb == "spawn"}

    names = {slugs.slug(race.name): race for race in evening.game.data.monsters.values()}
    unique = next(name for name in sorted(offered()) if "UNIQUE" in names[name].flags)
    before = offered()
    assert {"wolf", unique} <= before
    evening.say(f"spawn wolf near party; spawn {unique} near party")
    assert offered() == before - {unique}


@pytest.mark.covers("sil-g-rulebook: Enemies")
def test_a_monster_of_ones_own_by_form_or_edit_file(evening):
    evening.say("monster Pale guard; health 6d4; attack hit +6 2d7 fire; evasion 4; "
                "protection 2d4; speed 3; letter W; depth 200; flags NO_FEAR")  # fmt: skip
    evening.say("spawn pale guard at H4 alert")
    guard = evening.game.creatures[0]
    race = evening.game.data.monsters[guard.race]
    assert (race.name, race.level, race.speed, race.evasion) == ("Pale guard", 4, 3, 4)
    assert race.blows[0].effect == "FIRE"
    assert guard.speed == 3
    assert evening.refused("monster Pale guard; health 1d4").startswith("There is a monster")
    assert evening.refused("monster Grim; health lots") == "“lots” are no dice: write 2d7."
    evening.say("monster N:1:Grey runner | G:C:s | I:3:5d4:0 | W:3:1 | A:8:6:4:2 | P:[+5,2d4] | "
                "B:BITE:HURT:(+6,2d6)")  # fmt: skip
    runner = evening.state.desk.monsters[-1]
    assert (runner.name, runner.glyph.char, runner.speed) == ("Grey runner", "C", 3)


@pytest.mark.covers("sil-g-rulebook: Items", "sil-g-rulebook: Abilities")
def test_heroes_are_given_things_experience_and_figures(evening):
    hero = evening.state.sil.heroes[0]
    packed, burden = sum(item.count for item in hero.pack), hero.derived.burden
    evening.say("award ann 3 torches")
    assert sum(item.count for item in hero.pack) == packed + 3
    assert hero.derived.burden > burden
    evening.say("loot E4 longsword")
    assert evening.state.sil.level.floor[evening.state.sil.level.at(4, 4)]
    before = hero.experience
    evening.say("experience all 250")
    assert hero.experience == before + 250
    told = evening.say("set ann melee 9")
    assert told == ["The Game Master sets Ann's melee to 9."]
    assert hero.skill_base[0] == 9
    unspent = hero.unspent
    ability = next(o for o in RULES.legal(evening.state, 0) if o.action.verb == "learn")
    known = len(hero.bought)
    evening.say(str(ability.action), 0)
    evening.say("answer yes", 0)
    assert len(hero.bought) == known + 1
    assert hero.unspent <= unspent


@pytest.mark.covers(
    "sil-g-rulebook: Temporary Status Effects",
    "sil-g-rulebook: Temporary Status Effects / Other negative effects",
)
def test_harm_healing_and_states(evening):
    hero = evening.state.sil.heroes[0]
    whole = hero.health
    evening.say("hurt ann 5")
    assert hero.health == whole - 5
    evening.say("heal ann")
    assert hero.health == whole
    skills = list(hero.derived.skills)
    evening.say("afflict ann stun 20")
    assert hero.derived.skills == [each - 2 for each in skills]
    evening.say("afflict ann stun 40")
    assert hero.derived.skills == [each - 4 for each in skills]
    evening.say("cure ann")
    assert hero.derived.skills == skills
    evening.say("afflict ann slow 10")
    assert hero.derived.speed == 1
    assert any("slain" in text for text in evening.say("hurt bob 300"))
    assert evening.game.heroes == [0]
    evening.say("callback bob")
    assert evening.game.heroes == [0, 1]


@pytest.mark.covers("sil-g-rulebook: Temporary Status Effects / Drained Stats")
def test_drained_stats_do_not_come_back_with_time(evening):
    hero = evening.state.sil.heroes[0]
    hero.stat_drain[0] = -2
    derived.update(evening.game.hero_game(0))
    weak = hero.derived.stats[0]
    evening.say("minute 10")
    assert hero.derived.stats[0] == weak


@pytest.mark.covers(
    "sil-g-rulebook: Experience", "sil-g-rulebook: Experience / Sources of Experience"
)
def test_all_begin_with_five_thousand_experience_and_meeting_pays(evening):
    assert all(hero.experience >= 5000 for hero in evening.state.sil.heroes)
    before = [hero.experience for hero in evening.state.sil.heroes]
    evening.say("spawn wolf at H4")
    award = 10 * next(m.level for m in evening.game.data.monsters.values() if m.name == "Wolf")
    assert [h.experience for h in evening.state.sil.heroes] == [each + award for each in before]


def test_alertness_morale_and_who_runs_whom(evening):
    evening.say("spawn orc scout at H4 unwary")
    evening.say("alertness orc-scout alert")
    assert evening.creature("orc-scout-1").alertness == 5
    told = evening.say("morale orc-scout 3")
    assert any("for the moment +3" in text for text in told)
    evening.say("run orc-scout gm")
    evening.say("clock start")
    for seat in (0, 1):
        evening.say("wait", seat)
    assert RULES.turn(evening.state).waiting == (GM,)
    assert "run by you" in page_texts(RULES.pages(evening.state, GM))["Monsters"]
    evening.say("declare orc-scout-1 step G4")
    assert RULES.turn(evening.state).waiting == (0, 1)


def test_the_clock_can_be_delayed_pressed_on_and_stopped(evening):
    evening.say("spawn wolf at J5 alert")
    assert evening.refused("clock stop") == "The clock stands already."
    evening.say("clock start")
    assert evening.refused("clock start") == "The clock runs already."
    evening.say("search", 0)
    assert RULES.turn(evening.state).waiting == (1,)
    evening.say("undeclare ann")
    assert RULES.turn(evening.state).waiting == (0, 1)
    evening.say("plan search", 1)
    evening.say("next")
    deed = evening.game.fighter("h1").deed
    assert deed is None or deed.line == "search"
    due = evening.game.fighter("h0").due
    if due > evening.state.clock:
        evening.say("delay ann 1.5")
        assert evening.game.fighter("h0").due == due + 3
    evening.say("clock stop")
    assert evening.state.stage == "minutes"
    assert evening.refused("next").startswith("The clock stands")


@pytest.mark.parametrize("written", ["soon", "nan", "inf", "-inf", "1e999", "21", "-20.5"])
def test_a_delay_that_is_no_time_is_refused(evening, written):
    assert evening.refused(f"delay ann {written}") == "The clock stands."
    evening.say("spawn wolf at J5 alert")
    evening.say("clock start")
    evening.say("search", 0)
    told = evening.refused(f"delay ann {written}")
    assert told.startswith(("“", "At most 20 seconds")), told


def test_checks_secret_blind_and_asked(evening):
    for seat in (None, 0, 1):
        before = RULES.view(evening.state, seat), RULES.pages(evening.state, seat)
        evening.say("check ann perception 12 secret")
        evening.say("blind ann 1d20+5 vs 1d20+8")
        after = RULES.view(evening.state, seat), RULES.pages(evening.state, seat)
        assert after == before
    evening.say("ask ann will 9")
    assert RULES.legal(evening.state, 0)[0].action.verb == "check-roll"
    told = evening.say("check-roll", 0)
    assert told[0].startswith("Ann, Will: rolls")
    assert "against" not in told[0]
    assert evening.refused("check-roll", 0) == "Nobody has asked you to roll."
    assert any("rolls 3d7+2" in text for text in evening.say("roll 3d7+2"))


def test_terrain_light_notes_and_rooms(evening):
    evening.say("terrain F3 pit hidden")
    level = evening.state.sil.level
    square = level.at(3, 5)
    assert level.feature[square] == terrain.PIT
    assert level.hidden[square]
    evening.say("go F3", 0)
    assert not level.hidden[square]
    evening.say("light D3:G5 off")
    assert not level.glow[level.at(4, 4)]
    evening.say("note H4 the ambush waits here")
    assert "the ambush" in page_texts(RULES.pages(evening.state, GM))["Desk"]
    evening.say("keepmap hall")
    evening.say("level 100")
    assert evening.state.sil.level.height > level.height
    evening.say("usemap hall")
    assert evening.state.desk.notes == {"H4": "the ambush waits here"}
    assert (evening.state.sil.level.height, evening.state.sil.level.width) == (
        level.height,
        level.width,
    )


def test_a_sheet_goes_out_and_comes_in_again(evening):
    out = evening.say("sheet-out ann")[0].split(": ", 1)[1]
    hero, other = evening.state.sil.heroes
    evening.say(f"sheet-in bob {out}")
    assert (other.race, other.house, other.stat_base) == (hero.race, hero.house, hero.stat_base)
    assert (other.skill_base, other.bought) == (hero.skill_base, hero.bought)
    assert (other.experience, other.unspent) == (hero.experience, hero.unspent)
    evening.say("sheet-in bob experience 700; unspent 300")
    assert (other.experience, other.unspent) == (700, 300)
    evening.say("sheet-in bob experience 600")
    assert (other.experience, other.unspent) == (600, 0)
    assert evening.refused("sheet-in bob experience 600; unspent 601")
    assert evening.refused("sheet-in bob stats 1 2").startswith("Write 4 numbers")
    assert evening.refused("sheet-in bob house of nowhere").startswith("There is no people")


def test_the_session_ends_and_the_next_goes_on(evening):
    evening.say("chronicle They found the gate.")
    evening.say("finish")
    assert evening.state.session == 2
    again = running_game.resume(RULES, RULES.dump(evening.state))
    assert again.turn().waiting == (0, 1)
    assert "They found the gate." in page_texts(again.pages(None))["Chronicle"]
    evening.say("end left")
    assert RULES.outcome(evening.state).ending == "left"
    assert not RULES.turn(evening.state).waiting


def stand_as_smith(game: Evening) -> Hero:
    """Put the first hero on E4 as a weaponsmith; return that hero."""
    hero = game.state.sil.heroes[0]
    hero.y, hero.x = 4, 4
    hero.skill_base[6] = 10
    names = {a.name: a.ref for a in game.game.data.abilities.values()}
    hero.bought.append(names["Weaponsmith"])
    derived.update(game.game.hero_game(0))
    return hero


@pytest.mark.covers("sil-g-rulebook: Smithing", "sil-g-rulebook: Skills / Smithing")
def test_a_smith_plans_and_works_by_the_minute(evening):
    evening.say("terrain E4 forge")
    stand_as_smith(evening)
    evening.say("smith", 0)
    view = RULES.view(evening.state, 0)
    assert view.question
    assert all(o.action.verb == "answer" for o in RULES.legal(evening.state, 0))
    assert RULES.view(evening.state, 1).question == ""


@pytest.mark.covers("sil-g-rulebook: Skills / Song")
def test_songs_are_standard_actions_and_ending_one_is_free(evening):
    hero = evening.state.sil.heroes[0]
    song = next(a for a in evening.game.data.abilities.values() if a.skill == 7)
    hero.bought.append(song.ref)
    derived.update(evening.game.hero_game(0))
    line = next(str(o.action) for o in RULES.legal(evening.state, 0) if o.action.verb == "sing")
    left = evening.state.players[0].left
    evening.say(line, 0)
    assert hero.song >= 0
    assert evening.state.players[0].left == left - 1
    evening.say("sing stop", 0)
    assert hero.song < 0
    assert evening.state.players[0].left == left - 1


def test_a_prepared_first_step_takes_few_lines():
    """A level, three monsters, four heroes and the first clock step: at most 40 lines."""
    game = Evening("Ann", "Bob", "Eve", "Ida", clock="gm")
    lines = 0
    for seat in range(4):
        game.say("quick", seat)
        lines += 1
    for line in ("level 150", "spawn 3 orc soldier near start alert", "begin", "clock start"):
        game.say(line)
        lines += 1
    for seat in RULES.turn(game.state).waiting:
        game.say("wait", seat)
        lines += 1
    presses = 0
    while GM in RULES.turn(game.state).waiting:
        game.say("next")
        presses += 1
    assert presses <= 3
    assert lines + presses <= 40


@pytest.mark.covers("sil-g-rulebook: Smithing / Creating artefacts")
def test_an_artefact_takes_three_uses_of_one_forge(evening):
    game = evening.game.hero_game(0)
    item = make_item(evening.game, "longsword")
    plain = costs.of_design(game, item).uses
    item.artefact = 1
    assert (plain, costs.of_design(game, item).uses) == (1, 3)


@pytest.mark.covers("sil-g-rulebook: Smithing / Enchanted forges")
def test_an_enchanted_forge_helps_the_smith():
    assert terrain.forge_bonus(terrain.FORGE + 3) == 0
    assert terrain.forge_bonus(terrain.ENCHANTED_FORGE + 3) > 0


def test_the_contest_is_explained_term_by_term(evening):
    evening.say("draw #####/#...#/#...#/#####")
    assert evening.state.sil.level.height == 8
    evening.say("spawn wolf at D4 asleep")
    terms = evening.say("stealth-terms")
    assert any(text.startswith("Ann: stealth") for text in terms)
    assert any("the way of the sound" in text for text in terms)


def test_an_unwary_patrol_can_be_put_on_the_clock(evening):
    evening.say("spawn wolf at J5 unwary")
    evening.say("clock start")
    (wolf,) = evening.game.creatures
    key = f"c{wolf.slot}"
    assert evening.game.fighter(key).due == -1
    evening.say("insert wolf")
    assert evening.game.fighter(key).due == 1
    assert evening.refused("insert wolf") == "They are on the clock already."
    for seat in (0, 1):
        evening.say("wait", seat)
    assert evening.game.fighter(key).due > 1


def test_who_is_due_as_the_clock_starts_is_on_it_already(evening):
    evening.say("spawn wolf at J5 alert")
    evening.say("clock start")
    (wolf,) = evening.game.creatures
    assert evening.game.fighter(f"c{wolf.slot}").due == evening.state.clock == 0
    assert evening.refused("insert wolf") == "They are on the clock already."


def uploaded(text: str) -> str:
    """Return a text as it comes from a file."""
    return write_upload(text.encode())


def test_a_map_from_a_file_is_the_map_that_is_drawn():
    drawn, read = Evening(), Evening()
    drawn.say(f"draw {MAP}")
    read.say("map " + uploaded("\n".join(MAP.split("/"))))
    drawn.state.desk.history.clear()
    read.state.desk.history.clear()
    assert RULES.dump(drawn.state) == RULES.dump(read.state)
    read.say("map " + uploaded("#### ####\n#..# #..#\n#.......#\n#########"))
    level = read.state.sil.level
    assert level.feature[level.at(3, 6)] == terrain.GRANITE  # a space is left as rock
    assert level.feature[level.at(4, 6)] == terrain.FLOOR


def test_a_map_that_cannot_be_read_changes_nothing(evening):
    assert evening.refused("map") == "Upload the map or paste it: /gm prepare map."
    assert "no symbol" in evening.refused("map " + uploaded("#..\n.\u20ac."))
    assert "at most" in evening.refused("map " + uploaded("." * 500))
    assert "Nobody could stand" in evening.refused("map " + uploaded("###\n###"))
    assert "takes a file" in evening.refused("map ###/#.#/###")


def test_a_picture_is_seen_by_those_who_get_it(evening):
    ours, hers = (write_upload(webp(each)) for each in (b"first", b"second"))
    assert evening.say(f"picture all {ours} The gate") == ["A picture for you: The gate"]
    evening.say(f"picture ann {hers} A map; torn in two")
    shown = {
        seat: [(str(h.title), h.image) for h in RULES.view(evening.state, seat).handouts]
        for seat in (None, GM, 0, 1)
    }
    gate = ("The gate", webp(b"first"))
    assert shown[None] == shown[1] == [gate]
    assert shown[0] == [gate, ("A map; torn in two", webp(b"second"))]
    assert [title for title, _ in shown[GM]] == ["The gate", "A map; torn in two"]
    assert "takes a picture" in evening.refused("picture ann " + write_upload(b""))
    assert "takes a file" in evening.refused("picture ann gate.png")


def test_of_many_pictures_the_newest_are_kept(evening):
    for number in range(9):
        evening.say(f"picture all {write_upload(webp(bytes([number])))} {number}")
    evening.say(f"picture all {write_upload(webp(bytes([7])))} 7")
    kept = RULES.view(evening.state, 0).handouts
    assert [str(each.title) for each in kept] == ["5", "6", "8", "7"]
    assert len({each.name for each in kept}) == 4


@pytest.mark.covers("spec-silg-table: 2. The clock")
def test_a_point_of_smithing_takes_ten_rounds_on_the_clock_each_of_them_loud(monkeypatch):
    game = Evening("Ann", armour="off")
    game.say("quick", 0)
    game.say(f"draw {MAP}")
    game.say("terrain E4 forge")
    game.say("begin")
    hero = stand_as_smith(game)
    hero.work = Work(make_item(game.game, "dagger"), 10)
    loud = []
    monkeypatch.setattr(stealth_contest, "make_noise", lambda *args: loud.append(args[1:]))
    game.say("clock start")
    assert any(str(offer.action) == "forge" for offer in RULES.legal(game.state, 0))
    carried = len(hero.pack)
    for _ in range(10):
        assert game.state.sil.heroes[0].work is not None
        game.say("forge", 0)
    assert game.state.clock == 40
    assert game.state.sil.heroes[0].work is None
    assert len(game.state.sil.heroes[0].pack) == carried + 1
    assert loud == [(0, 10)] * 10
    assert "need a forge" in game.refused("forge", 0) or game.refused("forge", 0)


def test_who_has_lost_what_the_work_takes_cannot_take_it_up_again(evening):
    evening.say("terrain E4 forge")
    hero = stand_as_smith(evening)
    hero.work = Work(make_item(evening.game, "dagger"), 10)
    declared_actions.set_to_work(evening.game, 0, ())
    hero.bought.pop()
    derived.update(evening.game.hero_game(0))
    with pytest.raises(IllegalAction, match="You lack"):
        declared_actions.set_to_work(evening.game, 0, ())


def test_the_party_takes_stairs_together(evening):
    evening.say("terrain D4 down")
    hero, other = evening.state.sil.heroes
    hero.y, hero.x = 4, 3
    other.y, other.x = 4, 7
    evening.say("depth 150")
    assert "Stand on stairs" in evening.refused("stairs", 1)
    assert evening.say("stairs", 0)[0] == "Ann waits at the stairs down."
    assert evening.refused("stairs", 0) == "You are done with this minute."
    advised = [str(o.action) for o in RULES.legal(evening.state, GM) if o.advised]
    assert "travel down" not in advised
    other = evening.state.sil.heroes[1]
    other.y, other.x = 3, 4
    evening.say("stairs", 1)
    assert RULES.turn(evening.state).waiting == (GM,)
    advised = [str(o.action) for o in RULES.legal(evening.state, GM) if o.advised]
    assert "travel down" in advised
    told = evening.say("travel down")
    assert "The party goes down the stairs, to 200 ft." in told
    level = evening.state.sil.level
    assert level.depth == 4
    assert level.feature[evening.state.desk.start] == terrain.UP_STAIR
    assert [hero.deepest for hero in evening.state.sil.heroes] == [4, 4]
    assert RULES.turn(evening.state).waiting == (0, 1)
    assert not any(player.stairs for player in evening.state.players)


def test_stairs_lead_to_a_map_that_was_kept(evening):
    evening.say("depth 300")
    evening.say("keepmap cellar")
    evening.say("depth 1000")
    assert "up or down" in evening.refused("travel sideways")
    assert "no level there" in evening.refused("travel down")
    evening.say("travel down cellar")
    assert evening.state.sil.level.depth == 6
    evening.say("clock start")
    assert evening.refused("travel up") == "The party takes stairs off the clock."


def test_what_is_kept_has_a_short_name_and_refusals_stay_short(evening):
    for kept in ("keepmap", "macro"):
        assert "at most 40 letters" in evening.refused(f"{kept} {'d' * 41} tell x")
    for number in range(12):
        evening.say(f"keepmap {number:a>40}")
    assert len(evening.refused(f"usemap {'1' * 900}")) < 1000


def test_what_the_game_master_declares_for_others_must_be_possible(evening):
    evening.say("draw #####/#...#/#...#/#####")
    evening.say("spawn wolf near party alert")
    evening.say("run monsters gm")
    evening.say("clock start")
    assert "no order" in evening.refused("declare ann nonsense")
    assert "cannot be declared" in evening.refused("declare ann stealth")
    assert evening.refused("declare ann quaff healing")
    evening.say("declare ann wait")
    evening.say("declare bob wait")
    assert "is no square" in evening.refused("declare wolf-1 step nowhere")
