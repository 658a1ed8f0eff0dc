"""The system's secure source: what nobody may guess is drawn from it."""

from __future__ import annotations

import random
import secrets

SOURCE: random.Random = secrets.SystemRandom()
"""Where codes and server seeds come from. Tests and benchmarks put a generator of
their own here."""
