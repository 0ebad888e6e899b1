"""Horns."""

import pytest

from engine.sil.game.state import Skill
from engine.sil.item_use import activation
from engine.sil.items import item_names
from engine.sil.level import terrain
from tests.engine.sil.item_use.test_carrying import refused
from tests.engine.sil.item_use.test_use import of_health
from tests.engine.sil.items.things import HORN, POTION, bearer, given, lying, names, thing
from tests.engine.sil.stage import foe, load_dice


@pytest.mark.covers("spec-objects-smithing: 7.5")
class TestHorns:
    def horn(self, game, name):
        (item,) = given(game, thing(HORN, name))
        game.hero.voice = game.hero.derived.max_voice
        return item

    @pytest.mark.covers(
        "sil-q-codebase: Horn Effects / Noise Generation",
        "sil-q-manual: One-off effects that are not modified by stealth:",
    )
    def test_a_horn_takes_voice_and_a_turn(self):
        game = bearer()
        horn = self.horn(game, "Terror")
        activation.play(game, horn, "a", "e")
        assert game.hero.voice == game.hero.derived.max_voice - 20
        assert game.state.energy_used == 100

    def test_without_voice_it_is_not_blown(self):
        game = bearer()
        horn = self.horn(game, "Terror")
        game.hero.voice = 19
        assert refused(game, activation.play, horn, "a", "e")

    def test_a_way_is_asked_for(self):
        game = bearer()
        horn = self.horn(game, "Blasting")
        activation.play(game, horn, "a")
        assert {"n", "se", "up", "down", "no"} <= {word for word, _ in game.state.question.answers}
        assert not game.state.energy_used

    @pytest.mark.covers("sil-q-codebase: Horn Types and Effects")
    def test_terror_shakes_who_stands_in_the_cone(self):
        game = bearer(skills=(0, 0, 0, 0, 0, 30, 0, 0))
        ahead, behind = foe(game, "Wolf", 0, 2), foe(game, "Wolf", 0, -2)
        activation.play(game, self.horn(game, "Terror"), "a", "e")
        assert ahead.temporary_morale < 0
        assert behind.temporary_morale == 0

    @pytest.mark.covers("spec-world: 7.8")
    def test_thunder_stuns_less_farther_off_and_shatters_potions(self):
        game = bearer()
        load_dice(game, otherwise=4)
        wolves = [foe(game, "Wolf", 0, n, health=200) for n in (1, 2, 3)]
        lying(game, thing(POTION, "Healing"), dx=2)
        activation.play(game, self.horn(game, "Thunder"), "a", "e")
        assert [wolf.stun for wolf in wolves] == [32, 24, 16]
        assert not game.level.floor

    @pytest.mark.covers("sil-q-codebase: Horn of Force Details")
    @pytest.mark.covers("spec-world: 7.8")
    def test_force_hurls_the_near_farther_than_the_far(self):
        game = bearer(skills=(0, 0, 0, 0, 0, 30, 0, 0))
        near = foe(game, "Wolf", 0, 1)
        near.energy = 80
        activation.play(game, self.horn(game, "Force"), "a", "e")
        assert near.x >= game.hero.x + 2
        assert (near.energy, near.stun) == (0, 30)

    def test_blasting_breaks_rock(self):
        game = bearer(skills=(0, 0, 0, 0, 0, 40, 0, 0))
        level = game.level
        wall = level.at(game.hero.y, game.hero.x + 2)
        level.feature[wall] = terrain.QUARTZ
        activation.play(game, self.horn(game, "Blasting"), "a", "e")
        assert level.feature[wall] == terrain.RUBBLE

    @pytest.mark.covers("spec-world: 7.8")
    def test_blasting_down_falls_to_the_next_level(self):
        game = bearer(skills=(0, 0, 0, 0, 0, 40, 0, 0))
        game.hero.health = 100
        activation.play(game, self.horn(game, "Blasting"), "a", "down")
        assert game.state.leaving
        assert game.state.destination == game.level.depth + 1

    @pytest.mark.parametrize("way", ["up", "down"])
    def test_blasting_that_breaks_nothing_is_heard_and_shows_what_the_horn_is(self, way):
        game = bearer(skills=(0, 0, 0, 0, 0, -30, 0, 0))
        horn = self.horn(game, "Blasting")
        before = game.hero.health
        activation.play(game, horn, "a", way)
        told = {"up": "The blast breaks on the ceiling.", "down": "The blast breaks on the floor."}
        assert told[way] in [str(event.text) for event in game.state.events]
        assert item_names.is_aware(game, horn.kind)
        assert (game.hero.health, game.state.leaving) == (before, "")

    def test_a_floor_breaks_for_a_will_that_is_one_above_its_hardness(self):
        for ahead, falls in ((0, False), (1, True)):
            game = bearer(skills=(0, 0, 0, 0, 0, 10, 0, 0))
            game.hero.health = 100
            load_dice(game, 5 + ahead, 5 + game.hero.skill(Skill.WILL) - 10, otherwise=1)
            activation.play(game, self.horn(game, "Blasting"), "a", "down")
            assert bool(game.state.leaving) == falls

    def test_warning_enrages_who_hears_it_well(self):
        game = bearer()
        wolf = foe(game, "Wolf", 0, 4)
        game.knowledge.noise[:] = bytes(len(game.knowledge.noise))
        activation.play(game, self.horn(game, "Warning"), "a", "e")
        assert wolf.stance == "aggressive"

    @pytest.mark.parametrize("name", names(HORN))
    @pytest.mark.parametrize("way", ["nw", "up"])
    @pytest.mark.covers("sil-q-codebase: Horn Types and Effects")
    @pytest.mark.covers("spec-world: 7.8")
    def test_every_horn_can_be_blown(self, name, way):
        game = of_health(90, 90, skills=(0, 0, 0, 0, 0, 8, 0, 0))
        foe(game, "Wolf", -2, -2)
        activation.play(game, self.horn(game, name), "a", way)
        assert game.state.energy_used == 100

    @pytest.mark.covers(
        "sil-q-codebase: Horn Effects / Noise Generation",
        "sil-q-manual: One-off effects that are not modified by stealth:",
    )
    @pytest.mark.parametrize(
        ("name", "loudness"),
        [("Terror", 10), ("Thunder", 20), ("Force", 20), ("Blasting", 30), ("Warning", 40)],
    )
    def test_a_horn_is_heard_however_quiet_the_hero(self, name, loudness, monkeypatch):
        heard = []
        monkeypatch.setattr(activation.noise, "noise", lambda game, amount: heard.append(amount))
        game = of_health(90, 90, skills=(0, 0, 0, 30, 0, 8, 0, 0))
        activation.play(game, self.horn(game, name), "a", "e")
        assert heard == [-loudness]

    def test_blowing_ends_the_song(self):
        game = bearer()
        game.hero.song = 0
        activation.play(game, self.horn(game, "Terror"), "a", "e")
        assert game.hero.song == -1
