"""What others may put into a member's calendar."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple


class CalendarEntry(NamedTuple):
    """A moment in a member's calendar, worded in the active language.

    `uid` tells it from all others of this service; `sequence` grows when it is moved.
    """

    uid: str
    begins_at: datetime
    ends_at: datetime
    changed_at: datetime
    sequence: int
    summary: str
    description: str
    link: str
