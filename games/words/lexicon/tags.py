"""What kinds of words there are beside those of the games: each is the `kind` of tokens."""

from __future__ import annotations

FILLER, BECAUSE = "FILLER", "BECAUSE"
NOT, DOUBT, OTHERS, BUT = "NOT", "DOUBT", "OTHERS", "BUT"
VERB, NUMBER, ORDINAL = "VERB", "NUMBER", "ORDINAL"
CAREFUL = frozenset((NOT, DOUBT, OTHERS, BUT))
"""Words that turn an order round, put it under a condition or speak of somebody else's."""

CORRECT, RETRACT, DROP, THEREFORE = "CORRECT", "RETRACT", "DROP", "THEREFORE"
ASK, MAY, TALK, GONE = "ASK", "MAY", "TALK", "GONE"
OTHER_ONE, SORRY = "OTHER_ONE", "SORRY"
TURNING = frozenset((CORRECT, RETRACT, DROP, THEREFORE, BECAUSE, ASK, TALK))
"""Words that say what a clause does: it corrects, takes back, gives a reason, asks or talks."""
