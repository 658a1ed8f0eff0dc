"""Orders left for later: once, each time, and for a deadline that is missed."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.common.errors import OrderRefused
from games.models import Match, Order, StandingOrder
from games.rules.clauses import When, clause_line, is_clause, read_clause
from games.rules.protocol import OrderError, OrderSyntaxError
from games.rules.steps import split_steps
from games.selectors import table
from games.services.match_verification import verify_match
from games.services.orders import clear_standing_orders, submit_order
from tests.cast import awaited, legal_texts, order, player, running_match
from tests.games.times import pass_deadline, wizard_match
from tests.sizes import sized

pytestmark = pytest.mark.django_db

Kind = StandingOrder.Kind


def leave(match: Match, name: str, text: str) -> None:
    order(player(match, name), text)
    match.refresh_from_db()


def kept(match: Match, name: str) -> list[tuple[str, str]]:
    rows = StandingOrder.objects.filter(player=player(match, name), dropped__isnull=True)
    return [(row.kind, row.text) for row in rows]


def source_in(match: Match, number: int, name: str) -> tuple[str, str]:
    row = match.phases.get(number=number).orders.get(player=player(match, name))
    return row.text, row.source


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("if missed: bid R", "if missed: bid R"),
        ("If I miss: bid R or bid F1", "if missed: bid R or bid F1"),
        ("if i miss the deadline : pass", "if missed: pass"),
        ("each trick: play any", "each time: play any"),
        ("every time, until round 5: play any", "each time, until round 5: play any"),
        ("until round 12: play lowest", "each time, until round 12: play lowest"),
        ("bid F3", "bid F3"),
    ],
)
def test_a_beginning_says_when_a_step_speaks(text: str, line: str) -> None:
    (step,) = split_steps(text)
    clause = read_clause(step)
    assert clause.line == line
    assert is_clause(text) == (clause.when is not When.ONCE)
    assert read_clause(split_steps(clause.line)[0]) == clause


def test_a_beginning_with_nothing_behind_it_is_refused() -> None:
    with pytest.raises(OrderSyntaxError):
        read_clause(split_steps("if missed:")[0])


@given(st.text(alphabet="if missed:each time,until round 0129;or\n", max_size=60))
def test_no_text_is_too_strange_for_the_beginnings(text: str) -> None:
    try:
        clauses = [read_clause(step) for step in split_steps(text)]
    except OrderSyntaxError:
        return
    for clause in clauses:
        assert clause_line(clause.when, clause.text, clause.until_round) == clause.line
        assert clause.alternatives[0]


def test_what_was_left_for_a_missed_deadline_is_played_at_the_deadline_alone() -> None:
    match = running_match()
    leave(match, "Bo", "if missed: bid R")
    assert not Order.objects.filter(player=player(match, "Bo")).exists()
    pass_deadline(match)
    assert source_in(match, 1, "Bo") == ("bid R", Order.Source.MISSED)
    assert match.phases.get(number=1).reason == "deadline"


def test_it_counts_as_a_miss_and_stays_for_the_next() -> None:
    match = running_match()
    leave(match, "Bo", "if missed: bid R")
    pass_deadline(match)
    assert player(match, "Bo").missed_in_a_row == 1
    assert kept(match, "Bo") == [(Kind.MISSED, "bid R")]


def test_what_does_not_fit_is_dropped_with_its_reason_and_the_default_counts() -> None:
    match = running_match()
    bo = player(match, "Bo")
    foreign = next(
        text
        for text in ("bid F1", "bid F2", "bid F3", "bid F4", "bid W4")
        if text not in legal_texts(bo)
    )
    leave(match, "Bo", f"if missed: {foreign}")
    pass_deadline(match)
    assert source_in(match, 1, "Bo")[1] == Order.Source.DEFAULT
    row = StandingOrder.objects.get(player=bo)
    assert row.dropped is not None
    assert row.dropped["text"] == foreign


def test_an_own_order_goes_before_what_was_left_for_a_miss() -> None:
    match = running_match()
    leave(match, "Bo", "if missed: bid R")
    chosen = legal_texts(player(match, "Bo"))[0]
    leave(match, "Bo", chosen)
    pass_deadline(match)
    assert source_in(match, 1, "Bo") == (chosen, Order.Source.WEB)


def test_it_can_be_left_while_nothing_is_asked() -> None:
    match = wizard_match()
    idle = match.players.exclude(seat__in=[who.seat for who in awaited(match)]).first()
    assert idle is not None
    receipt = order(idle, "if missed: bid 0")
    assert (receipt.text, receipt.version, receipt.standing) == ("", 0, ("if missed: bid 0",))


def test_an_order_replaces_earlier_steps_but_not_what_was_left_for_other_times() -> None:
    match = running_match()
    leave(match, "Bo", "bid R; refill; if missed: bid R; each time: take any or pass")
    leave(match, "Bo", "bid R")
    assert kept(match, "Bo") == [(Kind.MISSED, "bid R"), (Kind.REPEATED, "take any or pass")]
    leave(match, "Bo", "if missed: pass")
    assert kept(match, "Bo") == [(Kind.MISSED, "pass"), (Kind.REPEATED, "take any or pass")]
    assert clear_standing_orders(player=player(match, "Bo")) == 2


def test_what_could_never_be_an_order_is_refused_and_changes_nothing() -> None:
    match = running_match()
    for text in ("if missed: fly to the moon", "each time: hop", "bid R; if missed: "):
        with pytest.raises(OrderError):
            leave(match, "Bo", text)
    assert kept(match, "Bo") == []
    assert not Order.objects.filter(player=player(match, "Bo")).exists()


def test_a_repeated_order_answers_every_trick_until_its_round() -> None:
    match = wizard_match()
    order(player(match, "Bo"), "each trick, until round 2: play any")
    while match.round < 3:
        who = awaited(match)[0]
        assert who.name != "Bo" or match.phase_name != "play"
        order(who)
        match.refresh_from_db()
    assert not StandingOrder.objects.filter(player=player(match, "Bo")).exists()
    played = Order.objects.filter(player=player(match, "Bo"), source="standing")
    assert played.exclude(text__startswith="play").count() == 0


def test_a_repeated_order_answers_the_decision_that_is_open_as_well() -> None:
    match = wizard_match()
    while len(legal_texts(who := awaited(match)[0])) == 1 or match.phase_name != "play":
        order(who)
    receipt = order(who, "each trick: play any")
    assert (receipt.closed, receipt.text) == (True, "")
    played = match.phases.get(number=receipt.phase_number).orders.get(player=who)
    assert (played.text[:5], played.source) == ("play ", Order.Source.STANDING)


def test_until_a_round_that_is_over_is_refused() -> None:
    match = wizard_match()
    while match.round < 3:
        order(awaited(match)[0])
        match.refresh_from_db()
    with pytest.raises(OrderRefused) as refused:
        order(player(match, "Bo"), "until round 2: play any")
    assert refused.value.code == "round-over"


def test_only_the_owner_sees_what_was_left() -> None:
    match = running_match()
    leave(match, "Bo", "if missed: bid R; each time: take any or pass")
    assert len(table(match, player(match, "Bo")).standing) == 2
    for viewer in (player(match, "Anna"), player(match, "Carla"), None):
        assert table(match, viewer).standing == ()


BITS = st.sampled_from(
    (
        "bid R",
        "bid F1",
        "bid M2",
        "bid W4",
        "bid R or bid F1",
        "refill",
        "take any or pass",
        "take lion",
        "pay cheapest or pass",
        "pass",
        "draw",
        "swap none",
        "show F2",
        "play any",
    )
)
BEGINNINGS = st.sampled_from(("", "if missed: ", "each time: ", "until round 9: "))


@settings(max_examples=sized(6, 12), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(BEGINNINGS, BITS), min_size=1, max_size=5))
def test_whatever_is_left_behind_only_legal_orders_are_played(
    left: list[tuple[str, str]],
) -> None:
    """Every order of the journal was legal when it was applied: the record is verified."""
    match = running_match()
    text = "; ".join(beginning + bit for beginning, bit in left)
    for name in ("Anna", "Bo"):
        try:
            submit_order(player=player(match, name), text=text, source=Order.Source.WEB)
        except (OrderError, OrderRefused):
            continue
    for _phase in range(12):
        match.refresh_from_db()
        if match.status != Match.Status.RUNNING:
            break
        pass_deadline(match)
    assert all(check.holds for check in verify_match(match))
