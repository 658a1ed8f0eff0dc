"""Every letter has its words, and is withdrawn when what it tells is no longer so."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives

from games.composing.compose import message_for
from games.letters.letter import classes_of_letters, letter_of
from games.models import Match, Member, OutboundMail
from tests.cast import member
from tests.tournaments.run.test_sweeping import running
from tests.tournaments.run.world import DAY, World, entered, people, tournament
from tournaments.letters.letter import TournamentLetter
from tournaments.models import LogEntry, Pairing
from tournaments.selectors.log_params import ReplacedParams
from tournaments.services import organiser, pauses, result_rulings
from tournaments.services.audit_log import log
from tournaments.services.entries import check_in, withdraw_entry

pytestmark = pytest.mark.django_db

NAMES = [one.name for one in classes_of_letters() if one.kind == TournamentLetter.kind]


def row_of(made: Any, name: str, **payload: Any) -> OutboundMail:
    someone = Member.objects.get(name="P01")
    return OutboundMail(
        dedupe_key=f"test:{name}",
        kind="tournament",
        address=someone.email,
        member=someone,
        payload={"letter": name, "tournament": made.pk, **payload},
    )


@pytest.mark.parametrize("name", NAMES)
def test_every_letter_has_a_heading_sentences_and_a_link(name: str) -> None:
    made = running(World(), "knockout", 4)
    entry = made.entries.get(member__name="P01")
    table = Pairing.objects.filter(seats__entry=entry).get()
    action = LogEntry.Action.REPLACED if name == "replaced" else LogEntry.Action.NOTICE
    params = ReplacedParams(entry.pk, "P09", "P01") if name == "replaced" else None
    written = log(made, action, by=made.organiser, params=params, reason="Play fair")
    row = row_of(
        made,
        name,
        entry=entry.pk,
        pairings=[table.pk],
        pairing=table.pk,
        vacant=entry.pk,
        log=written.pk,
    )
    subject = letter_of(row)
    assert isinstance(subject, TournamentLetter)
    known = subject.about(row)
    assert known is not None
    words = subject.words(known)
    assert words.heading
    assert all(words.sentences)
    assert f"/tournaments/{made.code}/" in (words.link or known.page())
    assert "%(" not in " ".join([words.heading, *words.sentences])


def latest(name: str) -> EmailMultiAlternatives | None:
    row = OutboundMail.objects.filter(payload__letter=name).order_by("-pk")[0]
    row.message_id = "<test@example.org>"
    return message_for(row)


def test_every_ruling_is_told_with_its_reason() -> None:
    world = World()
    made = running(world, "round_robin", 3)
    host = made.organiser
    table = Pairing.objects.exclude(match=None).order_by("pk")[0]
    entry = table.seats.order_by("seat")[0].entry
    asked: dict[str, Any] = {"by": host, "reason": "Snow everywhere"}
    with world.clock():
        for deed, words in (
            (lambda: organiser.extend_pairing(pairing=table, extension=DAY, **asked), "more time"),
            (lambda: pauses.pause_tournament(tournament=made, **asked), "is paused"),
            (lambda: pauses.resume_tournament(tournament=made, **asked), "goes on"),
            (
                lambda: result_rulings.forfeit_pairing(pairing=table, entry=entry, **asked),
                "forfeited the match",
            ),
        ):
            deed()
            message = latest("ruling")
            assert message is not None
            assert words in message.body
            assert "Snow everywhere" in message.body
        organiser.cancel_tournament(tournament=made, **asked)
        message = latest("cancelled")
    assert message is not None
    assert "Autumn Cup was called off." in message.body
    assert "Snow everywhere" in message.body


def test_a_question_to_confirm_is_withdrawn_when_it_is_answered() -> None:
    world = World()
    with world.clock():
        made = tournament(starts_at=world.now + DAY, check_in=DAY)
        (entry,) = entered(made, "P01")
        OutboundMail.objects.all().delete()
    made.entries.update(checked_in_at=None)
    world.sweep()
    assert latest("check-in") is not None
    with world.clock():
        check_in(entry=entry)
    assert latest("check-in") is None


def test_tables_are_not_told_of_when_they_are_over_or_not_ones_own_any_more() -> None:
    world = World()
    made = running(world, "knockout", 2)
    entry = made.entries.get(member__name="P02")
    assert latest("started") is not None
    with world.clock():
        withdraw_entry(entry=entry, plays_on=False)
    world.step(DAY)
    assert Match.objects.get().status == Match.Status.FINISHED
    assert latest("started") is None
    ended = latest("finished")
    assert ended is not None
    assert "The winner is P01." in ended.body


def test_who_wants_no_news_or_no_mail_gets_none() -> None:
    silent, quiet = member("P01"), member("P02")
    silent.mail_level = Member.MailLevel.NONE
    quiet.wants_news = False
    silent.save()
    quiet.save()
    made = tournament()
    entered(made, *people(2))
    assert not OutboundMail.objects.filter(kind="tournament").exists()
