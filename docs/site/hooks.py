"""Pages of the site that are made when it is built: for each game its guide and manual, with
pictures that the game draws meanwhile, so that none of them can go stale."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
sys.path.insert(0, str(ROOT))

from app.demo import SCENES, still_turns  # noqa: E402
from engine import rulesets  # noqa: E402
from engine.contract.action import Verb  # noqa: E402
from engine.contract.ruleset import AnyRuleset  # noqa: E402

SHOWN = (0, 4, 8)  # turns of a demonstration that a page has pictures of


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the pages that mkdocs.yml does not name under a heading of their own."""
    named = str(config.nav)
    pages = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
    if more := [page for page in pages if repr(page) not in named]:
        config.nav = [*(config.nav or ()), {"More": more}]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages of the games and their pictures."""
    known = rulesets.build()
    for scene in SCENES:
        ruleset = known[scene.ruleset]
        turns = list(still_turns(ruleset, scene))
        captions = []
        for number in SHOWN:
            view, picture = turns[min(number, len(turns) - 1)]
            name = f"play/{scene.ruleset}-{number}.png"
            files.append(File.generated(config, name, content=picture.png))
            captions.append(f"![{view.alt}]({Path(name).name})\n\n*{view.headline}* {view.coach}\n")
        page = "\n".join(_page(ruleset, captions))
        files.append(File.generated(config, f"play/{scene.ruleset}.md", content=page))
    return files


def _page(ruleset: AnyRuleset, pictures: list[str]) -> Iterator[str]:
    yield f"# {ruleset.title}\n\n{ruleset.summary}\n"
    yield pictures[0]
    if ruleset.guide:
        yield str(ruleset.guide).replace("\n", "\n\n") + "\n"
    name = ruleset.name
    yield f"`/game new ruleset:{name}` opens a game; `/help {name}` has its manual.\n"
    yield from pictures[1:]
    if ruleset.settings:
        yield "## Settings of a new game\n\n| | | can be |\n| --- | --- | --- |"
        for setting in ruleset.settings:
            yield f"| `{setting.name}` | {setting.summary} | {', '.join(setting.values)} |"
        yield ""
    yield "## The manual\n"
    for topic in ruleset.help_topics():
        page, _, section = topic.rules.partition(" ")
        rules = f" ([rules]({'../rules/' + page + '.md'}) {section})" if page else ""
        yield f"### {topic.title}\n\n{topic.text}{rules}\n"
    yield "## Commands\n\n| | |\n| --- | --- |"
    for verb in ruleset.verbs:
        if verb.command:
            yield f"| `{_usage(verb)}` | {verb.summary} |"


def _usage(verb: Verb) -> str:
    words = [option.name if option.required else f"[{option.name}]" for option in verb.options]
    return " ".join([verb.name, *words]).replace("|", "/")
