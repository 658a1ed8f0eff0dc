"""What forked processes share stays shared."""

import gc


def keep_what_is_loaded() -> None:
    """Pass over what is loaded by now when looking for garbage: to be called before forking.

    Looking writes to each object, so that a forked process would soon have a copy of everything:
    10 to 15 MB of a web process or worker (`manage.py bench memory`).
    """
    gc.collect()
    gc.freeze()
