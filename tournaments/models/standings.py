"""How a tournament stands, reckoned once for each change, so that no page has to reckon it."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.entries import Entry
from tournaments.models.tournaments import Tournament


class StandingsSummary(models.Model):
    """What was reckoned of the tournament when it had this `version`; see `EntryStanding`."""

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, primary_key=True, related_name="summary"
    )
    version = models.BigIntegerField(null=True, help_text="Of the tournament; empty: of none.")
    digest = models.CharField(max_length=64, blank=True, help_text="Of entries and results.")
    entries = models.PositiveIntegerField(default=0, help_text="Who plays or has played.")
    entered = models.PositiveIntegerField(default=0, help_text="Who has a place.")
    waiting = models.PositiveIntegerField(default=0, help_text="Who waits for one.")
    officials = models.PositiveIntegerField(default=0, help_text="Of any role, asked ones too.")
    ranked = models.PositiveIntegerField(default=0, help_text="Who has a standing.")
    parts = models.JSONField(
        default=list, help_text="Of each table of standings: number, lines, whether it is open."
    )
    rounds = models.JSONField(
        default=list, help_text="Of each round: number, tables, open ones, when some were decided."
    )
    has_bracket = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("summary of standings")
        verbose_name_plural = _("summaries of standings")

    def __str__(self) -> str:
        return f"{self.tournament_id} at version {self.version}"


class EntryStanding(models.Model):
    """Where one entry stands: by how far it came, and in its table of standings."""

    entry = models.OneToOneField(
        Entry, on_delete=models.CASCADE, primary_key=True, related_name="standing"
    )
    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="standings", db_index=False
    )
    rank = models.PositiveIntegerField(help_text="Counted from 1; those who share a place follow.")
    place = models.PositiveIntegerField()
    is_shared = models.BooleanField(default=False)
    line = models.PositiveIntegerField(
        null=True, help_text="In all tables of standings together, counted from 1."
    )
    part = models.PositiveSmallIntegerField(null=True, help_text="The table of standings.")
    part_place = models.PositiveIntegerField(null=True)
    part_shared = models.BooleanField(default=False)
    figures = models.JSONField(default=list, help_text="As in the table: fractions, or none.")
    workings = models.TextField(default="[]", help_text="The sums of the figures, as JSON.")

    class Meta:
        verbose_name = _("standing of an entry")
        verbose_name_plural = _("standings of entries")
        indexes = [
            models.Index(fields=["tournament", "rank"], name="standing_by_rank"),
            models.Index(fields=["tournament", "line"], name="standing_by_line"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.place}"
