"""Mails in four languages: their first line cuts a reply, and what they teach is understood."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from games.composing.contexts import MatchScene
from games.letters.absence_outcomes import AbsenceWithoutDays
from games.letters.mail_commands import taught_commands
from games.models import OutboundMail
from games.replies.command_words import spoken_command, taught_word
from games.replies.dates import read_days
from games.replies.reply_parser import MARKER_END, MARKER_START, cut_reply
from tests.mail.test_cutting import OUR_MAIL

LANGUAGES = tuple(code for code, _name in settings.LANGUAGES)
TODAY = date(2026, 11, 23)


def marker(language: str) -> str:
    with translation.override(language):
        return str(MatchScene(OutboundMail(kind="decision"), None).common()["marker"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("prefix", ["", "  ", "\u00a0", "\ufeff"])
def test_a_reply_ends_at_the_marker_of_every_language(language: str, prefix: str) -> None:
    below = OUR_MAIL.partition("\n")[2]
    assert cut_reply(f"bid F3\n\n{prefix}{marker(language)}\n{below}") == ["bid F3"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_marker_that_was_broken_into_two_lines_ends_a_reply_too(language: str) -> None:
    first, _space, last = marker(language).rpartition(" ")
    assert cut_reply(f"bid F3\n{first}\n{last}\nbid F1") == ["bid F3"]


def test_the_marker_speaks_the_readers_language() -> None:
    markers = {marker(language) for language in LANGUAGES}
    assert len(markers) == len(LANGUAGES)
    assert all(line.startswith(MARKER_START) and line.endswith(MARKER_END) for line in markers)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_of_announcing_an_absence_is_understood(language: str) -> None:
    with translation.override(language):
        example = next(
            each.spoken for each in taught_commands() if " " in each.spoken and "5" in each.spoken
        )
    command = spoken_command(example)
    assert command is not None
    assert command.name == "absent"
    days = read_days(command.argument, TODAY, language)
    assert (days.first, days.last) == (TODAY, date(2026, 12, 5))


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_examples_of_days_are_understood(language: str) -> None:
    with translation.override(language):
        words = AbsenceWithoutDays().paragraphs({})[-1]
    examples = re.findall(r"[“«„](.+?)[”»]", words)
    commands = [spoken_command(example) for example in examples]
    read = [read_days(command.argument, TODAY, language) for command in commands if command]
    assert read == [(TODAY, date(2026, 12, 5)), (date(2026, 12, 3), date(2026, 12, 10))]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["help", "show", "done", "wait"])
def test_the_help_page_teaches_a_word_that_a_mail_in_its_language_may_say(
    language: str, name: str
) -> None:
    with translation.override(language):
        page = render_to_string("games/help_mail.html")
    word = taught_word(name, language)
    assert spoken_command(word) == (name, "")
    assert f"<code>{word}</code>" in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mail_that_asks_teaches_the_words_of_its_language(language: str) -> None:
    with translation.override(language):
        text = render_to_string("emails/_help.text")
        html = render_to_string("emails/_help.html")
    for word in (taught_word("help", language), taught_word("show", language)):
        assert re.search(rf"[\"“«]{word}[\"”»]", text)
        assert re.search(rf"(\"|“|«|&quot;){word}(\"|”|»|&quot;)", html)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Zet intrekken.", "withdraw"),
        ("trek mijn zet in", "withdraw"),
        ("Neem mijn zet terug!", "withdraw"),
        ("zetten", "help"),
    ],
)
def test_a_move_may_be_called_so_in_dutch(line: str, name: str) -> None:
    assert spoken_command(line) == (name, "")
