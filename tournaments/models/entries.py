"""Who plays in a tournament, who waits for a place, and who took over from whom."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Member
from tournaments.models.tournaments import Tournament


class Entry(models.Model):
    """A member's place in a tournament. A substitute takes the place over with what it has won."""

    class Status(models.TextChoices):
        INVITED = "invited", _("invited")
        ENTERED = "entered", _("entered")
        WAITING = "waiting", _("on the waiting list")
        WITHDRAWN = "withdrawn", _("withdrawn")
        REMOVED = "removed", _("removed by the organiser")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="entries")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.ENTERED)
    seeding = models.PositiveSmallIntegerField(null=True, blank=True)
    rating = models.IntegerField(
        null=True, blank=True, help_text="The rating at the start, by which entries are seeded."
    )
    contribution = models.CharField(max_length=64, blank=True)
    from_round = models.PositiveIntegerField(default=1)
    until_round = models.PositiveIntegerField(null=True, blank=True)
    out_after = models.PositiveIntegerField(
        null=True, blank=True, help_text="The round with whose results the entry was out."
    )
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    entered_at = models.DateTimeField(
        default=timezone.now, help_text="Who waits is taken in this order."
    )
    checked_in_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    byes = models.JSONField(
        default=list, blank=True, help_text="The rounds that they asked to sit out."
    )
    missed_rounds = models.PositiveSmallIntegerField(
        default=0, help_text="Matches in a row that this entry left to a bot."
    )

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "member"], name="entry_once_per_tournament"
            )
        ]
        ordering = ["tournament", "id"]

    def __str__(self) -> str:
        return f"{self.member_id} in {self.tournament_id}"


class PastResults(models.TextChoices):
    """What becomes of the results of somebody who is removed."""

    KEEP = "keep", _("kept as they were played")
    FORFEIT = "forfeit", _("turned into forfeits: everyone who met the player has won")
    ANNUL = "annul", _("annulled, as if nobody had met the player")


class EntrySubstitution(models.Model):
    """One member took another's place over, from a round on."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="substitutions")
    former = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    round = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        db_table = "tournaments_substitution"  # what it was called before; no table is renamed
        verbose_name = _("substitution")
        verbose_name_plural = _("substitutions")
        ordering = ["entry", "id"]

    def __str__(self) -> str:
        return f"{self.member_id} for {self.former_id}"
