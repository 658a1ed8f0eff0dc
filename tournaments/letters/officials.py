"""The letter that asks somebody to help run a tournament."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.common.links import without_links
from games.common.site_links import site_link
from games.letters.letter import is_refused_by_stranger
from tournaments.letters.letter import LetterContext, TournamentLetter, TournamentWords
from tournaments.letters.tables import when
from tournaments.models import Official


class OfficeLetter(TournamentLetter):
    """Will you be its arbiter, or organise it with me? Yes or no answers it."""

    name = "office"
    is_invitation = True
    answered_by_yes = True
    office: int = 0

    def is_gone(self, about: LetterContext) -> bool:
        if about.tournament.is_over or _asked(self) is None:
            return True
        return about.row.member_id is None and is_refused_by_stranger(about.row)

    def words(self, about: LetterContext) -> TournamentWords:
        names, row = about.names(), _asked(self)
        if about.row.member_id is None:
            names = {name: without_links(words) for name, words in names.items()}
        if row is not None and row.role == Official.Role.ARBITER:
            heading = _("Will you be an arbiter?")
            may = _("An arbiter gives more time, pauses it, and rules on results and players.")
        else:
            heading = _("Will you help organise a tournament?")
            may = _("A co-organiser can do all that the organiser can, but not call it off.")
        asked = _("%(organiser)s asks you to help run %(tournament)s, a tournament of %(game)s.")
        return TournamentWords(heading, [asked % names, may])


class RoundReadyLetter(TournamentLetter):
    """To those who run it: the next round's tables can be looked at before it begins."""

    name = "round-ready"
    round: int = 0

    def is_gone(self, about: LetterContext) -> bool:
        return about.tournament.is_over or about.tournament.review_until is None

    def words(self, about: LetterContext) -> TournamentWords:
        until = about.tournament.review_until
        named = {**about.names(), "number": self.round, "moment": when(until) if until else ""}
        return TournamentWords(
            _("The tables of round %(number)d are ready") % named,
            [
                _("Look at the tables of round %(number)d of %(tournament)s before it begins.")
                % named,
                _("It begins by itself on %(moment)s, or when you say so.") % named,
            ],
            action=_("See the tables"),
            link=site_link("tournament-manage", code=about.tournament.code),
        )


def _asked(letter: OfficeLetter) -> Official | None:
    return Official.objects.filter(pk=letter.office, accepted_at=None).first()
