"""Forms for where a member is told things: one for each kind of chat, and for programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from games.letters.channel_targets import (
    MOST_CHARACTERS,
    BadTargetError,
    DiscordTarget,
    MatrixTarget,
    NtfyTarget,
    ProgramTarget,
    Target,
    TelegramTarget,
)
from games.letters.events import (
    FOR_PEOPLE,
    SUBSCRIBABLE,
    DecisionAwaits,
    DecisionClosed,
    MatchFinished,
    MatchStarted,
    TournamentFinished,
    TournamentRoundStarted,
)
from games.models import Channel

EVENT_WORDS = {
    DecisionAwaits.name: _("It's my turn"),
    DecisionClosed.name: _("A turn has closed"),
    MatchStarted.name: _("A match starts"),
    MatchFinished.name: _("A match ends"),
    TournamentRoundStarted.name: _("A tournament round starts"),
    TournamentFinished.name: _("A tournament ends"),
}


def event_field(kind: str) -> forms.MultipleChoiceField:
    """The events that this kind of channel may want."""
    offered = SUBSCRIBABLE if kind == Channel.Kind.PROGRAM else FOR_PEOPLE
    return forms.MultipleChoiceField(
        label=_("Notify when"),
        choices=[(name, EVENT_WORDS[name]) for name in offered],
        initial=list(offered),
        widget=forms.CheckboxSelectMultiple,
    )


class ChannelForm(forms.Form):
    """Where, and what is told there. The fields of each kind are those of its target."""

    kind: ClassVar[str]
    heading: ClassVar[object]
    name = forms.CharField(label=_("Name"), max_length=60, required=False)

    def __init__(self, data: Mapping[str, object] | None = None) -> None:
        super().__init__(data, auto_id=f"id_{self.kind}_%s")
        self.fields["events"] = event_field(self.kind)

    def made(self) -> Target:
        """The target that the fields say. Raises BadTargetError."""
        raise BadTargetError("kind")

    def clean(self) -> dict[str, object]:
        if self.errors:
            return self.cleaned_data
        try:
            self.target = self.made()
        except BadTargetError as error:
            field = error.field if error.field in self.fields else None
            self.add_error(field, _("That doesn’t look right. Copy all of it again."))
        return self.cleaned_data

    def text(self, field: str) -> str:
        """What was typed, without the space around it."""
        return str(self.cleaned_data.get(field) or "").strip()


class NtfyForm(ChannelForm):
    """A topic of an ntfy server."""

    kind = Channel.Kind.NTFY
    heading = _("ntfy")
    url = forms.CharField(
        label=_("Address of the topic"),
        max_length=MOST_CHARACTERS,
        help_text=_("Such as https://ntfy.sh/a-name-that-nobody-guesses"),
    )
    token = forms.CharField(label=_("Access token, if it wants one"), required=False)

    def made(self) -> Target:
        return NtfyTarget(url=self.text("url"), token=self.text("token"))


class DiscordForm(ChannelForm):
    """A webhook of a Discord channel."""

    kind = Channel.Kind.DISCORD
    heading = _("Discord")
    url = forms.CharField(
        label=_("Webhook URL"),
        max_length=MOST_CHARACTERS,
        help_text=_("In Discord: Edit Channel, Integrations, Webhooks, New Webhook, Copy URL."),
    )

    def made(self) -> Target:
        return DiscordTarget(url=self.text("url"))


class MatrixForm(ChannelForm):
    """A room of Matrix."""

    kind = Channel.Kind.MATRIX
    heading = _("Matrix")
    homeserver = forms.CharField(
        label=_("Homeserver"), max_length=200, help_text=_("Such as https://matrix.org")
    )
    room = forms.CharField(
        label=_("Room ID"),
        max_length=400,
        help_text=_("In the room's settings under Advanced; it begins with !"),
    )
    token = forms.CharField(
        label=_("Access token"),
        max_length=500,
        help_text=_("Of an account of its own that is in the room, not of yours."),
    )

    def made(self) -> Target:
        return MatrixTarget(
            homeserver=self.text("homeserver"), room=self.text("room"), token=self.text("token")
        )


class TelegramForm(ChannelForm):
    """A chat of Telegram."""

    kind = Channel.Kind.TELEGRAM
    heading = _("Telegram")
    token = forms.CharField(
        label=_("Bot token"), max_length=100, help_text=_("From @BotFather: 123456:ABC…")
    )
    chat = forms.CharField(
        label=_("Chat ID"),
        max_length=50,
        help_text=_("The number of the chat with your bot, to which you have written once."),
    )

    def made(self) -> Target:
        return TelegramTarget(token=self.text("token"), chat=self.text("chat"))


class ProgramForm(ChannelForm):
    """A program's address."""

    kind = Channel.Kind.PROGRAM
    heading = _("A program of mine (webhook)")
    url = forms.CharField(
        label=_("Address to post to"),
        max_length=MOST_CHARACTERS,
        help_text=_("Begins with https://. What we post is signed; you see the secret once."),
    )

    def made(self) -> Target:
        return ProgramTarget.with_new_secret(self.text("url"))


CHANNEL_FORMS: dict[str, type[ChannelForm]] = {
    one.kind: one for one in (NtfyForm, DiscordForm, MatrixForm, TelegramForm, ProgramForm)
}


class ChannelEventsForm(forms.Form):
    """What a channel that is there is told."""

    def __init__(self, channel: Channel, data: Mapping[str, object] | None = None) -> None:
        super().__init__(data, initial={"events": channel.events})
        self.fields["events"] = event_field(channel.kind)
