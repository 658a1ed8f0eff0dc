"""The account of a person."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models.base import ModelBase
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.former_members import NameField
from games.models.lookalikes import KEPT_APART, LookField, name_look, name_skeleton
from games.models.time_zones import zone_named


class MemberManager(BaseUserManager["Member"]):
    """Creates members by address; there are no passwords to choose."""

    def create_user(
        self, email: str, name: str = "", password: str | None = None, **fields: object
    ) -> Member:
        """A member with this address, and a name taken from it where none is given."""
        # Signing in looks addresses up in lower case, and no mail server tells them apart.
        email = self.normalize_email(email).lower()
        member = self.model(email=email, name=name or self.free_name(email), **fields)
        member.set_password(password)
        member.save(using=self._db)
        return member

    def create_superuser(
        self, email: str, name: str = "", password: str | None = None, **fields: object
    ) -> Member:
        """An operator who may enter the admin."""
        fields |= {"is_staff": True, "is_superuser": True}
        return self.create_user(email, name, password, **fields)

    def free_name(self, email: str) -> str:
        """A name that nobody has, from what stands before the @."""
        stem = email.partition("@")[0].partition("+")[0][:24] or "player"
        name, number = stem, 1
        while self.named_alike(name).exists():
            number += 1
            name = f"{stem} {number}"
        return name

    def named_alike(self, name: str) -> models.QuerySet[Member]:
        """The members whose name is taken for this one, or is this one in whatever case."""
        alike = models.Q(name__iexact=name)
        for field, look in (("name_skeleton", name_skeleton(name)), ("name_look", name_look(name))):
            clashed = f"{look}{KEPT_APART}"
            alike |= models.Q(**{field: look}) | models.Q(**{f"{field}__startswith": clashed})
        return self.filter(alike)


class Member(AbstractBaseUser, PermissionsMixin):
    """The account of a person: an address, a name, and how they want to be written to."""

    class MailLevel(models.TextChoices):
        EVERY_DECISION = "every", _("every time it’s your turn")
        DAILY = "daily", _("once a day, everything in one mail")
        URGENT = "urgent", _("only when a deadline is close")
        NONE = "none", _("never: you check the site")

    class Reminders(models.IntegerChoices):
        ONCE = 1, _("once, shortly before the deadline")
        TWICE = 2, _("also when most of the time is gone")
        THRICE = 3, _("also at half time")

    class TalkLevel(models.TextChoices):
        AT_ONCE = "at-once", _("soon after it was said")
        NEXT = "next", _("with the next mail about the match, or after some hours")
        SITE = "site", _("never by mail: I read it on the site")
        NONE = "none", _("no table talk: I don’t read or write any")

    email = models.EmailField(_("address"), unique=True)
    name = NameField(_("name"), max_length=32, unique=True)
    name_skeleton = LookField()
    name_look = LookField()
    language = models.CharField(_("language"), max_length=8, default="en")
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    mail_level = models.CharField(
        _("mails"), max_length=8, choices=MailLevel.choices, default=MailLevel.EVERY_DECISION
    )
    digest_hour = models.PositiveSmallIntegerField(_("time of the daily mail"), default=8)
    collect_minutes = models.PositiveSmallIntegerField(
        _("combine mails that fall within (minutes)"), default=0
    )
    wants_html = models.BooleanField(_("mails with pictures"), default=True)
    wants_receipts = models.BooleanField(_("a receipt for each move sent by mail"), default=True)
    wants_news = models.BooleanField(_("a mail when a match starts or ends"), default=True)
    talk_level = models.CharField(
        _("table talk"), max_length=8, choices=TalkLevel.choices, default=TalkLevel.NEXT
    )
    quiet_from = models.PositiveSmallIntegerField(
        _("quiet hours from"), null=True, blank=True, help_text="An hour of the day, 0 to 23."
    )
    quiet_until = models.PositiveSmallIntegerField(
        _("quiet hours until"), null=True, blank=True, help_text="An hour of the day, 0 to 23."
    )
    country = models.CharField(
        _("country"), max_length=2, blank=True, help_text="Two letters of ISO 3166, or nothing."
    )
    is_listed = models.BooleanField(
        _("on the leaderboards"),
        default=True,
        help_text="The name stands at tables and in results in any case.",
    )
    goes_to_next = models.BooleanField(_("after each move, go to the next match"), default=False)
    has_weekends_off = models.BooleanField(_("weekends off"), default=False)
    reminders = models.PositiveSmallIntegerField(
        _("reminders"), choices=Reminders.choices, default=Reminders.ONCE
    )
    reminder_hours = models.PositiveSmallIntegerField(
        _("remind me this many hours before a deadline"), default=3
    )
    calendar_number = models.PositiveIntegerField(
        default=1, editable=False, help_text="The calendar's addresses before this one are gone."
    )
    calendar_digest = models.CharField(
        max_length=64,
        unique=True,
        null=True,
        editable=False,
        help_text="Hash of an address from before addresses were signed.",
    )
    has_channels = models.BooleanField(
        default=False, editable=False, help_text="Whether any channel is to be told anything."
    )
    is_bot_account = models.BooleanField(
        _("bot account"),
        default=False,
        editable=False,
        help_text="A program plays under this name, which ends with the mark of bots.",
    )
    meets_bot_accounts = models.BooleanField(
        _("quick pairing may seat me with bot accounts"), default=False
    )
    is_demo = models.BooleanField(default=False)
    is_guest = models.BooleanField(
        default=False, editable=False, help_text="Practises without an account; never active."
    )
    is_staff = models.BooleanField(default=False)
    wants_alarms = models.BooleanField(
        _("alarms by mail"), default=True, help_text=_("For operators: what’s wrong here.")
    )
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(default=timezone.now)
    erased_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="Nothing of the person is left here."
    )

    objects: ClassVar[MemberManager] = MemberManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("member")
        verbose_name_plural = _("members")
        indexes = [
            models.Index(
                fields=["joined_at"], name="member_guests", condition=models.Q(is_guest=True)
            )
        ]
        constraints = [
            models.UniqueConstraint(Lower("email"), name="member_email_whatever_case"),
            models.UniqueConstraint(Lower("name"), name="member_name_whatever_case"),
        ]

    def __str__(self) -> str:
        return self.name

    def save(
        self,
        *,
        force_insert: bool | tuple[ModelBase, ...] = False,
        force_update: bool = False,
        using: str | None = None,
        update_fields: Iterable[str] | None = None,
    ) -> None:
        """Store the member; with the name goes what the name looks like."""
        if update_fields is not None and "name" in (update_fields := set(update_fields)):
            update_fields |= {"name_skeleton", "name_look"}
        super().save(
            force_insert=force_insert,
            force_update=force_update,
            using=using,
            update_fields=update_fields,
        )

    @property
    def zone(self) -> ZoneInfo:
        """The member's time zone; UTC where this machine does not know it."""
        return zone_named(self.time_zone)
