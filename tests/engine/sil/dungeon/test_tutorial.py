"""The tutorial is played to its end by who only reads the picture in words."""

from __future__ import annotations

import random
import re

import msgspec
import pytest

from cogs.ui import cards
from cogs.ui.custom_ids import CustomId
from cogs.ui.formatting import escape
from cogs.ui.languages import LANGUAGES, say, say_all, speaking
from engine.contract import running_game
from engine.contract.action import InvalidAction
from engine.contract.running_game import RunningGame
from engine.sil.data.tutorial_rooms import read_rooms
from engine.sil.ruleset import SilQ
from tests.cogs import samples
from tests.cogs.test_cards import parts
from tests.rolled import dice_for
from tests.rulesets import RULESETS
from tests.sampled import sampled

MOST_ACTIONS = 500
_QUOTED = re.compile(r"[“„]([^”“]+)[”“]")

SIL = SilQ()


def begun(seed: bytes) -> RunningGame:
    return running_game.start(RULESETS["sil"], {"hero": "tutorial"}, ["Ann"], dice_for(seed))


def card_of(game: RunningGame) -> cards.Card:
    """Return the card of the game, as the channel sees it."""
    offers, view = game.legal(0), say_all(game.view(0))
    return cards.turn_card(samples.status(), 9, view, offers, b"png")


def pressed(card: cards.Card, line: str) -> None:
    """Check that a button or a menu of the card takes an action."""
    every = parts(card.view)
    found = [CustomId.parse(p["custom_id"]).arg for p in every if p["type"] == 2]
    found += [option["value"] for p in every if p["type"] == 3 for option in p["options"]]
    assert line in found, [part.get("label") for part in every]


@pytest.mark.covers("spec-world: 16")
# With these seeds nobody disturbs the work at the forge.
@pytest.mark.parametrize("seed", sampled([0, 2, 3], 1, pytest.mark.soak(part="autoplay")))
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_advised_buttons_finish_it_and_each_card_says_the_task(seed, language):
    game, tasks, labels = begun(bytes([seed]) * 16), [], set()
    with speaking(language):
        for _ in range(MOST_ACTIONS):
            if game.outcome() is not None:
                break
            view, card = say_all(game.view(0)), card_of(game)
            if view.coach not in tasks:
                tasks.append(view.coach)
            told = "".join(part.get("content", "") for part in parts(card.view))
            assert any(f"> {escape(line)}" in told for line in (view.coach, *view.coach_shorter))
            offers = game.legal(0)
            labels |= {part.get("label") or "" for part in parts(card.view)}
            labels |= {say(offer.label) for offer in offers}
            pressed(card, str(offers[0].action))
            game.apply(0, offers[0].action, dice_for(game.dump()))
    assert len(tasks) == len(read_rooms()) == 12
    for task in tasks:
        for name in _QUOTED.findall(task):
            assert any(f"{label} ".startswith(f"{name} ") for label in labels), (task, name)
    ended = game.outcome()
    assert ended is not None
    assert (str(ended.title), ended.ending) == ("Ann knows how to play", "won")
    assert dict(ended.facts)["score"] == 0


def test_whoever_strays_is_led_back():
    game, chance = begun(bytes(16)), random.Random(1)
    for turn in range(3 * MOST_ACTIONS):
        if game.outcome() is not None:
            break
        offers = game.legal(0)
        assert [offer.advised for offer in offers[:2]] == [True, False], game.view(0).coach
        walks = [o for o in offers if o.action.verb == "step" and o.intent != "attack"]
        stray = walks and turn % 3 == 0
        chosen = chance.choice(walks) if stray else offers[0]
        game.apply(0, chosen.action, dice_for(game.dump()))
    assert game.outcome() is not None


@pytest.mark.parametrize("walked", [0, 4, 30])
def test_an_action_is_advised_whatever_one_strays_to(walked: int):
    game, chance = begun(bytes(16)), random.Random(5)
    for turn in range(walked + 40):
        offers = game.legal(0)
        if turn < walked or not offers:
            chosen = offers[0]
        else:
            assert any(offer.advised for offer in offers), game.view(0).question
            chosen = chance.choice([o for o in offers if o.action.verb != "abandon"])
        game.apply(0, chosen.action, dice_for(game.dump()))
        if game.outcome() is not None:
            break


def test_every_task_is_one_sentence_in_the_alt_text():
    for room in read_rooms():
        assert room.task.endswith(".")
        assert room.task.count(". ") == 0
        assert _QUOTED.search(room.task)
    view = begun(bytes(16)).view(0)
    assert f"Task: {read_rooms()[0].task}" in str(view.alt)


def test_it_is_offered_where_a_hero_is_made():
    game = running_game.start(RULESETS["sil"], {}, ["Ann"], dice_for(bytes(16)))
    offer = next(o for o in game.legal(0) if o.action.args == ("tutorial",))
    game.apply(0, offer.action, dice_for(game.dump()))
    assert "Task" in [str(name) for name, _ in game.view(0).facts]


def test_a_gate_stays_shut_until_its_task_is_done():
    game = begun(bytes(16))
    for _ in range(6):
        game.apply(0, game.parse("step e", 0), dice_for(game.dump()))
    board = game.view(0).map
    assert not any(ground.door for ground in (board.legend[g] for g in board.ground))
    game.apply(0, game.parse("step e", 0), dice_for(game.dump()))
    board = game.view(0).map
    assert any(ground.door for ground in (board.legend[g] for g in board.ground))
    assert "Well done!" in " ".join(map(str, game.view(0).lines))


def test_data_without_its_things_do_not_offer_it():
    kinds = {n: kind for n, kind in SIL.data.kinds.items() if "Curved Sword" not in kind.name}
    poor = SilQ(msgspec.structs.replace(SIL.data, kinds=kinds))
    with pytest.raises(InvalidAction, match="Curved Sword"):
        poor.new({"hero": "tutorial"}, ["Ann"], dice_for(bytes(16)))
    state = poor.new({}, ["Ann"], dice_for(bytes(16)))
    assert all(offer.action.args != ("tutorial",) for offer in poor.legal(state, 0))


def test_who_falls_climbs_back_into_the_room():
    state = SIL.new({"hero": "tutorial"}, ["Ann"], dice_for(bytes(16)))
    game = SIL.game(state)
    state.leaving, game.hero.health = "fall", 1
    SIL.apply(state, 0, SIL.parse("wait", state, 0), dice_for(SIL.dump(state)))
    assert (game.hero.x, game.hero.health) == (1, game.hero.derived.max_health)
    assert game.level.depth == 1


def test_a_room_that_is_not_whole_is_refused(tmp_path):
    for text, fault in (
        ("N:1:A\nX:b", "rooms.txt:2"),
        ("T:first", "rooms.txt:1"),
        ("N:1:A\nT:Do.\nG:fly\nD:..", "the room A is not whole"),
        ("N:1:A\nT:Do.\nG:reach\nD:..\nD:.", "the room A is not whole"),
    ):
        path = tmp_path / "rooms.txt"
        path.write_text(text)
        read_rooms.cache_clear()
        with pytest.raises(ValueError, match=fault):
            read_rooms(path)
    read_rooms.cache_clear()


def test_the_manual_leads_to_it():
    found = [topic.name for topic in SIL.help_topics() if "tutorial" in topic.words]
    assert found == ["the tutorial"]
