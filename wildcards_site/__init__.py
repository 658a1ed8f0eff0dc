# Celery's @shared_task finds its app only if the app is made whenever Django starts.
from wildcards_site.celery import app as celery_app

__all__ = ["celery_app"]
