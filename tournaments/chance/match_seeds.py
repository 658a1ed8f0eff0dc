"""Where the chance of a tournament's matches comes from: one secret, committed to at its creation.

A tournament's server seed is committed to like a match's (`games.rules.commitment`), under the game
`tournament` and rules 1, before anybody can enter. At the start it is mixed with what every entrant
added, in the order in which they entered; the mixed seed is published and draws every lot. The
server seed stays secret to the end, for the matches' own server seeds come from it: HMAC-SHA256, in
hex, with its 64 digits as the key, over three lines, each ended by a line feed:

    tournament match seed 1
    round NUMBER
    table NUMBER

So nobody can pick a match's cards after having seen who sits where, and anybody can check that at
the end. What draws lots and is public tells nothing of what deals cards.
"""

from __future__ import annotations

import hashlib
import hmac


def match_server_seed(server_seed: str, round_number: int, table: int) -> str:
    """The server seed of the match at that table: 64 hex digits."""
    lines = f"tournament match seed 1\nround {round_number}\ntable {table}\n"
    return hmac.new(server_seed.encode(), lines.encode(), hashlib.sha256).hexdigest()
