"""Commands by mail, in four languages: each does what it says and is answered."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest

from games import selectors
from games.common import clock
from games.composing.compose import assign_message_ids, message_for
from games.composing.messages import COLUMNS
from games.letters.command_outcomes import OUTCOMES, outcome_of
from games.models import Absence, InboundMail, Match, Member, Order, OutboundMail, Player
from games.replies.command_words import (
    command_names,
    is_greeting,
    log_argument,
    spoken_command,
    taught_word,
)
from games.replies.dates import LONGEST_AHEAD, DatesError, read_days
from tests.cast import legal_texts, order, player, running_match
from tests.mail.post import address_of, answers, delivered, letter, order_text

Status = InboundMail.Status
SATURDAY = date(2026, 11, 21)


@pytest.fixture
def anna() -> Player:
    return player(running_match(), "Anna")


def body(row: OutboundMail) -> str:
    assign_message_ids([row])
    message = message_for(row)
    assert message is not None
    for line in str(message.body).splitlines():
        assert len(line) <= COLUMNS or "://" in line or line.startswith("· ")
    return str(message.body)


def said(anna: Player, text: str) -> tuple[InboundMail, str]:
    """The mail's row, and the one answer to it."""
    before = {row.pk for row in answers()}
    row = delivered(letter(anna, text, message_id=f"<{InboundMail.objects.count()}@example.org>"))
    (answer,) = (one for one in answers() if one.pk not in before)
    assert answer.address == "anna@example.org"
    return row, body(answer)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("help", "help"), ("?", "help"), ("Aiuto, per favore!", "help"), ("ayuda", "help"),
        ("hulp", "help"), ("show", "show"), ("mostra", "show"), ("¡Muestra la mesa!", "show"),
        ("toon", "show"), ("my hand", "hand"), ("la mia mano", "hand"), ("mis cartas", "hand"),
        ("mijn hand", "hand"), ("log", "log"), ("cronaca", "log"), ("historial", "log"),
        ("verslag", "log"), ("Withdraw.", "withdraw"), ("ritiro l'ordine", "withdraw"),
        ("retira mi orden", "withdraw"), ("trek mijn opdracht in", "withdraw"),
        ("resign", "resign"), ("abbandono", "resign"), ("me rindo", "resign"),
        ("ik geef op", "resign"), ("I'm back", "back"), ("sono tornata", "back"),
        ("he vuelto", "back"), ("ik ben er weer", "back"), ("done", "done"), ("pronto", "done"),
        ("listo", "done"), ("klaar", "done"), ("wait", "wait"), ("aspettate", "wait"),
        ("espera", "wait"), ("wacht", "wait"), ("away", "absent"),
    ],
)  # fmt: skip
def test_a_line_alone_is_a_command_in_four_languages(line: str, name: str) -> None:
    assert spoken_command(line) == (name, "")


@pytest.mark.parametrize(
    "line",
    ["bid F3", "show F2", "away we go", "wait for me", "hand it over", "log in", "resign maybe"],
)
def test_a_line_that_only_begins_like_a_command_is_none(line: str) -> None:
    assert spoken_command(line) is None


def test_every_language_teaches_a_word_of_its_own_for_every_command() -> None:
    for language in ("en", "it", "es", "nl"):
        for name in command_names():
            spoken = spoken_command(taught_word(name, language))
            assert spoken is not None, (language, name)
            assert spoken.name == name


@pytest.mark.parametrize("line", ["Ciao,", "Hi all,", "Hola a todos:", "Beste Bo,", "hello"])
def test_a_greeting_is_no_order(line: str) -> None:
    assert is_greeting(line)


@pytest.mark.parametrize("line", ["Hola, puja bosque 3", "hello bid F3", "bid F3", ""])
def test_a_greeting_with_more_in_it_is_none(line: str) -> None:
    assert not is_greeting(line)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("until 5 Dec", "2026-11-21", "2026-12-05"),
        ("fino al 5 dicembre", "2026-11-21", "2026-12-05"),
        ("hasta el 5 de diciembre", "2026-11-21", "2026-12-05"),
        ("t/m 5 december", "2026-11-21", "2026-12-05"),
        ("until December 5th, 2026", "2026-11-21", "2026-12-05"),
        ("3-10 Dec", "2026-12-03", "2026-12-10"),
        ("from 3 Dec to 10 Dec", "2026-12-03", "2026-12-10"),
        ("dal 3 al 10 dicembre", "2026-12-03", "2026-12-10"),
        ("del 3 al 10 de diciembre", "2026-12-03", "2026-12-10"),
        ("van 3 tot en met 10 december", "2026-12-03", "2026-12-10"),
        ("28 dec – 3 jan", "2026-12-28", "2027-01-03"),
        ("2026-12-03 to 2026-12-10", "2026-12-03", "2026-12-10"),
        ("24/12", "2026-12-24", "2026-12-24"),
        ("from Friday to Monday", "2026-11-27", "2026-11-30"),
        ("tot maandag", "2026-11-21", "2026-11-23"),
        ("mañana", "2026-11-22", "2026-11-22"),
        ("oggi", "2026-11-21", "2026-11-21"),
        ("until 25", "2026-11-21", "2026-11-25"),
        ("until 3", "2026-11-21", "2026-12-03"),
        ("tot 3 mrt. 2026", "", "dates-past"),
        ("until 5 Mar", "", "dates-too-far"),
        ("1 nov", "", "dates-past"),
        ("10-3 Dec", "", "dates-backwards"),
        ("dal 5 dicembre", "", "dates-missing"),
        ("", "", "dates-missing"),
        ("until Christmas", "", "dates-unclear"),
        ("5/12", "", "dates-unclear"),
        ("31 Feb", "", "dates-unclear"),
        ("1 2 3 Dec", "", "dates-unclear"),
        ("until 5 Dec " + "x" * 200, "", "dates-unclear"),
    ],
)
def test_days_are_read_as_people_write_them(text: str, first: str, last: str) -> None:
    if first:
        days = read_days(text, SATURDAY)
        assert (days.first.isoformat(), days.last.isoformat()) == (first, last)
    else:
        with pytest.raises(DatesError) as raised:
            read_days(text, SATURDAY)
        assert raised.value.code == last


def test_figures_are_day_and_month_but_in_english_they_are_asked_back() -> None:
    assert read_days("5/12", SATURDAY, "it").first == date(2026, 12, 5)


@pytest.mark.parametrize("text", ["", "last", "3", "round 3", "tutto", "ronda 4", "banana"])
def test_what_stands_behind_log_is_a_round_the_last_or_all(text: str) -> None:
    expected = {"": "last", "last": "last", "3": 3, "round 3": 3, "tutto": "all", "ronda 4": 4}
    assert log_argument(text) == expected.get(text)


@pytest.mark.django_db
def test_help_teaches_the_commands_in_the_members_language(anna: Player) -> None:
    row, text = said(anna, "help")

    assert (row.status, row.verdict) == (Status.TAKEN, "help")
    assert "How it works" in text
    assert "· withdraw: take your move back" in text
    assert "HOW TO ANSWER" in text


@pytest.mark.django_db
def test_hand_shows_the_cards_of_the_one_who_asks_and_of_nobody_else(anna: Player) -> None:
    _row, text = said(anna, "hand")
    listed = [line for line in text.splitlines() if line.startswith("· ") and ": " in line]

    assert "Here are your cards." in text
    view = selectors.match_summary(anna).table.view
    assert view is not None
    assert view.hand is not None
    assert len(listed) == len(view.hand)


@pytest.mark.django_db
def test_log_tells_a_round_the_last_ones_or_everything(anna: Player) -> None:
    for name in ("Anna", "Bo", "Carla"):
        order(player(anna.match, name), "bid R")

    _row, text = said(anna, "log")
    assert "Here is what happened in the last round and since." in text
    assert "- " in text.partition("since.")[2]
    assert "Here is what happened in round 1." in said(anna, "log 1")[1]
    assert "There is nothing to show for round 9." in said(anna, "cronaca giro 9")[1]
    assert "since the match started" in said(anna, "log all")[1]


@pytest.mark.django_db
def test_withdraw_takes_the_sealed_order_and_its_steps_back(anna: Player) -> None:
    delivered(letter(anna, "bid R\ntake lion or pass"))
    assert order_text(anna) == "bid R"

    row, text = said(anna, "withdraw")

    assert (row.status, row.verdict) == (Status.TAKEN, "withdrawn")
    assert order_text(anna) == ""
    assert not anna.standing_orders.exists()
    assert "Your move is taken back" in text
    assert "· bid R\n· take lion or pass" in text
    assert "HOW TO ANSWER" in text
    anna.refresh_from_db()
    assert anna.ordered_phase == 0


@pytest.mark.django_db
def test_withdraw_without_an_order_or_too_late_changes_nothing(anna: Player) -> None:
    row, text = said(anna, "ritira")
    assert (row.status, row.verdict) == (Status.REFUSED, "no-order")
    assert "nothing to take back" in text

    old = address_of(anna)
    for name in ("Anna", "Bo", "Carla"):
        order(player(anna.match, name), "bid R")
    row = delivered(letter(anna, "withdraw", recipient=old))
    assert row.verdict == "not-withdrawn"
    assert Order.objects.filter(player=anna, phase__number=1, text="bid R").exists()


@pytest.mark.django_db
def test_an_order_given_after_the_mail_came_in_is_not_withdrawn_by_it(anna: Player) -> None:
    first, second = legal_texts(anna)[:2]
    order(anna, first)
    earlier = clock.now() - timedelta(minutes=1)
    with clock.simulated(earlier):
        mail = delivered(letter(anna, "withdraw"))
    assert mail.verdict == "not-withdrawn"
    assert order_text(anna) == first
    assert second != first


@pytest.mark.django_db
def test_resigning_is_asked_back_and_done_on_confirmation(anna: Player) -> None:
    row, text = said(anna, "resign")
    anna.refresh_from_db()
    assert (row.verdict, anna.resigned_at) == ("resign-asked", None)
    assert "Nothing has changed yet" in text
    assert "“resign yes”" in text

    row, text = said(anna, "abbandono sì")
    anna.refresh_from_db()
    assert row.verdict == "resigned"
    assert anna.resigned_at is not None
    assert "A bot plays on" in text
    assert said(anna, "resign")[0].verdict == "already-resigned"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "unheard"),
    [
        ("resign yes\n\nSorry everybody, it was fun!", "Sorry everybody, it was fun!"),
        ("abbandono sì, scusate tutti!", "scusate tutti"),
        ("resign yes\nto all: bye!\nSorry Bo, another time!", "Sorry Bo, another time!"),
        ("resign yes\nto all: bye!\n\nThanks,\nAnna", ""),
    ],
)
def test_a_goodbye_behind_the_confirming_words_is_said_or_named(
    anna: Player, text: str, unheard: str
) -> None:
    said(anna, "resign")
    _row, told = said(anna, text)
    told = " ".join(told.split())
    assert "A bot plays on" in told
    assert ("Not passed on" in told, unheard in told) == (bool(unheard), True)
    assert ("You said: - bye!" in told) is ("to all" in text)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "text",
    [
        "resign yes\n\nSorry everybody, thanks for the game!",
        "resign yes. I bid on too much this month!",
        "Hi\nabbandono sì, scusate tutti!\nEra una bella partita",
        "abandono sí\nPerdón a todos por dejar la ronda 2 así",
        "opgeven ja\n\nBedankt voor het spel, en sorry!",
    ],
)
def test_a_seat_is_given_up_by_the_confirming_words_whatever_stands_below(
    anna: Player, text: str
) -> None:
    said(anna, "resign")
    asked_at = address_of(anna)
    match = anna.match
    for one in match.players.all():
        order(one, legal_texts(one)[0])
    match.refresh_from_db()
    assert address_of(anna) != asked_at
    row = delivered(letter(anna, text, recipient=asked_at))
    anna.refresh_from_db()
    assert row.verdict == "resigned"
    assert anna.resigned_at is not None


@pytest.mark.django_db
def test_a_confirmation_that_nobody_asked_for_or_too_late_is_a_question_again(
    anna: Player,
) -> None:
    assert said(anna, "resign yes")[0].verdict == "resign-asked"
    with clock.simulated(clock.now() + timedelta(days=3, minutes=1)):
        row = delivered(letter(anna, "resign yes"))
    anna.refresh_from_db()
    assert row.verdict == "resign-asked"
    assert anna.resigned_at is None


@pytest.mark.django_db
def test_wait_holds_a_decision_open_and_done_lets_it_close(anna: Player) -> None:
    row, text = said(anna, "bid R\n\nwait")
    assert row.verdict == "order"
    for name in ("Bo", "Carla"):
        order(player(anna.match, name), "bid R")
    anna.match.refresh_from_db()
    assert anna.match.phase_number == 1

    row, text = said(anna, "klaar")

    assert row.verdict == "done"
    assert "play has moved on." in " ".join(text.split())
    anna.match.refresh_from_db()
    assert anna.match.phase_number == 2


@pytest.mark.django_db
def test_done_without_an_order_is_refused(anna: Player) -> None:
    assert said(anna, "done")[0].verdict == "readiness-refused"


@pytest.mark.django_db
def test_an_absence_is_announced_by_mail_and_taken_back_by_mail(anna: Player) -> None:
    Member.objects.filter(name="Anna").update(language="en", time_zone="Pacific/Auckland")
    noon = datetime.fromisoformat("2026-11-20T12:00:00+00:00")  # Saturday in Auckland
    with clock.simulated(noon):
        Match.objects.filter(pk=anna.match_id).update(deadline_at=noon + timedelta(days=2))
        row = delivered(letter(anna, "Hi,\n\nabsent until 5 Dec\n\nAnna"))
        absence = Absence.objects.get(member__name="Anna")
        assert (absence.first_day, absence.last_day) == (SATURDAY, date(2026, 12, 5))
        text = body(answers()[-1])
        back = delivered(letter(anna, "back"))

    assert row.verdict == "absent"
    assert "from Saturday 21 November 2026 to Saturday 5 December 2026" in " ".join(text.split())
    assert back.verdict == "back"
    assert not Absence.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("absent until yesteryear", "dates-unclear", "We couldn’t read those dates"),
        ("assente", "dates-missing", "not until when"),
        ("absent from 2026-01-03 to 2026-01-10", "dates-past", "is in the past"),
    ],
)
def test_days_that_cannot_be_are_answered_with_what_would_work(
    anna: Player, line: str, code: str, words: str
) -> None:
    noon = datetime.fromisoformat("2026-11-21T12:00:00+00:00")
    Match.objects.filter(pk=anna.match_id).update(deadline_at=noon + timedelta(days=2))
    with clock.simulated(noon):
        row = delivered(letter(anna, line))
        text = body(answers()[-1])

    assert (row.status, row.verdict) == (Status.REFUSED, code)
    assert words in text
    assert "absent until 5 Dec" in text
    assert not Absence.objects.exists()


@pytest.mark.django_db
def test_a_command_from_another_address_does_nothing(anna: Player) -> None:
    mail = letter(anna, "resign")
    del mail["From"]
    mail["From"] = "mallory@example.org"

    assert delivered(mail).verdict == "other-sender"
    anna.refresh_from_db()
    assert anna.resign_asked_at is None


def test_every_answer_has_words_in_every_case() -> None:
    assert timedelta(days=60) == LONGEST_AHEAD
    moment = "2026-12-01T10:00:00+00:00"
    params = {
        "first": "2026-12-01", "last": "2026-12-02", "until": moment, "deadline": moment,
        "text": "x", "most": 60, "number": 1, "told": ["x"], "request": "open",
        "offer": 1, "what": "x",
    }  # fmt: skip
    for code in OUTCOMES:
        paragraphs = [words for words in outcome_of(code, params).paragraphs({}) if words]
        assert paragraphs
        assert all(paragraph and not set("{}%") & set(paragraph) for paragraph in paragraphs)
