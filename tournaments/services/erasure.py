"""What tournaments do when a member has everything erased: leave, and keep no name."""

from __future__ import annotations

from django.db.models import Q

from games.models import Match, Member, OutboundMail
from games.rules.commitment import contribution_erased
from games.services.anonymization import CHUNK, PersonalWords, scrub_rows
from games.services.quotas import suspended
from tournaments.letters.letter import TournamentLetter
from tournaments.models import Entry, LogEntry, Official, RatedMatch, Series, Tournament
from tournaments.services.entries import withdraw_entry
from tournaments.services.errors import TournamentError
from tournaments.services.organiser import cancel_tournament
from tournaments.services.series import end_series

REASON = "The organiser has closed the account."
Status = Tournament.Status


def leave_tournaments(member: Member) -> None:
    """Give up every place and every running seat; call off what has not started.

    What runs goes on without its organiser; an operator may rule in it.
    """
    here = [Entry.Status.ENTERED, Entry.Status.WAITING, Entry.Status.INVITED]
    open_entries = Entry.objects.filter(member=member, status__in=here)
    for entry in open_entries.exclude(tournament__status__in=[Status.FINISHED, Status.CANCELLED]):
        try:
            withdraw_entry(entry=entry, plays_on=False)
        except TournamentError as refusal:
            # It ended, or the place was left, meanwhile.
            if refusal.code not in {"over", "not-in"}:
                raise
    Official.objects.filter(Q(member=member) | Q(invited_as__iexact=member.email)).delete()
    for series in Series.objects.filter(organiser=member, ended_at=None):
        end_series(series=series, by=member)
    unstarted = Tournament.objects.filter(
        organiser=member, status__in=[Status.DRAFT, Status.ENTRIES]
    )
    for tournament in unstarted:
        with suspended():
            cancel_tournament(tournament=tournament, by=member, reason=REASON)


def scrub_tournaments(member: Member, words: PersonalWords) -> None:
    """Take the person's words out of tournaments that they had to do with."""
    own = list(Entry.objects.filter(member=member).only("pk", "contribution"))
    for entry in own:
        entry.contribution = contribution_erased(entry.contribution)
    Entry.objects.bulk_update(own, ["contribution"], batch_size=CHUNK)
    concerned = Tournament.objects.filter(
        Q(organiser=member)
        | Q(entries__member=member)
        | Q(entries__substitutions__former=member)
        | Q(log__by=member)
    )
    ids = list(concerned.values_list("pk", flat=True).distinct())
    scrub_rows(
        Tournament.objects.filter(pk__in=ids), ["name", "description", "notes", "fault"], words
    )
    scrub_rows(LogEntry.objects.filter(tournament__in=ids), ["params", "reason"], words)
    for series in Series.objects.filter(Q(organiser=member) | Q(tournaments__in=ids)).distinct():
        name = words.out_of_text(series.name)
        if name != series.name:
            name, slug = f"{name[:40]} {series.pk}", f"series-{series.pk}"
            Series.objects.filter(pk=series.pk).update(name=name, slug=slug)
    matches = Match.objects.filter(pairing__round__tournament__in=ids)
    scrub_rows(matches, ["title", "event_name", "fault"], words)
    rated = RatedMatch.objects.filter(match__players__member=member).distinct()
    scrub_rows(rated, ["strike_reason"], words)
    letters = OutboundMail.objects.filter(kind=TournamentLetter.kind, payload__tournament__in=ids)
    scrub_rows(letters, ["payload", "error"], words)
