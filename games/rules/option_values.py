"""Options as a record, a form or a command line gives them, checked against a game's fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Self

from games.rules.protocol import OptionField, OptionValue, SetupError


class CheckedOptions:
    """The base of a game's options, a frozen dataclass whose fields `offered` names in order."""

    __slots__ = ()

    offered: ClassVar[tuple[OptionField, ...]]

    @classmethod
    def from_mapping(cls, values: Mapping[str, object]) -> Self:
        """Read options, absent ones by default.

        Raises SetupError: `unknown-option` (option, known), `bad-option` (option, value, allowed).
        """
        return cls(**checked_options(values, cls.offered))

    def as_mapping(self) -> dict[str, OptionValue]:
        """All options written out, in a fixed order."""
        return {field.name: getattr(self, field.name) for field in self.offered}


def check_seats(seats: int, least: int, most: int) -> None:
    """Raise SetupError: `too-few-seats` or `too-many-seats` (seats, least, most)."""
    if not least <= seats <= most:
        raise SetupError(
            "too-few-seats" if seats < least else "too-many-seats",
            seats=seats,
            least=least,
            most=most,
        )


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
