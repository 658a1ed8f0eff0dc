"""Letters about having a place: offered, taken, waited for, left, and taken over."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.links import without_links
from games.common.site_links import site_link
from games.letters.letter import is_refused_by_stranger
from tournaments.letters import rulings
from tournaments.letters.letter import LetterContext, TournamentLetter, TournamentWords
from tournaments.models import Entry, Tournament
from tournaments.presentation.names import format_meaning
from tournaments.selectors.log_params import ReplacedParams, params_of

Status = Tournament.Status
BEFORE_THE_START = frozenset({Status.DRAFT, Status.ENTRIES})


class TournamentInvitationLetter(TournamentLetter):
    """A place is offered, to a member or to somebody without an account."""

    name = "invited"
    is_invitation = True
    answered_by_yes = True

    def is_gone(self, about: LetterContext) -> bool:
        if about.tournament.status not in BEFORE_THE_START:
            return True
        if about.row.member_id is None:
            return is_refused_by_stranger(about.row)
        return about.has_no_entry(Entry.Status.INVITED)

    def words(self, about: LetterContext) -> TournamentWords:
        link, names = about.page(), about.names()
        if about.row.member_id is None:
            # Who is invited may not know the organiser: nothing that people have named leads
            # anywhere.
            names = {name: without_links(words) for name, words in names.items()}
            link = f"{link}?token={about.tournament.invitation_token}"
        return TournamentWords(
            _("You’re invited to a tournament"),
            [
                _(
                    "%(organiser)s invites you to %(tournament)s, a tournament of %(game)s: "
                    "%(format)s."
                )
                % names,
                format_meaning(about.tournament.format),
                about.start(),
            ],
            action=_("See it and register"),
            link=link,
        )


class EnteredLetter(TournamentLetter):
    """The place is taken. Where the tournament has begun, the letter that says so says more."""

    name = "entered"
    is_news = True

    def is_gone(self, about: LetterContext) -> bool:
        entry = about.own_entry
        if entry is None or about.has_no_entry(Entry.Status.ENTERED):
            return True
        return about.tournament.status == Status.RUNNING and entry.from_round == 1

    def words(self, about: LetterContext) -> TournamentWords:
        if about.tournament.status == about.tournament.Status.RUNNING:
            sentences = [_("You’ll play in %(tournament)s from the next round on.") % about.names()]
        else:
            sentences = [
                _("You have a place in %(tournament)s.") % about.names(),
                about.start(),
                *about.check_in_ahead(),
            ]
        return TournamentWords(_("You’re in"), sentences)


class WaitingListLetter(TournamentLetter):
    """All places are taken."""

    name = "waiting"

    def is_gone(self, about: LetterContext) -> bool:
        return about.has_no_entry(Entry.Status.WAITING)

    def words(self, about: LetterContext) -> TournamentWords:
        entry = about.own_entry
        before = 0
        if entry is not None:
            waiting = about.tournament.entries.filter(status=Entry.Status.WAITING)
            before = waiting.filter(entered_at__lt=entry.entered_at).count()
        return TournamentWords(
            _("You’re on the waiting list"),
            [
                _("%(tournament)s is full.") % about.names(),
                ngettext(
                    "%(count)d player is ahead of you.",
                    "%(count)d players are ahead of you.",
                    before,
                )
                % {"count": before},
                _("We’ll mail you when a place becomes free for you."),
            ],
        )


class MovedUpLetter(TournamentLetter):
    """From the waiting list to a place."""

    name = "moved-up"

    def is_gone(self, about: LetterContext) -> bool:
        return about.has_no_entry(Entry.Status.ENTERED)

    def words(self, about: LetterContext) -> TournamentWords:
        return TournamentWords(
            _("A place has become free: you’re in"),
            [
                _("You now have a place in %(tournament)s.") % about.names(),
                about.start(),
                *about.check_in_ahead(),
            ],
        )


class CheckInLetter(TournamentLetter):
    """Confirm that you will play."""

    name = "check-in"
    answered_by_yes = True
    starts: str = ""

    def is_gone(self, about: LetterContext) -> bool:
        starts, entry = about.tournament.starts_at, about.own_entry
        if entry is None or about.has_no_entry(Entry.Status.ENTERED, Entry.Status.WAITING):
            return True
        is_other = starts is None or starts.isoformat() != self.starts
        is_confirmed = entry.checked_in_at is not None
        return about.tournament.status != Status.ENTRIES or is_other or is_confirmed

    def words(self, about: LetterContext) -> TournamentWords:
        return TournamentWords(
            _("Check in"),
            [
                _("%(tournament)s is about to start.") % about.names(),
                about.start(),
                _("Players who haven’t checked in by then give their place to the waiting list."),
            ],
            action=_("Check in"),
        )


class SubstituteWantedLetter(TournamentLetter):
    """A place is free for one who waits."""

    name = "substitute"
    answered_by_yes = True
    vacant: int = 0

    def is_gone(self, about: LetterContext) -> bool:
        vacant = about.entries().filter(pk=self.vacant).first()
        if about.tournament.status != Status.RUNNING or about.has_no_entry(Entry.Status.WAITING):
            return True
        return vacant is None or vacant.until_round is None or vacant.out_after is not None

    def words(self, about: LetterContext) -> TournamentWords:
        vacant = about.entries().get(pk=self.vacant)
        return TournamentWords(
            _("A place is free: would you like it?"),
            [
                _("%(name)s has left %(tournament)s, and you’re on its waiting list.")
                % {**about.names(), "name": vacant.member.name},
                _(
                    "Whoever takes the place first plays on with its results and its "
                    "running matches. If you’re not interested, just ignore this "
                    "mail."
                ),
            ],
            action=_("Take the place"),
            link=site_link("tournament-entry", code=about.tournament.code, number=vacant.pk),
        )


class ReplacedLetter(TournamentLetter):
    """Somebody took the place over: told to both."""

    name = "replaced"

    def words(self, about: LetterContext) -> TournamentWords:
        names = about.names()
        if about.log is not None:
            params = params_of(about.log, ReplacedParams)
            names |= {"former": params.former, "name": params.member}
        if about.own_entry is not None:
            sentences = [
                _("You’re now playing in %(tournament)s in place of %(former)s.") % names,
                _("Their results there count for you, and their running matches are yours."),
            ]
        else:
            sentences = [_("%(name)s is now playing in %(tournament)s in your place.") % names]
        return TournamentWords(
            _("A place has changed hands"), sentences + rulings.reason_told(about.log)
        )


class RemovedLetter(TournamentLetter):
    """The organiser has taken the entry out."""

    name = "removed"

    def words(self, about: LetterContext) -> TournamentWords:
        return TournamentWords(
            _("You’ve been removed from a tournament"),
            [
                _("%(organiser)s removed you from %(tournament)s.") % about.names(),
                *rulings.reason_told(about.log),
            ],
        )


class MissedRoundsLetter(TournamentLetter):
    """Withdrawn, because a bot had to play too often."""

    name = "missed"

    def is_gone(self, about: LetterContext) -> bool:
        return about.has_no_entry(Entry.Status.WITHDRAWN)

    def words(self, about: LetterContext) -> TournamentWords:
        return TournamentWords(
            _("You’ve been withdrawn"),
            [
                _(
                    "A bot had to play two matches of %(tournament)s in a row for "
                    "you, so we withdrew you. You won’t be in any further round; "
                    "your results stand."
                )
                % about.names(),
                _("In running matches you can take over again with your next move."),
            ],
        )
