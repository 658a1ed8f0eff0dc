"""The match page asks the same few questions whatever the table, the log and the viewer."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Match, Phase
from games.services.following import follow_member
from games.services.notes import write_member_note
from tests import cast
from tests.site.conftest import Browse, made_private
from tests.site.scene_form import SceneForm

MOST_QUERIES = 12
MOST_FOR_AN_ORDER = 6
"""Who is signed in takes two, the match with its lock one, all else that is read one."""

TABLES = {
    2: {"options": {"edition": "2022", "leo": True}},
    3: {},
    4: {"options": {"edition": "2020"}},
    5: {},
}
NAMES = ("Anna", "Bo", "Carla", "Dirk", "Emma")


def queries_of(browse: Browse, who: str, path: str) -> int:
    client = browse(who)
    client.get(path)  # Content types and the like are asked for once a process.
    with CaptureQueriesContext(connection) as queries:
        assert client.get(path).status_code == 200
    assert any("games_player" in query["sql"] for query in queries)
    return len(queries)


def with_long_log(match: Match) -> None:
    """A thousand more closed phases than were played."""
    row = match.phases.get(number=0)
    Phase.objects.filter(match=match, number__gt=0).update(number=5000)
    Match.objects.filter(pk=match.pk).update(phase_number=5000)
    Phase.objects.bulk_create(
        Phase(
            match=match,
            number=number,
            name="bid",
            round=number // 5 + 1,
            opened_at=row.opened_at,
            closed_at=row.closed_at,
            reason=Phase.Reason.COMPLETE,
            events=row.events,
        )
        for number in range(1, 1001)
    )


@pytest.mark.parametrize("seats", TABLES)
def test_the_match_page_takes_at_most_twelve_queries(seats: int, browse: Browse) -> None:
    match = made_private(cast.running_match(*NAMES[:seats], **TABLES[seats]))  # type: ignore[arg-type]
    path = reverse("match", kwargs={"code": match.code})
    counted = queries_of(browse, "Anna", path)
    assert counted <= MOST_QUERIES
    with_long_log(match)
    assert queries_of(browse, "Anna", path) == counted


def test_the_number_of_queries_is_the_same_at_every_table(browse: Browse) -> None:
    matches = [
        cast.running_match(*NAMES[:seats], **terms)  # type: ignore[arg-type]
        for seats, terms in TABLES.items()
    ]
    counts = {
        queries_of(browse, "Anna", reverse("match", kwargs={"code": match.code}))
        for match in matches
    }
    assert len(counts) == 1


def test_the_poll_is_cheap(browse: Browse) -> None:
    match = cast.running_match()
    queries = queries_of(browse, "Anna", reverse("match-pulse", kwargs={"code": match.code}))
    assert queries <= 6


def test_lists_of_matches_take_the_same_queries_however_long(browse: Browse) -> None:
    cast.running_match()
    cast.open_match("Bo")
    before = {name: queries_of(browse, "Anna", reverse(name)) for name in ("home", "lobby")}
    for _number in range(8):
        cast.running_match("Anna", "Bo", "Carla")
        cast.open_match("Bo")
    after = {name: queries_of(browse, "Anna", reverse(name)) for name in ("home", "lobby")}
    assert after == before


def test_a_member_page_asks_a_signed_in_reader_nothing_more_for_what_they_keep_about_them(
    browse: Browse,
) -> None:
    anna, bo = cast.member("Anna"), cast.member("Bo")
    path = reverse("member", kwargs={"member": bo.pk})
    client = browse("Anna")

    def counted() -> int:
        client.get(path)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(path).status_code == 200
        return len(queries)

    before = counted()
    assert before <= MOST_QUERIES
    follow_member(member=anna, other=bo)
    write_member_note(writer=anna, about=bo, text="plays late at night")
    assert counted() == before
    assert "plays late at night" in client.get(path).content.decode()
    assert "Unfollow Bo" in client.get(path).content.decode()


def test_an_order_by_form_or_text_takes_six_statements(browse: Browse) -> None:
    match = cast.running_match(*NAMES)
    client, who = browse("Anna"), cast.player(match, "Anna")
    path = reverse("match-order", kwargs={"code": match.code})
    tapped = SceneForm(
        client.get(reverse("match", kwargs={"code": match.code})).content.decode()
    ).filled(0)
    typed = {"text": cast.legal_texts(who)[-1], "phase": str(match.phase_number)}
    for form in (typed, tapped, typed):
        with CaptureQueriesContext(connection) as asked:
            assert client.post(path, form).status_code == 302
        statements = [query["sql"].split()[0] for query in asked]
        ends = {"SAVEPOINT", "RELEASE", "BEGIN", "COMMIT"}
        assert len([one for one in statements if one not in ends]) <= MOST_FOR_AN_ORDER, statements
        assert len([one for one in statements if one in ends]) == 2
