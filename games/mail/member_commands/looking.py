"""What a member may ask to see: how things stand, of what they may know."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import selectors
from games.common.date_words import moment
from games.common.errors import NotVisibleError
from games.common.site_links import site_link
from games.letters.command_outcomes import CommandOutcome
from games.letters.member_commands import (
    MOST_LINES,
    MOST_WANTED,
    HelpGroup,
    Listed,
    MemberCommand,
    MemberTold,
    Request,
    RequestsTaught,
    UnclearRequestError,
    member_commands,
)
from games.mail.member_commands.finding import (
    game_name,
    line_meant,
    match_line,
    match_seen,
)
from games.models import Match, Member
from games.presentation import presentation_for
from games.selectors.match_lists import MatchLine
from games.selectors.member_deadlines import own_deadlines


class HelpRequest(MemberCommand):
    """All that can be asked for."""

    name = "help"
    group = HelpGroup.YOURSELF
    explanation = gettext_lazy("all that you can ask for")

    def obey(self, request: Request) -> CommandOutcome:
        return RequestsTaught()


class SignUpRequest(MemberCommand):
    """Joining, which a member has done."""

    name = "sign-up"
    is_taught = False
    group = HelpGroup.YOURSELF
    explanation = gettext_lazy("join, from an address that has no account yet")

    def obey(self, request: Request) -> CommandOutcome:
        known = member_commands()
        return MemberTold(
            told=[
                _("You have an account already, as %(name)s. What most people want:")
                % _named(request)
            ],
            groups=[Listed([known[name].taught() for name in MOST_WANTED])],
        )


def _named(request: Request) -> dict[str, str]:
    return {"name": request.member.name}


class MyMatchesRequest(MemberCommand):
    """The member's matches that are not over, and the invitations."""

    name = "my-matches"
    group = HelpGroup.TABLES
    explanation = gettext_lazy("your matches and invitations")

    def obey(self, request: Request) -> CommandOutcome:
        mine = selectors.my_matches(request.member)
        invited = selectors.invited_to(request.member)
        groups = []
        if mine:
            groups.append(Listed([_own_line(line) for line in mine], _("Your matches")))
        if invited:
            groups.append(Listed([match_line(line) for line in invited], _("You’re invited to")))
        told = _("Here are your matches.") if groups else _("You’re in no match just now.")
        return MemberTold(told=[told], groups=groups)


def _own_line(line: MatchLine) -> str:
    if not line.awaited:
        return match_line(line)
    turn = _("you’ve moved") if line.ordered else _("it’s your turn")
    return f"{match_line(line)} · {turn}"


class DeadlinesRequest(MemberCommand):
    """The decisions that wait for the member."""

    name = "deadlines"
    group = HelpGroup.TABLES
    explanation = gettext_lazy("which moves you owe, and until when")

    def obey(self, request: Request) -> CommandOutcome:
        lines = [
            " · ".join(
                filter(
                    None,
                    (
                        moment(timezone.localtime(one.deadline_at)),
                        one.match.code,
                        game_name(one.match),
                        one.match.title,
                        ", ".join(one.opponents),
                    ),
                )
            )
            for one in own_deadlines(request.member)
        ]
        if not lines:
            return MemberTold(told=[_("Nobody is waiting for you right now.")])
        return MemberTold(told=[_("These matches wait for your move:")], groups=[Listed(lines)])


class StartsRequest(MemberCommand):
    """When what waits for players begins."""

    name = "starts"
    section = ""
    group = HelpGroup.TABLES
    explanation = gettext_lazy("when a match or a tournament starts")
    is_taught = False

    def obey(self, request: Request) -> CommandOutcome:
        mine = selectors.my_matches(request.member)
        waiting = [line for line in mine if line.match.status == Match.Status.OPEN]
        if request.argument or not waiting:
            waiting = [line_meant(request, waiting)]
        told = _("A match starts when every seat is taken.")
        return MemberTold(told=[told], groups=[Listed([match_line(one) for one in waiting])])


class OpenMatchesRequest(MemberCommand):
    """The lobby."""

    name = "open-matches"
    group = HelpGroup.TABLES
    explanation = gettext_lazy("matches with a free seat")

    def obey(self, request: Request) -> CommandOutcome:
        lines = [match_line(line) for line in selectors.lobby(request.member)]
        if not lines:
            told = _("No match has a free seat right now. Open one yourself, and others can join.")
            return MemberTold(told=[told])
        return MemberTold(
            told=[_("These matches have a free seat. Join one by its code.")],
            groups=[Listed(lines)],
        )


class WinningRequest(MemberCommand):
    """The points of a match, as its page shows them to the member."""

    name = "winning"
    group = HelpGroup.TABLES
    explanation = gettext_lazy("the points of a match, by its code")
    example = "abc2345"

    def obey(self, request: Request) -> CommandOutcome:
        match = match_seen(request, _running(request.member))
        player = match.players.filter(member=request.member).first()
        table = selectors.table(match, player)
        if table.view is None:
            raise NotVisibleError("no-match", code=match.code)
        names = dict(enumerate(table.names))
        rows = presentation_for(match.game).score_table(table.view, names).rows
        lines = [f"{row.name}: {row.total}" for row in rows]
        told = _("This is the score of %(match)s.") % {"match": match_heading(match)}
        return MemberTold(told=[told], groups=[Listed(lines)])


def _running(member: Member) -> list[MatchLine]:
    return [one for one in selectors.my_matches(member) if one.match.status != Match.Status.OPEN]


def match_heading(match: Match) -> str:
    """What a match is called in a sentence."""
    name = game_name(match)
    return f"{match.title} ({name}, {match.code})" if match.title else f"{name} ({match.code})"


class HistoryRequest(MemberCommand):
    """The member's finished matches, or what happened in one of them."""

    name = "history"
    group = HelpGroup.TABLES
    explanation = gettext_lazy("your finished matches, or how one of them went, by its code")

    def obey(self, request: Request) -> CommandOutcome:
        lines = selectors.my_matches(request.member, finished=True)
        if request.argument:
            return _history_of(match_seen(request, lines))
        if not lines:
            return MemberTold(told=[_("You haven’t finished a match yet.")])
        told = ngettext(
            "You have finished %(count)d match.", "You have finished %(count)d matches.", len(lines)
        )
        count = told % {"count": len(lines)}
        return MemberTold(told=[count], groups=[Listed([_finished_line(one) for one in lines])])


def _finished_line(line: MatchLine) -> str:
    place = line.player.place if line.player is not None else None
    told = _("you came in at place %(place)s") % {"place": place} if place else ""
    return " · ".join(filter(None, (match_line(line), told)))


def _history_of(match: Match) -> MemberTold:
    """What everybody may know of a match that is over, round by round."""
    if not match.has_replay:
        running = _("%(match)s is still running: reply “log” to one of its mails.")
        return MemberTold(told=[running % {"match": match_heading(match)}])
    table = selectors.table(match, None)
    names, words = dict(enumerate(table.names)), presentation_for(match.game)
    lines = [
        sentence
        for step in selectors.replay(match)
        for sentence in words.sentences(list(step.events), names, None, table.placing)
    ]
    told = [_("This is how %(match)s went.") % {"match": match_heading(match)}]
    if left_out := len(lines[:-MOST_LINES]):
        cut = ngettext(
            "The first line is left out here. The whole match: %(link)s",
            "The first %(count)d lines are left out here. The whole match: %(link)s",
            left_out,
        )
        link = site_link("match-log", code=match.code)
        told.append(cut % {"count": left_out, "link": link})
    return MemberTold(told=told, groups=[Listed(lines[-MOST_LINES:])], record=match.code)


class RecordRequest(MemberCommand):
    """The record of a finished match, as a file."""

    name = "record"
    group = HelpGroup.TABLES
    explanation = gettext_lazy("the record of a finished match as a file, by its code")
    example = "abc2345"

    def obey(self, request: Request) -> CommandOutcome:
        match = match_seen(request, selectors.my_matches(request.member, finished=True))
        if not match.has_replay:
            raise UnclearRequestError(
                _("%(match)s has no record before it is over.") % {"match": match_heading(match)}
            )
        told = _("The record of %(match)s is attached.") % {"match": match_heading(match)}
        return MemberTold(told=[told], record=match.code)
