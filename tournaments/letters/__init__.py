"""What entrants are to be told: one class a kind of mail about tournaments, with its words."""

from tournaments.letters import entering, playing  # noqa: F401  they register
