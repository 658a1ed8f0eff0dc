"""The keys of a service that was given none: made once, kept in its data directory."""

import os
import secrets
from collections.abc import Callable
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from games.common.vapid_keys import new_vapid_key


def stored_secret_key(data_directory: Path) -> str:
    """The key in `data_directory`/secret_key; made by the first caller, for its owner only.

    Raises ImproperlyConfigured where nothing can be written.
    """
    return _stored(data_directory, "secret_key", lambda: secrets.token_urlsafe(50))


def stored_vapid_key(data_directory: Path) -> str:
    """The key in `data_directory`/vapid_key by which push services know this service.

    As `new_vapid_key` makes it; raises what `stored_secret_key` does.
    """
    return _stored(data_directory, "vapid_key", new_vapid_key)


def _stored(data_directory: Path, name: str, made: Callable[[], str]) -> str:
    path = data_directory / name
    try:
        if not path.exists():
            data_directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            _write_once(path, made())
        return path.read_text(encoding="ascii").strip()
    except OSError as error:
        raise ImproperlyConfigured(
            f"The data directory {data_directory} cannot be used: {error.strerror}. "
            "Choose another with DATA_DIR, or serve --data."
        ) from error


def _write_once(path: Path, content: str) -> None:
    # Several processes may start at once: each writes a file of its own, and the first link wins.
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(content)
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
