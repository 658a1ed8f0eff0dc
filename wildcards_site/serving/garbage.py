"""What forked processes share stays shared."""

import gc

NEW_OBJECTS = 20_000
"""So many more objects, and garbage is looked for. After Python's own 700, a sweep that has a
hundred matches in hand spends a tenth of its time on looking at them again and again."""


def keep_what_is_loaded() -> None:
    """Pass over what is loaded by now when looking for garbage: to be called before forking.

    Looking writes to each object, so that a forked process would soon have a copy of everything:
    10 to 15 MB of a web process or worker (`manage.py bench memory`).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)
