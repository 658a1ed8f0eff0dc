"""What the house itself has done from time to time."""

from allauth.usersessions.models import UserSession
from celery import shared_task
from django.contrib.sessions.models import Session
from django.core.management import call_command


@shared_task(name="wildcards_site.tasks.clear_sessions")
def clear_sessions() -> None:
    """Forget the sessions that have expired: nothing else removes them."""
    call_command("clearsessions")
    UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()
