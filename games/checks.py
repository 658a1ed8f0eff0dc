"""System checks: on what is stored, asked for with `check --database default` and by `serve`; on
the settings of a mailbox, by every command that carries mail."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.checks import CheckMessage, Error, Tags, register
from django.db import DatabaseError, connection, transaction

from games.common.mailbox_account import (
    BadMailSettingError,
    check_reply_address,
    mailbox_account,
)
from games.models import Match


@register(Tags.database)
def running_matches_fit_the_rules(
    app_configs: object = None, databases: Sequence[str] | None = None, **_kwargs: object
) -> list[CheckMessage]:
    """A running match keeps the version of the rules that it began with, or the site stays down."""
    if not databases:
        return []
    from games.rules.registry import has_version  # loads every game: not for every command

    running = Match.objects.filter(
        status__in=[Match.Status.OPEN, Match.Status.RUNNING, Match.Status.PARKED]
    )
    try:
        with transaction.atomic():
            if Match._meta.db_table not in connection.introspection.table_names():
                return []  # before the first migration there is no match that could be wrong
            versions = list(running.values_list("game", "rules_version").distinct())
    except DatabaseError as error:
        words = " ".join(str(error).split())
        return [
            Error(
                f"The database could not be asked which matches run: {words}",
                hint="manage.py doctor tries each part; manage.py migrate adds what is missing.",
                id="games.E002",
            )
        ]
    return [
        Error(
            f"Matches of {game} run under version {version} of its rules, which is not here.",
            hint="Name that version among the `earlier` of the game's declaration, or end "
            "them under the release that they began with (manage.py callmatch), then deploy.",
            id="games.E001",
        )
        for game, version in versions
        if not has_version(game, version)
    ]


@register(Tags.security)
def mailbox_settings_can_be_read(**_kwargs: object) -> list[CheckMessage]:
    """IMAP_URL and REPLY_ADDRESS are what they have to be, or nothing starts."""
    found: list[CheckMessage] = []
    for look in (mailbox_account, check_reply_address):
        try:
            look()
        except BadMailSettingError as error:
            hint = "docs/operating.md, “One mailbox is enough”, has settings to copy."
            found.append(Error(str(error), hint=hint, id="games.E003"))
    return found
