"""A service with as many matches as wanted, in minutes: PostgreSQL copies a few that were played.

A copy has players, phases, orders, deadlines and mails of its own, at moments of its own and with
people of its own. Of the journal and the mails so much is copied as the few matches have.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.db import connection
from django.db.models import F, Model

from games.models import (
    DeadlineChange,
    InboundMail,
    Match,
    Member,
    Order,
    OutboundMail,
    Phase,
    Player,
    StandingOrder,
)
from tests.bench.row_copies import Changes, copy_rows, written_in_bulk

STEP = 10_000_000
"""Between the ids of a row's copies and those of the next row's; more matches there cannot be."""

IN_ONE_GO = 20_000
FIRST_OVER = STEP // 2
MOST_AT_A_TABLE = 5
TO_NEXT_TABLE = 7
"""Members from the host of one match to that of the next, so that all come in turn."""

COPIED: dict[type[Model], tuple[str, str]] = {
    Match: ("pk", ""),
    Player: ("match", "seat"),
    Phase: ("match", ""),
    Order: ("phase__match", ""),
    StandingOrder: ("player__match", ""),
    DeadlineChange: ("phase__match", ""),
    OutboundMail: ("match", "player__seat"),
    InboundMail: ("match", "player__seat"),
}
"""Each kind of row with the ways to its match and to the seat of whom it belongs to."""

SHARE = "((n * 7919) % 100003 / 100003.0)"
"""Between 0 and 1, another for each number, in no order."""

BEGUN = f"(now() - {SHARE} * interval '60 days')"
ENDED = f"(now() - {SHARE} * interval '30 days')"
TOLD = f"(now() - {SHARE} * interval '80 days')"
DUE = f"(now() + interval '1 hour' + {SHARE} * interval '47 hours')"
ALL_DUE = "(now() - interval '1 minute')"
"""As SQL, for the deadlines of running matches: over two days to come, or passed together."""


class LargePopulation:
    """Copies of these matches, in turn, between people of whom each sits at several tables.

    `running` and `people` are how many there are so far; `due` is when. For PostgreSQL alone.
    """

    def __init__(self, originals: Sequence[Match], due: str = DUE) -> None:
        self._due = due
        self._originals = [match.pk for match in originals]
        self._member = Member.objects.earliest("pk").pk
        self.running = self.over = self.people = 0

    def match_id(self, number: int) -> int:
        """The running match with this number, from 0 to `running` - 1; it is a copy of the
        originals' one at `number` modulo how many they are."""
        return self._originals[number % len(self._originals)] * STEP + number

    def member_id(self, number: int) -> int:
        """The member with this number, from 0 to `people` - 1."""
        return self._member * STEP + number

    def grow(
        self, running: int, over: int, people: int, advance: Callable[[int], None] = lambda _: None
    ) -> None:
        """Have so many running matches, matches that are over and people; never fewer than there
        are. Says in `advance` how many matches more there are."""
        with written_in_bulk([Member, *COPIED]):
            self._copy_people(max(people, MOST_AT_A_TABLE))
            self._read_originals()
            for numbers in _parts(self.running, running):
                self._copy(numbers, is_over=False)
                advance(len(numbers))
            for numbers in _parts(FIRST_OVER + self.over, FIRST_OVER + over):
                self._copy(numbers, is_over=True)
                advance(len(numbers))
        self.running, self.over = max(running, self.running), max(over, self.over)
        with connection.cursor() as cursor:
            # A table that has stood for a while has statistics, and its pages are known as whole.
            cursor.execute("VACUUM ANALYZE" if not connection.in_atomic_block else "ANALYZE")

    def _copy_people(self, people: int) -> None:
        if people > self.people:
            name = "'Person ' || n"
            copy_rows(
                Member,
                range(self.people, people),
                {
                    "id": f"own.id * {STEP} + n", "email": "'person-' || n || '@example.org'",
                    "name": name, "name_skeleton": name, "name_look": name,
                },
                source=f"{Member._meta.db_table} own WHERE own.id = {self._member}",
            )  # fmt: skip
            self.people = people

    def _read_originals(self) -> None:
        """Tables of this session with the originals' rows alone, so that no copy is copied."""
        with connection.cursor() as cursor:
            for kind, (match, seat) in COPIED.items():
                rows = kind._default_manager.filter(**{f"{match}__in": self._originals})
                rows = rows.order_by().annotate(of_match=F(match))
                sql, values = rows.annotate(of_seat=F(seat)).query.sql_with_params() if seat else (
                    rows.query.sql_with_params()
                )  # fmt: skip
                cursor.execute(f"DROP TABLE IF EXISTS {_source(kind)}")
                cursor.execute(f"CREATE TEMPORARY TABLE {_source(kind)} AS {sql}", values)

    def _copy(self, numbers: range, *, is_over: bool) -> None:
        originals = f"(ARRAY{self._originals}::bigint[])[1 + n % {len(self._originals)}]"
        first = self._member * STEP
        person = f"{first} + (n * {TO_NEXT_TABLE} + coalesce(own.of_seat, 0)) % {self.people}"
        host = f"{first} + n * {TO_NEXT_TABLE} % {self.people}"
        for kind in COPIED:
            changes = _own(kind) | (_of_over(kind) if is_over else _of_running(kind, self._due))
            if "member_id" in changes:
                changes["member_id"] = person
            if kind is Match:
                changes["created_by_id"] = host
            source = f"{_source(kind)} own WHERE own.of_match = {originals}"
            copy_rows(kind, numbers, changes, source=source)


def _source(kind: type[Model]) -> str:
    return f"original_{kind._meta.model_name}"


def _parts(first: int, end: int) -> list[range]:
    return [range(one, min(one + IN_ONE_GO, end)) for one in range(first, end, IN_ONE_GO)]


def _own(kind: type[Model]) -> dict[str, str]:
    """What every copy has for itself: ids, keys, and moments that are past."""
    row = f"own.id * {STEP} + n"
    places = {"match_id": "of_match", "phase_id": "phase_id", "player_id": "player_id"}
    columns = {str(field.column) for field in kind._meta.concrete_fields}
    own = {name: f"own.{at} * {STEP} + n" for name, at in places.items() if name in columns}
    others: dict[type[Model], Changes] = {
        Match: {
            "code": "substr(md5(own.id || '-' || n), 1, 12)",
            "invitation_token": "md5('token-' || own.id || '-' || n)",
            "created_at": BEGUN, "started_at": BEGUN,
        },
        Player: {"member_id": ""},
        OutboundMail: {
            "member_id": "", "dedupe_key": "own.dedupe_key || '-' || n", "status": "'sent'",
            "message_id": "'<' || n || '-' || own.id || '@example.org>'",
            "created_at": TOLD, "due_at": TOLD, "sent_at": TOLD,
        },
        InboundMail: {
            "member_id": "", "dedupe_key": "md5(own.id || '-' || n)", "status": "'taken'",
            "envelope_sender": "n || own.envelope_sender", "received_at": ENDED,
        },
    }  # fmt: skip
    return {"id": row, **own, **others.get(kind, {})}


def _of_running(kind: type[Model], due: str) -> dict[str, str]:
    changed: dict[type[Model], dict[str, str]] = {
        Match: {
            "status": "'running'", "deadline_at": due,
        },
        Phase: {
            "deadline_at": f"CASE WHEN own.closed_at IS NULL THEN {due} END",
            "wake_at": f"CASE WHEN own.closed_at IS NULL THEN {due} END",
            "remind_at": f"CASE WHEN own.closed_at IS NULL THEN {due} - interval '30 minutes' END",
        },
        DeadlineChange: {"new_deadline_at": due},
    }  # fmt: skip
    return changed.get(kind, {})


def _of_over(kind: type[Model]) -> dict[str, str]:
    """As if it had ended with the phase that is open, with the places by seat."""
    numbers = "(SELECT jsonb_agg(s) FROM generate_series(1, own.seats) s)"
    ended: dict[type[Model], dict[str, str]] = {
        Match: {
            "status": "'finished'", "deadline_at": "NULL",
            "finished_at": ENDED, "settled_at": ENDED, "reported_at": ENDED,
            "outcome": "jsonb_build_object('reason', 'rounds', "
            f"'scores', {numbers}, 'places', {numbers})",
        },
        Player: {"place": "own.seat + 1", "score": "own.seat + 1"},
        Phase: {"closed_at": f"coalesce(own.closed_at, {ENDED})"},
    }  # fmt: skip
    return ended.get(kind, {})
