"""The words of commands by mail, as pages and mails teach them."""

from __future__ import annotations

from django import template
from django.utils.translation import get_language

from games.replies.command_words import taught_word

register = template.Library()


@register.simple_tag
def command_word(name: str) -> str:
    """The word of the active language for a command; English where the language has none."""
    return taught_word(name, (get_language() or "en").partition("-")[0])
