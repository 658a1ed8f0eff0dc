"""What each clause of a text does: greet, order, correct, take back, give a reason, ask, talk.

One model for all games and languages, before any grammar. A text is parted at its stops, commas
and turning words; a clause is judged by the kinds of its words alone, never by the position. Only
what orders or corrects goes on to the grammar.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.words.lexicon import tags
from games.words.lexicon.language_grammar import (
    compared,
    denies_what_precedes,
    is_only_a_denial,
    is_particle,
)
from games.words.lexicon.lexing import ARTICLES, UNKNOWN, LexedSentence, Token
from games.words.lexicon.vocabulary import marks
from games.words.speech.acts_in_context import settle
from games.words.speech.clause_boundaries import (
    begins_consequence,
    begins_order,
    lead_of_so,
    names_missing,
    names_place,
    parts,
)
from games.words.speech.clauses import (
    Act,
    Clause,
    adds_below,
    counts,
    counts_cards,
    is_no,
    is_order_word,
    is_other_case,
    is_strong,
    spares,
)
from games.words.speech.doers import doer
from games.words.speech.forestalled import begins_other_animal, is_taken_first
from games.words.speech.inner_then import without_inner_then
from games.words.speech.inversions import turned, with_inverted_cases
from games.words.speech.outcomes import tells_outcome
from games.words.speech.words_in_place import told_apart, unrepeated, without_assent, without_laughs

_LEADS = frozenset(
    (
        "THEN",
        "OR",
        tags.BECAUSE,
        tags.THEREFORE,
        tags.CORRECT,
        tags.RETRACT,
        tags.DROP,
        tags.BUT,
        tags.DOUBT,
    )
)

_DENIABLE = frozenset(
    (
        "SPECIAL",
        "COLOUR",
        "ANIMAL",
        "NUMBER",
        "HABITAT",
        "CODE",
        "RANK",
        "SPECIES",
        "SUIT",
        "REFILL",
    )
)
"""Of these a bare "no" or "none" says that they are not meant: "no wizard", "geen twee"."""


def acts_in(sentences: Sequence[LexedSentence]) -> list[Clause]:
    """Every clause of the text in its sequence, with what it does."""
    found = clauses_in(sentences)
    settle(found)
    return found


def clauses_in(sentences: Sequence[LexedSentence]) -> list[Clause]:
    """Every clause of the text, with what it does by its own words alone."""
    found: list[Clause] = []
    for number, sentence in enumerate(map(without_laughs, map(without_assent, sentences))):
        is_asked = bool(number) and sentences[number - 1].is_question
        raw = list(_parted(sentence, number, is_asked=is_asked))
        _judge(raw)
        found.extend(raw)
    line = 0
    for clause in found:
        line += clause.starts_line
        clause.line = line
    return found


def _parted(sentence: LexedSentence, number: int, *, is_asked: bool) -> Iterator[Clause]:
    """The clauses of a sentence, each with the word that opens it."""
    clause = Clause(Act.ASIDE, "", [], number, sentence.is_question)
    tokens = tuple(told_apart(tuple(compared(sentence.tokens)), is_asked=is_asked))
    tokens = tuple(unrepeated(tuple(turned(tokens))))
    tokens = tuple(without_inner_then(tokens))
    tokens = tuple(with_inverted_cases(tokens, is_question=sentence.is_question))
    for index, spoken in enumerate(tokens):
        lead, token = _lead_of(tokens, index), spoken
        if lead in (tags.RETRACT, tags.DROP) and _is_only_other(clause):
            lead, token = "", spoken._replace(kind=tags.NOT)
        if _is_only_or(clause) and token.kind in ("OR", "THEN", tags.THEREFORE):
            if token.kind == "OR":
                clause.opening = token.written.casefold()  # "o, si no se pudiera, rojo 11"
            continue
        opened = _opened(tokens, index, clause, lead)
        if opened is not None:
            yield clause
            clause = Clause(Act.ASIDE, opened, [], number, sentence.is_question)
            clause.is_apart = token.after_comma or token.after_line
        if lead and not clause.tokens:
            clause.lead, clause.opening = lead, token.written.casefold()
        if not clause.tokens:
            clause.is_after_colon = clause.is_after_colon or token.after_colon
            clause.starts_line = clause.starts_line or token.after_line
        if lead in ("", "THEN", "OR"):
            is_idle = token.kind == tags.CORRECT
            clause.tokens.append(token._replace(kind=tags.FILLER) if is_idle else token)
    if clause.tokens or clause.lead:
        yield clause


def _opened(tokens: Sequence[Token], index: int, clause: Clause, lead: str) -> str | None:
    """The lead of the clause that begins at this word; None where none does."""
    token = tokens[index]
    if (
        clause.lead == tags.DOUBT
        and lead == "THEN"
        and not token.after_comma
        and _says_nothing(clause)
    ):
        return None  # "if the next card is a wave"
    leads = lead or _denies_a_thing(tokens, index, clause)
    is_apart = token.after_comma and not _is_only_or(clause)
    if (is_apart or leads) and (clause.tokens or clause.lead):
        return ""
    if token.kind == "AND" and begins_order(tokens, index, clause):
        return ""
    if parts(tokens, index, clause):
        return ""
    if clause.lead == tags.DOUBT and clause.has(tags.GONE):
        is_more = names_place(tokens, index) or token.written.casefold() in marks("any longer")
        return None if is_more or names_missing(tokens, index, clause) else "OR"
    is_other = is_taken_first(clause) and begins_other_animal(tokens, index)
    ends = clause.lead == tags.DOUBT and (
        lead == "THEN" or is_other or begins_consequence(tokens, index, clause)
    )
    return "" if ends else None


def _says_nothing(clause: Clause) -> bool:
    return (
        not clause.things and not clause.has(UNKNOWN, tags.NOT, tags.GONE) and not clause.has_state
    )


def _is_only_or(clause: Clause) -> bool:
    """Whether nothing but an "or" or an "if so" was said so far: "or, if that is gone, then …"."""
    said = [(token.kind, token.value) for token in clause.tokens]
    return said == [("THEN", "confirmed")] or (clause.lead == "OR" and said == [("OR", "or")])


def _is_only_other(clause: Clause) -> bool:
    """Whether nothing but an "otherwise" was said so far: what is let go of in that case is not
    taken back: "…, otherwise forget it"."""
    return _is_only_or(clause) and clause.lead == "OR" and clause.opening not in marks("plain or")


def _lead_of(tokens: Sequence[Token], index: int) -> str:
    """As what the word at this place begins a clause, "" where it begins none."""
    if _corrects_in_place(tokens, index) or _says_instead(tokens, index):
        return tags.CORRECT
    if tokens[index].kind == tags.BECAUSE and tokens[index].written.casefold() in marks("so"):
        return lead_of_so(tokens[:index])
    is_denied = (
        bool(index) and tokens[index - 1].kind == tags.NOT and tokens[index].kind == tags.CORRECT
    )
    if is_denied and not tokens[index].after_comma:
        return ""  # "I'm not changing my mind"
    is_led = _is_lead(tokens[index]) and not (index and _goes_on(tokens[index - 1], tokens[index]))
    is_sum = tokens[index].written.casefold() not in marks("makes") or counts(tokens[index + 1 :])
    return tokens[index].kind if is_led and is_sum else ""


def _goes_on(before: Token, token: Token) -> bool:
    """Whether a word that may begin a clause says no such thing behind the one before it:
    "otherwise make it the mountain", "they make two"."""
    is_theirs = before.kind == tags.OTHERS and token.kind == tags.THEREFORE
    is_theirs |= before.value == "states" and token.written.casefold() in marks("better")
    is_case = before.kind in ("OR", tags.DOUBT) and token.kind == tags.CORRECT
    article = before.written.casefold() in marks("any one") and not token.after_comma
    is_case |= article and token.kind == tags.CORRECT and token.length == 1  # "a better day"
    return is_theirs or is_case or is_particle(token, before)


def _says_instead(tokens: Sequence[Token], index: int) -> bool:
    """Whether this is an "I say" between commas: "el rojo 12, digo, 11"."""
    following = tokens[index + 1] if index + 1 < len(tokens) else None
    is_apart = tokens[index].after_comma or not index
    is_said = tokens[index].written.casefold() in marks("i say") and is_apart
    return is_said and following is not None and following.after_comma


def _is_lead(token: Token) -> bool:
    """Whether a clause begins at this word. A `maybe` is a doubt within one."""
    return token.kind in _LEADS and (token.kind != tags.DOUBT or token.value == "if")


def _denies_a_thing(tokens: Sequence[Token], index: int, clause: Clause) -> bool:
    """Whether this `not` begins a clause of its own: "forest 3 not the savannah"."""
    is_named = clause.is_strong or (clause.has(tags.NOT) and bool(clause.things))
    if tokens[index].kind != tags.NOT or not is_named or clause.lead == tags.DOUBT:
        return False
    following = [token for token in tokens[index + 1 : index + 4] if token.kind != tags.FILLER]
    return bool(following) and following[0].kind != tags.VERB and is_strong(following[0])


def _corrects_in_place(tokens: Sequence[Token], index: int) -> bool:
    """Whether this is a `no` or an "er" between two things of one kind: "six no seven"."""
    token = tokens[index]
    is_denial = is_no(token) and not is_only_a_denial(token)
    is_slip = token.kind == tags.SORRY or token.written.casefold() in marks("hesitation")
    is_listed = index > 1 and tokens[index - 2].written.casefold() == token.written.casefold()
    if (not is_denial and not is_slip) or is_listed:
        return False  # "no red, no blue, no green"
    before, after = tokens[max(index - 1, 0)], tokens[min(index + 1, len(tokens) - 1)]
    kinds = ("NUMBER", "COLOUR", "SPECIES", "ANIMAL", "SIDE", "CODE", "SPECIAL")
    return before.kind == after.kind and before.kind in kinds and before.value != after.value


def _judge(clauses: Sequence[Clause]) -> None:
    """Say of each clause of one sentence what it does."""
    in_reason = has_order = False
    for index, clause in enumerate(clauses):
        if clause.lead == tags.BECAUSE and not adds_below(clause):
            in_reason, clause.act = True, Act.REASON
            continue
        if in_reason and _ends_reason(clause, has_order=has_order):
            in_reason = False
        if in_reason:
            clause.act = Act.REASON
            continue
        clause.act = _act_of(clause)
        is_denied = bool(index) and clauses[index - 1].act is Act.EXCLUDE and not clause.is_apart
        if clause.act is Act.ALTERNATIVE and is_denied and not clause.has_verb:
            clause.act, clause.lead = Act.EXCLUDE, ""  # "not the 13 or the 11"
        if clause.act is Act.ORDER and clause.is_strong:
            is_so = clause.lead == tags.THEREFORE and not clause.says_verb("pay")
            is_told = spares(clause) or _only_ends_talk(clause) or tells_outcome(clauses, index)
            if is_so and has_order and is_told:
                clause.act = Act.REASON
            elif is_so and not is_other_case(clauses[index - 1]):
                _make_reasons(clauses[:index], unknown_only=False)
            elif clause.is_after_colon:
                _make_reasons(clauses[:index], unknown_only=True)
        has_order = has_order or clause.act in (Act.ORDER, Act.ALTERNATIVE, Act.CORRECT)


def _only_ends_talk(clause: Clause) -> bool:
    """Whether a "so" tells in unknown words what comes of it: "… and so we finish this year"."""
    is_bare = all(token.kind == tags.VERB for token in clause.things)
    return is_bare and clause.has(UNKNOWN) and not clause.says("pronouns")


def _ends_reason(clause: Clause, *, has_order: bool) -> bool:
    if clause.is_after_colon and clause.is_strong:
        return True
    if clause.lead in ("THEN", tags.CORRECT, tags.RETRACT, tags.DROP, tags.THEREFORE, "OR"):
        return True
    if not has_order:
        return not clause.lead and bool(clause.things)
    return False


def _make_reasons(clauses: Sequence[Clause], *, unknown_only: bool) -> None:
    for clause in clauses:
        is_said = clause.has(UNKNOWN) or clause.has_state or clause.lead == "THEN"
        if clause.act in (Act.ORDER, Act.EXCLUDE) and (not unknown_only or is_said):
            clause.act = Act.REASON


def _act_of(clause: Clause) -> Act:
    if clause.lead in (tags.RETRACT, tags.DROP, tags.CORRECT, tags.DOUBT):
        return _led_act(clause)
    first = [token.kind for token in clause.tokens if token.kind != "AND" or not clause.is_apart]
    begins_asking = first[:1] == [tags.ASK]
    wonders = clause.is_question and clause.says("why")
    asks = (
        (clause.is_question or begins_asking) and clause.has(tags.ASK) and not clause.has(tags.MAY)
    )
    if asks or wonders:
        return Act.ASK
    if _excludes(clause):
        return Act.EXCLUDE
    if not _is_order(clause):
        return Act.TALK if clause.things else Act.ASIDE
    return Act.ALTERNATIVE if clause.lead == "OR" else Act.ORDER


def _led_act(clause: Clause) -> Act:
    """What a clause does that a turning word opens."""
    is_order = _is_order(clause)
    if clause.lead == tags.RETRACT:
        names_one = is_order and any(map(_names_one, clause.things))
        denied = Act.EXCLUDE if names_one and _is_denied_lead(clause) else None
        return denied or (Act.CORRECT if names_one or _adds_deed(clause) else Act.RETRACT)
    if clause.lead == tags.DROP:
        return Act.RETRACT
    if clause.lead == tags.DOUBT:
        return Act.CONDITION
    if is_order and _adds_to(clause):
        clause.lead = ""
    said = Act.CORRECT if clause.lead else Act.ORDER
    return Act.EXCLUDE if _excludes(clause) else said if is_order else Act.ASIDE


def _adds_to(clause: Clause) -> bool:
    """Whether what seems to correct only adds: "oh yes, and the 9 on bird 1"."""
    is_and = clause.tokens[0].kind == "AND" and not clause.has(UNKNOWN, tags.NOT)
    return is_and and marks("no").isdisjoint(clause.opening.split())


def _is_denied_lead(clause: Clause) -> bool:
    """Whether the word that opens a clause denies what follows: "wait, toch niet bijvullen"."""
    said = clause.opening.split()
    return said[-1] in marks("denying") and len(said) > 1 and not clause.tokens[0].after_comma


def _adds_deed(clause: Clause) -> bool:
    """Whether it takes back and says in one breath what is done: "undo that and pass"."""
    first = clause.tokens[0] if clause.tokens and clause.has_verb else None
    return first is not None and first.written.casefold().split()[0] in marks("plain and")


def _names_one(token: Token) -> bool:
    """Whether a word names a thing, unlike "that one"."""
    return token.kind != tags.VERB and token.written.casefold() not in ARTICLES


def _excludes(clause: Clause) -> bool:
    """Whether it only says what is not meant: "not the wild one"."""
    named = [token for token in clause.tokens if token.kind not in (tags.FILLER, UNKNOWN, tags.MAY)]
    named = named[1:] if named and named[0].kind == "AND" else named
    if not named or not clause.things:
        return False
    if named[0].kind == "NONE" and len(named) > 1:
        return named[1].kind in (*_DENIABLE, "REFILL") and not clause.has_verb
    if named[0].kind == tags.NOT and len(named) > 1:
        return named[1].kind not in (tags.VERB, "NONE", "ANY", "ALL") and is_order_word(named[1])
    return denies_what_precedes(named[-1]) and not clause.has_verb


def _is_order(clause: Clause) -> bool:
    """Whether a clause can be an order or a part of one."""
    things = clause.things
    if not things or clause.has(tags.TALK) or doer(clause) is not None or _apologises(clause):
        return False
    if clause.has(tags.OTHERS) and clause.has(UNKNOWN) and not clause.has_verb:
        return False
    if clause.is_strong:
        unknown = sum(token.kind == UNKNOWN for token in clause.tokens)
        if unknown > 1 and all(token.kind == tags.VERB for token in things) and clause.has_state:
            return False
        if clause.is_statement and unknown > 1 and not clause.has(tags.NUMBER, "CODE"):
            return False
        return clause.has_verb or unknown < _MOST_UNKNOWN or unknown < 2 * len(things)
    return _is_weak_order(clause)


def _apologises(clause: Clause) -> bool:
    """Whether it says sorry and why: "sorry I'm going through a tunnel"."""
    is_sorry = clause.tokens[0].kind == tags.SORRY and clause.has(UNKNOWN)
    return is_sorry and all(token.kind == tags.VERB for token in clause.things)


_MOST_UNKNOWN = 4
"""So many unknown words round a thing, without a verb, are talk about it."""


def _is_weak_order(clause: Clause) -> bool:
    """Whether words of every day alone are meant for an order: "2", "none", "the lowest"."""
    if clause.has(UNKNOWN) or counts_cards(clause):
        return False
    if clause.has(tags.NUMBER, tags.ORDINAL, "HOW", tags.OTHER_ONE):
        return True
    # "That would be all" and "hello all" order nothing.
    return len(clause.tokens) == len(clause.things) or clause.has("NONE")
