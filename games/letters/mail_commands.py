"""The base of all commands by mail: each is declared once, in `games.mail.commands`.

Its words in every language, and what may stand behind them, are data: `seeds/mail/commands.toml`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from datetime import datetime
from typing import ClassVar, NamedTuple

from django.utils.functional import Promise
from django.utils.module_loading import autodiscover_modules

from games.letters.command_outcomes import CommandOutcome, say
from games.models import Player


class Taught(NamedTuple):
    """A command as a mail teaches it."""

    spoken: str
    explanation: str


class Asked(NamedTuple):
    """A command that came in: what stood behind its word, and for which seat and phase."""

    argument: str
    player: Player
    phase_number: int
    received_at: datetime


class MailCommand(ABC):
    """One command. A class below this one is all that it needs beside its words."""

    name: ClassVar[str]
    """What `commands.toml` calls it."""

    explanation: ClassVar[Promise | str]
    is_about_one_match: ClassVar[bool] = True

    def __init_subclass__(cls) -> None:
        if "name" in cls.__dict__:
            _COMMANDS[cls.name] = cls()

    @abstractmethod
    def obey(self, asked: Asked) -> CommandOutcome:
        """Do what was asked for."""

    def taught(self) -> list[Taught]:
        """How mails in the active language teach it."""
        return [Taught(say(self.name), str(self.explanation))]


_COMMANDS: dict[str, MailCommand] = {}


def mail_commands() -> dict[str, MailCommand]:
    """Every command by its name, in the order in which they are taught."""
    if not _COMMANDS:
        autodiscover_modules("mail.commands")
    return _COMMANDS


def taught_commands() -> list[Taught]:
    """Every command with what it does, in the active language."""
    return [taught for command in mail_commands().values() for taught in command.taught()]
