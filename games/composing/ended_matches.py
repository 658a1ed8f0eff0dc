"""What a mail says of a match that is over."""

from __future__ import annotations

from games import selectors
from games.common.site_links import site_link
from games.models import Player
from games.presentation import endings, presentation_for
from games.presentation.people import isolated
from games.presentation.values import Names, figure
from games.presentation.words import paragraph
from games.selectors import MatchTable


def ending(table: MatchTable, player: Player | None) -> dict[str, object]:
    """The outcome with every player's sum, as it concerns this one.

    Raises LookupError where nothing was dealt.
    """
    if table.view is None:
        raise LookupError("nothing is dealt")
    names = dict(enumerate(table.names))
    score = presentation_for(table.match.game).score_table(table.view, names)
    rows = [
        {
            "name": isolated(names.get(row.seat, row.name)),
            "total": figure(row.total),
            "is_you": row.seat == table.seat,
            "has_left": row.seat in table.placing[1],
            "sum": "; ".join(
                f"{column}: {cell}"
                for column, cell in zip(score.columns, row.cells, strict=False)
                if cell not in {"", "0"}
            ),
        }
        for row in score.rows
    ]
    return {
        **_result(table, player),
        "reason": _reason(table),
        "turning_point": _turning_point(table, names),
        "tie_break": presentation_for(table.match.game).tie_words(table.view, names),
        "scores": rows,
        "replay_link": site_link("match-replay", code=table.match.code),
    }


def outcome_words(table: MatchTable) -> str:
    """Who won, and why the match is over."""
    ended, names = selectors.ending_of(table), dict(enumerate(table.names))
    words = endings.headline(ended, names, table.seat)
    return paragraph([f"{words}.", _reason(table)])


def _result(table: MatchTable, player: Player | None) -> dict[str, object]:
    """Who won, the reader's place, and what it did to their rating, if that is known yet."""
    ended, names = selectors.ending_of(table), dict(enumerate(table.names))
    news = selectors.rating_news(table.match) if table.match.is_rated else {}
    own = news.get(player.member_id) if player and player.member_id is not None else None
    return {
        "headline": endings.headline(ended, names, table.seat),
        "own_result": endings.own_result(ended, table.seat) if table.seat is not None else "",
        "own_rating": endings.rating_words(*own) if own is not None else "",
    }


def _turning_point(table: MatchTable, names: Names) -> str:
    """What decided it, where that can be said."""
    point = selectors.decisive_round(table.match)
    if point is None:
        return ""
    words = presentation_for(table.match.game)
    return endings.decided_in_words(point, words, names, table.seat)


def _reason(table: MatchTable) -> str:
    outcome = table.outcome
    return presentation_for(table.match.game).reason(outcome.reason) if outcome else ""
