"""Days away, and that somebody is back, are told beside an order, and neither is lost."""

from __future__ import annotations

import pytest

from games.common import clock
from games.mail.side_questions import deeds_apart
from games.models import Absence, Member, Player
from tests.cast import order
from tests.mail.post import answers, body, delivered, letter, order_text
from tests.mail.test_orders_beside_commands import bidding

BESIDE = [
    ("en", "I bid 1. I'm away from 5 to 9 December by the way."),
    ("en", "I'm away until Friday, so I bid 1"),
    ("en", "I'll bid 1\nAlso away from 5 to 9 December.\nto all: good luck everybody"),
    ("it", "Dichiaro 1. Dal 5 al 9 dicembre sono via."),
    ("it", "dichiaro 1, sono via fino a lunedì"),
    ("es", "Apuesto 1.\nMañana estaré fuera hasta el lunes, vuelvo el martes"),
    ("es", "Estoy de vacaciones hasta el lunes. Apuesto 1, gracias"),
    ("nl", "Ik bied 1. Van 5 tot 9 december ben ik weg."),
    ("it", "Ne prendo una. Dal 5 al 9 dicembre sono via."),
    ("nl", "Ik ben er tot en met maandag niet, ik bied 1"),
    ("it", "Una presa, grazie. Sono via da venerdì a domenica."),
    ("it", "Sono via da venerdì a domenica. Una presa."),
    ("it", "Grazie, una presa. Sono via da venerdì a domenica."),
    ("en", "One. I'm away from Friday to Sunday."),
    ("es", "Una baza, gracias. Estoy fuera de viernes a domingo."),
    ("nl", "Eén slag, bedankt. Ik ben weg van vrijdag tot zondag."),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "text"), BESIDE)
def test_days_away_beside_an_order_are_announced_and_told(language: str, text: str) -> None:
    bidder = bidding()
    Member.objects.update(language=language)
    delivered(letter(bidder, text))
    assert order_text(bidder) == "bid 1"
    assert Absence.objects.filter(member=bidder.member).count() == 1
    (mail,) = answers()
    assert [item.get("code", "") for item in mail.payload["items"]][-1] == "absent"
    assert body(mail)


@pytest.mark.django_db
@pytest.mark.parametrize("beside", ["One it is", "Gotta run", "My son is ill"])
def test_what_stands_beside_days_away_and_is_no_move_is_named(beside: str) -> None:
    bidder = bidding()
    delivered(letter(bidder, f"{beside}. I'm away from Friday to Sunday.\n\nThanks!"))
    assert (Absence.objects.count(), order_text(bidder)) == (1, "")
    assert f"no move in the rest of your mail: “{beside}.”" in body(answers()[-1])


@pytest.mark.django_db
def test_what_was_said_to_others_or_stands_beside_days_once_one_has_moved_is_not_named() -> None:
    bidder = bidding()
    delivered(letter(bidder, "I'm away from Friday to Sunday. to all: have fun!\nThanks,\nAnna"))
    assert "no move in" not in body(answers()[-1])
    order(bidder, "bid 1")
    delivered(letter(bidder, "My son is ill. I'm away from 5 to 9 December."))
    assert "no move in" not in body(answers()[-1])


BACK = [
    ("en", "I'm back! I bid 1."),
    ("en", "I bid 1\n\nI'm back from holiday by the way"),
    ("it", "Sono tornato! Dichiaro 1."),
    ("es", "Apuesto 1. He vuelto."),
    ("nl", "Ik ben terug, ik bied 1"),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "text"), BACK)
def test_who_is_back_says_so_beside_an_order(language: str, text: str) -> None:
    bidder = bidding()
    Member.objects.update(language=language)
    delivered(letter(bidder, "absent until 5 December"))
    assert Absence.objects.exists()
    delivered(letter(bidder, text))
    assert order_text(bidder) == "bid 1"
    assert not Absence.objects.filter(last_day__gt=clock.now()).exists()
    mail = answers()[-1]
    assert [item.get("code", "") for item in mail.payload["items"]][-1] == "back"


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "text"), [BACK[0], BACK[2], BACK[3], BACK[4]])
def test_who_is_back_gets_their_seat_from_the_bot_and_orders(language: str, text: str) -> None:
    bidder = bidding()
    Member.objects.update(language=language)
    Player.objects.filter(pk=bidder.pk).update(bot="steady")
    delivered(letter(bidder, text))
    bidder.refresh_from_db()
    assert (bidder.bot, order_text(bidder)) == ("", "bid 1")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "text",
    [
        "I bid 1. Bo is away from 5 to 9 December.",
        "I bid 1. I'm not away from 5 to 9 December after all.",
        "I bid 1. Am I away from 5 to 9 December?",
        "I bid 1.\nto all: I'm away from 5 to 9 December.",
        "I bid 1.\nto Bo: I'm away from 5 to 9 December, and back then.",
        "Ik bied 1. Ik was gisteren weg, sorry.",
        "Apuesto 1. Perdón, ayer estuve fuera.",
    ],
)
def test_days_of_others_or_told_to_others_are_none(text: str) -> None:
    bidder = bidding()
    delivered(letter(bidder, text))
    assert not Absence.objects.exists()


@pytest.mark.django_db
def test_leaving_beside_an_order_is_not_done_unasked() -> None:
    bidder = bidding()
    delivered(letter(bidder, "I bid 1. I resign from 5 December."))
    bidder.refresh_from_db()
    assert bidder.resigned_at is None


@pytest.mark.parametrize(
    ("game", "order", "away"),
    [
        (
            "wild-cards",
            "Tomo la suricata y pago lo más barato.",
            "Mañana estaré fuera hasta el lunes",
        ),
        ("wizard", "I'll bid 0 and then play whatever I like.", "Also away from 5 to 9 December."),
        ("cubirds", "Leg de eksters in rij 1 en pas.", "Ik ben weg van 5 tot 9 december."),
        ("emu-ranchers", "Scarto il 7 e pesco.", "Dal 5 al 9 dicembre sono via."),
    ],
)
def test_in_every_game_days_are_parted_from_an_order(game: str, order: str, away: str) -> None:
    for lines in ([order, away], [f"{order} {away}"], [away, "", order]):
        parted = deeds_apart(lines, game, (), bool)
        assert [one for one in parted.rest if one] == [order]
        assert [one.name for one in parted.behind] == ["absent"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "text",
    [
        "I'm away from 5 to 9 December. Sorry for that, all!",
        "Dal 5 al 9 dicembre sono via, ho una gara.",
        "Van 5 tot 9 december ben ik weg. Groetjes aan iedereen",
    ],
)
def test_what_only_explains_an_absence_is_no_order(text: str) -> None:
    row = delivered(letter(bidding(), text))
    assert row.verdict == "absent"
    assert len(answers()) == 1


AWAY = "I'm away from 5 to 9 December."
LAYOUTS = ["{0} {1}", "{0}\n{1}", "{1} {0}", "{1}\n{0}"]


@pytest.mark.django_db
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    "apology",
    [
        "Sorry for the delay, all.",
        "Apologies for being so late, all!",
        "Scusate il ritardo, tutti.",
        "Perdón por el retraso, todos.",
        "Sorry voor de vertraging, allemaal.",
    ],
)
def test_an_apology_to_all_beside_days_away_bids_nothing(apology: str, layout: str) -> None:
    bidder = bidding()
    delivered(letter(bidder, layout.format(apology, AWAY)))
    assert (Absence.objects.count(), order_text(bidder)) == (1, "")


@pytest.mark.django_db
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    "introduction",
    ["Call me Tom.", "My name is Tom.", "Chiamami Tom.", "Llámame Tom.", "Noem me Tom."],
)
def test_who_says_their_name_beside_days_away_is_called_so_and_asked_nothing(
    introduction: str, layout: str
) -> None:
    bidder = bidding()
    delivered(letter(bidder, layout.format(introduction, AWAY)))
    codes = {item["code"] for item in answers()[-1].payload["items"]}
    assert codes == {"member-told", "absent"}
    assert Member.objects.get(plays=bidder).name == "Tom"
    assert (Absence.objects.count(), order_text(bidder)) == (1, "")
