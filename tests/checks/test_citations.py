"""Citations and links that lead nowhere are found, and no others."""

from pathlib import Path

import pytest

from tests.checks import citations
from tests.checks.project import Module, Project

RULES = """# Combat

## 7. Attacks
The first blow.

### 7.4 Each blow
1. Smite.
2. Charge, "as it stands".

- A1 A ruling at the table.

```
## 9. Not a heading
```
"""


def findings(folder: Path, source: str) -> list[str]:
    """Check a project of one module, with the pages of rules that its folder has."""
    project = Project([Module("engine.blows", "engine/blows.py", source)], folder)
    return [str(finding) for finding in citations.check(project)]


@pytest.fixture
def cited(tmp_path: Path):
    def check(*remarks: str) -> list[str]:
        """Check remarks beside a page on combat and one with the ruling of a rout."""
        rules = tmp_path / "docs" / "rules"
        rules.mkdir(parents=True, exist_ok=True)
        (rules / "combat.md").write_text(RULES)
        (rules / "rulings.md").write_text("# Rulings\n\n### rout\n")
        found = findings(tmp_path, "".join(f'"""{remark}"""\n' for remark in remarks))
        return [finding.split(": ", 1)[1] for finding in found]

    return check


def test_citations_of_what_stands_in_the_rules_are_sound(cited):
    cite = "(rules:"
    assert cited(f"A blow {cite} combat 7, 7.4 step 2; ruling `rout`): it falls.") == []
    assert cited(f"A blow {cite} combat 7.4 items 1 to 2,\n    7 to 7.4; combat A1).") == []
    assert cited(f'A blow {cite} combat 7.4, "as it stands").', "Rules: combat 7.4.") == []
    assert cited("The first rules: they hold.") == []


@pytest.mark.parametrize(
    ("citation", "message"),
    [
        ("combat 7.5", "docs/rules/combat.md has no 7.5"),
        ("combat 7 to 8", "docs/rules/combat.md has no 8"),
        ("combat 9", "docs/rules/combat.md has no 9"),
        ("combat 7.4 step 3", "docs/rules/combat.md has no numbered line 3 in 7.4"),
        ("combat A2", "docs/rules/combat.md has no A2"),
        ('combat 7, "as it lies"', 'docs/rules/combat.md has no "as it lies"'),
        ("combat 7, somewhere", '"somewhere" is neither a section nor words in quotes'),
        ("magic 1", 'no page of docs/rules is cited by "magic 1"'),
        ("combat 7; 8", 'no page of docs/rules is cited by "8"'),
        ("combat 7; ruling `riot`", "docs/rules/rulings.md has no ruling riot"),
    ],
)
def test_a_citation_that_leads_nowhere_is_found(cited, citation, message):
    assert cited("A blow (rules:" + f" {citation}).") == [message]


def test_citations_in_comments_and_of_documents_elsewhere_are_found(tmp_path):
    source = "x = 1  # a blow (rules:" + " combat 7.4)\n\n# Spec" + ": combat 7\n"
    assert findings(tmp_path, source) == [
        'engine/blows.py:1: no page of docs/rules is cited by "combat 7.4"',
        'engine/blows.py:3: "Spec:" cites what is not in the repository',
    ]


def test_a_link_between_pages_that_leads_nowhere_is_found(cited, tmp_path):
    (tmp_path / "README.md").write_text(
        "[a](docs/rules/combat.md#74-each-blow) [b](docs/rules/magic.md)\n"
        "[c](docs/rules/combat.md#9-not-a-heading) [d](https://example.org/x.md#y)\n"
    )
    assert cited() == [
        "the link leads nowhere: docs/rules/magic.md",
        "combat.md has no heading #9-not-a-heading",
    ]


def test_a_path_that_does_not_exist_and_a_name_that_its_file_lacks_are_found(tmp_path):
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine" / "blows.py").write_text("def strike_all(): ...\n")
    (tmp_path / "README.md").write_text(
        "`strike_all` (`engine/blows.py`), `strike`\n(`engine/blows.py`), `engine/`\n"
        "`hurl` (`engine/throws.py`), `data/RULESET/items.txt`\n"
    )
    assert findings(tmp_path, "") == [
        "README.md:3: there is no engine/throws.py",
        "README.md:1: engine/blows.py has no strike",
    ]
