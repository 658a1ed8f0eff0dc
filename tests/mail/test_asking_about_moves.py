"""Who asks about their move, or says that it stays, keeps it, and is told which it is."""

from __future__ import annotations

import pytest

from games.models import Absence, Member, Player
from games.replies.intents import read_intent
from games.rules.registry import GAMES
from tests.cast import legal_texts, order, player, running_match
from tests.mail.post import answers, body, delivered, letter, order_text

ASKED = [
    "Che mossa ho dato?",
    "Avete ricevuto la mia mossa?",
    "Posso ancora cambiare la mossa?",
    "Scusate, è arrivata la mia mossa? Non ho avuto risposta",
    "la mia mossa è valida?",
    "fino a quando posso ritirare la mossa?",
    "avete ritirato la mia mossa",
    "ritira?",
    "can I still change my move?",
    "Has my bid from this morning been received?",
    "Did somebody withdraw my move?",
    "how long can I take my move back for?",
    "¿puedo cambiar mi jugada?",
    "Oye, ¿os entró mi jugada de ayer? No me dijisteis nada",
    "¿hasta qué hora puedo anular la jugada?",
    "kan ik mijn zet nog veranderen?",
    "Hebben jullie m'n zet gehad? Ik hoorde niks",
    "hoe lang kan ik mijn zet nog intrekken?",
]
KEPT = [
    "Confermo la mossa di prima, grazie!",
    "Tengo la mossa di prima. A tutti: buona serata",
    "Mi raccomando, non ritirare la mossa!",
    "lascio la mossa di prima",
    "la mossa resta quella di prima",
    "do not withdraw my move",
    "I'm sticking with my bid. Never withdraw it without asking me!",
    "on second thoughts I keep my move",
    "por favor no retiréis la jugada",
    "me quedo con la jugada de antes",
    "trek mijn zet alsjeblieft niet in",
    "ik blijf bij mijn zet van daarnet",
]
TAKEN_BACK = [
    "could you withdraw my move?",
    "I was half asleep. May I have my move back, please?",
    "No, cancel my move",
    "No, retira mi jugada",
    "mi ritirate la mossa, per favore?",
    "Posso ritirare la mossa di prima?",
    "¿me anuláis la jugada de antes, por favor?",
    "¿Puedo recuperar mi jugada?",
    "kunt u mijn zet intrekken?",
    "Is mijn zet al binnen? Trek het in, alsjeblieft.",
]


@pytest.fixture
def anna() -> Player:
    found = player(running_match(), "Anna")
    order(found, legal_texts(found)[0])
    return found


@pytest.mark.django_db
@pytest.mark.parametrize("text", [*ASKED, *KEPT])
def test_a_move_that_is_asked_about_or_kept_stands_and_is_told(anna: Player, text: str) -> None:
    stands = order_text(anna)
    row = delivered(letter(anna, text))
    assert order_text(anna) == stands
    assert row.verdict in ("move", "deadline", "several")
    if row.verdict == "move":
        told = body(answers()[-1])
        assert f"Your move stands: {stands}." in told
        assert "You can change it until" in told


@pytest.mark.django_db
@pytest.mark.parametrize("text", TAKEN_BACK)
def test_a_question_that_is_a_request_takes_the_move_back(anna: Player, text: str) -> None:
    delivered(letter(anna, text))
    assert order_text(anna) == ""


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("text", [*ASKED, *KEPT])
def test_nothing_that_is_only_asked_or_denied_is_a_deed_in_any_game(game: str, text: str) -> None:
    told = {"", "move", "deadline", "help"}
    assert read_intent(text.splitlines(), game).name in told


@pytest.mark.parametrize(
    ("text", "deed"),
    [
        ("I'm not on holiday until Sunday", "absent"),
        ("Avete segnato che sono via fino al 3 marzo?", "absent"),
        ("No estoy de vacaciones hasta el lunes", "absent"),
        ("ik ben niet afwezig tot zondag", "absent"),
        ("non sono ancora tornato", "back"),
        ("Todavía no he vuelto", "back"),
        ("ben nog niet terug", "back"),
        ("I'm not back yet", "back"),
        ("How do I give up my seat?", "resign"),
        ("Cosa succede se mi arrendo?", "resign"),
        ("¿Qué pasa si abandono la partida?", "resign"),
        ("Wat gebeurt er als ik opgeef?", "resign"),
        ("non sono pronto", "done"),
        ("I'm not ready", "done"),
        ("todavía no estoy listo", "done"),
        ("ik ben nog niet klaar", "done"),
    ],
)
def test_no_deed_is_done_that_is_denied_or_asked_about(text: str, deed: str) -> None:
    assert read_intent([text], "wizard").name != deed


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "it", "es", "nl"])
@pytest.mark.parametrize("word", ["my move", "la mia mossa", "mi jugada", "mijn zet"])
def test_the_move_is_told_in_the_language_of_its_writer(
    anna: Player, word: str, language: str
) -> None:
    Member.objects.filter(name="Anna").update(language=language)
    assert delivered(letter(anna, word)).verdict == "move"
    stands = {"en": "stands", "it": "La tua mossa", "es": "sigue en pie", "nl": "Je zet staat"}
    assert stands[language] in body(answers()[-1])


@pytest.mark.django_db
def test_who_has_not_moved_is_told_so_and_of_the_last_move_that_was_played() -> None:
    match = running_match()
    anna = player(match, "Anna")
    delivered(letter(anna, "did my move arrive?"))
    assert "You haven’t moved this turn yet." in body(answers()[-1])
    for name in ("Anna", "Bo", "Carla"):
        order(player(match, name), legal_texts(player(match, name))[0])
    delivered(letter(player(match, "Anna"), "did my move arrive?"))
    assert "Your last move has been played" in body(answers()[-1])


@pytest.mark.django_db
def test_a_move_asked_about_beside_another_is_told_too(anna: Player) -> None:
    another = legal_texts(anna)[1]
    row = delivered(
        letter(anna, f"{another}\nDid my first mail arrive, by the way? Is my move in?")
    )
    assert order_text(anna) == another
    assert row.verdict in ("order", "several")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "text",
    [
        "Rieccomi! Era una risposta automatica, scusate.",
        "Rieccomi, rispondo dopo cena.",
        "I'm back! That was only my mail program, sorry.",
        "Back. My autoresponder did that.",
        "De vuelta. Perdón por la respuesta automática.",
        "He vuelto, el aviso lo mandó solo el programa.",
        "Terug! Dat was mijn mailprogramma, excuses.",
        "Ik ben terug. Let niet op dat automatische bericht.",
    ],
)
def test_a_command_in_front_is_that_command_whatever_explains_it(anna: Player, text: str) -> None:
    assert anna.member is not None
    delivered(letter(anna, "absent until 2 January"))
    assert Absence.objects.exists()
    row = delivered(letter(anna, text))
    assert (row.verdict, Absence.objects.exists()) == ("back", False)
