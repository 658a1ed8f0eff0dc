"""The base of what members ask for by mail about anything but the match whose mail they answer:
each is declared once, in the package `mail.member_commands` of its application.

Its words in every language are data: the section `member` of `seeds/mail/commands.toml`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache
from typing import ClassVar, NamedTuple

import msgspec
from django.utils.functional import Promise
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.letters.command_outcomes import CommandOutcome, say
from games.letters.letter import Attached, Context
from games.letters.yes_or_no import YesOrNoAsked
from games.models import Match, Member
from games.selectors import record_line

MOST_LINES = 250
MOST_WANTED = ("my-matches", "open-matches", "open", "tournaments", "absent")
"""The commands on the first screen of the help."""

Text = Promise | str


class HelpGroup:
    """Under which heading the help lists a command."""

    TABLES = gettext_lazy("Matches")
    TOURNAMENTS = gettext_lazy("Tournaments")
    YOURSELF = gettext_lazy("You and your mails")
    ORGANISING = gettext_lazy("If you organise a tournament")


class Request(NamedTuple):
    """What came in: whose, what stood behind its words, and the lines below where it takes them.
    `about` is the code of the match or tournament whose mail is answered: what names none is of
    that one."""

    member: Member
    argument: str
    below: str = ""
    about: str = ""


class UnclearRequestError(Exception):
    """What was asked for can't be done as it was written; the message says why, in words of the
    active language. `choices` are lines that say what there is, and `missing` is the part of the
    argument in whose place the answer is to stand."""

    def __init__(self, words: str, choices: tuple[str, ...] = (), missing: str = "") -> None:
        super().__init__(words)
        self.words = words
        self.choices = choices
        self.missing = missing


class MemberCommand(ABC):
    """One request. A class below this one is all that it needs beside its words."""

    name: ClassVar[str]
    """What `commands.toml` calls it."""

    section: ClassVar[str] = "member"
    """Where that has its words; "" for those that replies to a match know too."""

    group: ClassVar[Text]
    explanation: ClassVar[Text]
    example: ClassVar[Text] = ""
    """What may stand behind its words."""

    changes: ClassVar[bool] = False
    """Needs a mail that is surely the member's, or else a yes to our question."""

    asks_first: ClassVar[bool] = False
    """Can't be undone: it is always asked back."""

    is_taught: ClassVar[bool] = True
    takes_below: ClassVar[bool] = False
    """The lines below it belong to it."""

    also: ClassVar[tuple[str, ...]] = ()
    """Other requests that may mean it, where they find nothing that they are about."""

    def __init_subclass__(cls) -> None:
        if "name" in cls.__dict__:
            _COMMANDS[cls.name] = cls()

    @abstractmethod
    def obey(self, request: Request) -> CommandOutcome:
        """Do what was asked for, and say it in the active language. Raises RefusalError, or
        UnclearRequestError."""

    def meaning(self, request: Request) -> str:
        """What would be done, for the question whether it shall be; "" where what `obey` tells says
        it as well. Raises as `obey` does."""
        return ""

    def taught(self) -> str:
        """How a mail in the active language teaches it."""
        spoken = " ".join(filter(None, (say(self.name, self.section), str(self.example))))
        return f"{spoken} – {self.explanation}"


_COMMANDS: dict[str, MemberCommand] = {}


@cache
def member_commands() -> dict[str, MemberCommand]:
    """Every request by its name."""
    autodiscover_modules("mail.member_commands")
    return _COMMANDS


class Listed(msgspec.Struct, omit_defaults=True):
    """Lines that belong together, under a heading or none."""

    lines: list[str]
    title: str = ""


class MemberTold(CommandOutcome):
    """What came of a request, in the member's own language when it was asked; `record` is the code
    of a finished match whose record is attached."""

    code = "member-told"
    is_of_member = is_told_as_it_was = True
    told: list[str] = msgspec.field(default_factory=list)
    groups: list[Listed] = msgspec.field(default_factory=list)
    record: str = ""

    def paragraphs(self, shown: Context) -> list[str]:
        return self.told

    def listed(self) -> list[Listed]:
        return [Listed(one.lines[:MOST_LINES], one.title) for one in self.groups]

    def attached(self) -> list[Attached]:
        match = Match.objects.filter(code=self.record).first() if self.record else None
        if match is None or not match.has_replay:
            return []
        return [Attached(f"match-{match.code}.txt", record_line(match) + "\n")]


class MemberRefused(MemberTold):
    """Why a request was not carried out; which one, where a reply may say what it lacked."""

    code = "member-refused"
    is_refusal = True
    request: str = ""
    argument: str = ""
    below: str = ""
    about: str = ""
    missing: str = ""


class ConfirmationAsked(YesOrNoAsked):
    """Nothing is done before the member says yes to this mail."""

    code = "confirm-asked"
    is_of_member = True
    request: str
    argument: str = ""
    below: str = ""
    about: str = ""

    def paragraphs(self, shown: Context) -> list[str]:
        return [
            _("We understood: %(what)s.") % {"what": self.what},
            _(
                "Nothing has been done yet. Reply “%(yes_word)s” to this mail to go ahead, or "
                "“%(no_word)s” to leave it."
            )
            % self.words(),
        ]


class NothingDone(CommandOutcome):
    """The member said no."""

    code = "nothing-done"
    is_of_member = True

    def paragraphs(self, shown: Context) -> list[str]:
        return [_("All right, nothing was done.")]


class RequestsTaught(CommandOutcome):
    """All that can be asked for by mail; `unread` is what could not be read as such."""

    code = "requests-taught"
    is_of_member = True
    unread: str = ""

    def paragraphs(self, shown: Context) -> list[str]:
        unread = _("We couldn’t read this as something you can ask for: “%(text)s”.")
        return [
            unread % {"text": self.unread} if self.unread else _("What you can ask for by mail."),
            _(
                "To move, reply to the mail that asks for it. All else you write in your own "
                "words, one thing a line. What most people want:"
            ),
        ]

    def listed(self) -> list[Listed]:
        known = member_commands()
        first = Listed([known[name].taught() for name in MOST_WANTED])
        if self.unread:
            return [first, Listed([known["help"].taught()])]
        order = (HelpGroup.TABLES, HelpGroup.TOURNAMENTS, HelpGroup.YOURSELF, HelpGroup.ORGANISING)
        groups: dict[str, list[str]] = {str(title): [] for title in order}
        for one in known.values():
            if one.is_taught and one.name not in {*MOST_WANTED, "help"}:
                groups[str(one.group)].append(one.taught())
        return [first, *(Listed(lines, title) for title, lines in groups.items())]
