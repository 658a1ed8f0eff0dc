"""What mails show of a match: the table, what happened, what is asked, until when."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property

from django.conf import settings
from django.utils import timezone
from django.utils.translation import ngettext

from games import selectors
from games.common.date_words import duration
from games.common.links import without_links
from games.common.site_links import site_link, site_links
from games.composing import ended_matches, invitation_optout, messages
from games.composing.board_blocks import hand_apart, lines_of_blocks
from games.composing.deadline_words import deadline_words
from games.composing.order_links import order_link
from games.composing.orders_by_others import (
    deciders_told,
    is_miss,
    is_told_of_others,
    misses_left,
    planned,
    silence_told,
)
from games.letters.letter import is_to_stranger
from games.models import Match, OutboundMail, Player
from games.presentation import presentation_for
from games.presentation.branches import branch_in_words
from games.presentation.deadline_reasons import Move, reasons_now
from games.presentation.default_presentation import Presentation
from games.presentation.people import isolated, shortened
from games.presentation.words import and_list, spoken_language
from games.presentation.words import gettext as _
from games.replies.plan_answers import plan_answer
from games.replies.reply_parser import MARKER_END, MARKER_START
from games.rules.protocol import Facts
from games.rules.registry import plan_of, rules_for
from games.rules.stored_json import decoded_refusal
from games.selectors import MatchSummary, MatchTable
from games.selectors.orders_by_others import DecidedOtherwise, decided_otherwise
from games.selectors.silent_moves import silent_move
from games.selectors.talk import Said

MOST_RECAP_LINES = 40
MOST_LOG_LINES = 200
MOST_BRIEF_EXAMPLES = 1
Context = dict[str, object]


@dataclass(frozen=True)
class MatchScene:
    """Parts of the context of a row's templates, in the active language and zone."""

    row: OutboundMail
    situation: MatchSummary | None
    talk: Sequence[Said] = ()
    waiting_elsewhere: int = 0
    """How many other matches wait for the reader's order."""

    is_brief: bool = False
    """Whether the reader knows by now how to answer, from earlier mails about the match."""

    miss_told: int = -1
    """The newest phase whose missed deadline a mail of its own has told."""

    def of(self, situation: MatchSummary | None) -> MatchScene:
        """The same for another match."""
        return MatchScene(self.row, situation)

    @cached_property
    def table(self) -> MatchTable:
        """The table of the situation. Raises LookupError where there is none."""
        if self.situation is None:
            raise LookupError("no situation")
        return self.situation.table

    @property
    def _player(self) -> Player | None:
        """The one who looks."""
        table = self.table
        return next((row for row in table.players if row.seat == table.seat), None)

    def common(self) -> Context:
        """What every mail says: whose it is, which match, and the links at its foot."""
        row, above = self.row, _("reply above this line")
        member = row.member
        help_link, home_link, profile_link = site_links("help-mail", "home", "profile")
        context: Context = {
            "marker": f"{MARKER_START} {above} {MARKER_END}",
            "member_name": member.name if member is not None else "",
            "help_link": help_link,
            "home_link": home_link,
            "service_address": settings.SERVICE_ADDRESS,
            "is_brief": self.is_brief,
            "is_text_only": member is not None and not member.wants_html,
            **self.said(),
        }
        if self.waiting_elsewhere:
            context |= {"waiting_elsewhere": self.waiting_elsewhere, "next_link": self._next_link()}
        if member is not None:
            context["profile_link"] = profile_link
            context["unsubscribe_link"] = messages.unsubscribe_link(member)
            if row.player_id is not None:
                context["match_unsubscribe_link"] = messages.match_unsubscribe_link(row.player_id)
        elif is_to_stranger(row):
            context["no_invitations_link"] = invitation_optout.no_invitations_link(row.address)
        if self.situation is not None:
            return context | _match(self.situation.table)
        return context | (_match(selectors.table(row.match, None)) if row.match else {})

    def _next_link(self) -> str:
        code = self.row.match.code if self.row.match is not None else ""
        return site_link("next") + (f"?after={code}" if code else "")

    def said(self) -> Context:
        """What was said at the table and the reader was not told before. Nobody's words may be a
        link in a mail before they have been here for a while."""
        return {
            "talk": [
                (isolated(one.who), one.text if one.may_link else without_links(one.text))
                for one in self.talk
            ]
        }

    def heading(self) -> Context:
        """Which match a section is about; nothing where it is about none."""
        if self.situation is None:
            return {}
        shown = _match(self.situation.table)
        told = ("code", "game_name", "match_title", "names", "match_link")
        return {name: shown[name] for name in told}

    def unusual_options(self) -> list[tuple[str, str]]:
        """The options that the match has otherwise than most of its game, labels and values."""
        match = self.table.match if self.situation is not None else self.row.match
        if match is None:
            return []
        words = presentation_for(match.game)
        usual = rules_for(match.game).options().as_mapping()
        return [
            (words.option_label(name), words.option_value_label(name, value))
            for name, value in match.options.items()
            if value != usual.get(name)
        ]

    def position(self, most_lines: int = MOST_RECAP_LINES) -> Context:
        """The table as the player sees it, and what happened since their last order, of which the
        last `most_lines`. Raises LookupError where nothing is dealt."""
        table, situation = self.table, self.situation
        if situation is None or table.view is None:
            raise LookupError("nothing is dealt")
        # All at once: what a game tells in a line, as a trick, may have taken several phases.
        events = [event for phase in situation.recent for event in phase.events]
        told_above = {"match-ended", "round-began"} if self.is_brief else {"match-ended"}
        if len(events) > 1 and events[-1].kind in told_above:
            # The outcome, or the table, says the same.
            events.pop()
        viewer = None if is_told_of_others(self._decided) else table.seat
        presentation, names = presentation_for(table.match.game), self._names()
        recap = presentation.sentences(events, names, viewer, table.placing)
        board = presentation.board(table.view, names, is_brief=self.is_brief)
        board, hand = hand_apart(board.strip("\n"))
        told = self.deciders()["decided"]
        after = deciders_told(planned(self._decided), self.order_words)
        before = [line for line in told if line not in after]
        is_from_beginning = bool(situation.recent) and situation.recent[0].number == 0
        return {
            "recap": [*before, *recap[-most_lines:], *after, *self._bots(tells=is_from_beginning)],
            "recap_is_cut": len(recap) > most_lines,
            "is_from_beginning": is_from_beginning,
            "tells_forced": situation.phase_number == 1
            and table.match.forced_plays == Match.Forced.AT_ONCE,
            "board": board,
            "board_blocks": lines_of_blocks(board),
            "hand": self._cards(),
            "hand_board": hand,
        }

    def _names(self) -> dict[int, str]:
        """By seat, the names as the table has them: told in every line, a long one hides it."""
        return {seat: shortened(name) for seat, name in enumerate(self.table.names)}

    def _bots(self, *, tells: bool) -> list[str]:
        """Which names at the table are no people's, in a sentence."""
        names = [bot.name for bot in self.table.bots.values()] if tells else []
        said = ngettext("%(names)s is a bot.", "%(names)s are bots.", len(names))
        return [said % {"names": and_list(names)}] if names else []

    @cached_property
    def _decided(self) -> list[DecidedOtherwise]:
        """What was decided in the reader's place; of a miss, what no mail has told."""
        decided = self.situation.decided if self.situation is not None else ()
        return [one for one in decided if not is_miss(one) or one.phase > self.miss_told]

    def deciders(self) -> dict[str, list[str]]:
        """Who decided in the reader's place since their last move, and what a miss more costs."""
        lines = deciders_told(self._decided, self.order_words)
        if any(map(is_miss, self._decided)) and (left := self.misses_words()):
            lines.append(left)
        return {"decided": lines}

    def misses_words(self) -> str:
        """How many more deadlines may pass before a bot takes the seat, if any has passed."""
        left = misses_left(self._player)
        if left is None or self.table.match.is_over:
            return ""
        words = ngettext(
            "If you miss %(number)s more deadline in a row, a bot takes over.",
            "If you miss %(number)s more deadlines in a row, a bot takes over.",
            left,
        )
        return words % {"number": left}

    def silence_words(self) -> str:
        """What is played for the reader if they stay silent."""
        found = silent_move(self.table)
        return silence_told(found, self.order_words) if found is not None else ""

    def hand(self) -> Context:
        """The player's own cards, each with its name."""
        return {"cards": self._cards()}

    def _cards(self) -> list[dict[str, str]]:
        table = self.table
        presentation = presentation_for(table.match.game)
        codes = (table.view.hand or ()) if table.view is not None else ()
        return [{"code": code, "name": presentation.card_name(code)} for code in codes]

    def log(self, number: int | None, *, is_whole: bool) -> Context:
        """What happened, as the player may know it: in one round, in the last one, or all of it."""
        table = self.table
        presentation = presentation_for(table.match.game)
        since = 0 if is_whole else table.match.round - 1
        events = [
            event
            for phase in selectors.journal(table.match, self._player)
            if (phase.round == number if number is not None else phase.round >= since)
            for event in phase.events
        ]
        own = self._player
        given = decided_otherwise([own.pk], is_whole=True) if own is not None else {}
        is_theirs = any(is_told_of_others(one) for one in given.values())
        viewer = None if is_theirs else table.seat
        lines = presentation.sentences(events, self._names(), viewer, table.placing)
        return {
            "log_lines": lines[-MOST_LOG_LINES:],
            "log_is_cut": len(lines) > MOST_LOG_LINES,
            "log_link": site_link("match-log", code=table.match.code),
        }

    def question(self) -> Context:
        """What is asked of the player, how to answer, until when and why, and what waits."""
        asked = self.asked()
        if not self.is_brief:
            presentation = presentation_for(self.table.match.game)
            asked |= _other_way(self._examples, presentation)
        return asked | self._lateness()

    @cached_property
    def _examples(self) -> list[str]:
        table = self.table
        if table.decision is None or table.view is None:
            raise LookupError("nothing is asked")
        examples = presentation_for(table.match.game).examples(table.decision, table.view)
        return list(examples)[: MOST_BRIEF_EXAMPLES if self.is_brief else None]

    def asked(self) -> Context:
        """The same in short, as a digest says it."""
        table = self.table
        if table.decision is None or table.view is None:
            raise LookupError("nothing is asked")
        presentation = presentation_for(table.match.game)
        own = table.own_order.text if table.own_order is not None else ""
        # Only in the first question: later ones may have numbers of their own.
        is_first = self.row.kind == OutboundMail.Kind.DECISION and self.row.sent_at is None
        plan = plan_of(table.rules.key, table.view, table.decision) if is_first and not own else ""
        examples = self._examples
        links = [link for _text, link in self.linked_orders(examples)]
        shown = [presentation.order_shown(text) for text in examples]
        return {
            "prompt": presentation.prompt(table.decision, table.view),
            "phase_name": presentation.phase_name(table.decision.kind),
            "examples": shown,
            "linked": list(zip(shown, links, strict=False)),
            "plan": presentation.order_in_words(plan) if plan else "",
            "plan_answer": plan_answer(
                table.match.game, table.decision.kind, spoken_language() or "en"
            ),
            "plan_link": self.linked_orders([plan])[0][1] if plan else "",
            "own_order": self.order_shown(own),
            **self._standing(),
            **self.deadline(),
        }

    def linked_orders(self, texts: Iterable[str]) -> list[tuple[str, str]]:
        """Orders with the links that give them, for the one who looks."""
        own, situation = self._player, self.situation
        if own is None or situation is None:
            return []
        return [(text, order_link(own.pk, situation.phase_number, text)) for text in texts]

    def _standing(self) -> Context:
        """What waits for later decisions or a missed deadline, and what did not fit, with why."""
        rows = self.table.standing
        return {
            "standing": [
                self.order_shown(selectors.standing_line(step))
                for step in rows
                if step.dropped is None
            ],
            "dropped": [self._dropped(one.text, one.dropped) for one in rows if one.dropped],
        }

    def _dropped(self, text: str, why: Facts) -> dict[str, str]:
        error = decoded_refusal(why, text)
        words = presentation_for(self.table.match.game).error(error)
        return {"text": self.order_shown(text), "why": words}

    def _lateness(self) -> Context:
        """Why the deadline is what it is, and what the player's time bank holds, if anything."""
        table, moves = self.table, self.situation.moves if self.situation is not None else ()
        entries = [Move(move.why, move.said, move.by.name if move.by else "") for move in moves]
        left = self._player.time_bank_left if self._player is not None else timedelta(0)
        return {
            "deadline_reasons": reasons_now(entries, table.names, table.seat),
            "bank": duration(left) if left >= timedelta(hours=1) else "",
        }

    def deadline(self) -> Context:
        """The deadline in the reader's zone and in UTC; empty where there is none."""
        at = self.table.deadline_at
        if at is None:
            return {"deadline_local": "", "until": "", "deadline_words": ""}
        zone = timezone.get_current_timezone()
        return dict(deadline_words(at, zone, spoken_language(), is_brief=self.is_brief))

    def order_words(self, text: str) -> str:
        """An order as the game says it."""
        return presentation_for(self.table.match.game).order_in_words(text)

    def order_shown(self, text: str) -> str:
        """An order as its reader writes it: in the notation, which is English, or in words."""
        return presentation_for(self.table.match.game).order_shown(text) if text else ""

    def branch_words(self, why: str, words: str) -> str:
        """Why this of several orders was taken."""
        return branch_in_words(self.table.match.game, why, words)

    def awaited_names(self, phase: int | None) -> list[str]:
        """Who else still owes an order, where the match tells whose orders are in."""
        table = self.table
        if phase != table.match.phase_number or table.waiting is None or table.phase is None:
            return []
        if table.waiting.names is None:
            return []
        names = (table.names[seat] for seat in table.phase.awaited if seat != table.seat)
        return [name for name in names if name not in table.waiting.names]

    def ending(self) -> Context:
        """The outcome with every player's sum."""
        return ended_matches.ending(self.table, self._player)

    def outcome_words(self) -> str:
        """Who won, and why the match is over."""
        return ended_matches.outcome_words(self.table)

    def confirm_link(self) -> str:
        """Where the member says that the mail has come."""
        return messages.address_link(self.row.member_id or 0, self.row.address)


def _other_way(examples: Sequence[str], presentation: Presentation) -> Context:
    """The first example of one step as it is not shown: in plain words to who reads the notation,
    which is English, and in the notation, which is shorter, to others."""
    single = next((one for one in examples if ";" not in one), "")
    words = presentation.order_in_words(single) if single else ""
    if words == single:
        return {}
    return {"example_words": words} if spoken_language() == "en" else {"example_short": single}


def _match(table: MatchTable) -> Context:
    return {
        "game_name": table.rules.name,
        "code": table.match.code,
        "match_title": table.match.title,
        "names": ", ".join(table.names[: len(table.players)]),
        "match_link": site_link("match", code=table.match.code),
        "event_name": table.match.event_name,
        "event_link": messages.event_link(table.match),
    }
