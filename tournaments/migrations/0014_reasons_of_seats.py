from django.db import migrations


def move_to_seats(apps, schema_editor):
    """What a round said of single entries stands with their seats."""
    rounds = apps.get_model("tournaments", "Round").objects
    seats = apps.get_model("tournaments", "PairingSeat").objects
    for pk in rounds.order_by("pk").values_list("pk", flat=True):
        row = rounds.get(pk=pk)
        own = {}
        for reason in row.reasons:
            kept = {key: value for key, value in reason.items() if key != "entry"}
            own.setdefault(reason.get("entry"), []).append(kept)
        general = own.pop(None, [])
        changed = list(seats.filter(pairing__round=row, entry__in=own))
        for seat in changed:
            seat.reasons = own[seat.entry_id]
        seats.bulk_update(changed, ["reasons"], batch_size=500)
        rounds.filter(pk=pk).update(reasons=general)


class Migration(migrations.Migration):

    atomic = False  # a round at a time: it may be stopped, and run again

    dependencies = [
        ('tournaments', '0013_kept_standings'),
    ]

    operations = [
        migrations.RunPython(move_to_seats, migrations.RunPython.noop),
    ]
