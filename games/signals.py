"""What others may listen to."""

from __future__ import annotations

from django.dispatch import Signal

matches_finished = Signal()
"""Sent after the commit in which matches ended; `match_ids` is a list of their ids.

A hint that may be lost or come twice: `Match.settled_at` says what is still to be reckoned.
"""
