"""What people with a mailbox write when they know none of our words. Written before any of it was
tried: 59 % were understood then."""

from __future__ import annotations

import pytest

from games.replies.member_requests import language_of_joining, spoken_request
from games.replies.offer_answers import Consent, answer_of

JOINING = {
    "en": [
        "Hi, I'd like to play",
        "Hello! Could I join you?",
        "How do I sign up?",
        "I want to play cards",
        "Please add me",
        "sign me up please",
        "my friend told me about this, I would love to play",
        "Can I play too?",
        "May I register?",
        "register",
    ],
    "it": [
        "Ciao, voglio giocare",
        "Vorrei partecipare anch'io",
        "Come faccio a iscrivermi?",
        "mi iscrivo",
        "Salve, mi vorrei iscrivere",
        "posso giocare anche io?",
        "iscrivimi",
        "Mi piacerebbe giocare con voi",
        "vorrei iscrivermi per favore",
    ],
    "es": [
        "Hola, quiero jugar",
        "Buenas, ¿me puedo apuntar?",
        "¿Me podría unir?",
        "¿Aún me puedo inscribir?",
        "Buenas, ¿se puede apuntar uno?",
        "apúntame",
        "Me gustaría apuntarme",
        "¿Cómo me apunto?",
        "quiero inscribirme",
        "¿Puedo jugar yo también?",
        "me apunto",
        "Buenas, quisiera participar",
        "hola, quiero registrarme",
    ],
    "nl": [
        "Hallo, ik wil meedoen",
        "ik wil graag meespelen",
        "Hoe meld ik me aan?",
        "Mag ik meedoen?",
        "ik doe mee",
        "schrijf me in",
        "Ik zou graag mee willen doen",
        "ik wil ook spelen",
        "meld me aan alsjeblieft",
    ],
}

REQUESTS = {
    "open-matches": [
        "Which matches can I join?",
        "What games are open?",
        "list matches",
        "show me the open games",
        "are there any free seats?",
        "where can I play?",
        "any games to join?",
        "A quali partite posso partecipare?",
        "Che partite ci sono?",
        "elenca le partite",
        "quali partite sono aperte?",
        "ci sono posti liberi?",
        "lista delle partite",
        "partite disponibili",
        "dove posso giocare?",
        "¿A qué partidas puedo unirme?",
        "¿Qué partidas hay?",
        "lista de partidas",
        "partidas abiertas",
        "¿hay asientos libres?",
        "¿en qué partidas puedo jugar?",
        "partidas disponibles",
        "¿Hay sitio en alguna partida?",
        "Aan welke partijen kan ik meedoen?",
        "Welke spellen zijn er?",
        "lijst van partijen",
        "welke partijen zijn er?",
        "zijn er vrije plaatsen?",
        "waar kan ik meedoen?",
        "open partijen",
    ],
    "open": [
        "Open a match of Wild Cards for 3",
        "start a new game of Wizard",
        "I'd like to start a match of CuBirds with 3 players",
        "new match: Wizard",
        "create a game of Emu Ranchers",
        "let's play Wizard, 4 players",
        "set up a game of Wild Cards and invite bo@example.org",
        "Apri una partita di Wild Cards per 3",
        "crea una partita di Wizard",
        "vorrei aprire una partita di CuBirds",
        "nuova partita di Wizard per 4",
        "inizia una nuova partita di Wild Cards",
        "voglio creare una partita di Wizard con bo@example.org",
        "apriamo una partita di Wild Cards",
        "Abre una partida de Wild Cards para 3",
        "crea una partida de Wizard",
        "quiero abrir una partida de CuBirds",
        "nueva partida de Wizard para 4",
        "empieza una partida nueva de Wild Cards",
        "quiero crear una partida de Wizard",
        "abramos una partida de Wizard",
        "Open een partij Wild Cards voor 3",
        "maak een partij Wizard",
        "ik wil een partij CuBirds openen",
        "nieuwe partij Wizard voor 4",
        "begin een nieuwe partij Wild Cards",
        "start een partij Wizard",
        "ik wil een partij Wizard beginnen",
    ],
    "invite": [
        "invite bo@example.org",
        "please invite Carla",
        "send an invitation to bo@example.org",
        "ask bo@example.org to join",
        "invita bo@example.org",
        "invita anche Carla",
        "manda un invito a bo@example.org",
        "vorrei invitare bo@example.org",
        "invita a bo@example.org",
        "invita también a Carla",
        "manda una invitación a bo@example.org",
        "quiero invitar a bo@example.org",
        "nodig bo@example.org uit",
        "nodig Carla ook uit",
        "stuur een uitnodiging naar bo@example.org",
        "ik wil bo@example.org uitnodigen",
    ],
    "fill": [
        "fill up with bots",
        "add bots and start",
        "start with bots",
        "let bots take the free seats",
        "riempi con bot",
        "completa con i bot",
        "comincia con i bot",
        "metti dei bot nei posti liberi",
        "aggiungi bot e inizia",
        "llena con bots",
        "completa con bots",
        "empieza con bots",
        "pon bots en los asientos libres",
        "rellena con bots",
        "vul aan met bots",
        "vul met bots",
        "begin met bots",
        "zet bots op de vrije plaatsen",
        "start met bots",
    ],
    "my-matches": [
        "my matches",
        "which games am I in?",
        "what am I playing?",
        "show my games",
        "le mie partite",
        "in quali partite gioco?",
        "quali partite sto giocando?",
        "mostrami le mie partite",
        "mis partidas",
        "¿en qué partidas estoy?",
        "¿qué partidas estoy jugando?",
        "enséñame mis partidas",
        "mijn partijen",
        "in welke partijen speel ik?",
        "waar doe ik aan mee?",
        "laat mijn partijen zien",
    ],
    "tournaments": [
        "Which tournaments are there?",
        "any tournaments?",
        "list tournaments",
        "what tournaments can I enter?",
        "Che tornei ci sono?",
        "quali tornei ci sono?",
        "ci sono tornei?",
        "elenco tornei",
        "a che tornei posso iscrivermi?",
        "¿Qué torneos hay?",
        "¿hay torneos?",
        "lista de torneos",
        "¿a qué torneos puedo apuntarme?",
        "Welke toernooien zijn er?",
        "zijn er toernooien?",
        "lijst toernooien",
        "aan welke toernooien kan ik meedoen?",
        "wat voor toernooien zijn er?",
    ],
    "enter": [
        "Sign me up for the Winter Cup",
        "I want to enter the Winter Cup",
        "register me for Winter Cup",
        "enter Winter Cup",
        "I'd like to play in the Winter Cup",
        "Iscrivimi alla Winter Cup",
        "voglio iscrivermi alla Winter Cup",
        "mi iscrivo alla Winter Cup",
        "vorrei partecipare alla Winter Cup",
        "voglio giocare nella Winter Cup",
        "Apúntame a la Winter Cup",
        "quiero apuntarme a la Winter Cup",
        "inscríbeme en la Winter Cup",
        "me apunto a la Winter Cup",
        "quiero jugar en la Winter Cup",
        "quiero participar en la Winter Cup",
        "Schrijf me in voor de Winter Cup",
        "ik wil meedoen aan de Winter Cup",
        "ik doe mee aan de Winter Cup",
        "meld me aan voor de Winter Cup",
        "ik schrijf me in voor de Winter Cup",
    ],
    "standings": [
        "Standings of the Winter Cup",
        "how is the Winter Cup going?",
        "table of the Winter Cup",
        "show me the standings of Winter Cup",
        "Classifica della Winter Cup",
        "com'è la classifica della Winter Cup?",
        "mostrami la classifica della Winter Cup",
        "a che punto è la Winter Cup?",
        "Clasificación de la Winter Cup",
        "¿cómo va la Winter Cup?",
        "enséñame la clasificación de la Winter Cup",
        "Klassement van de Winter Cup",
        "hoe staat het in de Winter Cup?",
        "tussenstand van de Winter Cup",
        "stand van de Winter Cup",
    ],
    "leave-tournament": [
        "I withdraw from the Winter Cup",
        "withdraw me from Winter Cup",
        "I'm dropping out of the Winter Cup",
        "take me out of the Winter Cup",
        "I want to leave the tournament",
        "Mi ritiro dalla Winter Cup",
        "ritirami dal torneo Winter Cup",
        "voglio lasciare il torneo",
        "cancellami dalla Winter Cup",
        "voglio ritirarmi dalla Winter Cup",
        "abbandono il torneo Winter Cup",
        "Me retiro de la Winter Cup",
        "retírame del torneo",
        "bórrame de la Winter Cup",
        "quiero dejar el torneo",
        "quiero retirarme de la Winter Cup",
        "abandono el torneo Winter Cup",
        "Ik trek me terug uit de Winter Cup",
        "schrijf me uit voor de Winter Cup",
        "ik stop met de Winter Cup",
        "ik wil uit het toernooi",
        "meld me af voor de Winter Cup",
    ],
    "absent": [
        "I'll be away from 12 to 18 January",
        "I'm on holiday until 18 January",
        "away next week from 12 to 18 Jan",
        "holiday from 12 to 18 January",
        "I can't play from 12 to 18 January",
        "Sono in vacanza dal 12 al 18 gennaio",
        "vado in vacanza dal 12 al 18 gennaio",
        "sarò via dal 12 al 18 gennaio",
        "non ci sono dal 12 al 18 gennaio",
        "parto dal 12 al 18 gennaio",
        "Estaré de vacaciones del 12 al 18 de enero",
        "me voy de vacaciones del 12 al 18 de enero",
        "no estaré del 12 al 18 de enero",
        "estoy fuera del 12 al 18 de enero",
        "Ik ben op vakantie van 12 tot 18 januari",
        "ik ga op vakantie van 12 tot 18 januari",
        "ik ben er niet van 12 tot 18 januari",
        "ik ben weg van 12 tot 18 januari",
    ],
    "back": [
        "I'm back",
        "I am back!",
        "back from holiday",
        "Sono tornata",
        "sono tornato",
        "rieccomi",
        "sono rientrata",
        "eccomi",
        "Ya he vuelto",
        "he vuelto",
        "estoy de vuelta",
        "ya estoy de vuelta",
        "Ik ben er weer",
        "ik ben terug",
        "weer thuis",
        "ben weer terug",
    ],
    "rematch": [
        "rematch",
        "rematch please",
        "play again",
        "let's have a rematch",
        "rivincita",
        "voglio la rivincita",
        "giochiamo ancora",
        "revancha",
        "quiero la revancha",
        "otra partida",
        "revanche",
        "ik wil revanche",
        "nog een keer",
    ],
}

SAME = {"join": "enter", "winning": "standings", "leave": "leave-tournament"}
"""Requests that mean the other where they name a tournament (`also`)."""


@pytest.mark.parametrize("language", JOINING)
def test_who_asks_to_play_is_asked_whether_to_join_in_their_language(language: str) -> None:
    assert {line: language_of_joining([line]) for line in JOINING[language]} == dict.fromkeys(
        JOINING[language], language
    )


@pytest.mark.parametrize("name", REQUESTS)
def test_a_request_is_understood_by_what_it_names(name: str) -> None:
    found = {line: spoken_request(line) for line in REQUESTS[name]}
    names = {line: SAME.get(one.name, one.name) if one else "" for line, one in found.items()}
    wanted = SAME.get(name, name)
    assert {line: one for line, one in names.items() if one != wanted} == {}


def test_a_joined_preposition_is_the_same_request() -> None:
    for line in ("iscrivimi alla Winter Cup", "iscrivimi al Winter Cup", "iscrivimi a Winter Cup"):
        spoken = spoken_request(line)
        assert spoken is not None
        assert (spoken.name, spoken.argument) == ("enter", "Winter Cup"), line


@pytest.mark.parametrize(
    "line",
    [
        "great game so far",
        "che bella partita",
        "qué buena partida",
        "wat een leuke partij",
        "I have no idea what you mean",
        "the match was fun, thanks",
    ],
)
def test_praise_is_no_request(line: str) -> None:
    assert spoken_request(line) is None


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Yes, I'm Lucia", "Lucia"),
        ("yes please, call me Lu", "Lu"),
        ("I'd love to", ""),
        ("Sì, mi chiamo Lucia", "Lucia"),
        ("sì volentieri", ""),
        ("Certo che sì!", ""),
        ("Sí, me llamo Lucía", "Lucía"),
        ("claro que sí", ""),
        ("Ja, ik heet Lucia", "Lucia"),
        ("ja hoor!", ""),
    ],
)
def test_a_yes_is_one_however_it_is_said_and_the_name_behind_it_is_bare(
    line: str, name: str
) -> None:
    assert answer_of([line]) == (Consent.YES, name, ())


@pytest.mark.parametrize("line", ["I can't, sorry", "non posso", "no puedo", "kan niet, sorry"])
def test_who_cannot_says_no(line: str) -> None:
    assert answer_of([line]).consent is Consent.NO
