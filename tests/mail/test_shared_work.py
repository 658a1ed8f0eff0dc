"""What is done once for many mails: each is to the byte the mail that would be made alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from django.conf import settings

from games.composing import compiled_templates, deadline_words, messages, mime_bytes
from games.composing.compose import message_for
from games.letters.outbox_prefetch import Prefetched
from games.models import Match, OutboundMail
from games.rules.registry import GAMES
from tests.cast import awaited, default_text, member, order, running_match

pytestmark = pytest.mark.django_db

Told = tuple[str, str, list[tuple[str, str]], list[str], list[str]]


def played_on(game: str, names: Sequence[str]) -> Match:
    """A match some phases on, in which somebody has left what to do if they miss the deadline."""
    options = {"edition": "2022"} if game == "wild-cards" else {}
    match = running_match(*names, game=game, options=options)
    for _phase in range(3):
        for who in awaited(match):
            order(who)
    for who in awaited(match)[:1]:
        order(who, f"if missed: {default_text(who)}")
    return match


def questions() -> list[OutboundMail]:
    """The open questions, as a sender takes them."""
    rows = OutboundMail.objects.filter(kind=OutboundMail.Kind.DECISION).order_by("pk")
    newest = {row.player_id: row for row in rows}
    return list(newest.values())


def told(row: OutboundMail, known: Prefetched | None = None) -> Told | None:
    message = message_for(row, known)
    if message is None:
        return None
    html = [(str(content), str(kind)) for content, kind in message.alternatives]
    return str(message.subject), str(message.body), html, message.to, message.reply_to


def forget_what_was_shared() -> None:
    for kept in (
        messages._wrapped_line, messages._unsubscribing_link, deadline_words.deadline_words,
        mime_bytes._checked,
    ):  # fmt: skip
        kept.cache_clear()


@pytest.mark.parametrize("game", GAMES)
def test_each_mail_of_many_is_the_one_that_would_be_made_alone(game: str) -> None:
    member("Anna"), member("Bo", language="it"), member("Carla", time_zone="Asia/Tokyo")
    names = ("Anna", "Bo") if game == "emu-ranchers" else ("Anna", "Bo", "Carla")
    for _table in range(2):
        played_on(game, names)

    together = Prefetched(questions())
    among_others = {row.pk: told(row, together) for row in reversed(questions())}
    alone = {}
    compiled_templates._ready.cache_clear()
    for row in questions():
        forget_what_was_shared()
        alone[row.pk] = told(row)

    assert among_others == alone
    bodies = {pk: one[1] for pk, one in alone.items() if one is not None}
    assert len(bodies) >= 2
    assert any("if missed: " in body for body in bodies.values())


def test_nothing_takes_another_language_while_a_mail_is_worded() -> None:
    places = ("composing", "letters", "presentation", "selectors", "catalogue")
    taken = {
        f"{place}/{path.name}"
        for place in places
        for path in Path(settings.BASE_DIR, "games", place).rglob("*.py")
        if re.search(
            r"^ *(with|return) .*translation\.(override|activate)\(", path.read_text(), re.MULTILINE
        )
    }
    assert taken == {"composing/channel_words.py", "presentation/words.py"}
