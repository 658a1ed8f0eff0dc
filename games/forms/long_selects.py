"""Selects of hundreds of options, which Django would render with a template for each."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django import forms
from django.forms.renderers import BaseRenderer
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe


class LongSelect(forms.Select):
    """A select of plain choices, without groups."""

    def render(
        self,
        name: str,
        value: Any,
        attrs: dict[str, Any] | None = None,
        renderer: BaseRenderer | None = None,
    ) -> SafeString:
        own = self.build_attrs(self.attrs, {"name": name, **(attrs or {})})
        options = _options(tuple((str(key), str(label)) for key, label in self.choices))
        chosen = format_html('<option value="{}"', "" if value is None else value)
        options = options.replace(f"{chosen}>", f"{chosen} selected>", 1)
        return format_html("<select{}>{}</select>", flatatt(own), mark_safe(options))  # noqa: S308


@lru_cache(maxsize=32)
def _options(choices: tuple[tuple[str, str], ...]) -> str:
    return format_html_join("", '<option value="{}">{}</option>', choices)
