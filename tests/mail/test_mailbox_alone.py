"""Somebody who has only a mailbox: joining, and all that can be asked for, in four languages."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.common import clock
from games.letters.member_commands import member_commands
from games.mail import joining
from games.models import Absence, InboundMail, Invitation, Match, Member, OutboundMail, Player
from games.replies.command_words import spoken_of, taught_word
from games.replies.member_requests import language_of_joining, spoken_request
from games.replies.offer_answers import Consent, answer_of
from games.services import quotas
from games.services.joining import COLLECTED_AT_FIRST
from tests.cast import member, open_match, order, player, running_match
from tests.mail.mailbox import answering, asked, plain, reply, sent, to, written

Status = InboundMail.Status
LANGUAGES = ("en", "it", "es", "nl")

PHRASES = {
    "open-matches": (
        "Could you please show me the open matches?", "Quali partite sono aperte?",
        "¿Puedes mostrarme las partidas abiertas?", "Welke partijen zijn open?",
    ),
    "my-matches": ("my matches", "Le mie partite, per favore", "mis partidas", "mijn partijen"),
    "deadlines": (
        "When is my deadline?", "Quando scade?", "¿Cuándo vence mi plazo?",
        "Wanneer is mijn deadline?",
    ),
    "open": (
        "Open a match of Wizard for 4, 2 days a turn", "Apri una partita di Wizard per 4",
        "Abre una partida de Wizard para 4", "Open een partij Wizard voor 4",
    ),
    "invite": (
        "invite bo@example.org to abc2345", "invita bo@example.org a abc2345",
        "invita a bo@example.org a abc2345", "nodig bo@example.org uit voor abc2345",
    ),
    "join": ("I'd like to join abc2345", "partecipo a abc2345", "me uno a abc2345",
             "ik doe mee aan abc2345"),
    "decline": ("decline abc2345", "rifiuto abc2345", "rechazo abc2345", "weiger abc2345"),
    "leave": ("leave the match abc2345", "lascia la partita abc2345", "dejo la partida abc2345",
              "verlaat de partij abc2345"),
    "fill": ("fill with bots abc2345", "riempi con bot abc2345", "llena con bots abc2345",
             "vul met bots abc2345"),
    "call-off": ("call off abc2345", "annulla la partita abc2345", "cancela la partida abc2345",
                 "annuleer partij abc2345"),
    "winning": ("Who is winning in abc2345?", "Chi sta vincendo in abc2345?",
                "¿Quién va ganando en abc2345?", "Wie staat er voor in abc2345?"),
    "history": ("my results", "i miei risultati", "mis resultados", "mijn uitslagen"),
    "record": ("send me the record of abc2345", "mandami il verbale di abc2345",
               "mándame el acta de abc2345", "stuur me het verslag van abc2345"),
    "tournaments": ("Which tournaments are there?", "Quali tornei ci sono?", "¿Qué torneos hay?",
                    "Welke toernooien zijn er?"),
    "enter": ("Sign me up for Winter Cup", "Iscrivimi al torneo Winter Cup",
              "Apúntame al torneo Winter Cup", "Schrijf me in voor Winter Cup"),
    "leave-tournament": ("withdraw from Winter Cup", "ritirami da Winter Cup",
                         "retírame de Winter Cup", "schrijf me uit voor Winter Cup"),
    "standings": ("standings of Winter Cup", "classifica di Winter Cup",
                  "clasificación de Winter Cup", "tussenstand van Winter Cup"),
    "ratings": ("What's my rating?", "Qual è il mio Elo?", "¿Cuál es mi Elo?",
                "Wat is mijn rating?"),
    "absent": ("away from 3 to 10 December", "assente dal 3 al 10 dicembre",
               "ausente del 3 al 10 de diciembre", "afwezig van 3 tot 10 december"),
    "back": ("I'm back", "sono tornata", "he vuelto", "ik ben er weer"),
    "receipts-off": ("receipts off", "niente ricevute", "sin recibos", "geen bevestigingen"),
    "mails": ("mail me once a day at 8", "scrivimi una volta al giorno alle 8",
              "envíame correos una vez al día a las 8", "mail me een keer per dag om 8 uur"),
    "help": ("What can I do?", "Cosa posso fare?", "¿Qué puedo hacer?", "Wat kan ik doen?"),
    "extend": ("extend Winter Cup by 3 days", "proroga Winter Cup di 3 giorni",
               "prórroga Winter Cup 3 días", "verleng Winter Cup met 3 dagen"),
    "remove": ("remove Bruno from Winter Cup", "rimuovi Bruno da Winter Cup",
               "quita a Bruno de Winter Cup", "verwijder Bruno uit Winter Cup"),
    "announce": ("announce to Winter Cup: hello", "annuncia a Winter Cup: ciao",
                 "anuncia a Winter Cup: hola", "mededeling aan Winter Cup: hallo"),
}  # fmt: skip


@pytest.mark.parametrize("name", PHRASES)
def test_a_request_is_understood_in_four_languages(name: str) -> None:
    for line in PHRASES[name]:
        spoken = spoken_request(line)
        assert (spoken.name if spoken else "") == name, line


def test_every_request_has_words_and_what_is_taught_is_understood() -> None:
    taught = {name for _phrase, name, _language in spoken_of("member")}
    declared = {one.name for one in member_commands().values() if one.section == "member"}
    assert taught == declared
    for name in taught:
        for language in LANGUAGES:
            word = taught_word(name, language, "member")
            spoken = spoken_request(f"{word} abc2345") or spoken_request(word)
            alone = spoken_request(word)
            found = {one.name for one in (spoken, alone) if one is not None}
            assert name in found or name == "sign-up", (word, found)


@pytest.mark.parametrize("line", ["hello", "status quo", "thanks!", "bid 3", "nice weather here"])
def test_what_asks_for_nothing_is_no_request(line: str) -> None:
    assert spoken_request(line) is None
    assert not language_of_joining([line])


@pytest.mark.parametrize(
    ("line", "consent"),
    [("Yes, Bruno", "yes"), ("¡Sí, claro!", "yes"), ("ok", "yes"), ("ja graag", "yes"),
     ("no, grazie", "no"), ("liever niet", "no"), ("yes but not now", "unclear"), ("hm", "unclear"),
     ("yes if Carla plays", "unclear"), ("no idea yes", "no")],
)  # fmt: skip
def test_only_a_plain_yes_is_one(line: str, consent: str) -> None:
    assert answer_of([line]).consent is Consent(consent)


JOINING = [
    ("join", "yes", "en"),
    ("Hi, I would like to play", "Yes please!", "en"),
    ("vorrei iscrivermi", "Sì", "it"),
    ("Hola, quiero jugar", "sí, claro", "es"),
    ("Ik wil graag meedoen", "ja graag", "nl"),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("line", "yes", "language"), JOINING)
def test_joining_takes_two_mails(line: str, yes: str, language: str) -> None:
    question = asked("new.comer@example.org", line)
    assert question.extra_headers["Auto-Submitted"] == "auto-replied"
    assert not Member.objects.exists()
    (welcome,) = reply(question, yes)
    made = Member.objects.get()
    assert (made.email, made.language) == ("new.comer@example.org", language)
    assert made.collect_minutes == COLLECTED_AT_FIRST
    assert made.name in str(welcome.body)
    again = reply(question, yes)
    assert Member.objects.count() == 1
    assert len(again) == 1


@pytest.mark.django_db
def test_the_name_stands_behind_the_yes_or_in_front_of_the_address() -> None:
    reply(asked("b@example.org", "sign me up"), "Yes, Bruno")
    sent(written("Carla Conti <c@example.org>", "", subject="join"))
    row = OutboundMail.objects.get(kind="join", address="c@example.org")
    from games.replies.reply_addresses import offer_address

    sent(written("Carla Conti <c@example.org>", "yes", offer_address(row.pk)))
    reply(asked("d@example.org", "join"), "yes, bruno")
    assert list(Member.objects.order_by("pk").values_list("name", flat=True)) == [
        "Bruno", "Carla Conti", "d",
    ]  # fmt: skip


@pytest.mark.django_db
def test_a_no_makes_nothing_and_a_doubt_is_asked_about() -> None:
    question = asked("b@example.org", "join")
    (again,) = reply(question, "who are you?")
    assert "yes or a no" in plain(again)
    assert reply(question, "no thanks") == []
    assert not Member.objects.exists()
    reply(again, "yes")
    assert Member.objects.count() == 1


@pytest.mark.django_db
def test_an_unknown_address_is_written_to_a_few_times_and_only_if_it_asks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for _time in range(joining.MOST_TO_ADDRESS):
        assert len(sent(written("b@example.org", "join"))[1]) == 1
    row, mails = sent(written("b@example.org", "join"))
    assert (row.status, mails) == (Status.IGNORED, [])
    for text in ("buy cheap cards", "open matches", "yes", ""):
        row, mails = sent(written("c@example.org", text))
        assert (row.status, mails) == (Status.IGNORED, [])
    monkeypatch.setattr(joining, "MOST_IN_AN_HOUR", 3)
    assert sent(written("d@example.org", "join"))[1] == []
    assert not Member.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("header", "value"),
    [("Auto-Submitted", "auto-replied"), ("List-Id", "<l.example.org>"), ("Precedence", "bulk")],
)
def test_machines_and_lists_get_no_answer(header: str, value: str) -> None:
    letter = written("b@example.org", "join")
    letter[header] = value
    row, mails = sent(letter)
    assert (row.status, mails) == (Status.IGNORED, [])


@pytest.mark.django_db
def test_an_answer_to_the_question_counts_from_its_own_address_alone() -> None:
    question = asked("b@example.org", "join")
    letter = answering(question, "yes")
    letter.replace_header("From", "mallory@example.org")
    row, mails = sent(letter)
    assert (row.verdict, mails) == ("other-sender", [])
    assert not Member.objects.exists()


LOOKING = {
    "help": "Matches:", "my matches": "in no match", "open matches": "No match has a free seat",
    "when is my deadline?": "Nobody is waiting", "my rating": "no rating yet",
    "settings": "Time zone: UTC", "tournaments": "No tournament is open",
    "my results": "haven’t finished", "record of abc2345": "nothing like that",
    "sign me up": "account already", "what a day": "couldn’t read this",
}  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize("line", LOOKING)
def test_what_is_asked_is_answered(line: str) -> None:
    assert LOOKING[line] in plain(asked(member("Anna").email, line))


@pytest.mark.django_db
def test_several_lines_are_several_requests_and_none_is_dropped() -> None:
    text = plain(asked(member("Anna").email, "my matches\nhow nice\nopen matches"))
    assert "in no match" in text
    assert "No match has a free seat" in text
    assert "how nice" in text


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("line", "unread"),
    [
        ("my matches, and paint them blue", "paint them blue"),
        ("my matches and tell Bo to hurry up", "tell Bo to hurry up"),
        ("le mie partite e canta una canzone", "canta una canzone"),
        ("mis partidas y canta algo", "canta algo"),
        ("mijn partijen en zing een lied", "zing een lied"),
        ("open matches. Also send my regards to Bo.", "Also send my regards to Bo."),
        ("my matches. Please sing a song.", "Please sing a song."),
        ("my matches. I forgot them all.", ""),
        ("my matches and thanks for all", ""),
        ("standings of Rock and Roll", ""),
    ],
)
def test_what_is_joined_to_a_request_and_is_none_is_named(line: str, unread: str) -> None:
    told = plain(asked(member("Anna").email, line))
    assert ("We read nothing in this" in told) is bool(unread)
    assert f"“{unread}”" in told or not unread


@pytest.mark.parametrize(
    "line",
    [
        "Mails niet samenvoegen", "non unire le mail", "no juntes los correos",
        "don't combine the mails", "stop collecting my mails", "I don't want my mails together",
    ],
)  # fmt: skip
@pytest.mark.django_db
def test_mails_are_no_longer_put_together_in_the_words_of_four_languages(line: str) -> None:
    anna = member("Anna", collect_minutes=30)
    reply(asked(anna.email, "settings"), line)
    anna.refresh_from_db()
    assert anna.collect_minutes == 0


@pytest.mark.parametrize(
    "line", ["due giorni a turno", "two days a turn", "dos días por turno", "twee dagen per beurt"]
)
def test_how_long_a_turn_is_asks_for_no_deadline(line: str) -> None:
    assert spoken_request(line) is None


@pytest.mark.django_db
def test_the_subject_may_say_it() -> None:
    assert "in no match" in plain(asked(member("Anna").email, "", subject="My matches"))


@pytest.mark.django_db
def test_what_changes_something_is_asked_back_where_anybody_may_have_written_it() -> None:
    anna, bo = member("Anna"), member("Bo")
    question = asked(anna.email, "Open a match of Wizard for 3, 1 day a turn, and invite Bo")
    assert "3 players, 1 day a turn" in plain(question)
    assert not Match.objects.exists()
    mails = reply(question, "yes")
    match = Match.objects.get()
    assert (match.seats, match.phase_time, match.game) == (3, timedelta(days=1), "wizard")
    assert "Bo" in plain(to(anna.email, mails))
    assert bo.email not in plain(to(anna.email, mails))
    assert "time bank" in plain(to(bo.email, mails)).lower()
    assert "answered this already" in plain(to(anna.email, reply(question, "yes")))
    assert Match.objects.count() == 1


@pytest.mark.django_db
def test_a_no_leaves_it_and_an_old_question_is_no_more() -> None:
    question = asked(member("Anna").email, "open a match of Wizard")
    assert "nothing was done" in plain(reply(question, "no thanks")[0])
    other = asked(member("Anna").email, "open a match of Wizard for 3 and invite bo@example.org")
    assert "listed for everyone, and invite bo@example.org" in " ".join(plain(other).split())
    with clock.simulated(clock.now() + timedelta(days=15)):
        assert "Ask for it again" in plain(reply(other, "yes")[0])
    assert not Match.objects.exists()


@pytest.mark.django_db
def test_a_reply_to_a_mail_of_ours_needs_no_asking_back() -> None:
    anna = member("Anna")
    help_mail = asked(anna.email, "help")
    mails = reply(help_mail, "open a match of CuBirds for 2, private, called “Sunday”")
    match = Match.objects.get()
    assert (match.title, match.is_public, match.seats) == ("Sunday", False, 2)
    reply(to(anna.email, mails), f"invite new@example.org to {match.code}")
    reply(to(anna.email, mails), f"fill with bots {match.code}")
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert Invitation.objects.get().email == "new@example.org"


@pytest.mark.django_db
def test_a_provider_that_vouches_for_the_sender_is_enough() -> None:
    from games.mail.inbound import accept_raw, process_pending

    letter = written(member("Anna").email, "open a match of Wizard")
    accept_raw(
        raw=letter.as_bytes(), recipient=str(letter["To"]), envelope_sender="anna@example.org",
        source="webhook", verdicts={"dmarc": "pass"},
    )  # fmt: skip
    process_pending()
    assert Match.objects.count() == 1


@pytest.mark.django_db
def test_an_invitation_is_answered_by_yes_or_no() -> None:
    anna, bo = member("Anna"), member("Bo")
    mails = reply(
        asked(anna.email, "help"), "open a match of Wizard for 4 and invite Bo, c@example.org"
    )
    match = Match.objects.get()
    for_bo, for_carla = to(bo.email, mails), to("c@example.org", mails)
    assert "wants" not in plain(for_bo)
    assert "You’re in" in plain(to(bo.email, reply(for_bo, "yes, with pleasure")))
    assert "You’re in" in plain(to(bo.email, reply(for_bo, "yes")))
    told = plain(to("c@example.org", reply(for_carla, "yes, Carla")))
    assert "Welcome, Carla" in told
    assert "You’re in" in told
    assert {one.name for one in Member.objects.all()} == {"Anna", "Bo", "Carla"}
    assert match.players.count() == 3


@pytest.mark.django_db
def test_an_invitation_is_declined_once_and_asked_about_where_unclear() -> None:
    anna, bo = member("Anna"), member("Bo")
    mails = reply(asked(anna.email, "help"), "open a match of Wizard for 3 and invite Bo")
    invited = to(bo.email, mails)
    assert "couldn’t tell" in plain(reply(invited, "what is this?")[0])
    assert "declined" in plain(reply(invited, "no, thank you")[0])
    assert Invitation.objects.get().declined_at is not None
    assert Match.objects.get().players.count() == 1


@pytest.mark.django_db
def test_somebody_elses_invitation_is_no_key() -> None:
    anna, bo, mallory = member("Anna"), member("Bo"), member("Mallory")
    mails = reply(asked(anna.email, "help"), "open a match of Wizard, private, and invite Bo")
    match = Match.objects.get()
    letter = answering(to(bo.email, mails), "yes")
    letter.replace_header("From", mallory.email)
    sent(letter)
    assert match.players.count() == 1
    start = asked(mallory.email, "help")
    for words in ("join", "who is winning in", "record of", "history of", "call off", "leave"):
        line = f"{words} {match.code}"
        told = plain(reply(start, line)[0])
        assert "nothing like that" in told, line
        assert "Wizard" not in told


@pytest.mark.django_db
def test_what_others_hold_is_told_to_nobody() -> None:
    match = running_match()
    Match.objects.update(is_public=False)
    code = match.code
    told = plain(asked(member("Mallory").email, f"who is winning in {code}?\nhistory of {code}"))
    assert "Anna" not in told
    own = plain(asked("anna@example.org", f"who is winning in {code}?"))
    assert "you: 0" in own
    assert "still running" in plain(asked("anna@example.org", f"history of {code}"))
    assert "no record before it is over" in plain(asked("anna@example.org", f"record of {code}"))


@pytest.mark.django_db
def test_the_record_of_a_finished_match_comes_as_a_file() -> None:
    match = running_match("Anna", "Bo", game="emu-ranchers", options={"years": 1})
    for _turn in range(200):
        match.refresh_from_db()
        if match.is_over:
            break
        phase = match.phases.filter(closed_at=None).get()
        for one in match.players.select_related("member", "match").filter(seat__in=phase.awaited):
            order(one)
    answer = asked("anna@example.org", f"record of {match.code}")
    ((name, content, _kind),) = answer.attachments
    assert (name, match.code in str(name)) == (f"match-{match.code}.txt", True)
    from games.rules.record import read_record

    assert read_record(str(content).strip()).game == match.game
    assert "place" in plain(asked("anna@example.org", "my results"))


@pytest.mark.django_db
def test_away_and_back_and_the_settings() -> None:
    anna = member("Anna")
    start = asked(anna.email, "help")
    lines = (
        "away from 3 to 10 December", "language Italiano", "time zone Rome", "call me Anna Bianchi",
        "mail me once a day at 9", "receipts off", "news off", "pictures off", "weekends on",
        "quiet hours from 22 to 7", "combine mails within 30 minutes",
    )  # fmt: skip
    for line in lines:
        reply(start, line)
    anna.refresh_from_db()
    assert Absence.objects.filter(member=anna).count() == 1
    assert (anna.language, anna.time_zone, anna.name) == ("it", "Europe/Rome", "Anna Bianchi")
    assert (anna.mail_level, anna.digest_hour, anna.collect_minutes) == ("daily", 9, 30)
    assert (anna.wants_receipts, anna.wants_news, anna.wants_html) == (False, False, False)
    assert (anna.has_weekends_off, anna.quiet_from, anna.quiet_until) == (True, 22, 7)
    reply(start, "sono tornata")
    assert not Absence.objects.filter(member=anna).exists()


@pytest.mark.django_db
def test_a_name_that_others_have_or_that_poses_as_the_service_is_refused() -> None:
    start = asked(member("Anna").email, "help")
    member("Bo")
    for line in ("call me Bo", "call me admin", "call me a@b"):
        reply(start, line)
    assert set(Member.objects.values_list("name", flat=True)) == {"Anna", "Bo"}


@pytest.mark.django_db
def test_a_flood_of_forged_requests_ends_in_one_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = quotas.Limit(2, quotas.HOUR)
    monkeypatch.setitem(quotas.LIMITS, quotas.Deed.REQUEST, (limit,))
    anna = member("Anna")
    for _time in range(2):
        asked(anna.email, "my matches")
    row, mails = sent(written(anna.email, "my matches"))
    assert (row.verdict, len(mails)) == ("too-many", 1)
    assert sent(written(anna.email, "my matches"))[1] == []


@pytest.mark.django_db
def test_huge_mails_and_long_lists_are_bounded() -> None:
    anna = member("Anna")
    row, mails = sent(written(anna.email, "my matches\n" * 200_000))
    assert (row.verdict, len(mails)) == ("too-large", 1)
    many = plain(asked(anna.email, "my matches\n" * 30))
    assert many.count("in no match") == 8
    row, mails = sent(written("b@example.org", "join\n" * 200_000))
    assert (row.status, mails) == (Status.IGNORED, [])


@pytest.mark.django_db
def test_a_closed_account_gets_nothing() -> None:
    anna = member("Anna")
    Member.objects.filter(pk=anna.pk).update(is_active=False)
    for text in ("join", "my matches"):
        row, mails = sent(written(anna.email, text))
        assert (row.verdict, mails) == ("no-member", [])


@pytest.mark.django_db
def test_a_match_that_began_is_called_off_by_nobody_and_an_open_one_after_a_yes() -> None:
    match = open_match("Anna", "Bo")
    start = asked("anna@example.org", "help")
    question = to("anna@example.org", reply(start, f"call off {match.code}"))
    match.refresh_from_db()
    assert match.status == Match.Status.OPEN
    reply(question, "yes")
    match.refresh_from_db()
    assert match.status == Match.Status.CANCELLED


@pytest.mark.django_db
@pytest.mark.parametrize(
    "sign", ["Anna", "anna", "\nanna", "thanks Anna", "Groetjes Anna", "A dopo,\nAnna"]
)
def test_a_request_in_a_reply_to_a_match_may_be_signed(sign: str) -> None:
    from tests.mail.post import letter

    anna: Player = player(running_match(), "Anna")
    _row, mails = sent(letter(anna, f"open matches\n{sign}"))
    told = plain(to("anna@example.org", mails))
    assert "No match has a free seat" in told
    assert "We read nothing" not in told


@pytest.mark.django_db
def test_in_a_reply_to_a_match_the_service_may_be_asked_too() -> None:
    anna: Player = player(running_match(), "Anna")
    from tests.mail.post import letter

    _row, mails = sent(letter(anna, "open matches"))
    assert "No match has a free seat" in plain(to("anna@example.org", mails))
