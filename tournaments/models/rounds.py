"""The rounds of a tournament, their tables, and what came of each."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models import Match
from tournaments.models.entries import Entry
from tournaments.models.tournaments import Tournament


class Round(models.Model):
    """A round as it was dealt. `reasons` say how, as codes; those of one seat stand with it.

    Of a bracket's round a part may be dealt before the rest: `stage` and `dealt_at` are then those
    of its first part, `deadline_at` that of its last.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    stage = models.CharField(max_length=24)
    dealt_at = models.DateTimeField()
    deadline_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    reasons = models.JSONField(default=list)
    measures = models.JSONField(
        default=dict, help_text="Repeats, score spread, seat balance, seconds, and the algorithm."
    )

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="round_once")]
        ordering = ["tournament", "number"]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.number}"


class Pairing(models.Model):
    """Who sits together in a round: a match, or a bye where somebody sits alone."""

    class Decided(models.TextChoices):
        PLAYED = "played", _("played")
        BYE = "bye", _("a bye")
        ADJUDICATED = "adjudicated", _("ended early, as it stood")
        FORFEIT = "forfeit", _("by forfeit")
        CORRECTED = "corrected", _("corrected by the organiser")
        ANNULLED = "annulled", _("annulled by the organiser")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    number = models.PositiveSmallIntegerField()
    stage = models.CharField(
        max_length=24, help_text="A round may hold a final and the match for third place."
    )
    dealt_at = models.DateTimeField()
    deadline_at = models.DateTimeField(
        null=True, blank=True, help_text="Of a round that is dealt in parts each has its own time."
    )
    match = models.OneToOneField(
        Match, null=True, blank=True, on_delete=models.PROTECT, related_name="pairing"
    )
    decided = models.CharField(max_length=12, choices=Decided.choices, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("pairing")
        verbose_name_plural = _("pairings")
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="pairing_once_per_round")
        ]
        indexes = [
            models.Index(
                fields=["round"], name="pairing_open", condition=Q(decided_at__isnull=True)
            )
        ]
        ordering = ["round", "number"]

    def __str__(self) -> str:
        return f"table {self.number} of round {self.round_id}"


class PairingSeat(models.Model):
    """One entry at one table: where it sat, and its place and points there."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="seats")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.IntegerField(null=True, blank=True, help_text="The game's own points.")
    reasons = models.JSONField(
        default=list, db_default=[], help_text="Why the entry sits here, as codes."
    )
    is_forfeit = models.BooleanField(default=False)
    is_annulled = models.BooleanField(
        default=False, help_text="For points and ratings nobody sat here."
    )

    class Meta:
        verbose_name = _("seat of a pairing")
        verbose_name_plural = _("seats of pairings")
        constraints = [
            models.UniqueConstraint(fields=["pairing", "seat"], name="pairing_seat_once"),
            models.UniqueConstraint(fields=["pairing", "entry"], name="pairing_entry_once"),
        ]
        ordering = ["pairing", "seat"]

    def __str__(self) -> str:
        return f"entry {self.entry_id} at {self.pairing_id}"
