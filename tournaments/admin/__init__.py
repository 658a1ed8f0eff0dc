"""The operator's view of tournaments and ratings: to look at, for only the services write here.

What a lot could be foretold from, and the links by which one enters, is not in it.
"""

from tournaments.admin import ratings, tournaments

__all__ = ["ratings", "tournaments"]
