"""The row of a match to be made, with the server's commitment to its chance."""

from __future__ import annotations

from games.models import Match, new_match_code, secure_random
from games.rules.commitment import SERVER_SEED_BYTES, commitment, new_server_seed
from games.rules.game import AnyRules
from games.rules.protocol import Options

LONGEST_TITLE = 60


def drawn_server_seed() -> str:
    """A server's seed that nobody can know beforehand."""
    return new_server_seed(secure_random.SOURCE.randbytes(SERVER_SEED_BYTES))


def new_match(
    rules: AnyRules, options: Options, seats: int, *, server_seed: str, title: str, **fields: object
) -> Match:
    """A match that is not saved yet; `fields` are further ones of Match."""
    code = new_match_code()
    return Match(
        code=code,
        title=title.strip()[:LONGEST_TITLE],
        game=rules.key,
        rules_version=rules.version,
        options=options.as_mapping(),
        seats=seats,
        server_seed=server_seed,
        commitment=commitment(
            server_seed,
            match_code=code,
            game=rules.key,
            rules_version=rules.version,
            attempt=1,
        ),
        **fields,
    )
