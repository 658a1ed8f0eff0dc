"""The Celery app of workers in which one match, POISONED_MATCH, ends the process that closes it."""

import os
import signal
from importlib import import_module
from typing import Any

from celery import signals

from wildcards_site.celery import app

HARD_LIMIT_SECONDS = 3
app.conf.task_time_limit = HARD_LIMIT_SECONDS


def kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def leave() -> None:
    os._exit(1)


def loop() -> None:
    while True:
        pass


WAYS = {"kill": kill, "exit": leave, "loop": loop}


@signals.worker_process_init.connect
def poison(**_kwargs: Any) -> None:
    closing: Any = import_module("games.services.batch_closing")
    die, match_id = WAYS[os.environ["POISON"]], int(os.environ["POISONED_MATCH"])
    advance = closing.advance_play

    def advance_or_die(play: Any, now: Any) -> None:
        if play.match.pk == match_id:
            die()
        advance(play, now)

    closing.advance_play = advance_or_die
