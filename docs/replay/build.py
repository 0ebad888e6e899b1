"""`make replay`: put beside the page that checks a game's file what replays it in a browser.

FOLDER gets `verify.html` and `replay/`, which any web server can serve: Pyodide (CPython for
browsers) from npm, its wheels from PyPI, both by their hashes, and the rules as they are here.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
RUNTIME = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json"),
    "python_stdlib.zip",
)
PACKAGES = ("app/__init__.py", "app/replay.py", "engine", "table", "data")
WHEELS = (  # of the Python that package.json's Pyodide is
    *("--python-version", "3.14", "--implementation", "cp", "--abi", "cp314"),
    *("--platform", "pyemscripten_2026_0_wasm32", "--only-binary", ":all:"),
)


def build(folder: Path) -> None:
    """Write the page and what it loads. Raises CalledProcessError where something cannot be
    downloaded, FileNotFoundError without npm."""
    target = folder / "replay"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as name:
        loaded = Path(name)
        for each in ("package.json", "package-lock.json"):
            shutil.copy(HERE / each, loaded)
        npm = ("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent")
        subprocess.run(npm, cwd=loaded, check=True)
        for each in RUNTIME:
            shutil.copy(loaded / "node_modules" / "pyodide" / each, target)
        pip = (sys.executable, "-m", "pip", "download", "--quiet", "--require-hashes")
        wanted = ("--no-deps", "-r", str(HERE / "requirements.txt"), "-d", name)
        subprocess.run((*pip, *WHEELS, *wanted), check=True)
        write_rules(target / "leithian.zip", list(loaded.glob("*.whl")))
    shutil.copy(HERE / "worker.mjs", target)
    shutil.copy(ROOT / "docs" / "verify.html", folder)


def write_rules(path: Path, wheels: list[Path]) -> None:
    """Write an archive of the rules, their data and the contents of wheels."""
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for file in sorted(_files()):
            archive.write(file, file.relative_to(ROOT))
        for wheel in wheels:
            with ZipFile(wheel) as packed:
                for each in packed.infolist():
                    archive.writestr(each, packed.read(each), ZIP_DEFLATED)


def _files() -> Iterator[Path]:
    for name in PACKAGES:
        path = ROOT / name
        found = path.rglob("*") if path.is_dir() else (path,)
        yield from (each for each in found if each.is_file() and "__pycache__" not in each.parts)


if __name__ == "__main__":
    build(Path(sys.argv[1]))
