"""Bot accounts: everybody sees that a program plays, and may keep away from it."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.admin import site
from django.urls import reverse

from games.common.errors import MatchError
from games.forms.member_names import clean_member_name
from games.models import Match, Member
from games.services.bot_accounts import mark_as_bot, unmark_bot
from games.services.matches import join_match
from games.services.quick_pairing import pair_quickly
from games.services.substitutes import take_seat
from tests import cast
from tests.site.conftest import Browse
from tests.site.programs import Program
from tests.tournaments.run.world import tournament
from tournaments.services.entries import make_entry
from tournaments.services.errors import TournamentError

BOTS = Match.BotAccounts


def bot(name: str = "Robin") -> Member:
    return mark_as_bot(cast.member(name))


def test_a_member_says_that_a_program_plays_and_the_name_shows_it(browse: Browse) -> None:
    client = browse("Robin")
    page = client.get(reverse("keys")).content.decode()
    assert "A program plays here" in page
    client.post(reverse("bot-account"))
    assert not Member.objects.get(name="Robin").is_bot_account
    client.post(reverse("bot-account"), {"sure": "yes"})
    marked = Member.objects.get(name="Robin [bot]")
    assert marked.is_bot_account
    assert "This is a bot account:" in client.get(reverse("keys")).content.decode()
    assert Program("Robin [bot]").get("me")["is_bot_account"] is True


def test_nobody_becomes_a_bot_under_the_eyes_of_opponents() -> None:
    cast.running_match()
    with pytest.raises(MatchError) as refused:
        bot("Anna")
    assert refused.value.code == "bot-while-playing"
    assert cast.member("Anna").name == "Anna"


def test_the_mark_stays_with_the_name_until_an_operator_takes_it_off() -> None:
    robin = bot()
    assert clean_member_name("Robina", but=robin) == "Robina [bot]"
    assert clean_member_name("R" * 32, but=robin) == "R" * 26 + " [bot]"
    assert mark_as_bot(robin).name == "Robin [bot]"
    assert unmark_bot(robin).name == "Robin"


def test_a_second_bot_of_one_name_gets_a_number() -> None:
    bot()
    other = Member.objects.create_user("other@example.org", "Robin")
    assert mark_as_bot(other).name == "Robin 2 [bot]"


def test_a_table_may_turn_bot_accounts_away() -> None:
    robin = bot()
    for match in (cast.open_match("Anna"), cast.open_match("Bo", bot_accounts=BOTS.UNRATED)):
        join_match(member=robin, match=match)
    with pytest.raises(MatchError) as refused:
        join_match(member=robin, match=cast.open_match("Carla", bot_accounts=BOTS.NONE))
    assert refused.value.code == "no-bot-accounts"
    shown = Program("Anna").get(f"matches/{Match.objects.earliest('pk').code}")
    assert [one["is_bot_account"] for one in shown["players"]] == [False, True]
    assert shown["players"][1]["name"] == "Robin [bot]"


@pytest.mark.parametrize(
    ("policy", "other", "is_rated"),
    [(BOTS.RATED, "Anna", True), (BOTS.UNRATED, "Anna", False), (BOTS.UNRATED, "Bo", True)],
)
def test_where_the_table_says_so_bots_and_people_are_not_rated_together(
    policy: str, other: str, is_rated: bool
) -> None:
    host = cast.member(other) if other == "Anna" else bot("Bo")
    match = cast.open_match(host.name, seats=2, options={}, game="cubirds", bot_accounts=policy)
    join_match(member=bot(), match=match)
    match.refresh_from_db()
    assert (match.status, match.is_rated) == (Match.Status.RUNNING, is_rated)


def test_a_bot_account_takes_over_nobodys_seat() -> None:
    match = cast.running_match()
    left = cast.player(match, "Bo")
    with pytest.raises(MatchError) as refused:
        take_seat(member=bot(), player=left)
    assert refused.value.code == "no-bot-accounts"


@pytest.mark.parametrize("allows", [False, True])
def test_quick_pairing_seats_people_with_bots_only_if_they_allow_it(allows: bool) -> None:
    anna, robin = cast.member("Anna", meets_bot_accounts=allows), bot()
    asked = {"game": "cubirds", "pace": "day"}
    first = pair_quickly(member=robin, **asked)
    assert (pair_quickly(member=anna, **asked) == first) is allows
    other = bot("Other")
    assert pair_quickly(member=other, **asked) == first


def test_a_bot_finds_no_quick_table_of_somebody_who_wants_none() -> None:
    anna, robin = cast.member("Anna"), bot()
    asked = {"game": "cubirds", "pace": "day"}
    assert pair_quickly(member=anna, **asked) != pair_quickly(member=robin, **asked)


def test_a_tournament_may_turn_bot_accounts_away_and_says_so(browse: Browse) -> None:
    made = tournament("swiss", match_terms={"bot_accounts": "none"})
    with pytest.raises(TournamentError) as refused:
        make_entry(tournament=made, member=bot())
    assert refused.value.code == "no-bot-accounts"
    make_entry(tournament=made, member=cast.member("Anna"))
    page = browse("").get(reverse("tournament", kwargs={"code": made.code})).content.decode()
    assert "can’t join" in page


def test_an_operator_marks_accounts(browse: Browse) -> None:
    operator = cast.member("Olga", is_staff=True, is_superuser=True)
    rows = Member.objects.filter(pk=cast.member("Robin").pk)
    admin: Any = site.get_model_admin(Member)
    request = browse("").get(reverse("home")).wsgi_request
    request.user = operator
    admin.mark_bots(request, rows)
    assert rows.get().is_bot_account
    admin.unmark_bots(request, rows)
    assert rows.get().name == "Robin"
