"""Mail in: taken once, in order, in time; answered to the seat, and not without end."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage as Letter

import pytest

from games.common import clock
from games.composing.compose import message_for
from games.mail import inbound, reply_handling
from games.mail.answers import MOST_IN_AN_HOUR, MOST_RECEIPTS
from games.mail.inbound_queue import drain_before
from games.models import InboundMail, Match, Member, Player
from games.replies.parsed_mail import ParsedMail
from games.replies.quotation_matching import OldWords
from games.replies.reply_addresses import reply_address
from games.services import leases
from games.services.deadline_sweep import sweep_due
from games.services.unread_mail import MOST_ATTEMPTS, pending_before
from tests.cast import default_text, legal_texts, order, player, running_match
from tests.mail.post import (
    address_of,
    answers,
    body,
    deliver,
    delivered,
    letter,
    order_text,
)

Status = InboundMail.Status
pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> Player:
    return player(running_match(), "Anna")


def test_a_mail_is_kept_whole_before_anybody_looks_at_it(anna: Player) -> None:
    row = deliver(letter(anna, "bid R", message_id="<one@example.org>"))

    assert row is not None
    assert row.status == Status.PENDING
    assert (row.player_id, row.match_id) == (anna.pk, anna.match_id)
    assert b"bid R" in bytes(row.raw)
    assert order_text(anna) == ""


@pytest.mark.parametrize("message_id", ["<one@example.org>", ""])
def test_the_same_mail_twice_is_one_order_and_one_receipt(anna: Player, message_id: str) -> None:
    mail = letter(anna, "bid R", message_id=message_id).as_bytes()

    delivered(mail, address_of(anna))

    assert deliver(mail, address_of(anna).upper()) is None
    assert inbound.process_pending() == 0
    assert len(answers()) == 1


def test_of_two_orders_the_one_received_later_counts(anna: Player) -> None:
    first, second = legal_texts(anna)[:2]
    deliver(letter(anna, first))
    deliver(letter(anna, second))

    assert inbound.process_pending() == 2

    assert order_text(anna) == second
    assert answers()[-1].payload["replaced"] == first


def test_a_mail_waits_for_an_earlier_one_of_the_same_player(anna: Player) -> None:
    first, second = legal_texts(anna)[:2]
    deliver(letter(anna, first))
    later = deliver(letter(anna, second))
    assert later is not None

    first_in_hand = leases.take_lease(InboundMail.objects.order_by("pk"), limit=1, now=clock.now())
    assert inbound.process_pending() == 0
    assert order_text(anna) == ""
    assert first_in_hand[0].lease_until is not None
    leases.return_lease(
        InboundMail.objects.all(),
        [row.pk for row in first_in_hand],
        until=first_in_hand[0].lease_until,
        is_counted=False,
    )
    assert inbound.process_pending() == 2
    assert order_text(anna) == second


def test_an_order_given_on_the_site_after_a_mail_came_in_is_not_undone_by_it(anna: Player) -> None:
    first, second = legal_texts(anna)[:2]
    row = deliver(letter(anna, first))
    order(anna, second)
    inbound.process_pending()

    assert row is not None
    row.refresh_from_db()
    assert row.verdict == "newer-order"
    assert order_text(anna) == second


def test_a_late_reply_is_told_so_with_the_table_as_it_is_now() -> None:
    match = running_match()
    anna = player(match, "Anna")
    old = address_of(anna)
    for name in ("Anna", "Bo", "Carla"):
        order(player(match, name), "bid R")
    match.refresh_from_db()
    assert match.phase_number == 2

    row = delivered(letter(anna, "bid R", recipient=old))

    assert (row.status, row.verdict) == (Status.REFUSED, "phase-closed")
    (refusal,) = answers()
    text = body(refusal)
    assert "already closed" in text
    assert "Market:" in text
    assert message_for(refusal).reply_to == [reply_address(anna.pk, 2)]  # type: ignore[union-attr]


def test_a_mail_received_before_the_deadline_counts_though_it_is_read_after_it(
    anna: Player,
) -> None:
    match = Match.objects.get(pk=anna.match_id)
    assert match.deadline_at is not None
    wanted = next(text for text in legal_texts(anna) if text != default_text(anna))
    with clock.simulated(match.deadline_at - timedelta(seconds=1)):
        row = deliver(letter(anna, wanted))
    with clock.simulated(match.deadline_at + timedelta(seconds=10)):
        sweep_due()

    assert row is not None
    row.refresh_from_db()
    assert row.verdict == "order"
    texts = anna.orders.filter(phase__number=1).values_list("text", flat=True)
    assert list(texts) == [wanted]


def test_a_mail_received_after_the_deadline_does_not_count(anna: Player) -> None:
    match = Match.objects.get(pk=anna.match_id)
    assert match.deadline_at is not None
    late = match.deadline_at + timedelta(seconds=1)
    with clock.simulated(late):
        row = delivered(letter(anna, "bid R"))

    assert (row.status, row.verdict) == (Status.REFUSED, "too-late")
    assert order_text(anna) == ""


def test_which_matches_have_mail_to_read_is_known_by_match_and_moment(anna: Player) -> None:
    row = deliver(letter(anna, "bid R"))
    assert row is not None
    before = row.received_at - timedelta(seconds=1)

    assert pending_before([anna.match_id], row.received_at) == {anna.match_id}
    assert pending_before([anna.match_id], before) == set()
    assert pending_before([anna.match_id + 1], row.received_at) == set()
    assert drain_before([anna.match_id], row.received_at) == set()
    assert order_text(anna) == "bid R"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bid Q9", "bid Q9"),
        ("fly to the moon", "fly to the moon"),
        ("take lion", "bid"),
        ("bid F1 F2 F3", "F1"),
        ("bid F1 " + "x" * 5000, "bid F1"),
        ("bid R\n" * 40, "moves in advance"),
        ("bid \x00\udcff; or or or", "or"),
    ],
)
def test_an_order_that_makes_no_sense_is_answered_in_words(
    anna: Player, text: str, said: str
) -> None:
    head = f"From: anna@example.org\r\nTo: {address_of(anna)}\r\n\r\n".encode()
    row = delivered(head + text.encode("utf-8", "surrogateescape"), address_of(anna))

    assert row.status == Status.REFUSED
    assert order_text(anna) == ""
    (refusal,) = answers()
    text = body(refusal)
    assert said in text
    assert "HOW TO ANSWER" in text


def test_a_card_that_is_not_in_the_hand_is_named(anna: Player) -> None:
    legal = set(legal_texts(anna))
    codes = [f"{habitat}{value}" for habitat in "FSMW" for value in range(1, 5)]
    missing = next(code for code in codes if f"bid {code}" not in legal)

    row = delivered(letter(anna, f"bid {missing}"))

    assert row.status == Status.REFUSED
    assert missing in body(answers()[0])


PICTURE = "data:image/png;base64," + "A" * 400_000


def of_parts(anna: Player, kind: str) -> Letter:
    """An order with a picture as mail programs send it: beside the text, within its HTML, or in
    the HTML itself."""
    mail = letter(anna, "bid R")
    said = f'<p>bid R</p><img src="{PICTURE if kind == "in-html" else "cid:logo"}">'
    mail.add_alternative(said, subtype="html")
    if kind == "related":
        html = mail.get_payload(1)
        assert isinstance(html, Letter)
        html.add_related(bytes(300_000), "image", "png", cid="<logo>")
    if kind == "mixed":
        mail.add_attachment(bytes(300_000), "image", "png", filename="logo.png")
        mail.add_attachment("pass\n" * 80_000, filename="notes.txt")
    return mail


@pytest.mark.parametrize("kind", ["related", "mixed", "in-html"])
def test_an_order_counts_whatever_pictures_come_with_it(anna: Player, kind: str) -> None:
    mail = of_parts(anna, kind)
    assert len(mail.as_bytes()) > inbound.MOST_BYTES

    row = delivered(mail)

    assert (row.verdict, order_text(anna)) == ("order", "bid R")
    assert len(bytes(row.raw)) <= inbound.MOST_BYTES


def test_a_large_mail_of_html_alone_is_read_without_its_pictures_or_refused_in_words(
    anna: Player,
) -> None:
    mail = letter(anna, "")
    mail.set_content("<p>bid R</p>", subtype="html")
    mail.make_mixed()
    mail.add_attachment(bytes(300_000), "image", "png")
    assert delivered(mail).verdict == "order"
    mail = letter(anna, "")
    mail.set_content(f'<p>bid R</p><img src="{PICTURE}">', subtype="html")
    assert delivered(mail).verdict == "too-large"
    assert "Your mail was too large" in body(answers()[-1])


def test_a_large_bounce_is_still_known_by_its_report(anna: Player) -> None:
    mail = letter(anna, "Your mail did not arrive.")
    mail.make_mixed()
    mail.add_attachment(bytes(300_000), "image", "png")
    raw = mail.as_bytes().replace(b"multipart/mixed", b"multipart/report")
    assert delivered(raw, recipient=str(mail["To"])).verdict == "bounce"


def test_a_mail_of_ten_megabytes_is_kept_as_its_headers_and_answered_once(anna: Player) -> None:
    mail = letter(anna, "bid R\n" + "x" * 10_000_000)

    row = delivered(mail)

    assert (row.status, row.verdict) == (Status.REFUSED, "too-large")
    assert len(bytes(row.raw)) < 1000
    assert order_text(anna) == ""
    assert deliver(mail) is None
    assert len(answers()) == 1


@pytest.mark.parametrize(
    "charset", ["unicode_escape", "utf-7", "idna", "rot13", "zlib", "utf-16-le"]
)
def test_a_charset_that_makes_strange_signs_of_bytes_does_not_stop_the_reading(
    anna: Player, charset: str
) -> None:
    head = f"From: anna@example.org\r\nContent-Type: text/plain; charset={charset}\r\n\r\n"
    body = b"bid \\ud800 +2AA- \\x00 \xff\r\n"

    row = delivered(
        head.encode() + body, address_of(anna), envelope_sender="\x00\udcff@example.org"
    )

    assert row.status == Status.REFUSED
    assert row.verdict != "unreadable"
    assert order_text(anna) == ""


def test_of_a_storm_every_order_is_read_and_the_later_receipts_come_in_one_mail(
    anna: Player,
) -> None:
    texts = legal_texts(anna)[:2]
    for number in range(MOST_RECEIPTS + 10):
        deliver(letter(anna, texts[number % 2], message_id=f"<{number}@example.org>"))

    while inbound.process_pending():
        pass

    assert InboundMail.objects.filter(verdict="order").count() == MOST_RECEIPTS + 10
    *alone, joined = answers()
    assert len(alone) == MOST_RECEIPTS
    assert len(joined.payload["items"]) == 10
    assert order_text(anna) == texts[1]


def test_beyond_ten_answers_an_hour_the_rest_are_joined_within_five_minutes(anna: Player) -> None:
    for number in range(MOST_IN_AN_HOUR + 5):
        delivered(letter(anna, "show", message_id=f"<{number}@example.org>"))

    *alone, joined = answers()
    assert len(alone) == MOST_IN_AN_HOUR
    assert [item["code"] for item in joined.payload["items"]] == ["show"] * 5
    assert timedelta(0) < joined.due_at - joined.created_at < timedelta(minutes=5)
    assert body(joined).count("Here is the table now.") == 5


def test_the_same_refusal_comes_alone_once_a_day_and_its_repeats_are_joined(anna: Player) -> None:
    for _again in range(3):
        delivered(letter(anna, "bid Q9", message_id=f"<{_again}@example.org>"))

    refusal, joined = answers()
    assert refusal.kind == "refusal"
    assert len(joined.payload["items"]) == 2


@pytest.mark.parametrize(("text", "said"), [("help", "How it works"), ("SHOW.", "Market:")])
def test_help_and_show_are_answered_and_change_nothing(anna: Player, text: str, said: str) -> None:
    row = delivered(letter(anna, text))

    assert row.status == Status.TAKEN
    assert order_text(anna) == ""
    assert said in body(answers()[0])


def test_who_wants_no_receipts_gets_none(anna: Player) -> None:
    Member.objects.filter(name="Anna").update(wants_receipts=False)

    assert delivered(letter(anna, "bid R")).verdict == "order"
    assert answers() == []


def test_a_mail_for_a_finished_match_is_refused(anna: Player) -> None:
    Match.objects.filter(pk=anna.match_id).update(status=Match.Status.CANCELLED)

    row = delivered(letter(anna, "bid R"))

    assert (row.status, row.verdict) == (Status.REFUSED, "match-over")
    assert "The match is over" in body(answers()[0])


def test_a_mail_that_cannot_be_read_is_tried_three_times_and_then_answered(
    anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_row: InboundMail, _written: ParsedMail) -> reply_handling.Verdict:
        raise RuntimeError("bid F3 must not be logged")

    row = deliver(letter(anna, "bid R"))
    assert row is not None
    monkeypatch.setattr(reply_handling, "read_reply", fail)
    for _attempt in range(MOST_ATTEMPTS - 1):
        assert inbound.process_pending() == 0
    assert inbound.process_pending() == 1

    row.refresh_from_db()
    assert (row.status, row.verdict) == (Status.REFUSED, "unreadable")
    assert [answer.payload["code"] for answer in answers()] == ["unreadable"]


def test_one_unreadable_mail_does_not_hold_up_those_of_others(
    anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    bo = player(Match.objects.get(pk=anna.match_id), "Bo")
    deliver(letter(anna, "bid R"))
    deliver(letter(bo, "bid R"))
    read = reply_handling.read_reply

    def fail_for_anna(
        row: InboundMail, written: ParsedMail, old: OldWords | None
    ) -> reply_handling.Verdict:
        if row.player_id == anna.pk:
            raise RuntimeError
        return read(row, written, old)

    monkeypatch.setattr(reply_handling, "read_reply", fail_for_anna)
    inbound.process_pending()

    assert order_text(bo) == "bid R"


def test_the_last_order_by_mail_closes_the_phase_and_its_receipt_says_so() -> None:
    match = running_match()
    for name in ("Anna", "Bo"):
        order(player(match, name), "bid R")

    delivered(letter(player(match, "Carla"), "bid R"))

    match.refresh_from_db()
    assert match.phase_number == 2
    assert "the last move we needed" in body(answers()[0])
