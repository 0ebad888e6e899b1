"""The bot's own words in the language of whoever reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import discord
import pytest
from msgspec.structs import replace

from cogs.client import Leithian
from cogs.command_sync import command_payloads
from cogs.interactions import dispatch_component
from cogs.ui import languages, name_forms, panels
from cogs.ui.catalogues import Catalogue, CatalogueError, catalogue, read_catalogue
from cogs.ui.command_mapper import GM_COMMAND
from cogs.ui.components import IdButton
from cogs.ui.custom_ids import CustomId
from cogs.ui.formatting import count, join_and
from cogs.ui.languages import (
    LANGUAGES,
    CommandTranslator,
    language_of,
    languages_of_games,
    localise_commands,
    say,
    say_all,
    speaking,
    translate,
)
from cogs.ui.replies import error_message
from engine.common.notation import NotationError, roll
from engine.contract.action import Action, Offer
from engine.contract.dice import Stream
from engine.contract.texts import Listing, Name, Text, counted, text
from table.errors import Refusal
from tests.cogs.samples import view
from tests.cogs.test_cards import parts
from tests.cogs.test_commands import client  # noqa: F401 - a fixture
from tests.cogs.test_library_traps import PressInteraction

BUTTON = CustomId(1, 2, "join")


def test_what_has_no_translation_stays_english():
    with speaking("de"):
        assert translate("It is not your turn.") == "Du bist nicht am Zug."
        assert translate("Rúmil walks n.") == "Rúmil walks n."
    assert translate("It is not your turn.") == "It is not your turn."


def test_a_locale_of_discord_names_the_language():
    assert language_of(discord.Locale.german) == "de"
    assert language_of(discord.Locale.british_english) == "en"
    assert language_of(discord.Locale.japanese) == "en"


def test_buttons_and_refusals_speak_it():
    with speaking("de"):
        assert IdButton(BUTTON, "Join").label == "Mitmachen"
        assert error_message(Refusal("There is no game in this channel.")) == (
            "In diesem Kanal gibt es kein Spiel."
        )
    assert IdButton(BUTTON, "Join").label == "Join"


def test_a_menu_speaks_it_in_the_headings_of_all_games_and_in_those_of_one():
    fire, spawn = Offer(Action("fire"), "Fire", group="target"), Offer(Action("spawn"), "Spawn")
    with speaking("de"):
        menu = panels.actions_menu(1, 2, [fire, spawn], groups={"spawn": "monsters"})
    shown = [each["label"] for each in parts(menu.view) if each["type"] == 2]
    assert shown == ["Kampf (1)", "Wesen (1)"]


def test_a_view_speaks_it_wherever_it_has_texts():
    shown = replace(view(), title=Text("Answers"), lines=("Ann", Text("It is not your turn.")))
    with speaking("de"):
        said = say_all(shown)
    assert (said.title, said.lines) == ("Antworten", ("Ann", "Du bist nicht am Zug."))
    assert (said.alt, said.turn) == (shown.alt, shown.turn)


async def test_an_answer_speaks_its_readers_language():
    async def refused(interaction, pressed):
        raise Refusal("It is not your turn.")

    interaction = PressInteraction(refused)
    interaction.locale = discord.Locale.german
    await dispatch_component(interaction)
    [(_, content)] = interaction.response.sent
    assert content["content"] == "Du bist nicht am Zug."


async def test_commands_are_described_in_every_language(client: Leithian):  # noqa: F811
    await client.tree.set_translator(CommandTranslator())
    payloads = {each["name"]: each for each in await command_payloads(client.tree)}
    assert payloads["game"]["description_localizations"]["de"] == "Das Spiel eines Kanals"
    assert payloads["help"]["description_localizations"]["de"] == "Wie man spielt"
    [topic] = payloads["help"]["options"]
    assert topic["description_localizations"]["de"] == "Worüber"


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
async def test_commands_and_options_have_names_that_discord_takes(client: Leithian, language: str):  # noqa: F811
    await client.tree.set_translator(CommandTranslator())
    payloads = await command_payloads(client.tree)
    of_rulesets = {*client._services.rulesets, GM_COMMAND}  # named as their verbs are
    ours = {command.name for command in client.tree.get_commands()} - of_rulesets
    siblings = [[command for command in payloads if command["type"] == 1]]
    siblings += [each["options"] for each in siblings[0] if each["name"] in ours]
    siblings += [each["options"] for group in siblings[1:] for each in group if "options" in each]
    for nodes in siblings:
        shown = [(each.get("name_localizations") or {}).get(language) for each in nodes]
        named = [name for name in shown if name is not None]
        assert len(named) == sum(each["name"] in ours or nodes is not siblings[0] for each in nodes)
        assert len(set(named)) == len(named)
        assert all(re.fullmatch(r"[-_\w]{1,32}", name) and name == name.lower() for name in named)


def test_a_sentence_with_facts_is_said_in_each_language():
    refused = Refusal("Only {names} may {action}.", names="Ann", action=Text("begin it"))
    assert str(refused) == "Only Ann may begin it."
    with speaking("de"):
        assert error_message(refused) == "Nur Ann darf: anfangen."
        assert count(3, "move") == "3 Züge"
        assert join_and(["Ann", "Bob", "Eve"]) == "Ann, Bob und Eve"


def test_texts_name_commands_as_the_reader_sees_them():
    names = {"game": "spiel", "game new": "neu", "look": "umsehen"}
    said = "`/game new`, /game list, `/look was:` and/or /sil step."
    assert localise_commands(said, names) == (
        "`/spiel neu`, /spiel list, `/umsehen was:` and/or /sil step."
    )


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
async def test_every_description_fits(client: Leithian, language: str):  # noqa: F811
    await client.tree.set_translator(CommandTranslator())
    todo, found = await command_payloads(client.tree), 0
    while todo:
        node = todo.pop()
        todo += node.get("options") or []
        said = (node.get("description_localizations") or {}).get(language)
        found += said is not None
        assert said is None or 1 <= len(said) <= 100, said
    assert found > 80
    assert all(
        english.count("`") == said.count("`") for english, said in catalogue(language).texts.items()
    )


WORDS = """\
msgid "{who:The} hits {whom:the}."
msgstr "{who:Der} trifft {whom:den}."

msgid "{number} arrow"
msgid_plural "{number} arrows"
msgstr[0] "{number} Pfeil"
msgstr[1] "{number} Pfeile"

msgid "Here lie {things}."
msgstr "Hier liegen {things}."

msgid "From {who} to {whom}"
msgstr "{who:Vom} {whom:zum}"

msgid "{who:The} throws {thing}."
msgstr "{who:Der} wirft {thing:wen}."

msgid "{thing:a}, cursed"
msgstr "{thing:ein}, verflucht"

msgctxt "name"
msgid "green ooze"
msgstr "grün- Schleim m"

msgctxt "name"
msgid "bear"
msgstr "Bär m Bären"

msgctxt "name"
msgid "Lug the Grim"
msgstr "Lug der Grimmige | Lug den Grimmigen | Lug dem Grimmigen | Lugs des Grimmigen"

msgctxt "name"
msgid "rat"
msgstr "Ratte f"

msgctxt "name"
msgid "remains"
msgstr "alt- Knochenreste p"

msgctxt "name"
msgid "{what} hunter"
msgstr "{what}jäger m"

msgctxt "name"
msgid "{owner}, {what}"
msgstr "{owner} mit {what:wem}"

msgctxt "list"
msgid "and"
msgstr "und"
"""
OOZE, BEAR, RAT, REMAINS = Name("green ooze"), Name("bear"), Name("rat"), Name("remains")
ANN = Name("Ann", proper=True, given=True)


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Speak German with a small catalogue."""
    file = tmp_path / "de.po"
    file.write_text(WORDS)
    small = Catalogue((file,))
    caches = languages._template, languages._is_said
    for module in (languages, name_forms):
        monkeypatch.setattr(module, "catalogue", lambda language: small)
    for cached in caches:
        cached.cache_clear()
    with speaking("de"):
        yield
    for cached in caches:
        cached.cache_clear()


def test_names_have_articles_and_cases(german: None):
    hit = "{who:The} hits {whom:the}."
    assert translate(text(hit, who=OOZE, whom=BEAR)) == "Der grüne Schleim trifft den Bären."
    assert translate(text(hit, who=BEAR, whom=OOZE)) == "Der Bär trifft den grünen Schleim."
    assert translate(text(hit, who=Name("bear", number=2), whom=ANN)) == "Bär 2 trifft Ann."
    hunter = Name("{what} hunter", facts={"what": BEAR})
    assert translate(text(hit, who=hunter, whom=BEAR)) == "Der Bärjäger trifft den Bären."
    assert translate(text("{who:.4}", who=hunter)) == "Bär…"
    arrows = counted(3, "{number} arrow", "{number} arrows")
    one = counted(1, "{number} arrow", "{number} arrows")
    lie = text("Here lie {things}.", things=Listing((arrows, one, BEAR), form="a"))
    assert translate(lie) == "Hier liegen 3 Pfeile, 1 Pfeil und ein Bär."


def test_a_name_within_a_name_can_be_its_noun(german: None):
    owner = Name("{owner}, {what}", facts={"owner": BEAR, "what": OOZE})
    hit = text("{who:The} hits {whom:the}.", who=owner, whom=owner)
    assert translate(hit) == ("Der Bär mit grünem Schleim trifft den Bären mit grünem Schleim.")
    pet = Name("{owner}, {what}", facts={"owner": ANN, "what": REMAINS})
    assert translate(text("{who:A}", who=pet)) == "Ann mit alten Knochenresten"
    assert translate(text("{who}", who=Name("a | b"))) == "a | b"


def test_names_without_an_article_may_have_cases(german: None):
    lug = Name("Lug the Grim", proper=True)
    hit = text("{who:The} hits {whom:the}.", who=lug, whom=lug)
    assert translate(hit) == "Lug der Grimmige trifft Lug den Grimmigen."
    way = text("From {who} to {whom}", who=lug, whom=Name("Lug", given=True))
    assert translate(way) == "Von Lug dem Grimmigen zu Lug"


def test_english_names_have_articles():
    assert str(text("{who:The} hits {whom:the}.", who=OOZE, whom=ANN)) == (
        "The green ooze hits Ann."
    )
    assert str(text("{who:A} waits.", who=Name("ape"))) == "An ape waits."


def test_prepositions_take_the_article_in(german: None):
    way = "From {who} to {whom}"
    assert translate(text(way, who=BEAR, whom=RAT)) == "Vom Bären zur Ratte"
    assert translate(text(way, who=RAT, whom=ANN)) == "Von der Ratte zu Ann"
    assert translate(text(way, who=ANN, whom=REMAINS)) == "Von Ann zu den alten Knochenresten"


def test_a_text_within_a_text_stands_in_the_case_that_is_asked_for(german: None):
    cursed = text("{thing:a}, cursed", thing=OOZE)
    thrown = text("{who:The} throws {thing}.", who=ANN, thing=cursed)
    assert translate(thrown) == "Ann wirft einen grünen Schleim, verflucht."
    both = text("{who:The} throws {thing}.", who=RAT, thing=Listing((BEAR, REMAINS), form="a"))
    assert translate(both) == "Die Ratte wirft einen Bären und alte Knochenreste."
    plain = text("{who:The} throws {thing}.", who=ANN, thing="2 coins")
    assert translate(plain) == "Ann wirft 2 coins."


def test_a_sentence_without_a_translation_is_english_with_all_in_it(german: None):
    told = text("{who:The} eats {things}.", who=BEAR, things=Listing((RAT, OOZE), form="a"))
    assert translate(told) == "The bear eats a rat and a green ooze."
    assert translate(text("{who} · {whom}", who=BEAR, whom=RAT)) == "Bär · Ratte"
    fell = Text("{number} arrow", {"number": 2}, "{number} arrows fell")  # another plural
    assert translate(fell) == "2 arrows fell"


def test_people_are_told_which_games_speak_their_language(monkeypatch: pytest.MonkeyPatch):
    spoken = {"sil"}
    monkeypatch.setattr(languages, "is_translated", lambda name, language: name in spoken)
    titles = {"sil": "Sil-Q", "toy": "Toy"}
    assert languages_of_games(titles) == ""
    with speaking("de"):
        assert languages_of_games(titles) == "Sil-Q auf Deutsch, die anderen Spiele auf Englisch."
        spoken.add("toy")
        assert languages_of_games(titles) == "Alle Spiele sind auf Deutsch."
        spoken.clear()
        assert languages_of_games(titles) == "Alle Spiele sind auf Englisch."


def test_a_fault_in_a_catalogue_is_told_with_its_line(tmp_path: Path):
    file = tmp_path / "xx.po"
    file.write_text(
        'msgid "One"\nmsgstr "Eins"\n\n# note\nmsgid ""\n"Two\\n"\n"lines"\nmsgstr "Zwei"\n'
    )
    assert Catalogue((file,)).texts == {"One": "Eins", "Two\nlines": "Zwei"}
    file.write_text('msgid "One"\nmsgst "Eins"\n')
    with pytest.raises(CatalogueError, match="line 2"):
        read_catalogue(file)


async def test_a_server_chooses_the_language_of_its_cards(client: Leithian):  # noqa: F811
    builder = client._services.card_builder
    assert await builder.server_language(10) == "en"
    await builder.set_server_language(10, "de")
    assert await builder.server_language(10) == "de"
    assert await builder.server_language(11) == "en"
    await builder.set_server_language(10, None)
    assert await builder.server_language(10) == "en"


async def test_a_servers_language_is_as_discord_says_now_however_late(
    client: Leithian,  # noqa: F811
):
    builder, spoken = client._services.card_builder, []
    for locale in (None, "de", "fr", "de"):
        if locale is not None:
            client._connection._note_locale("10", locale)  # type: ignore[attr-defined]
        spoken.append(await builder.told_language(10))
    assert spoken == [None, "de", "en", "de"]
    assert await builder.server_language(11) == "en"


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_texts_name_buttons_as_the_buttons_are_called(language: str):
    words = catalogue(language).texts
    for english, translated in words.items():
        for name in re.findall(r"\*\*(.+?)\*\*", english):
            if name[0].isupper() and name in words:
                assert f"**{words[name]}**" in translated


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("2d6 + {name}", "Ab „{name}“ kann ich den Wurf nicht lesen."),
        ("2d6mih3", "Zu mi gehört nur eine Zahl."),
        ("check 8", "Sag, wogegen: check 8 vs 10."),
        ("1001d6", "Das sind zu viele Würfel; höchstens 1000."),
    ],
)
def test_a_roll_that_cannot_be_read_is_refused_in_the_readers_language(written: str, told: str):
    with pytest.raises(NotationError) as refused:
        roll(written, Stream(bytes(32)))
    with speaking("de"):
        assert say(Refusal(refused.value.text).text) == told
