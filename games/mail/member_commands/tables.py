"""Opening a match by mail, inviting to it, taking a seat and giving one back."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import selectors
from games.common.date_words import duration
from games.common.errors import NotVisibleError
from games.letters.command_outcomes import CommandOutcome, say
from games.letters.member_commands import (
    HelpGroup,
    MemberCommand,
    MemberTold,
    Request,
    UnclearRequestError,
)
from games.mail.member_commands.finding import (
    codes_in,
    game_named,
    line_meant,
    match_seen,
    without_codes,
)
from games.mail.member_commands.guests import guests_in, unknown_names, unknown_words
from games.mail.member_commands.looking import match_heading
from games.mail.member_commands.match_options import option_words
from games.mail.member_commands.new_match import (
    MatchWanted,
    match_wanted,
    people_apart,
)
from games.models import Invitation, Match, Member, Player
from games.presentation.refusals import quoted
from games.rules.registry import GAMES
from games.selectors.match_lists import MatchLine
from games.services import matches
from games.services.invitations_by_name import invite_by_name
from games.services.rematches import offer_rematch


class OpenRequest(MemberCommand):
    """A new match."""

    name = "open"
    group = HelpGroup.TABLES
    explanation = gettext_lazy("open a match; what you leave out is as usual")
    example = gettext_lazy("Wizard for 4, 2 days a turn, and invite bo@example.org")
    changes = True

    def meaning(self, request: Request) -> str:
        wanted = _wanted(request.argument)
        values = {"match": _wanted_words(wanted), "people": quoted(wanted.invited)}
        if wanted.invited:
            return _("open %(match)s, and invite %(people)s") % values
        return _("open %(match)s") % values

    def obey(self, request: Request) -> CommandOutcome:
        wanted, member = _wanted(request.argument), request.member
        match = matches.create_match(
            member=member,
            game=wanted.game,
            options=wanted.options,
            seats=wanted.seats,
            phase_time=wanted.phase_time,
            terms=wanted.terms,
            is_public=wanted.is_public,
            title=wanted.title,
        )
        for _bot in range(wanted.bots):
            matches.add_bot(member=member, match=match)
        match.refresh_from_db()
        told = _("Your match %(code)s is open: %(match)s.")
        if match.status != Match.Status.OPEN:
            told = _("Your match %(code)s has begun: %(match)s.")
        words = [told % {"code": match.code, "match": _wanted_words(wanted)}]
        if wanted.invited and match.status == Match.Status.OPEN:
            words += _invited_words(member, match, wanted.invited)
        if match.status == Match.Status.OPEN:
            words.append(
                _("It starts when every seat is taken. To start at once, reply “%(fill)s”.")
                % {"fill": say("fill", "member")}
            )
        return MemberTold(told=words)


def _wanted(argument: str) -> MatchWanted:
    """The match that is asked for. Raises UnclearRequestError where nobody has a name in it, too:
    else the seat that was meant for them would be anybody's."""
    wanted = match_wanted(argument)
    unknown = unknown_names(wanted.invited)
    if unknown:
        raise UnclearRequestError(unknown_words(unknown[:1]), missing=unknown[0])
    return wanted


def _wanted_words(wanted: MatchWanted) -> str:
    players = ngettext("%(count)d player", "%(count)d players", wanted.seats)
    bots = ngettext("%(count)d bot", "%(count)d bots", wanted.bots)
    parts = (
        GAMES[wanted.game].rules.name,
        wanted.title,
        players % {"count": wanted.seats},
        bots % {"count": wanted.bots} if wanted.bots else "",
        *option_words(wanted.game, wanted.options, wanted.named_options),
        _("%(time)s a turn") % {"time": duration(wanted.phase_time)},
        _("%(time)s in the bank") % {"time": duration(wanted.terms.time_bank)},
        _("listed for everyone") if wanted.is_public else _("only by invitation"),
    )
    return ", ".join(filter(None, parts))


class InviteRequest(MemberCommand):
    """Offers of a seat."""

    name = "invite"
    group = HelpGroup.TABLES
    explanation = gettext_lazy("invite people to your match, by address or by name")
    example = gettext_lazy("bo@example.org, Carla to abc2345")
    changes = True

    def meaning(self, request: Request) -> str:
        match = self._match(request)
        if match is None:
            return OpenRequest().meaning(_opening(request))
        people, _rest = people_apart(without_codes(request.argument))
        names = {"people": ", ".join(people), "match": match_heading(match)}
        return _("invite %(people)s to %(match)s") % names

    def obey(self, request: Request) -> CommandOutcome:
        match = self._match(request)
        if match is None:
            return OpenRequest().obey(_opening(request))
        return MemberTold(told=_invited_words(request.member, match, request.argument))

    def _match(self, request: Request) -> Match | None:
        """To which match; None where one of a game is named that is still to be opened."""
        mine = _open_lines(request.member)
        if codes_in(request.argument):
            return line_meant(request, mine).match
        game = game_named(request.argument)
        mine = [line for line in mine if not game or line.match.game == game]
        if game and not mine:
            return None
        return line_meant(request._replace(argument=""), mine).match


def _opening(request: Request) -> Request:
    """The same as a request to open a match."""
    return request._replace(argument=f"{say('invite', 'member')} {request.argument}")


def _open_lines(member: Member) -> list[MatchLine]:
    """The member's matches that wait for players."""
    mine = selectors.my_matches(member)
    return [line for line in mine if line.match.status == Match.Status.OPEN]


def _invited_words(member: Member, match: Match, text: str) -> list[str]:
    """Invite whom the text names, and say who was and whom nobody knows. Somebody's address is told
    to nobody."""
    guests = guests_in(text)
    sent = [
        *matches.invite_to_match(member=member, match=match, addresses=guests.addresses),
        *invite_by_name(member=member, match=match, guests=guests.people),
    ]
    mailed = [row.shown_name for row in sent if row.is_mailed]
    unmailed = [row.shown_name for row in sent if not row.is_mailed]
    words = []
    if mailed:
        told = _("Invited to %(match)s: %(people)s.")
        words.append(told % {"match": match_heading(match), "people": ", ".join(mailed)})
    if unmailed:
        told = _("No mail went to %(people)s; the seat is offered to them all the same.")
        words.append(told % {"people": ", ".join(unmailed)})
    if guests.unknown:
        words.append(unknown_words(guests.unknown))
    return words or [_("Everyone on the list was already invited, so no mail went out.")]


class JoinRequest(MemberCommand):
    """A free seat, or one that was offered."""

    name = "join"
    group = HelpGroup.TABLES
    explanation = gettext_lazy("take a free seat, or the one you’re invited to")
    example = "abc2345"
    changes = True

    def meaning(self, request: Request) -> str:
        return _("take a seat in %(match)s") % {"match": match_heading(_joined(request))}

    def obey(self, request: Request) -> CommandOutcome:
        match = _joined(request)
        matches.join_match(member=request.member, match=match)
        return joined_words(match)


def joined_words(match: Match) -> MemberTold:
    """That the seat is taken."""
    match.refresh_from_db(fields=["status"])
    heading = {"match": match_heading(match)}
    if match.status == Match.Status.OPEN:
        return MemberTold(told=[_("You’re in %(match)s. We’ll mail you when it starts.") % heading])
    return MemberTold(told=[_("You’re in %(match)s, and it has started.") % heading])


def _joined(request: Request) -> Match:
    if not request.argument.strip():
        lines = selectors.invited_to(request.member) or selectors.lobby(request.member)
        return line_meant(request._replace(about=""), lines).match
    offered = [*selectors.invited_to(request.member), *selectors.lobby(request.member)]
    unique = {line.match.pk: line for line in offered}
    return match_seen(request, list(unique.values()))


class DeclineRequest(MemberCommand):
    """No to an invitation."""

    name = "decline"
    group = HelpGroup.TABLES
    explanation = gettext_lazy("decline an invitation; a reply with “no” to it does too")
    example = "abc2345"
    changes = True

    def meaning(self, request: Request) -> str:
        return _("decline the invitation to %(match)s") % {"match": match_heading(_offer(request))}

    def obey(self, request: Request) -> CommandOutcome:
        match = _offer(request)
        rows = Invitation.objects.filter(
            match=match, email__iexact=request.member.email, player=None, declined_at=None
        )
        for row in rows:
            matches.decline_invitation(token=row.token)
        told = _("You’ve declined the invitation to %(match)s.") % {"match": match_heading(match)}
        return MemberTold(told=[told])


def _offer(request: Request) -> Match:
    return line_meant(request, selectors.invited_to(request.member)).match


class LeaveRequest(MemberCommand):
    """A seat given back before the start."""

    name = "leave"
    group = HelpGroup.TABLES
    explanation = gettext_lazy("give your seat back before the match starts")
    example = "abc2345"
    changes = asks_first = True

    def meaning(self, request: Request) -> str:
        return _("give your seat in %(match)s back") % {"match": match_heading(_left(request))}

    def obey(self, request: Request) -> CommandOutcome:
        match = _left(request)
        matches.leave_match(member=request.member, match=match)
        return MemberTold(told=[_("You’ve left %(match)s.") % {"match": match_heading(match)}])


def _left(request: Request) -> Match:
    """The match that is left before its start. Raises as `line_meant`, and where it has begun."""
    match = line_meant(request, selectors.my_matches(request.member)).match
    if match.status != Match.Status.OPEN:
        told = _("%(match)s has started. To give up your seat, reply “resign” to one of its mails.")
        raise UnclearRequestError(told % {"match": match_heading(match)})
    return match


class FillRequest(MemberCommand):
    """Bots in every free seat."""

    name = "fill"
    group = HelpGroup.TABLES
    explanation = gettext_lazy("start your match now, with bots in the free seats")
    example = "abc2345"
    changes = True

    def meaning(self, request: Request) -> str:
        names = {"match": match_heading(self._match(request))}
        return _("start %(match)s now, with bots in the free seats") % names

    def obey(self, request: Request) -> CommandOutcome:
        match = self._match(request)
        matches.fill_with_bots(member=request.member, match=match)
        told = _("%(match)s has started, with bots in the free seats.")
        return MemberTold(told=[told % {"match": match_heading(match)}])

    def _match(self, request: Request) -> Match:
        """Raises as `line_meant`, and where the match has begun."""
        try:
            return line_meant(request, _open_lines(request.member)).match
        except NotVisibleError:
            mine = selectors.my_matches(request.member)
            begun = [line for line in mine if line.match.status == Match.Status.RUNNING]
            match = line_meant(request, begun).match
        told = _("%(match)s has started already, so there is no seat to fill.")
        raise UnclearRequestError(told % {"match": match_heading(match)})


class CallOffRequest(MemberCommand):
    """The end of a match that has not begun."""

    name = "call-off"
    group = HelpGroup.TABLES
    explanation = gettext_lazy("call your match off before it starts")
    example = "abc2345"
    changes = asks_first = True

    def meaning(self, request: Request) -> str:
        return _("call off %(match)s") % {"match": match_heading(self._match(request))}

    def obey(self, request: Request) -> CommandOutcome:
        match = self._match(request)
        matches.cancel_match(member=request.member, match=match)
        told = _("%(match)s is called off. Everyone who had joined has been told.")
        return MemberTold(told=[told % {"match": match_heading(match)}])

    def _match(self, request: Request) -> Match:
        mine = _open_lines(request.member)
        hosted = [line for line in mine if line.match.created_by_id == request.member.pk]
        return line_meant(request, hosted or mine).match


class RematchRequest(MemberCommand):
    """The table of a finished match once more."""

    name = "rematch"
    group = HelpGroup.TABLES
    explanation = gettext_lazy("the same table once more, after a match")
    example = "abc2345"
    changes = True

    def meaning(self, request: Request) -> str:
        names = {"match": match_heading(_finished(request).match)}
        return _("play %(match)s once more, with the same people") % names

    def obey(self, request: Request) -> CommandOutcome:
        told = joined_words(match := offer_rematch(player=_finished(request)))
        if match.status == Match.Status.OPEN:
            told.told.append(_("The others at the table have an invitation."))
        return told


def _finished(request: Request) -> Player:
    """The seat in the match that is to be played again; what is said beside it, as with whom, need
    not name one. Raises as `line_meant`."""
    lines = selectors.my_matches(request.member, finished=True)
    try:
        meant = line_meant(request, lines)
    except NotVisibleError:
        if codes_in(request.argument):
            raise
        meant = line_meant(request._replace(argument=""), lines)
    return Player.objects.select_related("match", "member").get(
        match=meant.match, member=request.member
    )
