"""`manage.py vapidkey`: a new key by which push services know this service."""

from __future__ import annotations

from django.core.management.base import BaseCommand

from games.common.vapid_keys import new_vapid_key


class Command(BaseCommand):
    help = (
        "Print a new VAPID_PRIVATE_KEY. Browsers that were subscribed under another subscribe anew."
    )

    def handle(self, *args: object, **options: object) -> None:
        self.stdout.write(new_vapid_key())
