"""The language that the site speaks: the member's own; for visitors the cookie or the browser."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Match, Member
from tests import cast
from tests.site.conftest import Browse


def language_of(client: Client, path: str = "/lobby/", **headers: str) -> str:
    answer = client.get(path, headers=headers)
    assert answer.status_code == 200
    assert f'<html lang="{answer.headers["Content-Language"]}">' in answer.text
    return answer.headers["Content-Language"]


def speaks(name: str, language: str) -> Member:
    member = cast.member(name)
    member.language = language
    member.save(update_fields=["language"])
    return member


@pytest.fixture
def match() -> Match:
    """A running match of Anna's, who speaks Dutch, with Bo, who speaks Italian."""
    speaks("Anna", "nl")
    speaks("Bo", "it")
    return cast.running_match("Anna", "Bo", "Carla")


def test_a_member_reads_the_own_language_whatever_the_browser_asks_for(browse: Browse) -> None:
    speaks("Anna", "nl")
    client = browse("Anna")
    client.cookies["django_language"] = "it"
    assert language_of(client, accept_language="es") == "nl"


def test_a_visitor_reads_what_the_browser_asks_for_and_then_what_the_cookie_says() -> None:
    client = Client()
    assert language_of(client, accept_language="es") == "es"
    client.cookies["django_language"] = "it"
    assert language_of(client, accept_language="es") == "it"


def test_a_language_that_the_site_does_not_speak_leaves_the_choice_to_the_browser(
    browse: Browse,
) -> None:
    speaks("Anna", "fr")
    assert language_of(browse("Anna"), accept_language="es") == "es"


def test_one_members_language_is_not_left_behind_for_the_next_visitor(browse: Browse) -> None:
    speaks("Anna", "nl")
    assert language_of(browse("Anna")) == "nl"
    assert language_of(Client()) == "en"


def test_choosing_a_language_below_a_page_changes_the_members_own(browse: Browse) -> None:
    client = browse("Anna")
    answer = client.post(reverse("set_language"), {"language": "it", "next": "/lobby/"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/lobby/")
    assert cast.member("Anna").language == "it"
    assert language_of(client) == "it"


def test_a_visitor_who_chooses_a_language_keeps_it_in_a_cookie() -> None:
    client = Client()
    client.post(reverse("set_language"), {"language": "nl", "next": "/lobby/"})
    assert language_of(client, accept_language="es") == "nl"


@pytest.mark.parametrize("language", ["", "fr", "tlh", "it'; --", "x" * 5000])
def test_a_language_that_is_not_offered_changes_nothing(language: str, browse: Browse) -> None:
    client = browse("Anna")
    client.post(reverse("set_language"), {"language": language, "next": "/lobby/"})
    assert cast.member("Anna").language == "en"
    assert language_of(client) == "en"


@pytest.mark.parametrize("address", ["https://elsewhere.example/", "//elsewhere.example/x"])
def test_choosing_a_language_leads_to_no_other_site(address: str, browse: Browse) -> None:
    answer = browse("Anna").post(reverse("set_language"), {"language": "it", "next": address})
    assert answer.headers["Location"] == "/"


def test_a_language_is_not_changed_by_following_a_link(browse: Browse) -> None:
    answer = browse("Anna").get(reverse("set_language"), {"language": "it"})
    assert answer.headers["Location"] == reverse("home")
    assert cast.member("Anna").language == "en"


def test_a_language_is_changed_by_a_form_of_this_site_alone() -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.member("Anna"))
    assert client.post(reverse("set_language"), {"language": "it"}).status_code == 403
    assert cast.member("Anna").language == "en"


def test_the_lines_that_a_page_polls_are_in_the_language_of_the_one_who_asks(
    match: Match, browse: Browse
) -> None:
    path = reverse("match-pulse", kwargs={"code": match.code})
    own = browse("Anna").get(path)
    assert own.headers["Content-Language"] == "nl"
    assert own.headers["ETag"] != browse("Bo").get(path).headers["ETag"]


def test_a_poll_says_more_than_not_modified_once_the_language_has_changed(
    match: Match, browse: Browse
) -> None:
    client = browse("Anna")
    path = reverse("match-pulse", kwargs={"code": match.code})
    known = {"if_none_match": client.get(path).headers["ETag"]}
    assert client.get(path, headers=known).status_code == 304
    client.post(reverse("set_language"), {"language": "es"})
    assert client.get(path, headers=known).status_code == 200


def test_knowing_the_language_asks_the_database_nothing_that_the_page_does_not(
    browse: Browse,
) -> None:
    client = browse("Anna")
    client.get("/credits/")
    with CaptureQueriesContext(connection) as queries:
        client.get("/credits/")
    assert len(queries) == 3  # with the count of decisions in the head
    assert sum("games_member" in query["sql"] for query in queries) == 1


def test_an_answer_to_a_visitor_does_not_depend_on_who_asks() -> None:
    client = Client()
    with CaptureQueriesContext(connection) as queries:
        answer = client.get("/robots.txt")
    assert len(queries) == 0
    assert "Cookie" not in answer.headers.get("Vary", "")
