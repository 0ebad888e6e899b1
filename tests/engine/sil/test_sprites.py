"""Names of sprites, and the phases and endings that a view tells."""

from engine.sil import view
from engine.sil.data import bundle
from engine.sil.data.sprites import ARMS, sprite_names
from engine.sil.ruleset import SilQ
from render.tile_library import own_tiles
from tests.engine.sil.arena import arena, look
from tests.engine.sil.stage import foe
from tests.rolled import dice_for

SIL = SilQ()


def test_no_two_records_of_a_table_share_a_name():
    names = bundle.load().sprites
    for table in (names.monsters, names.kinds, names.terrain, names.flavours, names.heroes):
        assert len(set(table.values())) == len(table)
        assert all(name.startswith("sil:") for name in table.values())


def test_names_depend_on_names_alone():
    content = bundle.load()
    names = sprite_names(
        content.monsters, content.kinds, content.terrain, content.flavours, content.races
    )
    assert names == content.sprites
    assert names.heroes[0] == "sil:hero/noldor"
    assert "sil:monster/wolf" in names.monsters.values()
    doors = [name for name in names.terrain.values() if name.startswith("sil:terrain/locked-door")]
    assert doors[:2] == ["sil:terrain/locked-door", "sil:terrain/locked-door-2"]


def test_every_race_has_a_picture_of_its_own():
    rules = own_tiles().tile_set("sil").rules
    drawn = [rules.find("entity", name, "?") for name in bundle.load().sprites.heroes.values()]
    assert all(rule is not None and rule.accent == "seat" for rule in drawn)
    assert len({rule.tile for rule in drawn if rule}) == len(drawn)


def test_every_pattern_of_the_rules_names_a_sprite():
    names = bundle.load().sprites
    known = [
        name.partition(":")[2]
        for table in (names.monsters, names.kinds, names.terrain, names.flavours, names.heroes)
        for name in table.values()
    ]
    known += [f"{hero}-{arms}" for hero in known if hero.startswith("hero/") for arms in ARMS]
    rules = own_tiles().tile_set("sil").rules
    exact = {name for layer, name in rules.by_key if layer == "sprite"}
    assert exact <= set(known)
    for pattern, rule in rules.patterns:
        first = next((name for name in known if rules.find("", f"sil:{name}", "") is rule), None)
        assert first is not None, pattern


def test_a_game_goes_from_setup_through_play_to_its_ending():
    game = SIL.game(
        SIL.new({"hero": "create"}, ["Beren"], dice_for(bytes(16))), dice_for(bytes(16))
    )
    shown = SIL.view(game.state, 0)
    assert (shown.phase, shown.ending, shown.map) == ("setup", "", None)
    assert shown.sheet is not None
    assert SIL.turn(game.state).waiting == (0,)
    game = arena()
    look(game)
    shown = SIL.view(game.state, 0)
    assert (shown.phase, shown.ending) == ("play", "")
    for ended, jewels, ending in (
        ("dead", 0, "lost"),
        ("escaped", 1, "won"),
        ("escaped", 0, "left"),
    ):
        game.state.ended, game.hero.silmarils = ended, jewels
        shown = SIL.view(game.state, 0)
        outcome = SIL.outcome(game.state)
        assert (shown.phase, shown.ending) == ("over", ending)
        assert outcome is not None
        assert (outcome.ending, outcome.won) == (ending, ending == "won")
        assert outcome.scene.partition(":")[2] in own_tiles().tile_set("sil").scenes
        assert SIL.turn(game.state).waiting == ()


def test_badges_bars_and_notes_say_what_may_be_known():
    game = arena()
    wolf = foe(game, "Wolf", dx=2, alertness=-20)
    wolf.max_health, wolf.health = 20, 9
    look(game)
    player = next(e for e in view.view(game).map.entities if e.seat is None)
    master = next(e for e in view.view(game, everything=True).map.entities if e.seat is None)
    assert player.badges == master.badges == ("asleep",)
    assert [(bar.value, bar.maximum) for bar in player.bars] == [(2, 4)]
    assert player.notes == ()
    assert [(note.text, note.tone) for note in master.notes] == [("-20", "calm")]
    assert view.view(game).note_key == ()
    assert view.view(game, everything=True).note_key
