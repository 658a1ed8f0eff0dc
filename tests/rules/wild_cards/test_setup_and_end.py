"""Tables, the deal, the number of rounds, the end and the score."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from games.catalogue.wild_cards.rules import scoring
from games.catalogue.wild_cards.rules.cards import HABITAT_CARDS, SPECIES
from games.catalogue.wild_cards.rules.options import Edition, WildCardsOptions
from games.catalogue.wild_cards.rules.state import WildState
from games.rules.chance import Chance
from games.rules.protocol import Adjudication, Seat, Setup, SetupError
from tests.rules.wild_cards.positions import RULES, Play, position


def started(seats: int, seed: str = "a seed", **options: Any) -> Adjudication[WildState]:
    return RULES.start(Setup(seats, WildCardsOptions(**options), Chance(seed)))


def finished(
    *collections: Mapping[str, int],
    leaders: Mapping[str, Seat] | None = None,
    tokens: Sequence[int] = (),
) -> Play:
    """The last round's end with these collections: nobody takes anything any more."""
    hands = ["F1"] * len(collections)
    play = position(
        *hands, collections=collections, leaders=leaders, tokens=tokens, animals="", market="lion"
    )
    bids = ["bid R"] * len(hands)
    return play.give(*bids).give(*["refill"] * len(hands))


def test_w45_with_three_at_the_table_one_of_each_species_and_eight_more_leave() -> None:
    for seed in ("a", "b", "c"):
        shuffle = started(3, seed).shuffles[0]
        assert shuffle.pile == "animals"
        assert len(shuffle.cards) == 28
        assert max(Counter(shuffle.cards).values()) <= 6


def test_w45_as_an_option_fourteen_leave_at_random() -> None:
    most = [max(Counter(started(3, f"{n}", removal="random").shuffles[0].cards).values())
            for n in range(20)]  # fmt: skip
    assert 7 in most
    assert started(3, removal="random").state.cleared == ()


def test_w45_leo_counts_for_the_removal() -> None:
    assert started(2, leo=True).state.cleared == SPECIES


def test_w46_the_animals_removed_at_random_are_seen_by_nobody() -> None:
    start = started(4)
    assert len(start.state.removed) == 6
    other = RULES.resample(start.state, 0, Chance("other"))
    assert other.removed != start.state.removed
    assert RULES.view(other, 0) == RULES.view(start.state, 0)


@pytest.mark.parametrize(
    ("seats", "leo", "rounds"),
    [(3, False, 14), (2, True, 14), (4, False, 12), (3, True, 12), (5, False, 10)],
)
def test_w47_a_match_lasts_fourteen_twelve_or_ten_rounds(
    seats: int, leo: bool, rounds: int
) -> None:
    state = started(seats, leo=leo).state
    assert RULES.view(state, None).rounds == rounds
    while (phase := RULES.phase(state)) is not None:
        orders = {seat: RULES.default_order(state, seat) for seat in phase.awaited}
        state = RULES.adjudicate(state, orders).state
    assert state.round == rounds
    assert state.animals == ()
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert outcome.reason == "animals-exhausted"


def test_w47_the_last_clean_up_still_happens_before_the_end() -> None:
    play = position("M1 S1", "", "", leaders={"ibex": 0}, animals="", market="lion", deck="")
    play.give("bid M1", "bid R", "bid R").give("refill", "refill").give("take lion")
    kinds = [event.kind for event in play.events]
    assert kinds.index("ibex-returned") < kinds.index("match-ended")
    assert play.asked == "over"
    assert RULES.phase(play.state) is None


def test_w48_equal_second_species_score_once_and_missing_ones_nothing() -> None:
    score = finished({"lion": 3, "ibex": 2, "eagle": 2}, {"lion": 2}, {}).told("match-ended")[0]
    first, second, third = score["breakdown"]
    assert (first["first"], first["second"]) == (6, 2)
    assert (second["first"], second["second"], second["second_species"]) == (4, 0, None)
    assert third["total"] == 0
    assert third["first_species"] is None


def test_w49_each_leader_scores_one_and_the_peacock_three_in_all() -> None:
    leaders = {"peacock": 0, "lion": 0, "ibex": 1}
    score = finished({}, {}, {}, leaders=leaders).told("match-ended")[0]
    assert [one["leaders"] for one in score["breakdown"]] == [4, 1, 0]


def test_w50_more_animals_break_a_tie_of_points() -> None:
    play = finished({"lion": 1}, {}, {}, tokens=(0, 2, 0))
    assert play.told("match-ended")[0]["scores"] == [2, 2, 0]
    assert play.places == (1, 2, 3)


def test_w50_a_tie_that_stays_is_shared_and_the_next_place_is_skipped() -> None:
    play = finished({"lion": 1}, {"ibex": 1}, {})
    assert play.places == (1, 1, 3)


@pytest.mark.parametrize("edition", ["2020", "2022"])
def test_w51_how_many_play(edition: Edition) -> None:
    least = 3 if edition == "2020" else 2
    options = WildCardsOptions(edition)
    for seats in range(3, 6):
        RULES.check(seats, options)
    for seats in (least - 1, 6):
        with pytest.raises(SetupError, match=r"too-(few|many)-seats"):
            RULES.check(seats, options)


def test_w51_two_people_play_with_leo_only() -> None:
    with pytest.raises(SetupError, match="leo-needed"):
        RULES.check(2, WildCardsOptions())
    RULES.check(2, WildCardsOptions(leo=True))


def test_w54_the_editions_differ_in_ties_talisman_and_leo() -> None:
    expected: dict[Edition, str] = {"2020": "show 0 1", "2022": "take 1"}
    for edition, asked in expected.items():
        play = position("F2 F3", "S2 S3", "", edition=edition)
        play.give("bid F2", "bid S2", "bid R").give("refill").give("pay F3", "pay S3")
        assert play.asked == asked
        assert (play.state.talisman is None) == (edition == "2020")


def test_the_deal_is_whole_hands_from_the_top_and_the_market_lies_nearest_the_pile_first() -> None:
    start = started(2, leo=True)
    animals, habitats, leo = start.shuffles
    assert [one.pile for one in start.shuffles] == ["animals", "habitats", "leo"]
    state = start.state
    assert sorted(state.hands[0]) == sorted(habitats.cards[:7])
    assert sorted(state.hands[1]) == sorted(habitats.cards[7:14])
    assert sorted(leo.cards) == sorted((*habitats.cards[14:19], "R"))
    assert state.deck[::-1] == habitats.cards[19:]
    assert state.market == animals.cards[:2]
    wide = started(5)
    assert wide.state.market == wide.shuffles[0].cards[:4]
    assert len(set(wide.state.market)) > 2
    assert state.leo_pile[::-1] == leo.cards


def test_hands_are_dealt_to_their_own_seats_only() -> None:
    dealt = [event for event in started(3).events if event.kind == "dealt"]
    assert [event.seen_by for event in dealt] == [frozenset({seat}) for seat in range(3)]


def test_the_deck_file_says_how_sure_its_figures_are() -> None:
    from games.rules.decks import deck_file

    facts = deck_file("wild-cards")["facts"]
    assert facts["habitat-values"]["confidence"] == "C"
    assert facts["wild-values"]["source"]
    assert len(HABITAT_CARDS) == 46


def test_the_provisional_score_stands_in_every_view() -> None:
    play = position("F1", "S1", "M1", collections=[{"lion": 3}], leaders={"lion": 0})
    assert RULES.view(play.state, None).score == scoring.scores(play.state)
    assert RULES.view(play.state, 2).score[0].total == 7


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"edition": "2021"}, "bad-option"),
        ({"leo": 1}, "bad-option"),
        ({"leo": "true"}, "bad-option"),
        ({"removal": ["random"]}, "bad-option"),
        ({"cheese": True}, "unknown-option"),
    ],
)
def test_options_that_do_not_exist_are_refused(values: dict[str, Any], code: str) -> None:
    with pytest.raises(SetupError) as refusal:
        WildCardsOptions.from_mapping(values)
    assert refusal.value.code == code


def test_options_are_written_out_and_read_back() -> None:
    for options in (WildCardsOptions(), WildCardsOptions("2022", leo=True, removal="random")):
        assert WildCardsOptions.from_mapping(options.as_mapping()) == options
    assert list(WildCardsOptions().as_mapping()) == ["edition", "leo", "removal"]
