"""naming.json: what objects are called."""

from engine.sil.data import bundle
from engine.sil.game.context import SilContext
from engine.sil.game.presets import GAME
from engine.sil.game.state import Hero, Item, Level, SilState
from engine.sil.items import item_names
from tests.oracle import OracleFiles, Result, result


def check(data_files: OracleFiles) -> Result:
    """Return all four names of every object, letter by letter."""
    answers = []
    for number, case in enumerate(data_files.read("naming")):
        item = Item(
            case["kind"], case["number"], case["pval"], case["weight"], case["att"],
            case["dd"], case["ds"], case["evn"], case["pd"], case["ps"], case["timeout"],
            artefact=case["artefact_index"], special=case["special_index"], known=case["known"],
            cursed=case["cursed"], extra=case["used"],
        )  # fmt: skip
        state = SilState(GAME, {}, [Hero("Hero", 0, 0)], Level.blank(0, 3, 3, 0))
        game = SilContext(state, bundle.load())
        if case["flavor"] is not None:
            flavours = game.data.flavours.values()
            tval = case["tval"]
            found = next(f.serial for f in flavours if f.word == case["flavor"] and f.tval == tval)
            game.world.flavours[case["kind"]] = found
        if case["aware"]:
            game.lore.aware.append(case["kind"])
        modes = {"full": item_names.FULL, "combat": item_names.COMBAT}
        bare = {"name": item_names.NAMED, "base": item_names.BASE}
        charges = case["channeling"]
        said = {k: str(item_names.words(game, item, mode=m, channelling=charges))
                for k, m in modes.items()}  # fmt: skip
        said |= {k: item_names.name(game, item, article=False, mode=m) for k, m in bare.items()}
        wrong = {k: v for k, v in said.items() if v != case[k]}
        answers.append((f"naming {number}: {wrong} for {case['full']}", not wrong))
    return result(answers)
