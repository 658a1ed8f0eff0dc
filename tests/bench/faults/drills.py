"""Every drill by the key of its fault, for `manage.py bench faults`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module

from tests.bench.faults.results import DrillResult


@dataclass(frozen=True, slots=True)
class Drill:
    """A fault to be made. `where` names the function, as `module:function` within this package.

    The function takes a count, and returns what it found. `count` is the whole drill, `quick` a
    share of it that takes seconds.
    """

    key: str
    title: str
    where: str
    count: int
    quick: int

    def run(self, count: int) -> Sequence[DrillResult]:
        """Make the fault so often; raises whatever keeps the drill from being made at all.

        Raises DrillImpossibleError where this machine or database has no such fault.
        """
        module, _colon, name = self.where.partition(":")
        function: Callable[[int], Sequence[DrillResult]] = getattr(
            import_module(f"tests.bench.faults.{module}"), name
        )
        return function(count)


DRILLS: tuple[Drill, ...] = (
    Drill(
        key="F1",
        title="kill -9 of sweeping processes at random moments",
        where="kills:sweeps_killed",
        count=1000,
        quick=15,
    ),
    Drill(
        key="F6",
        title="orders by the site, by mail and by the API around their deadlines",
        where="races:deadlines_raced",
        count=10_000,
        quick=60,
    ),
    Drill(
        key="F2",
        title="kill -9 between the mail server's 250 and the mark",
        where="mail_out:senders_killed",
        count=100,
        quick=8,
    ),
    Drill(
        key="F9",
        title="a mail server or provider in trouble for an hour, in seven ways",
        where="mail_out:server_refuses",
        count=100,
        quick=10,
    ),
    Drill(
        key="interruptions",
        title="exceptions from outside at random points of sweeps and orders",
        where="interruptions:interruptions",
        count=1000,
        quick=60,
    ),
    Drill(
        key="F10",
        title="a storm of mail in: doubled, forged, automatic and hostile",
        where="mail_in:storm",
        count=10_000,
        quick=100,
    ),
    Drill(
        key="secrets",
        title="two deals that a viewer cannot tell apart, in everything that leaves the server",
        where="secrets:drill",
        count=1000,
        quick=2,
    ),
    Drill(
        key="F7",
        title="locks that are waited for across a deadline",
        where="clocks:locks_waited_for",
        count=1000,
        quick=6,
    ),
    Drill(
        key="F8",
        title="clocks 5 minutes wrong, clock changes, leap days",
        where="clocks:clocks_wrong",
        count=300,
        quick=6,
    ),
    Drill(
        key="F11",
        title="no room on the database's disk",
        where="full:disk_full",
        count=1000,
        quick=20,
    ),
    Drill(
        key="F11",
        title="a disk that fills up: its alarm",
        where="full:disk_nearly_full",
        count=1,
        quick=1,
    ),
    Drill(
        key="F11",
        title="no room on the log's disk",
        where="full:log_full",
        count=1000,
        quick=20,
    ),
    Drill(
        key="F12",
        title="migrations while orders are given",
        where="migrating:migrated_under_load",
        count=1000,
        quick=20,
    ),
    Drill(
        key="F13",
        title="one match in a hundred raises, or kills its process",
        where="poison:matches_poisoned",
        count=1000,
        quick=20,
    ),
    Drill(
        key="F14",
        title="a tenth of the transactions undone: serialization failures, deadlocks",
        where="undone:transactions_undone",
        count=1000,
        quick=40,
    ),
    Drill(
        key="F15",
        title="workers stopped past their lease",
        where="stops:workers_stopped",
        count=200,
        quick=6,
    ),
    Drill(
        key="F3",
        title="the broker emptied, killed and stopped while phases fall due",
        where="outages:broker_lost",
        count=20,
        quick=3,
    ),
    Drill(
        key="F4",
        title="the database restarted under load, politely and by force",
        where="restarts:database_restarted",
        count=20,
        quick=2,
    ),
    Drill(
        key="F5",
        title="every task delivered 2 to 5 times",
        where="deliveries:tasks_doubled",
        count=10_000,
        quick=60,
    ),
    Drill(
        key="F10",
        title="a storm of mail in, while phases fall due",
        where="outages:mail_stormed",
        count=10_000,
        quick=400,
    ),
    Drill(
        key="lanes",
        title="a mail server that says nothing, while phases fall due",
        where="outages:mail_tarpitted",
        count=20,
        quick=4,
    ),
    Drill(
        key="F16",
        title="the database lost, and restored from its copy",
        where="restores:database_restored",
        count=300,
        quick=20,
    ),
    Drill(
        key="F17",
        title="every process ended politely and started anew, under load",
        where="outages:service_renewed",
        count=5,
        quick=1,
    ),
)
