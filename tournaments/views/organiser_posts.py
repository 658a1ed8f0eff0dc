"""What the forms of the organiser's desk bring."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.http import Http404, HttpRequest, QueryDict

from games.models import Member
from games.views.request_helpers import signed_in
from tournaments.models import Entry, Pairing, Tournament
from tournaments.views.tournament_access import SeenTournament

LONGEST_NUMBER = 10


@dataclass(frozen=True, slots=True)
class OrganiserPost:
    """One use of a tool. What no form of ours sends raises Http404."""

    request: HttpRequest
    seen: SeenTournament

    @property
    def fields(self) -> QueryDict:
        """Everything as it was sent."""
        return self.request.POST

    @property
    def tournament(self) -> Tournament:
        return self.seen.tournament

    @property
    def by(self) -> Member:
        """Who uses it."""
        return signed_in(self.request)

    def text(self, name: str) -> str:
        """A field as written, empty where it is missing; no database of ours holds a NUL."""
        return self.fields.get(name, "").replace("\x00", "")

    @property
    def reason(self) -> str:
        return self.text("reason")

    def number_or_none(self, name: str) -> int | None:
        """A whole number that somebody typed; None for anything else."""
        word = self.fields.get(name, "").strip()
        is_number = word.isascii() and word.isdigit() and len(word) < LONGEST_NUMBER
        return int(word) if is_number else None

    def number(self, name: str) -> int:
        """A whole number that a form brings."""
        found = self.number_or_none(name)
        if found is None:
            raise Http404
        return found

    def choice(self, name: str) -> bool:
        """A box that a form brings: `off` always, and after it `on` where it is ticked, so that a
        form without it chooses nothing."""
        word = self.fields.get(name, "")
        if word not in {"on", "off"}:
            raise Http404
        return word == "on"

    @property
    def entry(self) -> Entry:
        row = self.seen.state.rows.get(self.number("entry"))
        if row is None:
            raise Http404
        return row

    @property
    def pairing(self) -> Pairing:
        wanted = self.number("pairing")
        found = next((one for one in self.seen.state.pairings if one.pk == wanted), None)
        if found is None:
            raise Http404
        return found

    @property
    def extension(self) -> timedelta:
        return timedelta(days=self.number("days"))
