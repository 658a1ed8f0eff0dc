"""The end of a match in words: who has won and by how much, who came where, and what decided it."""

from __future__ import annotations

from collections.abc import Sequence

from games.presentation.default_presentation import Presentation
from games.presentation.people import isolated, one_line
from games.presentation.values import Names, figure, signed
from games.presentation.words import and_list
from games.presentation.words import gettext as _
from games.rules.endings import Ending
from games.rules.protocol import Seat
from games.rules.turning_points import TurningPoint


def headline(ending: Ending, names: Names, viewer: Seat | None = None) -> str:
    """`Daan wins by 2`, to be a heading: who won, and by how much where the score says it.

    The rules' own player, who has won where nobody is first, is named after the people.
    """
    winners, seats = ending.winners, len(ending.finishers)
    if len(winners) > 1:
        return _shared([one.seat for one in winners], names, viewer)
    seat = winners[0].seat if winners else seats
    facts = {"name": isolated(one_line(names.get(seat, ""))), "margin": ending.margin}
    if seats == 1 and 1 not in names and winners:
        return _("%(name)s finishes with %(score)s") % {**facts, "score": figure(winners[0].score)}
    if seat == viewer:
        return _("You win by %(margin)s") % facts if ending.margin else _("You win")
    return _("%(name)s wins by %(margin)s") % facts if ending.margin else _("%(name)s wins") % facts


def _shared(winners: Sequence[Seat], names: Names, viewer: Seat | None) -> str:
    others = and_list([isolated(one_line(names[seat])) for seat in winners if seat != viewer])
    if viewer in winners:
        return _("You and %(names)s share the win") % {"names": others}
    return _("%(names)s share the win") % {"names": others}


def own_result(ending: Ending, viewer: Seat) -> str:
    """The reader's place and score as a sentence: `You came 2nd of 4 with 21.`"""
    own = next(one for one in ending.finishers if one.seat == viewer)
    facts = {"place": own.place, "players": len(ending.finishers), "score": figure(own.score)}
    if len(ending.finishers) == 1:
        return _("You have %(score)s.") % facts
    return _("You: place %(place)s of %(players)s, with %(score)s.") % facts


def rating_words(before: int, after: int) -> str:
    """What a match did to a rating: `1512 → 1520 (+8)`."""
    change = signed(after - before) if after != before else "±0"
    return f"{before} → {after} ({change})"


def decided_in_words(
    point: TurningPoint, presentation: Presentation, names: Names, viewer: Seat | None
) -> str:
    """What decided the match, as a sentence: in which round, and from where to where."""
    facts = {
        "round": presentation.round_name(point.round),
        "name": isolated(one_line(names[point.seat])),
        "ahead": point.after,
        "behind": -point.before,
        "gain": point.after - point.before,
    }
    is_you = point.seat == viewer
    if not point.is_for_good:
        text = (
            _("%(round)s: you gained %(gain)s on the next best, more than in any other.")
            if is_you
            else _("%(round)s: %(name)s gained %(gain)s on the next best, more than in any other.")
        )
    elif point.before == 0:
        text = (
            _("%(round)s: from level to %(ahead)s ahead, and you were not caught again.")
            if is_you
            else _("%(round)s: %(name)s went from level to %(ahead)s ahead and was not caught.")
        )
    else:
        text = (
            _("%(round)s: from %(behind)s behind to %(ahead)s ahead, and you were not caught.")
            if is_you
            else _(
                "%(round)s: %(name)s went from %(behind)s behind to %(ahead)s ahead"
                " and was not caught."
            )
        )
    return text % facts
