"""What an order does in Wild Cards, said beforehand, in positions worked out by hand."""

from __future__ import annotations

from itertools import islice

from games.presentation import presentation_for
from games.presentation.default_presentation import Presentation
from games.rules.protocol import Decision, Seat
from games.rules.registry import game_for
from tests.presentation.positions import RULES, legal, positions
from tests.rules.events import facts
from tests.rules.wild_cards.positions import Play, position

WORDS = presentation_for("wild-cards")


def effect(play: Play, order: str, seat: Seat = 0) -> str:
    return WORDS.effect(RULES.decision(play.state, seat), RULES.view(play.state, seat), order)


def test_a_game_that_says_nothing_of_its_own_says_nothing() -> None:
    plain = Presentation(game_for("wizard"))
    assert plain.effect(Decision("bid", {}, ()), None, "bid 1") == ""


def test_w3_a_bid_says_what_an_animal_costs_and_where_the_bonus_is() -> None:
    play = position("F1 F3 W2 S4", "S1", "M1", market="peacock ibex")
    assert effect(play, "bid F1") == (
        "An animal costs nothing more; bonus 2 within reach with the peacock"
    )
    assert effect(play, "bid S4") == "An animal costs 3 more cards"
    assert effect(play, "bid F3") == (
        "An animal costs 2 more cards; bonus 2 within reach with the peacock"
    )


def test_w2_a_bid_that_cannot_be_paid_says_so() -> None:
    play = position("F4 S1", "S1", "M1", market="peacock ibex")
    assert effect(play, "bid F4") == "You cannot pay for it: you would have to pass"


def test_w53_the_refill_card_says_that_there_is_no_animal() -> None:
    play = position("F4 S1", "S1", "M1")
    assert effect(play, "bid R").startswith("No animal this round")


def test_w28_the_eagles_choice_says_how_the_cards_stand_among_the_open_bids() -> None:
    play = position("F2 S3", "S1", "M3", market="peacock ibex", leaders={"eagle": 0},
                    collections=[{"eagle": 1}])  # fmt: skip
    assert effect(play, "bid F2 S3") == "You choose one of them when the other bids are revealed"
    play.give("bid F2 S3", "bid S1", "bid M3")
    assert effect(play, "reveal S3") == (
        "Level with another bid; you cannot pay for it: you would have to pass"
    )
    assert effect(play, "reveal F2") == "1 bid is higher; an animal costs 1 more card"


def test_w13_w43_a_take_says_bonus_leader_and_points() -> None:
    play = position("F2 F3 S1", "S1", "M1", market="peacock ibex", collections=[{"ibex": 1}],
                    leaders={"ibex": 0})  # fmt: skip
    play.give("bid F2", "bid R", "bid R").give("refill", "refill")
    assert play.asked == "take 0"
    assert effect(play, "take peacock F3") == ("Bonus 2; you get the peacock leader; 3 → 9 points")
    assert effect(play, "take peacock S1") == "You get the peacock leader; 3 → 7 points"
    assert effect(play, "take ibex S1") == "3 → 5 points"


def test_w13_a_leader_of_somebody_with_more_stays_there() -> None:
    play = position("F2 F3 S1", "S1", "M1", market="peacock ibex",
                    collections=[{"ibex": 2, "lion": 1}, {"peacock": 2}],
                    leaders={"peacock": 1})  # fmt: skip
    play.give("bid F2", "bid R", "bid R").give("refill", "refill")
    assert effect(play, "take peacock S1") == "You stay at 5 points"


def test_w9_a_pass_says_what_comes_back_and_is_drawn() -> None:
    play = position("F2 F3 S1", "S1", "M1", market="peacock ibex")
    play.give("bid F2", "bid R", "bid R").give("refill", "refill")
    assert effect(play, "pass") == "Your cards come back; you draw 2 cards and hold 5"
    full = position("F1 F2 F3 S1 S2 S3 M1 M2 M3 W1", "S1", "M1", market="peacock ibex")
    full.give("bid F2", "bid R", "bid R").give("refill", "refill")
    assert effect(full, "pass") == "Your cards come back; you draw nothing"


def test_w16_to_w19_a_swap_says_which_leaders_come_and_go() -> None:
    play = position("F2", "S1", "M1", market="lion ibex",
                    collections=[{"meerkat": 2, "lion": 1}, {"ibex": 1}],
                    leaders={"meerkat": 0, "lion": 0, "ibex": 1})  # fmt: skip
    play.give("bid R", "bid S1", "bid M1")
    assert play.asked == "swap 0"
    assert effect(play, "swap lion ibex") == (
        "You get the ibex leader; you lose the lion leader; you stay at 7 points"
    )
    assert effect(play, "swap lion lion") == "You stay at 7 points"
    assert effect(play, "swap none") == "Your collection stays as it is"


def test_w6_a_refill_says_how_many_cards_are_drawn() -> None:
    play = position("F2 F3", "S1", "M1", market="lion ibex").give("bid R", "bid S1", "bid M1")
    assert effect(play, "refill") == "You draw 5 cards and hold 7"
    assert effect(play, "refill F2 F3") == "You draw 7 cards and hold 7"
    squirrel = position("F2 F3", "S1", "M1", market="lion ibex", leaders={"squirrel": 0},
                        collections=[{"squirrel": 1}])  # fmt: skip
    squirrel.give("bid R", "bid S1", "bid M1")
    assert effect(squirrel, "refill F2") == "You draw 9 cards and hold 10"


def test_w8_a_refill_from_short_piles_promises_no_number() -> None:
    play = position("F2 F3", "S1", "M1", market="lion ibex", deck="F1 F1 F1")
    play.give("bid R", "bid S1", "bid M1")
    assert effect(play, "refill") == "You draw what is left, up to 7 in hand"


def test_w36_w37_in_a_tie_the_total_and_stepping_out_are_said() -> None:
    play = position("F2 F3 S1", "S2 S4", "M1", market="peacock ibex")
    play.give("bid F2", "bid S2", "bid M1")
    assert play.asked == "pay 0 1"
    assert effect(play, "pay F3") == "Bid and payment make 5; bonus 2 with the peacock"
    assert effect(play, "pay S1") == "Bid and payment make 3"
    assert effect(play, "pass") == ("You leave the tie, take your bid back and draw up to 2 cards")


def test_w39_the_duel_of_2020_says_what_a_card_counts() -> None:
    play = position("F2 F3 S1", "S2 S3", "M1", market="peacock ibex", edition="2020")
    play.give("bid F2", "bid S2", "bid M1").give("pay F3", "pay S3")
    assert play.asked == "show 0 1"
    assert effect(play, "show S1") == "Counts 1 and is discarded afterwards"
    assert effect(play, "draw") == "An unseen card counts; your hand stays as it is"


def test_what_is_said_of_a_take_is_what_the_rules_do() -> None:
    taken = 0
    for place in positions():
        for seat, decision in place.decisions():
            view = RULES.view(place.state, seat)
            for order in islice(legal(place, seat), 30):
                text = RULES.format_order(order)
                said = WORDS.effect(decision, view, text).lower()
                assert said
                if decision.kind != "take" or text == "pass":
                    continue
                events = RULES.adjudicate(place.state, {seat: order}).events
                [took] = [e for e in events if e.kind == "took" and facts(e)["seat"] == seat]
                gained = events[events.index(took) + 1 : events.index(took) + 2]
                leads = [e.kind for e in gained] == ["leader-gained"]
                assert ("bonus 2" in said) == facts(took)["bonus"]
                assert ("you get the" in said) == leads
                taken += 1
    assert taken > 50
