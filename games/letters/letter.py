"""The base of all letters, and which class a row of the outbox belongs to."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, NamedTuple, Protocol, Self

import msgspec
from django.utils.module_loading import autodiscover_modules

from games.common.abstract_struct import AbstractStruct
from games.letters.outbox_prefetch import Prefetched
from games.models import Member, OutboundMail
from games.selectors import MatchSummary
from games.selectors.invitation_optouts import wants_no_invitation
from games.selectors.talk import Said

Kind = OutboundMail.Kind
Level = Member.MailLevel
Context = dict[str, object]


class Attached(NamedTuple):
    """A text that goes along with a mail."""

    name: str
    text: str


class MailScene(Protocol):
    """What composing can show of the match that a row speaks of, in the active language and zone:
    each method gives a part of a template's context."""

    @property
    def row(self) -> OutboundMail: ...
    @property
    def situation(self) -> MatchSummary | None: ...
    @property
    def talk(self) -> Sequence[Said]: ...
    def of(self, situation: MatchSummary | None) -> MailScene: ...
    def common(self) -> Context: ...
    def heading(self) -> Context: ...
    def position(self) -> Context: ...
    def unusual_options(self) -> list[tuple[str, str]]: ...
    def question(self) -> Context: ...
    def deadline(self) -> Context: ...
    def linked_orders(self, texts: Iterable[str]) -> list[tuple[str, str]]: ...
    def deciders(self) -> dict[str, list[str]]: ...
    def misses_words(self) -> str: ...
    def silence_words(self) -> str: ...
    def hand(self) -> Context: ...
    def log(self, number: int | None, *, is_whole: bool) -> Context: ...
    def order_words(self, text: str) -> str: ...
    def order_shown(self, text: str) -> str: ...
    def branch_words(self, why: str, words: str) -> str: ...
    def awaited_names(self, phase: int | None) -> list[str]: ...
    def ending(self) -> Context: ...
    def outcome_words(self) -> str: ...
    def confirm_link(self) -> str: ...


class Letter(AbstractStruct, kw_only=True, omit_defaults=True):
    """What one mail is to tell. The fields are the payload that its row keeps as JSON; the class
    says what holds for every mail of its kind."""

    kind: ClassVar[str] = ""
    name: ClassVar[str] = ""
    """Tells kinds apart that the outbox has under one; the payload's `letter`."""

    is_family: ClassVar[bool] = False
    """Is itself of no kind: the classes below it have names."""

    is_news: ClassVar[bool] = False
    """For members alone who want news of their tables."""

    may_be_collected: ClassVar[bool] = False
    """Waits for the digest of a member who wants one."""

    is_answer: ClassVar[bool] = False
    """Answers a mail that came in: sent whatever mails the member has chosen."""

    is_always_sent: ClassVar[bool] = False
    """Goes to an address even where others to it have stopped."""

    is_invitation: ClassVar[bool] = False
    """May go to somebody without an account, who may want no more of such."""

    can_be_unsubscribed: ClassVar[bool] = True
    answered_by_order: ClassVar[bool] = False
    """A reply to it is an order of the row's player."""

    tells_next: ClassVar[bool] = False
    """Says how many other matches wait for the reader, with a link to the most urgent."""

    answered_by_member: ClassVar[bool] = False
    """A reply to it is the member's, and about more than one match."""

    answered_by_yes: ClassVar[bool] = False
    """Offers something: a reply takes it or declines it."""

    in_reply_to: str = ""

    @property
    def teaches(self) -> bool:
        """Whether it says how to answer even to those who were told before."""
        return False

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "name" in cls.__dict__ or ("kind" in cls.__dict__ and not cls.is_family):
            _CLASSES[cls.kind, cls.name] = cls

    @classmethod
    def template(cls) -> str:
        """`templates/emails/<this>.{subject,text,html}`."""
        return cls.kind.replace("-", "_")

    @classmethod
    def is_wanted_by(cls, member: Member, level: str) -> bool:
        """Whether the member wants mails of this kind, at this level of mail about the match."""
        return level != Level.NONE and (member.wants_news or not cls.is_news)

    def is_moot(self, row: OutboundMail, known: Prefetched) -> bool:
        """Whether what it was to tell is no longer so, or no longer wanted, as far as is known."""
        return False

    @abstractmethod
    def context(self, scene: MailScene) -> Context | None:
        """What its templates say beside what every mail says; None if its reason has gone."""

    def headline(self, scene: MailScene) -> str:
        """The letter in a sentence or two, for a digest."""
        return ""

    def answered_phase(self, scene: MailScene) -> int | None:
        """The phase that an order in reply to it is for."""
        return scene.row.phase_number

    def answered_digest(self, row: OutboundMail) -> int | None:
        """The row whose address a reply of the member's goes to."""
        return row.pk if self.answered_by_member else None

    def code_told_of(self, row: OutboundMail) -> str:
        """The code of the match or tournament that it tells of; "" for several, or none."""
        return row.match.code if row.match is not None else ""

    def attached(self) -> Sequence[Attached]:
        """What goes along with the mail."""
        return ()

    def payload(self) -> dict[str, object]:
        """The letter as its row keeps it."""
        name = {"letter": self.name} if self.name else {}
        content: dict[str, object] = msgspec.to_builtins(self, enc_hook=_plain)
        return name | content

    @classmethod
    def of(cls, row: OutboundMail) -> Self:
        """The letter that this row keeps. Raises msgspec.ValidationError for another's payload."""
        return msgspec.convert(row.payload, cls)


def _plain(value: object) -> str:
    """A name that knows more than its letters, as former members' do."""
    if isinstance(value, str):
        return str.__str__(value)
    raise TypeError(type(value).__name__)


_CLASSES: dict[tuple[str, str], type[Letter]] = {}


class _Name(msgspec.Struct):
    letter: str = ""


def classes_of_letters(
    wanted: Callable[[type[Letter]], bool] = lambda _one: True,
) -> list[type[Letter]]:
    """Every class of every application, or those of which this is so."""
    autodiscover_modules("letters")
    return [one for one in _CLASSES.values() if wanted(one)]


def kinds_of_letters(wanted: Callable[[type[Letter]], bool]) -> frozenset[str]:
    """The kinds of this application of whose classes this is so."""
    return frozenset(one.kind for one in _CLASSES.values() if wanted(one))


def letter_class(row: OutboundMail) -> type[Letter]:
    """The class of this row. Raises LookupError for one that no class is for."""
    key = row.kind, msgspec.convert(row.payload, _Name).letter
    if key not in _CLASSES:
        autodiscover_modules("letters")
    return _CLASSES[key]


def letter_of(row: OutboundMail) -> Letter:
    """What this row is to tell. Raises LookupError where no class is for it."""
    return letter_class(row).of(row)


def is_moot(row: OutboundMail, known: Prefetched) -> bool:
    """Whether what this row was to tell is no longer so, or no longer wanted, as far as is known.

    A question goes with its phase, so that of several that wait only the newest is asked. That
    somebody has the match open is never a reason, only one to wait some minutes: mail is what a
    slow game rests on.
    """
    letter = letter_of(row)
    return _has_nobody_to_read_it(row, letter, known) or letter.is_moot(row, known)


def _has_nobody_to_read_it(row: OutboundMail, letter: Letter, known: Prefetched) -> bool:
    """Whether the account is closed, or its address refuses all mail: sending on to such costs
    the service its good name. Who has just written gets an answer all the same."""
    if row.member is None or not row.member.is_active:
        return row.member is not None
    if row.player is not None and row.player.member_id != row.member_id:
        # The seat has another player now, whose hand is nobody else's business.
        return True
    return not letter.is_always_sent and known.is_dead(row)


def is_wanted(letter: Letter, row: OutboundMail) -> bool:
    """Whether the member wants such mails about what the row speaks of."""
    if row.member is None:
        return False
    is_own = row.player is not None and row.player.member_id == row.member_id
    level = row.player.wanted_mail if row.player is not None and is_own else row.member.mail_level
    return letter.is_wanted_by(row.member, level)


def is_to_stranger(row: OutboundMail) -> bool:
    """Whether the row invites somebody who has no account, to a match or a tournament."""
    return row.member_id is None and letter_class(row).is_invitation


def is_refused_by_stranger(row: OutboundMail) -> bool:
    """Whether the row invites a stranger who has asked for no more while it waited."""
    return is_to_stranger(row) and wants_no_invitation(row.address)
