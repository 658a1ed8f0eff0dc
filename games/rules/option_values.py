"""Options as a record, a form or a command line gives them, checked against a game's fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.rules.protocol import OptionField, SetupError


def checked_options(
    values: Mapping[str, object], option_fields: Iterable[OptionField]
) -> dict[str, Any]:
    """The same values, each of its option's type and among those that the option may have.

    Raises SetupError: `unknown-option` (option, known), `bad-option` (option, value, allowed).
    """
    fields = {field.name: tuple(field.others or field.values) for field in option_fields}
    for name, value in values.items():
        if name not in fields:
            raise SetupError("unknown-option", option=name, known=tuple(fields))
        allowed = fields[name]
        # 1 == True: a number must not pass for a boolean.
        if not any(value == one and type(value) is type(one) for one in allowed):
            raise SetupError("bad-option", option=name, value=value, allowed=allowed)
    return dict(values)
