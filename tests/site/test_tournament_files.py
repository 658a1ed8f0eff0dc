"""Files and feeds of tournaments: what they say, and whom they tell nothing."""

from __future__ import annotations

import csv
import io
import json
import re
from xml.etree import ElementTree as ET

from django.test import Client
from django.urls import reverse

from games.models import Match
from tests.site.conftest import Browse
from tests.site.tournament_addresses import address, in_state
from tests.site.tournament_rows import played, stated
from tournaments.models import Tournament

ATOM = "{http://www.w3.org/2005/Atom}"


def test_files_are_what_they_say(browse: Browse) -> None:
    made = played(stated("swiss", terms={"rounds": 4}), 9)
    client = browse("")
    table = client.get(address(made, "standings.csv"))
    assert table.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert f'filename="{made.code}.csv"' in table.headers["Content-Disposition"]
    rows = list(csv.reader(io.StringIO(table.content.decode("utf-8-sig"))))
    assert len({len(row) for row in rows}) == 1
    assert {f"Entrant {number}" for number in range(1, 10)} <= {
        cell for row in rows for cell in row
    }
    whole = json.loads(client.get(address(made, "standings.json")).content)
    assert whole["format"] == "swiss"
    report = client.get(address(made, "report.trf")).content.decode()
    lines = [line for line in report.splitlines() if line.startswith("001 ")]
    assert len(lines) == 9
    assert "012 Spring Cup" in report


def test_a_name_cannot_break_a_file(browse: Browse) -> None:
    made = played(stated("swiss", name='=cmd|"<b>'), 4)
    nasty = '=HYPERLINK("x"),"'
    row = made.entries.select_related("member").order_by("pk")[0].member
    row.name = nasty
    row.save()
    rows = list(
        csv.reader(
            io.StringIO(browse("").get(address(made, "standings.csv")).content.decode("utf-8-sig"))
        )
    )
    assert len({len(one) for one in rows}) == 1
    assert not any(cell.startswith(("=", "+", "@")) for one in rows for cell in one)
    ET.fromstring(browse("").get(address(made, "feed.atom")).content)
    page = browse("").get(address(made)).content.decode()
    assert "<b>" not in page.replace("<b></b>", "")


def feed(client: Client, path: str) -> ET.Element:
    response = client.get(path)
    assert response.status_code == 200
    assert response.headers["Content-Type"].startswith("application/atom+xml")
    root = ET.fromstring(response.content)
    assert root.tag == f"{ATOM}feed"
    for one in (root, *root.iter(f"{ATOM}entry")):
        assert one.findtext(f"{ATOM}id")
        assert one.findtext(f"{ATOM}title")
        assert re.fullmatch(
            r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)",
            one.findtext(f"{ATOM}updated") or "",
        )
    ids = [one.findtext(f"{ATOM}id") for one in root.iter(f"{ATOM}entry")]
    assert len(set(ids)) == len(ids)
    return root


def test_a_tournaments_feed_tells_what_was_done(browse: Browse) -> None:
    made = in_state("finished")
    root = feed(browse(""), address(made, "feed.atom"))
    titles = [one.findtext(f"{ATOM}title") or "" for one in root.iter(f"{ATOM}entry")]
    assert "the tournament started" in titles
    assert any(title.startswith("Round 2") for title in titles)


def test_a_feed_has_an_author_names_of_its_host_and_summaries(browse: Browse) -> None:
    made = in_state("finished")
    for path in (address(made, "feed.atom"), reverse("player-feed", args=["Entrant 1"])):
        root = feed(browse(""), path)
        assert root.findtext(f"{ATOM}author/{ATOM}name")
        entries = list(root.iter(f"{ATOM}entry"))
        assert entries
        for one in (root, *entries):
            assert re.fullmatch(r"tag:[\w.]+,\d{4}-\d\d-\d\d:.+", one.findtext(f"{ATOM}id") or "")
        assert all(one.findtext(f"{ATOM}summary") for one in entries)


def test_who_has_a_feed_already_gets_no_second_copy(browse: Browse) -> None:
    path = address(in_state("finished"), "feed.atom")
    first = browse("").get(path)
    for header in (
        {"If-Modified-Since": first.headers["Last-Modified"]},
        {"If-None-Match": first.headers["ETag"]},
    ):
        assert browse("").get(path, headers=header).status_code == 304
    assert browse("").get(path, headers={"If-None-Match": '"another"'}).status_code == 200


def test_feeds_hold_nothing_that_a_visitor_may_not_see(browse: Browse) -> None:
    made = in_state("finished")
    path = reverse("player-feed", args=["Entrant 1"])
    client = browse("Entrant 1")
    assert f"/matches/{Match.objects.filter(players__member__name='Entrant 1')[0].code}/" in (
        ET.tostring(feed(client, path), encoding="unicode")
    )
    Match.objects.update(is_public=False)
    Tournament.objects.update(is_public=False)
    assert list(feed(client, path).iter(f"{ATOM}entry")) == []
    assert client.get(address(made, "feed.atom")).status_code == 404
    for name in ("Nobody", "\x00", "x/y", "é" * 40):
        assert client.get(reverse("player-feed", args=[name])).status_code == 404
