"""What the people of a simulated month answer: each decides as a steady bot would in their seat,
and writes it down in the notation, in words of their language, or as the number of a choice."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from django.utils import translation

from games.models import Match, Phase, Player
from games.presentation import presentation_for
from games.replies.command_words import taught_word
from games.replies.plan_answers import plan_answer
from games.replies.reply_addresses import DigestTarget, parse_reply_address
from games.rules.playout import Dice, ask_bot
from games.rules.registry import bots_for, game_for, plan_of, rules_for
from tests.month.ledger import Form, Ledger, Meant
from tests.month.letters import Letter, Reply, reply_to, spoken
from tests.month.people import Person, Question

MOST_TRIES = 4
"""After so many mails about one decision people give up."""

AS_SHOWN = 40
"""So much of a plan surely stands in one line."""

REVISED_SHARE = 0.06
TYPO_SHARE = 0.05
_EXAMPLE = re.compile(r"^· (?:#\w+ )?(.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Written:
    """A mail that somebody has written, and what each order in it means."""

    reply: Reply
    kind: str
    meant: list[Meant]


@dataclass(frozen=True, slots=True)
class _Order:
    """One order of a mail: its line, and what it means. `code` is the match's sign."""

    line: str
    meant: Meant
    code: str


def answers(
    person: Person, questions: Sequence[Question], ledger: Ledger, at: datetime
) -> Iterator[Written]:
    """The mails that answer these questions; of several about one match the newest counts."""
    seen: set[int] = set()
    for question in reversed(questions):
        asked = {player: phase for player, phase in question.asked.items() if player not in seen}
        seen |= question.asked.keys()
        players = Player.objects.select_related("match").in_bulk(list(asked))
        found = [
            _order(person, players[pk], phase, question, ledger) for pk, phase in asked.items()
        ]
        orders = [order for order in found if order is not None]
        if orders:
            yield _written(person, question, orders, at)


def revision(person: Person, written: Written, letter: Letter, at: datetime) -> Written | None:
    """Another order for the same decision, a few minutes later, if there is one."""
    if len(written.meant) != 1 or person.chance.random() > REVISED_SHARE:
        return None
    first = written.meant[0]
    player = Player.objects.select_related("match").get(pk=first.player_id)
    others = [text for text in _legal(player, first.phase_number) if text != first.text]
    if not others:
        return None
    meant = Meant(first.player_id, first.phase_number, others[-1], Form.NOTATION)
    return Written(_reply(person, letter, meant.text, at), "order", [meant])


def announcement(person: Person, letter: Letter, at: datetime) -> Written:
    """The days on which somebody will be away, in the words that our mails teach."""
    assert person.away is not None
    word = taught_word("absent", person.member.language)
    first, last = person.away
    return Written(_reply(person, letter, f"{word} {first} - {last}", at), "absence", [])


def no_more_receipts(person: Person, letter: Letter, at: datetime) -> Written:
    """What somebody answers to a receipt that offers to be the last."""
    word = taught_word("receipts-off", person.member.language)
    return Written(_reply(person, letter, word, at), "no more receipts", [])


def _written(person: Person, question: Question, orders: Sequence[_Order], at: datetime) -> Written:
    is_digest = isinstance(parse_reply_address(question.letter.reply_to), DigestTarget)
    said = "\n".join(f"#{one.code} {one.line}" if is_digest else one.line for one in orders)
    kind = "order" if len(orders) == 1 else "orders for several matches"
    if not is_digest and orders[0].meant.form is not Form.NUMBER:
        said = spoken(said, person.member.language, person.chance)
    reply = _reply(person, question.letter, said, at)
    return Written(reply, kind, [one.meant for one in orders])


def _reply(person: Person, letter: Letter, said: str, at: datetime) -> Reply:
    member = person.member
    return reply_to(
        letter,
        said,
        name=member.name,
        language=member.language,
        program=person.program,
        at=at,
    )


def _order(
    person: Person, player: Player, phase: int, question: Question, ledger: Ledger
) -> _Order | None:
    if ledger.tries(player.pk, phase) >= MOST_TRIES:
        return None
    text = _decided(player, phase)
    if text is None:
        text = _from_examples(question, ledger.tries(player.pk, phase))
        if text is None:
            return None
        return _noted(player, phase, text, text, Form.NOTATION)
    number, choice = _numbered(person, player, phase, question, text)
    if number:
        return _noted(player, phase, number, choice, Form.NUMBER)
    # Who leaves orders for later writes notation: that is what they are written in.
    is_alone = len(question.asked) == 1 and not question.is_refusal and not person.with_standing
    if is_alone and person.chance.random() < person.words_share:
        words = _worded(player.match.game, text, person)
        return _noted(player, phase, words, text, Form.WORDS)
    line = text
    if person.with_standing:
        line = f"{text}; {game_for(player.match.game).standing}"
    return _noted(player, phase, line, text, Form.NOTATION)


def _numbered(
    person: Person, player: Player, phase: int, question: Question, text: str
) -> tuple[str, str]:
    """The number that answers the mail, and the order that it stands for; none where they write."""
    choices = [choice.partition(";")[0].strip() for choice in question.choices.get(player.pk, ())]
    if text in choices:
        return str(choices.index(text) + 1), text
    may_plan = person.with_standing and not question.is_refusal
    plan = offered_plan(player, question.letter.text) if may_plan else ""
    return (plan_said(player, phase), plan.partition(";")[0]) if plan else ("", "")


def plan_said(player: Player, phase: int) -> str:
    """What this player replies to accept the plan of an open phase."""
    kind = Phase.objects.values_list("name", flat=True).get(match=player.match, number=phase)
    language = player.member.language if player.member else "en"
    return plan_answer(player.match.game, kind, language).strip("“”")


def _noted(player: Player, phase: int, line: str, text: str, form: Form) -> _Order:
    return _Order(line, Meant(player.pk, phase, text, form, line), player.match.code)


def offered_plan(player: Player, text: str) -> str:
    """The plan that a mail offers this player, whatever its language; "" where it has none."""
    match = player.match
    rules = rules_for(match.game, match.rules_version)
    state = rules.decode(match.state)
    opened = rules.phase(state)
    if opened is None or player.seat is None or player.seat not in opened.awaited:
        return ""
    plan = plan_of(match.game, rules.view(state, player.seat), rules.decision(state, player.seat))
    with translation.override(player.member.language if player.member else "en"):
        words = presentation_for(match.game).order_in_words(plan) if plan else ""
    return plan if words and f"· {words[:AS_SHOWN].rsplit(' ', 1)[0]}" in text else ""


def _decided(player: Player, phase: int) -> str | None:
    """The steady bot's order, in the notation; None where the seat is not asked in this phase."""
    match = player.match
    if match.status != Match.Status.RUNNING or match.phase_number != phase:
        return None
    rules = rules_for(match.game, match.rules_version)
    state = rules.decode(match.state)
    opened = rules.phase(state)
    if opened is None or player.seat is None or player.seat not in opened.awaited:
        return None
    dice = Dice(match.seed, f"person-{phase}-{player.seat}")
    bot = bots_for(match.game)["steady"]
    return rules.format_order(ask_bot(rules, bot, state, player.seat, dice))


def _legal(player: Player, phase: int) -> list[str]:
    match = player.match
    if match.status != Match.Status.RUNNING or match.phase_number != phase:
        return []
    rules = rules_for(match.game, match.rules_version)
    state = rules.decode(match.state)
    assert player.seat is not None
    return [rules.format_order(one) for one in islice(rules.legal_orders(state, player.seat), 20)]


def _from_examples(question: Question, tries: int) -> str | None:
    """Who answers too late cannot know it: they take what the mail showed them."""
    found = _EXAMPLE.findall(question.letter.text)
    return found[0] if found and not tries else None


def _worded(game: str, text: str, person: Person) -> str:
    """The order as our own pages word it in the writer's language, sometimes mistyped."""
    with translation.override(person.member.language):
        words = presentation_for(game).order_in_words(text)
    return _mistyped(words, person.chance) if person.chance.random() < TYPO_SHARE else words


def _mistyped(words: str, chance: random.Random) -> str:
    """Two letters of a longer word turned round."""
    pieces = words.split()
    long = [place for place, word in enumerate(pieces) if len(word) > 4 and word.isalpha()]
    if not long:
        return words
    place = chance.choice(long)
    word = pieces[place]
    at = chance.randrange(1, len(word) - 1)
    pieces[place] = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return " ".join(pieces)


def sections_of(payload: Mapping[str, object]) -> dict[int, int]:
    """The decisions that a digest asks for, by player."""
    sections = payload.get("sections") or {}
    assert isinstance(sections, dict)
    return dict(sections.values())
