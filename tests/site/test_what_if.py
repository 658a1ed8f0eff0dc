"""The what-if board: tried by one player, told to nobody, and made of what that player knows."""

from __future__ import annotations

import re
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import selectors
from games.models import Match, Order, PrivateNote, StandingOrder
from games.rules.chance import Chance
from games.rules.registry import GAMES, rules_for
from games.services.matches import create_match, join_match
from games.views import what_if as view
from games.views.what_if_boards import KEY, board_of
from tests import cast
from tests.site.conftest import Browse
from tests.sizes import sized


def table_of(game: str) -> Match:
    """A running match of this game between Anna and Bo, and Carla where three may play."""
    names = ("Anna", "Bo", "Carla")[: min(3, GAMES[game].rules.table_sizes[-1])]
    host, *guests = [cast.member(name) for name in names]
    match = create_match(
        member=host, game=game, options={}, seats=len(names), phase_time=cast.TWO_DAYS
    )
    for guest in guests:
        join_match(member=guest, match=match)
    match.refresh_from_db()
    return match


def path(match: Match) -> str:
    return reverse("match-what-if", kwargs={"code": match.code})


def shown(client: Client, match: Match, **change: str) -> str:
    """The board after this change, without what differs from one request to the next."""
    if change:
        client.post(path(match), change)
    answer = client.get(path(match))
    assert answer.status_code == 200
    page = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer.content.decode())
    return re.sub(r'nonce="[^"]*"', "", page)


def first_order(client: Client, match: Match) -> str:
    """Some legal order of whose turn it is on the board, in the notation."""
    player = cast.player(match, "Anna")
    board, _moved = board_of(client_request(client), match.code, match.phase_number)
    trial = view._tried(player, selectors.table(match, player), board)
    seat = trial.here.next_seat
    assert seat is not None
    rules = trial.table.rules
    return rules.format_order(next(iter(rules.legal_orders(trial.here.state, seat))))


def client_request(client: Client) -> Any:
    """What of a request the board reads."""
    return SimpleNamespace(session=client.session)


@pytest.mark.parametrize("game", GAMES)
def test_the_board_is_the_same_in_two_worlds_that_the_player_cannot_tell_apart(
    game: str, browse: Browse
) -> None:
    match = table_of(game)
    rules, seat = rules_for(game), cast.player(match, "Anna").seat
    states = [match.state]
    for number in range(sized(1, 3)):
        other = rules.resample(rules.decode(match.state), seat, Chance(f"world {number}"))
        states.append(rules.encode(other))
    assert len(set(states)) > 1
    pages: list[list[str]] = []
    for state in states:
        Match.objects.filter(pk=match.pk).update(state=state)
        match.refresh_from_db()
        client = browse("Anna")
        seen = [shown(client, match)]
        for _turn in range(sized(2, 3)):
            seen.append(shown(client, match, do="bots"))
            seen.append(shown(client, match, text=first_order(client, match)))
        seen.append(shown(client, match, do="deal"))
        pages.append(seen)
    assert all(one == pages[0] for one in pages)


def test_orders_are_tried_and_undone_and_nothing_is_written(browse: Browse) -> None:
    match = table_of("wizard")
    before = Match.objects.values().get(pk=match.pk)
    client = browse("Anna")
    assert "Nothing yet." in shown(client, match)
    shown(client, match, do="bots")
    page = shown(client, match, text=first_order(client, match))
    assert "Anna: " in page
    tried = len(client.session[KEY][0]["line"])
    shown(client, match, do="undo")
    assert len(client.session[KEY][0]["line"]) == tried - 1
    assert "Nothing yet." in shown(client, match, do="again")
    assert Match.objects.values().get(pk=match.pk) == before
    assert not Order.objects.filter(phase__match=match).exists()
    assert not StandingOrder.objects.exists()


def test_an_order_that_cannot_be_given_is_refused_in_words(browse: Browse) -> None:
    match, client = table_of("wizard"), browse("Anna")
    shown(client, match, do="bots")
    page = shown(client, match, text="bid 99")
    assert "flash-error" in page
    assert not any(one["line"] and one["line"][-1] == "bid 99" for one in client.session[KEY])


def test_only_a_player_of_a_running_match_has_a_board(browse: Browse) -> None:
    match = table_of("wizard")
    assert browse("Mallory").get(path(match)).status_code == 404
    assert "login" in browse("").get(path(match)).headers["Location"]
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    answer = browse("Anna").get(path(match))
    assert answer.headers["Location"] == reverse("match", kwargs={"code": match.code})


def test_a_line_of_another_phase_is_put_away(browse: Browse) -> None:
    match, client = table_of("wizard"), browse("Anna")
    shown(client, match, do="bots")
    shown(client, match, text=first_order(client, match))
    session = client.session
    session[KEY] = [session[KEY][0] | {"phase": match.phase_number + 1}]
    session.save()
    page = shown(client, match)
    assert "the board begins anew" in page
    assert "Nothing yet." in page


def test_what_stands_in_the_session_is_bounded(
    browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view, "MOST_STEPS", 2)
    match, client = table_of("wizard"), browse("Anna")
    for _turn in range(4):
        shown(client, match, do="bots")
        shown(client, match, text=first_order(client, match))
    assert len(client.session[KEY][0]["line"]) <= 3
    for _match in range(4):
        shown(client, table_of("wizard"), do="again")
    assert len(client.session[KEY]) == 3


def test_a_line_is_kept_as_a_private_note(browse: Browse) -> None:
    match, client = table_of("wizard"), browse("Anna")
    shown(client, match, do="bots")
    shown(client, match, text=first_order(client, match))
    assert "kept in your private notes" in shown(client, match, do="note")
    note = PrivateNote.objects.get()
    assert note.writer == cast.member("Anna")
    assert "What if, Round 1:" in note.text
    assert "Anna: " in note.text


def test_what_was_tried_can_be_ordered_for_real(browse: Browse) -> None:
    match = table_of("wizard")
    awaited = cast.awaited(match)[0]
    client = browse(awaited.name)
    text = cast.default_text(awaited)
    page = shown(client, match, text=text)
    assert f'<button name="text" value="{text}"' in page
    assert f'value="if missed: {text}"' in page
    client.post(
        reverse("match-order", kwargs={"code": match.code}),
        {"text": f"if missed: {text}", "phase": str(match.phase_number)},
    )
    assert StandingOrder.objects.get(player=awaited).text == text


def previewed(client: Client, match: Match, text: str) -> dict[str, str]:
    answer = client.post(
        reverse("match-what-if-preview", kwargs={"code": match.code}), {"text": text}
    )
    assert answer.status_code == 200
    told: dict[str, str] = answer.json()
    return told


@pytest.mark.parametrize("game", GAMES)
def test_the_board_says_what_an_order_does_as_the_table_would(game: str, browse: Browse) -> None:
    match, client = table_of(game), browse("Anna")
    shown(client, match, do="bots")
    text = first_order(client, match)
    told = previewed(client, match, text)
    assert told["order"]
    page = unescape(shown(client, match, text=text))
    assert told["order"] in page
    assert told["effect"] in page
    assert 'data-preview="/matches/' in page or "would be over" in page


def test_a_preview_on_the_board_is_the_same_in_worlds_that_cannot_be_told_apart(
    browse: Browse,
) -> None:
    match = table_of("wild-cards")
    rules, seat = rules_for("wild-cards"), cast.player(match, "Anna").seat
    client, found = browse("Anna"), []
    text = first_order(client, match)
    for number in range(2):
        other = rules.resample(rules.decode(match.state), seat, Chance(f"world {number}"))
        Match.objects.filter(pk=match.pk).update(state=rules.encode(other))
        found.append(previewed(client, match, text))
    assert found[0] == found[1]
    assert "order" in found[0]


def test_a_preview_on_the_board_refuses_in_words_and_keeps_nothing(browse: Browse) -> None:
    match, client = table_of("wizard"), browse("Anna")
    shown(client, match, do="bots")
    before = dict(client.session)
    assert "refusal" in previewed(client, match, "bid 99")
    assert dict(client.session) == before
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    answer = client.post(reverse("match-what-if-preview", kwargs={"code": match.code}))
    assert answer.status_code == 404
