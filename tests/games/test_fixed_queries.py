"""Queries whose SQL is kept, and rows written together, do what Django's own would do."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Exists, F, Model, OuterRef
from django.test.utils import CaptureQueriesContext

from games.models import InboundMail, Match, Order, Phase, Player
from games.models.fixed_queries import FixedQuery, insert_row
from games.models.row_updates import insert_rows, new_row, update_rows
from tests.bench.faults.tables import matches_made

pytestmark = pytest.mark.django_db


def test_a_kept_query_gives_for_each_list_what_the_plain_one_gives() -> None:
    kept = FixedQuery(
        lambda ids, seat: (
            Player.objects.filter(match__pk__in=ids, seat=seat)
            .select_related("member", "match")
            .order_by("pk")
        )
    )
    ids = [match.pk for match in matches_made(4)]
    for some in ([], ids[:1], ids[1:3], ids, ids[:1]):
        for seat in (0, 2, 9):
            plain = Player.objects.filter(match__in=some, seat=seat).order_by("pk")
            wanted = [vars_of(player) for player in plain.select_related("member", "match")]
            assert [vars_of(player) for player in kept.rows(some, seat)] == wanted


def test_a_kept_query_for_values_gives_them_in_their_order() -> None:
    def made(ids: Any) -> Any:
        seated = Player.objects.filter(match__pk__in=ids).annotate(whose=F("member__name"))
        return seated.order_by("pk").values_list("whose", "seat", "match__options")

    ids = [match.pk for match in matches_made(3)]
    assert FixedQuery(made).values(ids) == list(made(ids))
    assert FixedQuery(made).values([]) == []


def vars_of(player: Player) -> list[dict[str, object]]:
    rows = (player, player.match, player.member)
    return [
        {field.name: getattr(row, field.attname) for field in row._meta.concrete_fields}
        for row in rows
        if row is not None
    ]


def test_the_related_rows_of_a_kept_query_cost_no_further_queries() -> None:
    (match,) = matches_made(1)
    kept = FixedQuery(lambda pk: Player.objects.filter(match=pk).select_related("member", "match"))
    with CaptureQueriesContext(
        connection,
    ) as asked:
        for player in kept.rows(match.pk):
            assert player.member is None or player.member.email
            assert player.match.code == match.code
    assert len(asked) == 1


def test_a_kept_query_brings_annotations_times_and_leaves_out_what_is_deferred() -> None:
    moment = datetime(2026, 3, 1, 12, 30, 15, 250_000, tzinfo=UTC)
    for number in range(3):
        InboundMail.objects.create(
            dedupe_key=str(number), source="smtp", recipient="x", raw=b"raw",
            verdicts={"spf": "pass"}, received_at=moment + timedelta(seconds=number),
        )  # fmt: skip
    earlier = InboundMail.objects.filter(received_at__lt=OuterRef("received_at"))
    kept = FixedQuery(
        lambda since: (
            InboundMail.objects.filter(received_at__gte=since, member=None)
            .annotate(waits=Exists(earlier))
            .defer("raw")
            .order_by("-received_at")
        )
    )
    found = kept.rows(moment)
    assert [(row.dedupe_key, row.waits) for row in found] == [("2", 1), ("1", 1), ("0", 0)]  # type: ignore[attr-defined]
    assert [row.received_at for row in kept.rows(moment + timedelta(seconds=1.5))] == [
        moment + timedelta(seconds=2)
    ]
    assert found[0].verdicts == {"spf": "pass"}
    assert found[0].get_deferred_fields() == {"raw"}
    assert bytes(found[0].raw) == b"raw"


def test_a_kept_query_reads_the_rows_as_they_are_each_time() -> None:
    (match,) = matches_made(1)
    kept = FixedQuery(lambda pk: Match.objects.filter(pk=pk).select_for_update(of=("self",)))
    first = kept.first(match.pk)
    Match.objects.filter(pk=match.pk).update(title="another")
    second = kept.first(match.pk)
    assert first is not None
    assert second is not None
    assert (first.title, second.title) == (match.title, "another")
    assert kept.first(match.pk + 1000) is None


def test_an_inserted_row_is_as_one_saved_and_a_second_of_its_key_is_none() -> None:
    (match,) = matches_made(1)
    rows = [
        InboundMail(
            dedupe_key="one",
            source="smtp",
            recipient="x",
            raw=b"\x00raw\xff",
            verdicts={"spf": "pass"},
            received_at=datetime(2026, 3, 1, 12, tzinfo=UTC),
            match=match,
        )
        for _ in range(2)
    ]
    assert [insert_row(row, is_once=True) for row in rows] == [True, False]
    with pytest.raises(IntegrityError), transaction.atomic():
        insert_row(rows[1])
    (kept,) = InboundMail.objects.all()
    for field in kept._meta.concrete_fields:
        value = getattr(kept, field.attname)
        assert (bytes(value) if field.name == "raw" else value) == getattr(rows[0], field.attname)


@pytest.mark.postgresql
def test_a_kept_query_is_planned_once_for_each_connection() -> None:
    kept = FixedQuery(lambda title: Match.objects.filter(title=title))
    for number in range(4):
        kept.rows(str(number))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT name FROM pg_prepared_statements WHERE statement LIKE %s", ['%"title" = ($%']
        )
        assert len(cursor.fetchall()) == 1


def test_what_never_differs_is_in_the_sql_so_that_a_partial_index_fits_its_plan() -> None:
    kept = FixedQuery(
        lambda at: InboundMail.objects.filter(
            status=InboundMail.Status.PENDING, is_emptied=False, source="it's 5 %", received_at=at
        ).order_by()
    )
    moment = datetime(2026, 3, 1, 12, tzinfo=UTC)
    InboundMail.objects.create(
        dedupe_key="1", source="it's 5 %", recipient="x", raw=b"raw", received_at=moment
    )
    asked: list[tuple[str, int]] = []

    def look(execute: Any, sql: str, parameters: Any, *rest: Any) -> Any:
        asked.append((sql, len(parameters)))
        return execute(sql, parameters, *rest)

    with connection.execute_wrapper(look):
        assert [row.dedupe_key for row in kept.rows(moment)] == ["1"]
    ((sql, given),) = asked
    assert "'pending'" in sql
    assert given == 1


def test_rows_written_together_are_as_rows_saved_one_by_one() -> None:
    (match,) = matches_made(1)
    mails = [
        InboundMail(
            dedupe_key=f'a "key" \\ {{{number}}}, null ’',
            source="smtp",
            recipient="",
            raw=bytes((0, 255, number)),
            verdicts={"spf": [None, 1.5, "’"], "3": {}},
            received_at=datetime(2026, 3, 1, 12, 0, 0, number, tzinfo=UTC),
            match=match if number else None,
        )
        for number in range(3)
    ]
    insert_rows(mails)
    for mail in mails:
        assert as_kept(InboundMail.objects.get(pk=mail.pk)) == as_kept(mail)
    players = list(match.players.all())
    for player in players:
        player.time_used = -timedelta(days=1, seconds=player.own_seat, microseconds=7)
        player.answer_times = [[player.own_seat, 0.5]]
    wanted = [as_kept(player) for player in players]
    assert update_rows(players, ["time_used", "answer_times"]) == len(players)
    assert [as_kept(player) for player in match.players.all()] == wanted


def as_kept(row: Model) -> dict[str, object]:
    values = {field.name: getattr(row, field.attname) for field in row._meta.concrete_fields}
    return {name: bytes(v) if isinstance(v, memoryview) else v for name, v in values.items()}


def test_rows_that_somebody_else_has_changed_are_left_as_they_are() -> None:
    matches = matches_made(3)
    for match in matches:
        match.title = "new"
    read = [(match.phase_number + (match is matches[1]), match.status) for match in matches]
    assert update_rows(matches, ["title"], if_still=["phase_number", "status"], read=read) == 2
    assert [Match.objects.get(pk=match.pk).title for match in matches] == ["new", "", "new"]


def test_a_new_row_is_as_its_model_makes_it_and_knows_its_relations() -> None:
    (match,) = matches_made(1)
    unsaved = Phase(match=match, number=9, name="bid", round=1, opened_at=match.created_at)
    given = {"phase": unsaved, "seat": 1, "text": "pass", "received_at": match.created_at}
    ours, plain = new_row(Order, **given), Order(**given)
    assert as_kept(ours) == as_kept(plain)
    assert ours.phase is unsaved
    assert ours._state.adding
    first, second = (new_row(Phase, match=match).held for _ in range(2))
    assert first == {}
    assert first is not second
    with pytest.raises(TypeError):
        new_row(Order, nonsense=1)
