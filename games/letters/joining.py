"""The letter to an address that nobody has an account with, and that asked for one by mail."""

from __future__ import annotations

from games.letters.letter import Context, Kind, Letter, MailScene
from games.letters.outbox_prefetch import Prefetched
from games.models import Member, OutboundMail


class JoinLetter(Letter):
    """Nothing but a question: who answers it gets an account. `offer` is the row of another offer,
    whose answer could not be read, and `what` that offer in words."""

    kind = Kind.JOIN
    is_answer = True
    answered_by_yes = True
    can_be_unsubscribed = False
    offer: int = 0
    what: str = ""

    def is_moot(self, row: OutboundMail, known: Prefetched) -> bool:
        return not self.offer and Member.objects.filter(email__iexact=row.address).exists()

    def context(self, scene: MailScene) -> Context | None:
        return {"is_unclear": bool(self.offer), "offered": self.what, "has_marker": True}
