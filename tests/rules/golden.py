"""Golden transcripts: fixed matches that must go on as they went, and how a difference is told."""

from __future__ import annotations

from games.rules.configurations import Configuration, option_words
from games.rules.playout import AnyLegalBot, match_seed, play_match
from games.rules.protocol import O, Rules, S
from tests.rules.transcript import transcript

SILENCE = 20
"""Percent of orders by default, so that a transcript shows what silence does as well."""


def golden(rules: Rules[S, O], configuration: Configuration) -> str:
    """The transcript of one fixed match of this configuration."""
    # no bot of the game: a better bot must not change the transcripts of the rules
    bots = [AnyLegalBot()] * configuration.seats
    record = play_match(
        rules, bots, configuration.options, match_seed(configuration.name), silence=SILENCE
    )
    heading = (
        f"{rules.key}, rules version {rules.version}, {configuration.seats} seats, "
        f"{option_words(configuration) or 'no options'}, any legal orders, {SILENCE} % silence"
    )
    return transcript(rules, record, heading)


def difference(old: str | None, new: str) -> str:
    """The first line that differs, in words."""
    if old is None:
        return "is new"
    before, after = old.splitlines(), new.splitlines()
    for number, (one, two) in enumerate(zip(before, after, strict=False), 1):
        if one != two:
            return f"line {number} was {one.strip()!r} and is {two.strip()!r}"
    return f"had {len(before)} lines and has {len(after)}"
