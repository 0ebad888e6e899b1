"""Plans that smiths save at the workbench."""

import pytest

from engine.contract.action import InvalidAction
from engine.sil.smithing import workbench
from tests.engine.sil.smithing.smithy import CRAFTS, SIL, labels, of_kind, press, say, smithy


def test_a_saved_plan_is_offered_at_a_forge_and_can_be_removed():
    game = smithy(*CRAFTS)
    game.knowledge.designs["Good Helm"] = of_kind(game, "Helm")
    assert "Make Good Helm" in labels(game)
    press(game, "Work at the forge", "Saved plans", "Good Helm", "Another item", "Saved plans",
          "Remove one", "Good Helm", "Back to the design", "Leave")  # fmt: skip
    assert not game.knowledge.designs


@pytest.mark.parametrize("answer", ["answer keep", "answer Sure Aim"])
def test_a_plan_beyond_the_twentieth_is_saved_once_another_is_removed(answer):
    game = smithy(*CRAFTS)
    kept = {f"Plan {n}": of_kind(game, "Helm") for n in range(workbench.MOST_DESIGNS)}
    game.knowledge.designs |= kept
    press(game, "Work at the forge", "Swords", "Longsword", "Save the plan")
    say(game, answer)
    assert game.knowledge.designs == kept
    press(game, "Back", "Save the plan")
    say(game, answer)
    press(game, "Plan 7")
    say(game, answer)
    *others, saved = game.knowledge.designs
    assert others == [name for name in kept if name != "Plan 7"]
    assert saved == "Sure Aim" if "Aim" in answer else saved.startswith("Longsword")
    assert "Make it" in " ".join(labels(game))


def test_a_name_that_is_too_long_leaves_the_question_standing():
    game = smithy(*CRAFTS)
    press(game, "Work at the forge", "Swords", "Longsword", "Save the plan")
    before = SIL.dump(game.state)
    with pytest.raises(InvalidAction, match="30 letters"):
        say(game, "answer " + "x" * 31)
    assert SIL.dump(game.state) == before
