"""The words of commands by mail, as pages and mails teach them."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString, mark_safe

from games.letters.command_outcomes import say

register = template.Library()


@register.simple_tag
def command_word(name: str, section: str = "") -> str:
    """The word of the active language for a command; English where the language has none."""
    return say(name, section)


@register.simple_tag(takes_context=True)
def part(context: template.Context, name: str, values: dict[str, object]) -> SafeString:
    """Another template with all of these values, as `include` takes them one by one."""
    found = template.Engine.get_default().get_template(name)
    with context.push(**values):
        return mark_safe(found.render(context))  # noqa: S308  it has escaped
