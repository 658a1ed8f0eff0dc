"""`manage.py trainrequests`: learn anew what people ask of a match, from the examples."""

from __future__ import annotations

from django.core.management.base import BaseCommand, CommandError

from games.replies.request_classifier import EXAMPLES, WEIGHTS
from games.replies.request_training import trained
from games.words.learnt_weights import packed


class Command(BaseCommand):
    """Read `seeds/mail/examples.jsonl` and write the weights beside it: under a minute."""

    help = "Learn which command of a match a text asks for, from seeds/mail/examples.jsonl."
    requires_system_checks = ()  # needs no database

    def handle(self, *_args: object, **_options: object) -> None:
        try:
            weights = trained(EXAMPLES.read_bytes(), self.stdout.write)
        except ValueError as error:
            raise CommandError(f"{EXAMPLES.name} has a line that is no example: {error}") from error
        WEIGHTS.write_bytes(packed(weights))
        self.stdout.write(f"{WEIGHTS.name} is written.")
