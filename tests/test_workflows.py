"""The files that GitHub and Docker read are as their schemas say."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from check_jsonschema import main
from click.testing import CliRunner

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
CHECKED = {
    "vendor.github-workflows": ".github/workflows/*.yml",
    "custom.github-workflows-require-timeout": ".github/workflows/*.yml",
    "vendor.github-issue-forms": ".github/ISSUE_TEMPLATE/*.yml",
    "vendor.compose-spec": "compose.yaml",
}


@pytest.mark.parametrize(("schema", "files"), CHECKED.items())
def test_each_file_is_as_its_schema_says(schema: str, files: str) -> None:
    found = sorted(map(str, ROOT.glob(files)))
    assert found
    checked = CliRunner().invoke(main, ["--builtin-schema", schema, *found])
    assert checked.exit_code == 0, checked.output


def pythons_named() -> list[str]:
    """Return the versions of Python that the package says it runs on, the oldest first."""
    return [each.rpartition(" ")[2] for each in PROJECT["classifiers"] if ":: 3." in each]


def test_the_workflow_tests_every_python_that_the_package_names() -> None:
    workflow = (ROOT / ".github" / "workflows" / "test.yml").read_text("utf-8")
    (matrix,) = re.findall(r"python: \[(.*)\]", workflow)
    assert re.findall(r'"(3\.\d+)"', matrix) == pythons_named()
    assert PROJECT["requires-python"] == f">={pythons_named()[0]}"
