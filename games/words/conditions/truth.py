"""Whether what a condition says of the table is so, as far as the writer sees it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise, zip_longest

from games.words.conditions.comparisons import COUNTED, Comparison, comparison
from games.words.lexicon import tags
from games.words.lexicon.language_grammar import is_expletive
from games.words.lexicon.lexing import ARTICLES, Token
from games.words.lexicon.vocabulary import marks
from games.words.positions.evidence import NAMING, atoms
from games.words.positions.game_words import words_of
from games.words.positions.scene import MOST_LEGAL, OrderScene
from games.words.speech.clauses import Clause, is_no

_TRUMP = (tags.VERB, "trump")
_SAYING_WHERE = (
    "present", "fits", "led", "no", "own hand", "at an end", "begins", "played", "anyone", "cards",
    "left over", "nobody", "already",
    "yet",
)  # fmt: skip
_WHERE = (tags.NOT, tags.GONE, "NONE", "BIRD", "ROW", "TRICKS")
_WAYS = ("either way", "rises", "falls")
_SUITS = ("HABITAT", "COLOUR")


def truth_of(scene: OrderScene, clause: Clause) -> bool | None:
    """Whether a condition holds; None for one that the table does not show."""
    seen = words_of(scene.rules.key).visible(scene, clause)
    tokens = _untagged(_without_articles(clause.tokens))
    counts, said = comparison(_paired(tokens) if "CODE" in seen else tokens)
    named = [token for token in said if token.kind in NAMING]
    is_hidden = clause.says_phrase("own hand") and "HAND" not in seen
    # What others hold, or will do, nobody sees.
    is_hidden |= clause.says("anyone") and not clause.says("played")
    if is_hidden or not all(token in named or _only_says_where(token) for token in said):
        return None
    if counts is not None:
        is_hand = not named and clause.says("cards") and "HAND" in seen
        holds = counts.holds(len(seen["HAND"])) if is_hand else _compares(seen, named, counts)
    elif "LEFT" in seen and all(token.kind == "DECK" for token in named):
        holds = any(int(value) > 0 for value in seen["LEFT"])
    elif named and all(token.kind in seen for token in named):
        holds = _lies_there(seen, named, clause)
    elif named and (clause.says("fits") or any(map(_fails_to_fit, clause.tokens))):
        holds = _is_legal(scene, named)
        if not holds and not _holds_card(scene, clause.tokens):
            holds = None  # a card that was named in another way fits nowhere
    else:
        holds = None
    return None if holds is None else holds != _is_turned(clause, tokens)


def _lies_there(
    seen: Mapping[str, Collection[str]], named: Sequence[Token], clause: Clause
) -> bool | None:
    """Whether all that is named lies there; of a bird, whether it goes on as it is said to."""
    ways = _ways(clause) if "STATE" in seen else set()
    if "STATE" in seen and not ways and not clause.has("SUIT"):
        return None
    is_there = all(token.value in seen[token.kind] for token in named)
    return is_there and ways <= set(seen.get("STATE", ()))


def _compares(
    seen: Mapping[str, Collection[str]], named: Sequence[Token], counts: Comparison
) -> bool | None:
    """Whether so many of a thing lie there, or the open card is as high; None for neither."""
    things = [token for token in named if token.kind in COUNTED]
    if things:
        is_known = len(things) == 1 and all(token.kind in seen for token in named)
        where = seen.get(things[0].kind, ())
        return counts.holds(list(where).count(things[0].value)) if is_known else None
    left = [int(value) for value in seen.get("LEFT", ())]
    if left and all(one.kind == "DECK" for one in named):
        return counts.holds(left[0])
    rank = _rank_seen(seen)
    return counts.holds(rank) if rank and all(one.kind == "PILE" for one in named) else None


def _fails_to_fit(token: Token) -> bool:
    """Whether a word says that something doesn't fit: "no cabe"."""
    return token.kind == tags.GONE and not marks("fits").isdisjoint(
        token.written.casefold().split()
    )


def _is_turned(clause: Clause, tokens: Sequence[Token]) -> bool:
    """Whether a condition is said of what is not so."""
    is_unless = clause.opening in marks("unless")
    denials = [one for one in tokens if one.kind in (tags.NOT, tags.GONE, "NONE") or _is_no(one)]
    if is_unless:
        denials = [one for one in denials if not is_expletive(one)]
    return bool(denials) != is_unless


def _is_no(token: Token) -> bool:
    return is_no(token) or token.written.casefold() in marks("nobody")


def _untagged(tokens: Sequence[Token]) -> Sequence[Token]:
    """The words without those behind them that only ask for consent: "…, isn't it"."""
    for size in range(1, len(tokens)):
        if " ".join(token.written.casefold() for token in tokens[size:]) in marks("tag"):
            return tokens[:size]
    return tokens


def _paired(tokens: Sequence[Token]) -> list[Token]:
    """The words, a suit with the number behind it as the card that they name; a number before a
    suit counts: "two reds"."""
    found: list[Token] = []
    for token in tokens:
        before = found[-1] if found else None
        if before is not None and before.kind in _SUITS and token.kind == tags.NUMBER:
            found[-1] = before._replace(kind="CODE", value=before.value + token.value)
        elif token.kind != "OF":
            found.append(token)
    return found


def _without_articles(tokens: Sequence[Token]) -> list[Token]:
    said = [token for token in tokens if not _is_article(token)]
    return [
        token
        for token, after in zip_longest(said, said[1:])
        if after is None or after.kind != tags.NUMBER or not _is_one(token)
    ]


def _ways(clause: Clause) -> set[str]:
    """Which ways a bird is said to go on: "can still go either way", "is going up"."""
    if clause.says_phrase("either way"):
        return {"rises", "falls"}
    return {way for way in ("rises", "falls") if clause.says_phrase(way)}


def _is_article(token: Token) -> bool:
    written = token.written.casefold()
    return token.kind == tags.NUMBER and (written in ARTICLES or written in marks("any one"))


def _is_one(token: Token) -> bool:
    return token.kind == tags.FILLER and token.written.casefold() in marks("any one")


def _rank_seen(seen: Mapping[str, Collection[str]]) -> int:
    """The number on the one card that lies open; 0 where it has none."""
    numbers = [value for value in seen.get(tags.NUMBER, ()) if "PILE" in seen]
    return int(numbers[0]) if len(numbers) == 1 and numbers[0].isdigit() else 0


def _only_says_where(token: Token) -> bool:
    """Whether a word only says that something is, lies open or fits somewhere."""
    if (
        token.kind in (tags.NOT, tags.GONE, "NONE", "BIRD", "ROW", "TRICKS")
        or (token.kind, token.value) == _TRUMP
    ):
        return True
    words = (token.written.casefold(), *token.written.casefold().split())
    if any(words[0] in phrase.split() for way in _WAYS for phrase in marks(way)):
        return True
    return any(words[0] in marks(name) for name in _SAYING_WHERE) or all(
        word in marks("present") for word in words[1:]
    )


def _holds_card(scene: OrderScene, tokens: Sequence[Token]) -> bool:
    """Whether what a condition names beside a bird is one card of the hand, where birds are."""
    if scene.kind not in ("act", "growth"):
        return True
    before = (None, *tokens)
    card = [
        "A" if (token.kind, token.value) == (tags.NUMBER, "1") else token.value
        for last, token in zip(before, tokens, strict=False)
        if token.kind in NAMING and (last is None or last.kind != "BIRD")
        if token.kind != tags.ORDINAL
    ]
    has_bird = any(
        bird.kind == "BIRD" and number.kind in (tags.NUMBER, tags.ORDINAL)
        for bird, number in pairwise(tokens)
    )
    return has_bird and bool(card) and any(set(card) <= atoms(held) for held in scene.hand)


def _is_legal(scene: OrderScene, named: Sequence[Token]) -> bool:
    """Whether some order holds all that is named."""
    values = [token.value for token in named]
    legal = scene.legal()
    return len(legal) < MOST_LEGAL and any(
        all(_count(text, value) >= values.count(value) for value in values) for text in legal
    )


def _count(text: str, value: str) -> int:
    return sum(value in atoms(word) for word in text.split())
