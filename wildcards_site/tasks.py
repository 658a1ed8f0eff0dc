"""What the house itself has done from time to time."""

from celery import shared_task
from django.core.management import call_command


@shared_task(name="wildcards_site.tasks.clear_sessions")
def clear_sessions() -> None:
    """Forget the sessions that have expired: nothing else removes them."""
    call_command("clearsessions")
