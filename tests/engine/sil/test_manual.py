"""The manual explains every subject, ability and song, with the figures of the data."""

from __future__ import annotations

import pytest

from engine.common.help_topics import read_topics
from engine.contract.view import HelpTopic
from engine.sil import manual
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.hero import abilities as ab
from engine.sil.hero import experience, singing
from engine.sil.ruleset import SilQ
from tests.engine.sil.arena import arena
from tests.engine.sil.stage import DATA, kind

SIL = SilQ()


def topics(rulings=MANUAL) -> dict[str, HelpTopic]:
    return {topic.name: topic for topic in manual.topics(DATA, rulings)}


def test_every_topic_is_named_once_and_whole():
    found = SIL.help_topics()
    assert len({topic.name for topic in found}) == len(found)
    for topic in found:
        assert 0 < len(topic.name) <= 60
        assert topic.name == topic.name.lower()
        assert len(str(topic.text)) > 30
        assert str(topic.text).rstrip().endswith(".")


def test_no_figure_of_a_subject_is_left_open():
    found = topics()
    for subject in read_topics(manual.FILE):
        assert "{" not in str(found[subject.name].text)


def test_every_ability_tells_what_it_does_and_asks_for():
    found = topics()
    for record in DATA.abilities.values():
        topic = found[ab.name(DATA, record.ref).lower()]
        if topic.words != (ab.name(DATA, record.ref).lower().replace(" ", "-"),):
            continue  # a subject of the same name says it
        assert record.description.split(".")[0] in str(topic.text)
        assert f"{record.level} points" in str(topic.text)


def test_every_song_tells_its_cost_by_the_rules_in_force():
    for number, song in DATA.rules.songs.items():
        name = ab.name(DATA, song.ref).lower()
        for rulings in (MANUAL, GAME):
            assert str(singing.price(song, rulings)) in str(topics(rulings)[name].text)
        assert number == song.ref.number


def test_each_figure_is_told_by_some_subject():
    prose = " ".join(subject.text.template for subject in read_topics(manual.FILE))
    assert not [name for name in manual._figures(DATA, GAME) if f"{{{name}}}" not in prose]


@pytest.mark.parametrize(
    ("subject", "figure"),
    [
        ("skills", f"{experience.skill_cost(0, 10):,}"),
        ("the basics", "1,000 ft deep"),
        ("the basics", "at 50 ft with 5,000 experience"),
        ("stats", "13 points are shared out"),
        ("constitution", "20 with 0, 34 with 3, 59 with 6"),
        ("grace", "20 with 0, 41 with 4"),
        ("strength", "100 lb with Strength 0, 172 lb with 3"),
        ("damage", "a die more for each 7 by which"),
        ("hunger", "begin with 4,999"),
        ("hunger", "Under 2,000 you are hungry, under 1,000 weak"),
        ("abilities", "costs 500 experience, each further one 500 more"),
        ("the throne room", "At 1,000 ft Morgoth"),
        ("the iron crown", "10d4"),
        ("score", "10,000,000 for each level down"),
        ("score", "1,000,000 a Silmaril; 10,000,000 for coming out"),
        ("challenges", "50,000"),
        ("special items", "Each new kind pays 100 experience, an artefact 200"),
        ("peoples and houses", "abilities cost 500 less"),
        ("peoples and houses", "Noldor: "),
    ],
)
def test_figures_are_those_of_the_data(subject, figure):
    assert figure in str(topics()[subject].text)


def test_kinds_that_were_learned_can_be_looked_up_and_no_others():
    game = arena()
    before = {topic.name for topic in SIL.topics(game.state, 0)}
    game.lore.aware.append(kind("Clarity"))
    [new] = [topic for topic in SIL.topics(game.state, 0) if topic.name not in before]
    assert (new.kind, str(new.title)) == ("lore", "a Potion of Clarity")
    assert len(str(SIL.explain(game.state, 0, new))) > 20
