"""Each game's own types in the description of the interface, read from its rules.

What a game's rules say of their views, decisions and events is what the service sends: msgspec
makes both from the same classes. So a game that another package brings is described as well.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, get_type_hints

import msgspec

from games.rules.game import AnyRules, Game

Schema = dict[str, Any]
PLACE = "#/components/schemas/"
ANY_OBJECT: Schema = {"type": "object", "additionalProperties": True}


def describe_games(components: dict[str, Schema], games: Mapping[str, Game]) -> None:
    """Put the types of these games among the components, and in the place of free objects."""
    rules = [game.rules for game in games.values()]
    types = dict.fromkeys(one for each in rules for one in _types(each))
    refs, shapes = msgspec.json.schema_components(
        types, schema_hook=_undescribed, ref_template=f"{PLACE}{{name}}"
    )
    known = dict(zip(types, refs, strict=True))
    components |= {name: _plain(shape) for name, shape in shapes.items()}
    properties = components["MatchOut"]["properties"]
    properties["view"] = properties["view"] | _views(rules, known, components)
    data = components["DecisionOut"]["properties"]["data"]
    components["DecisionOut"]["properties"]["data"] = data | _decisions(rules, known)
    components["EventOut"] |= {"anyOf": _events(rules, known)}


def view_type(rules: AnyRules) -> type:
    """The class of the game's views."""
    found: type = get_type_hints(type(rules).view)["return"]
    return found


def _undescribed(_kind: type) -> Schema:
    """What is no type of JSON may be any value: a game of another package may say `object`."""
    return {"description": "As the game has it."}


def _types(rules: AnyRules) -> list[type]:
    return [view_type(rules), *rules.questions, *rules.events.values()]


def _views(
    rules: list[AnyRules], known: Mapping[type, Schema], components: dict[str, Schema]
) -> Schema:
    refs = {each.key: known[view_type(each)] for each in rules}
    for ref in refs.values():
        keys = [key for key, other in refs.items() if other == ref]
        shape = components[ref["$ref"].removeprefix(PLACE)]
        shape["properties"]["game"] = {"type": "string", "enum": keys}
    mapping = {key: ref["$ref"] for key, ref in refs.items()}
    one_of = list({ref["$ref"]: ref for ref in refs.values()}.values())
    views = {"oneOf": one_of, "discriminator": {"propertyName": "game", "mapping": mapping}}
    return {"anyOf": [views, {"type": "null"}]}


def _decisions(rules: list[AnyRules], known: Mapping[type, Schema]) -> Schema:
    refs = [known[one] for each in rules for one in each.questions]
    return {"anyOf": [*refs, *_free(each.questions for each in rules)]}


def _events(rules: list[AnyRules], known: Mapping[type, Schema]) -> list[Schema]:
    described = {
        (kind, known[shape]["$ref"]): _event({"type": "string", "enum": [kind]}, known[shape])
        for each in rules
        for kind, shape in each.events.items()
    }
    free = _free(each.events for each in rules)
    return [*described.values(), *(_event({"type": "string"}, one) for one in free)]


def _event(kind: Schema, data: Schema) -> Schema:
    properties = {"kind": kind, "data": data}
    return {"type": "object", "properties": properties, "required": ["kind", "data"]}


def _free(declared: Iterable[Collection[object]]) -> list[Schema]:
    """A free object where a game declares nothing."""
    return [] if all(declared) else [ANY_OBJECT]


def _plain(shape: Schema) -> Schema:
    """Without msgspec's doc of a generated `__init__`, which says nothing."""
    text = shape.get("description", "")
    title = shape.get("title", "")
    return {**shape, "description": "" if text.startswith(f"{title}(") else text}
