"""Log lines that can be handed to anybody: no order, no mail, no address token, no values.

An exception is written as its type, its reason where that is one of a known set of codes, and where
it passed; never with its message: a refused order's exception quotes the order, and a database
error quotes the row. That goes for exceptions that stand among a message's arguments, too.
"""

import errno
import json
import logging
import re
import traceback
from collections.abc import Mapping
from datetime import UTC, datetime

EXTRA_FIELDS = (
    "match",
    "matches",
    "member",
    "phase",
    "task",
    "inbound_mail",
    "outbox_row",
    "provider",
    "fault",
    "failure",
    "error",
    "trouble",
    "wait_seconds",
    "seconds",
    "status_code",
)
# What PostgreSQL and SQLite call their errors.
CODE = re.compile(r"[A-Z0-9]{5}|SQLITE_[A-Z_]+")
MODULE = re.compile(r"[\w.]+")
# Reply addresses and links carry credentials in their long parts.
CREDENTIAL = re.compile(r"(?<=[/=.@:+ ])[A-Za-z0-9_~:-]{16,}(?![A-Za-z0-9_~:-]*\.py\b)")


def without_credentials(text: str) -> str:
    """`text` with every long opaque word replaced, as the tokens in paths and addresses are."""
    return CREDENTIAL.sub(lambda found: _kept_or_hidden(found.group()), text)


def _kept_or_hidden(word: str) -> str:
    # A colon at the end is the sentence's: "task sweep_deadlines: ...".
    opaque = any(character.isdigit() for character in word) or ":" in word.rstrip(":")
    return "[hidden]" if opaque else word


def name_exception(exception: BaseException) -> str:
    """Type of `exception`, and its reason in brackets where that is a code."""
    name = f"{type(exception).__module__}.{type(exception).__qualname__}"
    reason = _reason(exception)
    return f"{name} ({reason})" if reason else name


def _reason(exception: BaseException) -> str:
    for attribute, code in (("sqlstate", CODE), ("sqlite_errorname", CODE), ("name", MODULE)):
        value = getattr(exception, attribute, None)
        if isinstance(value, str) and code.fullmatch(value) and _is_code(exception, attribute):
            return value
    for attribute, words in (("smtp_code", "SMTP"), ("status_code", "HTTP")):
        if isinstance(number := getattr(exception, attribute, None), int):
            return f"{words} {number}"
    return errno.errorcode.get(getattr(exception, "errno", None) or 0, "")


def _is_code(exception: BaseException, attribute: str) -> bool:
    # Others than an import's failure may call anything their name.
    return attribute != "name" or isinstance(exception, ImportError)


def _message(record: logging.LogRecord) -> str:
    """The record's message without what exceptions say."""
    arguments = record.args
    if record.name == "celery.app.trace" and isinstance(arguments, Mapping):
        return f"task {arguments.get('name')} {arguments.get('description')}"
    if isinstance(arguments, tuple) and any(isinstance(one, BaseException) for one in arguments):
        named = tuple(
            name_exception(one) if isinstance(one, BaseException) else one for one in arguments
        )
        return without_credentials(str(record.msg) % named)
    return without_credentials(record.getMessage())


def describe_exception(exception: BaseException) -> str:
    """Types and places of `exception` and its causes, the outermost first."""
    parts: list[str] = []
    seen: set[int] = set()
    current: BaseException | None = exception
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        frames = traceback.extract_tb(current.__traceback__)
        places = " > ".join(f"{frame.name} ({frame.filename}:{frame.lineno})" for frame in frames)
        parts.append(f"{name_exception(current)} at {places}")
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
        message = _message(record)
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
            "message": _message(record),
        }
        entry |= _extras(record)
        if record.exc_info and record.exc_info[1] is not None:
            entry["exception"] = describe_exception(record.exc_info[1])
        return json.dumps(entry, ensure_ascii=False, default=str)
