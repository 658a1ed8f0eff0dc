"""Pages for everybody: they exist, hold what they must, and run nothing that the policy forbids."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import polib
import pytest
from django.contrib.staticfiles import finders
from django.test import Client, override_settings
from django.urls import reverse
from markdown_it import MarkdownIt

from games.rules.registry import GAMES
from tests import cast
from tests.site.conftest import Browse

PUBLIC = ("home", "lobby", "histories", "help-mail", "notation", "credits", "privacy", "api-docs")
MEMBERS = ("match-new", "profile")


def test_every_public_page_answers_a_visitor_and_a_member(browse: Browse) -> None:
    for who in ("", "Anna"):
        for name in PUBLIC:
            assert browse(who).get(reverse(name)).status_code == 200, name


@pytest.mark.parametrize("name", MEMBERS)
def test_a_members_page_asks_a_visitor_to_sign_in_and_comes_back(name: str) -> None:
    response = Client().get(reverse(name))
    expected = f"{reverse('account_login')}?next={reverse(name)}"
    assert response.headers["Location"] == expected


def test_no_page_holds_a_script_or_a_style_of_its_own(browse: Browse) -> None:
    """The content security policy would refuse it."""
    match = cast.running_match()
    pages = [reverse(name) for name in (*PUBLIC, *MEMBERS)]
    pages += [reverse("match", kwargs={"code": match.code}), "/accounts/email/", "/nowhere/"]
    for path in pages:
        page = browse("Anna").get(path).content.decode()
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", page), path
        for script in re.findall(r"<script[^>]*>", page):
            assert 'src="/static/' in script, path


def test_every_page_names_its_language_title_and_main_part(browse: Browse) -> None:
    for name in PUBLIC:
        page = browse("").get(reverse(name)).content.decode()
        assert '<html lang="en">' in page
        assert page.count("<h1") == 1, name
        assert 'id="main"' in page
        assert "Skip to content" in page


def test_credits_name_who_made_the_game_and_that_they_did_not_make_this(browse: Browse) -> None:
    page = unescape(browse("").get(reverse("credits")).content.decode())
    for name in (
        "Ferdinand Schnitzler",
        "Kristiaan der Nederlanden",
        "Board Game Circus",
        "Gam'inBIZ",
        "This service isn’t theirs",
    ):
        assert name in page


def test_rules_have_contents_and_an_anchor_for_every_paragraph(browse: Browse) -> None:
    for key in GAMES:
        page = browse("").get(reverse("rules", kwargs={"game": key})).content.decode()
        anchors = set(re.findall(r'id="(s\d+(?:\.\d+)*)"', page))
        assert "s1" in anchors
        assert any("." in anchor for anchor in anchors)
        for linked in re.findall(r'href="#(s[\d.]+)"', page):
            assert linked in anchors


def test_there_are_no_rules_of_an_unknown_game(browse: Browse) -> None:
    assert browse("").get("/rules/chess/").status_code == 404
    assert browse("").get("/rules/..%2fsettings/").status_code == 404


def test_robots_are_kept_from_matches_and_accounts() -> None:
    text = Client().get("/robots.txt").content.decode()
    assert "Disallow: /matches/" in text
    assert "Disallow: /accounts/" in text


def test_the_icon_is_there() -> None:
    assert Client().get("/favicon.ico").status_code == 302
    assert finders.find("games/favicon.svg")


def test_a_missing_page_helps_on() -> None:
    response = Client().get("/matches/zzzzzzz/")
    assert response.status_code == 404
    assert "Lobby" in response.content.decode()


def test_a_fault_is_told_without_its_cause(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_arguments: object) -> None:
        raise RuntimeError("the peacock is in the freezer")

    monkeypatch.setattr(MarkdownIt, "parse", broken)
    with override_settings(DEBUG=False):
        from games.views import rules_pages

        rules_pages._rendered.cache_clear()
        client = Client(raise_request_exception=False)
        response = client.get(reverse("rules", kwargs={"game": "wild-cards"}))
    assert response.status_code == 500
    page = response.content.decode()
    assert "Something went wrong on our side" in page
    assert "peacock is in the freezer" not in page


def test_only_languages_with_texts_are_offered(browse: Browse, tmp_path: Path) -> None:
    texts = tmp_path / "nl" / "LC_MESSAGES" / "django.mo"
    texts.parent.mkdir(parents=True)
    polib.POFile().save_as_mofile(str(texts))
    with override_settings(LOCALE_PATHS=[tmp_path]):
        page = browse("").get(reverse("home")).content.decode()
    assert "Nederlands" in page
    assert "Italiano" not in page
