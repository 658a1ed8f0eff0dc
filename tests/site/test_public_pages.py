"""Pages for everybody: unchanged they are not sent again, and no cache ever gets a member's."""

from __future__ import annotations

import gzip

import pytest
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import NoReverseMatch, reverse

from tests import cast
from tests.site.conftest import Browse, made_private
from tests.site.test_endings import finished
from tests.site.tournament_rows import played, stated
from tests.sizes import sized
from tournaments.services.rating_finished_matches import settle_due
from wildcards_site.public_pages import PUBLIC_PAGES

CHOICE = {"language": "it", "next": "/rules/"}


def public_paths() -> dict[str, str]:
    """An address for each of the public pages, with something on it."""
    match = finished("Anna", "Bo", "Carla")
    settle_due()
    tournament = played(stated("knockout"), 4)
    entry = tournament.entries.first()
    assert entry is not None
    numbers = {"tournament-entry": entry.pk, "tournament-round": 1}
    anna, bo = cast.member("Anna"), cast.member("Bo")
    of_people = {"member": anna.pk, "other": bo.pk, "pool": "wild-cards/2022"}
    found: dict[str, str] = {}
    for name in PUBLIC_PAGES - {"series"}:
        code = tournament.code if name.startswith("tournament") else match.code
        number = numbers.get(name, 1)
        tries: tuple[dict[str, object], ...] = (
            {}, {"code": code}, {"code": code, "number": number}, {"game": "wizard"},
            {"game": "wizard", "number": 1}, {"member": anna.pk}, {"pool": "wild-cards/2022"},
            {key: of_people[key] for key in ("member", "other")},
            {key: of_people[key] for key in ("member", "pool")},
        )  # fmt: skip
        for arguments in tries:
            try:
                found[name] = reverse(name, kwargs=arguments)
            except NoReverseMatch:
                continue
            break
    assert found.keys() == PUBLIC_PAGES - {"series"}
    return found


def is_for_its_reader_alone(answer: HttpResponseBase) -> bool:
    return answer.headers["Cache-Control"] == "private, no-store" and "ETag" not in answer.headers


def test_a_visitor_is_sent_no_public_page_twice_and_a_member_gets_their_own(
    browse: Browse,
) -> None:
    for number, (name, path) in enumerate(public_paths().items()):
        first = browse("").get(path)
        assert first.status_code == 200, name
        assert not first.cookies, name
        assert first.headers["Cache-Control"] == "no-cache", name
        assert {"Cookie", "Accept-Language"} <= {*first.headers["Vary"].split(", ")}, name
        known = {"If-None-Match": first.headers["ETag"]}
        again = browse("").get(path, headers=known)
        assert (again.status_code, again.content) == (304, b""), name
        assert again.headers["ETag"] == first.headers["ETag"]
        if number % sized(3, 1):
            continue
        assert browse("").get(path, headers=known | {"Accept-Language": "nl"}).status_code == 200
        member = browse("Anna").get(path, headers=known)
        assert member.status_code == 200, name
        assert is_for_its_reader_alone(member), name


def test_a_public_page_that_has_changed_is_sent_anew(browse: Browse) -> None:
    first = browse("").get("/lobby/")
    cast.open_match("Anna")
    after = browse("").get("/lobby/", headers={"If-None-Match": first.headers["ETag"]})
    assert after.status_code == 200
    assert after.headers["ETag"] != first.headers["ETag"]


def test_a_proxy_that_compresses_or_not_gets_the_same_answer_to_its_etag(browse: Browse) -> None:
    packed = browse("").get("/rules/wizard/", headers={"Accept-Encoding": "gzip"})
    plain = browse("").get("/rules/wizard/")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert len(packed.content) < len(plain.content) / 3
    known = {"If-None-Match": packed.headers["ETag"], "Accept-Encoding": "gzip"}
    assert browse("").get("/rules/wizard/", headers=known).status_code == 304


def test_a_page_that_is_not_for_everybody_is_kept_by_its_reader_alone_or_nobody(
    browse: Browse,
) -> None:
    match = made_private(cast.running_match())
    own = browse("Anna").get(reverse("match", kwargs={"code": match.code}))
    assert own.status_code == 200
    assert own.headers["Cache-Control"] == "private, no-cache"
    assert is_for_its_reader_alone(browse("Anna").get("/"))
    assert browse("").get("/accounts/login/").cookies
    for path in ("/accounts/login/", "/mailbox/"):
        assert "no-store" in browse("").get(path).headers["Cache-Control"]


def test_a_visitor_with_a_message_or_a_seat_as_a_guest_gets_a_page_of_their_own(
    browse: Browse,
) -> None:
    guest = browse("")
    guest.post("/practice/", {"game": "wizard"})
    assert is_for_its_reader_alone(guest.get("/rules/"))


@pytest.mark.parametrize("name", ["home", "lobby", "rules-index"])
def test_a_form_for_everybody_holds_no_token_for_a_visitor_and_one_for_a_member(
    name: str, browse: Browse
) -> None:
    path = reverse(name)
    assert b"csrfmiddlewaretoken" not in browse("").get(path).content
    assert b"csrfmiddlewaretoken" in browse("Anna").get(path).content


@pytest.mark.parametrize("path", ["/language/", "/practice/", "/quick/"])
@pytest.mark.parametrize(
    ("origin", "is_taken"),
    [
        ("http://testserver", True),
        ("https://testserver", False),
        ("http://testserver.evil.example", False),
        ("null", False),
        ("", False),
    ],
)
def test_a_form_without_a_token_is_taken_from_a_page_of_this_site_alone(
    path: str, origin: str, is_taken: bool
) -> None:
    client = Client(enforce_csrf_checks=True)
    headers = {"Origin": origin} if origin else {}
    answer = client.post(path, CHOICE, headers=headers)
    assert answer.status_code == (302 if is_taken else 403)
    if path == "/language/" and is_taken:
        assert answer.headers["Location"] == "/rules/"
        assert 'lang="it"' in client.get("/rules/").content.decode()
