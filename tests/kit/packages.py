"""Packages that bring rulesets, as an installation leaves them in a folder."""

from __future__ import annotations

from pathlib import Path


def register(folder: Path, name: str, value: str) -> None:
    """Write what an installed package of a folder says of its ruleset."""
    info = folder / f"leithian_{name}-0.1.0.dist-info"
    info.mkdir(parents=True)
    described = f"Metadata-Version: 2.1\nName: leithian-{name}\nVersion: 0.1.0\n"
    (info / "METADATA").write_text(described)
    (info / "entry_points.txt").write_text(f"[leithian.rulesets]\n{name} = {value}\n")
