"""Time on the site: clocks to choose, done and wait, orders left, hours and days away, seats."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games.common import clock
from games.models import Absence, Match, Member, Player
from games.services.matches import resign_player
from games.services.time_controls import Terms
from tests import cast
from tests.games.times import BANKED, DAY, HOUR, REVISED, deadline_of, pass_deadline
from tests.site.conftest import Browse

FORM = {"seats": "3", "bots": "0", "edition": "2022", "leo": "False", "removal": "suggested"}
REST = {"waiting_policy": "count", "is_public": "yes"}


def page_of(browse: Browse, who: str, match: Match) -> str:
    return browse(who).get(reverse("match", kwargs={"code": match.code})).content.decode()


def post(browse: Browse, who: str, name: str, match: Match, **data: str) -> str:
    path = reverse(name, kwargs={"code": match.code})
    return browse(who).post(path, data, follow=True).content.decode()


@pytest.mark.parametrize(
    ("clock_key", "time", "bank"),
    [
        ("relaxed", 3 * DAY, 5 * DAY),
        ("daily", DAY, 3 * DAY),
        ("quick", 4 * HOUR, DAY),
        ("own", 7 * DAY, 12 * HOUR),
    ],
)
def test_a_ready_clock_or_ones_own(
    clock_key: str, time: timedelta, bank: timedelta, browse: Browse
) -> None:
    own = {"phase_time": str(7 * 24 * 3600), "time_bank": str(12 * 3600)}
    terms = {"respects_quiet_hours": "on", "misses_allowed": "3", "reveal_policy": "revise"}
    revise = {"revise_time": str(3600)}
    data = FORM | REST | own | terms | revise | {"clock": clock_key}
    browse("Anna").post(reverse("match-new"), data)
    match = Match.objects.get()
    assert (match.phase_time, match.time_bank) == (time, bank)
    assert (match.respects_quiet_hours, match.respects_absences) == (True, False)
    assert (match.misses_allowed, match.reveal_policy) == (3, "revise")
    assert match.revise_time == HOUR


def test_a_clock_that_is_not_on_offer_is_refused(browse: Browse) -> None:
    data = FORM | REST | {"clock": "own", "time_bank": "7"}
    response = browse("Anna").post(reverse("match-new"), data)
    assert response.status_code == 422
    assert '<details class="typed" open>' in response.content.decode()


def test_the_waiting_room_says_what_was_agreed_about_time(browse: Browse) -> None:
    match = cast.open_match("Anna", terms=Terms(time_bank=5 * DAY, rests_on_weekends=True))
    page = page_of(browse, "Bo", match)
    assert "time bank of 5 days runs" in page
    assert "Weekends don’t count" in page
    assert "After 2 missed deadlines in a row" in page


def test_the_match_page_says_why_the_deadline_moved_and_what_is_in_the_banks(
    browse: Browse,
) -> None:
    match = cast.running_match(terms=BANKED, waiting_policy="names")
    cast.order(cast.player(match, "Anna"))
    cast.order(cast.player(match, "Carla"))
    pass_deadline(match)
    for who in ("Anna", "Bo", "Mallory"):
        page = page_of(browse, who, match)
        assert "Bo hasn’t moved and is using the time bank." in page
        assert "2 days in the bank" in page


def test_who_waits_holds_the_phase_and_may_let_go(browse: Browse) -> None:
    match = cast.running_match()
    number = str(match.phase_number)
    page = post(browse, "Bo", "match-ready", match, word="wait", phase=number)
    assert "You’re keeping this turn open until its deadline." in page
    for name in ("Anna", "Bo", "Carla"):
        cast.order(cast.player(match, name))
    match.refresh_from_db()
    assert match.phase_number == 1
    assert "You’re keeping this" not in page_of(browse, "Anna", match)
    page = post(browse, "Bo", "match-ready", match, word="done", phase=number)
    match.refresh_from_db()
    assert match.phase_number == 2
    assert "play has moved on" in page


def test_done_is_offered_where_there_is_time_to_revise(browse: Browse) -> None:
    match = cast.running_match(terms=REVISED)
    assert "I’m done" not in page_of(browse, "Bo", match)
    cast.order(cast.player(match, "Bo"))
    assert "I’m done" in page_of(browse, "Bo", match)
    page = post(browse, "Bo", "match-ready", match, word="done", phase="1")
    assert "You’re done: nobody waits for you." in page


@pytest.mark.parametrize("word", ["", "never", "done\x00", "waitwait" * 500])
def test_other_words_change_nothing(word: str, browse: Browse) -> None:
    match = cast.running_match()
    post(browse, "Bo", "match-ready", match, word=word, phase="1")
    assert set(Player.objects.values_list("readiness", flat=True)) == {""}


def test_done_without_an_order_is_answered_with_what_to_do_first(browse: Browse) -> None:
    match = cast.running_match()
    assert "move first" in post(browse, "Bo", "match-ready", match, word="done", phase="1")


def test_hours_are_kept_in_pairs_and_not_too_long(browse: Browse) -> None:
    path = reverse("profile-calendar")
    client = browse("Bo")
    for hours in ({"quiet_from": "22"}, {"quiet_from": "1", "quiet_until": "23"}):
        assert client.post(path, hours | {"reminders": "1"}).status_code == 422
    good = {"quiet_from": "22", "quiet_until": "7", "reminders": "3", "has_weekends_off": "on"}
    assert client.post(path, good).status_code == 302
    bo = Member.objects.get(name="Bo")
    assert (bo.quiet_from, bo.quiet_until, bo.reminders, bo.has_weekends_off) == (22, 7, 3, True)
    none = {"quiet_from": "", "quiet_until": "", "reminders": "1"}
    assert client.post(path, none).status_code == 302
    bo.refresh_from_db()
    assert (bo.quiet_from, bo.quiet_until, bo.has_weekends_off) == (None, None, False)


def test_days_away_are_announced_listed_and_taken_back(browse: Browse) -> None:
    client = browse("Bo")
    today = clock.now().date()
    first, last = today + DAY, today + 4 * DAY
    days = {"first_day": first.isoformat(), "last_day": last.isoformat()}
    page = client.post(reverse("absence-add"), days, follow=True).content.decode()
    assert "Your absence is announced" in page
    absence = Absence.objects.get()
    other = browse("Anna")
    other.post(reverse("absence-end", kwargs={"absence_id": absence.pk}))
    assert Absence.objects.exists()
    client.post(reverse("absence-end", kwargs={"absence_id": absence.pk}))
    assert not Absence.objects.exists()


@pytest.mark.parametrize(
    ("first", "last", "words"),
    [
        (date(2020, 1, 1), date(2020, 1, 2), "in the past"),
        (date(2090, 1, 1), date(2090, 1, 2), "within 365 days"),
        ("yesterday", "\x00", "valid date"),
    ],
)
def test_days_that_cannot_be_are_answered_in_words(
    first: object, last: object, words: str, browse: Browse
) -> None:
    data = {"first_day": str(first), "last_day": str(last)}
    response = browse("Bo").post(reverse("absence-add"), data)
    assert response.status_code == 422
    assert words in response.content.decode()


def test_the_lobby_lists_seats_to_take_over_and_their_page_hands_them_over(
    browse: Browse,
) -> None:
    match = cast.running_match()
    bo = cast.player(match, "Bo")
    resign_player(player=bo)
    path = reverse("match-seat", kwargs={"code": match.code, "number": bo.seat})
    assert path in browse("Dirk").get(reverse("lobby")).content.decode()
    hand = browse("Bo").get(reverse("match", kwargs={"code": match.code})).content
    page = browse("Dirk").get(path).content.decode()
    assert "Take this seat" in page
    spectators = page_of(browse, "Mallory", match)
    assert "Take over" in spectators
    browse("Dirk").post(path)
    assert Player.objects.get(pk=bo.pk).member == Member.objects.get(name="Dirk")
    assert browse("Dirk").get(path).status_code == 404
    assert hand != browse("Bo").get(reverse("match", kwargs={"code": match.code})).content


def test_the_hand_over_page_tells_no_more_than_a_spectator_may_know(browse: Browse) -> None:
    from games import selectors
    from games.presentation import presentation_for

    match = cast.running_match()
    bo = cast.player(match, "Bo")
    resign_player(player=bo)
    path = reverse("match-seat", kwargs={"code": match.code, "number": bo.seat})
    presentation = presentation_for(match.game)
    table = selectors.table(match, None)
    assert table.view is not None
    board = presentation.board(table.view, dict(enumerate(table.names)))
    page = browse("Dirk").get(path).content.decode()
    own = selectors.table(match, bo).view
    assert own is not None
    assert own != table.view
    for line in board.splitlines():
        assert line.split("  ")[0].strip() in page.replace("&#x27;", "'")


def test_a_seat_that_is_not_open_has_no_page(browse: Browse) -> None:
    match = cast.running_match()
    for number in (0, 2, 99):
        path = reverse("match-seat", kwargs={"code": match.code, "number": number})
        assert browse("Dirk").get(path).status_code == 404
    deadline_of(match)


def test_a_program_says_done_and_wait_and_reads_the_terms() -> None:
    key = {"Authorization": f"Bearer {cast.key('Anna')}"}
    terms = {"bank_hours": 24, "reveal_policy": "revise", "revise_minutes": 60, "bots": 2}
    made = Client().post("/api/matches", terms, content_type="application/json", headers=key)
    assert made.status_code == 201
    shown = made.json()
    assert (shown["terms"]["bank_hours"], shown["terms"]["reveal_policy"]) == (24, "revise")
    assert shown["readiness"] == ""
    path = f"/api/matches/{shown['code']}/readiness"

    def say(word: str) -> tuple[int, dict[str, object]]:
        answer = Client().post(path, {"word": word}, content_type="application/json", headers=key)
        return answer.status_code, answer.json()

    assert say("done")[1]["code"] == "no-order-yet"
    assert say("wait")[1]["word"] == "wait"
    assert Client().get(f"/api/matches/{shown['code']}", headers=key).json()["readiness"] == "wait"
    cast.order(cast.player(Match.objects.get(), "Anna"))
    status, said = say("done")
    assert (status, said["closed"]) == (200, True)
    assert say("never")[0] == 422
