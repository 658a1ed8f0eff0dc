"""What the mails say, to whom, and what they keep to themselves."""

from __future__ import annotations

import random
import re
import textwrap
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage as Letter

import pytest
from django.core.mail import EmailMultiAlternatives
from pytest_django import DjangoAssertNumQueries, Settings

from games.common import clock
from games.composing import messages
from games.composing.board_blocks import lines_of_blocks
from games.composing.compose import assign_message_ids, message_for
from games.composing.messages import COLUMNS, wrapped
from games.models import Invitation, Match, Member, Order, OutboundMail, Player, StandingOrder
from games.presentation import presentation_for
from games.presentation.text_board import text_of
from games.replies.html_text import html_to_text
from games.replies.intents import IntentKind, read_command
from games.replies.reply_addresses import parse_reply_address
from games.replies.reply_parser import cut_reply
from games.rules.registry import rules_for
from games.services.matches import invite_to_match
from tests.cast import awaited, legal_texts, member, open_match, order, player, running_match
from tests.mail.post import delivered, letter

Kind = OutboundMail.Kind
pytestmark = pytest.mark.django_db


def row_of(who: Player, kind: OutboundMail.Kind, **payload: object) -> OutboundMail:
    """A row about the player's match as it is now."""
    match = Match.objects.get(pk=who.match_id)
    someone = Member.objects.get(name=who.name)
    return OutboundMail.objects.create(
        dedupe_key=f"test:{kind}:{who.pk}:{OutboundMail.objects.count()}",
        kind=kind,
        address=someone.email,
        member=someone,
        match=match,
        player=who,
        phase_number=match.phase_number,
        payload=payload,
    )


def sent(row: OutboundMail) -> EmailMultiAlternatives:
    assign_message_ids([row])
    message = message_for(row)
    assert message is not None
    return message


def parsed(message: EmailMultiAlternatives) -> Letter:
    read = message_from_bytes(message.message().as_bytes(), policy=policy.default)
    assert isinstance(read, Letter)
    return read


def html_of(message: EmailMultiAlternatives) -> str:
    (alternative,) = message.alternatives
    return str(alternative[0])


@pytest.fixture
def anna() -> Player:
    return player(running_match(), "Anna")


def test_a_question_carries_the_headers_that_threads_and_robots_need(anna: Player) -> None:
    row = row_of(anna, Kind.DECISION)
    read = parsed(sent(row))
    code = anna.match.code

    assert read["Reply-To"] == read["Reply-To"].lower()
    assert parse_reply_address(read["Reply-To"]) == (anna.pk, 1)
    assert read["Message-ID"] == row.message_id
    assert read["References"] == f"<match-{code}@reply.wildcards.localhost>"
    assert read["Auto-Submitted"] == "auto-generated"
    assert read["X-Auto-Response-Suppress"] == "All"
    assert read["List-Id"] == f"<{code}.reply.wildcards.localhost>"
    assert read["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link, mailto = read["List-Unsubscribe"].split(", ")
    assert re.fullmatch(r"<http://127.0.0.1:8000/unsubscribe/\S+/>", link)
    assert re.fullmatch(r"<mailto:u\.\S+@reply\.wildcards\.localhost>", mailto)
    assert read["From"] == "Wild Cards by mail <games@reply.wildcards.localhost>"


def test_all_mails_of_a_match_have_one_subject_of_names_alone(anna: Player) -> None:
    kinds = [Kind.DECISION, Kind.REMINDER, Kind.RECEIPT, Kind.REFUSAL]
    subjects = {sent(row_of(anna, kind, text="bid R")).subject for kind in kinds}
    for name in ("Anna", "Bo", "Carla"):
        order(player(anna.match, name), "bid R")
    subjects.add(sent(row_of(anna, Kind.DECISION)).subject)

    names = ", ".join(p.name for p in anna.match.players.order_by("seat"))
    assert subjects == {f"[Wild Cards #{anna.match.code}] {names}"}


def test_a_question_says_what_happened_how_it_stands_and_how_to_answer(anna: Player) -> None:
    body = sent(row_of(anna, Kind.DECISION)).body

    assert body.startswith("##- reply above this line -##\n")
    for words in ("WHAT HAPPENED", "THE TABLE", "Your hand:", "YOUR TURN", "HOW TO ANSWER"):
        assert words in body
    shown = str(body).partition("For example:\n")[2].partition("\nOr reply 1")[0]
    examples = re.findall(r"^· (.+)$", shown, re.MULTILINE)
    assert set(examples) <= set(legal_texts(anna))
    assert len(examples) >= 2
    assert f"http://127.0.0.1:8000/matches/{anna.match.code}/" in body


def test_no_line_of_a_mail_has_over_72_columns_but_for_addresses_and_orders(anna: Player) -> None:
    for kind in (Kind.DECISION, Kind.REMINDER, Kind.RECEIPT, Kind.REFUSAL):
        body = sent(row_of(anna, kind, text="bid R", words="Why " * 60)).body
        for line in body.splitlines():
            assert len(line) <= COLUMNS or "://" in line or line.startswith("· ")


def test_wrapping_keeps_addresses_whole_and_never_begins_a_line_with_an_order() -> None:
    address = "http://127.0.0.1:8000/" + "x" * 90 + "/"
    text = wrapped(f"- {'word ' * 20}\n\n\n\n{address}\n· {'take lion F1 or ' * 20}")

    assert address in text.splitlines()
    assert "\n\n\n" not in text
    assert all(
        line.startswith(("- word", "  word", "·", "http")) for line in text.split("\n") if line
    )


def test_a_long_line_is_broken_where_the_library_breaks_it() -> None:
    chance = random.Random(5)
    for _line in range(300):
        words = ["x" * chance.choice((1, 2, 3, 5, 8, 13, 90)) for _word in range(30)]
        gap = chance.choice((" ", " ", " ", "  ", "\t", "\xa0"))
        line = f"{chance.choice(('', '- ', '  '))}{' '.join(words)}{gap}end"
        assert messages._wrapped_line(line) == textwrap.wrap(
            line, COLUMNS, subsequent_indent=messages._indent(line), break_long_words=False,
            break_on_hyphens=False,
        )  # fmt: skip


@pytest.mark.parametrize("quoting", ["> {}", "{}", "    {}"])
def test_our_own_mail_quoted_in_any_way_is_never_an_order(anna: Player, quoting: str) -> None:
    legal = set(legal_texts(anna))
    for kind in (Kind.DECISION, Kind.REMINDER, Kind.RECEIPT, Kind.REFUSAL):
        payload = {"text": "bid R", "quoted": "bid R", "standing": ["take lion"], "words": "No."}
        message = sent(row_of(anna, kind, **payload))
        quoted = "\n".join(quoting.format(line) for line in str(message.body).splitlines())
        assert read_command(cut_reply(quoted)).kind is IntentKind.EMPTY
        assert read_command(cut_reply(html_to_text(html_of(message)))).kind is IntentKind.EMPTY
        # Even if the marker were lost, no line of ours can be read as an order of the game.
        rules = rules_for("wild-cards")
        for line in str(message.body).splitlines()[1:]:
            assert read_command([line.strip()]).text not in legal
        assert rules.key == "wild-cards"


def test_the_deadline_is_told_in_the_members_zone_and_in_utc(anna: Player) -> None:
    Member.objects.filter(name="Anna").update(time_zone="Europe/Rome")
    Match.objects.filter(pk=anna.match_id).update(
        deadline_at=datetime(2027, 1, 12, 18, 30, tzinfo=UTC)
    )
    with clock.simulated(datetime(2027, 1, 11, tzinfo=UTC)):
        body = sent(row_of(anna, Kind.DECISION)).body

    assert "Until: Tue 12 Jan, 19:30 (Europe/Rome), that is 18:30 UTC" in body


def test_a_zone_that_nobody_knows_is_taken_for_utc(anna: Player) -> None:
    Member.objects.filter(name="Anna").update(time_zone="Mars/../Olympus")

    assert "(UTC)" in sent(row_of(anna, Kind.DECISION)).body


def test_who_wants_no_html_gets_text_alone(anna: Player) -> None:
    assert "<h1" in html_of(sent(row_of(anna, Kind.DECISION)))
    Member.objects.filter(name="Anna").update(wants_html=False)

    message = sent(row_of(anna, Kind.DECISION))

    assert message.alternatives == []
    assert parsed(message).get_content_type() == "text/plain"


def test_the_html_loads_nothing_runs_nothing_and_escapes_names() -> None:
    Member.objects.create_user("eve@example.org", "<img src=x onerror=1>")
    eve = player(running_match("Anna", "Bo", "<img src=x onerror=1>"), "<img src=x onerror=1>")
    html = html_of(sent(row_of(eve, Kind.DECISION)))

    assert "<img" not in html
    assert "<script" not in html
    assert "&lt;img src=x onerror=1&gt;" in html
    assert 'lang="en"' in html
    assert "prefers-color-scheme: dark" in html
    assert 'style="' in html


def test_the_mail_of_one_seat_does_not_change_with_what_another_holds_or_ordered(
    anna: Player,
) -> None:
    match = anna.match
    Match.objects.filter(pk=match.pk).update(waiting_policy=Match.Waiting.QUIET)
    row = row_of(anna, Kind.DECISION)
    first = sent(row)
    order(player(match, "Bo"), "bid R")
    second = sent(row)

    assert first.body == second.body
    assert html_of(first) == html_of(second)
    hands = [set(legal_texts(player(match, name))) for name in ("Bo", "Carla")]
    told = set(re.findall(r"\b[FSMW][1-4]\b", str(first.body)))
    mine = {card for text in legal_texts(anna) for card in text.split()[1:]}
    assert told <= mine
    assert any(not ({f"bid {card}" for card in told} >= hand) for hand in hands)


def test_a_standing_order_that_did_not_fit_is_told_with_the_reason(anna: Player) -> None:
    match = anna.match
    match.refresh_from_db()
    for position, dropped in ((1, None), (2, {"code": "not-in-hand", "params": {"cards": ["M1"]}})):
        StandingOrder.objects.create(
            player=anna,
            round=match.round,
            position=position,
            text=f"take lion M{position}",
            given_at=clock.now(),
            dropped=dropped,
        )

    body = sent(row_of(anna, Kind.DECISION)).body

    assert "Your standing orders:\n· take lion M1\n" in body
    assert "One of your standing orders no longer fit:\n· take lion M2\n" in body


@pytest.mark.parametrize("length", range(40, 100))
def test_the_lines_of_a_board_are_those_that_its_game_wrote(length: int) -> None:
    words = ("Capibranco che nessuno ha: pavone, scoiattolo, stambecco, leone " * 2)[
        :length
    ].strip()
    blocks = [
        [words, words, "Talisman: Giulia Rossi", words, "  F1 W2", words],
        ["Anna", "Birds:", "  " + words, "Bid: forest 3"],
    ]

    found = lines_of_blocks(text_of(blocks))

    assert [[line for line, _is_inner in block] for block in found] == [
        [" ".join(line.split()) for line in block] for block in blocks
    ]
    assert [is_inner for _line, is_inner in found[0]] == [False, *[True] * 5]


def test_a_receipt_says_what_was_understood_and_how_to_change_it(anna: Player) -> None:
    first, second = legal_texts(anna)[:2]
    delivered(letter(anna, first))
    mail = letter(anna, f"{second}\ntake lion or pass", message_id="<second@example.org>")
    delivered(mail)
    row = OutboundMail.objects.filter(kind=Kind.RECEIPT).latest("pk")

    message = sent(row)

    words = presentation_for("wild-cards").order_in_words(second)
    assert f"· {second}\n  ({words})" in message.body
    assert f"It replaces: {first}" in message.body
    assert "· take lion or pass" in message.body
    assert "Received " in message.body
    assert "Waiting for 2 other players" in message.body
    read = parsed(message)
    assert read["In-Reply-To"] == "<second@example.org>"
    assert read["Auto-Submitted"] == "auto-replied"
    assert parse_reply_address(read["Reply-To"]) == (anna.pk, 1)


def test_a_receipt_in_a_quiet_match_does_not_say_who_is_awaited(anna: Player) -> None:
    Match.objects.filter(pk=anna.match_id).update(waiting_policy=Match.Waiting.QUIET)
    delivered(letter(anna, "bid R"))
    body = sent(OutboundMail.objects.get(kind=Kind.RECEIPT)).body

    assert "Waiting for" not in body


def test_an_invitation_says_who_asks_and_can_be_withdrawn() -> None:
    match = open_match("Anna", seats=3, phase_time=timedelta(days=2))
    invite_to_match(member=member("Anna"), match=match, addresses=["zoe@example.net"])
    row = OutboundMail.objects.get(kind=Kind.INVITATION)

    message = sent(row)

    invitation = Invitation.objects.get()
    assert message.subject == "Anna invites you to a game of Wild Cards by mail"
    assert f"/invitations/{invitation.token}/" in message.body
    assert "Time per turn: 2 days" in message.body
    assert "/no-invitations/" in message.message()["List-Unsubscribe"]
    Invitation.objects.update(declined_at=clock.now())
    assert message_for(row) is None


@pytest.mark.parametrize(
    ("kind", "status", "said"),
    [
        (Kind.STARTED, Match.Status.RUNNING, "the match has started"),
        (Kind.PARKED, Match.Status.PARKED, "The match is on hold"),
        (Kind.CANCELLED, Match.Status.CANCELLED, "Bo called the match off"),
    ],
)
def test_news_are_told_as_long_as_they_are_true(
    anna: Player, kind: OutboundMail.Kind, status: str, said: str
) -> None:
    OutboundMail.objects.all().delete()
    Match.objects.filter(pk=anna.match_id).update(status=status)
    row = row_of(anna, kind, by="Bo")

    message = sent(row)

    assert said in message.body
    assert "<h1" in html_of(message)
    assert message.reply_to == []
    Match.objects.filter(pk=anna.match_id).update(status=Match.Status.FINISHED)
    assert message_for(row) is None


def test_who_lost_the_seat_to_a_bot_can_take_it_back_by_reply(anna: Player) -> None:
    Player.objects.filter(pk=anna.pk).update(bot="steady")
    row = row_of(anna, Kind.SEAT_KEPT, bot="steady")

    message = sent(row)

    assert "a bot is playing for you" in " ".join(message.body.split())
    delivered(letter(anna, "bid R", recipient=message.reply_to[0]))
    assert Order.objects.get(player=anna).text == "bid R"
    assert message_for(row) is None


def test_the_end_is_told_with_every_sum() -> None:
    match = running_match("Anna", "Bo", options={"edition": "2022", "leo": True})
    _play_to_the_end(match)
    anna = player(match, "Anna")
    OutboundMail.objects.filter(kind=Kind.FINISHED).delete()
    Player.objects.filter(match=match).update(place=2, score=11)
    Player.objects.filter(pk=anna.pk).update(place=1, score=13)

    message = sent(row_of(anna, Kind.FINISHED))

    assert "You win by 2. You: place 1 of 2, with 13." in " ".join(message.body.split())
    assert "Your rating" not in message.body
    assert "<h1" in html_of(message)
    assert "You win by 2" in html_of(message)
    assert "The match is over." in message.body
    assert "Anna (you): " in message.body
    assert match.outcome is not None
    for score in match.outcome["scores"]:
        assert str(score) in message.body
    assert f"/matches/{match.code}/replay/" in message.body
    assert "<h1" in html_of(message)


def test_the_end_tells_what_the_match_did_to_the_rating() -> None:
    from tournaments.services.rating_finished_matches import settle_due

    match = running_match("Anna", "Bo", options={"edition": "2022", "leo": True})
    _play_to_the_end(match)
    written = OutboundMail.objects.get(kind=Kind.FINISHED, member__name="Anna")
    assert match.finished_at is not None
    assert written.due_at > match.finished_at
    settle_due()

    message = sent(row_of(player(match, "Anna"), Kind.FINISHED))

    words = " ".join(message.body.split())
    assert re.search(r"Your rating: \d+ → \d+ \([+−±]\d+\)\.", words)


def _play_to_the_end(match: Match) -> None:
    for _step in range(800):
        order(awaited(match)[0])
        if Match.objects.get(pk=match.pk).is_over:
            match.refresh_from_db()
            return
    pytest.fail("the match does not end")


def test_composing_a_question_takes_a_constant_number_of_queries(
    anna: Player, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    row = row_of(anna, Kind.DECISION)
    assign_message_ids([row])
    # One of them asks PostgreSQL for its clock; SQLite has none to ask.
    with django_assert_max_num_queries(14):
        assert message_for(row) is not None


def test_another_reply_domain_is_used_throughout(anna: Player, settings: Settings) -> None:
    settings.REPLY_DOMAIN = "reply.example.net"
    read = parsed(sent(row_of(anna, Kind.DECISION)))

    assert read["Reply-To"].endswith("@reply.example.net")
    assert read["Message-ID"].endswith("@reply.example.net>")
