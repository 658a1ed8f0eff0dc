"""The organiser's desk: notes, the same again, standings in a frame, the table of a series."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from tests.cast import member
from tests.tournaments.run.test_sweeping import running
from tests.tournaments.run.world import World, entered, tournament
from tournaments.models import Entry, Tournament
from tournaments.selectors.tournament_lists import season_table
from tournaments.services.series import create_series

pytestmark = pytest.mark.django_db


def test_standings_can_be_framed_anywhere_and_say_nothing_of_who_looks(client: Client) -> None:
    made = running(World(), "swiss", 4, terms={"rounds": 3})
    client.force_login(made.organiser)
    answer = client.get(f"/tournaments/{made.code}/embed/")
    page = answer.content.decode()
    assert "P01" in page
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "script-src" not in answer["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer
    assert answer["Cache-Control"] == "public, max-age=60"
    assert "is-own" not in page
    for private in ("<form", "<script", "Organise", made.organiser.name):
        assert private not in page
    whole = client.get(f"/tournaments/{made.code}/standings/")
    assert "frame-ancestors 'none'" in whole["Content-Security-Policy"]


def test_what_is_not_listed_is_not_framed(client: Client) -> None:
    made = tournament(is_public=False)
    client.force_login(made.organiser)
    assert client.get(f"/tournaments/{made.code}/embed/").status_code == 404


def test_the_same_again_is_a_draft_by_the_same_terms(client: Client) -> None:
    made = running(World(), "swiss", 4, terms={"rounds": 3, "last_round": 2})
    Tournament.objects.update(check_in=timedelta(hours=24), starts_at=made.started_at)
    client.force_login(made.organiser)
    client.post(f"/tournaments/{made.code}/manage/again/")
    draft = Tournament.objects.exclude(pk=made.pk).get()
    assert (draft.status, draft.name, draft.terms) == ("draft", made.name, {"rounds": 3})
    assert draft.starts_at is None
    assert draft.server_seed != made.server_seed
    client.force_login(member("Mallory"))
    assert client.post(f"/tournaments/{made.code}/manage/again/").status_code == 404


def test_notes_are_seen_by_those_who_run_it_alone(client: Client) -> None:
    made = tournament()
    client.force_login(made.organiser)
    client.post(f"/tournaments/{made.code}/manage/note/", {"notes": "Anna pays later"})
    assert "Anna pays later" in client.get(f"/tournaments/{made.code}/manage/").content.decode()
    client.force_login(member("Anna"))
    for page in ("", "log/", "standings.json"):
        answer = client.get(f"/tournaments/{made.code}/{page}")
        assert "pays later" not in answer.content.decode()


def test_a_series_has_a_table_over_its_seasons(client: Client) -> None:
    first = tournament()
    series = create_series(tournament=first, by=first.organiser, name="Cup")
    second = tournament(name="Cup 2")
    Tournament.objects.filter(pk=second.pk).update(series=series, season=2)
    for made, places in ((first, (1, 2, 3)), (second, (2, 1, 4))):
        for row, place in zip(entered(made, "Anna", "Bruno", "Clara"), places, strict=True):
            Entry.objects.filter(pk=row.pk).update(place=place)
        Tournament.objects.filter(pk=made.pk).update(status=Tournament.Status.FINISHED)
    found = [(row.name, row.won, row.on_podium, row.best) for row in season_table(series)]
    assert found == [("Anna", 1, 2, 1), ("Bruno", 1, 2, 1), ("Clara", 0, 1, 3)]
    assert "All seasons" in client.get(f"/series/{series.slug}/").content.decode()
