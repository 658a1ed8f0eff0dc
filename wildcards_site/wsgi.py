"""The WSGI application, as `gunicorn wildcards_site.wsgi` or `manage.py serve` runs it."""

import os

from django.core.wsgi import get_wsgi_application

from wildcards_site.checks import require_production_settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wildcards_site.settings")

application = get_wsgi_application()
require_production_settings()
