"""What members write around their requests: their own names, thanks, and several things in a line;
and matches that are opened with people and bots."""

from __future__ import annotations

import pytest
from django.core.mail import EmailMessage

from games.mail.member_commands.new_match import match_wanted
from games.models import Invitation, Match, OutboundMail, Player, TableMessage
from games.replies.member_requests import request_lines, spoken_request
from games.replies.request_parts import parted
from games.replies.whole_mails import asked_in_mail
from tests.cast import member, open_match, running_match
from tests.mail.mailbox import asked, outbox, plain, reply, to
from tests.tournaments.run.world import QUICK, played

NAMES = {
    "chiamami Marco per favore": "Marco",
    "chiamami pure Marco": "Marco",
    "call me Tom, please": "Tom",
    "Please just call me Old Tom. Thanks!": "Old Tom",
    "llámame Paca por favor, gracias": "Paca",
    "noem me maar Jan-Willem alsjeblieft.": "Jan-Willem",
    "mi chiamo Marco de Luca. Piacere!": "Marco de Luca",
    "No, scusate! Il mio nome è Lucia, non io :)": "Lucia",
}


@pytest.mark.parametrize("line", NAMES)
def test_a_name_ends_where_its_sentence_or_politeness_does(line: str) -> None:
    (piece,) = parted(request_lines([line]))
    spoken = spoken_request(piece)
    assert spoken is not None
    assert (spoken.name, spoken.argument) == ("name", NAMES[line])


def test_sentences_of_a_line_that_ask_for_different_things_are_each_read() -> None:
    line = "Grazie mille! Per favore chiamami Giulia. Che partite ci sono? E come si vince?"
    found = [spoken_request(piece) for piece in parted([line])]
    assert [one.name if one else "" for one in found][:2] == ["name", "open-matches"]
    assert len(found) == 3


def test_the_lines_of_an_announcement_stay_as_they_are() -> None:
    below = "The round begins. Call me Tom if you must. Any questions?"
    assert parted(["announce to abc2345: hello", below]) == ["announce to abc2345: hello", below]


def test_a_number_of_days_in_one_language_is_no_word_of_another() -> None:
    assert asked_in_mail("due giorni a turno") is None


@pytest.mark.parametrize(
    ("argument", "seats", "bots", "invited"),
    [
        ("Wild Cards per 3, due giorni a turno, invita marco@example.org e aggiungi un bot.",
         3, 1, "marco@example.org"),
        ("Wild Cards per 3, e invita marco@example.org. Il terzo posto a un bot.",
         3, 1, "marco@example.org"),
        ("vorrei fare una partita a Wizard con Tom e un bot, tre giorni per turno", 3, 1, "Tom"),
        ("a game of Wizard with Tom, Anna de Wit and 2 bots", 5, 2, "Tom, Anna de Wit"),
        ("quiero una partida de Wizard con Ana y un bot", 3, 1, "Ana"),
        ("Wizard met Jan van Dam en een bot, 2 dagen per beurt", 3, 1, "Jan van Dam"),
        ("Wizard with 4 players", 4, 0, ""),
        ("CuBirds against Tom", 2, 0, "Tom"),
    ],
)  # fmt: skip
def test_a_match_is_opened_with_all_who_are_named(
    argument: str, seats: int, bots: int, invited: str
) -> None:
    wanted = match_wanted(argument)
    assert (wanted.seats, wanted.bots, wanted.invited) == (seats, bots, invited)


@pytest.mark.django_db
def test_the_subject_asks_only_where_the_mail_does_not() -> None:
    text = (
        "Ciao! Vorrei aprire una partita di Wild Cards per 3, due giorni a turno, invita "
        "marco@example.org e aggiungi un bot. Grazie!\n\nGiulia"
    )
    question = asked(member("Giulia").email, text, subject="nuova partita")
    said = plain(question)
    assert "We understood: open Wild Cards, 3 players, 1 bot, 2 days a turn" in said
    assert "Which game" not in said
    assert "We read nothing" not in said
    reply(question, "Sì\n\nGiulia")
    assert Match.objects.get().players.count() == 2
    assert Invitation.objects.get().email == "marco@example.org"


@pytest.mark.django_db
def test_what_is_told_in_the_next_lines_belongs_to_the_match() -> None:
    lines = "Open a match of Wizard\nfor 4\n2 days a turn\nand invite tom@example.org\nadd a bot"
    said = plain(asked(member("Anna").email, lines))
    assert "4 players, 1 bot, 2 days a turn" in said
    assert "invite tom@example.org" in said


@pytest.mark.django_db
def test_a_name_that_nobody_has_is_asked_back_and_the_answer_takes_its_place() -> None:
    start = asked(member("Anna").email, "help")
    (question,) = reply(start, "open a match of Wizard with Tom and a bot")
    assert "nobody called Tom" in plain(question)
    assert not Match.objects.exists()
    mails = reply(question, "tom@example.org")
    assert Match.objects.get().players.count() == 2
    assert Invitation.objects.get().email == "tom@example.org"
    assert len(mails) == 2


@pytest.mark.django_db
@pytest.mark.parametrize("answer", ["Wizard", "Wizard, please\n\nAnna"])
def test_the_game_that_was_missing_may_be_answered_alone(answer: str) -> None:
    (question,) = reply(asked(member("Anna").email, "help"), "open a match for 4")
    assert "Which game" in plain(question)
    reply(question, answer)
    match = Match.objects.get()
    assert (match.game, match.seats) == ("wizard", 4)


@pytest.mark.django_db
def test_an_invitation_to_a_game_opens_it_where_no_match_of_it_waits() -> None:
    question = asked(member("Anna").email, "invite tom@example.org to a match of Wizard for 4, "
                     "and two bots")  # fmt: skip
    assert "open Wizard, 4 players, 2 bots" in plain(question)
    reply(question, "yes")
    assert Invitation.objects.get().email == "tom@example.org"
    assert "invite bo@example.org to Wizard" in plain(
        asked(member("Anna").email, "invite bo@example.org to my Wizard match")
    )


@pytest.mark.django_db
def test_an_unknown_guest_is_named_beside_those_who_are_invited() -> None:
    match = open_match("Anna", seats=4)
    member("Bo")
    told = plain(
        to("anna@example.org", reply(asked("anna@example.org", "help"), "invite Bo and Zoe"))
    )
    assert "nobody called Zoe" in told
    assert Invitation.objects.get().match == match


@pytest.mark.django_db
def test_bots_that_leave_no_seat_for_a_guest_are_asked_about() -> None:
    start = asked(member("Anna").email, "help")
    text = "open a match of Wizard for 3 with 2 bots and invite tom@example.org"
    (question,) = reply(start, text)
    assert "is full" in plain(question)
    reply(question, "for 4")
    assert Match.objects.get().seats == 4


@pytest.mark.django_db
@pytest.mark.parametrize(
    "closing",
    ["\nAnna", "Anna", "\nBest,\nAnna", "\nGroetjes, Anna", "\nSaluti,\nAnna"],
)
def test_nobody_is_told_that_their_own_name_asks_for_nothing(closing: str) -> None:
    mail = asked(member("Anna").email, f"open matches\n{closing}")
    assert "No match has a free seat" in plain(mail)
    assert "We read nothing" not in plain(mail)


def _end(match: Match) -> EmailMessage:
    """What Anna reads when the match is over."""
    assert played(match.pk)
    OutboundMail.objects.filter(sent_at=None).update(due_at=match.created_at)
    return to("anna@example.org", outbox())


@pytest.mark.django_db
def test_a_rematch_is_heard_in_thanks_and_nobody_is_told_of_talk_that_nobody_reads() -> None:
    match = running_match("Anna", "Bo", **QUICK)
    end = _end(match)
    Player.objects.filter(match=match, member__name="Bo").update(member=None, bot="random")
    told = " ".join(map(plain, reply(end, "Good match, thanks! Rematch?\n\nAnna")))
    assert "passed on" not in told
    assert "they don’t read" in told
    assert not TableMessage.objects.exists()
    assert Match.objects.filter(rematch_of=match).exists()


@pytest.mark.django_db
def test_the_name_below_thanks_is_not_said_to_the_others() -> None:
    match = running_match("Anna", "Bo", **QUICK)
    reply(_end(match), "Good match, thanks! Rematch?\n\nAnna")
    assert TableMessage.objects.get().text == "Good match, thanks!"
    assert Match.objects.filter(rematch_of=match).exists()


@pytest.mark.django_db
def test_a_match_that_has_begun_is_said_to_have_begun_when_it_is_to_be_filled() -> None:
    match = open_match("Anna")
    start = asked("anna@example.org", "help")
    reply(start, f"fill with bots {match.code}")
    again = plain(reply(start, f"fill with bots {match.code}")[0])
    assert "has started already" in again


@pytest.mark.django_db
def test_ones_own_rating_is_told_to_oneself() -> None:
    assert "You have no rating yet" in plain(asked(member("Anna").email, "my rating"))
    assert "Bo has no rating yet" in plain(asked(member("Anna").email, f"rating of {member('Bo')}"))


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Write to me in English please and receipts off", ["language", "receipts-off"]),
        ("Wat zijn mijn toernooien en mijn rating?", ["tournaments", "ratings"]),
        ("enter Winter heats, y dime también mi valoración", ["enter", "ratings"]),
        ("quali sono le mie partite e il mio rating?", ["my-matches", "ratings"]),
        ("enter Cats and Dogs", ["enter"]),
        ("open Wizard for 4 and invite Bo and Carla", ["open"]),
    ],
)
def test_requests_that_one_sentence_joins_are_each_read(line: str, names: list[str]) -> None:
    found = [spoken_request(piece) for piece in parted([line])]
    assert [one.name if one else "" for one in found] == names


@pytest.mark.django_db
def test_a_match_that_bots_fill_at_once_is_said_to_have_begun() -> None:
    start = asked(member("Anna").email, "help")
    told = plain(reply(start, "open Wizard for 3 with 2 bots")[0])
    assert "has begun" in told
    assert Match.objects.get().status == Match.Status.RUNNING
