"""What an entrant needs: on the page, in the letter and by mail, from what everybody may see."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.models import Match
from tests.cast import member
from tests.mail.mailbox import asked, plain
from tests.site.programs import Program
from tests.tournaments.run.test_histories_in_service import ended
from tests.tournaments.run.world import DAY, World, entered, people, tournament
from tournaments.chance.seeding import seeded
from tournaments.models import Entry, Outlook, Rating, Tournament
from tournaments.presentation.needs import need_told
from tournaments.selectors.kept_standings import standings_summary
from tournaments.selectors.needs import need_of
from tournaments.selectors.outlooks import forecast_of
from tournaments.selectors.rating_pools import pool_of
from tournaments.selectors.tournament_state import tournament_state
from tournaments.services.outlooks import foretell_due

pytestmark = pytest.mark.django_db


def started(key: str, count: int, **terms: object) -> tuple[World, Tournament]:
    world = World(pace=1000 * DAY)
    with world.clock():
        made = tournament(key, terms=terms, starts_at=world.now + DAY)
        entered(made, *people(count))
    world.step(DAY)
    made.refresh_from_db()
    return world, made


def told(made: Tournament, name: str) -> list[str]:
    entry = Entry.objects.get(tournament=made, member__name=name)
    need = need_of(Tournament.objects.get(pk=made.pk), entry)
    return need_told(need).sentences if need is not None else []


def wins(world: World, match: Match, name: str) -> None:
    seats = list(match.players.order_by("seat").values_list("member__name", flat=True))
    places = [1 if one == name else 2 for one in seats]
    with world.clock():
        ended(match, places, world)
    world.sweep()


def table_of(name: str) -> Match:
    return Match.objects.get(status=Match.Status.RUNNING, players__member__name=name)


def test_in_a_bracket_a_win_is_enough_and_who_is_through_learns_whom_they_wait_for() -> None:
    world, made = started("knockout", 4)
    with world.clock():
        foretell_due()
    lines = told(made, "P01")
    assert lines[0] == "Still in, with 3 other players"
    assert any(one.startswith("You reach the next round: ") for one in lines)
    assert "A win in your next match is enough, whatever the others do." in lines
    wins(world, table_of("P01"), "P01")
    with world.clock():
        foretell_due()
    lines = told(made, "P01")
    assert any("Your next match waits for 1 other to end: P0" in one for one in lines)
    loser = Entry.objects.exclude(out_after=None).get()
    assert told(made, loser.member.name) == []


def test_a_swiss_tells_the_gap_to_the_places_that_count() -> None:
    world, made = started("swiss", 8, rounds=2)
    for _ in range(4):
        match = Match.objects.filter(status=Match.Status.RUNNING).earliest("pk")
        wins(world, match, match.players.order_by("seat").values_list("member__name", flat=True)[0])
    with world.clock():
        foretell_due()
    forecast = forecast_of(standings_summary(Tournament.objects.get(pk=made.pk)))
    assert forecast is not None
    assert forecast.needed == 3
    assert sum(one.first for one in forecast.entries.values()) == forecast.worlds
    lines = [told(made, name) for name in people(8)]
    assert sum("stay ahead of place 4: you lead" in " ".join(one) for one in lines) == 0
    assert sum("Level on points with place" in " ".join(one) for one in lines) == 4
    assert sum("need to reach place 3: you’re" in " ".join(one) for one in lines) == 4


def test_chances_are_told_once_for_all_and_anew_only_when_something_has_changed() -> None:
    world, made = started("round_robin", 4)
    with world.clock():
        assert foretell_due() == 1
        assert foretell_due() == 0
        first = Outlook.objects.get().made_at
        world.now += DAY
        Tournament.objects.update(wake_at=world.now)
    world.sweep()
    with world.clock():
        assert foretell_due() == 1
    assert Outlook.objects.get().made_at == first
    wins(world, Match.objects.filter(status=Match.Status.RUNNING).earliest("pk"), "P01")
    assert forecast_of(standings_summary(Tournament.objects.get(pk=made.pk))) is None
    with world.clock():
        foretell_due()
    assert forecast_of(standings_summary(Tournament.objects.get(pk=made.pk))) is not None


def test_the_page_shows_entrants_their_own_need_and_others_none() -> None:
    world, made = started("round_robin", 4)
    with world.clock():
        foretell_due()
    client = Client()
    page = f"/tournaments/{made.code}/"
    assert "Where you stand" not in client.get(page).content.decode()
    client.force_login(member("P01"))
    shown = client.get(page).content.decode()
    assert shown.index("Where you stand") < shown.index("How it’s played")
    assert "You win the tournament" in shown


def test_r10_before_the_first_result_all_are_first_and_afterwards_points_are_told() -> None:
    world, made = started("swiss", 6, rounds=2)
    path = f"/tournaments/{made.code}/"
    for page, place in ((path, "<ol class=.placing.*?</ol>"), (f"{path}standings/", "<tbody.*")):
        [shown] = re.findall(place, Client().get(page).content.decode(), re.DOTALL)
        assert re.findall(r"(=?\d+)</(?:td|span)>\s*<(?:th|a)", shown) == ["=1"] * 6, page
    wins(world, table_of("P04"), "P04")
    shown = Client().get(path).content.decode()
    first, *others = re.findall(r'<span class="seating-place">.*?</li>', shown)
    assert text_of(first) == "1 P04 Points 6"
    assert all(text_of(one).endswith("Points 0") for one in others)
    assert shown.index('class="placing"') < shown.index("How it’s played")


def text_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_r10_a_bracket_shows_the_score_of_the_match_itself() -> None:
    world, made = started("knockout", 4)
    match = table_of("P01")
    other = match.players.exclude(member__name="P01").values_list("member__name", flat=True)[0]
    wins(world, match, "P01")
    shown = text_of(Client().get(f"/tournaments/{made.code}/bracket/").content.decode())
    assert "P01 goes through 99" in shown
    assert f"{other} 98" in shown


def test_the_mail_command_that_asks_for_standings_answers_what_is_needed() -> None:
    world, made = started("round_robin", 4)
    with world.clock():
        foretell_due()
        for line in ("what do I need?", f"standings of {made.code}", "my chances"):
            told_ = plain(asked(member("P01").email, line))
            assert "You win the tournament: " in told_
            assert "after a win: " in told_


def test_a_program_is_told_what_its_owner_needs_and_others_nothing() -> None:
    world, made = started("round_robin", 4)
    path = f"tournaments/{made.code}/outlook/mine"
    assert Program("P01").get(path)["chances"] is None
    with world.clock():
        foretell_due()
    found = Program("P01").get(path)
    assert found["told"] == told(made, "P01")
    chances = found["chances"]
    won, lost = chances["after"]
    assert 0 < lost["winning"] < chances["winning"] < won["winning"] < 1
    assert (chances["goal"], found["is_playing"], found["waits_for"]) == ("first", True, 0)
    assert Program("Olga").get(path) is None
    Program("").get(path, 401)


def test_seeded_by_strength_the_strongest_by_all_results_comes_first() -> None:
    world = World(pace=1000 * DAY)
    with world.clock():
        made = tournament("swiss", terms={"seeding": "strength"}, starts_at=world.now + DAY)
        entered(made, *people(4))
    for name, strength, rating in (("P03", 1.5, 900), ("P02", 0.4, 1500), ("P04", -2.0, 1900)):
        Rating.objects.create(
            member=member(name), pool=pool_of(made.game, made.options), strength=strength,
            strength_deviation=0.3, thousandths=rating * 1000, uncertainty=0,
        )  # fmt: skip
    world.step(DAY)
    state = tournament_state(made)
    assert [state.names[one] for one in seeded(state.setup, state.entries)] == [
        "P03", "P02", "P01", "P04",
    ]  # fmt: skip
