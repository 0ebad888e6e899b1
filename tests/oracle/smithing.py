"""smithing.json: the difficulty, costs, turns and limits of everything made at a forge."""

from itertools import product

from engine.sil.data import bundle
from engine.sil.game.presets import GAME
from engine.sil.game.state import Item
from engine.sil.hero import abilities as ab
from engine.sil.smithing import costs, limits
from tests.oracle import OracleFiles, Result, result

SHORTHANDS = frozenset(("ALL_STATS", "RESISTANCE", "IGNORE_ALL"))
FIRST_OWN = 200
CRAFTS = {ab.name(bundle.load(), ref): ref for ref in costs.CRAFTS}
NEEDED = {
    "need_weaponsmith": ab.WEAPONSMITH,
    "need_armoursmith": ab.ARMOURSMITH,
    "need_jeweller": ab.JEWELLER,
    "need_enchantment": ab.ENCHANTMENT,
    "need_artifice": ab.ARTIFICE,
}
FIELDS = {
    "att": "attack", "ds": "damage_sides", "evn": "evasion", "ps": "protection_sides",
    "pval": "pval", "weight": "weight",
}  # fmt: skip


def check(data_files: OracleFiles) -> Result:
    """Every number of every case."""
    data = bundle.load()
    answers = []
    for number, case in enumerate(data_files.read("smithing")):
        wanted = _wanted(case)
        found = [_found(data, case, item) for item in _items(data, case)]
        wrong = {k: (v, wanted[k]) for k, v in found[0].items() if v != wanted[k]}
        line = f"smithing {number}: {case['kind_name']} {case['special']} (found, wanted): {wrong}"
        answers.append((line, wanted in found))
    return result(answers)


def _wanted(case):
    price = case["costs"]
    return {
        "difficulty": case["difficulty"],
        "stats": tuple(price[stat] for stat in ("str", "dex", "con", "gra")),
        **{name: price[name] for name in ("exp", "mithril", "uses", "drain")},
        **{need: price[need] for need in NEEDED},
        "too_difficult": case["too_difficult"],
        "turns": case["turns"],
        "limits": {name: tuple(bounds) for name, bounds in case["limits"].items()},
    }


def _items(data, case):
    """The item of a case; several where a bare name stands for several abilities."""
    own = case["artefact_index"] >= FIRST_OWN
    kinds = {data.ability(*ref).name for ref in data.kinds[case["kind"]].abilities}
    refs = [
        [a.ref for a in data.abilities.values() if a.name == name]
        for name in (case["abilities"] if own else ())
        if name not in kinds
    ]
    for chosen in product(*refs):
        yield Item(
            case["kind"], case["number"], case["pval"], case["weight"], case["att"], case["dd"],
            case["ds"], case["evn"], case["pd"], case["ps"], case["timeout"],
            artefact=case["artefact_index"], special=case["special_index"],
            flags=[f for f in case["flags"] if f not in SHORTHANDS] if own else [],
            abilities=list(chosen),
        )  # fmt: skip


def _found(data, case, item):
    skills = case["smith"]
    who = costs.Smith(
        skills["skill_use"] + skills["forge_bonus"],
        skills["skill_base"],
        frozenset(CRAFTS[name] for name in skills["abilities"] if name in CRAFTS),
    )
    price = costs.costs(data, item, who, GAME)
    bounds = limits.limits(data, item, GAME)
    return {
        "difficulty": price.difficulty,
        "stats": price.stats,
        "exp": price.experience,
        "mithril": price.mithril,
        "uses": price.uses,
        "drain": price.drain,
        **{need: ref in price.lacking for need, ref in NEEDED.items()},
        "too_difficult": price.too_difficult,
        "turns": price.turns,
        "limits": {name: tuple(bounds[field]) for name, field in FIELDS.items()},
    }
