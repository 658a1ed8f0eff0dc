#!/usr/bin/env python
"""Django's command line, with `serve` to run the whole service."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wildcards_site.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.db import OperationalError

    try:
        run()
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    except OperationalError as error:
        sys.exit(f"The database does not do its work: {error}\nmanage.py doctor tries each part.")


def run() -> None:
    if sys.argv[1:2] == ["serve"]:
        from wildcards_site.serving.options import prepare_environment

        prepare_environment(sys.argv[2:])
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
