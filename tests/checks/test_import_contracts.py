"""The contracts of import-linter name every ruleset."""

import tomllib

from tests.checks.project import ROOT

SHARED = {"common", "contract"}


def test_every_ruleset_is_forbidden_to_the_folders_that_know_none():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    forbidden = next(
        set(contract["forbidden_modules"])
        for contract in contracts
        if contract.get("source_modules") == ["cogs", "table", "render"]
    )
    folders = {path.parent.name for path in (ROOT / "engine").glob("*/__init__.py")} - SHARED
    assert forbidden == {"engine.rulesets", *(f"engine.{name}" for name in folders)}
