"""What others may listen to."""

from __future__ import annotations

from django.dispatch import Signal

matches_finished = Signal()
"""Sent after the commit in which matches ended; `match_ids` is a list of their ids.

A hint that may be lost or come twice: `Match.settled_at` says what is still to be reckoned.
"""

demo_made = Signal()
"""Sent by `ensure_demo` inside its caller's transaction, if any, for whoever has more to show.

`progress` is told the title of what is made next. What is there already is left as it is.
"""

member_leaving = Signal()
"""A member is about to have everything erased: sent with `member` before anything is, for whoever
must first end what the member takes part in. May come twice.
"""

member_erasing = Signal()
"""Sent in the transaction that erases, with `member` and `words` to take out of what others keep
(`games.services.anonymization.Words`).
"""

mail_needed = Signal()
"""The matches of `match_ids` are about to close: sent so that mail which came in by `at` is read
first.
"""

ratings_wanted = Signal()
"""The end of `match` is shown: receivers return what it did to its members' ratings, as a mapping
of their ids to `games.selectors.endings.RatingNews`, empty while nothing is reckoned.
"""

counts_wanted = Signal()
"""The figures of the service are read: receivers return counts of their own by their names, as
`parked_tournaments`.
"""

calendar_wanted = Signal()
"""The calendar of `member` is made: receivers return what they add to it, a list of
`games.common.calendar_entry.CalendarEntry` in the active language.
"""
