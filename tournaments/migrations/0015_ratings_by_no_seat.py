from django.db import migrations
from django.utils import timezone


def play_again(apps, schema_editor):
    """Have every pool played again: what provisional ratings brought depended on who sat where."""
    rated = apps.get_model("tournaments", "RatedMatch").objects
    for key in rated.order_by().values_list("pool", flat=True).distinct():
        first = rated.filter(pool=key).order_by("pk").values("pk")[:1]
        rated.filter(pk=first[0]["pk"]).update(revised_at=timezone.now())


class Migration(migrations.Migration):

    dependencies = [("tournaments", "0014_reasons_of_seats")]

    operations = [migrations.RunPython(play_again, migrations.RunPython.noop)]
