"""A life by mail, in four languages: from an address that nobody knows to a whole match and a
tournament. Its first hours in every run, all of it with `make mail-journeys`, which writes every
mail in and out down where `TRANSCRIPTS` says."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage as Letter
from pathlib import Path

import pytest
from pytest_django import Settings

from games.common import clock
from games.models import InboundMail, Match, Member
from tests.cast import member
from tests.mail.imap_server import USER, ImapServer
from tests.mail.life import Life, Person, life_by_mail
from tests.mail.servers import Server
from tests.sizes import IS_LONG, few
from tests.tournaments.run.world import entered, tournament
from tournaments.models import Entry, Tournament
from tournaments.services.rounds import start_tournament

pytestmark = pytest.mark.django_db

LANGUAGES = ("en", "it", "es", "nl")
DAY = timedelta(days=1)

SAID = {
    "join": ("Hi, I’d like to play", "Ciao, voglio giocare", "Hola, quiero jugar",
             "Hallo, ik wil meedoen"),
    "yes": ("Yes, Lucia", "Sì, Lucia", "Sí, Lucia", "Ja, Lucia"),
    "look": ("Which matches can I join?", "A quali partite posso partecipare?",
             "¿A qué partidas puedo unirme?", "Aan welke partijen kan ik meedoen?"),
    "open": ("Open a match of Wild Cards for 3, a day a turn, and invite {}",
             "Apri una partita di Wild Cards per 3, un giorno a turno, e invita {}",
             "Abre una partida de Wild Cards para 3, un día por turno, e invita a {}",
             "Open een partij Wild Cards voor 3, een dag per beurt, en nodig {} uit"),
    "accept": ("Yes, Marco", "Sì, Marco", "Sí, Marco", "Ja, Marco"),
    "fill": ("Fill up with bots, please", "Riempi con bot, per favore", "Llena con bots, por favor",
             "Vul aan met bots"),
    "until": ("How long do I have?", "Quanto tempo ho?", "¿Cuánto tiempo tengo?",
              "Hoeveel tijd heb ik?"),
    "who": ("{order}\nWho is winning?", "{order}\nChi sta vincendo?", "{order}\n¿Quién va ganando?",
            "{order}\nWie staat er voor?"),
    "talk": ("{order}\nTo all: well played!", "{order}\nA tutti: bella mossa!",
             "{order}\nA todos: ¡buena jugada!", "{order}\nAan allen: goed gespeeld!"),
    "hand": ("What cards do I have?", "Che carte ho?", "¿Qué cartas tengo?",
             "Welke kaarten heb ik?"),
    "thanks": ("Thanks, that was fun!", "Grazie, bella partita!", "¡Gracias, ha sido divertido!",
               "Bedankt, dat was leuk!"),
    "tournaments": ("Which tournaments are there?", "Che tornei ci sono?", "¿Qué torneos hay?",
                    "Welke toernooien zijn er?"),
    "enter": ("Sign me up for the Winter Cup", "Iscrivimi alla Winter Cup",
              "Apúntame a la Winter Cup", "Schrijf me in voor de Winter Cup"),
    "standings": ("Standings of the Winter Cup", "Classifica della Winter Cup",
                  "Clasificación de la Winter Cup", "Klassement van de Winter Cup"),
    "away": ("I’ll be away from {} to {} {}", "Sono in vacanza dal {} al {} {}",
             "Estaré de vacaciones del {} al {} de {}", "Ik ben op vakantie van {} tot {} {}"),
    "back": ("I’m back", "Sono tornata", "Ya he vuelto", "Ik ben er weer"),
    "leave": ("I withdraw from the Winter Cup", "Mi ritiro dalla Winter Cup",
              "Me retiro de la Winter Cup", "Ik trek me terug uit de Winter Cup"),
    "go": ("yes", "sì", "sí", "ja"),
    "subject": ("Hello", "Ciao", "Hola", "Hallo"),
}  # fmt: skip

MONTHS = {
    "en": ("January", "February"), "it": ("gennaio", "febbraio"), "es": ("enero", "febrero"),
    "nl": ("januari", "februari"),
}  # fmt: skip


@pytest.fixture
def life(
    post: Server, mailbox: ImapServer, settings: Settings, request: pytest.FixtureRequest
) -> Iterator[Life]:
    settings.SERVICE_ADDRESS = USER
    with life_by_mail(post, mailbox) as begun:
        yield begun
    if directory := os.environ.get("TRANSCRIPTS"):
        file = Path(directory) / f"{request.node.callspec.id}.txt"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join(begun.transcript), encoding="utf-8")


@pytest.mark.parametrize("language", few(LANGUAGES[1:] + LANGUAGES[:1], 1))
def test_a_match_and_a_tournament_are_played_from_a_mailbox(life: Life, language: str) -> None:
    said = {name: phrases[LANGUAGES.index(language)] for name, phrases in SAID.items()}
    lucia, marco = Person("Lucia", language), Person("Marco", language, takes_plans=True)
    others = [Person(name, "en", takes_plans=True, is_told=False) for name in ("Olga", "Pia")]
    life.meet(lucia, marco, *others)
    cup = opened_cup(life)
    welcome = joined(life, lucia, said)
    start_match(life, lucia, marco, said, welcome)
    lucia.besides = [said["until"], said["who"], "{order}", said["hand"], said["talk"]]
    life.live(90 * DAY, until=lambda: not lucia.besides if not IS_LONG else has_ended(lucia, marco))
    if IS_LONG:
        assert Match.objects.get().status == Match.Status.FINISHED
        life.note_costs(lucia, marco)
        life.reply(lucia, lucia.inbox[-1], said["thanks"])
        lucia.takes_plans = True
        play_tournament(life, lucia, said, cup)
    not_taken = InboundMail.objects.exclude(status=InboundMail.Status.TAKEN)
    assert list(not_taken.values_list("verdict", "status")) == []


def joined(life: Life, person: Person, said: dict[str, str]) -> Letter:
    (question,) = life.write(person, said["join"], said["subject"])
    (welcome,) = life.reply(person, question, said["yes"])
    assert Member.objects.get(email=person.address).language == person.language
    return welcome


def start_match(
    life: Life, host: Person, guest: Person, said: dict[str, str], welcome: Letter
) -> None:
    life.reply(host, welcome, said["look"])
    opened = life.reply(host, welcome, said["open"].format(guest.address))
    (invitation,) = guest.inbox
    life.reply(guest, invitation, said["accept"])
    life.reply(host, opened[-1], said["fill"])
    assert Match.objects.get().status == Match.Status.RUNNING


def has_ended(*people: Person) -> bool:
    """Whether all have read that their first match is over."""
    return all(any("-0." in str(one["Reply-To"]) for one in each.inbox) for each in people)


def opened_cup(life: Life) -> Tournament:
    """A tournament by somebody who uses the site."""
    with clock.simulated(life.now):
        return tournament("swiss", name="Winter Cup", terms={"rounds": 3})


def play_tournament(life: Life, person: Person, said: dict[str, str], cup: Tournament) -> None:
    life.write(person, said["tournaments"], said["subject"])
    for asked in life.write(person, said["enter"], said["subject"]):
        life.reply(person, asked, said["go"])
    with clock.simulated(life.now):
        entered(cup, "Marco", "Olga", "Pia")
        start_tournament(tournament=cup, by=member("Olga"))
    life.live(30 * DAY, until=lambda: round_of(cup) == 2)
    life.write(person, said["standings"], said["subject"])
    month = MONTHS[person.language][life.now.month - 1]
    days = (life.now.day, life.now.day + 6, month)
    for asked in life.write(person, said["away"].format(*days), said["subject"]):
        life.reply(person, asked, said["go"])
    life.live(2 * DAY)
    life.write(person, said["back"], said["subject"])
    asked = life.write(person, said["leave"], said["subject"])[0]  # a match may ask meanwhile, too
    life.reply(person, asked, said["go"])
    assert cup.entries.get(member__name=person.name).status == Entry.Status.WITHDRAWN
    life.live(DAY)


def round_of(cup: Tournament) -> int:
    cup.refresh_from_db()
    return cup.rounds.count()
