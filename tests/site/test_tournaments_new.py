"""Stating a tournament: one form for nine formats and four games, and what it says when refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.forms import BoundField, Form
from django.test import Client
from django.urls import reverse

from games.rules.registry import GAMES
from tests import cast
from tests.site.conftest import Browse
from tests.site.tournament_rows import entrants, stated
from tests.sizes import few
from tests.tournaments.run.world import tournament
from tournaments.formats.registry import FORMATS
from tournaments.models import Tournament
from tournaments.selectors.tournament_state import setup_of

NEW = "/tournaments/new/"
FITTING = [
    (key, game)
    for key, made in FORMATS.items()
    for game, rules in ((name, one.rules) for name, one in GAMES.items())
    if 2 in rules.table_sizes or not made.is_for_two
]


def as_typed(form: Form, **changed: Any) -> dict[str, Any]:
    """What a browser sends of a form as it was shown, with these fields filled in otherwise."""
    values: dict[str, Any] = {}
    for field in form:
        value = _value(field)
        if value is not None and value is not False and value != "":
            values[field.name] = "on" if value is True else value
    return values | changed


def _value(field: BoundField) -> Any:
    value = field.value()
    return value.isoformat() if hasattr(value, "isoformat") else value


def shown(client: Client, path: str) -> Form:
    response = client.get(path)
    assert response.status_code == 200
    form = response.context["form"]
    assert isinstance(form, Form)
    return form


@pytest.mark.parametrize(("key", "game"), few(FITTING, 9))
def test_the_form_as_it_is_offered_makes_a_tournament(key: str, game: str, browse: Browse) -> None:
    client = browse("Olga")
    path = f"{NEW}?game={game}&format={key}"
    response = client.post(path, as_typed(shown(client, path), name="Autumn Cup"))
    row = Tournament.objects.get()
    assert response.headers["Location"] == reverse("tournament-manage", args=[row.code])
    assert (row.game, row.format, row.status) == (game, key, "draft")
    opened = client.post(reverse("tournament-act", args=[row.code, "open"]), follow=True)
    assert "Registration is open." in opened.content.decode()
    page = browse("Anna").get(reverse("tournament", args=[row.code])).content.decode()
    assert "Autumn Cup" in page
    assert "it takes at least" not in page, "as many as it needs can be seated"


def test_every_game_offers_every_format_that_fits_it(browse: Browse) -> None:
    client = browse("Olga")
    for game in GAMES:
        page = client.get(NEW, {"game": game}).content.decode()
        for key in FORMATS:
            assert (f"format={key}" in page) is ((key, game) in FITTING)


@pytest.mark.parametrize("query", ["game=chess", "format=lottery"])
def test_there_is_no_form_for_what_cannot_be(query: str, browse: Browse) -> None:
    assert browse("Olga").get(f"{NEW}?{query}").status_code == 404


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("swiss", {"name": ""}, "This field is required."),
    ("swiss", {"name": "x" * 61}, "at most 60 characters"),
    ("swiss", {"phase_time": "1"}, "not one of the available choices"),
    ("swiss", {"least_entries": "9", "most_entries": "4"}, "9"),
    ("swiss", {"least_rating": "2000", "most_rating": "1000"}, "1000"),
    ("swiss", {"check_in": "86400"}, "Check-in needs a start time."),
    ("swiss", {"starts_at": "2020-01-01T12:00"}, "That time has passed"),
    ("swiss", {"starts_at": "2300-01-01T12:00"}, "That’s too far off"),
    ("groups", {"least_entries": "8", "advance": "4"}, "nobody is out"),
    ("swiss", {"tie_break_1": "lot", "tie_break_2": "lot"}, "is in the list twice"),
    ("swiss", {"rounds": "0"}, "The number of rounds must be 1 or more"),
]


@pytest.mark.parametrize(("key", "changed", "said"), REFUSED)
def test_a_refused_form_says_why_and_keeps_what_was_typed(
    key: str, changed: dict[str, Any], said: str, browse: Browse
) -> None:
    client = browse("Olga")
    path = f"{NEW}?game=emu-ranchers&format={key}"
    typed = as_typed(shown(client, path), name="Kept name", description="Kept words") | changed
    response = client.post(path, typed)
    page = response.content.decode()
    assert response.status_code == 422
    assert said in page
    assert "Kept words" in page
    assert ("Kept name" in page) is ("name" not in changed)
    for name, value in changed.items():
        if name not in {"name", "phase_time"}:
            assert str(response.context["form"][name].value()) == value
    assert not Tournament.objects.exists()


def test_the_tables_are_shown_before_anything_is_kept(browse: Browse) -> None:
    client = browse("Olga")
    path = f"{NEW}?game=cubirds&format=swiss"
    typed = as_typed(
        shown(client, path), name="Look first", least_entries="9", most_entries="22", look="1"
    )
    response = client.post(path, typed)
    page = response.content.decode()
    assert response.status_code == 200
    assert "With 9 players: 3 tables of 3." in page
    assert "With 22 players: 4 tables of 4, 2 tables of 3." in page
    assert "Look first" in page
    assert not Tournament.objects.exists()


def test_terms_are_changed_in_the_same_form_and_the_log_tells(browse: Browse) -> None:
    made = stated("swiss", terms={"rounds": 5}, least_entries=4)
    client = browse("Olga")
    path = reverse("tournament-change", args=[made.code])
    typed = as_typed(shown(client, path))
    assert typed["rounds"] == 5
    assert client.post(path, typed | {"rounds": "6"}).status_code == 302
    made.refresh_from_db()
    assert made.terms["rounds"] == 6
    assert (
        "the terms were changed"
        in browse("").get(reverse("tournament-log", args=[made.code])).content.decode()
    )


@pytest.mark.parametrize("key", ["swiss", "ladder", "heats", "knockout"])
def test_r12_a_setting_that_nobody_stated_is_shown_as_it_is_played_by_and_kept(
    key: str, browse: Browse
) -> None:
    made = tournament(key)
    client, path = browse("Olga"), reverse("tournament-change", args=[made.code])
    before = setup_of(made)
    assert client.post(path, as_typed(shown(client, path))).status_code == 302
    after = setup_of(Tournament.objects.get())
    assert replace(after, tie_breaks=before.tie_breaks) == before


def test_changing_nothing_changes_nothing(browse: Browse) -> None:
    client = browse("Olga")
    path = f"{NEW}?game=wild-cards&format=heats"
    client.post(path, as_typed(shown(client, path), name="Autumn Cup"))
    # Its version rises whenever it is locked: then pages are reckoned anew, to the same.
    kept = [field.attname for field in Tournament._meta.concrete_fields if field.name != "version"]
    before = Tournament.objects.values(*kept).get()
    change = reverse("tournament-change", args=[before["code"]])
    assert client.post(change, as_typed(shown(client, change))).status_code == 302
    assert Tournament.objects.values(*kept).get() == before
    assert not Tournament.objects.get().log.exists()


def test_only_the_organiser_changes_the_terms(browse: Browse) -> None:
    made = stated("swiss")
    entrants(made, 2)
    path = reverse("tournament-change", args=[made.code])
    for who in ("Mallory", "Entrant 1"):
        assert browse(who).get(path).status_code == 404
        assert browse(who).post(path, {"name": "Mine"}).status_code == 404
    assert browse("").get(path).headers["Location"].startswith(reverse("account_login"))
    made.refresh_from_db()
    assert made.name == "Spring Cup"


def test_who_prepares_too_many_is_told(browse: Browse) -> None:
    client = browse("Olga")
    path = f"{NEW}?game=cubirds&format=swiss"
    typed = as_typed(shown(client, path), name="Another")
    for _number in range(10):
        assert client.post(path, typed).status_code == 302
    refused = client.post(path, typed)
    assert refused.status_code == 422
    assert "You already have 10 drafts." in refused.content.decode()
    assert cast.member("Olga").tournaments.count() == 10
