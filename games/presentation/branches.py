"""Why one of several orders in a text was taken, in a sentence."""

from __future__ import annotations

from django.utils.translation import gettext

from games.presentation import presentation_for


def branch_in_words(game: str, why: str, words: str) -> str:
    """What decided: a condition in its writer's `words` that `holds` or `fails`, or an order of the
    notation that is `refused` now; in the reader's language."""
    match why:
        case "holds":
            return gettext("“%(words)s”: that is so.") % {"words": words}
        case "fails":
            return gettext("“%(words)s”: that is not so.") % {"words": words}
    shown = presentation_for(game).order_shown(words)
    return gettext("“%(words)s” isn’t possible now.") % {"words": shown}
