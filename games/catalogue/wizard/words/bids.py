"""Where a number is bid, cards beside it are the reason for it, or what is played behind it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, zip_longest

from games.catalogue.wizard.rules.prompt import BidPrompt
from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.vocabulary import marks
from games.words.positions.evidence import NAMING
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import ORDERING, Act, Clause

_CARDS = ("COLOUR", "SPECIAL", "CODE", "HABITAT", "SUIT")
_IDLE = (tags.FILLER, "AND")


def settle_bids(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Where a number is bid, say in place what the cards beside it are."""
    if scene.kind == "trump":
        _settle_no_tricks(clauses)
    if scene.kind == "bid":
        for clause in clauses:
            clause.tokens = _as_bid(clause)
        _settle_first_trick(clauses)
        _settle_only_trick(scene, clauses)
        _settle_halves(scene, clauses)
        _settle_shares(scene, clauses)
        _settle_none(clauses)
        _settle_tricks(scene, clauses)
        _settle_cards(scene, clauses)


def _settle_no_tricks(clauses: Sequence[Clause]) -> None:
    """ "Yellow trumps and no tricks": behind trump none of them is a bid of 0."""
    for clause in clauses:
        is_plain = clause.act is Act.ORDER and not clause.has(tags.NOT, "OR", tags.DOUBT)
        for index, token in enumerate(clause.tokens) if is_plain else ():
            if token.kind == "NONE" and " " in token.written:
                bid = token._replace(kind=tags.NUMBER, value="0")
                clause.tokens[index : index + 1] = [bid, token._replace(kind="TRICKS")]


def _as_bid(clause: Clause) -> list[Token]:
    """The words, a verb of trump before a number as one that bids: "call it three"."""
    spoken = [one for one in clause.tokens if one.kind != tags.FILLER]
    verbs = [
        one
        for one, number in pairwise(spoken)
        if (one.kind, one.value, number.kind) == (tags.VERB, "trump", tags.NUMBER)
        if not clause.has(*_CARDS)
    ]
    return [one._replace(value="bid") if one in verbs else one for one in clause.tokens]


def _settle_halves(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Say what half of the tricks is: "half of all tricks"; a doubt where that is no number."""
    prompt = scene.decision.data
    if not isinstance(prompt, BidPrompt):
        return
    for clause in clauses:
        is_half = clause.act is Act.ORDER and clause.says_phrase("half of them", 0)
        is_open = clause.has(*_CARDS, tags.NUMBER, tags.OTHERS, tags.NOT, "OR")
        if is_half and not is_open and clause.has("TRICKS", "ALL"):
            half, rest = divmod(prompt.cards, 2)
            like = clause.tokens[0]._replace(language="")
            number = like._replace(kind=tags.NUMBER, value=str(half))
            doubt = like._replace(kind=tags.DOUBT, value="maybe")
            clause.tokens = [number, *([doubt] if rest else [])]


def _settle_first_trick(clauses: Sequence[Clause]) -> None:
    """Make a card for the first trick, behind a bid, what is played then: "two. In trick one yellow
    13"."""
    bid = next((one for one in clauses if one.act in ORDERING), None)
    if bid is None or not bid.has(tags.NUMBER) or bid.has(*_CARDS):
        return
    told = clauses[clauses.index(bid) + 1 :]
    for clause, following in zip_longest(told, told[1:]):
        named = _first_trick(clause)
        rest = [one for one in clause.tokens if one not in named and one.kind not in _IDLE]
        card = clause if rest else following
        if not named or card is None or not _is_plain_card(card):
            continue
        clause.tokens = [one for one in clause.tokens if one not in named]
        if card is not clause:
            clause.act, clause.tokens = Act.ASIDE, []
        _make_step(card)
        verb = bid.tokens[0]._replace(kind=tags.VERB, value="bid", written="", language="")
        bid.tokens = [*([] if bid.has_verb else [verb]), *bid.tokens]


def _is_plain_card(clause: Clause) -> bool:
    """Whether a clause names a card, and says nothing of it that is not known."""
    is_plain = clause.act is Act.ORDER and clause.is_clean
    is_plain &= all(one.value == "play" for one in clause.tokens if one.kind == tags.VERB)
    return is_plain and clause.has(*_CARDS) and not clause.has(tags.NOT, "NONE")


def _first_trick(clause: Clause) -> Sequence[Token]:
    """The words that name the first trick: "first trick", "trick 1"; none where none do."""
    spoken = [one for one in clause.tokens if one.kind != tags.FILLER or one.value == "1"]
    pairs = (pair for pair in pairwise(spoken) if {"tricks", "1"} == {one.value for one in pair})
    return next(pairs, ())


def _settle_only_trick(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Where there is but one trick, to take it is one, and not to is none: "that one's mine"."""
    prompt = scene.decision.data
    if not isinstance(prompt, BidPrompt) or prompt.cards > 1:
        return
    for clause in clauses:
        is_open = clause.asks_back or clause.lead in ("OR", tags.DOUBT) or clause.has(*_UNSAID)
        if is_open or not clause.says_phrase("takes it") or clause.has(*NAMING):
            continue
        count = "0" if clause.has(tags.NOT) else "1"
        like = clause.tokens[0]._replace(after_comma=False)
        clause.act = Act.CORRECT if clause.act is Act.CORRECT else Act.ORDER
        clause.tokens = [
            like._replace(kind=tags.VERB, value="bid"),
            like._replace(kind=tags.NUMBER, value=count),
        ]


_UNSAID = (tags.OTHERS, tags.DOUBT, "OR", "ANY", "ALL", "NONE", tags.ASK)


def _settle_shares(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """ "3 out of the 10": of how many tricks these are says nothing."""
    prompt = scene.decision.data
    most = str(prompt.cards) if isinstance(prompt, BidPrompt) else ""
    for clause in clauses:
        spoken = [one for one in clause.tokens if not _is_between(one)]
        said = [(one.kind, one.value) for one in spoken]
        every = [n for n, pair in enumerate(pairwise(said)) if _is_share(pair, most)]
        between = [one for one in clause.tokens if one.written.casefold() in marks("out of all")]
        if every and any(one.place < spoken[every[0] + 1].place for one in between):
            clause.tokens.remove(spoken[every[0] + 1])


def _is_share(pair: tuple[tuple[str, str], tuple[str, str]], most: str) -> bool:
    (first, _number), (second, value) = pair
    return first == second == tags.NUMBER and value == most


def _is_between(token: Token) -> bool:
    return token.kind in (tags.FILLER, "OF")


def _settle_none(clauses: Sequence[Clause]) -> None:
    """ "I won't win a single trick" is none."""
    for clause in clauses:
        counts = [one for one in clause.tokens if one.kind == tags.NUMBER]
        is_one = len(counts) == 1 and counts[0].written.casefold() in marks("not even one")
        if clause.act in ORDERING and is_one and clause.has(tags.NOT) and clause.says_verb("bid"):
            clause.tokens = [
                one._replace(value="0") if one is counts[0] else one
                for one in clause.tokens
                if one.kind != tags.NOT
            ]


def _settle_tricks(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """So many tricks are bid, whatever cards are named: "a wizard and a 12 are 2 tricks"."""
    legal = {text.split()[-1] for text in scene.legal()}
    said = [one for one in clauses if one.act in (Act.ORDER, Act.CORRECT)]
    tallies = [
        (one, number, word)
        for one in said
        for pair in pairwise([token for token in one.tokens if token.kind != tags.FILLER])
        for number, word in (pair, pair[::-1])
        if number.kind == tags.NUMBER and number.value in legal
        if (word.kind == "TRICKS" and word is pair[1]) or _bids(word)
    ]
    if len(tallies) != 1:
        return
    ((clause, number, word),) = tallies
    rest = [token for token in clause.tokens if token.kind == tags.NUMBER and token.value in legal]
    is_turned = clause.has(tags.NOT, tags.OTHERS, "OR") or clause.asks_back or _says_later(clause)
    is_one = rest == [number] or _bids(word)
    if clause.has(*_CARDS) and is_one and not is_turned and len(said) == 1:
        clause.tokens = [number, word, *_joined_behind(clause, max(number, word, key=_place))]


def _place(token: Token) -> int:
    return token.place


def _joined_behind(clause: Clause, bid: Token) -> list[Token]:
    """A doubt where a card is joined to the bid, which may be played then: "1 trick and the G9"."""
    behind = [one for one in clause.tokens if one.place > bid.place and one.kind != tags.FILLER]
    is_joined = [one.kind for one in behind[:1]] == ["AND"] and clause.tokens[0].place <= bid.place
    is_card = any(one.kind in ("COLOUR", "CODE", "SPECIAL") for one in behind)
    is_more = is_joined and is_card and not any(one.kind == UNKNOWN for one in behind)
    return [bid._replace(kind=tags.DOUBT, value="maybe")] if is_more else []


def _bids(token: Token) -> bool:
    return (token.kind, token.value) == (tags.VERB, "bid")


def _settle_cards(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """ "The 13" and "a red 12" are cards, and the reason for it."""
    legal = {text.split()[-1] for text in scene.legal()}
    ordering = [one for one in clauses if one.act in ORDERING]
    bids = [one for one in ordering if _numbers(one, legal) and not _names_cards(one, legal)]
    if len(bids) != 1 or len(_numbers(bids[0], legal)) != 1:
        return
    is_later = False
    for clause in ordering:
        is_bid = clause is bids[0]
        if is_bid or clause.act is not Act.ORDER or not _names_cards(clause, legal):
            is_later = is_later or is_bid
            continue
        if clause.lead == "THEN" and clause.tokens[0].kind == "THEN" and _says_later(clause):
            continue
        if _says_later(clause):
            clause.lead = "THEN"
            clause.tokens.insert(0, clause.tokens[0]._replace(kind="THEN", value="then"))
        elif is_later and (clause.lead == "THEN" or _opens(clauses, clause)):
            _make_step(clause)
        else:
            clause.act = Act.REASON


def _opens(clauses: Sequence[Clause], clause: Clause) -> bool:
    """Whether a card is said to be played first, or next: "first card blue 13", "lead: blue 13"."""
    before = clauses[clauses.index(clause) - 1]
    is_behind = clause.is_after_colon and before.says_phrase("opening") and not before.has(*NAMING)
    return clause.says_phrase("opening") or is_behind


def _make_step(clause: Clause) -> None:
    """Make what is named behind a bid the cards that are played then: "two, first card blue 13"."""
    first = clause.tokens[0]
    named = [one for one in clause.tokens if one.kind in (*_CARDS, tags.NUMBER, "AND")]
    clause.lead = "THEN"
    clause.tokens = [
        first._replace(kind="THEN", value="then", written="then", language=""),
        first._replace(kind=tags.VERB, value="play", written="", language=""),
        *named,
    ]


def _says_later(clause: Clause) -> bool:
    """Whether it says what is done with a card later: "and I lead the blue 13"."""
    return any(token.kind == tags.VERB and token.value == "play" for token in clause.tokens)


def _numbers(clause: Clause, legal: set[str]) -> list[Token]:
    return [token for token in clause.tokens if token.kind == tags.NUMBER and token.value in legal]


def _names_cards(clause: Clause, legal: set[str]) -> bool:
    """Whether a clause speaks of cards and says no number of tricks."""
    if clause.has("TRICKS") or any(token.value == "bid" for token in clause.tokens):
        return False
    return clause.has(*_CARDS) or any(
        token.kind == tags.NUMBER
        and (token.value not in legal or before.written.casefold() in marks("the"))
        for before, token in pairwise((clause.tokens[0], *clause.tokens))
    )
