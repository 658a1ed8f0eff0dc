"""Whatever is typed, posted or put into an address: an answer, and nothing done unmeant."""

from __future__ import annotations

from itertools import product
from typing import Any
from urllib.parse import quote

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.cast import member
from tests.site.conftest import Browse
from tests.site.test_tournaments_new import NEW, as_typed, shown
from tests.site.tournament_rows import START, entrants, played, stated
from tests.sizes import few, sized
from tournaments.models import Entry, LogEntry, Pairing, Tournament
from tournaments.views.organiser_tools import ACTIONS

HUGE = "9" * 400
NASTY = ["\x00", "a\x00b", HUGE, "-1", "1e9", "é\u202e😀", "<script>", "x" * 70_000, "٣"]
DATES = ["0001-01-01T00:00", "9999-12-31T23:59", "2026-02-31T10:00", "tomorrow"]


def made_running() -> Tournament:
    return played(stated("swiss", terms={"rounds": 4}), 8, share=0.5)


def everything() -> list[Any]:
    """All rows of tournaments, to compare; a version may rise for nothing."""
    rows: list[list[Any]] = [
        list(model.objects.order_by("pk").values())
        for model in (Tournament, Entry, Pairing, LogEntry)
    ]
    return [[{key: one[key] for key in one if key != "version"} for one in some] for some in rows]


@pytest.mark.parametrize("value", NASTY)
def test_no_field_of_the_form_brings_the_site_down(value: str, browse: Browse) -> None:
    client = browse("Olga")
    path = f"{NEW}?game=emu-ranchers&format=groups"
    form = shown(client, path)
    typed = as_typed(form, name="Autumn Cup")
    names = [*form.fields, "game", "format", "csrf"]
    # In a short run each value comes to a fifth of the fields, and each field gets some of them.
    for name in names[NASTY.index(value) % sized(5, 1) :: sized(5, 1)]:
        response = client.post(path, typed | {name: value})
        assert response.status_code in {302, 422}, name
    kept = Tournament.objects.values_list("name", "description")
    assert not any("\x00" in words for row in kept for words in row)


@pytest.mark.parametrize("value", DATES)
@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Niue", "UTC"])
def test_no_date_brings_the_site_down(value: str, zone: str, browse: Browse) -> None:
    client = browse("Olga")
    olga = member("Olga")
    olga.time_zone = zone
    olga.save()
    path = f"{NEW}?game=emu-ranchers&format=swiss"
    typed = as_typed(shown(client, path), name="Autumn Cup", starts_at=value, check_in="86400")
    assert client.post(path, typed).status_code in {302, 422}
    for row in Tournament.objects.all():
        assert client.get(reverse("tournament", args=[row.code])).status_code == 200
        assert client.get(reverse("tournament-change", args=[row.code])).status_code == 200


FIELDS = (
    "entry", "pairing", "round", "days", "member", "reason", "text", "name", "addresses", "allowed",
)  # fmt: skip


@pytest.mark.parametrize("action", few(ACTIONS, 6))
def test_no_tool_takes_nonsense(action: str, browse: Browse) -> None:
    made = made_running()
    client = browse("Olga")
    path = reverse("tournament-act", args=[made.code, action])
    before = everything()
    done = {"pause", "resume", "notice", "series", "cancel", "seed", "wind-up"}
    for value in ("", *NASTY, "0"):
        with transaction.atomic():
            response = client.post(path, dict.fromkeys(FIELDS, value))
            assert response.status_code in {302, 404}, value[:20]
            if action not in done or not value.strip():
                assert everything() == before, value[:20]
            transaction.set_rollback(True)


def test_a_tool_that_there_is_not_is_not_found(browse: Browse) -> None:
    made = made_running()
    for action in ("explode", "terms", "-"):
        path = f"/tournaments/{made.code}/manage/{action}/"
        assert browse("Olga").post(path).status_code in {404, 422}


@pytest.mark.parametrize("value", NASTY)
def test_whatever_is_added_to_the_chance_is_kept_harmless(value: str, browse: Browse) -> None:
    made = stated("swiss")
    path = reverse("tournament-enter", args=[made.code])
    assert browse("Anna").post(path, {"contribution": value, "token": value}).status_code == 302
    entry = Entry.objects.get()
    assert len(entry.contribution) <= 64
    assert "\x00" not in entry.contribution


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"reason=\xff\xfe\x00&text=%ff", "application/x-www-form-urlencoded"),
        (b"&".join(b"entry=1" for _part in range(5000)), "application/x-www-form-urlencoded"),
        (b"--x\r\nnonsense", "multipart/form-data; boundary=x"),
        (b"{}", "application/json"),
        (b"reason=" + b"x" * 3_000_000, "application/x-www-form-urlencoded"),
    ],
)
def test_a_broken_body_is_refused(body: bytes, content_type: str, browse: Browse) -> None:
    made = played(stated("knockout"), 8, share=0.6)
    before = everything()
    for name in ("tournament-enter", "tournament-withdraw"):
        path = reverse(name, args=[made.code])
        response = browse("Mallory").post(path, body, content_type=content_type)
        assert response.status_code in {302, 400, 404, 413}
    path = reverse("tournament-act", args=[made.code, "extend-round"])
    response = browse("Olga").post(path, body, content_type=content_type)
    assert response.status_code in {302, 400, 404, 413}
    assert everything() == before


def test_no_question_in_an_address_brings_a_page_down() -> None:
    made = made_running()
    base = reverse("tournament", args=[made.code])
    for value in ("", *NASTY, "%zz", "../..", "1;drop"):
        no_page_is_brought_down(base, quote(value.encode())[:6000])


def no_page_is_brought_down(base: str, asked: str) -> None:
    client = Client()
    for path in (
        f"{base}?token={asked}",
        f"{base}standings/?entry={asked}",
        f"/tournaments/?page={asked}",
        f"{NEW}?game={asked}",
    ):
        assert client.get(path).status_code in {200, 302}, path
    assert client.get(f"/series/{asked[:50]}/").status_code in {404, 400, 301}


def test_no_search_brings_the_histories_down() -> None:
    played(stated("swiss", terms={"rounds": 4}), 8)
    client = Client()
    names = ["game", "player", "opponent", "result", "tournament", "seats", "since", "until"]
    names += ["least_days", "most_days", "order", "page"]
    asked = [quote(value.encode())[:4000] for value in ("", *NASTY)]
    # In a short run each value comes to a third of the fields, and each field gets some of them.
    for name, value in list(product(names, asked))[:: sized(3, 1)]:
        assert client.get(f"/histories/?{name}={value}").status_code == 200, (name, value[:20])
    for day in ("0001-01-01", "9999-12-31", "2026-13-01"):
        assert client.get(f"/histories/?since={day}&until={day}").status_code == 200
    assert client.get("/histories/?least_days=3650&most_days=3650").status_code == 200


def test_names_of_any_letters_have_their_feed(browse: Browse) -> None:
    made = played(stated("swiss", terms={"rounds": 4}), 4)
    person = made.entries.order_by("pk")[0].member
    for name in ("a/b", "Zoë & Co.", "?#%", "..", '"x"'):
        person.name = name
        person.save()
        page = browse("").get("/histories/", {"player": name})
        assert page.status_code == 200
        link = reverse("player-feed", args=[name])
        assert link in page.content.decode().replace("&amp;", "&")
        assert browse("").get(link).status_code in ({200, 404} if name == ".." else {200})


def test_a_long_reason_is_cut_and_shown_as_text(browse: Browse) -> None:
    made = played(stated("swiss", terms={"rounds": 4}), 8, share=0.5)
    path = reverse("tournament-act", args=[made.code, "pause"])
    browse("Olga").post(path, {"reason": "<b>bold</b> " * 100})
    page = browse("").get(reverse("tournament-log", args=[made.code])).content.decode()
    assert "&lt;b&gt;bold" in page
    assert "<b>bold" not in page
    assert len(LogEntry.objects.get(action="paused").reason) <= 300


def test_entries_of_other_tournaments_cannot_be_ruled_on(browse: Browse) -> None:
    made, other = made_running(), stated("swiss", name="Another", organiser="Mallory")
    (stranger,) = entrants(other, 1)
    LogEntry.objects.filter(tournament=made, at__lt=START).delete()
    before = everything()
    for action in ("remove", "replace", "forfeit"):
        body = {"entry": stranger.pk, "reason": "because", "member": "Olga"}
        pairing = Pairing.objects.filter(round__tournament=made).first()
        assert pairing is not None
        body["pairing"] = pairing.pk
        path = reverse("tournament-act", args=[made.code, action])
        assert browse("Olga").post(path, body).status_code == 404
    assert everything() == before
