"""What the house itself has done from time to time."""

from allauth.usersessions.models import UserSession
from celery import shared_task
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef
from django.utils import timezone

from games.mail.pruning import changed_in_chunks, rows_deleted


@shared_task(name="wildcards_site.tasks.clear_sessions")
def clear_sessions() -> None:
    """Forget the sessions that have expired, and what was noted of them: nothing else does."""
    expired = Session.objects.filter(expire_date__lt=timezone.now()).order_by("expire_date")
    changed_in_chunks(expired, rows_deleted)
    still_there = Session.objects.filter(session_key=OuterRef("session_key"))
    changed_in_chunks(UserSession.objects.filter(~Exists(still_there)), rows_deleted)
