"""The advice in recorded situations, and what holds of the order in all of them."""

from pathlib import Path

import pytest

from cogs.ui.card_buttons import CardButtons
from tests.engine.sil.autoplay.situations import SIL, SITUATIONS
from tests.rows import for_each


def recorded() -> dict[str, list[str]]:
    """Return what is advised in each situation, as it is written."""
    found: dict[str, list[str]] = {}
    for line in Path(__file__).with_name("situations.txt").read_text("utf-8").splitlines():
        if line.startswith(" "):
            found[next(reversed(found))].append(line.strip())
        else:
            found[line] = []
    return found


RECORDED = recorded()


def test_sixty_situations_are_recorded():
    assert len(SITUATIONS) >= 60
    assert RECORDED.keys() == SITUATIONS.keys()


@for_each("name", SITUATIONS)
def test_the_first_offers_are_what_an_expert_would_do(name):
    assert SITUATIONS[name].advised() == RECORDED[name]


@for_each("name", SITUATIONS)
def test_no_two_offers_are_labelled_alike(name):
    labels = [str(offer.label) for offer in SIL.legal(SITUATIONS[name].game().state, 0)]
    assert len(labels) == len(set(labels))
    assert all(len(label) <= 38 for label in labels)


@pytest.mark.parametrize("name", [name for name in SITUATIONS if "beside" in name])
def test_in_a_fight_nobody_is_advised_to_rest_or_to_handle_the_pack(name):
    advised = {o.action.verb for o in SIL.legal(SITUATIONS[name].game().state, 0) if o.advised}
    assert not advised & {"rest", "eat", "explore", "travel", "get", "refuel", "stealth"} or (
        "asleep" in name or "sleeping" in name
    )


def test_what_lies_here_is_picked_up_with_one_press():
    game = SITUATIONS["a dagger underfoot"].game()
    offers, view = SIL.legal(game.state, 0), SIL.view(game.state, 0)
    rows = CardButtons(1, 1).play_rows(offers, view, most_rows=5)
    labels = [str(button.label) for row in rows for button in row]
    assert "Pick up Dagger" in " ".join(str(label) for label in labels)
    assert len(labels) == len(set(labels))
