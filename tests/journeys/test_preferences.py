"""Help, privacy, and those who look after a server."""

from __future__ import annotations

from tests.journeys.parts import Bot, Hall, pictures, said
from tests.journeys.together import private


def test_help_has_topics_actions_and_a_legend(hall: Hall):
    assert "/game new" in said(hall.slash("Beren", "help"))
    assert "Shoot" in said(hall.slash("Beren", "help", topic="sil fire"))
    legend = private(hall.slash("Beren", "help", topic="sil legend"))
    assert pictures(legend)
    assert "no help on that" in said(hall.slash("Beren", "help", topic="nonsense"))
    offered = hall.client.autocomplete("Beren", hall.name, "help", "topic", topic="sil re")
    assert "sil rest" in [choice["value"] for choice in offered["choices"]]


def test_the_lobby_tells_where_its_rules_differ(hall: Hall):
    hall.slash("Beren", "game new", ruleset="sil")
    told = said(hall.press("Luthien", "Differences", hall.card(1)))
    assert "“manual” are in force" in told
    assert "Weapons made for throwing: daggers, spears, hand axes (“game”: daggers, spears)" in told


def test_somebody_is_taken_out_on_their_wish(hall: Hall, bot: Bot):
    hall.begin("sil", ("Finrod",))
    hall.press("Finrod", "Quick start", hall.card(2))
    hall.card(3)
    assert "Names: Finrod." in said(hall.slash("Finrod", "privacy"))
    sent = private(hall.slash("Finrod", "privacy", what="export"))
    assert sent["attachments"][0]["filename"].endswith(".json")
    assert said(hall.slash("Finrod", "privacy", what="delete")).startswith("Nothing has changed")
    assert "nothing names you" in said(hall.slash("Finrod", "privacy", what="delete", sure=True))
    person = next(p["id"] for p in hall.client.world()["people"] if p["name"] == "Finrod")
    counted = "select count(*) from people where person = ?"
    assert bot.rows(counted, int(person)) == [(0,)]


def test_a_diagnosis_names_what_is_missing_and_the_remedy(hall: Hall):
    assert "There is no game" in said(hall.slash("Thingol", "admin"))
    hall.begin("sil", ("Thingol",))
    hall.slash("Thingol", "game pause", reason="Tea.")
    assert "paused: Tea" in said(hall.slash("Thingol", "admin"))
    assert "ms to Discord" in said(hall.slash("Thingol", "admin"))
    assert "Only the owner" in said(hall.slash("Thingol", "admin", backup=True))
