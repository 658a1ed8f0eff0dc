"""What birds are worth, the Excuse, and the growth at the end of a year."""

from itertools import combinations, product

import pytest

from games.catalogue.emu_ranchers.rules.scoring import Worth, worth, year_points
from games.rules.protocol import IllegalOrderError
from tests.rules.emu_ranchers.positions import RULES, Play, position


def counted(cards: str) -> Worth:
    return worth(cards.split())


def points(cards: str) -> int:
    return counted(cards).points


def growing(hand: str, birds: str, **options: object) -> Play:
    """Seat 0 at the end of a year."""
    return position(hand, birds=birds, deck="", phase="growth", years=1, **options)  # type: ignore[arg-type]


def test_the_rulebooks_orange_bird_loses_6() -> None:
    assert points("CS 9MS 8MS") == -6


def test_the_rulebooks_blue_bird_earns_18() -> None:
    bird = counted("AV 3MV 4VL 5SV 6MV 8VL CV")
    assert bird.points == 18
    assert (bird.total, sum(bird.paid), bird.extra) == (26, 18, 10)


def test_the_rulebooks_example_of_a_loss_a_total_of_15_loses_3() -> None:
    assert points("7ML 8MS") == -3


def test_the_rulebooks_pawn_is_a_9_and_becomes_an_8_when_a_9_follows() -> None:
    assert counted("AM 3MV 6MV PMSL").values == (0, 3, 6, 9)
    assert counted("AM 3MV 6MV PMSL 9MS").values == (0, 3, 6, 8, 9)


def test_e13_upkeep_is_paid_with_numbers_so_that_most_is_left() -> None:
    bird = counted("2VL 3MV 4VL 5SV 6MV 7VY")
    assert bird.total == 27
    assert sum(bird.paid) == 18
    assert bird.points == 9


def test_e13_nobody_gives_change() -> None:
    bird = counted("6MV 7ML 8MS")
    assert sum(bird.paid) == 21
    assert bird.points == 0


def test_e13_ace_and_crown_never_pay_for_upkeep() -> None:
    bird = counted("AM 8MS 9MS CM")
    assert bird.total == 17
    assert bird.paid == ()
    assert bird.points == -11


def test_e14_ace_and_crown_count_even_when_every_number_was_paid() -> None:
    assert points("AM 2MK 7ML 9MS") == 5
    assert points("AM 2MK 7ML 9MS CM") == 10


def test_e15_exactly_18_is_neither_profit_nor_loss() -> None:
    assert points("2MK 7ML 9MS") == 0


def test_e16_a_loss_is_what_is_missing_and_5_more_for_ace_and_for_crown() -> None:
    assert points("8MS 9MS") == -1
    assert points("AM 8MS 9MS") == -6
    assert points("8MS 9MS CM") == -6
    assert points("AM 9MS CM") == -19


def test_e27_ace_and_crown_add_nothing_to_the_total() -> None:
    assert counted("AM 8MS 9MS").total == 17
    assert counted("AM 2MK 8MS 9MS").total == 19


def test_e17_the_excuse_lets_the_worst_losing_bird_go() -> None:
    play = growing("X 9LK", "5ML / AS / 8YK 9LK", excuse=True).give("done")
    assert play.told("year-ended")[0]["ranches"][0]["let_go"] == 2
    assert play.told("match-ended")[0]["scores"] == [-13 - 1, 0]


def test_e17_the_excuse_without_a_losing_bird_does_nothing() -> None:
    assert year_points([points("2MK 7ML 9MS")], ("X",)) == (0, None)
    assert year_points([], ("X",)) == (0, None)


def test_e17_the_excuse_counts_only_in_the_hand_at_the_end_of_the_year() -> None:
    assert year_points([points("5ML")], ()) == (-13, None)
    assert year_points([points("5ML")], ("X", "9LK")) == (0, 0)


def test_e18_the_excuse_comes_after_the_growth() -> None:
    play = growing("X 7ML 8MS", "6MV / 9LK", excuse=True).give("grow 7ML 1 8MS 1")
    ranch = play.told("year-ended")[0]["ranches"][0]
    assert ranch["let_go"] == 2
    assert ranch["points"] == 0


def test_e12_any_cards_in_any_sequence_may_be_placed_the_rest_is_discarded() -> None:
    play = growing("2MK 7ML 8MS 9LK", "6MV / 3SK")
    assert play.asked == "growth 0"
    play.give("grow 7ML 1 9LK 2 8MS 1")
    ranch = play.told("year-ended")[0]["ranches"][0]
    assert [bird["cards"] for bird in ranch["birds"]] == [["6MV", "7ML", "8MS"], ["3SK", "9LK"]]
    assert ranch["left"] == ["2MK"]
    assert play.told("grew-at-year-end") == [
        {"seat": 0, "placed": [["7ML", 1], ["9LK", 2], ["8MS", 1]]}
    ]


def test_e12_nothing_needs_to_be_placed_and_nothing_may_be_hatched_or_drawn() -> None:
    play = growing("7ML", "6MV")
    assert play.legal() == {"done", "grow 7ML 1"}
    for text in ("hatch 7ML", "draw discard", "discard 7ML"):
        with pytest.raises(IllegalOrderError, match="not-now"):
            RULES.parse_order(play.state, 0, text)
    play.give("done")
    assert play.told("match-ended")[0]["scores"] == [-12, 0]


def test_e12_only_who_can_place_a_card_is_asked_both_at_once() -> None:
    play = position("2MK", "8MS", "5ML", "7ML", deck="AK").give("discard 2MK")
    assert play.asked == "growth 1"
    play = position("2MK 9MS", "8MS", "5ML", "7ML", deck="AK").give("discard 2MK")
    assert play.asked == "growth 0 1"
    play.give("grow 9MS 1", "grow 8MS 1")
    assert play.told("year-ended")[0]["totals"] == [-4, -3]


def test_e12_the_year_is_counted_at_once_where_nobody_can_place_anything() -> None:
    play = position("2MK", "AV", "5ML", "7ML", deck="AK").give("discard 2MK")
    assert play.asked == "act 1"
    assert play.state.year == 2
    assert RULES.view(play.state, None).seasons[0].left == ["AK"]


def test_e19_a_wild_card_stands_for_what_scores_most_and_not_for_the_highest_number() -> None:
    bird = counted("3MV PMSL 8MS")
    assert bird.values == (3, 7, 8)
    assert bird.points == 0
    assert points("AM 7ML PMSL PMYK") == 5


def test_e19_wild_cards_are_counted_best_in_every_pile_by_trying_all_values() -> None:
    for ranks in ("2P9", "AP7PC", "C8PP2", "5PP", "4P", "APPPP", "9PPP", "A3P6PC", "6PP9C"):
        assert points(" ".join(f"{rank}M" for rank in ranks)) == best_by_trying(ranks), ranks


def best_by_trying(ranks: str) -> int:
    wild = [place for place, rank in enumerate(ranks) if rank == "P"]
    found = []
    for values in product(range(2, 10), repeat=len(wild)):
        given = dict(zip(wild, values, strict=True))
        heights = [
            given.get(place) or "_A23456789C".index(rank) for place, rank in enumerate(ranks)
        ]
        if heights not in (sorted(set(heights)), sorted(set(heights), reverse=True)):
            continue
        numbers = [height for height in heights if 2 <= height <= 9]
        extra = 5 * (("A" in ranks) + ("C" in ranks))
        if sum(numbers) < 18:
            found.append(sum(numbers) - 18 - extra)
            continue
        found += [
            sum(numbers) - sum(paid) + extra
            for size in range(len(numbers) + 1)
            for paid in combinations(numbers, size)
            if sum(paid) >= 18
        ]
    return max(found)
