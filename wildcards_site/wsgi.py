"""The WSGI application, as `gunicorn wildcards_site.wsgi` or `manage.py serve` runs it."""

import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from wildcards_site.checks import require_production_settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wildcards_site.settings")

application = get_wsgi_application()
require_production_settings()
# Every view is loaded before gunicorn forks: a worker's first requests are not kept waiting for it,
# and a restart in just that moment drops none of them.
get_resolver().url_patterns  # noqa: B018
