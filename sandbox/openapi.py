"""Check requests against Discord's OpenAPI description."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jsonschema_rs import Draft202012Validator, Registry, ValidationError

DESCRIPTION = Path(__file__).parent / "discord" / "openapi.json"
DOCUMENT = "urn:discord"
UNIONS = ("anyOf", "oneOf")
NO_SUCH_PATH = "no such path in Discord's description"


class OpenApi:
    """Discord's description of its REST interface, ready to check request bodies."""

    def __init__(self, path: Path = DESCRIPTION) -> None:
        self.document = json.loads(path.read_text(encoding="utf-8"))
        # Discord takes ids as integers too, and discord.py sends them so; the description does not
        # say so.
        schemas = self.document["components"]["schemas"]
        schemas["SnowflakeType"] = {"anyOf": [schemas["SnowflakeType"], {"type": "integer"}]}
        registry = Registry([(DOCUMENT, self.document)])
        self._validator = functools.cache(
            lambda pointer: Draft202012Validator(
                {"$ref": f"{DOCUMENT}#{quote(pointer)}"}, registry=registry
            )
        )
        # The most literal template first, so that /messages/pins is not read as a message's id.
        templates = sorted(self.document["paths"], key=lambda t: (t.count("{"), -len(t)))
        self._templates: dict[int, list[tuple[re.Pattern[str], str]]] = {}  # by their slashes
        for template in templates:
            alike = self._templates.setdefault(template.count("/"), [])
            alike.append((_matcher(template), template))

    def find_problem(self, method: str, path: str, body: Any) -> str | None:
        """Describe in one line why the description does not allow this request; None if it does."""
        alike = self._templates.get(path.count("/"), [])
        known = [template for matcher, template in alike if matcher.fullmatch(path)]
        if not known:
            return NO_SUCH_PATH
        paths = self.document["paths"]
        template = next((t for t in known if method.lower() in paths[t]), None)
        if template is None:
            return f"no {method} for this path in Discord's description"
        operation = paths[template][method.lower()]
        if "requestBody" not in operation:
            return None if not body else "this request takes no body"
        content = operation["requestBody"]["content"]
        kind = "application/json" if "application/json" in content else next(iter(content))
        if body is None:
            return "a body is required" if operation["requestBody"].get("required") else None
        pieces = ("paths", template, method.lower(), "requestBody", "content", kind, "schema")
        pointer = "".join("/" + p.replace("~", "~0").replace("/", "~1") for p in pieces)
        errors = self._validator(pointer).iter_errors(body)
        leaves = {_describe(leaf) for error in errors for leaf in self._leaves(error)}
        return "; ".join(sorted(leaves)[:6]) or None

    def _leaves(self, error: ValidationError) -> Iterator[ValidationError]:
        """Yield the errors of a value; for a union, those of the branch that fits its type best."""
        if error.kind.name not in UNIONS or not error.kind.context:
            yield error
            return
        branches = dict(enumerate(error.kind.context))
        options = self._at(error.schema_path)
        meant = [i for i in branches if self._is_meant(options[i], error.instance)]
        given = [i for i in branches if options[i].get("type") != "null"]
        nearest = min(
            meant or given or branches,
            key=lambda i: sum(1 for e in branches[i] for _ in self._leaves(e)),
        )
        for inner in branches[nearest]:
            yield from self._leaves(inner)

    def _is_meant(self, schema: dict[str, Any], instance: Any) -> bool:
        """Return True if the component type that this branch requires is the instance's."""
        if "$ref" in schema:
            schema = self._at(schema["$ref"].split("#")[1].strip("/").split("/"))
        demanded = schema.get("properties", {}).get("type")
        if demanded is None or not isinstance(instance, dict) or "type" not in instance:
            return False
        return instance["type"] in demanded.get("enum", [demanded.get("const")])

    def _at(self, path: Iterable[str | int]) -> Any:
        """Return the part of the description at a path of keys."""
        return functools.reduce(lambda node, piece: node[piece], path, self.document)


def _matcher(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{[^}]+\\\}", "[^/]+", re.escape(template)))


def _describe(error: ValidationError) -> str:
    place = "/".join(str(part) for part in error.instance_path) or "body"
    return f"{place}: {error.message[:140]}"
