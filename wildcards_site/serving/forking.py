"""Begins the processes of the service: forked from `serve`, with what it has loaded, or anew.

Loading the site takes each process seconds and 100 MB; what is forked has it at once and shares it.
"""

import ctypes
import multiprocessing
import os
import runpy
import signal
import sys
import threading
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from io import TextIOWrapper
from multiprocessing.context import ForkProcess
from pathlib import Path

import setproctitle

PR_SET_PDEATHSIG = 1
OUR_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def load_the_site() -> None:
    """Load what the site, its lanes and its commands import, for those forked later."""
    from wildcards_site import wsgi  # noqa: F401
    from wildcards_site.celery import app

    app.loader.import_default_modules()
    app.close()  # the connections by which this process has sent tasks; Redis's client sees forks


def can_fork() -> bool:
    """Whether a forked process may go on: another thread's locks would stay locked in it.

    The system's own libraries do not survive it on macOS.
    """
    return sys.platform.startswith("linux") and threading.active_count() == 1


def begin(
    command: Sequence[str],
    directory: Path,
    output: int,
    descriptors: Collection[int] = (),
    *,
    is_loaded: bool = False,
) -> ForkProcess:
    """Start a process that writes to `output` and ends when this one is killed.

    It keeps the open files among `descriptors`, and no other. If `is_loaded`, `command` is one of
    Python's, and runs with what this process has loaded instead of loading it anew.
    """
    run = _go_on if is_loaded else _begin_anew
    process = multiprocessing.get_context("fork").Process(
        target=_in_child,
        args=(os.getpid(), directory, output, run, command, descriptors),
    )
    # Until the child has put its own handlers in place, a signal waits.
    signal.pthread_sigmask(signal.SIG_BLOCK, OUR_SIGNALS)
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, OUR_SIGNALS)
    assert process.pid is not None
    while os.getpgid(process.pid) != process.pid:
        time.sleep(0.0005)  # whoever ends it signals to its group, which it is about to open
    return process


def _in_child(
    supervisor: int,
    directory: Path,
    output: int,
    run: Callable[[Sequence[str], Collection[int]], None],
    command: Sequence[str],
    descriptors: Collection[int],
) -> None:
    # Ctrl-C in a terminal goes to its whole group: only the supervisor should hear it.
    os.setsid()
    _die_with(supervisor)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for descriptor, stream in ((nothing, 0), (output, 1), (output, 2)):
        os.dup2(descriptor, stream)
    os.chdir(directory)
    os.environ.update(PYTHONUNBUFFERED="1")
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, OUR_SIGNALS)
    run(command, descriptors)


def _die_with(supervisor: int) -> None:
    """End when the supervisor is killed, where the system has means for that."""
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        # It may have died before the line above.
        if os.getppid() != supervisor:
            os._exit(1)


def _begin_anew(command: Sequence[str], descriptors: Collection[int]) -> None:
    for descriptor in descriptors:
        os.set_inheritable(descriptor, True)
    os.execvp(command[0], [*command])  # noqa: S606  (commands of our own)


def _go_on(command: Sequence[str], descriptors: Collection[int]) -> None:
    """Run what Python would for this command line, without loading anything again."""
    _close_files_but(descriptors)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)
    setproctitle.setproctitle(" ".join(command))
    # What is loaded here has passed Django's checks; each of Celery's processes would make its own.
    os.environ.update(CELERY_SKIP_CHECKS="1")
    _python, first, *others = command
    if first == "-m":
        sys.argv = others
        runpy.run_module(others[0], run_name="__main__", alter_sys=True)
    else:
        sys.argv = [first, *others]
        runpy.run_path(first, run_name="__main__")


def _close_files_but(descriptors: Collection[int]) -> None:
    """Close what a new program would not be given: the data directory's lock above all.

    Their numbers stay taken: an object that still has one closes nobody else's file with it.
    """
    nothing = os.open(os.devnull, os.O_RDWR)
    for name in os.listdir("/proc/self/fd"):
        descriptor = int(name)
        with suppress(OSError):
            if not os.get_inheritable(descriptor) and descriptor not in descriptors:
                os.dup2(nothing, descriptor, inheritable=False)
