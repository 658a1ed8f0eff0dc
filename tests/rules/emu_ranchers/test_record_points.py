"""The notation: "Emu Ranchers" 1 and 2, the deals, and when a decision is put to a seat."""

from games.catalogue.emu_ranchers.rules import BOTS
from games.catalogue.emu_ranchers.rules.cards import BASIC
from games.catalogue.emu_ranchers.rules.options import EmuRanchersOptions
from games.rules.chance import Chance
from games.rules.journal import JournalEntry
from games.rules.playout import play_match
from games.rules.protocol import Setup
from games.rules.record import check_seed, make_record, verify
from tests.rules.emu_ranchers.positions import RULES, position
from tests.sizes import sized


def test_point_1_any_legal_sequence_of_growth_is_one_order_and_stays_as_it_was_written() -> None:
    play = position("7ML 9LK", birds="6MV / 3SK", deck="", phase="growth")
    for text in ("grow 7ML 1 9LK 2", "grow 9LK 2 7ML 1"):
        assert RULES.format_order(RULES.parse_order(play.state, 0, text)) == text
        assert text in play.legal()


def test_point_1_the_sequence_of_the_cards_on_a_bird_is_that_of_the_order() -> None:
    play = position("7ML PMSL", birds="5ML", deck="", phase="growth", cards="pawns", years=1)
    assert {"grow 7ML 1 PMSL 1", "grow PMSL 1 7ML 1"} <= play.legal()
    play.give("grow PMSL 1 7ML 1")
    ranch = play.told("year-ended")[0]["ranches"][0]
    assert ranch["birds"][0]["cards"] == ["5ML", "PMSL", "7ML"]
    assert ranch["birds"][0]["values"] == [5, 6, 7]


def test_point_1_the_growth_of_seat_0_stands_before_that_of_seat_1() -> None:
    for number in range(sized(6, 20)):
        options = EmuRanchersOptions(1, "courts", excuse=True)
        record = play_match(RULES, [BOTS["steady"]] * 2, options, f"point-{number}")
        ends = [entry.seat for entry in record.orders[-2:] if " ".join(entry.text.split()[2:])]
        assert ends == sorted(ends)
        verify(RULES, record)
        check_seed(RULES, record)


def test_point_2_the_excuse_acts_by_itself_on_the_worst_losing_bird() -> None:
    play = position("X 9LK", birds="5ML / AS / 8YK", deck="", phase="growth", excuse=True, years=1)
    play.give("done")
    ranch = play.told("year-ended")[0]["ranches"][0]
    assert ranch["let_go"] == 2
    assert ranch["points"] == -13 - 10


def test_a_draw_is_asked_only_where_there_are_two_sources() -> None:
    assert position("2MK 3SK", "4MS").give("hatch 2MK").asked == "act 1"
    assert position("2MK 3SK", "4MS", discard="AK").give("hatch 2MK").asked == "draw 0"
    assert position("2MK 3SK", "4MS", discard="AK").give("discard 2MK").asked == "act 1"


def test_an_act_is_asked_also_where_a_single_order_is_legal() -> None:
    play = position("X", excuse=True)
    assert play.asked == "act 0"
    assert play.legal() == {"discard X"}


def test_the_growth_is_asked_also_of_a_seat_that_has_one_card_to_place() -> None:
    play = position("7ML", birds="6MV", deck="", phase="growth")
    assert play.legal() == {"done", "grow 7ML 1"}


def test_every_year_has_one_shuffle_of_all_cards_under_the_name_deck() -> None:
    options = EmuRanchersOptions(4)
    record = play_match(RULES, [BOTS["random"]] * 2, options, "shuffles")
    assert [shuffle.pile for shuffle in record.shuffles] == ["deck"] * 4
    assert all(sorted(shuffle.cards) == sorted(BASIC) for shuffle in record.shuffles)


def test_a_record_may_hold_a_growth_that_goes_to_and_fro_between_birds() -> None:
    bots = [BOTS["random"]] * 2
    for number in range(60):
        record = play_match(RULES, bots, EmuRanchersOptions(1), f"to-and-fro-{number}")
        place = next(
            (
                place
                for place, entry in enumerate(record.orders)
                if len(set(entry.text.split()[2::2])) == 2 and len(entry.text.split()) == 5
            ),
            None,
        )
        if place is not None:
            break
    assert place is not None
    seat, text = record.orders[place]
    _, card, bird, other_card, other_bird = text.split()
    turned = JournalEntry(seat, f"grow {other_card} {other_bird} {card} {bird}")
    orders = [*record.orders[:place], turned, *record.orders[place + 1 :]]
    setup = Setup(2, EmuRanchersOptions(1), Chance(record.seed))
    verify(RULES, make_record(RULES, setup, record.shuffles, orders, record.outcome))
