"""Work in processes of their own, which begin with nothing. Imports nothing that needs Django set
up: it is what sets it up."""

from __future__ import annotations

import logging
import os
from multiprocessing.queues import Queue

import django

_TOLD: list[Queue[int]] = []


class LeftAloneError(Exception):
    """The process that began this one is gone: nobody waits for the result."""


def set_up(told: Queue[int]) -> None:
    """To be called first in a process that another has begun; `tell` then tells `told`.

    Warnings are not printed: what servers refuse is part of what is measured.
    """
    _TOLD.append(told)
    django.setup()
    logging.disable(logging.WARNING)


def tell(amount: int, beginner: int) -> None:
    """Tell the process `beginner` that so much more is done. Raises LeftAloneError."""
    if os.getppid() != beginner:
        raise LeftAloneError
    if amount:
        _TOLD[0].put(amount)
