"""What conditions may claim of a round: its trump, who has spoken, what is left in the deck, how a
row begins and ends, what cards are gone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from games.words.conditions.claim import (
    Claim,
    Parsed,
    Whose,
    enough,
    exact,
    is_named,
    is_so,
    of_whom,
)
from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.lexicon.said import length_at, phrases

_TRUMP = (tags.VERB, "trump")
_ENDS = {"starts": "left", "ends": "right"}


def _of_trump(one: Parsed) -> Claim | None:
    """Which colour is trump, or whether any is: "if red is trump", "is there no trump?"."""
    trump, earlier = one.facts.trump, one.earlier
    words = [token for token in one.said.tokens if (token.kind, token.value) == _TRUMP]
    is_same = earlier is not None and earlier.figure == "trump"
    colours = [token.value for token in one.things if token.kind == "COLOUR"]
    if trump is None or len(colours) < len(one.things) or not (words or (is_same and colours)):
        return None
    if one.test is not None or one.whose.seats:
        return None  # "if I hold three trumps"
    one.said.take(words)
    if not colours and one.said.says("other"):
        return None  # "if another is trump"
    return Claim(trump in colours if colours else bool(trump), figure="trump", things=one.things)


def _of_trump_laid(one: Parsed) -> Claim | None:
    """Whether anybody has laid a trump in this trick: "if nobody has trumped yet"."""
    words = [token for token in one.said.tokens if (token.kind, token.value) == _TRUMP]
    is_same = one.earlier is not None and one.earlier.figure == "trump laid"
    is_said = bool(words) and one.said.says("laid", "has")
    is_open = one.scene.kind == "play" and bool(one.facts.trump) and one.test is None
    if not is_open or one.things or not one.whose.seats or not (is_said or is_same):
        return None
    one.said.take(words)
    whose = one.whose._replace(how="any") if one.whose.how == "sum" else one.whose
    laid = [one.facts.held["played"][seat] or () for seat in whose.seats]
    holds = [any(card[0] == one.facts.trump for card in cards) for cards in laid]
    return Claim(of_whom(whose, holds), whose=whose, figure="trump laid")


def _of_speaking(one: Parsed) -> Claim | None:
    """Who has said a number before: "if I'm the first to bid", "if nobody has spoken yet"."""
    if one.scene.kind != "bid" or "taken" not in one.facts.figures or one.things:
        return None
    bids = one.facts.figures["spoken"]
    spoken = [seat for seat, number in enumerate(bids) if number]
    if one.whose.seats in ((), (one.scene.seat,)):
        place = _place_in_turn(one, len(bids))
        if place is not None:
            return Claim(len(spoken) == place, figure="speaking")
    return _of_spoken(one, spoken) if one.said.says("has spoken") else None


def _place_in_turn(one: Parsed, seats: int) -> int | None:
    """How many have spoken before the writer, as he says by his place."""
    places = [token for token in one.said.tokens if token.kind == tags.ORDINAL]
    if one.said.says("to speak") and len(places) == 1:
        one.said.take(places)
        return int(places[0].value) - 1
    if one.test is None and one.said.says("first to speak"):
        return 0
    return seats - 1 if one.test is None and one.said.says("last to speak") else None


def _of_spoken(one: Parsed, spoken: Sequence[int]) -> Claim | None:
    others = Whose(one.whose.seats, "any" if one.whose.how == "sum" else one.whose.how)
    if one.test is not None and others.seats in ((), (one.scene.seat,)):
        return Claim(enough(one.test).holds(len(spoken)), figure="speaking")
    if one.test is not None or not others.seats:
        return None
    truth = of_whom(others, [seat in spoken for seat in others.seats])
    if truth and one.said.says("only"):
        truth = set(spoken) == set(others.seats)
    return Claim(truth, whose=one.whose, figure="speaking")


def _of_lead(one: Parsed) -> Claim | None:
    """Whether the writer leads: "if it's my lead"."""
    is_open = one.scene.kind == "play" and "trick" in one.facts.figures and not one.things
    if not is_open or one.whose.seats not in ((), (one.scene.seat,)) or one.test is not None:
        return None
    return Claim(not one.facts.lying["trick"]) if one.said.says("my lead") else None


def _of_trick(one: Parsed) -> Claim | None:
    """Who is ahead in the trick, and with what: "if Anna's winning with the 13"."""
    is_counting = one.test is not None and bool(one.test.how) and not _tells_card(one)
    if one.facts.usual != "trick" or is_counting or one.whose.how == "sum":
        return None
    earlier = one.earlier if one.earlier is not None and one.earlier.figure == "trick" else None
    ways = [name for name in ("ahead", "behind") if one.said.says(name)]
    if not ways and earlier is not None and one.whose.seats:
        ways = [earlier.way]  # "should it be Anna"
    is_counted = any(one.said.says(name) for name in ("points", "cards", "bid", "hand"))
    is_counted |= one.said.says("taken") and not one.said.says("this trick")
    is_of_card = bool(one.things) or one.test is not None
    if not ways or is_counted or (is_of_card and ways != ["ahead"]):
        return None
    whose = one.whose if one.whose.seats else Whose((one.scene.seat,))
    holds = [_is_ahead(one, seat) == (ways[0] == "ahead") for seat in whose.seats]
    return Claim(of_whom(whose, holds), whose=whose, figure="trick", way=ways[0])


def _tells_card(one: Parsed) -> bool:
    """Whether the number is that of a card with which somebody is ahead: "with a 12 or higher"."""
    listed = phrases(one.said.language, one.said.section, "with")
    numbers = [token for token in one.said.tokens if token.kind == tags.NUMBER]
    before = one.said.words[max(numbers[-1].place - 2, 0) : numbers[-1].place] if numbers else []
    return any(word in listed for word in before)


def _is_ahead(one: Parsed, seat: int) -> bool:
    cards = one.facts.held["played"][seat] or ()
    is_with = not one.things or any(is_named(card, one.things) for card in cards)
    if one.test is not None:  # "with the twelve", "with a 12 or higher"
        ranks = [int(card[1:]) for card in cards if card[1:].isdigit()]
        is_with = any(map(exact(one.test).holds, ranks))
    return one.facts.figures["trick"][seat] == 1 and is_with


def _of_players(one: Parsed) -> Claim | None:
    """How many play: "if there are five of us"."""
    if one.test is None or one.things or not one.said.says("players"):
        return None
    return Claim(exact(one.test).holds(len(one.scene.view.players)), test=one.test)


def _of_deck(one: Parsed) -> Claim | None:
    """Whether the deck is used up, or has anything left."""
    if one.facts.deck is None or one.test is not None or one.things or one.whose.seats:
        return None
    is_same = one.earlier is not None and one.earlier.figure == "deck"
    if not (one.said.says("deck") or is_same):
        return _of_pile(one)
    if one.said.says("used up"):
        return Claim(not one.facts.deck, figure="deck")
    if one.said.says("left in it"):
        return Claim(bool(one.facts.deck), figure="deck")
    if one.said.says("the last one"):
        return Claim(one.facts.deck == 1, figure="deck")
    return None


def _of_pile(one: Parsed) -> Claim | None:
    """Whether anything lies on the discards: "if the discard pile is empty"."""
    is_same = one.earlier is not None and one.earlier.figure == _PILE
    if "discard" not in one.facts.lying or not (is_same or one.said.says("open card")):
        return None
    if one.said.says("used up"):
        return Claim(not one.facts.lying["discard"], figure=_PILE)
    is_left = one.said.says("left in it") or (is_same and one.said.says("anything at all"))
    return Claim(bool(one.facts.lying["discard"]), figure=_PILE) if is_left else None


_PILE = "pile"


def _of_ends(one: Parsed) -> Claim | None:
    """How a row begins or ends: "if row 2 starts with two owls", "if a duck ends it"."""
    rows = [place for place in one.facts.lying if place.startswith("row ")]
    ways = [side for name, side in _ENDS.items() if rows and one.said.says(name)]
    sides = [token.value for token in one.said.tokens if rows and token.kind == "SIDE"]
    things = {token.value for token in one.things}
    if len({*ways, *sides}) != 1 or len(things) != 1:
        return None
    if one.whose.seats or (not ways and not one.said.says("has")):
        return None
    named = _row_named(one, rows)
    if named is None:
        return None
    one.said.take(token for token in one.said.tokens if token.kind == "SIDE")
    row = one.facts.lying[named]
    from_end = list(row) if (ways or sides) == ["left"] else list(reversed(row))
    number = one.test.number if one.test is not None else 1
    truth = len(from_end) >= number and set(from_end[:number]) == things
    return Claim(truth, things=one.things, figure="end", place=named, way=(ways or sides)[0])


def _row_named(one: Parsed, rows: Sequence[str]) -> str | None:
    """The one row that is named, or that was spoken of before."""
    tokens = [token for token in one.said.tokens if token.kind != tags.FILLER]
    named = [t.value for t in tokens if t.kind in ("NAMED_ROW", tags.ORDINAL)]
    for index, token in enumerate(tokens):
        behind = tokens[index + 1 : index + 2] if token.kind == "ROW" else []
        named += [t.value for t in behind if t.kind == tags.NUMBER]
    found = {f"row {value}" for value in named} & set(rows)
    if not named and one.earlier is not None and one.earlier.place in rows:
        return one.earlier.place
    return found.pop() if len(found) == 1 else None


def _of_gone(one: Parsed) -> Claim | None:
    """Which cards have been played in the round: "if three jesters are out", "if the 13 is still
    about"."""
    is_same = one.earlier is not None and one.earlier.figure == _GONE
    if not one.facts.gone or one.whose.seats or not (one.things or is_same):
        return None
    if one.things and one.facts.turned and is_named(one.facts.turned, one.things):
        return Claim()  # it is not played, and cannot be
    if one.said.says("still about"):
        return _still_about(one)
    if not one.things or not one.said.says("gone"):
        return None
    if one.test is not None:
        one.said.says("every")  # "all four wizards"
    trick = one.facts.lying.get("trick", ())
    gone = trick if trick and one.said.says("this trick") else one.facts.gone
    count = sum(is_named(card, one.things) for card in gone)
    truth = enough(one.test).holds(count) if one.test else count > 0
    return Claim(truth, things=one.things, figure=_GONE)


_GONE = "gone"


def _still_about(one: Parsed) -> Claim | None:
    """Whether a card has neither been played nor is the writer's, or that which was spoken of."""
    if not one.things and one.earlier is not None:
        is_gone = is_so(one.earlier)
        return replace(one.earlier, truth=None if is_gone is None else not is_gone)
    seen = [*one.facts.gone, *one.scene.hand]
    if one.test is not None or len({token.kind for token in one.things}) < len(one.things):
        return Claim()
    is_one = any(token.kind in (tags.NUMBER, "CODE") for token in one.things)
    truth = not any(is_named(card, one.things) for card in seen) if is_one else None
    return Claim(truth, things=one.things, figure=_GONE)


def _of_numbers(one: Parsed) -> Claim | None:
    """Whether the open card has a number: "if it's a number, and no crown"."""
    open_cards = one.facts.lying.get("discard")
    if open_cards is None or one.things or one.test is not None or not _says_numbered(one):
        return None
    return Claim(any(card[:1].isdigit() for card in open_cards), place="discard")


def _of_open_rank(one: Parsed) -> Claim | None:
    """Which number the open card has: "if the top one is a two", "if a 3 or lower lies there"."""
    open_cards = one.facts.lying.get("discard")
    is_open = one.said.says("open card")
    others = ("points", "birds", "deck", "hand", *(("cards",) if not is_open else ()))
    is_other = any(one.said.says(name) for name in others)
    if not open_cards or one.things or one.whose.seats or one.test is None or is_other:
        return None
    is_number = any(token.kind == tags.NUMBER for token in one.said.tokens)
    if not is_number or not (is_open or one.scene.kind == "draw"):
        return None
    rank = open_cards[-1][:1].replace("A", "1")
    truth = rank.isdigit() and exact(one.test).holds(int(rank))
    return Claim(truth, test=one.test, place="discard")


def _says_numbered(one: Parsed) -> bool:
    listed = phrases(one.said.language, "descriptions", "numbered")
    found = [(i, length_at(one.said.words, i, listed)) for i in range(len(one.said.words))]
    for place, length in found:
        one.said.read.update(range(place, place + length))
    return any(length for _place, length in found)


def or_parted(one: Parsed) -> list[list[Token]]:
    """The things that are named, parted where an "or" stands between them."""
    ways: list[list[Token]] = [[]]
    for token in one.said.tokens:
        if token.kind == "OR" and ways[-1]:
            ways.append([])
            one.said.take([token])
        elif token in one.things:
            ways[-1].append(token)
    return [way for way in ways if way]


OF_ROUNDS: Sequence[Callable[[Parsed], Claim | None]] = (
    _of_open_rank,
    _of_trump,
    _of_trick,
    _of_trump_laid,
    _of_lead,
    _of_speaking,
    _of_players,
    _of_deck,
    _of_ends,
    _of_gone,
    _of_numbers,
)
