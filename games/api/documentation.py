"""The interface's own documentation page, made from its OpenAPI description; no script, no CDN."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.api import api
from games.api.described_texts import described_texts, paragraphs
from games.api.schemas import Problem
from games.rules.protocol import Facts


class FieldRow(NamedTuple):
    """A field of a body or an answer."""

    name: str
    type: str
    is_required: bool
    description: str


class SchemaRow(NamedTuple):
    """A named shape with its fields."""

    name: str
    description: str
    fields: list[FieldRow]


class OperationRow(NamedTuple):
    """One call: method and path, what it does, takes and answers."""

    method: str
    path: str
    summary: str
    description: str
    parameters: list[FieldRow]
    body: str
    answers: list[tuple[str, str]]
    needs_key: bool
    scope: str


@require_safe
def documentation(request: HttpRequest) -> HttpResponse:
    """Every call with its parameters, body and answers."""
    description: Facts = api.get_openapi_schema()
    schemas = description["components"]["schemas"]
    context = {
        "operations": [
            _operation(method, path, operation)
            for path, methods in description["paths"].items()
            for method, operation in methods.items()
        ],
        "schemas": [_schema(name, schema) for name, schema in sorted(schemas.items())],
    }
    return render(request, "games/api.html", context)


def all_texts() -> list[str]:
    """Every text of the page that comes from the description, games' own types apart."""
    description: Facts = api.get_openapi_schema()
    shapes = description["components"]["schemas"]
    own = {
        name: shape
        for name, shape in shapes.items()
        if name == Problem.__name__ or name.endswith(("In", "Out"))
    }
    return described_texts(description, own)


def _translated(text: str) -> str:
    """In the active language, as far as it has been translated."""
    return "\n\n".join(gettext(one) for one in paragraphs(text))


def _operation(method: str, path: str, operation: Facts) -> OperationRow:
    body = _json_schema(operation.get("requestBody", {}))
    return OperationRow(
        method=method.upper(),
        path=path,
        summary=_translated(f"{operation['summary']}."),
        description=_translated(operation.get("description", "")),
        parameters=[
            FieldRow(one["name"], _type(one["schema"]), one.get("required", False), "")
            for one in operation.get("parameters", ())
        ],
        body=_type(body) if body else "",
        answers=[
            (str(status), _type(_json_schema(answer)))
            for status, answer in sorted(
                operation["responses"].items(), key=lambda one: int(one[0])
            )
        ],
        needs_key={} not in operation["security"],
        scope=operation.get("x-scope", "read"),
    )


def _json_schema(content: Facts) -> Facts:
    for described in content.get("content", {}).values():
        schema: Facts = described.get("schema", {})
        return schema
    return {}


def _schema(name: str, schema: Facts) -> SchemaRow:
    required = set(schema.get("required", ()))
    return SchemaRow(
        name,
        _translated(schema.get("description", "")),
        [
            FieldRow(field, _type(one), field in required, _translated(one.get("description", "")))
            for field, one in schema.get("properties", {}).items()
        ],
    )


def _type(schema: Facts) -> str:
    """A JSON Schema in a few words: `string`, `list of PartOut`, `integer or null`."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " or ".join(_type(one) for one in schema[several])
    if "enum" in schema:
        return " or ".join(f"“{value}”" for value in schema["enum"])
    if schema.get("type") == "array":
        of = schema.get("prefixItems") or [schema.get("items", {})]
        return f"list of {', '.join(_type(one) for one in of)}"
    if schema.get("format") == "date-time":
        return "time (ISO 8601)"
    return str(schema.get("type", "anything"))
