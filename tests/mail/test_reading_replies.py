"""What is left of a reply, whatever program made it; what it quotes of ours is known by words."""

from __future__ import annotations

import json
import random
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from games.mail.outbox import send_due
from games.models import InboundMail, Member, OutboundMail
from games.replies.line_kinds import is_our_marker
from games.replies.quotation_matching import OldWords, packed_words, unpacked_words
from games.replies.reply_parser import read_reply
from tests.cast import member, player, running_match
from tests.mail.made_replies import half
from tests.mail.post import CORPUS, answers, body, delivered, letter, order_text
from tests.mail.reading import PLANTED, counted, planted
from tests.mail.test_languages import LANGUAGES, marker

PLANTINGS = 2000
OURS = """Anna, it is your turn in the match with Bo and Carla.
On offer are the lion and the ibex; you hold six cards of four habitats.
Reply with the card that you bid, or refill your hand.
You have until Monday evening, then the first card of your hand is bid."""


def test_replies_are_left_their_writers_lines_alone() -> None:
    count = counted(half(1)[::3])
    assert count.exact >= count.replies * 0.95, count.failed


def test_no_old_order_in_what_is_cut_is_ever_acted_on() -> None:
    texts = list(planted(half(1)))
    chosen = random.Random(11).sample(texts, PLANTINGS)
    assert [name for name, text in chosen if PLANTED in read_reply(text).certain] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_our_first_line_is_known_in_every_language(language: str) -> None:
    assert is_our_marker(marker(language))


def test_what_we_sent_is_known_however_it_was_wrapped_and_whatever_announces_it() -> None:
    old = OldWords([unpacked_words(packed_words(OURS, ""))])
    shown = " ".join(OURS.split()).replace(". ", ".\n")
    text = f"bid R\n\nKara skrifis ion hieraŭ\n{shown}\n\nbid F1"

    reply = read_reply(text, old=old)

    assert [line for line in reply.own if line and line in OURS] == []
    assert (reply.certain[0], reply.doubtful) == ("bid R", ["bid F1"])
    assert "bid F1" in read_reply(text).certain  # only comparing tells it from the writer's


def test_words_below_a_quotation_are_certain_only_where_it_is_ours() -> None:
    marked = "\n".join(f"> {line}" for line in OURS.splitlines())
    text = f"Vera wrote:\n{marked}\n\nbid R"

    assert read_reply(text).certain == []
    assert read_reply(text).doubtful == ["bid R"]
    assert read_reply(text, old=OldWords([OURS])).certain == ["bid R"]


@pytest.mark.django_db
class TestService:
    def test_an_order_below_a_strangers_words_is_asked_about(self) -> None:
        anna = player(running_match(), "Anna")
        mail = letter(anna, "Look!\n\nOn 3 Mar 2025, Gus <g@example.org> wrote:\n> hi\n\nbid R")

        row = delivered(mail)

        assert (row.status, row.verdict) == (InboundMail.Status.REFUSED, "order-below-quotation")
        assert order_text(anna) == ""
        assert len(answers()) == 1

    @pytest.mark.parametrize(
        "signature",
        [
            "--\nGiulia Rossi\nStudio Rossi & Associati\nTel. 02 1234567",
            "-- \nAnna Bakker\nBakkerij De Molen B.V.",
            "--\nAna García",
            "____\nAnna Smith\nSmith & Sons Ltd.\nwww.smith.example",
            "-- Anna Smith\nHead of Things\nanna@smith.example",
        ],
    )
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_a_signature_alone_is_an_empty_mail(self, language: str, signature: str) -> None:
        Member.objects.filter(pk=member("Anna").pk).update(language=language)
        anna = player(running_match(), "Anna")
        while send_due():
            pass
        sent = OutboundMail.objects.filter(player=anna).exclude(words=b"").latest("pk")
        below = "\n".join(f"> {one}" for one in unpacked_words(bytes(sent.words)).splitlines())

        row = delivered(letter(anna, f"\n{signature}\n\nVera wrote:\n{below}\n> -- \n> Cards\n"))

        assert (row.status, row.verdict) == (InboundMail.Status.REFUSED, "empty-mail")

    @pytest.mark.parametrize("text", ["bid R", "1", "Passo", "Foresta 1", "Verrò domani, ciao."])
    def test_what_may_be_an_answer_below_a_rule_is_asked_about(self, text: str) -> None:
        anna = player(running_match(), "Anna")

        row = delivered(letter(anna, f"\n--\n{text}\n"))

        assert row.verdict == "order-below-quotation"
        assert f"· {text}" in body(answers()[0])
        assert "below a dividing line" in " ".join(body(answers()[0]).split())

    def test_an_answer_below_a_mail_that_we_sent_is_taken(self) -> None:
        anna = player(running_match(), "Anna")
        while send_due():
            pass
        sent = OutboundMail.objects.filter(player=anna).exclude(words=b"").latest("pk")
        said = [line for line in unpacked_words(bytes(sent.words)).splitlines() if len(line) > 40]
        below = "\n".join(f"> {line.strip()}" for line in said[:12])

        row = delivered(letter(anna, f"Hieraŭ skribis vi:\n{below}\n\nbid R"))

        assert (row.status, row.verdict) == (InboundMail.Status.TAKEN, "order")
        assert order_text(anna) == "bid R"

    def test_no_address_that_a_link_leads_to_is_kept(self) -> None:
        anna = player(running_match(), "Anna")
        while send_due():
            pass
        sent = OutboundMail.objects.filter(player=anna).exclude(words=b"")
        assert sent
        assert not any("http" in unpacked_words(bytes(row.words)) for row in sent)


@pytest.mark.django_db
class TestExplaining:
    def explained(self, path: Path) -> dict[str, object]:
        out = StringIO()
        call_command("readmail", str(path), "--json", stdout=out)
        found: dict[str, object] = json.loads(out.getvalue())
        return found

    def test_each_line_is_told_with_what_became_of_it(self, tmp_path: Path) -> None:
        path = tmp_path / "reply.txt"
        path.write_text("I come\n\nOn 3 Mar 2025, Gus <g@e.org> wrote:\n> hi\n\nbid F1\n")
        out = StringIO()

        call_command("readmail", str(path), "--explain", stdout=out)

        assert out.getvalue().startswith(f"{path}: person\n")
        assert "cut: attribution" in out.getvalue()
        found = self.explained(path)
        assert found["machine"] is False
        assert str(found["kept"]).split("\n") == ["I come", "", "", "> hi", "", "bid F1"]
        assert str(found["own"]).split() == ["I", "come", "bid", "F1"]
        assert found["would"] == {"act": "ask", "text": "bid F1", "why": "order-below-quotation"}

    def test_a_machines_mail_is_named_as_such(self) -> None:
        found = self.explained(CORPUS / "ignored" / "gmail-vacation-it.eml")
        assert (found["machine"], found["would"]) == (True, {"act": "ignore", "why": "list"})

    def test_what_a_mail_would_do_in_its_match_is_said_and_not_done(self, tmp_path: Path) -> None:
        anna = player(running_match(), "Anna")
        path = tmp_path / "order.eml"
        path.write_bytes(letter(anna, "bid R\n").as_bytes())

        found = self.explained(path)

        assert found["would"] == {"act": "order", "text": "bid R", "why": "order"}
        assert order_text(anna) == ""
        assert not InboundMail.objects.exists()
        assert answers() == []
