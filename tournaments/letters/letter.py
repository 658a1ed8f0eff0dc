"""The base of letters about tournaments, and what a letter speaks of."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.common.links import without_links
from games.common.site_links import site_link
from games.letters.letter import Context, Letter, MailScene
from games.letters.outbox_prefetch import Prefetched
from games.models import OutboundMail
from games.rules.registry import rules_for
from tournaments.letters.tables import TableTold, when
from tournaments.models import Entry, LogEntry, Pairing, Tournament
from tournaments.presentation.names import format_name


@dataclass
class TournamentWords:
    """A letter in words. `action` is what its button says, `link` where that leads."""

    heading: str
    sentences: list[str]
    tables: list[TableTold] = field(default_factory=list)
    action: str = ""
    link: str = ""


@dataclass
class LetterContext:
    """What a letter speaks of, read when it is worded; what is gone is None."""

    row: OutboundMail
    letter: TournamentLetter
    tournament: Tournament

    @cached_property
    def entry(self) -> Entry | None:
        """The entry that the letter is about."""
        return self.entries().filter(pk=self.letter.entry).first()

    @property
    def own_entry(self) -> Entry | None:
        """The entry, while it is still the addressee's: a substitute may have taken it over."""
        entry = self.entry
        return entry if entry is not None and entry.member_id == self.row.member_id else None

    def has_no_entry(self, *statuses: Entry.Status) -> bool:
        """Whether the addressee has no entry in one of these states that still matters."""
        entry = self.own_entry
        return entry is None or self.tournament.is_over or entry.status not in statuses

    @cached_property
    def log(self) -> LogEntry | None:
        """What was done, by whom and why."""
        rows = LogEntry.objects.select_related("by", "match")
        return rows.filter(pk=self.letter.log, tournament=self.tournament).first()

    def tables(self, pairings: Collection[int]) -> list[Pairing]:
        """These tables, with their seats and names."""
        return list(
            Pairing.objects.filter(pk__in=pairings, round__tournament=self.tournament)
            .select_related("round", "match")
            .defer("match__state")
            .prefetch_related("seats__entry__member")
            .order_by("round__number", "number")
        )

    def entries(self) -> QuerySet[Entry]:
        """The tournament's entries, with their members."""
        return Entry.objects.select_related("member").filter(tournament=self.tournament)

    def page(self) -> str:
        """The tournament's page."""
        return site_link("tournament", code=self.tournament.code)

    def names(self) -> dict[str, str]:
        """What nearly every letter names."""
        tournament = self.tournament
        return {
            "tournament": tournament.name,
            "organiser": tournament.organiser.name,
            "game": rules_for(tournament.game).name,
            "format": format_name(tournament.format),
        }

    def start(self) -> str:
        """When it starts."""
        starts = self.tournament.starts_at
        if starts is None:
            return _("The organiser will start it by hand.")
        return _("It starts on %(moment)s.") % {"moment": when(starts)}

    def check_in_ahead(self) -> list[str]:
        """From when on entrants are asked to confirm, if they are."""
        tournament = self.tournament
        if not tournament.check_in or tournament.starts_at is None:
            return []
        moment = when(tournament.starts_at - tournament.check_in)
        return [_("Check in from %(moment)s.") % {"moment": moment}]


class TournamentLetter(Letter):
    """A letter about a tournament. The outbox calls all of these alike; `name` says which."""

    kind = "tournament"
    is_family = True
    tournament: int = 0
    entry: int = 0
    log: int = 0

    def about(self, row: OutboundMail) -> LetterContext | None:
        """What it speaks of; None where the tournament is gone."""
        rows = Tournament.objects.select_related("organiser").filter(pk=self.tournament)
        tournament = rows.first()
        return LetterContext(row, self, tournament) if tournament is not None else None

    def code_told_of(self, row: OutboundMail) -> str:
        about = self.about(row)
        return about.tournament.code if about is not None else ""

    def is_gone(self, about: LetterContext) -> bool:
        """Whether what it was to tell is no longer so."""
        return False

    @abstractmethod
    def words(self, about: LetterContext) -> TournamentWords:
        """The letter in the active language and zone."""

    def is_moot(self, row: OutboundMail, known: Prefetched) -> bool:
        about, member = self.about(row), row.member
        if about is None:
            return True
        if member is not None and not self.is_wanted_by(member, member.mail_level):
            return True
        return self.is_gone(about)

    def context(self, scene: MailScene) -> Context | None:
        about = self.about(scene.row)
        if about is None:
            return None
        words, name = self.words(about), about.tournament.name
        is_stranger = self.is_invitation and scene.row.member_id is None
        return {
            "tournament_name": without_links(name) if is_stranger else name,
            "heading": words.heading,
            "sentences": words.sentences,
            "tables": words.tables,
            "action": words.action or _("To the tournament"),
            "action_link": words.link or about.page(),
            "has_marker": self.answered_by_yes,
            "is_stranger": is_stranger,
        }
