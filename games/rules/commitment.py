"""A match's chance: committed to before anybody can act on it, shared, and checked at the end.

How it goes, and how anybody checks it with a script of their own:

1. Before the first player can join, the server draws 32 bytes, writes them as 64 lower-case hex
   digits (the server seed) and publishes only `commitment(…)`: the SHA-256, in hex, of these six
   lines, each ended by a line feed, in UTF-8:

       card match commitment 1
       match CODE
       game KEY
       rules VERSION
       attempt NUMBER
       seed SERVER_SEED

   Attempt is 1: no deal is ever begun again.
2. Each player adds a text of their own choice, the contribution. Nobody knows the seed yet, and
   the server can no longer change its part.
3. `mixed_seed(…)` is HMAC-SHA256, in hex, with the key SERVER_SEED (its 64 digits as text) over
   the line `card match seed 1` and a line for each seat, in seat order: the seat's number, a space
   and the SHA-256, in hex, of the contribution in UTF-8. Each line is ended by a line feed. The
   SHA-256 of the same lines is published when the match starts: who notes it can check afterwards
   that no contribution was changed when all others and the seed were known.
4. Every shuffle of the match follows from the mixed seed as `chance.shuffled` describes; shuffles
   are numbered from 0 through the match. Before a shuffle the cards lie in the order in which the
   notation lists them. Where some leave the match unseen, the last of the shuffled cards do.
5. After the match the server seed is published. Repeat 1 and compare with the commitment; repeat 3
   and compare with `seed` in the match record; repeat 4 and compare with the record's `shuffles`.
   Of a player who has had everything erased, what they added is shown as `sha256-` and that
   SHA-256 in URL-safe base64 without padding: it takes the place of the contribution's in 3.

This does not stop one who can read the server's memory from telling a player what lies where.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence

SERVER_SEED_BYTES = 32
_SERVER_SEED = re.compile(r"[0-9a-f]{64}")
_ERASED = re.compile(r"sha256-[A-Za-z0-9_-]{43}")
_WORD = re.compile(r"[!-~]{1,100}")


def new_server_seed(entropy: bytes) -> str:
    """The server seed that these bytes make: 64 lower-case hex digits.

    The rules draw nothing themselves: the caller brings 32 bytes from the system's secure source.
    Raises ValueError for any other number of bytes.
    """
    if len(entropy) != SERVER_SEED_BYTES:
        raise ValueError(f"a server seed takes {SERVER_SEED_BYTES} bytes, not {len(entropy)}")
    return entropy.hex()


def commitment(
    server_seed: str, *, match_code: str, game: str, rules_version: int, attempt: int
) -> str:
    """What is published before the match (step 1): 64 hex digits that fix the server seed.

    Raises ValueError if the seed is not one of `new_server_seed`, if a word is not printable ASCII
    without spaces (a line could be forged otherwise), or if a number is below 1.
    """
    _require_server_seed(server_seed)
    for word in (match_code, game):
        if not _WORD.fullmatch(word):
            raise ValueError(f"{word!a} is not a word of printable ASCII")
    if rules_version < 1 or attempt < 1:
        raise ValueError("rules version and attempt count from 1")
    lines = (
        "card match commitment 1",
        f"match {match_code}",
        f"game {game}",
        f"rules {rules_version}",
        f"attempt {attempt}",
        f"seed {server_seed}",
    )
    return hashlib.sha256(_joined(lines)).hexdigest()


def mixed_seed(server_seed: str, contributions: Sequence[str]) -> str:
    """The seed that the match is played with (step 3): 64 hex digits.

    `contributions` in seat order, one for each seat, an empty text where a player added nothing.
    Raises ValueError for a seed that is not one of `new_server_seed`.
    """
    _require_server_seed(server_seed)
    return hmac.digest(server_seed.encode(), _contributed(contributions), "sha256").hex()


def contributions_digest(contributions: Sequence[str]) -> str:
    """What is published when the match starts (step 3): 64 hex digits that fix what was added.

    `contributions` in seat order.
    """
    return hashlib.sha256(_contributed(contributions)).hexdigest()


def _contributed(contributions: Sequence[str]) -> bytes:
    lines = ["card match seed 1"]
    for seat, contribution in enumerate(contributions):
        lines.append(f"{seat} {_digest(contribution).hex()}")
    return _joined(lines)


def contribution_erased(contribution: str) -> str:
    """What stands for a contribution whose words are erased: every check still comes out right."""
    if not contribution or _ERASED.fullmatch(contribution):
        return contribution
    return "sha256-" + urlsafe_b64encode(_digest(contribution)).decode().rstrip("=")


def _digest(contribution: str) -> bytes:
    if _ERASED.fullmatch(contribution):
        return urlsafe_b64decode(contribution.removeprefix("sha256-") + "=")
    # surrogatepass: a text that is no valid UTF-8 must not be able to stop a match
    return hashlib.sha256(contribution.encode("utf-8", "surrogatepass")).digest()


def _require_server_seed(server_seed: str) -> None:
    if not _SERVER_SEED.fullmatch(server_seed):
        raise ValueError("a server seed is 64 lower-case hex digits")


def _joined(lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()
