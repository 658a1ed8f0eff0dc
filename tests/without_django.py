"""Decides whether a run of the tests needs Django: those of pure code begin in half a second.

Registered by pyproject.toml, so that it is read before pytest-django.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

PURE = ("rules", "words", "tournaments/formats", "tournaments/pairing")
"""Folders of tests whose code needs no settings: run alone, they are given none."""

HERE = Path(__file__).parent


def needs_django(arguments: list[str]) -> bool:
    """Whether any of the files and folders named is outside the pure ones."""
    paths = [Path(word.partition("::")[0]).resolve() for word in arguments]
    pure = [HERE / name for name in PURE]
    return not paths or not all(any(path.is_relative_to(one) for one in pure) for path in paths)


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    if needs_django(early_config.known_args_namespace.file_or_dir):
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wildcards_site.settings")
