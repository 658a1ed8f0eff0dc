"""A select that is written without Django's templates is the one that they would make."""

from __future__ import annotations

import pytest
from django import forms
from django.test.html import parse_html

from games.forms.long_selects import LongSelect

CHOICES = [("", "–"), ("UTC", "UTC"), ("a&b", 'A "quoted" <name>'), ("7", "seven")]


@pytest.mark.parametrize("value", [None, "", "UTC", "a&b", 7, "unknown"])
def test_it_is_the_same_as_a_plain_select(value: object) -> None:
    attrs = {"id": "id_zone", "required": True, "aria-invalid": False}
    made = [
        kind(attrs={"data-guess-zone": ""}, choices=CHOICES).render("zone", value, attrs)
        for kind in (LongSelect, forms.Select)
    ]
    assert parse_html(made[0]) == parse_html(made[1])
