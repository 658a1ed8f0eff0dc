"""What every game must hold, checked along a played match; knows no game.

`check_match` walks the match of a record and raises AssertionError at the first thing that a game
breaks. The message says how to repeat it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from games.rules.chance import Chance, Shuffle
from games.rules.configurations import Configuration
from games.rules.journal import PlayedPhase, replay
from games.rules.playout import Dice, match_seed, play_match
from games.rules.protocol import (
    Choice,
    Event,
    OrderError,
    Rules,
    Seat,
    Setup,
)
from games.rules.record import (
    MatchRecord,
    check_seed,
    read_record,
    replay_record,
    verify,
    write_record,
)
from games.rules.record_form import RecordError
from games.rules.stored_json import decoded_events, encoded_events
from tests.sizes import sized

MOST_LEGAL_ORDERS = 60
SPELLED_TEXTS = 4
WORLDS = sized(3, 6)
LARGEST_STATE = 4096
LOOKED_AT = sized(4, 1)
"""Views, prompts and orders are looked at in one position of so many, and in the last."""

AnyRules = Rules[Any, Any]


class Case(NamedTuple):
    """One match to play: what, with which chance, and how often nobody answers (percent)."""

    rules: AnyRules
    bot: Any
    configuration: Configuration
    seed: str
    silence: int

    def play(self) -> MatchRecord:
        bots = [self.bot] * self.configuration.seats
        options = self.configuration.options
        return play_match(self.rules, bots, options, match_seed(self.seed), silence=self.silence)

    @property
    def command(self) -> str:
        """What repeats the match."""
        given = " ".join(
            f"--option {name}={str(value).lower()}"
            for name, value in self.configuration.options.as_mapping().items()
        )
        return (
            f"manage.py playout {self.rules.key} --seats {self.configuration.seats} {given} "
            f"--games 1 --seed {self.seed} --silence {self.silence} --policy {self.bot.key}"
        )


def check_match(case: Case) -> None:
    """Play the case's match and check everything along it."""
    try:
        record = case.play()
        check_record(case.rules, record)
        check_walk(case.rules, case.configuration, record)
        check_event_secrecy(case.rules, record, Dice(record.seed, "worlds"))
    except Exception as error:
        raise AssertionError(f"{error or error!r}\nrepeat with: {case.command}") from error


def check_record(rules: AnyRules, record: MatchRecord) -> None:
    """The record reads back, verifies, and its shuffles are the seed's."""
    assert read_record(write_record(record)) == record, "a record does not read back"
    verify(rules, record)
    check_seed(rules, record)
    assert record.outcome.reason in rules.reasons, "an ending that the game does not list"
    places, rivals = record.outcome.places, len(record.outcome.extra)
    for place in places:
        # A virtual player with a score of its own may stand before people, without a place.
        due = 1 + sum(other < place for other in places)
        assert due <= place <= due + rivals, "places skip"


def from_seed(
    rules: AnyRules, configuration: Configuration, record: MatchRecord
) -> Iterator[PlayedPhase[Any]]:
    setup = Setup(configuration.seats, configuration.options, Chance(record.seed))
    return replay(rules, setup, record.orders)


def check_walk(rules: AnyRules, configuration: Configuration, record: MatchRecord) -> None:
    """Every position of the match, and every step from one to the next."""
    dice = Dice(record.seed, "conformance")
    seats = range(configuration.seats)
    again = from_seed(rules, configuration, record)
    listed = replay_record(rules, record)
    before: Any = None
    cards: tuple[str, ...] | None = None
    number = 0
    differed = False
    for played, twin, by_list in zip(
        from_seed(rules, configuration, record), again, listed, strict=True
    ):
        state, events = played.adjudication.state, played.adjudication.events
        encoded = rules.encode(state)
        assert encoded == rules.encode(twin.adjudication.state), "a replay differs"
        assert twin.adjudication.events == events, "a replay tells something else"
        assert by_list.adjudication.events == events, "a replay by the shuffles differs"
        check_encoding(rules, state)
        check_events(rules, events, seats)
        if played.phase is not None:
            number += 1
            assert played.phase.number == number, "phase numbers do not rise by one from 1"
            check_step(rules, before, played)
        cards = check_cards(rules, state, cards)
        if number % LOOKED_AT == configuration.seats % LOOKED_AT or rules.outcome(state):
            differed |= check_views(rules, state, seats, Chance(record.seed, used=number))
            check_position(rules, state, seats, dice)
            shown = rules.reveal(state)
            check_json(shown.view, "what is revealed")
            assert as_json(shown.hands) == shown.hands, "what is revealed holds more than JSON"
            assert rules.encode(state) == encoded, "a question changed the state"
        before = state
    assert differed, "resampling never changed anything: it shows nothing"


def check_encoding(rules: AnyRules, state: Any) -> None:
    text = rules.encode(state)
    assert len(text.encode()) <= LARGEST_STATE, "the state is too large"
    decoded = rules.decode(text)
    assert decoded == state, "decode does not undo encode"
    assert rules.encode(decoded) == text, "encoding is not canonical"


def check_events(rules: AnyRules, events: tuple[Event, ...], seats: range) -> None:
    stored = as_json(encoded_events(events))
    assert decoded_events(rules, stored) == events, "events hold more than JSON"
    for event in events:
        declared = rules.events.get(event.kind, Mapping)
        assert isinstance(event.data, declared), f"{event.kind} is not as declared"
        assert event.seen_by is None or event.seen_by <= set(seats), f"{event.kind}: no such seat"


def check_cards(rules: AnyRules, state: Any, cards: tuple[str, ...] | None) -> tuple[str, ...]:
    """The cards of the match where the game offers to count them; the same from deal to end."""
    count = getattr(rules, "cards", None)
    now: tuple[str, ...] = tuple(count(state)) if count else ()
    assert cards is None or now == cards, "cards were lost or made"
    return now


def check_step(rules: AnyRules, before: Any, played: PlayedPhase[Any]) -> None:
    """Orders in any sequence, and only from exactly the awaited seats, lead to the same step."""
    encoded = rules.encode(before)
    orders = {seat: rules.parse_order(before, seat, text) for seat, text in played.entries}
    backwards = rules.adjudicate(before, dict(reversed(orders.items())))
    assert backwards.events == played.adjudication.events, "the sequence of arrival matters"
    assert backwards.shuffles == played.adjudication.shuffles, "the sequence of arrival matters"
    assert rules.encode(backwards.state) == rules.encode(played.adjudication.state)
    assert rules.encode(before) == encoded, "adjudicate changed its argument"
    some_seat, some_order = next(iter(orders.items()))
    fewer = {seat: order for seat, order in orders.items() if seat != some_seat}
    assert refused(rules.adjudicate, before, fewer), "a missing order is not refused"
    more = {**orders, 99: some_order}
    assert refused(rules.adjudicate, before, more), "an order of nobody is not refused"


def refused(call: Callable[..., Any], *arguments: Any) -> bool:
    """Whether the call raises an OrderError; anything else that it raises is a fault."""
    try:
        call(*arguments)
    except OrderError:
        return True
    return False


def check_position(rules: AnyRules, state: Any, seats: range, dice: Dice) -> None:
    phase, outcome = rules.phase(state), rules.outcome(state)
    assert (phase is None) == (outcome is not None), "over without an outcome, or the reverse"
    standing = rules.standing(state)
    assert len(standing) == len(seats), "somebody stands at no score"
    assert outcome is None or standing == outcome.scores, "the score changes at the end"
    awaited = phase.awaited if phase else ()
    if phase:
        assert awaited, "an open phase awaits nobody"
        assert awaited == tuple(sorted(set(awaited) & set(seats))), "awaited not in seat order"
    for seat in seats:
        if seat in awaited:
            check_decision(rules, state, seat, dice)
        else:
            assert refused(rules.decision, state, seat), "who is not awaited is asked"
            assert refused(rules.parse_order, state, seat, "pass"), "who is not awaited may order"


def check_decision(rules: AnyRules, state: Any, seat: Seat, dice: Dice) -> None:
    """Default legal, parse undoes format, and what the choices spell is legal."""
    decision = rules.decision(state, seat)
    assert isinstance(as_json(decision.data), dict), "a prompt holds more than JSON"
    assert decision.choices, "a decision without a choice"
    legal = list(islice(rules.legal_orders(state, seat), MOST_LEGAL_ORDERS))
    texts = [rules.format_order(order) for order in legal]
    assert legal, "no legal order"
    assert len(set(texts)) == len(texts), "a legal order is listed twice"
    default = rules.default_order(state, seat)
    for order in (default, *legal):
        text = rules.format_order(order)
        assert rules.parse_order(state, seat, text) == order, f"{text!r} does not read back"
        loud = text.upper().replace(" ", "   ") + " "
        assert rules.parse_order(state, seat, loud) == order, f"{loud!r} is not forgiven"
    if len(legal) < MOST_LEGAL_ORDERS:
        assert default in legal, "the default order is not legal"
    for choice in decision.choices:
        for _ in range(SPELLED_TEXTS):
            text = spell(choice, dice)
            order = rules.parse_order(state, seat, text)
            if len(legal) < MOST_LEGAL_ORDERS:
                assert order in legal, f"the choices spell {text!r}, which is not legal"


def spell(choice: Choice, dice: Dice) -> str:
    """A random text that the choice spells."""
    words = [choice.verb]
    for part in choice.parts:
        count = part.least + dice.randrange(part.most - part.least + 1)
        values = list(part.values)
        words += [values.pop(dice.randrange(len(values))) for _ in range(count)]
    return " ".join(words)


def check_views(rules: AnyRules, state: Any, seats: range, chance: Chance) -> bool:
    """Nobody's view or prompt changes when what they cannot know is dealt anew.

    Returns whether the other state differed at all.
    """
    phase = rules.phase(state)
    differed = False
    for seat in (*seats, None):
        view = rules.view(state, seat)
        check_json(view, "a view")
        other = rules.resample(state, seat, chance)
        assert rules.view(other, seat) == view, f"the view of {seat} tells a secret: " + (
            ", ".join(sorted(differences(as_json(view), as_json(rules.view(other, seat)))))
        )
        assert rules.phase(other) == phase, f"{seat} could tell it from the phase"
        if seat is not None and phase and seat in phase.awaited:
            told, retold = rules.decision(state, seat), rules.decision(other, seat)
            assert told == retold, f"the prompt of {seat} tells a secret"
            assert rules.default_order(state, seat) == rules.default_order(other, seat), (
                f"the default order of {seat} tells a secret"
            )
        check_forced_openly(rules, state, other, seat)
        check_encoding(rules, other)
        check_cards(rules, other, check_cards(rules, state, None))
        differed |= rules.encode(other) != rules.encode(state)
    return differed


def check_forced_openly(rules: AnyRules, state: Any, other: Any, viewer: Seat | None) -> None:
    """That a seat has but one order is called open only where no hidden card decides it."""
    phase = rules.phase(state)
    for seat in phase.awaited if phase is not None else ():
        is_open = rules.is_forced_openly(state, seat)
        assert not is_open or len(list(islice(rules.legal_orders(state, seat), 2))) == 1
        if seat != viewer:
            assert is_open == rules.is_forced_openly(other, seat), f"{viewer} learns it of {seat}"


def check_event_secrecy(rules: AnyRules, record: MatchRecord, dice: Dice) -> None:
    """Who cannot tell two worlds apart by what they may see must not be told by the events.

    A world is the same match with two cards of one shuffle changed round. As long as every order is
    legal there too, a seat whose view has been the same all along must see the same events.
    """
    for _ in range(WORLDS):
        still: set[Seat | None] = {*range(record.seats), None}
        world = replay_record(rules, another_world(record, dice))
        real = replay_record(rules, record)
        try:
            for one, two in zip(real, world, strict=False):
                _compare_worlds(rules, one, two, still)
        except RecordError:
            continue  # an order that only the real world allows: from here on they are two matches


def _compare_worlds(
    rules: AnyRules, one: PlayedPhase[Any], two: PlayedPhase[Any], still: set[Seat | None]
) -> None:
    for seat in tuple(still):
        view = rules.view(one.adjudication.state, seat)
        if view != rules.view(two.adjudication.state, seat):
            still.discard(seat)
            continue
        told = seen(one.adjudication.events, seat)
        otherwise = seen(two.adjudication.events, seat)
        assert told == otherwise, f"an event tells {seat} a secret: " + ", ".join(
            f"{event} where {other} would tell as much"
            for event, other in zip(told, otherwise, strict=False)
            if event != other
        )


def another_world(record: MatchRecord, dice: Dice) -> MatchRecord:
    shuffles = list(record.shuffles)
    while True:
        index = dice.randrange(len(shuffles))
        cards = list(shuffles[index].cards)
        one, two = dice.randrange(len(cards)), dice.randrange(len(cards))
        if cards[one] != cards[two]:
            break
    cards[one], cards[two] = cards[two], cards[one]
    shuffles[index] = Shuffle(shuffles[index].pile, tuple(cards))
    return replace(record, shuffles=tuple(shuffles))


def seen(events: Iterable[Event], seat: Seat | None) -> list[tuple[str, Any]]:
    return [
        (event.kind, event.data)
        for event in events
        if event.seen_by is None or seat in event.seen_by
    ]


def check_json(value: object, what: str) -> None:
    """A value of the rules goes over the wire and comes back as it was."""
    assert msgspec.json.decode(msgspec.json.encode(value), type=type(value)) == value, (
        f"{what} holds more than JSON"
    )


def as_json(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def differences(one: Any, two: Any, path: str = "") -> Iterator[str]:
    """The paths at which two JSON values differ."""
    if isinstance(one, dict) and isinstance(two, dict):
        for key in one.keys() | two.keys():
            yield from differences(one.get(key), two.get(key), f"{path}.{key}")
    elif isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        for index, pair in enumerate(zip(one, two, strict=True)):
            yield from differences(*pair, f"{path}[{index}]")
    elif one != two:
        yield path
