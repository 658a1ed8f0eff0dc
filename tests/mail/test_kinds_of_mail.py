"""A kind of mail is one class: what it lacks is said here in words."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from django.template import TemplateDoesNotExist
from django.template.loader import get_template

from games.letters.account import AccountLetter
from games.letters.command_outcomes import OUTCOMES
from games.letters.letter import Letter, classes_of_letters, letter_class, letter_of
from games.letters.mail_commands import mail_commands
from games.models import OutboundMail
from games.replies.command_words import command_names

CLASSES = [one for one in classes_of_letters() if one is not AccountLetter]


def lacks(letter: type[Letter]) -> Iterator[str]:
    """What the class has not and its mails need."""
    for suffix in ("text", "html"):
        try:
            get_template(f"emails/{letter.template()}.{suffix}")
        except TemplateDoesNotExist:
            yield f"kind {letter.kind} has no template emails/{letter.template()}.{suffix}"
    is_news = letter.may_be_collected and not letter.answered_by_order
    if is_news and letter.headline is Letter.headline:
        yield f"kind {letter.kind} may be in a digest and has no headline"
    for name in sorted(letter.__abstractmethods__):
        yield f"kind {letter.kind} has no method {name}"
    if not letter.__doc__:
        yield f"kind {letter.kind} does not say what it tells"


@pytest.mark.parametrize("letter", CLASSES, ids=lambda one: one.name or one.kind)
def test_every_kind_of_mail_has_all_that_it_needs(letter: type[Letter]) -> None:
    assert list(lacks(letter)) == []


def test_every_kind_that_the_outbox_knows_has_one_class() -> None:
    kinds = [one.kind for one in classes_of_letters() if not one.name]
    assert sorted(kinds) == sorted(OutboundMail.Kind.values)


def test_a_kind_without_its_parts_is_named_in_words() -> None:
    class BareLetter(Letter):
        is_family = True
        kind = "bare"
        may_be_collected = True

    BareLetter.__doc__ = ""
    bare: type[Letter] = BareLetter  # type: ignore[type-abstract]  # that it is, is the point
    assert list(lacks(bare)) == [
        "kind bare has no template emails/bare.text",
        "kind bare has no template emails/bare.html",
        "kind bare may be in a digest and has no headline",
        "kind bare has no method context",
        "kind bare does not say what it tells",
    ]


@pytest.mark.parametrize("letter", CLASSES, ids=lambda one: one.name or one.kind)
def test_a_letter_comes_back_from_its_row_as_it_was(letter: type[Letter]) -> None:
    made = letter(in_reply_to="<1@example.org>")
    row = OutboundMail(
        kind=letter.kind, payload=msgspec.json.decode(msgspec.json.encode(made.payload()))
    )
    assert letter_class(row) is letter
    assert letter_of(row) == made


def test_every_command_by_mail_has_words_and_a_declaration() -> None:
    assert set(command_names()) == set(mail_commands())
    assert all(command.explanation for command in mail_commands().values())


def test_every_outcome_of_a_command_says_what_it_is() -> None:
    assert [code for code, outcome in OUTCOMES.items() if not outcome.__doc__] == []
