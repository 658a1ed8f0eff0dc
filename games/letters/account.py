"""Letters to a member, or to be one: signing in, a test of the address, a digest."""

from __future__ import annotations

import msgspec

from games.letters.letter import Context, Kind, Letter, MailScene


class AccountLetter(Letter):
    """Words that allauth has made. They may hold a code, and are erased when the mail is sent."""

    kind = Kind.ACCOUNT
    is_always_sent = True
    can_be_unsubscribed = False
    subject: str
    text: str

    def context(self, scene: MailScene) -> Context | None:
        return {}


class AddressTestLetter(Letter):
    """Asks whether mails reach the address."""

    kind = Kind.TEST
    is_always_sent = True
    answered_by_member = True

    def context(self, scene: MailScene) -> Context | None:
        if scene.row.member is None:
            return None
        return {"confirm_link": scene.confirm_link()}


class DigestLetter(Letter):
    """All that waits for a member. Which rows it tells and which it found moot, and by the match's
    code the player and the phase that each of its questions is for, are known when it is sent."""

    kind = Kind.DIGEST
    answered_by_member = True
    told: tuple[int, ...] = ()
    moot: tuple[int, ...] = ()
    sections: dict[str, tuple[int, int]] = msgspec.field(default_factory=dict)

    def context(self, scene: MailScene) -> Context | None:
        return {}
