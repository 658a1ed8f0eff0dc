"""`manage.py bench` measures on a database of its own, and its floors do what they say."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from tests.bench import reference_engine
from tests.bench.comparison import Change, Run, changes, run_json, run_read
from tests.bench.figures import (
    Effort,
    Figure,
    at_most,
    compared,
    interleaved,
    percentile,
    repeated,
)
from tests.bench.scratch import (
    NAME_PREFIX,
    NoScratchDatabaseError,
    database_seconds_since,
    database_times,
    require_scratch,
)

NOT_A_DATABASE = b"Whoever opens this as a database fails."
SMALL = ["--count", "9", "--seconds", "0.05"]
ORDERS = (
    "submit_order that waits for others",
    "submit_order that closes the phase",
    "order by the form",
)
FIGURES = (
    *ORDERS,
    "random playouts", "orders checked and applied", "replay, per order", "view of one seat",
    "due matches swept", "the same among 90 that are not due", "100,000 due matches",
    "decision mails worded", "decision mails through the outbox",
    "page, 2 players, short log: queries", "page, 5 players, long log: latency",
    "swiss, 9 entries, overview", "knockout, 9 entries, bracket: kB",
    "board of the year, 9 matches: queries",
    "page, 5 players, visitor, made anew", "live-update check: queries",
    "home, ", "lobby", "profile",
)  # fmt: skip


def bench(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(settings.BASE_DIR / "manage.py"), "bench", *arguments],
        env={**os.environ, **environment}, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("what", "names"),
    [("orders", ORDERS), pytest.param("all", FIGURES, marks=pytest.mark.long)],
)
def test_every_figure_is_taken_and_the_real_sqlite_database_is_not_even_opened(
    tmp_path: Path, what: str, names: tuple[str, ...]
) -> None:
    real = tmp_path / "real.sqlite3"
    real.write_bytes(NOT_A_DATABASE)
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    kept = tmp_path / "figures.json"
    done = bench(
        what, *SMALL, "--json", str(kept),
        DATABASE_URL=f"sqlite:///{real}", DATA_DIR=str(tmp_path), TMPDIR=str(temporary),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    for name in names:
        assert name in done.stdout
    assert re.search(r"Most memory: \d+ MB\. Targets missed: \d+\.$", done.stdout.strip())
    assert real.read_bytes() == NOT_A_DATABASE
    assert list(temporary.iterdir()) == []
    run = run_read(kept)
    assert run.database == "SQLite"
    for figures in run.figures.values():
        assert all(figure.value != 0 or figure.ours.startswith("0 ") for figure in figures)
    assert not any(change.is_worse for change in changes(run, run))


def written(path: Path, **ratios: float) -> str:
    figures = [Figure(name, "", ratio=ratio) for name, ratio in ratios.items()]
    path.write_text(run_json(Run("SQLite", {"page": figures})))
    return str(path)


def test_of_two_runs_it_is_told_what_has_become_slower_by_more_than_a_tenth(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = written(tmp_path / "a.json", slower=1.0, alike=1.0, faster=0.5, gone=1.0)
    after = written(tmp_path / "b.json", slower=0.89, alike=0.91, faster=1.5)
    with pytest.raises(CommandError, match=r"^Worse by more than a tenth: page: slower\.$"):
        call_command("bench", "compare", before, after)
    told = capsys.readouterr().out
    assert "3.00 ×" in told
    assert "page: gone" in told
    call_command("bench", "compare", before, before)


def test_what_has_no_floor_is_compared_by_its_value() -> None:
    more = Change("queries", at_most("", 10, 12, ""), at_most("", 12, 12, ""))
    assert more.is_worse
    assert not Change("queries", more.after, more.before).is_worse


def test_a_file_that_holds_no_run_is_refused(tmp_path: Path) -> None:
    (tmp_path / "no.json").write_text("{}")
    with pytest.raises(CommandError, match="Not the figures of a run"):
        call_command("bench", "compare", str(tmp_path / "no.json"), str(tmp_path / "no.json"))


def database_names() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database")
        return {name for (name,) in cursor.fetchall()}


@pytest.mark.long
@pytest.mark.postgresql
@pytest.mark.django_db
def test_on_postgresql_no_database_is_left_behind() -> None:
    before = database_names()
    done = bench("phases", *SMALL)
    assert done.returncode == 0, done.stderr
    assert "phases, on PostgreSQL" in done.stdout
    assert database_names() == before


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_user_who_may_not_create_a_database_is_told_so_and_nothing_is_measured() -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE bench_reader LOGIN NOCREATEDB")
    try:
        url = re.sub("//[^@/]*@", "//bench_reader:@", os.environ["DATABASE_URL"])
        done = bench("page", *SMALL, DATABASE_URL=url)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP ROLE bench_reader")
    assert done.returncode == 1
    assert "the right to create databases" in done.stderr
    assert "Traceback" not in done.stderr
    assert "figure" not in done.stdout


@pytest.mark.django_db
def test_a_connection_to_any_other_database_is_refused() -> None:
    name = str(connection.settings_dict["NAME"])
    assert NAME_PREFIX not in name
    with pytest.raises(NoScratchDatabaseError, match="still to the configured database"):
        require_scratch("another")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--count", "0"],
        ["--count", "100001"],
        ["--seconds", "0"],
        ["nothing"],
        ["compare", "one.json"],
        ["page", "one.json"],
    ],
)
def test_impossible_arguments_are_refused(arguments: list[str]) -> None:
    with pytest.raises(CommandError):
        call_command("bench", *arguments)


def test_a_reference_match_gives_every_prize_once_or_leaves_it_in_the_pot() -> None:
    for seed in range(50):
        orders = reference_engine.random_match(seed, random.Random(seed))
        assert len(orders) == reference_engine.ORDERS
        ended = reference_engine.replayed(seed, orders)
        assert reference_engine.is_over(ended)
        assert sum(ended.scores) + ended.pot == sum(reference_engine.CARDS)
        assert ended.hands == ((),) * reference_engine.PLAYERS


def test_a_shared_highest_bid_leaves_the_prize_for_the_next_round() -> None:
    state = reference_engine.start(1)
    for seat, card in enumerate((13, 13, 1, 2, 3)):
        state = reference_engine.apply(state, seat, card)
    assert state.scores == (0, 0, 0, 0, 0)
    assert state.pot == state.prizes[0] + state.prizes[1]


@pytest.mark.parametrize(("seat", "card", "why"), [
    (0, 5, "not-awaited"), (5, 1, "not-awaited"), (-1, 1, "not-awaited"), (1, 14, "not-in-hand"),
])  # fmt: skip
def test_the_reference_refuses_a_bid_that_may_not_be_made(seat: int, card: int, why: str) -> None:
    state = reference_engine.apply(reference_engine.start(1), 0, 5)
    with pytest.raises(reference_engine.IllegalBidError, match=why):
        reference_engine.apply(state, seat, card)


def test_the_reference_takes_no_bid_after_the_end() -> None:
    ended = reference_engine.replayed(1, reference_engine.random_match(1, random.Random(1)))
    with pytest.raises(reference_engine.IllegalBidError, match="over"):
        reference_engine.apply(ended, 0, 1)


def test_a_comparison_counts_the_databases_processor_time() -> None:
    ours = Effort(count=10, wall=9.0, cpu=0.01, database=0.03)
    floor = Effort(count=20, wall=1.0, cpu=0.02, database=0.02)
    figure = compared("orders", ours, floor, least=0.5)
    assert (figure.ratio, figure.passed) == (0.5, True)
    assert ours.on_two_cores == 500
    assert compared("orders", ours, floor, least=0.51).passed is False
    assert compared("orders", ours, floor).passed is None


def test_a_bound_is_passed_up_to_its_value() -> None:
    assert at_most("queries", 12, 12, "").passed is True
    assert at_most("queries", 13, 12, "").passed is False


def test_percentiles_are_values_that_were_measured() -> None:
    values = [float(value) for value in range(100, 0, -1)]
    assert (percentile(values, 50), percentile(values, 99), percentile(values, 100)) == (
        50,
        99,
        100,
    )
    assert percentile([7.0], 1) == 7.0
    assert percentile([], 99) == 0.0


def test_a_repeated_measurement_has_a_latency_for_each_time_but_the_first() -> None:
    calls: list[int] = []
    effort = repeated(lambda: calls.append(1), 0.0, least=5)
    assert effort.count == len(effort.latencies) == 5
    assert len(calls) == 6
    assert effort.wall >= sum(effort.latencies)


def test_what_is_interleaved_takes_turns_and_ends_together() -> None:
    order: list[str] = []
    orders = iter(range(4))
    with_end = {
        "ours": lambda: order.append(f"ours {next(orders)}"),
        "floor": lambda: order.append("floor"),
    }
    taken = interleaved(with_end, 60.0)
    assert order[:2] == ["ours 0", "floor"]
    assert taken["ours"].count == len(taken["ours"].latencies) == 3
    spent = interleaved({"ours": lambda: order.append(""), "floor": lambda: time.sleep(0.02)}, 0.12)
    assert spent["ours"].count > spent["floor"].count >= 3
    assert all(effort.wall >= 0.12 for effort in spent.values())


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_connection_that_was_renewed_counts_from_its_own_beginning() -> None:
    def work() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT sum(n) FROM generate_series(1, 300000) AS n")

    work()
    before = database_times()
    connection.close()
    work()
    assert database_times().keys() != before.keys()
    assert 0 < database_seconds_since(before) < 10
