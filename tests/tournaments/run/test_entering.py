"""Places, waiting lists, check-in, late entry, leaving, substitutes and invitations."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from games.models import Match, OutboundMail
from games.rules.commitment import commitment, mixed_seed
from tests.cast import member
from tests.tournaments.run.world import DAY, FOUR, World, entered, letters, people, tournament
from tournaments import services
from tournaments.models import Entry, EntrySubstitution, Rating, Tournament
from tournaments.presentation import refusals
from tournaments.services.entries import (
    check_in,
    make_entry,
    remove_entry,
    set_contribution,
    withdraw_entry,
)
from tournaments.services.errors import TournamentError
from tournaments.services.invitations import invite_entries
from tournaments.services.rounds import start_tournament
from tournaments.services.substitutes import substitute_entry
from tournaments.services.terms import change_tournament, create_tournament

pytestmark = pytest.mark.django_db
Status = Entry.Status


def refused(code: str) -> pytest.RaisesExc[TournamentError]:
    return pytest.raises(TournamentError, match=f"^{code}$")


def statuses(made: Tournament) -> dict[str, str]:
    return dict(made.entries.values_list("member__name", "status"))


def test_who_comes_when_all_places_are_taken_waits_and_moves_up_in_turn() -> None:
    made = tournament(most_entries=2)
    entries = entered(made, *people(4))
    assert list(statuses(made).values()) == ["entered", "entered", "waiting", "waiting"]
    withdraw_entry(entry=entries[0])
    assert statuses(made) == {
        "P01": "withdrawn",
        "P02": "entered",
        "P03": "entered",
        "P04": "waiting",
    }
    assert letters(made, "P03") == ["waiting", "moved-up"]
    make_entry(tournament=made, member=member("P01"))
    assert statuses(made)["P01"] == "waiting"


def test_nobody_enters_twice_or_after_being_removed_or_uninvited() -> None:
    made = tournament(by_invitation=True)
    anna = member("Anna")
    with refused("not-invited"):
        make_entry(tournament=made, member=anna)
    entry = make_entry(tournament=made, member=anna, token=made.invitation_token)
    with refused("already-entered"):
        make_entry(tournament=made, member=anna)
    with refused("not-organiser"):
        remove_entry(entry=entry, by=anna, reason="?")
    with refused("no-reason"):
        remove_entry(entry=entry, by=made.organiser, reason=" ")
    remove_entry(entry=entry, by=made.organiser, reason="Two accounts")
    with refused("removed"):
        make_entry(tournament=made, member=anna, token=made.invitation_token)
    assert letters(made, "Anna") == ["entered", "removed"]


def test_limits_of_rating_and_reliability_are_checked_at_entry() -> None:
    made = tournament(least_rating=1600, most_rating=1800, least_reliability=60)
    anna, bo = member("Anna"), member("Bo")
    with refused("rating"):
        make_entry(tournament=made, member=anna)
    for who, points in ((anna, 1700), (bo, 1900)):
        Rating.objects.create(
            member=who, pool="emu-ranchers", thousandths=points * 1000, uncertainty=1
        )
    assert make_entry(tournament=made, member=anna).status == Status.ENTERED
    with refused("rating"):
        make_entry(tournament=made, member=bo)
    Tournament.objects.filter(pk=made.pk).update(least_reliability=90, most_rating=None)
    with refused("reliability"):
        make_entry(tournament=made, member=bo)


def test_invitations_go_out_once_and_let_their_members_in() -> None:
    made = tournament(by_invitation=True)
    member("Anna")
    addresses = ["Anna@example.org", "stranger@example.org", "anna@example.org"]
    assert len(invite_entries(tournament=made, by=made.organiser, addresses=addresses)) == 2
    invite_entries(tournament=made, by=made.organiser, addresses=addresses)
    sent = OutboundMail.objects.filter(payload__letter="invited")
    assert sorted(sent.values_list("address", flat=True)) == [
        "anna@example.org",
        "stranger@example.org",
    ]
    assert statuses(made) == {"Anna": "invited"}
    assert make_entry(tournament=made, member=member("Anna")).status == Status.ENTERED
    with refused("bad-address"):
        invite_entries(tournament=made, by=made.organiser, addresses=["nobody"])


def test_who_does_not_confirm_gives_the_place_to_one_who_waits_and_has() -> None:
    world = World()
    with world.clock():
        made = tournament(most_entries=3, starts_at=world.now + 3 * DAY, check_in=DAY)
        entries = entered(made, *people(5))
        with refused("no-check-in"):
            check_in(entry=entries[0])
    world.sweep()
    made.refresh_from_db()
    assert made.wake_at == world.now + 2 * DAY
    world.step(2 * DAY + timedelta(minutes=1))
    assert all(letters(made, name)[-1] == "check-in" for name in people(5))
    with world.clock():
        for number in (0, 1, 4):
            check_in(entry=entries[number])
    world.step(DAY)
    assert statuses(made) == {
        "P01": "entered",
        "P02": "entered",
        "P03": "waiting",
        "P04": "waiting",
        "P05": "entered",
    }
    made.refresh_from_db()
    assert made.status == Tournament.Status.RUNNING
    assert letters(made, "P05") == ["waiting", "check-in", "moved-up", "started"]
    assert letters(made, "P03") == ["entered", "check-in", "waiting"]


def test_too_few_entries_at_the_start_cancel_it_and_everybody_is_told() -> None:
    world = World()
    with world.clock():
        made = tournament(least_entries=4, starts_at=world.now + DAY)
        entered(made, *people(3))
        with refused("too-few"):
            start_tournament(tournament=made, by=made.organiser)
    world.step(2 * DAY)
    made.refresh_from_db()
    assert made.status == Tournament.Status.CANCELLED
    assert [letters(made, name) for name in people(3)] == [["entered", "cancelled"]] * 3
    assert letters(made, "Olga") == ["cancelled"]
    assert made.log.last().params == {"code": "too-few", "entries": 3, "least": 4}  # type: ignore[union-attr]
    assert not Match.objects.exists()


def test_the_seed_is_committed_to_before_anybody_enters_and_mixed_from_all() -> None:
    made = tournament()
    assert made.commitment == commitment(
        made.server_seed, match_code=made.code, game="tournament", rules_version=1, attempt=1
    )
    entries = entered(made, *people(3))
    set_contribution(entry=entries[1], text="changed\nmy mind")
    started = start_tournament(tournament=made, by=made.organiser)
    assert started.seed == mixed_seed(
        made.server_seed, ["P01's luck", "changedmy mind", "P03's luck"]
    )
    with refused("started"):
        set_contribution(entry=entries[0], text="too late")


def test_late_entries_play_from_the_next_round_where_the_format_takes_them() -> None:
    world = World()
    with world.clock():
        made = tournament("swiss", terms={"rounds": 3}, starts_at=world.now + DAY)
        entered(made, *people(4))
        bracket = tournament("knockout", starts_at=world.now + DAY)
        entered(bracket, *people(4))
    world.step(DAY)
    with world.clock():
        late = make_entry(tournament=made, member=member("Late"))
        with refused("too-late"):
            make_entry(tournament=bracket, member=member("Late"))
    assert late.from_round == 2
    made = world.until_over(made)
    late.refresh_from_db()
    assert late.place is not None
    assert sorted(late.seats.values_list("pairing__round__number", flat=True)) == [2, 3]


def test_a_withdrawal_ends_what_is_dealt_and_asks_those_who_wait() -> None:
    world = World()
    with world.clock():
        made = tournament(most_entries=4, starts_at=world.now + DAY)
        entries = entered(made, *people(5))
    world.step(DAY)
    with world.clock():
        gone = withdraw_entry(entry=entries[0])
        assert (gone.status, gone.until_round) == (Status.WITHDRAWN, 1)
        assert letters(made, "P05") == ["waiting", "substitute"]
        with refused("already-left"):
            make_entry(tournament=made, member=member("P01"))
        with refused("not-waiting"):
            substitute_entry(entry=gone, member=member("Passer-by"))
        taken = substitute_entry(entry=gone, member=member("P05"))
        with refused("already-entered"):
            substitute_entry(entry=gone, member=member("P04"))
        with refused("not-vacant"):
            substitute_entry(entry=gone, member=member("Passer-by"))
    assert (taken.status, taken.member.name, taken.until_round) == ("entered", "P05", None)
    assert taken.contribution == "P01's luck"
    seat = Match.objects.get(pairing__seats__entry=taken, status="running").players.get(
        member=member("P05")
    )
    assert (seat.bot, seat.resigned_at) == ("", None)
    row = EntrySubstitution.objects.get()
    assert (row.former.name, row.member.name, row.round) == ("P01", "P05", 1)
    assert letters(made, "P01")[-1] == letters(made, "P05")[-1] == "replaced"
    world.until_over(made)


def test_giving_up_all_seats_ends_two_player_matches_at_once() -> None:
    world = World()
    with world.clock():
        made = tournament("round_robin", starts_at=world.now + DAY)
        entries = entered(made, *people(3))
    world.step(DAY)
    with world.clock():
        withdraw_entry(entry=entries[0], plays_on=False)
    world.pace = 10 * DAY
    world.step(timedelta(minutes=1))
    ended = Match.objects.filter(status=Match.Status.FINISHED)
    assert set(ended.values_list("adjudicated_for", flat=True)) == {"deserted"}
    lost = entries[0].seats.exclude(pairing__match=None)
    assert list(lost.values_list("place", "is_forfeit")) == [(2, True), (2, True)]


def test_the_organiser_replaces_a_player_with_a_reason() -> None:
    world = World()
    with world.clock():
        made = tournament("swiss", terms={"rounds": 2}, starts_at=world.now + DAY, **FOUR)
        entries = entered(made, *people(4))
    world.step(DAY)
    with world.clock():
        with refused("no-reason"):
            substitute_entry(entry=entries[0], member=member("New"), by=made.organiser)
        with refused("already-entered"):
            substitute_entry(
                entry=entries[0], member=member("P02"), by=made.organiser, reason="Ill"
            )
        substitute_entry(entry=entries[0], member=member("New"), by=made.organiser, reason="Ill")
    assert made.log.last().reason == "Ill"  # type: ignore[union-attr]
    assert Match.objects.get().players.filter(member=member("New")).exists()


@pytest.mark.parametrize(
    ("code", "values"),
    [
        ("unknown-game", {"game": "chess"}),
        ("bad-options", {"options": {"years": 99}}),
        ("bad-setup", {"format": "lottery"}),
        ("bad-setup", {"terms": {"colour": "red"}}),
        ("bad-setup", {"terms": {"rounds": "many"}}),
        ("bad-setup", {"terms": {"tie_breaks": ["luck"]}, "format": "swiss"}),
        ("bad-clock", {"phase_time": timedelta(seconds=3)}),
        ("bad-round-time", {"round_time": timedelta(days=4000)}),
        ("bad-match-term", {"match_terms": {"server_seed": "0"}}),
        ("bad-match-term", {"match_terms": {"time_bank": "long"}}),
        ("bad-limits", {"most_entries": 1}),
        ("bad-limits", {"least_rating": 2000, "most_rating": 1000}),
        ("check-in-without-start", {"check_in": DAY}),
        ("unknown-field", {"server_seed": "0"}),
        ("no-name", {"name": "  "}),
    ],
)
def test_terms_that_cannot_be_played_are_refused(code: str, values: dict[str, object]) -> None:
    with refused(code):
        tournament(**values)  # type: ignore[arg-type]
    assert not Tournament.objects.exists()


def test_terms_may_change_until_the_start_and_every_change_is_logged() -> None:
    made = tournament(match_terms={"time_bank": timedelta(days=1)})
    assert made.match_terms == {"time_bank": 86400.0}
    with refused("not-organiser"):
        change_tournament(tournament=made, by=member("Mallory"), name="Mine")
    with refused("game-is-fixed"):
        change_tournament(tournament=made, by=made.organiser, game="wizard", options={})
    change_tournament(tournament=made, by=made.organiser, name="Winter Cup")
    last = made.log.last()
    assert last is not None
    assert last.params == {"name": {"from": "Autumn Cup", "to": "Winter Cup"}}
    entered(made, *people(2))
    start_tournament(tournament=made, by=made.organiser)
    assert Match.objects.get().time_bank == DAY
    with refused("started"):
        change_tournament(tournament=made, by=made.organiser, name="Spring Cup")


def test_one_organiser_prepares_a_bounded_number_of_tournaments() -> None:
    host = member("Olga")
    values: dict[str, Any] = {"name": "Cup", "game": "wizard", "format": "swiss"}
    for _number in range(10):
        create_tournament(organiser=host, **values)
    with refused("too-many-unstarted"):
        create_tournament(organiser=host, **values)


def test_every_refusal_of_the_services_has_words() -> None:
    folder = Path(services.__file__).parent
    code = re.compile(r'TournamentError\(\s*"([a-z-]+)"')
    codes = {one for path in folder.glob("*.py") for one in code.findall(path.read_text("utf-8"))}
    assert len(codes) > 30
    worded = {*refusals.ENTERING, *refusals.ORGANISING, *refusals.SETUP, "bad-setup"}
    assert codes <= worded
