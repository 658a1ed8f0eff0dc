"""Rows of any application that refer to a member."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Model, QuerySet
from django.db.models.fields.reverse_related import ForeignObjectRel

from games.models import Member


def rows_of_member(member: Member) -> Iterator[tuple[ForeignObjectRel, QuerySet[Model]]]:
    """Each relation to the member but the many-to-many ones, with the rows that have the member.

    Hidden are those that the member has no name for: mostly what others did.
    """
    for relation in Member._meta.get_fields(include_hidden=True):
        if isinstance(relation, ForeignObjectRel) and not relation.many_to_many:
            model = relation.related_model
            if not isinstance(model, str):
                yield relation, model._base_manager.filter(**{relation.field.name: member.pk})
