"""Several sweeps, results and entrants at one moment, with real threads and connections."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from functools import partial

import pytest

from games.common import clock
from games.models import Match, OutboundMail
from tests.cast import member
from tests.games.test_concurrency import at_once, failures
from tests.tournaments.run.world import entered, people, played, tournament
from tournaments.models import Entry, Pairing, PairingSeat, Round, Tournament
from tournaments.services.entries import make_entry, withdraw_entry
from tournaments.services.rounds import advance_tournament
from tournaments.services.sweeping import sweep_due

pytestmark = pytest.mark.django_db(transaction=True)


def due_tournament(key: str = "round_robin", number: int = 6) -> Tournament:
    made = tournament(key, starts_at=clock.now() + timedelta(hours=1))
    entered(made, *people(number))
    Tournament.objects.filter(pk=made.pk).update(
        starts_at=clock.now() - timedelta(seconds=1), wake_at=clock.now()
    )
    return made


def swept() -> int:
    total = 0
    while done := sweep_due():
        total += done
    return total


def check_dealt_once(made: Tournament) -> None:
    tables = Counter(Pairing.objects.values_list("round__number", "number"))
    assert set(tables.values()) == {1}
    for number in made.rounds.values_list("number", flat=True):
        seated = PairingSeat.objects.filter(pairing__round__number=number)
        assert max(Counter(seated.values_list("entry", flat=True)).values()) == 1
    doubled = Counter(OutboundMail.objects.values_list("dedupe_key", flat=True))
    assert set(doubled.values()) == {1}


def test_four_sweeps_start_and_deal_once() -> None:
    for _round in range(3):
        Tournament.objects.all().delete()
        made = due_tournament()
        results = at_once(*[swept for _sweep in range(4)])
        swept()
        assert not failures(results)
        assert Round.objects.filter(tournament=made).count() == 5
        assert Match.objects.filter(pairing__round__tournament=made).count() == 15
        check_dealt_once(made)
        Pairing.objects.all().delete()
        OutboundMail.objects.all().delete()


def test_results_arriving_while_the_next_round_is_dealt_are_all_taken_in() -> None:
    made = due_tournament("swiss", 8)
    for _round in range(4):
        swept()
        running = list(
            Match.objects.filter(status=Match.Status.RUNNING).values_list("pk", flat=True)
        )
        deeds = [partial(played, pk) for pk in running]
        results = at_once(*deeds, swept, partial(advance_tournament, made.pk), swept)
        assert not failures(results)
        swept()
    made.refresh_from_db()
    assert made.status == Tournament.Status.FINISHED
    assert not Pairing.objects.filter(decided="").exists()
    assert made.rounds.count() == 4
    check_dealt_once(made)


def test_the_last_place_is_given_to_one_of_those_who_enter_together() -> None:
    for number in range(3):
        made = tournament(most_entries=3, name=f"Cup {number}")
        entered(made, *people(2))
        newcomers = [member(f"New {number} {count}") for count in range(4)]
        results = at_once(*[partial(make_entry, tournament=made, member=one) for one in newcomers])
        assert not failures(results)
        statuses = Counter(made.entries.values_list("status", flat=True))
        assert statuses == {"entered": 3, "waiting": 3}


def test_leaving_while_the_first_round_is_dealt_leaves_the_tournament_whole() -> None:
    for _round in range(3):
        made = due_tournament("knockout", 4)
        first = made.entries.order_by("pk")[0]
        results = at_once(swept, partial(withdraw_entry, entry=first), swept)
        assert not failures(results)
        swept()
        made.refresh_from_db()
        assert made.status == Tournament.Status.RUNNING
        assert Entry.objects.get(pk=first.pk).status == Entry.Status.WITHDRAWN
        seats = PairingSeat.objects.filter(pairing__round__tournament=made)
        assert Counter(seats.values_list("pairing__round__number", flat=True))[1] in {3, 4}
