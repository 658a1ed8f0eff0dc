"""A struct of msgspec whose subclasses must have what it declares abstract."""

from __future__ import annotations

from abc import ABCMeta

import msgspec


class AbstractStructMeta(msgspec.StructMeta, ABCMeta):
    """Refuses to make a struct that lacks an abstract method, as `abc.ABC` does for other classes.

    msgspec itself fills structs without asking; which classes it fills is the caller's choice.
    """


class AbstractStruct(msgspec.Struct, metaclass=AbstractStructMeta):
    """The base of structs with abstract methods."""


class FrozenAbstractStruct(msgspec.Struct, frozen=True, metaclass=AbstractStructMeta):
    """The same for structs that never change."""
