"""The history of a match in a mail keeps its end, and says what it leaves out."""

from __future__ import annotations

import pytest
from django.utils import translation
from django.utils.translation import ngettext

from games.mail.member_commands import looking
from games.models import Member
from tests.cast import member
from tests.games.test_selectors import finished_match
from tests.mail.mailbox import asked, plain


def lines_of(text: str) -> list[str]:
    return [line.strip() for line in text.partition("--------")[0].split("· ")[1:]]


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "it", "es", "nl"])
def test_a_long_history_keeps_its_end_and_tells_how_much_is_left_out(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = finished_match()
    Member.objects.filter(pk=member("Anna").pk).update(language=language)
    whole = plain(asked("anna@example.org", f"history of {match.code}"))
    every = lines_of(whole)
    monkeypatch.setattr(looking, "MOST_LINES", 5)
    cut = plain(asked("anna@example.org", f"history of {match.code}"))
    assert lines_of(cut) == every[-5:]
    left_out = len(every) - 5
    with translation.override(language):
        told = ngettext(
            "The first line is left out here. The whole match: %(link)s",
            "The first %(count)d lines are left out here. The whole match: %(link)s",
            left_out,
        ) % {"count": left_out, "link": ""}
    assert told.strip() in " ".join(cut.split())
    assert f"/matches/{match.code}/" in cut
