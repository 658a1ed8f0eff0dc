"""A member's own settings by mail: the fields and checks are those of the profile's forms."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.forms.availability import CalendarForm
from games.forms.member_names import clean_member_name
from games.forms.members import language_choices
from games.letters.absence_outcomes import days_away
from games.letters.command_outcomes import CommandOutcome, SeatTakenBack, outcome_of
from games.letters.member_commands import (
    HelpGroup,
    Listed,
    MemberCommand,
    MemberTold,
    Request,
    Text,
    UnclearRequestError,
)
from games.mail.commands import announce_absence, days_meant, end_absences, take_seat_back
from games.models import Match, Member, Player
from games.replies.command_words import plain_words, spoken_of
from games.replies.dates import DatesError
from games.replies.member_requests import is_on
from games.services.digest_scheduling import MOST_COLLECT_MINUTES, renew_collecting

LONGEST_NAME = 32
_HOUR = re.compile(r"\b([01]?\d|2[0-3])(?::00|h)?\b")


def saved(member: Member, *fields: str) -> None:
    """Store these fields; mails that wait follow at once."""
    with transaction.atomic():
        member.save(update_fields=fields)
        renew_collecting(member)


class AwayRequest(MemberCommand):
    """Days away."""

    name = "absent"
    section = ""
    group = HelpGroup.YOURSELF
    explanation = gettext_lazy("you’re away; tables that allow for it pause for you")
    example = gettext_lazy("from 3 to 10 December")
    changes = True

    def meaning(self, request: Request) -> str:
        try:
            days = days_meant(request.member, request.argument)
        except DatesError as error:
            unclear = outcome_of(error.code, dict(error.params))
            raise UnclearRequestError(" ".join(unclear.paragraphs({}))) from error
        return days_away(days.first, days.last).rstrip(".")

    def obey(self, request: Request) -> CommandOutcome:
        return announce_absence(request.member, request.argument)


class HereAgainRequest(MemberCommand):
    """The end of an absence."""

    name = "back"
    section = ""
    group = HelpGroup.YOURSELF
    explanation = gettext_lazy("you’re back")
    changes = True

    def obey(self, request: Request) -> CommandOutcome:
        member = request.member
        kept = Player.objects.filter(member=member, match__status=Match.Status.RUNNING)
        seats = kept.exclude(bot="").select_related("match", "member")
        taken = [one for one in seats if take_seat_back(one)]
        ended = end_absences(member, is_seated=bool(taken))
        return SeatTakenBack() if taken else ended


class SettingsRequest(MemberCommand):
    """How the member is written to."""

    name = "settings"
    group = HelpGroup.YOURSELF
    explanation = gettext_lazy("how we write to you now")

    def obey(self, request: Request) -> CommandOutcome:
        member = request.member
        on, off = _("on"), _("off")
        values: Mapping[str, str] = {
            _("Name"): member.name,
            _("Language"): dict(language_choices()).get(member.language, member.language),
            _("Time zone"): member.time_zone,
            _("Mails"): str(member.get_mail_level_display()),
            _("Receipts"): on if member.wants_receipts else off,
            _("Mails when a match starts or ends"): on if member.wants_news else off,
            _("Pictures"): on if member.wants_html else off,
            _("Quiet hours"): _quiet_words(member),
            _("Weekends off"): on if member.has_weekends_off else off,
        }
        lines = [f"{name}: {value}" for name, value in values.items()]
        return MemberTold(told=[_("These are your settings.")], groups=[Listed(lines)])


def _quiet_words(member: Member) -> str:
    if member.quiet_from is None or member.quiet_until is None:
        return _("none")
    return f"{member.quiet_from}:00–{member.quiet_until}:00"


class LanguageRequest(MemberCommand):
    """The language of mails and pages."""

    name = "language"
    group = HelpGroup.YOURSELF
    explanation = gettext_lazy("the language we write in")
    example = pgettext_lazy("a language within a sentence", "Italian")
    changes = True

    def meaning(self, request: Request) -> str:
        return f"{self.explanation}: {request.argument}"

    def obey(self, request: Request) -> CommandOutcome:
        wanted = plain_words(request.argument)
        offered = language_choices()
        for code, name in offered:
            names = {code, plain_words(name)}
            for spoken, _own_name in offered:
                with translation.override(spoken):
                    names.add(plain_words(str(translation.gettext(_english(code)))))
            if wanted in names:
                request.member.language = code
                saved(request.member, "language")
                with translation.override(code):
                    return MemberTold(told=[_("From now on we write to you in this language.")])
        choices = tuple(name for _code, name in offered)
        raise UnclearRequestError(_("We can write to you in these languages."), choices)


def _english(code: str) -> str:
    """The language's English name, which Django translates."""
    return str(translation.get_language_info(code)["name"])


class ZoneRequest(MemberCommand):
    """The time zone of deadlines."""

    name = "zone"
    group = HelpGroup.YOURSELF
    explanation = gettext_lazy("the time zone of your deadlines")
    example = "Europe/Rome"
    changes = True

    def obey(self, request: Request) -> CommandOutcome:
        wanted = plain_words(request.argument)
        zones = sorted(available_timezones())
        found = [one for one in zones if plain_words(one) == wanted]
        found = found or [one for one in zones if plain_words(one.rpartition("/")[2]) == wanted]
        if not wanted or not found:
            told = _("We don’t know this time zone. Write the city after which it is named, such "
                     "as Rome or Europe/Madrid.")  # fmt: skip
            raise UnclearRequestError(told)
        request.member.time_zone = found[0]
        saved(request.member, "time_zone")
        told = _("Your time zone is now %(zone)s.")
        return MemberTold(told=[told % {"zone": request.member.time_zone}])


class NameRequest(MemberCommand):
    """The name at the table."""

    name = "name"
    group = HelpGroup.YOURSELF
    explanation = gettext_lazy("your name at the table")
    example = "Bruno"
    changes = True

    def obey(self, request: Request) -> CommandOutcome:
        member = request.member
        given = request.argument.strip(" \"'“”")[:64]
        try:
            if len(given) > LONGEST_NAME:
                raise UnclearRequestError(_("This name is too long."))
            member.name = clean_member_name(given, but=member)
            with transaction.atomic():
                member.save(update_fields=["name"])
        except ValidationError as error:
            raise UnclearRequestError(" ".join(error.messages)) from error
        except IntegrityError as error:
            raise UnclearRequestError(_("Somebody already plays under this name.")) from error
        return MemberTold(told=[_("You’re now called %(name)s.") % {"name": member.name}])


class MailsRequest(MemberCommand):
    """How often mails come."""

    name = "mails"
    group = HelpGroup.YOURSELF
    explanation = gettext_lazy("how often we write: every turn, once a day, urgent, never")
    example = gettext_lazy("once a day at 8")
    changes = True

    def obey(self, request: Request) -> CommandOutcome:
        member, said = request.member, plain_words(request.argument)
        level = next((one for one, words in _rhythms() if f" {words} " in f" {said} "), "")
        hour = _HOUR.search(said)
        if not level and (hour is not None or not said):
            # "daily mail" says it all.
            level = Member.MailLevel.DAILY
        if not level:
            raise UnclearRequestError(
                _("How often? Choose one of these."),
                tuple(str(label) for _value, label in Member.MailLevel.choices),
            )
        member.mail_level = level
        if hour is not None:
            member.digest_hour = int(hour[1])
        saved(member, "mail_level", "digest_hour")
        told = _("Your mails: %(level)s.") % {"level": member.get_mail_level_display()}
        if level == Member.MailLevel.DAILY:
            told = _("We’ll send you one mail a day, at %(hour)s:00.")
            told %= {"hour": member.digest_hour}
        return MemberTold(told=[told])


def _rhythms() -> list[tuple[str, str]]:
    return [(name, words) for words, name, _language in spoken_of("rhythm")]


class CollectRequest(MemberCommand):
    """Mails that come together."""

    name = "collect"
    group = HelpGroup.YOURSELF
    explanation = gettext_lazy("put mails that fall within some minutes into one")
    example = gettext_lazy("30 minutes")
    changes = True

    def obey(self, request: Request) -> CommandOutcome:
        found = re.search(r"\d{1,4}", request.argument)
        minutes = 0 if is_on(request.argument) is False else int(found[0]) if found else -1
        if not 0 <= minutes <= MOST_COLLECT_MINUTES:
            told = _("Write a number of minutes, at most %(most)s.")
            raise UnclearRequestError(told % {"most": MOST_COLLECT_MINUTES})
        request.member.collect_minutes = minutes
        saved(request.member, "collect_minutes")
        if not minutes:
            return MemberTold(told=[_("You get a mail for each turn by itself.")])
        told = _("Mails that fall within %(minutes)s minutes come as one.")
        return MemberTold(told=[told % {"minutes": minutes}])


class _SwitchRequest(MemberCommand):
    """On or off: a field of the member's."""

    group = HelpGroup.YOURSELF
    changes = True
    example: ClassVar[Text] = gettext_lazy("off")
    field: ClassVar[str]
    on_words: ClassVar[Text]
    off_words: ClassVar[Text]
    always: ClassVar[bool | None] = None
    """What its words say, where they say it themselves."""

    def obey(self, request: Request) -> CommandOutcome:
        wanted = self.always if self.always is not None else is_on(request.argument)
        if wanted is None:
            raise UnclearRequestError(_("Write “on” or “off” behind it."))
        setattr(request.member, self.field, wanted)
        saved(request.member, self.field)
        return MemberTold(told=[str(self.on_words if wanted else self.off_words)])


class ReceiptsOnRequest(_SwitchRequest):
    """Receipts for moves."""

    name = "receipts-on"
    section = ""
    explanation = gettext_lazy("a mail to confirm each move")
    example = ""
    field = "wants_receipts"
    always = True
    on_words = gettext_lazy("You’ll get a receipt for each move you send by mail.")
    off_words = gettext_lazy(
        "You won’t get a receipt for each move any more, only if we read it differently."
    )


class ReceiptsOffRequest(ReceiptsOnRequest):
    """No receipts for moves."""

    name = "receipts-off"
    section = ""
    explanation = gettext_lazy("no more mails that only confirm a move")
    always = False


class NewsRequest(_SwitchRequest):
    """Mails about the start and end of matches."""

    name = "news"
    explanation = gettext_lazy("mails when a match starts or ends, on or off")
    field = "wants_news"
    on_words = gettext_lazy("We’ll mail you when a match starts or ends.")
    off_words = gettext_lazy("We won’t mail you when a match starts or ends.")


class PicturesRequest(_SwitchRequest):
    """Mails with pictures, or as text alone."""

    name = "pictures"
    explanation = gettext_lazy("mails with pictures, on or off")
    field = "wants_html"
    on_words = gettext_lazy("Your mails come with pictures.")
    off_words = gettext_lazy("Your mails come as plain text.")


class WeekendsRequest(_SwitchRequest):
    """Weekends without deadlines, where the table agreed to it."""

    name = "weekends"
    explanation = gettext_lazy("weekends off, on or off; where the table allows for it")
    example = gettext_lazy("on")
    field = "has_weekends_off"
    on_words = gettext_lazy("Your weekends are off in matches that agreed to it.")
    off_words = gettext_lazy("Your weekends count like other days.")


class QuietRequest(MemberCommand):
    """Hours in which no deadline falls."""

    name = "quiet"
    group = HelpGroup.YOURSELF
    explanation = gettext_lazy("hours of the night without deadlines")
    example = gettext_lazy("from 22 to 7")
    changes = True

    def meaning(self, request: Request) -> str:
        hours = _HOUR.findall(request.argument)
        if len(hours) != 2:
            return ""
        return _("no deadline from %(from)s:00 to %(until)s:00") % {
            "from": hours[0],
            "until": hours[1],
        }

    def obey(self, request: Request) -> CommandOutcome:
        member = request.member
        hours = [int(found) for found in _HOUR.findall(request.argument)]
        if len(hours) != 2 and is_on(request.argument) is not False:
            raise UnclearRequestError(_("Write two hours, such as “from 22 to 7”, or “off”."))
        first, until = hours if len(hours) == 2 else ("", "")
        values: dict[str, object] = {
            "quiet_from": first,
            "quiet_until": until,
            "reminders": member.reminders,
        }
        form = CalendarForm(
            {**values, "has_weekends_off": member.has_weekends_off}, instance=member
        )
        if not form.is_valid():
            said = [str(one) for listed in form.errors.values() for one in listed]
            raise UnclearRequestError(" ".join(said))
        form.save()
        told = _("Your quiet hours: %(hours)s.") % {"hours": _quiet_words(member)}
        return MemberTold(told=[told])
