"""naming.json: what objects are called."""

from engine.sil.data import bundle
from engine.sil.items import object_names
from engine.sil.state import Item, Lore
from tests.oracle import Data, Result, result


def check(data_files: Data) -> Result:
    """All four names of every object, letter by letter."""
    answers = []
    for number, case in enumerate(data_files.read("naming")):
        item = Item(
            case["kind"], case["number"], case["pval"], case["weight"], case["att"],
            case["dd"], case["ds"], case["evn"], case["pd"], case["ps"], case["timeout"],
            artefact=case["artefact_index"], special=case["special_index"], known=case["known"],
            cursed=case["cursed"], extra=case["used"],
        )  # fmt: skip
        lore = Lore()
        if case["flavor"] is not None:
            flavours = bundle.load().flavours.values()
            tval = case["tval"]
            found = next(f.serial for f in flavours if f.word == case["flavor"] and f.tval == tval)
            lore.flavours[case["kind"]] = found
        if case["aware"]:
            lore.aware.append(case["kind"])
        modes = {"full": object_names.FULL, "combat": object_names.COMBAT}
        bare = {"name": object_names.NAMED, "base": object_names.BASE}
        said = {k: object_names.name(item, lore, mode=m, channelling=case["channeling"])
                for k, m in modes.items()}  # fmt: skip
        said |= {k: object_names.name(item, lore, article=False, mode=m) for k, m in bare.items()}
        wrong = {k: v for k, v in said.items() if v != case[k]}
        answers.append((f"naming {number}: {wrong} for {case['full']}", not wrong))
    return result(answers)
