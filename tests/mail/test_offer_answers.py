"""Yes and no as people say them, the name with a yes, and all that is written beside it."""

from __future__ import annotations

import pytest
from django.core.mail import EmailMessage

from games.models import Invitation, Match, Member, TableMessage
from games.replies.offer_answers import Consent, answer_of
from tests.cast import member
from tests.mail.mailbox import asked, plain, reply, sent, to, written

YES = {
    "Sì, sono io\n\nLucia": "Lucia",
    "Yes that was me": "",
    "Ja, dat was ik.\n\nGroetjes,\nFemke": "Femke",
    "¡Sí, fui yo!\n\nUn abrazo,\nPaco": "Paco",
    "Sì, con piacere, a presto": "",
    "Confermo, sono stato io a chiederlo": "",
    "Accetto, grazie dell'invito": "",
    "Si certo, sono io! Chiamami pure Giulia, grazie": "Giulia",
    "Yes, you can just call me Old Tom please": "Old Tom",
    "Certamente": "",
    "Eccomi! Sì": "",
    "Sure, why not": "",
    "Waarom niet?": "",
    "Ciao Marco! Sì, gioco volentieri, sono Nina": "Nina",
    "Hi Tom, yes, I'm in": "",
    "I'm Tom and I'd love to join": "Tom",
    "Sí, me llamo Ana María, con mucho gusto": "Ana María",
    "Ja, ik heet Jan van der Berg": "Jan van der Berg",
    "sì, mi chiamo marco de luca": "marco de luca",
    "Yes, I'd love to play, I have been playing Wizard for many years now": "",
    "Thanks for the invitation! I'd love to play.": "",
    "SI SONO IO": "",
    "Yes\nThanks, Tom": "Tom",
    "Yes, with pleasure. See you soon, Tom": "Tom",
    "Sì Giulia, volentieri!": "",
    "Sì! Non vedo l'ora": "",
    "OK grazie\nLuca": "Luca",
    "I accept, but please call me Bob": "Bob",
    "Yes, Tom here": "Tom",
    "👍": "",
    "Siii!": "",
}
NO = (
    "Purtroppo non posso, mi spiace", "Stavolta passo", "I'm afraid I can't make it this time",
    "Thanks, but I'll pass", "Gracias por la invitación, pero no puedo", "Grazie, ma stavolta no",
    "Helaas, deze keer pas ik", "No, thanks\nTom", "Lo siento, esta vez paso",
)  # fmt: skip
UNCLEAR = (
    "yes but not now", "yes if Carla plays", "Sì, se gioca anche Carla", "Sí si juega Carla",
    "Ja, als Carla meedoet", "Sì! Ma non questa settimana.", "No entiendo", "Who are you?", "hm",
    "Yes! No, I can't after all.",
)  # fmt: skip


@pytest.mark.parametrize("text", YES)
def test_a_yes_is_read_in_its_own_words_and_only_a_name_is_taken_for_one(text: str) -> None:
    answer = answer_of(text.split("\n"))
    assert (answer.consent, answer.name) == (Consent.YES, YES[text])
    assert answer.beside == ()


@pytest.mark.parametrize("text", NO)
def test_a_no_is_read_behind_thanks_and_regrets(text: str) -> None:
    assert answer_of(text.split("\n")).consent is Consent.NO


@pytest.mark.parametrize("text", UNCLEAR)
def test_what_depends_on_something_or_only_asks_is_neither(text: str) -> None:
    assert answer_of(text.split("\n")).consent is Consent.UNCLEAR


def test_a_name_in_small_letters_is_one_where_its_writer_is_known_by_it() -> None:
    assert answer_of(["yes, nina"]).name == ""
    assert answer_of(["yes, nina"], ["Nina Rossi"]).name == "nina"
    assert answer_of(["Yes, Giulia"], others=["Giulia Verdi"]).name == ""


@pytest.mark.parametrize(
    ("text", "beside"),
    [
        ("Yes, it was me. What games are there?", ("What games are there?",)),
        ("Sì volentieri, ma quanto dura una partita?", ("quanto dura una partita?",)),
        ("Sí, me llamo Ana, ¿qué juegos hay?", ("qué juegos hay?",)),
        ("Ja! Wanneer begint het?", ("Wanneer begint het?",)),
        ("sì, mi chiamo Marco\nquali partite posso giocare?\na tutti: ciao",
         ("quali partite posso giocare?", "a tutti: ciao")),
        ("Yes, and invite tom@example.org", ("and invite tom@example.org",)),
    ],
)  # fmt: skip
def test_a_yes_with_a_question_is_a_yes_and_the_question(text: str, beside: tuple[str]) -> None:
    answer = answer_of(text.split("\n"))
    assert (answer.consent, answer.beside) == (Consent.YES, beside)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("ask", "text", "name", "told"),
    [
        ("join", "Yes, it was me. Which matches are open?\n\nLucy", "Lucy", "No match has a free"),
        ("voglio giocare", "sì, mi chiamo Lucia\nquali partite sono aperte?", "Lucia", "partita"),
        ("ik wil meedoen", "Ja, ik heet Luus. Welke partijen zijn open?", "Luus", "partij"),
        ("quiero jugar", "Sí, soy Lucía\n¿qué partidas hay?", "Lucía", "partida"),
    ],
)
def test_what_a_newcomer_asks_beside_the_yes_is_answered(
    ask: str, text: str, name: str, told: str
) -> None:
    (answer,) = reply(asked("new@example.org", ask), text)
    assert Member.objects.get().name == name
    assert told in plain(answer)


@pytest.fixture
def invited() -> EmailMessage:
    """What Bo reads who is invited to a match."""
    mails = reply(
        asked(member("Anna").email, "help"), f"open a match of Wizard for 3 and invite "
        f"{member('Bo').name}, c@example.org",
    )  # fmt: skip
    return to("bo@example.org", mails)


@pytest.mark.django_db
def test_a_question_beside_the_yes_to_an_invitation_is_named(invited: EmailMessage) -> None:
    said = plain(to("bo@example.org", reply(invited, "Gladly! But how long does a match take?")))
    assert "You’re in" in said
    assert "how long does a match take?" in said


@pytest.mark.django_db
@pytest.mark.parametrize(("answer", "seats"), [("yes", 2), ("no thanks", 1)])
def test_what_was_no_answer_repeats_the_offer_and_can_be_answered(
    invited: EmailMessage, answer: str, seats: int
) -> None:
    (again,) = reply(invited, "Maybe, who knows what the week brings")
    assert "Anna’s invitation to Wizard" in plain(again)
    assert "who knows what the week brings" in plain(again)
    (still,) = reply(again, "hm, hm")
    assert "Anna’s invitation to Wizard" in plain(still)
    told = plain(to("bo@example.org", reply(still, answer)))
    assert ("You’re in" if seats == 2 else "declined") in told
    assert Match.objects.get().players.count() == seats


@pytest.mark.django_db
def test_a_request_instead_of_an_answer_is_done_and_the_offer_stands(invited: EmailMessage) -> None:
    said = plain(reply(invited, "which tournaments are there?")[0])
    assert "No tournament is open" in said
    assert "Anna’s invitation" in said


@pytest.mark.django_db
def test_somebody_without_an_account_is_told_whose_invitation_it_is() -> None:
    mails = reply(
        asked(member("Marco").email, "help"),
        "open a match of Wizard for 3 and invite c@example.org",
    )
    invitation = to("c@example.org", mails)
    (again,) = reply(invitation, "Who is this?")
    assert "Marco’s invitation to Wizard" in plain(again)
    assert "wasn’t you" not in plain(again)
    mails = reply(again, "Ciao Marco! Sì, gioco volentieri, sono Nina")
    assert "Welcome, Nina" in plain(to("c@example.org", mails))
    assert Invitation.objects.get().player is not None


@pytest.mark.django_db
def test_talk_beside_the_yes_reaches_the_table_or_is_named() -> None:
    mails = reply(
        asked(member("Anna").email, "help"), "open a match of CuBirds for 2 and invite "
        f"{member('Bo').name}",
    )  # fmt: skip
    told = reply(to("bo@example.org", mails), "Yes!\nto all: hello there")
    assert TableMessage.objects.get().text == "hello there"
    assert any("Said at the table: “hello there”" in plain(one) for one in told)


@pytest.mark.django_db
def test_talk_before_the_match_begins_is_not_lost_silently(invited: EmailMessage) -> None:
    told = plain(to("bo@example.org", reply(invited, "Yes!\nto all: hello there")))
    assert not TableMessage.objects.exists()
    assert "hello there" in told


@pytest.mark.django_db
def test_the_inviters_name_is_not_taken_for_the_guests() -> None:
    mails = reply(
        asked(member("Marco").email, "help"),
        "open a match of Wizard for 3 and invite c@example.org",
    )
    reply(to("c@example.org", mails), "Yes, Marco")
    assert Member.objects.filter(name="c").exists()


@pytest.mark.django_db
def test_an_answer_to_our_question_may_ask_for_more() -> None:
    anna = member("Anna")
    question = asked(anna.email, "open a match of Wizard for 3")
    told = plain(reply(question, "Yes please! And which tournaments are there?\n\nAnna")[0])
    assert Match.objects.count() == 1
    assert "No tournament is open" in told
    assert "We read nothing" not in told
    sent(written(anna.email, "help"))
