"""Strict readers for the JSON of a match record: every value by type, range and place."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import NoReturn

LONGEST_LINE = 4 * 1024 * 1024
"""In bytes. The longest match that the games allow stays under a tenth of it."""

SHOWN_CHARACTERS = 60


class RecordError(ValueError):
    """A record that is damaged or does not replay. `where` names the place, `what` the fault."""

    def __init__(self, where: str, what: str) -> None:
        self.where = where
        self.what = what
        super().__init__(f"{where}: {what}" if where else what)


def shown(value: object) -> str:
    """A value as a short ASCII quotation, safe in any terminal and log."""
    text = ascii(value)
    return text if len(text) <= SHOWN_CHARACTERS else text[: SHOWN_CHARACTERS - 3] + "..."


def load_object(line: str | bytes) -> dict[str, object]:
    """The JSON object of one line. Raises RecordError for anything else, whatever the bytes."""
    if len(line) > LONGEST_LINE:
        raise RecordError("", f"longer than {LONGEST_LINE} bytes")
    try:
        text = line.decode("utf-8") if isinstance(line, bytes) else line
    except UnicodeDecodeError as error:
        raise RecordError("", f"not UTF-8 at byte {error.start + 1}") from error
    if not text.strip():
        raise RecordError("", "an empty line")
    try:
        value = json.loads(
            text, object_pairs_hook=_object_without_doubles, parse_constant=_no_constant
        )
    except RecordError:
        raise
    except json.JSONDecodeError as error:
        raise RecordError("", f"not JSON at column {error.colno}: {error.msg}") from error
    except RecursionError as error:
        raise RecordError("", "not a record: nested too deeply") from error
    except ValueError as error:  # an integer of thousands of digits
        raise RecordError("", "not a record: a number is too long") from error
    if not isinstance(value, dict):
        raise RecordError("", f"not a JSON object but {shown(value)}")
    return value


def _object_without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) != len(pairs):
        keys = [key for key, _ in pairs]
        double = next(key for key in keys if keys.count(key) > 1)
        raise RecordError("", f"the key {shown(double)} stands twice in one object")
    return made


def _no_constant(name: str) -> NoReturn:
    raise RecordError("", f"not JSON: {name}")


def require_keys(
    value: dict[str, object], where: str, required: Iterable[str], optional: Iterable[str] = ()
) -> None:
    """Raise RecordError unless these keys, and no others, are there."""
    required = tuple(required)
    for key in required:
        if key not in value:
            raise RecordError(where, f"the key {key!r} is missing")
    for key in value:
        if key not in required and key not in optional:
            raise RecordError(where, f"unknown key {shown(key)}")


def as_object(value: object, where: str) -> dict[str, object]:
    """The value as an object."""
    if not isinstance(value, dict):
        raise RecordError(where, f"must be an object, not {shown(value)}")
    return value


def as_list(value: object, where: str, most: int) -> list[object]:
    """The value as a list of at most `most` items."""
    if not isinstance(value, list):
        raise RecordError(where, f"must be a list, not {shown(value)}")
    if len(value) > most:
        raise RecordError(where, f"holds {len(value)} items; the most is {most}")
    return value


def as_text(value: object, where: str, most: int) -> str:
    """The value as a text of at most `most` characters that UTF-8 can hold."""
    if not isinstance(value, str):
        raise RecordError(where, f"must be a text, not {shown(value)}")
    if len(value) > most:
        raise RecordError(where, f"is {len(value)} characters long; the most is {most}")
    if any("\ud800" <= character <= "\udfff" for character in value):
        raise RecordError(where, "holds half of a surrogate pair")
    return value


def as_number(value: object, where: str, least: int, most: int) -> int:
    """The value as a whole number within bounds; true and false are none, nor is 1.0."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise RecordError(where, f"must be a whole number, not {shown(value)}")
    if not least <= value <= most:
        raise RecordError(where, f"must be {least} to {most}, not {shown(value)}")
    return value
