"""docs/adding-a-format.md is followed to the letter: the site plays its format, as it says."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import reverse

from games.common import clock
from tests.site.conftest import Browse
from tests.site.test_tournaments_journey import created, everybody_enters, ruling
from tests.tournaments.run.world import START, World
from tests.tournaments.test_format_declarations import missing
from tournaments import formats
from tournaments.formats.base import Format
from tournaments.formats.registry import FORMATS, discovered
from tournaments.models import Tournament
from tournaments.presentation.format_words import words_of

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "adding-a-format.md"
MOST_LINES = 100


def files_of_the_page() -> dict[str, str]:
    """The modules that the page shows, by their names."""
    text = PAGE.read_text(encoding="utf-8")
    return dict(re.findall(r"(?ms)^\*\*(\w+\.py)\*\*\n\n```python\n(.*?)^```$", text))


def forget(*prefixes: str) -> None:
    """Let the next import of these modules read them anew, and words be looked up again."""
    for name in [name for name in sys.modules if name.startswith(prefixes)]:
        del sys.modules[name]
    words_of.cache_clear()


def written(folder: Path) -> Path:
    """The page's package in that folder."""
    package = folder / "danish"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    for name, source in files_of_the_page().items():
        (package / name).write_text(source)
    return package


@pytest.fixture
def danish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Format]:
    """The format of the page, as if its folder lay among the others."""
    written(tmp_path)
    monkeypatch.setattr(formats, "__path__", [*formats.__path__, str(tmp_path)])
    known = dict(FORMATS)
    FORMATS.clear()
    FORMATS.update(discovered())
    yield FORMATS["danish"]
    FORMATS.clear()
    FORMATS.update(known)
    forget("tournaments.formats.danish")


def test_the_page_shows_two_short_files() -> None:
    files = files_of_the_page()
    assert set(files) == {"rules.py", "words.py"}
    assert sum(len(source.splitlines()) for source in files.values()) <= MOST_LINES


@pytest.mark.usefixtures("danish")
def test_nothing_of_it_is_missing() -> None:
    assert missing("danish") == []
    assert list(FORMATS).index("danish") == list(FORMATS).index("swiss") + 1


@pytest.mark.django_db
@pytest.mark.usefixtures("danish")
def test_it_is_stated_entered_dealt_played_ranked_shown_and_ended(browse: Browse) -> None:
    client, world = browse("Olga"), World()
    with clock.simulated(START):
        page = client.get("/tournaments/new/", {"game": "emu-ranchers"}).content.decode()
        assert "Danish system" in page
        made = created(client, "danish", rounds="3")
        everybody_enters(browse, made)
        assert "It has started" in ruling(client, made, "start")
        world.until_over(made)
        made.refresh_from_db()
        assert made.status == Tournament.Status.FINISHED
        assert [row.stage for row in made.rounds.order_by("number")] == ["danish"] * 3
        anybody = browse("")
        entry = made.entries.get(place=1)
        shown = {
            "tournament": "neighbours in the standings meet, however often",
            "tournament-standings": entry.member.name,
            "tournament-cross": "Danish round",
        }
        for name, words in shown.items():
            address = reverse(name, args=[made.code])
            assert words in anybody.get(address).content.decode(), name
        why = anybody.get(reverse("tournament-entry", args=[made.code, entry.pk]))
        told = re.findall(r"standings meet: number \d of 8 before it", why.content.decode())
        assert len(told) == 3


def test_before_its_words_it_is_called_by_its_key(tmp_path: Path, danish: Format) -> None:
    (tmp_path / "danish" / "words.py").unlink()
    forget("tournaments.formats.danish.words")
    assert words_of(danish.key).name == "Danish"


def test_a_format_of_another_package_is_found_by_its_entry_point(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = written(tmp_path / "our_formats")
    words = package / "words.py"
    words.write_text(words.read_text().replace("tournaments.formats.danish", "our_formats.danish"))
    about = tmp_path / "our_formats-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: our-formats\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[wildcards.formats]\ndanish = our_formats.danish\n")
    monkeypatch.syspath_prepend(tmp_path)
    try:
        found = discovered()["danish"]
        assert type(found).__module__ == "our_formats.danish.rules"
        monkeypatch.setitem(FORMATS, "danish", found)
        assert words_of("danish").name == "Danish system"
    finally:
        forget("our_formats")
