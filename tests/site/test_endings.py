"""The end of a match on its page: who won, a rematch, a picture to share, and a review."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from django.core.cache import cache
from django.urls import reverse

from games.common import clock
from games.models import Invitation, Match, OutboundMail, Player
from games.rules.registry import GAMES
from games.rules.stored_json import decoded_outcome
from games.selectors import replay
from games.selectors import table as selectors_table
from games.services import quotas
from games.services.account_export import export_member
from games.services.adjudications import places_of_who_stayed
from games.services.matches import create_match, fill_with_bots, join_match, resign_player
from games.services.phases import advance_match
from games.services.rematches import offer_rematch
from tests import cast
from tests.mail.mailbox import asked, plain
from tests.remembered import remembered
from tests.site.conftest import Browse, made_private, mails_sent
from tests.site.programs import Program


def path(name: str, match: Match, **more: object) -> str:
    return reverse(name, kwargs={"code": match.code, **more})


def finished(*names: str, game: str = "wild-cards", seats: int = 3, **fields: object) -> Match:
    """A public match that these people have left to bots, played to its end."""
    number = remembered(("endings", names, game, seats), lambda: left_to_bots(names, game, seats))
    match = Match.objects.get(pk=number)
    Match.objects.filter(pk=match.pk).update(**fields)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    return match


def left_to_bots(names: tuple[str, ...], game: str, seats: int) -> int:
    host, *guests = [cast.member(name) for name in names]
    match = create_match(
        member=host, game=game, options={}, seats=seats, phase_time=cast.TWO_DAYS, title="Sunday"
    )
    for guest in guests:
        join_match(member=guest, match=match)
    if len(names) < seats:
        fill_with_bots(member=host, match=match)
    for name in names:
        resign_player(player=cast.player(match, name))
    for _round in range(20):
        advance_match(match.pk)
    # As if they had played it themselves.
    Player.objects.filter(match=match, member__isnull=False).update(bot="", resigned_at=None)
    return match.pk


def result_of(match: Match, *results: tuple[int, int]) -> None:
    """Give the seats these places and scores."""
    for seat, (place, score) in enumerate(results):
        Player.objects.filter(match=match, seat=seat).update(place=place, score=score)


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_every_game_says_first_who_won(game: str, browse: Browse) -> None:
    seats = min(3, GAMES[game].rules.table_sizes[-1])
    match = finished("Anna", game=game, seats=seats)
    page = browse("").get(path("match", match)).content.decode()
    heading = re.search(r'id="outcome-heading">([^<]+)</h2>', page)
    assert heading is not None
    assert re.search(r" (wins|share the win)", heading[1])
    assert f"<title>{heading[1]} ·" in page
    for row in match.players.all():
        assert f'<strong class="podium-score">{row.score}</strong>' in page


def test_the_winner_is_spoken_to(browse: Browse) -> None:
    match = finished("Anna", "Bo", "Carla")
    seat = cast.player(match, "Bo").seat
    assert seat is not None
    results = [(2, 15), (2, 15), (2, 15)]
    results[seat] = (1, 17)
    result_of(match, *results)
    assert "You win by 2" in browse("Bo").get(path("match", match)).content.decode()
    for who in ("Anna", "Mallory", ""):
        assert "Bo wins by 2" in browse(who).get(path("match", match)).content.decode()


def test_an_adjudicated_match_says_why_it_ended(browse: Browse) -> None:
    match = finished("Anna", "Bo", "Carla", adjudicated_for=Match.Adjudicated.DEADLINE)
    page = browse("").get(path("match", match)).content.decode()
    assert "It ended early: the round" in page
    assert 'class="podium"' in page
    assert "The turning point" not in page


def test_who_left_and_bots_are_told_apart(browse: Browse) -> None:
    match = finished("Anna", "Bo")
    Player.objects.filter(pk=cast.player(match, "Bo").pk).update(
        resigned_at=clock.now(), bot="steady"
    )
    page = browse("").get(path("match", match)).content.decode()
    podium = page[page.index('class="podium"') : page.index("</ol>")]
    assert podium.count("left, a bot played on") == 1
    assert podium.count('<span class="tag">bot</span>') == 1


def left_by_its_winner(game: str) -> tuple[Match, str, str]:
    """A match whose winner by the rules gave the seat up, that one's name, and who won it then."""
    seats = min(3, GAMES[game].rules.table_sizes[-1])
    match = finished("Anna", game=game, seats=seats, code="k7m2p9q")
    places = decoded_outcome(match.outcome or {}).places
    first, winner = places.index(1), int(places.index(1) == 0)
    left = set(range(seats)) - {winner}
    moved = places_of_who_stayed(places, left)
    for row in Player.objects.filter(match=match):
        row.place = moved[row.own_seat]
        row.resigned_at = clock.now() if row.own_seat in left else None
        row.save(update_fields=["place", "resigned_at"])
    names = selectors_table(match, None).names
    return match, names[first], names[moved.index(1)]


@pytest.mark.parametrize("game", GAMES)
def test_log_replay_and_programs_say_that_who_stayed_won(game: str, browse: Browse) -> None:
    match, left, winner = left_by_its_winner(game)
    last = len(replay(match)) - 1
    journal = Program("Anna").get(f"matches/{match.code}/journal")
    texts = [
        browse("").get(path("match-log", match)).content.decode(),
        browse("").get(path("match-replay-step", match, number=last)).content.decode(),
        " ".join(sentence for phase in journal for sentence in phase["sentences"]),
        plain(asked(cast.member("Mallory").email, f"history {match.code}")),
    ]
    # A mail has no room for all that happened in the longest game.
    for text in (one for one in texts if "The match is over" in one):
        assert f"{winner} wins with" in text or (winner == "Anna" and "You win with" in text)
        assert f"{left} wins with" not in text
        assert "(gave up)" in text
    shown = Program("Anna").get(f"matches/{match.code}")
    by_seat = [row["place"] for row in sorted(shown["players"], key=lambda one: one["seat"])]
    assert shown["outcome"]["places"] == by_seat


def test_the_rating_change_stands_beside_the_name_once_it_is_settled(browse: Browse) -> None:
    from tournaments.services.rating_finished_matches import settle_due

    match = finished("Anna", "Bo", "Carla")
    assert "podium-rating" not in browse("Anna").get(path("match", match)).content.decode()
    settle_due()
    page = browse("Anna").get(path("match", match)).content.decode()
    assert len(re.findall(r"Rating \d+ → \d+ \([+−±]\d+\)", page)) == 3


def test_the_turning_point_is_found_once_and_remembered(
    browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.rules.turning_points import TurningPoint
    from games.selectors import endings

    match = finished(
        "Anna",
        "Bo",
        "Carla",
        outcome={"reason": "animals-exhausted", "scores": [1, 2, 0], "places": [2, 1, 3]},
    )
    calls = []

    def counted(asked: Match, winner: int) -> TurningPoint:
        calls.append((asked.pk, winner))
        return TurningPoint(4, 2, winner, -1, 3)

    monkeypatch.setattr(endings, "_decisive_round", counted)
    for _look in range(2):
        page = browse("").get(path("match", match)).content.decode()
        assert "from 1 behind to 3 ahead" in page
        assert path("match-replay-step", match, number=4) in page
    assert calls == [(match.pk, 1)]


@pytest.mark.parametrize("game", GAMES)
def test_the_turning_point_comes_from_the_scores_of_the_replay(game: str) -> None:
    from games import selectors

    seats = min(3, GAMES[game].rules.table_sizes[-1])
    match = finished("Anna", game=game, seats=seats)
    assert match.outcome is not None
    places = match.outcome["places"]
    point = selectors.decisive_round(match)
    if places.count(1) != 1:
        assert point is None
        return
    assert point is not None
    assert point.seat == places.index(1)
    steps = selectors.replay(match)
    shown = match.phases.get(number=point.step)
    assert shown.round == point.round
    later = [step for step in steps if step.round == point.round]
    assert point.step == later[-1].number


def test_a_rematch_invites_the_others_and_seats_the_bots() -> None:
    match = finished("Anna", "Bo")
    rematch = offer_rematch(player=cast.player(match, "Anna"))
    assert rematch.status == Match.Status.OPEN
    assert rematch.rematch_of == match
    assert (rematch.game, rematch.options, rematch.seats) == (
        match.game,
        match.options,
        match.seats,
    )
    assert rematch.phase_time == match.phase_time
    assert rematch.created_by == cast.member("Anna")
    assert sorted(row.name.split()[0] for row in rematch.players.all()) == ["Anna", "steady"]
    (invited,) = Invitation.objects.filter(match=rematch)
    assert invited.guest == cast.member("Bo")
    (sent,) = [mail for mail in mails_sent() if mail.to == ["bo@example.org"]][-1:]
    assert rematch.code in sent.subject or "Wild Cards" in sent.subject


def test_two_who_ask_for_a_rematch_get_one_and_it_begins(browse: Browse) -> None:
    match = finished("Anna", "Bo", "Carla")
    codes = set()
    for who in ("Anna", "Bo", "Carla"):
        answer = browse(who).post(path("match-rematch", match))
        codes.add(answer.headers["Location"])
    assert len(codes) == 1
    rematch = Match.objects.get(rematch_of=match)
    assert rematch.status == Match.Status.RUNNING
    assert not Invitation.objects.filter(match=rematch, player=None).exists()
    # Once more changes nothing.
    browse("Anna").post(path("match-rematch", match))
    assert Match.objects.filter(rematch_of=match).count() == 1


def test_a_rematch_after_one_that_was_called_off_is_a_new_one() -> None:
    from games.services.matches import cancel_match

    match = finished("Anna", "Bo", "Carla")
    first = offer_rematch(player=cast.player(match, "Anna"))
    cancel_match(member=cast.member("Anna"), match=first)
    second = offer_rematch(player=cast.player(match, "Bo"))
    assert second.pk != first.pk
    assert second.created_by == cast.member("Bo")


def test_a_rematch_of_a_private_match_lets_its_players_in_and_nobody_else(browse: Browse) -> None:
    match = made_private(finished("Anna", "Bo", "Carla"))
    browse("Anna").post(path("match-rematch", match))
    rematch = Match.objects.get(rematch_of=match)
    assert not rematch.is_public
    assert browse("Mallory").post(path("match-rematch", match)).status_code == 404
    assert browse("Mallory").get(path("match", rematch)).status_code == 404
    browse("Bo").post(path("match-rematch", match))
    assert rematch.players.filter(member=cast.member("Bo")).exists()


def test_the_host_of_a_rematch_never_sees_the_others_addresses(browse: Browse) -> None:
    match = finished("Anna", "Bo", "Carla")
    browse("Anna").post(path("match-rematch", match))
    rematch = Match.objects.get(rematch_of=match)
    page = browse("Anna").get(path("match", rematch)).content.decode()
    assert "no answer yet" in page
    assert "bo@example.org" not in page
    exported = "".join(export_member(cast.member("Anna")))
    assert rematch.code in exported
    assert "bo@example.org" not in exported


def test_beyond_the_quota_the_invitation_stands_without_a_mail(
    monkeypatch: pytest.MonkeyPatch, browse: Browse
) -> None:
    monkeypatch.setattr(quotas, "TO_A_FELLOW", (quotas.Limit(0, quotas.WEEK),))
    match = finished("Anna", "Bo", "Carla")
    rematch = offer_rematch(player=cast.player(match, "Anna"))
    assert not Invitation.objects.filter(match=rematch, is_mailed=True).exists()
    assert not OutboundMail.objects.filter(match=rematch).exists()
    assert rematch.code in browse("Bo").get(reverse("lobby")).content.decode()


def test_a_running_match_has_no_rematch(browse: Browse) -> None:
    match = cast.running_match()
    answer = browse("Anna").post(path("match-rematch", match), follow=True)
    assert "This match is still running" in answer.content.decode()
    assert not Match.objects.exclude(rematch_of=None).exists()


def test_the_picture_of_a_result_is_a_drawing_without_anything_from_elsewhere(
    browse: Browse,
) -> None:
    match = finished("Anna", "Bo", "Carla", title="<Sunday> & more")
    answer = browse("").get(path("match-result-svg", match))
    assert answer.headers["Content-Type"] == "image/svg+xml"
    root = ElementTree.fromstring(answer.content)
    words = " ".join(root.itertext())
    assert "<Sunday> & more" in words
    for row in match.players.all():
        assert str(row.score) in words
    assert path("match-replay", match) in words
    assert not re.search(rb"<script|<image|<style|href=|url\(", answer.content)


def test_the_picture_is_a_png_that_may_be_cached(browse: Browse) -> None:
    match = finished("Anna", "Bo", "Carla")
    answer = browse("").get(path("match-result-png", match))
    assert answer.content.startswith(b"\x89PNG")
    assert int.from_bytes(answer.content[16:20]) == 1200
    assert len(answer.content) < 150_000
    assert answer.headers["Cache-Control"].startswith("public")
    again = browse("").get(
        path("match-result-png", match), headers={"If-None-Match": answer.headers["ETag"]}
    )
    assert again.status_code == 304


def test_the_same_picture_is_drawn_once(browse: Browse, monkeypatch: pytest.MonkeyPatch) -> None:
    from games.presentation import result_picture

    match = finished("Anna", "Bo", "Carla")
    drawn = []

    def counted(svg: str) -> bytes:
        drawn.append(svg)
        return b"png"

    monkeypatch.setattr(result_picture, "png_of", counted)
    for _look in range(3):
        browse("").get(path("match-result-png", match))
    assert len(drawn) == 1
    cache.clear()


def test_private_and_running_matches_show_no_picture_to_strangers(browse: Browse) -> None:
    running, private = cast.running_match(), made_private(finished("Anna", "Bo", "Carla"))
    for name in ("match-result-svg", "match-result-png"):
        assert browse("Anna").get(path(name, running)).status_code == 404
        assert browse("Mallory").get(path(name, private)).status_code == 404
        assert browse("").get(path(name, private)).status_code == 404
        own = browse("Anna").get(path(name, private))
        assert own.status_code == 200
        assert own.headers["Cache-Control"].startswith("private")


def test_only_a_finished_public_match_is_described_for_chats(browse: Browse) -> None:
    public = finished("Anna", "Bo", "Carla")
    page = browse("").get(path("match", public)).content.decode()
    assert re.search(rf'og:image" content="https?://[^"]+{path("match-result-png", public)}"', page)
    private = made_private(public)
    assert "og:image" not in browse("Anna").get(path("match", private)).content.decode()
    assert (
        "og:image" not in browse("Anna").get(path("match", cast.running_match())).content.decode()
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_review_shows_what_the_bot_would_have_ordered(game: str, browse: Browse) -> None:
    seats = min(3, GAMES[game].rules.table_sizes[-1])
    match = finished("Anna", game=game, seats=seats)
    seat = cast.player(match, "Anna").seat
    answer = browse("Anna").get(path("match-review", match))
    assert answer.headers["Location"] == path("match-review-seat", match, number=seat)
    page = browse("Anna").get(answer.headers["Location"]).content.decode()
    # The steady bot, which kept Anna's seat, agrees with itself.
    said = re.search(r"In (\d+) of (\d+) turns? it would", page)
    assert said is not None
    assert said[1] == said[2]


def test_the_review_lists_where_the_bot_would_have_ordered_otherwise(
    browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.selectors import endings

    match = finished("Anna")
    legal = {}

    def other(rules, bot, state, seat, dice):  # type: ignore[no-untyped-def]
        legal[seat] = list(rules.legal_orders(state, seat))
        return legal[seat][-1]

    monkeypatch.setattr(endings, "ask_bot", other)
    seat = cast.player(match, "Anna").seat
    page = browse("").get(path("match-review-seat", match, number=seat)).content.decode()
    assert page.count("The table before it") > 0
    said = re.findall(r"Hardly any difference|looks [\d.]+ points better", page)
    assert page.count('class="review-bars"') == len(said) // 2 > 0
    assert "Your choice" not in page


def test_a_review_without_time_to_reckon_says_nothing_of_worth(
    browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.selectors import endings

    match = finished("Anna")
    monkeypatch.setattr(
        endings,
        "ask_bot",
        lambda rules, _bot, state, seat, _dice: list(rules.legal_orders(state, seat))[-1],
    )
    monkeypatch.setattr(endings, "SECONDS_TO_REVIEW", 0.0)
    seat = cast.player(match, "Anna").seat
    page = browse("").get(path("match-review-seat", match, number=seat)).content.decode()
    assert "The table before it" in page
    assert "review-bars" not in page


def test_there_is_no_review_of_a_match_that_runs(browse: Browse) -> None:
    match = cast.running_match()
    for who in ("Anna", ""):
        assert browse(who).get(path("match-review", match)).status_code == 404
        assert browse(who).get(path("match-review-seat", match, number=0)).status_code == 404
    over = finished("Dirk")
    assert browse("").get(path("match-review-seat", over, number=9)).status_code == 404
