"""`manage.py tournament`: the research on pairing and ratings, which a checkout holds."""

from tests.research.command import Command

__all__ = ["Command"]
