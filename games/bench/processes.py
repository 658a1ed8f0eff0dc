"""Work in processes of their own, which begin with nothing. Imports nothing that needs Django set
up: it is what sets it up."""

from __future__ import annotations

import logging

import django


def set_up() -> None:
    """To be called first in a process that another has begun. Warnings are not printed: what
    servers refuse is part of what is measured."""
    django.setup()
    logging.disable(logging.WARNING)
