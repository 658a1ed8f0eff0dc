"""How much of what takes long is done: a share in every run, all of it with `make long`."""

import os

IS_LONG = bool(os.environ.get("LONG_TESTS"))


def sized(share: int, whole: int) -> int:
    """The amount for this run."""
    return whole if IS_LONG else share
