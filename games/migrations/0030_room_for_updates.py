"""Room in the pages of rows that are often updated, so that an update stays in its page (HOT).

The settings hold for what is written from now on; they take a lock that readers and writers pass.
"""

from __future__ import annotations

from django.db import migrations

from games.migrations._storage import reset_storage, set_storage


class Migration(migrations.Migration):
    dependencies = [("games", "0029_whispers")]

    operations = [migrations.RunPython(set_storage, reset_storage)]
