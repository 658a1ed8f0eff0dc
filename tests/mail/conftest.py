"""Quiet mail servers: their library logs every line of every conversation."""

from __future__ import annotations

import logging

logging.getLogger("mail.log").setLevel(logging.WARNING)
