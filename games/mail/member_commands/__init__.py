"""What members ask for by mail about matches and about themselves, in the order in which the help
lists it: each acts through the services that the site's pages use."""

from games.mail.member_commands import looking, preferences, tables

__all__ = ["looking", "preferences", "tables"]
