"""The notation: "Wizard 1-3", when a decision is put to a seat, and the deals."""

from games.catalogue.wizard.rules import BOTS
from games.catalogue.wizard.rules.options import WizardOptions
from games.rules.chance import Chance
from games.rules.journal import replay
from games.rules.playout import match_seed, play_match
from games.rules.protocol import Setup
from games.rules.record import make_record
from tests.rules.wizard.positions import RULES, dealt


def bidders(bidding: str) -> list[int]:
    """The seats of the first round's bids, as a record lists them."""
    options = WizardOptions.from_mapping({"bidding": bidding})
    record = play_match(RULES, [BOTS["random"]] * 4, options, match_seed("points"))
    return [entry.seat for entry in record.orders if entry.text.startswith("bid")][:4]


def test_point_1_sealed_bids_stand_in_seat_order_and_open_ones_in_bidding_order() -> None:
    assert bidders("blind") == bidders("hidden") == [0, 1, 2, 3]
    assert bidders("open") == [1, 2, 3, 0]


def test_point_2_a_record_of_two_seats_says_that_bids_are_hidden() -> None:
    setup = Setup(2, WizardOptions(bidding="hidden"), Chance("a seed"))
    record = play_match(RULES, [BOTS["random"]] * 2, setup.options, match_seed("two"))
    assert record.options == {
        "bidding": "hidden",
        "dark_wizard": False,
        "uneven": False,
        "clairvoyance": False,
        "monochrome": False,
    }
    assert make_record(RULES, setup, (), (), record.outcome).edition is None


def test_point_3_in_monochrome_the_decks_are_named_by_seat_and_seat_1_leads_first() -> None:
    table = dealt(4, monochrome=True)
    assert table.asked == "bid 1"
    setup = Setup(4, WizardOptions(monochrome=True), Chance("a seed"))
    shuffles = RULES.start(setup).shuffles
    assert [one.pile for one in shuffles] == ["deck-0", "deck-1", "deck-2", "deck-3"]
    assert [{card[0] for card in one.cards} - {"Z", "N"} for one in shuffles] == [
        {"R"}, {"B"}, {"G"}, {"Y"}
    ]  # fmt: skip


def test_every_card_played_is_an_entry_also_where_it_is_the_only_one() -> None:
    options = WizardOptions()
    record = play_match(RULES, [BOTS["random"]] * 6, options, match_seed("entries"))
    played = [entry for entry in record.orders if entry.text.startswith("play")]
    assert len(played) == 6 * sum(range(1, 11))
    bids = [entry for entry in record.orders if entry.text.startswith("bid")]
    assert len(bids) == 6 * 10


def test_a_deck_is_shuffled_once_a_round_and_with_two_seats_once_only() -> None:
    for seats, bidding, number in ((3, "open", 20), (2, "hidden", 1)):
        options = WizardOptions.from_mapping({"bidding": bidding})
        record = play_match(RULES, [BOTS["random"]] * seats, options, match_seed("decks"))
        assert [one.pile for one in record.shuffles] == ["deck"] * number


def test_whoever_repeats_the_deal_from_the_shuffle_gets_the_same_hands() -> None:
    setup = Setup(5, WizardOptions(), Chance("a seed"))
    record = play_match(RULES, [BOTS["random"]] * 5, setup.options, "a seed")
    decks = iter(record.shuffles)
    for played in replay(RULES, setup, record.orders):
        for shuffle in played.adjudication.shuffles:
            assert shuffle == next(decks)
            state = played.adjudication.state
            for place in range(5):
                seat = (state.dealer + 1 + place) % 5
                cut = shuffle.cards[place * state.cards : (place + 1) * state.cards]
                assert sorted(cut) == sorted(state.hands[seat])
