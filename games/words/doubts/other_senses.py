"""A "pass", "done" or "stay" that may be said of something else, or is taken up again behind it.

"Passo a prendere i bimbi" comes by to fetch somebody, "I'm done with this weather" ends nothing;
"no family … oh go on, yes I do" does after all what was left undone.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.vocabulary import marks
from games.words.speech.clauses import ORDERING, Act, Clause

_NOTHING = ("pass", "done", "stay")
_SAID = (*_NOTHING, "leave", "sit")


def other_senses(clauses: Sequence[Clause], text: str) -> list[str]:
    """The words that make an order which leaves things undone say something else."""
    if text not in _NOTHING:
        return []
    said = [one for one in clauses if one.act in ORDERING and one.has_verb]
    found = [one.beginning for one in said if speaks_of_else(one)]
    places = [i for i, one in enumerate(clauses) if one.act in ORDERING]
    behind = clauses[places[-1] + 1 :] if places else ()
    return found + [one.beginning for one in behind if does_after_all(one)]


def speaks_of_else(clause: Clause) -> bool:
    """Whether a verb that leaves things undone leads to a place, a person or a deed that is none of
    the game: "passo da mia nonna", "me quedo en casa", "klaar met dit weer"."""
    for index, token in enumerate(clause.tokens):
        words = token.written.casefold().split()
        is_denial = not (marks("denying") | marks("no")).isdisjoint(words)  # "no family for me"
        if token.kind == tags.VERB and token.value in _SAID and not is_denial:
            behind = list(takewhile(lambda one: not one.after_comma, clause.tokens[index + 1 :]))
            if _leads_away(token, behind):
                return True
    return False


def _leads_away(verb: Token, behind: Sequence[Token]) -> bool:
    """Whether a word for a place or a direction follows the verb, or ends it, with something
    unknown behind it."""
    first, rest = (behind[0], behind[1:]) if behind else (verb, behind)
    words = verb.written.casefold().split()
    if len(words) > 1 and words[-1] in marks("leads away") and behind:
        first, rest = verb, behind
    leading = first.written.casefold().rpartition(" ")[2]
    is_with = verb.value == "done" and leading in marks("done with")
    is_led = leading in marks("leads away") or is_with
    is_led = is_led and (first is verb or first.kind == tags.FILLER)
    told = [one for one in rest if one.kind != tags.FILLER]
    if is_with and rest and not told:
        return not any(one.written.casefold() in marks("turn") for one in rest)
    return is_led and bool(told) and told[0].kind in (UNKNOWN, tags.VERB, tags.TALK)


def does_after_all(clause: Clause) -> bool:
    """Whether a clause says that it is done after all: "sí que la hago", "oh go on, I will"."""
    is_open = clause.act is Act.CONDITION or clause.has(tags.OTHERS, tags.NOT)
    return clause.says_phrase("does it after all", 0) and not is_open and not clause.is_question
