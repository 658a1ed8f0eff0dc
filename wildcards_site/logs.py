"""Log lines that can be handed to anybody: no order, no mail, no address token, no values.

An exception is written as its type and where it passed, never with its message: a refused order's
exception quotes the order, and a database error quotes the row.
"""

import json
import logging
import re
import traceback
from datetime import UTC, datetime

EXTRA_FIELDS = (
    "match",
    "matches",
    "phase",
    "task",
    "inbound_mail",
    "outbox_row",
    "provider",
    "fault",
    "failure",
    "error",
    "seconds",
    "status_code",
)
# Reply addresses and links carry credentials in their long parts.
CREDENTIAL = re.compile(r"(?<=[/=.@:+ ])[A-Za-z0-9_~:-]{16,}(?![A-Za-z0-9_~:-]*\.py\b)")


def without_credentials(text: str) -> str:
    """`text` with every long opaque word replaced, as the tokens in paths and addresses are."""
    return CREDENTIAL.sub(lambda found: _kept_or_hidden(found.group()), text)


def _kept_or_hidden(word: str) -> str:
    opaque = any(character.isdigit() for character in word) or ":" in word
    return "[hidden]" if opaque else word


def describe_exception(exception: BaseException) -> str:
    """Types and places of `exception` and its causes, the outermost first."""
    parts: list[str] = []
    seen: set[int] = set()
    current: BaseException | None = exception
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        frames = traceback.extract_tb(current.__traceback__)
        places = " > ".join(f"{frame.name} ({frame.filename}:{frame.lineno})" for frame in frames)
        parts.append(f"{type(current).__module__}.{type(current).__qualname__} at {places}")
        current = current.__cause__ or current.__context__
    return "; from ".join(parts)


def _extras(record: logging.LogRecord) -> dict[str, object]:
    found = {name: getattr(record, name) for name in EXTRA_FIELDS if hasattr(record, name)}
    return {
        name: without_credentials(value) if isinstance(value, str) else value
        for name, value in found.items()
    }


class TextFormatter(logging.Formatter):
    """One line: time, level, logger, message, what it is about."""

    def format(self, record: logging.LogRecord) -> str:
        time = datetime.fromtimestamp(record.created, UTC).strftime("%H:%M:%S")
        message = without_credentials(record.getMessage())
        extras = "".join(f" {name}={value}" for name, value in _extras(record).items())
        line = f"{time} {record.levelname.lower()} {record.name}: {message}{extras}"
        if record.exc_info and record.exc_info[1] is not None:
            line += f" [{describe_exception(record.exc_info[1])}]"
        return line


class JsonFormatter(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_credentials(record.getMessage()),
        }
        entry |= _extras(record)
        if record.exc_info and record.exc_info[1] is not None:
            entry["exception"] = describe_exception(record.exc_info[1])
        return json.dumps(entry, ensure_ascii=False, default=str)
