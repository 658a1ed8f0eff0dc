"""What members ask for in sentences of their own, by what those name in any order."""

from __future__ import annotations

import tomllib

import msgspec
import pytest

from games.letters.member_commands import HelpGroup, member_commands
from games.management.commands._answered_lines import answer_line
from games.models import Absence, Match
from games.replies.member_requests import spoken_request
from games.replies.named_requests import FILE, SIGNS, named_request
from games.replies.service_lines import LASTING
from games.rules.registry import GAMES
from games.words.lexicon.vocabulary import LANGUAGES
from tests.cast import member
from tests.mail.mailbox import asked, plain, reply, to

CODE = "k7m2p9q"

OF_A_CODE = {
    "winning": ("who's ahead in {}?", "chi è in testa in {}?", "¿cómo va la partida {}?",
                "hoe staat het ervoor in {}?"),
    "history": ("who won {} in the end?", "cuéntame cómo terminó {}", "hoe is {} afgelopen?"),
    "record": ("could I have the whole move list of {} as a download?",
               "mandami il file della partita {}", "stuur me het bestand van partij {}"),
    "join": ("I'd love a seat in {}", "mi siedo anch'io in {}", "resérvame un sitio en {}",
             "zet mij er maar bij in {}"),
    "decline": ("thanks for the invitation to {} but I can't make it",
                "bedankt voor de uitnodiging voor {}, maar nee"),
    "leave": ("take me off table {}, it hasn't started yet", "libera il mio posto in {}",
              "ik wil toch niet meedoen aan {}"),
    "fill": ("nobody's coming, let bots take the empty chairs in {}",
             "pon bots en los asientos que faltan de {}"),
    "call-off": ("scrap match {}, we won't play it", "partij {} gaat niet door"),
    "rematch": ("let's have another go with the same people as {}", "rifacciamo {} con gli stessi"),
    "enter": ("put my name down for tournament {}", "segnami al torneo {}",
              "ik wil meedoen aan toernooi {}"),
    "leave-tournament": ("I have to pull out of tournament {}", "me bajo del torneo {}"),
    "sit-out": ("I can't play round 4 of {}, give me a bye", "ronde 4 van {} sla ik over"),
    "check-in": ("confermo che ci sono al torneo {}", "ik bevestig mijn deelname aan {}"),
    "appoint": ("make Bruno an arbiter of {}", "que Bruno sea árbitro de {}"),
    "step-down": ("I don't want to be arbiter of {} any more", "lascio l'arbitraggio di {}"),
    "standings": ("where do I stand in tournament {}?", "¿cómo va la tabla del torneo {}?"),
    "entrants": ("who has signed up for {} so far?", "wie doen er mee aan toernooi {}?"),
    "open-entries": ("let people register for {} now", "de inschrijving voor {} mag open"),
    "start-tournament": ("get tournament {} going", "que empiece ya el torneo {}"),
    "pause-tournament": ("put tournament {} on hold for a week", "zet toernooi {} een week stil"),
    "resume-tournament": ("carry on with tournament {}", "toernooi {} kan weer verder"),
    "extend": ("give everybody 2 more days in {}", "allunga il turno di {} di 2 giorni"),
    "remove": ("kick Bruno out of {}, he never replies", "fuori Bruno da {}: non risponde mai"),
    "announce": ("tell all players of {}: see you Monday", "scrivi a tutti di {}: a lunedì"),
    "swap": ("Anna and Bruno should change places in {}", "wissel Anna en Bruno om in {}"),
    "begin-round": ("the tables look fine, begin the round in {}", "comienza la ronda de {}"),
    "invite": ("ask Carla and Bruno to come to {} too", "vraag Carla of ze meedoet aan {}"),
}  # fmt: skip

OF_ONESELF = {
    "my-matches": ("which tables do I sit at?", "¿en qué partidas estoy metido ahora?"),
    "deadlines": ("is anybody waiting for me?", "moet ik nog ergens een zet doen?"),
    "open-matches": ("¿falta gente en alguna mesa?", "is er nog ergens een stoel vrij?"),
    "tournaments": ("any competitions coming up?", "komen er nog toernooien aan?"),
    "settings": ("what have you got stored about how I get my mail?", "enséñame mis ajustes"),
    "language": ("I'd rather read these in Spanish", "kun je voortaan in het Engels schrijven?"),
    "zone": ("I've moved to Lisbon, my time zone is Europe/Lisbon",),
    "name": ("please show me as Old Tom at the tables", "quiero que mi nombre sea Paquita"),
    "mails": ("don't mail me unless it's urgent", "una sola mail al giorno, verso le 19"),
    "receipts-off": ("stop sending me a confirmation after every move",),
    "receipts-on": ("quiero que me confirmes cada jugada", "send me receipts again please"),
    "news": ("non avvisarmi quando iniziano o finiscono le partite",),
    "pictures": ("liever mails zonder plaatjes",),
    "weekends": ("in het weekend speel ik niet",),
    "quiet": ("I sleep between 11 and 7, no deadlines then please",),
    "absent": ("sarò in ferie dal 4 al 18 agosto", "no moves from me 3-9 May, I'm in hospital"),
    "back": ("holiday over, count me in again", "ya he vuelto de viaje"),
    "open": ("can you set up a Wizard table for four people?",),
    "help": ("what else can I write to you?", "¿con qué me podéis ayudar?"),
}


@pytest.mark.parametrize("name", OF_A_CODE)
def test_what_is_named_beside_a_code_says_what_is_asked_of_it(name: str) -> None:
    lines = [line.format(CODE) for line in OF_A_CODE[name]]
    found = {line: named_request(line) for line in lines}
    assert {line: one.name if one else "" for line, one in found.items()} == dict.fromkeys(
        lines, name
    )
    assert all(CODE in one.argument for one in found.values() if one)


@pytest.mark.parametrize("name", OF_ONESELF)
def test_what_members_ask_about_themselves_needs_no_code(name: str) -> None:
    found = {line: spoken_request(line) for line in OF_ONESELF[name]}
    assert {line: one.name if one else "" for line, one in found.items()} == dict.fromkeys(
        found, name
    )


@pytest.mark.parametrize(
    "line",
    [
        "Carla is on holiday, so don't expect her soon",
        "the weekend was lovely, we went to the sea",
        "open with the blue 7",
        "leave the duck where it is and lay the owl",
        "il torneo dell'anno scorso era più divertente",
        "la mail di ieri mi ha fatto ridere",
        "riempi la mano",
        "mi hermana vuelve mañana de viaje",
        "seguro que los bots hacen trampa",
        "in het weekend zijn we naar zee geweest",
        "ik sla deze ronde over",
        "wissel de 2 om voor de 5",
    ],
)
def test_talk_and_moves_that_share_its_words_ask_for_nothing(line: str) -> None:
    assert spoken_request(line) is None


@pytest.mark.django_db
def test_what_a_sentence_only_names_is_done_after_a_yes() -> None:
    anna = member("Anna")
    question = reply(asked(anna.email, "help"), "can you set up a Wizard table for four people?")
    assert "4 players" in plain(to(anna.email, question))
    assert not Match.objects.exists()
    reply(to(anna.email, question), "yes")
    assert Match.objects.get().seats == 4


@pytest.mark.django_db
def test_a_seat_is_given_back_after_a_yes() -> None:
    anna, bo = member("Anna"), member("Bo")
    reply(asked(anna.email, "help"), "open a match of Wizard for 4")
    match = Match.objects.get()
    reply(asked(bo.email, "help"), f"join {match.code}")
    question = to(bo.email, reply(asked(bo.email, "help"), f"leave {match.code}"))
    assert "give your seat" in plain(question)
    assert match.players.filter(member=bo).exists()
    reply(question, "yes")
    assert not match.players.filter(member=bo).exists()


@pytest.mark.django_db
def test_the_host_is_told_at_once_that_they_cannot_leave() -> None:
    anna = member("Anna")
    reply(asked(anna.email, "help"), "open a match of Wizard for 4")
    told = plain(to(anna.email, reply(asked(anna.email, "help"), "leave")))
    assert "call the match off" in told
    assert "Nothing has been done yet" not in told


@pytest.mark.django_db
def test_settings_are_set_at_once_and_days_are_found_in_a_sentence() -> None:
    anna = member("Anna")
    start = asked(anna.email, "help")
    for line in (
        "don't mail me unless it's urgent", "no need to tell me when games begin or finish",
        "just plain text please, no images", "I don't play at weekends",
        "please show me as Old Tom at the tables", "I'd rather read these in Dutch",
    ):  # fmt: skip
        reply(start, line)
    anna.refresh_from_db()
    assert (anna.mail_level, anna.wants_news, anna.wants_html) == ("urgent", False, False)
    assert (anna.has_weekends_off, anna.language) == (True, "nl")
    assert anna.name.startswith("Old Tom")
    question = reply(start, "my wife and I are in France from tomorrow to Sunday")
    reply(to(anna.email, question), "ja")
    assert Absence.objects.filter(member=anna).count() == 1


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("basta con le conferme di ogni mossa", "receipts-off"),
        ("just plain text please, no images", "pictures"),
        ("kick Bruno out of k7m2p9q, he never replies", "remove"),
        ("zet mij er maar bij in k7m2p9q", "join"),
        ("¿Hasta cuándo tengo para contestar?", "deadline"),
        ("please ignore my last email, I want to take that back", "withdraw"),
        ("Rieccomi dalle ferie, da oggi rispondo di nuovo io!", "back"),
    ],
)
def test_in_a_reply_to_a_match_each_goes_where_it_belongs(
    game: str, line: str, command: str
) -> None:
    answered = answer_line(msgspec.json.encode({"game": game, "text": line}))
    assert msgspec.json.decode(answered) == {"command": command}


@pytest.mark.parametrize(
    "line",
    [
        "I pass. Who is ahead in k7m2p9q?",
        "stop the confirmations, I pass",
        "basta con le conferme, passo",
        "I bid wild 3 and tell me who is ahead in k7m2p9q",
    ],
)
def test_an_order_beside_a_request_is_never_lost_to_it(line: str) -> None:
    answered = answer_line(msgspec.json.encode({"game": "wild-cards", "text": line}))
    assert "command" not in msgspec.json.decode(answered)


def test_all_that_lasts_is_known_to_do_so() -> None:
    changing = {one.name for one in member_commands().values() if one.changes}
    settings = {one.name for one in member_commands().values() if one.group == HelpGroup.YOURSELF}
    assert changing - LASTING <= settings
    assert changing >= LASTING


def test_every_rule_is_made_of_families_in_every_language_and_of_signs() -> None:
    content = tomllib.loads(FILE.read_text(encoding="utf-8"))
    sections = ("rules", "replies", "service", "strangers")
    rules = [rule for section in sections for rule in content.pop(section).values()]
    named = {
        family
        for listed in rules
        for rule in listed
        for part in rule.split()
        for family in part.removeprefix("!").split("|")
    }
    assert named <= content.keys() | SIGNS.keys()
    assert {
        name for name, languages in content.items() if set(languages) != set(LANGUAGES)
    } == set()
