"""Birds that a text names by what lies on them: "4 of waves onto the nine", "sull'1 il 5"."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from games.catalogue.emu_ranchers.rules.view import BirdOnTable
from games.catalogue.emu_ranchers.words.draws import settle_draws
from games.catalogue.emu_ranchers.words.growths import settle_growth
from games.catalogue.emu_ranchers.words.places import settle_other, settle_place
from games.catalogue.emu_ranchers.words.rest import settle_rest
from games.catalogue.emu_ranchers.words.telling import settle_figures
from games.catalogue.emu_ranchers.words.wordings import leads_to_bird, settle_wordings
from games.catalogue.emu_ranchers.words.year_ends import settle_year_end
from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.vocabulary import marks
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import ORDERING, Act, Clause, keeps

_CARD = ("RANK", tags.NUMBER, "CODE")
_MOST_ARTICLES = 2


class _Named(NamedTuple):
    """A bird's number, and the place behind the words that name it."""

    number: int
    end: int


def settle(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Give birds their numbers, and leave what is left lying: "leave the crown, deck"."""
    settle_figures(scene, clauses)
    settle_wordings(scene, clauses)
    settle_rest(scene, clauses)
    if scene.kind == "draw":
        _settle_unleft(clauses)
    settle_draws(scene, clauses)
    settle_year_end(scene, clauses)
    _settle_newest(scene, clauses)
    for clause in clauses:
        if clause.act not in ORDERING:
            continue
        if clause.has("DECK") and any(token.value == "draw" for token in clause.tokens):
            clause.tokens = [one for one in clause.tokens if not _is_one_card(one)]
        is_left = scene.kind == "draw" and _leaves_card(clause)
        if is_left or _is_kept(scene, clause, clauses):
            clause.act = Act.EXCLUDE
        elif scene.kind in ("act", "growth") or clause.says_verb("grow"):
            birds = scene.view.players[scene.seat].birds
            clause.tokens = list(_numbered(clause.tokens, birds))
        if scene.kind in ("act", "growth") and clause.act in ORDERING:
            settle_place(clause, len(scene.view.players[scene.seat].birds))
    settle_other(scene, clauses)
    settle_growth(scene, clauses)
    if scene.kind == "draw":
        _draw_from_the_other(clauses)


def _settle_newest(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Leave out the pronoun of the bird hatched before: “hatch the crown, then the 5 on it”."""
    if scene.kind != "act" or any(one.act is Act.CORRECT for one in clauses):
        return
    is_hatched = False
    for clause in clauses:
        kept: list[Token] = []
        for index, token in enumerate(clause.tokens):
            behind = clause.tokens[index + 1 : index + 2]
            is_last = not behind or behind[0].after_comma or behind[0].kind in ("AND", "THEN")
            is_it = token.written.casefold() in marks("pronouns") and token.kind == tags.FILLER
            is_onto = bool(kept) and leads_to_bird(kept[-1])
            if not (is_hatched and is_it and is_onto and is_last):
                kept.append(token)
            is_hatched |= clause.act in ORDERING and token.value == "hatch"
        clause.tokens = kept


def _is_card(token: Token) -> bool:
    return token.kind in _CARD


def _settle_unleft(clauses: Sequence[Clause]) -> None:
    """Draw the card that is not left lying: "the deck, although no, I won't leave that crown"."""
    for index, clause in enumerate(clauses):
        denial = [one for one in clause.tokens if one.kind == tags.NOT]
        is_left = clause.says("leave") and bool(denial) and _names_card(clause, verbs=True)
        if is_left and not clause.has(tags.OTHERS, "OR", tags.DOUBT) and not clause.is_question:
            is_turned = any(one.act in ORDERING for one in clauses[:index])
            clause.act, clause.lead = (Act.CORRECT if is_turned else Act.ORDER), ""
            draw = denial[0]._replace(kind=tags.VERB, value="draw", written="draw", language="")
            clause.tokens = [draw, draw._replace(kind="PILE", value="pile")]


def _draw_from_the_other(clauses: Sequence[Clause]) -> None:
    """Who doesn't want the open card draws from the deck: "the ace no, I draw"."""
    excluded = [one for one in clauses if one.act is Act.EXCLUDE]
    ordering = [one for one in clauses if one.act in ORDERING]
    is_pile = any(one.has(*_CARD, "PILE") for one in excluded)
    if is_pile == any(one.has("DECK") for one in excluded) or len(ordering) != 1:
        return
    (clause,) = ordering
    verbs = [token for token in clause.things if (token.kind, token.value) == (tags.VERB, "draw")]
    if verbs and len(clause.things) == len(verbs):
        kind, value = ("DECK", "deck") if is_pile else ("PILE", "pile")
        clause.tokens.append(verbs[-1]._replace(kind=kind, value=value, language=""))


def _leaves_card(clause: Clause) -> bool:
    """Whether a clause leaves the open card lying: "leave the crown", "el cuatro no"."""
    is_useless = clause.has_state and clause.has("NONE") and _names_card(clause)
    is_left = is_useless or (clause.says("leave") and clause.has(*_CARD, "PILE"))
    return is_left or (clause.has(tags.NOT) and _names_card(clause))


def _is_one_card(token: Token) -> bool:
    """Whether it says, in letters, that one card is drawn: "nog eentje van de trekstapel"."""
    return (token.kind, token.value) == (tags.NUMBER, "1") and token.written.isalpha()


def _is_kept(scene: OrderScene, clause: Clause, clauses: Sequence[Clause]) -> bool:
    """Whether a verb of taking says what stays in hand: "el 3 me lo quedo, el 4 a la 1"."""
    verbs = {token.value for token in clause.tokens if token.kind == tags.VERB}
    others = [one for one in clauses if one is not clause and one.act in ORDERING]
    is_said = verbs == {"draw"} and keeps(clause) and _names_card(clause, verbs=True)
    is_now = scene.kind in ("act", "growth") and clause.lead != "THEN"
    return is_said and is_now and any(one.has(*_CARD) for one in others)


def _names_card(clause: Clause, *, verbs: bool = False) -> bool:
    is_verb = clause.has_verb and not verbs
    return clause.has(*_CARD) and not clause.has("PILE", "DECK") and not is_verb


def _numbered(tokens: Sequence[Token], birds: Sequence[BirdOnTable]) -> Iterator[Token]:
    index = 0
    tokens = list(_led(tokens, birds))
    while index < len(tokens):
        token = tokens[index]
        found = _by_suits(tokens, index, birds)
        if leads_to_bird(token):
            found = _after(tokens, index + 1, birds)
            yield token._replace(kind=tags.FILLER) if found and token.kind == UNKNOWN else token
        elif _is_beside(tokens, index):
            found = _the_one(_of_suit(tokens, index, birds), _end_of_suit(tokens, index))
        if found is not None:
            yield token._replace(kind="BIRD", value="bird", written="bird", language="")
            yield token._replace(kind=tags.NUMBER, value=str(found.number), written="", language="")
            index = found.end
        else:
            if not leads_to_bird(token):
                yield token
            index += 1


def _led(tokens: Sequence[Token], birds: Sequence[BirdOnTable]) -> Iterator[Token]:
    """The words, one that is not known between a card and an "on" as the verb that it is."""
    for index, token in enumerate(tokens):
        behind = tokens[index + 1 : index + 2]
        is_verb = token.kind == UNKNOWN and any(map(_is_card, tokens[:index]))
        is_verb = is_verb and bool(behind) and leads_to_bird(behind[0])
        is_led = is_verb and not behind[0].after_comma and _after(tokens, index + 2, birds)
        yield token._replace(kind=tags.FILLER) if is_led else token


def _is_beside(tokens: Sequence[Token], index: int) -> bool:
    """Whether a "with" stands here, behind a card and before a suit: "six with the knots"."""
    start = _end_of(tokens, index + 1, (tags.FILLER, tags.OTHER_ONE), most=_MOST_ARTICLES)
    is_with = tokens[index].written.casefold() in marks("beside")
    step = list(takewhile(lambda one: one.kind != "THEN", tokens))
    is_card = any(map(_is_card, tokens[:index])) and not any(
        token.kind == tags.VERB and token.value != "grow" for token in step
    )
    before = tokens[start - 1].written.casefold()
    is_suit = start < len(tokens) and tokens[start].kind == "SUIT" and start > index + 1
    return is_with and is_card and is_suit and before not in marks("any one")


def _end_of_suit(tokens: Sequence[Token], index: int) -> int:
    start = _end_of(tokens, index + 1, (tags.FILLER, tags.OTHER_ONE), most=_MOST_ARTICLES)
    return _end_of(tokens, start, ("SUIT",))


def _of_suit(
    tokens: Sequence[Token], index: int, birds: Sequence[BirdOnTable]
) -> Sequence[BirdOnTable]:
    """The birds of the suit that stands behind a "with"."""
    suits = {one.value for one in tokens[index : _end_of_suit(tokens, index)] if one.kind == "SUIT"}
    return [one for one in birds if suits <= set(one.suits)]


def _by_suits(tokens: Sequence[Token], index: int, birds: Sequence[BirdOnTable]) -> _Named | None:
    """The bird whose suits stand before its name: "waves bird the 9"."""
    before = tokens[index - 1].kind if index else ""
    end = _end_of(tokens, index, ("SUIT",))
    is_bird = end > index and end < len(tokens) and tokens[end].kind == "BIRD"
    if index < end < len(tokens) and tokens[end].written.casefold() in marks("receives"):
        suits = {token.value for token in tokens[index:end]}
        return _the_one([one for one in birds if suits <= set(one.suits)], end)
    if not is_bird or before in (*_CARD, "SUIT", "OF", "AND"):
        return None
    following = tokens[end + 1 : end + 2]
    if following and following[0].kind == tags.NUMBER and following[0].place == tokens[end].end:
        return None
    suits = {token.value for token in tokens[index:end]}
    return _the_one([one for one in birds if suits <= set(one.suits)], end + 1)


def _after(tokens: Sequence[Token], index: int, birds: Sequence[BirdOnTable]) -> _Named | None:
    """The bird that stands behind an "on": its number, its last card, its suit, or it alone."""
    start = index
    while (
        start < len(tokens)
        and (tokens[start].kind in (tags.FILLER, "OF") or _is_other_suit(tokens, start))
        and start < index + _MOST_ARTICLES
    ):
        if tokens[start].written.casefold() in marks("pronouns") and start + 1 == len(tokens):
            return _the_one(birds, start + 1)
        start += 1
    by_place = _by_ordinal(tokens, start, birds) or _by_cards(tokens, start, birds)
    return by_place or _by_end(tokens, start, birds)


def _by_end(tokens: Sequence[Token], start: int, birds: Sequence[BirdOnTable]) -> _Named | None:
    """The bird that its number, its last card or its suit names."""
    ranked = _end_of(tokens, start, _CARD, most=1)
    end = _end_of(tokens, ranked, ("SUIT", "OF"))
    if end == ranked > start and _is_of(tokens, end):
        end = _end_of(tokens, end + 1, ("SUIT", "OF"))
    if end == start or (end < len(tokens) and tokens[end].kind == "BIRD"):
        return None
    rank = tokens[start] if ranked > start else None
    numbered = _numbered_bird(tokens, end, birds)
    if rank is not None and numbered is not None:
        return numbered
    suits = {token.value for token in tokens[ranked:end] if token.kind == "SUIT"}
    if rank is None:
        return _the_one([one for one in birds if suits <= set(one.suits)], end)
    if rank.kind == tags.NUMBER and not suits and int(rank.value) <= len(birds):
        return _Named(int(rank.value), end) if int(rank.value) else None
    return _the_one([one for one in birds if _ends_with(one, rank, suits)], end)


def _is_of(tokens: Sequence[Token], index: int) -> bool:
    """Whether an "of" stands here, in any language, before a suit: "8 di lune"."""
    kinds = [token.kind for token in tokens[index : index + 2]]
    return kinds == [tags.FILLER, "SUIT"] and not tokens[index].after_comma


def _is_other_suit(tokens: Sequence[Token], index: int) -> bool:
    """Whether an "other" stands before a suit: "with the other moons"."""
    behind = tokens[index + 1 : index + 2]
    return tokens[index].kind == tags.OTHER_ONE and bool(behind) and behind[0].kind == "SUIT"


def _by_ordinal(tokens: Sequence[Token], index: int, birds: Sequence[BirdOnTable]) -> _Named | None:
    """The bird that is counted off without being called one: "on the first"."""
    ahead = tokens[index : index + 2]
    if not ahead or ahead[0].kind != tags.ORDINAL or not ahead[0].value.isdigit():
        return None
    if len(ahead) > 1 and ahead[1].kind in ("BIRD", *_CARD) and not ahead[1].after_comma:
        return None
    number = int(ahead[0].value)
    return _Named(number, index + 1) if 0 < number <= len(birds) else None


def _by_cards(tokens: Sequence[Token], index: int, birds: Sequence[BirdOnTable]) -> _Named | None:
    """The bird that two of its cards name, joined by an "and": "my 9 and 8"."""
    first = index
    if first < len(tokens) and tokens[first].kind == "BIRD":
        # "the bird with the 9 and 6"
        first = _end_of(tokens, index + 1, (tags.FILLER, "OF", tags.OTHERS))
    ranks = [token for token in tokens[first : first + 1] if _is_card(token)]
    second = _end_of(tokens, first + 1, (tags.FILLER, "AND"))
    joints = [token.kind for token in tokens[first + 1 : second]]
    ranks.extend(token for token in tokens[second : second + 1] if _is_card(token))
    is_placed = any(map(leads_to_bird, tokens[second + 1 : second + 2]))
    if "AND" not in joints or len(ranks) != len(("9", "8")) or ranks[0].after_comma or is_placed:
        return _by_its_card(tokens, index, first, birds)
    named = [one for one in birds if all(_lies_on(one, rank) for rank in ranks)]
    return _the_one(named, second + 1) or _by_its_card(tokens, index, first, birds)


def _by_its_card(
    tokens: Sequence[Token], index: int, place: int, birds: Sequence[BirdOnTable]
) -> _Named | None:
    """The bird that one of its cards names behind a "with": "the bird with the two"."""
    written = [word for one in tokens[index + 1 : place] for word in one.written.casefold().split()]
    is_with = not marks("has on it").isdisjoint(written)
    has_article = len(written) > 1 or not marks("has the").isdisjoint(written)
    end = _end_of(tokens, place + 1, ("SUIT", "OF"))
    counted = tokens[end : end + 1]
    is_count = bool(counted) and not counted[0].after_comma
    is_count = is_count and counted[0].written.casefold() in marks("points") | marks("cards")
    if not (is_with and has_article and any(map(_is_card, tokens[place : place + 1]))) or is_count:
        return None
    suits = {token.value for token in tokens[place:end] if token.kind == "SUIT"}
    on_top = [one for one in birds if _ends_with(one, tokens[place], suits)]
    lying = [one for one in birds if _lies_on(one, tokens[place], suits)]
    return _the_one(on_top if len(lying) > 1 else lying, end)


def _lies_on(bird: BirdOnTable, rank: Token, suits: Collection[str] = ()) -> bool:
    named = rank.value if rank.kind == "CODE" else "A" if rank.value == "1" else rank.value
    named_so = (card for card in bird.cards if card == named or card[0] == named)
    return any(set(suits) <= set(card[1:]) for card in named_so)


def _numbered_bird(
    tokens: Sequence[Token], index: int, birds: Sequence[BirdOnTable]
) -> _Named | None:
    """The bird by its number behind its last card: "on the 9 | of bird 2"."""
    while index < len(tokens) and tokens[index].kind in (tags.FILLER, "OF"):
        index += 1
    kinds = [token.kind for token in tokens[index : index + 2]]
    if kinds != ["BIRD", tags.NUMBER] or not 0 < int(tokens[index + 1].value) <= len(birds):
        return None
    return _Named(int(tokens[index + 1].value), index + 2)


def _ends_with(bird: BirdOnTable, rank: Token, suits: set[str]) -> bool:
    """Whether the last card of a bird is this one."""
    last = bird.cards[-1]
    named = rank.value if rank.kind != "CODE" else rank.value[0]
    spoken = suits | set(rank.value[1:] if rank.kind == "CODE" else "")
    return last[0] == ("A" if named == "1" else named) and spoken <= set(last[1:])


def _end_of(
    tokens: Sequence[Token], index: int, kinds: Sequence[str], most: int = len("MSVLYK")
) -> int:
    """The place behind the words of these kinds that stand here."""
    end = index
    while end < len(tokens) and tokens[end].kind in kinds and end - index < most:
        end += 1
    return end


def _the_one(birds: Sequence[BirdOnTable], end: int) -> _Named | None:
    return _Named(birds[0].number, end) if len(birds) == 1 else None
