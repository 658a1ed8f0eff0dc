"""The letter about a channel that no longer works."""

from __future__ import annotations

from games.common.site_links import site_link
from games.letters.letter import Context, Kind, Letter, MailScene
from games.models import Channel


class ChannelStoppedLetter(Letter):
    """A chat or a program has taken nothing for days: it is told nothing more."""

    kind = Kind.CHANNEL
    channel: str = ""
    why: str = ""

    def context(self, scene: MailScene) -> Context | None:
        if scene.row.member is None:
            return None
        labels = dict(Channel.Stopped.choices)
        return {
            "channel": self.channel,
            "why": labels.get(self.why, ""),
            "channels_link": site_link("channels"),
        }
