"""A hero who follows the advice never does the same few things on one spot for long."""

from __future__ import annotations

import pytest

from engine.sil.hero import abilities as ab
from tests.engine.sil.autoplay.situations import CORRIDOR, DOORWAY, HALL, SIL, RecordedSituation
from tests.pace.card_player import FEW, WINDOW, press
from tests.rolled import dice_for
from tests.sampled import sampled

MOST_SONGS = WINDOW // 4
ROOMS = {"doorway": DOORWAY, "hall": HALL, "corridor": CORRIDOR}
CASES = [(race, room) for race in ("Mewlip", "Orc soldier", "Wolf") for room in ROOMS]


@pytest.mark.parametrize("case", sampled(CASES, 1, pytest.mark.soak(part="pace")), ids=str)
def test_who_frightens_an_enemy_again_and_again_does_something_else(case: tuple[str, str]) -> None:
    race, room = case
    situation = RecordedSituation(((race, 0, 3),), rows=ROOMS[room], songs=(ab.SONG_OF_ELBERETH,))
    game, lines = situation.game(), list[str]()
    for creature in filter(None, game.level.creatures):
        creature.health = 60  # it lasts
    game.hero.voice = game.hero.derived.max_voice
    while len(lines) < 3 * WINDOW // 2 and not (game.state.ended or game.state.leaving):
        action = press(SIL.legal(game.state, 0)).action
        SIL.apply(game.state, 0, action, dice_for(f"{race} {len(lines)}"))
        lines.append(str(action))
    for start in range(len(lines) - WINDOW + 1):
        window = lines[start : start + WINDOW]
        assert len(set(window)) > FEW, lines
        assert window.count("sing elbereth") <= MOST_SONGS, lines
