"""The rulebooks' worked examples."""

from msgspec import to_builtins

from tests.rules.wild_cards.positions import RULES, position
from tests.rules.wild_cards.test_setup_and_end import finished


def test_mateas_peacock_costs_a_bid_of_three_and_two_cards_and_earns_two_points() -> None:
    play = position("F3 F2 W1 M1", "S1", "S2", market="peacock lion")
    play.give("bid F3", "bid R", "bid R").give("refill", "refill").give("take peacock F2 W1")
    assert play.has(0, "peacock") == 1
    assert play.state.tokens == (2, 0, 0)


def test_of_two_threes_the_payment_of_five_goes_before_the_payment_of_three() -> None:
    for edition in ("2020", "2022"):
        play = position("M3 F2 F1", "F3 S3 S2", "S1", edition=edition)
        play.give("bid M3", "bid F3", "bid R").give("refill").give("pay F2 F1", "pay S3 S2")
        assert play.told("tie-ordered")[0]["order"] == [1, 0]
        play.give("take lion").give("take ibex")
        assert play.order() == [1, 0]


def test_the_full_round() -> None:
    rasha, matea, josefina = 0, 1, 2
    play = position("F4 S1 S2 S3", "M2 F1", "S1", market="ibex ibex", deck="W1 W2 F1")
    play.give("bid F4", "bid M2", "bid S1").give("take ibex S1 S2 S3")
    assert play.leader("ibex") == rasha
    play.give("take ibex F1")
    assert play.leader("ibex") == matea
    assert play.told("passed") == [
        {"seat": josefina, "why": "market-empty", "returned": ["S1"]},
    ]
    assert play.hand(josefina) == "S1 W1 W2"
    # Matea's new leader gives the bid back; everything else is discarded.
    assert play.hand(matea) == "M2"
    assert sorted(play.state.discard) == ["F1", "F4", "S1", "S2", "S3"]
    assert play.state.round == 2
    assert len(play.state.market) == 2


def test_idas_meerkat_wins_the_squirrel_and_she_refills_to_ten_at_once() -> None:
    play = position(
        "F1", "S1", "S2", market="squirrel lion",
        collections=[{"ibex": 1, "squirrel": 1}, {"squirrel": 1}],
        leaders={"meerkat": 0, "squirrel": 1},
    )  # fmt: skip
    play.give("bid R", "bid S1", "bid S2").give("swap ibex squirrel")
    assert play.leader("squirrel") == 0
    play.give("refill")
    assert len(play.state.hands[0]) == 10


def test_rashas_collection_scores_22() -> None:
    collection = {"peacock": 4, "ibex": 3, "squirrel": 3}
    play = finished(collection, {}, {}, leaders={"peacock": 0}, tokens=(8, 0, 0))
    breakdown = play.told("match-ended")[0]["breakdown"][0]
    assert breakdown == {
        "first": 8,
        "second": 3,
        "leaders": 3,
        "tokens": 8,
        "total": 22,
        "first_species": "peacock",
        "second_species": "squirrel",
    }


def test_two_species_of_four_score_eight_and_four_and_the_third_nothing() -> None:
    play = finished({"peacock": 4, "ibex": 4, "squirrel": 3}, {}, {})
    breakdown = play.told("match-ended")[0]["breakdown"][0]
    assert (breakdown["first"], breakdown["second"], breakdown["total"]) == (8, 4, 12)


def test_the_score_is_the_view_of_everybody() -> None:
    play = finished({"lion": 2}, {}, {})
    assert (
        to_builtins(RULES.view(play.state, None).score) == play.told("match-ended")[0]["breakdown"]
    )
