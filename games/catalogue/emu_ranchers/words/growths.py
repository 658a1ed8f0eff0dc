"""Lists of growth: all that fits but for some, one more of them, one of them left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.vocabulary import marks
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import ORDERING, Act, Clause, ends_in_denial, is_added, withholds

_RANKS = "A23456789C"
_CARD = ("RANK", "CODE", tags.NUMBER)
_TURNED = frozenset((Act.ALTERNATIVE, Act.CONDITION, Act.ASK))
_ENDS = 2
"""The first and the last card of a range: "from the 6 up to the crown"."""


def settle_growth(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Judge anew, in place, what adds to a list of growth or takes from it."""
    if scene.kind == "growth":
        _settle_same_bird(clauses)
    if scene.kind != "growth" or not _TURNED.isdisjoint([one.act for one in clauses]):
        return
    _settle_spared(clauses)
    if any(one.act is Act.RETRACT for one in clauses):
        return
    _settle_rest(clauses)
    _settle_added(clauses)
    _settle_all(scene, clauses)


def _settle_same_bird(clauses: Sequence[Clause]) -> None:
    """Where all growth is said bird by bird, give cards behind a bird that bird as well: "8 on bird
    1 with the crown, then the 4 on bird 2, then the ace"."""
    ordering = [one for one in clauses if one.act is Act.ORDER and one.tokens]
    bird: list[Token] = []
    behind: list[Clause | None] = [*ordering[1:], None]
    for clause, following in zip(ordering, behind, strict=False):
        named = _bird_in(clause.tokens)
        is_same = following is not None and following.sentence == clause.sentence
        ends = following is None or following.lead == "THEN" or not is_same
        rest = clause.tokens[clause.tokens.index(named[-1]) + 1 :] if named else clause.tokens
        is_more = bool(cards_in(rest)) and not clause.has(*_OPEN)
        is_bare = not clause.has("BIRD") and not _names_later(ordering, clause)
        if is_more and ends and (named or (bird and is_bare)):
            like = clause.tokens[-1]._replace(after_comma=False, language="")
            clause.tokens.extend(
                like._replace(kind=one.kind, value=one.value, written=one.written)
                for one in named or bird
            )
        bird = named or bird


_OPEN = ("ALL", "ANY", "NONE", "HOW", tags.NOT, tags.DOUBT)


def _names_later(ordering: Sequence[Clause], clause: Clause) -> bool:
    """Whether the bird of these cards may be named behind them, in their own sentence."""
    behind = ordering[list(ordering).index(clause) + 1 :]
    same = takewhile(lambda one: one.sentence == clause.sentence, behind)
    first = next(iter(same), None)
    return first is not None and bool(_bird_in(first.tokens))


def _bird_in(tokens: Sequence[Token]) -> list[Token]:
    """The words that name the only bird among these, by its number or its suit; none where there
    are several."""
    found: list[list[Token]] = []
    for index, bird in enumerate(tokens):
        behind = takewhile(lambda one: one.kind in (tags.FILLER, "OF", "SUIT"), tokens[index + 1 :])
        suits = [one for one in behind if one.kind == "SUIT"]
        after = tokens[index + 1 : index + 2]
        is_numbered = bool(after) and after[0].kind in (tags.NUMBER, tags.ORDINAL)
        if bird.kind == "BIRD" and (is_numbered or suits):
            found.append([bird, *(after if is_numbered else suits)])
    return found[0] if len(found) == 1 else []


def cards_in(tokens: Sequence[Token]) -> list[Token]:
    """The words that name cards by their rank, and none that number a bird."""
    places = [None, *tokens]
    return [
        token
        for before, token in zip(places, tokens, strict=False)
        if token.kind in _CARD and not (before is not None and before.kind == "BIRD")
    ]


def _settle_rest(clauses: Sequence[Clause]) -> None:
    """Leave out that the rest is thrown away, which it always is."""
    for clause in clauses:
        is_thrown = clause.act in ORDERING and clause.says_verb("discard")
        is_nothing = clause.act in ORDERING and clause.has("BIRD") and clause.has("NONE")
        if cards_in(clause.tokens) or not (is_thrown or is_nothing):
            continue
        if is_thrown and (clause.has("BIRD", "SUIT", tags.NOT) or clause.says("onto")):
            continue
        if any(_grows(one) for one in clauses if one is not clause):
            clause.act, clause.lead, clause.tokens = Act.ASIDE, "", []
        elif is_thrown and clause.has("ALL"):
            verb = next(one for one in clause.tokens if one.kind == tags.VERB)
            clause.tokens = [verb._replace(value="done", language="")]


def _grows(clause: Clause) -> bool:
    """Whether a clause says what is grown, or that nothing is."""
    is_said = bool(cards_in(clause.tokens)) or clause.says_verb("done") or clause.has("NONE")
    return _says_what_fits(clause) or (clause.act in ORDERING and (is_said or clause.has("BIRD")))


def _settle_added(clauses: Sequence[Clause]) -> None:
    """Add to the list what a correction says is grown as well: "no wait, the 8 too", "I forgot the
    9, put it on bird 1"."""
    for index, clause in enumerate(clauses):
        lists = [one for one in clauses[:index] if one.act is Act.ORDER and cards_in(one.tokens)]
        behind = [one for one in clauses[index + 1 :] if one.sentence == clause.sentence]
        more = list(takewhile(_only_points, behind))
        if lists and _adds(clause, clauses[:index], more):
            lists[-1].tokens.extend(_as_cards(clause.tokens))
            lists[-1].tokens.extend(_bird_in([token for one in more for token in one.tokens]))
            _quieten(clauses[:index])
            for one in (clause, *more):
                one.act, one.lead, one.tokens, one.is_lost = Act.ASIDE, "", [], False


def _as_cards(tokens: Sequence[Token]) -> Iterator[Token]:
    """The words of a clause that adds a card, a number in it that card's, and no bird's."""
    cards = cards_in(tokens)
    for token in tokens:
        is_card = token.kind == tags.NUMBER and token in cards
        if token.kind not in (UNKNOWN, tags.DOUBT, tags.OTHERS) and token.value != "states":
            yield token._replace(kind="RANK") if is_card else token


def _adds(clause: Clause, before: Sequence[Clause], more: Sequence[Clause]) -> bool:
    """Whether a clause behind a list names one card more: that it was forgotten or fits between, or
    that it comes as well and no word of it is unknown."""
    is_turn = clause.act is Act.CORRECT or before[-1].lead == tags.CORRECT
    is_turn = is_turn or not clause.is_strong  # "… on bird 2. Oh, and the 5 as well"
    is_further = clause.sentence > before[0].sentence and not clause.is_question
    is_told = any(map(clause.says_phrase, ("forgotten", "between"))) and is_further
    unknown = sum(
        token.kind == UNKNOWN and token.written.casefold() not in marks("also")
        for token in clause.tokens
    )
    is_known = unknown <= (_TOLD if is_told else 0)
    is_more = is_told or (is_turn and any(map(is_added, (clause, *more))))
    is_one = len(cards_in(clause.tokens)) == 1 or not is_told
    is_named = is_one and bool(cards_in(clause.tokens)) and clause.act is not Act.EXCLUDE
    return is_more and is_known and is_named and not clause.has(tags.NOT, "NONE", tags.OTHER_ONE)


def _only_points(clause: Clause) -> bool:
    """Whether a clause only points at what was named before it, or says on which bird that goes:
    "that one as well", "put it on bird 1"."""
    verbs = {token.value for token in clause.tokens if token.kind == tags.VERB}
    is_open = clause.has(tags.NOT, "NONE", "ALL", "ANY", "OR", "SUIT", UNKNOWN)
    is_bare = not cards_in(clause.tokens) and verbs <= {"grow"} and not clause.is_question
    is_said = is_added(clause) or clause.says("pronouns") or clause.says_phrase("put it there")
    return is_bare and is_said and not is_open and clause.act is not Act.RETRACT


_TOLD = 3
"""So many unknown words may tell how a card was overlooked."""


def _quieten(before: Sequence[Clause]) -> None:
    """Take the "no wait" away that stands right before a clause."""
    is_turn = bool(before) and (before[-1].lead == tags.CORRECT or before[-1].is_lost)
    if is_turn and before[-1].act is Act.ASIDE and not before[-1].things:
        before[-1].lead, before[-1].tokens, before[-1].is_lost = "", [], False


def _settle_spared(clauses: Sequence[Clause]) -> None:
    """Take from the list what is left out of it: "… the 8 and the crown. No, not the crown"."""
    for clause, following in pairwise(clauses):
        is_back = following.act is Act.RETRACT and not (following.is_apart or following.tokens)
        if is_back and cards_in(clause.tokens) and clause.act is Act.CORRECT:
            clause.act = Act.EXCLUDE  # "on reflection that 7 after all not"
            following.act, following.lead = Act.ASIDE, ""
    for index, clause in enumerate(clauses):
        spared = list(named_cards(clause.tokens)) if _spares(clause) else []
        lists = [one for one in clauses[:index] if one.act is Act.ORDER]
        named = [card for one in lists for card in named_cards(one.tokens)]
        if not spared or len(named) <= len(spared):
            continue
        if not all(any(_is_meant(card, out) for card in named) for out in spared):
            continue
        for one in lists:
            one.tokens = list(_without(one.tokens, spared))
        _quieten(clauses[:index])
        clause.act, clause.lead, clause.tokens = Act.REASON, "", []
        _settle_remaining(clauses[index + 1 :], len(named) - len(spared))


def _settle_remaining(behind: Sequence[Clause], left: int) -> None:
    """Leave out why a card is spared, and that the others stay: "I regret that one. Just the other
    two"."""
    for clause in behind:
        said = {(one.kind, one.value) for one in clause.things if one.kind != tags.OTHER_ONE}
        is_count = said <= {(tags.NUMBER, str(left)), ("ALL", "all")} and not clause.has(tags.NOT)
        is_rest = is_count and (clause.has(tags.OTHERS, tags.OTHER_ONE) or bool(said))
        is_regret = clause.act is Act.RETRACT and not (clause.is_apart or clause.things)
        if is_rest or is_regret:
            clause.act, clause.lead, clause.tokens = Act.REASON, "", []


def named_cards(tokens: Sequence[Token]) -> Iterator[tuple[str, frozenset[str]]]:
    """The cards that are named, each as its rank and its suits."""
    cards = cards_in(tokens)
    for index, token in enumerate(tokens):
        if token in cards:
            behind = takewhile(
                lambda one: one.kind in ("SUIT", "OF", tags.FILLER), tokens[index + 1 :]
            )
            suits = {one.value for one in behind if one.kind == "SUIT"}
            suits = suits or _suits_ahead(tokens, index)
            suits |= set(token.value[1:] if token.kind == "CODE" else "")
            yield ("A" if token.value == "1" else token.value[:1]), frozenset(suits)


def _suits_ahead(tokens: Sequence[Token], index: int) -> set[str]:
    """The suits that stand before a rank: "the moons five"."""
    ahead = takewhile(lambda one: one.kind in ("SUIT", "OF", tags.FILLER), reversed(tokens[:index]))
    return {one.value for one in ahead if one.kind == "SUIT"}


def _is_meant(card: tuple[str, frozenset[str]], out: tuple[str, frozenset[str]]) -> bool:
    return card[0] == out[0] and out[1] <= card[1] | (out[1] if not card[1] else frozenset())


def _without(
    tokens: Sequence[Token], spared: Sequence[tuple[str, frozenset[str]]]
) -> Iterator[Token]:
    """The words without these cards, and without a bird that is left no card."""
    cards = cards_in(tokens)
    out = [
        token
        for token, card in zip(cards, named_cards(tokens), strict=True)
        if any(_is_meant(card, one) for one in spared)
    ]
    is_left_out = False
    waiting = 0
    for index, token in enumerate(tokens):
        if token in cards:
            is_left_out = token in out
            waiting += not is_left_out
        is_place = token.kind in ("BIRD", tags.ORDINAL) or (
            bool(index) and tokens[index - 1].kind == "BIRD" and token.kind == tags.NUMBER
        )
        is_bare = is_left_out and not waiting and is_place
        is_own = is_left_out and (token in out or token.kind in ("SUIT", "OF"))
        if is_place and not is_bare and token.kind != "BIRD":
            waiting = 0
        if not is_bare and not is_own:
            yield token


def _spares(clause: Clause) -> bool:
    """Whether a clause says of cards that they are left out."""
    is_left = clause.says("leave") or withholds(clause) or ends_in_denial(clause)
    is_left = is_left or clause.says_phrase("takes out")
    is_plain = clause.act in (Act.CORRECT, Act.ORDER) and not clause.has_verb
    return clause.act is Act.EXCLUDE or (is_plain and is_left)


def _settle_all(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Write out "all that fits on bird 2, but not the crown"."""
    said = [one for one in clauses if one.act in ORDERING or _says_what_fits(one)]
    thrown = [one for one in said if _throws_suits(one)]
    said = [one for one in said if one not in thrown]
    if not any(one.has("ALL") for one in said) or any(one.act is Act.CORRECT for one in said):
        return
    out = [one for one in clauses if one.act is Act.EXCLUDE]
    tokens = [token for one in said for token in one.tokens]
    place = next((i for i, one in enumerate(tokens) if one.kind == tags.NOT), len(tokens))
    tokens, behind = tokens[:place], [*tokens[place:], *(t for one in out for t in one.tokens)]
    spared = list(_held(scene, behind))
    suits = {t.value for one in thrown for t in one.tokens if t.kind == "SUIT"}
    spared += [card for card in scene.hand if suits & set(card[1:])]
    if not tokens or not _is_plain(tokens) or (behind and not spared):
        return
    best = _most(scene, tokens, spared)
    if best:
        said[0].act, said[0].lead = Act.ORDER, ""
        said[0].tokens = list(_written(tokens[0], best))
        for one in (*said[1:], *out, *thrown):
            _quieten(clauses[: clauses.index(one)])
            one.act, one.lead, one.tokens = Act.REASON, "", []


def _throws_suits(clause: Clause) -> bool:
    """Whether a clause throws away whatever has a suit: "all that has wyrms is thrown away"."""
    is_thrown = clause.says_verb("discard") and not clause.has("BIRD", "PILE", tags.NOT)
    return is_thrown and clause.has("SUIT") and not cards_in(clause.tokens)


def _says_what_fits(clause: Clause) -> bool:
    """Whether it speaks of all that fits: "everything that fits anywhere"."""
    is_told = (
        clause.act in (Act.TALK, Act.REASON) and clause.has("ALL") and not clause.has(tags.OTHERS)
    )
    return is_told and clause.says("fits") and not clause.is_question


def _is_plain(tokens: Sequence[Token]) -> bool:
    """Whether beside birds and suits nothing is named but the ends of a range."""
    verbs = {token.value for token in tokens if token.kind == tags.VERB}
    is_range = len(cards_in(tokens)) == _ENDS and any(
        token.written.casefold() in marks("up to") for token in tokens
    )
    is_known = verbs <= {"grow", "discard"} and not any(one.kind == "NONE" for one in tokens)
    return is_known and (not cards_in(tokens) or is_range)


def _held(scene: OrderScene, tokens: Sequence[Token]) -> Iterator[str]:
    """The cards of the hand that are named."""
    suits = {token.value for token in tokens if token.kind == "SUIT"}
    for named in cards_in(tokens):
        rank, of = named.value[:1], suits | set(named.value[1:] if named.kind == "CODE" else "")
        yield from (card for card in scene.hand if card[0] == rank and of <= set(card[1:]))


def _most(scene: OrderScene, tokens: Sequence[Token], spared: Sequence[str]) -> list[str]:
    """The cards and birds of the one order that grows most of what is meant; none of several."""
    birds = {
        number.value
        for bird, number in pairwise(tokens)
        if "BIRD" in (bird.kind, number.kind) and number.kind in (tags.NUMBER, tags.ORDINAL)
    } | {token.value for token in tokens if token.kind == tags.ORDINAL}
    suits = {token.value for token in tokens if token.kind == "SUIT"}
    ends = sorted(_RANKS.find(token.value[:1]) for token in cards_in(tokens))
    fitting = []
    for text in scene.legal():
        words = text.split()[1:]
        cards = words[::2]
        is_meant = suits <= set.intersection(*(set(card[1:]) for card in cards)) if cards else False
        if ends:
            is_meant &= all(ends[0] <= _RANKS.find(card[0]) <= ends[-1] for card in cards)
        if is_meant and not set(cards) & set(spared) and set(words[1::2]) <= (birds or {*words}):
            fitting.append(words)
    most = max(map(len, fitting), default=0)
    found = [words for words in fitting if len(words) == most]
    return found[0] if len(found) == 1 else []


def _written(like: Token, words: Sequence[str]) -> Iterator[Token]:
    """Cards and birds as the words of an order."""
    plain = like._replace(language="", after_comma=False, after_line=False)
    for card, bird in zip(words[::2], words[1::2], strict=True):
        yield plain._replace(kind="CODE", value=card, written=card)
        yield plain._replace(kind="BIRD", value="bird", written="bird")
        yield plain._replace(kind=tags.NUMBER, value=bird, written=bird)
