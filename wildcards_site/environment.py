"""The environment, read so that a wrong value is one sentence that names it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import environ
from django.core.exceptions import ImproperlyConfigured

YES = ("true", "on", "ok", "y", "yes", "1")
NO = ("false", "off", "n", "no", "0", "")
KINDS: dict[object, str] = {int: "a whole number", bool: "true or false"}


class Environment(environ.Env):  # type: ignore[misc]
    """Raises ImproperlyConfigured where the library raises anything, or takes a slip for "no"."""

    def get_value(self, var: str, cast: object = None, *others: object, **more: object) -> object:
        """The value as `cast` makes it, or the default where the environment has none."""
        given = self.ENVIRON.get(var)
        if cast is bool and given is not None and given.strip().lower() not in YES + NO:
            raise ImproperlyConfigured(f"{var}={given} is neither true nor false.")
        try:
            return super().get_value(var, cast, *others, **more)
        except ValueError as error:
            wanted = KINDS.get(cast, "what it takes")
            raise ImproperlyConfigured(f"{var}={given} is not {wanted}.") from error

    def chosen(self, var: str, *, among: tuple[str, ...], default: str) -> str:
        """A value out of a few."""
        value = str(self.str(var, default=default)).strip()
        if value not in among:
            raise ImproperlyConfigured(f"{var}={value} will not do: it takes {' or '.join(among)}.")
        return value

    def database(self, var: str, *, default: str) -> dict[str, object]:
        """Django's settings of a database by its URL; an empty one is none."""
        example = "postgres://user:password@host/name or sqlite:///path"
        found = self._url(var, self.db_url_config, default, example)
        if str(found["ENGINE"]).rpartition(".")[2] not in ("postgresql", "sqlite3"):
            raise ImproperlyConfigured(f"{var} cannot be read: it looks like {example}.")
        return found

    def mail_server(self, var: str, *, default: str) -> dict[str, object]:
        """Django's settings of a mail server by its URL."""
        return self._url(var, self.email_url_config, default, "smtp+tls://user:password@host:587")

    def _url(
        self, var: str, read: Callable[[str], dict[str, object]], default: str, example: str
    ) -> dict[str, object]:
        given = self.ENVIRON.get(var, "").strip() or default
        with suppress(ImproperlyConfigured, ValueError, KeyError):
            if "://" in given and (found := read(given)):
                return found
        # The value is not repeated: it holds a password.
        raise ImproperlyConfigured(f"{var} cannot be read: it looks like {example}.")
