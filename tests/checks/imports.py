"""No import circles, and no import inside a function."""

import graphlib
from collections.abc import Iterator

from tests.checks.project import Finding, Module, Project


def check(project: Project) -> Iterator[Finding]:
    """Find circles of modules and imports inside functions."""
    yield from _circles(project)
    for module in project.modules.values():
        lines = {
            one.line
            for function in module.functions
            for one in module.imports
            if function.lineno <= one.line <= (function.end_lineno or 0)
        }
        for line in lines:
            yield Finding(module.path, line, "import inside a function")


def _circles(project: Project) -> Iterator[Finding]:
    """Yield circles until the graph has none, each without an import of those before it."""
    graph: dict[str, set[str]] = {}
    for module in project.modules.values():
        sources = map(project.source_of, module.imports)
        graph[module.name] = {source.name for source in sources if source} - {module.name}
    while circle := _find_circle(graph):
        graph[circle[0]].remove(circle[1])
        first = project.modules[circle[0]]
        line = _line_of(project, first, circle[1])
        yield Finding(first.path, line, f"import circle: {' -> '.join(circle)}")


def _find_circle(graph: dict[str, set[str]]) -> list[str]:
    """Return the modules of one circle, each imports the next; nothing when there is none."""
    try:
        graphlib.TopologicalSorter({name: sorted(graph[name]) for name in sorted(graph)}).prepare()
    except graphlib.CycleError as error:
        circle: list[str] = error.args[1][::-1]
        return circle
    return []


def _line_of(project: Project, importer: Module, imported: str) -> int:
    sources = ((one.line, project.source_of(one)) for one in importer.imports)
    return min(line for line, source in sources if source and source.name == imported)
