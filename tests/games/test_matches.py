"""Making a match: who may create, join, fill, leave, cancel and give up."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.common.errors import MatchError
from games.models import Match, OutboundMail, Phase, Player
from games.rules.commitment import commitment
from games.services.match_verification import verify_match
from games.services.matches import (
    add_bot,
    cancel_match,
    create_match,
    decline_invitation,
    fill_with_bots,
    invite_to_match,
    join_match,
    leave_match,
    resign_player,
    return_player,
    set_contribution,
)
from tests.cast import TWO_DAYS, member, open_match, player, running_match

pytestmark = pytest.mark.django_db


def test_a_new_match_commits_to_its_seed_and_seats_its_host() -> None:
    match = open_match("Anna")
    assert match.status == Match.Status.OPEN
    assert [row.member for row in match.players.all()] == [member("Anna")]
    assert match.commitment == commitment(
        match.server_seed, match_code=match.code, game="wild-cards", rules_version=1, attempt=1
    )
    assert match.seed == ""


def test_the_match_starts_with_the_last_place_taken() -> None:
    match = open_match("Anna", "Bo")
    assert match.status == Match.Status.OPEN
    join_match(member=member("Carla"), match=match)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert sorted(row.seat for row in match.players.all() if row.seat is not None) == [0, 1, 2]
    assert match.deadline_at == match.phases.get(number=1).deadline_at
    assert match.phases.get(number=0).reason == Phase.Reason.OPENING


def test_everybody_at_the_table_is_told_of_the_start_and_asked_for_a_bid() -> None:
    match = running_match()
    kinds = OutboundMail.objects.filter(match=match).values_list("kind", "address")
    people = ["anna@example.org", "bo@example.org", "carla@example.org"]
    assert sorted(address for kind, address in kinds if kind == "started") == people
    assert sorted(address for kind, address in kinds if kind == "decision") == people


def test_the_seats_and_the_seed_follow_from_everybodys_contribution() -> None:
    match = running_match()
    assert all(check.holds for check in verify_match(match))
    Player.objects.filter(pk=player(match, "Bo").pk).update(contribution="another")
    assert any(not check.holds for check in verify_match(match))


def test_everybody_may_change_their_words_until_the_start_and_so_after_the_commitment() -> None:
    match = open_match("Anna", "Bo")
    set_contribution(player=player(match, "Anna"), text="later\x00 words" + "x" * 99)
    assert player(match, "Anna").contribution == ("later words" + "x" * 99)[:64]
    join_match(member=member("Carla"), match=match)
    match.refresh_from_db()
    assert all(check.holds for check in verify_match(match))
    with pytest.raises(MatchError, match="not-open"):
        set_contribution(player=player(match, "Anna"), text="too late")


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"game": "chess"}, "unknown-game"),
        ({"options": {"edition": "1999"}}, "bad-setup"),
        ({"options": {"speed": 3}}, "bad-setup"),
        ({"seats": 9}, "bad-setup"),
        ({"options": {"edition": "2020"}, "seats": 2}, "bad-setup"),
        ({"phase_time": timedelta(seconds=5)}, "bad-clock"),
        ({"phase_time": timedelta(days=300)}, "bad-clock"),
    ],
)
def test_a_setup_that_makes_no_match_is_refused(terms: dict[str, object], code: str) -> None:
    whole = {
        "member": member("Anna"),
        "game": "wild-cards",
        "options": {},
        "seats": 3,
        "phase_time": TWO_DAYS,
    } | terms
    with pytest.raises(MatchError) as refusal:
        create_match(**whole)  # type: ignore[arg-type]
    assert refusal.value.code == code
    assert not Match.objects.exists()


def test_nobody_joins_twice_or_a_started_match() -> None:
    match = open_match("Anna", "Bo")
    with pytest.raises(MatchError, match="already-in"):
        join_match(member=member("Bo"), match=match)
    join_match(member=member("Carla"), match=match)
    with pytest.raises(MatchError, match="not-open"):
        join_match(member=member("Dirk"), match=match)


def test_a_private_match_wants_its_link_or_an_invitation() -> None:
    match = open_match("Anna", is_public=False)
    with pytest.raises(MatchError, match="not-invited"):
        join_match(member=member("Mallory"), match=match)
    with pytest.raises(MatchError, match="not-invited"):
        join_match(member=member("Mallory"), match=match, token="guessed")
    join_match(member=member("Bo"), match=match, token=match.invitation_token)
    invite_to_match(member=member("Anna"), match=match, addresses=["Carla@Example.org"])
    join_match(member=member("Carla"), match=match)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


def test_an_address_is_invited_once() -> None:
    match = open_match("Anna")
    first = invite_to_match(
        member=member("Anna"), match=match, addresses=["bo@example.org", " BO@example.org "]
    )
    again = invite_to_match(member=member("Anna"), match=match, addresses=["bo@example.org"])
    assert (len(first), len(again)) == (1, 0)
    assert OutboundMail.objects.filter(kind="invitation").count() == 1


def test_a_bad_address_invites_nobody() -> None:
    match = open_match("Anna")
    with pytest.raises(MatchError, match="bad-address"):
        invite_to_match(
            member=member("Anna"), match=match, addresses=["bo@example.org", "not an address"]
        )
    assert not OutboundMail.objects.filter(kind="invitation").exists()


def test_strangers_invite_nobody() -> None:
    match = open_match("Anna")
    with pytest.raises(MatchError, match="not-in"):
        invite_to_match(member=member("Mallory"), match=match, addresses=["x@example.org"])


def test_an_invitation_can_be_declined_twice() -> None:
    match = open_match("Anna")
    (invitation,) = invite_to_match(
        member=member("Anna"), match=match, addresses=["bo@example.org"]
    )
    first = decline_invitation(token=invitation.token)
    assert decline_invitation(token=invitation.token).declined_at == first.declined_at


def test_bots_fill_the_free_places_and_answer_at_once() -> None:
    match = open_match("Anna", seats=4)
    add_bot(member=member("Anna"), match=match, bot="random")
    fill_with_bots(member=member("Anna"), match=match)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert sorted(match.players.values_list("bot", flat=True)) == ["", "random", "steady", "steady"]
    assert match.phases.get(number=1).orders.count() == 3


@pytest.mark.parametrize("deed", [fill_with_bots, add_bot, cancel_match])
def test_only_the_host_fills_and_cancels(deed: object) -> None:
    match = open_match("Anna", "Bo")
    assert callable(deed)
    with pytest.raises(MatchError, match="not-host"):
        deed(member=member("Bo"), match=match)
    match.refresh_from_db()
    assert match.status == Match.Status.OPEN


def test_an_unknown_bot_is_not_seated() -> None:
    match = open_match("Anna")
    with pytest.raises(MatchError, match="unknown-bot"):
        add_bot(member=member("Anna"), match=match, bot="hal")


def test_a_guest_leaves_before_the_start_and_the_host_cannot() -> None:
    match = open_match("Anna", "Bo")
    leave_match(member=member("Bo"), match=match)
    assert match.players.count() == 1
    with pytest.raises(MatchError, match="host-leaves"):
        leave_match(member=member("Anna"), match=match)


def test_a_cancelled_match_tells_those_who_had_joined() -> None:
    match = open_match("Anna", "Bo")
    cancel_match(member=member("Anna"), match=match)
    told = OutboundMail.objects.filter(kind="cancelled").values_list("address", flat=True)
    assert list(told) == ["bo@example.org"]


def test_who_resigns_is_replaced_by_a_bot_for_good() -> None:
    match = running_match()
    resign_player(player=player(match, "Bo"))
    row = player(match, "Bo")
    assert row.bot == "steady"
    assert row.resigned_at is not None
    with pytest.raises(MatchError, match="already-resigned"):
        return_player(player=row)
    with pytest.raises(MatchError, match="already-resigned"):
        resign_player(player=row)


def test_nobody_resigns_before_the_start() -> None:
    match = open_match("Anna", "Bo")
    with pytest.raises(MatchError, match="not-running"):
        resign_player(player=player(match, "Bo"))
