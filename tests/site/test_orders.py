"""An order on its way through the site: chosen, typed, refused with words, replaced."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Match, Order, Player, StandingOrder
from games.rules.registry import rules_for
from games.services.matches import resign_player
from tests import cast
from tests.site.conftest import Browse
from tests.site.scene_form import SceneForm
from tests.sizes import IS_LONG, sized

HOSTILE = (
    "",
    "   ",
    "?",
    "bid",
    "bid Q9",
    "bid F9; ; ;",
    "<script>alert(1)</script>",
    "bid R" * 2000,
    "ᖴ3 בִּיד 🂡",
    "bid R or " * 30 + "pass",
    "'; drop table games_order; --",
)


def page_of(client: Client, match: Match) -> str:
    return client.get(reverse("match", kwargs={"code": match.code})).content.decode()


def give(client: Client, match: Match, **fields: object) -> str:
    """Post an order and come back to the page that answers it."""
    path = reverse("match-order", kwargs={"code": match.code})
    return unescape(client.post(path, fields, follow=True).content.decode())


def test_every_form_of_every_decision_spells_a_legal_order(browse: Browse) -> None:
    """By nothing but the forms: the beginning of a match, and all of it with `make long`."""
    match = cast.running_match()
    clients = {name: browse(name) for name in ("Anna", "Bo", "Carla")}
    decisions = set()
    for number in range(sized(24, 400)):
        match.refresh_from_db()
        if match.status != Match.Status.RUNNING:
            break
        decisions.add(match.phase_name)
        who = cast.awaited(match)[0]
        client = clients[who.name]
        form = SceneForm(page_of(client, match)).filled(number)
        path = reverse("match-order", kwargs={"code": match.code})
        response = client.post(path, form)
        assert response.status_code == 302, (form, response.content.decode()[:200])
    assert match.status == Match.Status.FINISHED or not IS_LONG
    assert {"bid", "refill", "take"} <= decisions


def test_a_typed_order_is_confirmed_in_words_and_can_be_replaced(browse: Browse) -> None:
    match = cast.running_match()
    client = browse("Anna")
    first, second = cast.legal_texts(cast.player(match, "Anna"))[:2]
    page = give(client, match, text=f" {first.upper()} ", phase=match.phase_number)
    assert "Move accepted" in page
    assert "Your move is sealed" in page
    assert f"<code>{first}</code>" in page
    page = give(client, match, text=second, phase=match.phase_number)
    assert f"<code>{second}</code>" in page
    assert "(version 2)" in page
    assert Order.objects.get(phase__match=match).text == second


def test_the_page_tells_why_one_of_several_orders_was_taken(browse: Browse) -> None:
    match = cast.running_match()
    text = f"if there is {_missing_animal(match)} forest 4, otherwise the Refill"
    page = give(browse("Anna"), match, text=text, phase=match.phase_number)
    assert Order.objects.get(phase__match=match).text == "bid R"
    assert f"“there is {_missing_animal(match)}”: that is not so." in page
    page = give(browse("Anna"), match, text="bid F1 F1 or bid R", phase=match.phase_number)
    assert "isn’t possible now." in page


def _missing_animal(match: Match) -> str:
    market = rules_for(match.game).decode(match.state).market
    return next(f"a {name}" for name in ("lion", "peacock", "squirrel") if name not in market)


def test_later_steps_are_shown_as_standing_orders_and_can_be_cleared(browse: Browse) -> None:
    match = cast.running_match()
    client = browse("Anna")
    first = cast.legal_texts(cast.player(match, "Anna"))[0]
    page = give(client, match, text=f"{first}\ntake lion or take eagle; pass")
    assert "2 later moves are kept as standing orders" in page
    assert "if that is not possible: take the eagle" in page
    stamp = re.search(r'name="stamp" value="([0-9a-f]+)"', page)
    assert stamp is not None
    cleared = client.post(
        reverse("match-later", kwargs={"code": match.code}),
        {"do": "clear", "stamp": stamp[1]},
        follow=True,
    ).content.decode()
    assert "Your standing orders are deleted" in cleared
    assert "if that is not possible: take the eagle" not in cleared


def test_a_standing_order_that_no_longer_fits_is_shown_with_the_reason(browse: Browse) -> None:
    match = cast.running_match()
    anna = cast.player(match, "Anna")
    match.refresh_from_db()
    held = {text.split()[1] for text in cast.legal_texts(anna)}
    missing = next(f"{habitat}4" for habitat in "FSMW" if f"{habitat}4" not in held)
    cast.order(anna, f"bid R; refill {missing}")
    for name in ("Bo", "Carla"):
        cast.order(cast.player(match, name), cast.legal_texts(cast.player(match, name))[0])
    page = unescape(page_of(browse("Anna"), match))
    assert "and refill" in page.partition("dropped")[2][:300]
    assert missing in page.partition("dropped")[2][:300]


@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_no_order_is_answered_in_words_and_kept_in_the_box(
    text: str, browse: Browse
) -> None:
    match = cast.running_match()
    client = browse("Anna")
    path = reverse("match-order", kwargs={"code": match.code})
    response = client.post(path, {"text": text, "phase": match.phase_number})
    assert response.status_code == 422
    page = response.content.decode()
    assert "Your move wasn’t accepted; nothing has changed." in page
    assert "<script>alert" not in page
    box = re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)
    assert box is not None
    assert unescape(box[1]).strip() == text.replace("\r\n", "\n").strip()
    assert not Order.objects.filter(phase__match=match, player__member__name="Anna").exists()


def test_a_card_that_is_not_held_is_named_with_something_that_works(browse: Browse) -> None:
    match = cast.running_match()
    anna = cast.player(match, "Anna")
    held = {text.split()[1] for text in cast.legal_texts(anna)}
    missing = next(card for card in ("F1", "S1", "M1", "W1", "F2", "S2") if card not in held)
    page = give(browse("Anna"), match, text=f"bid {missing}")
    assert missing in page
    assert re.search(r"bid [FSMWR]\d?", page)


@pytest.mark.parametrize("phase", ["0", "99", "9" * 30])
def test_an_answer_to_another_phase_is_refused(phase: str, browse: Browse) -> None:
    match = cast.running_match()
    page = give(browse("Anna"), match, text="bid R", phase=phase)
    assert "that turn has closed" in page
    assert not Order.objects.filter(phase__match=match).exists()


@pytest.mark.parametrize("phase", ["", "x", "-1", "٣"])
def test_a_phase_that_is_no_number_counts_as_not_given(phase: str, browse: Browse) -> None:
    match = cast.running_match()
    page = give(browse("Anna"), match, text="bid R", phase=phase)
    assert "Move accepted" in page


def test_a_sealed_order_is_taken_back_by_a_button(browse: Browse) -> None:
    match = cast.running_match()
    client = browse("Anna")
    path = reverse("match-order-back", kwargs={"code": match.code})
    assert path not in page_of(client, match)
    give(client, match, text="bid R; take lion or pass")
    assert path in page_of(client, match)

    page = client.post(path, {"phase": match.phase_number}, follow=True).content.decode()

    assert "Your move is taken back." in page
    assert "The moves planned after it are gone, too." in page
    assert path not in page
    assert not Order.objects.exists()
    assert not StandingOrder.objects.exists()


def test_there_is_nothing_to_take_back_twice_or_from_a_phase_that_has_closed(
    browse: Browse,
) -> None:
    match = cast.running_match()
    client = browse("Anna")
    path = reverse("match-order-back", kwargs={"code": match.code})
    page = client.post(path, follow=True).content.decode()
    assert "You haven’t moved this turn" in page
    give(client, match, text="bid R")
    page = client.post(path, {"phase": "77"}, follow=True).content.decode()
    assert "that turn has closed" in page
    assert Order.objects.filter(player__member__name="Anna").exists()


def test_an_order_is_taken_back_by_its_player_alone_and_by_posting(browse: Browse) -> None:
    match = cast.running_match()
    cast.order(cast.player(match, "Bo"))
    path = reverse("match-order-back", kwargs={"code": match.code})
    assert browse("Anna").get(path).status_code == 302
    browse("Anna").post(path)
    assert browse("Mallory").post(path).status_code == 404
    assert browse("").post(path).status_code == 302
    assert Order.objects.filter(player__member__name="Bo").exists()


def test_the_last_order_closes_the_phase_and_the_log_tells_it(browse: Browse) -> None:
    match = cast.running_match()
    for name in ("Bo", "Carla"):
        cast.order(cast.player(match, name))
    page = give(browse("Anna"), match, text="bid R")
    assert "You were the last one, so play has moved on." in page
    assert "You bid the Refill card" in page
    assert "new for you" in page


def test_a_seat_kept_by_a_bot_is_taken_back_by_a_button(browse: Browse) -> None:
    match = cast.running_match()
    anna = cast.player(match, "Anna")
    Player.objects.filter(pk=anna.pk).update(bot="steady")
    client = browse("Anna")
    assert "a bot is playing for you" in page_of(client, match)
    assert "away, a bot plays" in page_of(browse("Bo"), match)
    page = client.post(reverse("match-return", kwargs={"code": match.code}), follow=True)
    assert "The seat is yours again" in page.content.decode()
    assert cast.player(match, "Anna").bot == ""


def test_giving_up_a_seat_asks_first_and_is_for_good(browse: Browse) -> None:
    match = cast.running_match()
    client = browse("Anna")
    path = reverse("match-resign", kwargs={"code": match.code})
    assert "Give up your seat?" in client.get(path).content.decode()
    assert cast.player(match, "Anna").resigned_at is None
    assert "A bot plays on" in client.post(path, follow=True).content.decode()
    assert cast.player(match, "Anna").resigned_at is not None
    assert "gave up this seat for good" in client.post(path, follow=True).content.decode()
    assert "gave up this seat for good" in give(client, match, text="bid R")


def test_an_order_after_resigning_changes_nothing(browse: Browse) -> None:
    match = cast.running_match()
    resign_player(player=cast.player(match, "Anna"))
    give(browse("Anna"), match, text="bid R")
    assert not Order.objects.filter(player__member__name="Anna", source="web").exists()


def test_a_parked_match_says_so_and_takes_no_order(browse: Browse) -> None:
    match = cast.running_match()
    Match.objects.filter(pk=match.pk).update(status=Match.Status.PARKED)
    client = browse("Anna")
    assert "On hold after a fault" in page_of(client, match)
    assert "The match is on hold after a fault" in give(client, match, text="bid R")
    assert not Order.objects.exists()
