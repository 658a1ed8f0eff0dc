"""The secret key of a service that was given none: made once, kept in its data directory."""

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def stored_secret_key(data_directory: Path) -> str:
    """The key in `data_directory`/secret_key; made by the first caller, for its owner only.

    Raises ImproperlyConfigured where nothing can be written.
    """
    path = data_directory / "secret_key"
    try:
        if not path.exists():
            data_directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            _write_once(path, secrets.token_urlsafe(50))
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
