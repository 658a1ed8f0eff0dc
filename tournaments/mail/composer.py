"""Hands the mails about tournaments to the outbox, in the addressee's language and zone."""

from __future__ import annotations

from games.common.links import without_links
from games.composing import contexts
from games.composing.invitation_optout import is_to_stranger
from games.models import OutboundMail
from tournaments.mail import moot
from tournaments.mail.background import told
from tournaments.mail.wording import said

Context = dict[str, object]
TEMPLATE = "tournament"


class TournamentComposer:
    """Words every row of `services.letters.KIND`."""

    def is_moot(self, row: OutboundMail) -> bool:
        """Whether what the row was to tell is no longer so, or no longer wanted."""
        known = told(row)
        return known is None or moot.is_moot(known)

    def compose(self, row: OutboundMail) -> tuple[str, Context]:
        """The template's name and what it says."""
        known = told(row)
        assert known is not None
        words, name = said(known), known.tournament.name
        return TEMPLATE, {
            **contexts.common(row, None),
            "tournament_name": without_links(name) if is_to_stranger(row) else name,
            "heading": words.heading,
            "sentences": words.sentences,
            "tables": words.tables,
            "action": words.action,
            "action_link": words.link,
        }
