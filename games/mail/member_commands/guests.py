"""Whom an invitation names: addresses, people who play here, and names that nobody has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.letters.member_commands import UnclearRequestError
from games.mail.member_commands.finding import people_named, people_within, without_codes
from games.mail.member_commands.new_match import people_apart
from games.models import Member
from games.replies.command_words import plain_words, words_of
from games.replies.named_requests import ADDRESS


class Guests(NamedTuple):
    """Who is to be invited."""

    addresses: list[str]
    people: list[Member]
    unknown: list[str]


def guests_in(text: str) -> Guests:
    """Whom a text names beside a code. Raises UnclearRequestError where it names nobody who can be
    written to."""
    bare = without_codes(text)
    listed = _without_place(ADDRESS.sub(" ", bare))
    guests = Guests(ADDRESS.findall(bare), _known(listed), unknown_names(listed))
    if guests.addresses or guests.people:
        return guests
    raise UnclearRequestError(
        unknown_words(guests.unknown[:1])
        if guests.unknown
        else _("Whom? Write an email address, or the name under which somebody plays here."),
        missing=guests.unknown[0] if guests.unknown else "",
    )


def unknown_words(names: Sequence[str]) -> str:
    """That nobody here has these names."""
    told = _("We know nobody called %(name)s here. Reply with an email address, or with the name "
             "under which they play.")  # fmt: skip
    return told % {"name": ", ".join(names)}


def unknown_names(text: str) -> list[str]:
    """The names in a list that nobody here has."""
    people, _rest = people_apart(text)
    named = [one for one in people if ADDRESS.search(one) is None]
    return [one for one in named if not _known(one)]


def _known(listed: str) -> list[Member]:
    return list(people_named(listed)) or people_within(listed)


def _without_place(text: str) -> str:
    """The names, without "to" and what else stood beside the code."""
    words = text.split()
    while words and plain_words(words[-1]) in words_of("words", "beside"):
        del words[-1]
    return " ".join(words)
