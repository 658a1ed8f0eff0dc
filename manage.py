#!/usr/bin/env python
"""Django's command line, with `serve` to run the whole service."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wildcards_site.settings")
    if sys.argv[1:2] == ["serve"]:
        from wildcards_site.serving.options import prepare_environment

        prepare_environment(sys.argv[2:])
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
