"""The few SVG elements that the drawings are made of, as text with everything escaped."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

NARROW = frozenset(" .,:;'!|()[]fijltrI-1")
WIDE = frozenset("mwMWQO@%&")


def element(name: str, content: str = "", **attributes: object) -> str:
    """One element. `class_` is `class`, other underscores are hyphens; None leaves one out."""
    words = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_figure(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{words}>{content}</{name}>"


def text(words: str, **attributes: object) -> str:
    """A line of text."""
    return element("text", escape(words), **attributes)


def titled(title: str, content: str, **attributes: object) -> str:
    """A group that a pointer and a screen reader can ask the name of."""
    return element("g", element("title", escape(title)) + content, **attributes)


def picture(
    width: float, height: float, label: str, content: Iterable[str], *, role: str = "img"
) -> str:
    """The whole drawing at its own size; `label` says what is to be seen.

    One with links in it is no `img`: whoever hears the page could not reach them.
    """
    return element(
        "svg",
        element("title", escape(label)) + "".join(content),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_figure(width)} {_figure(height)}",
        width=width,
        height=height,
        role=role,
        aria_label=label,
        class_="picture",
    )


def shortened(words: str, width: float, size: float = 13) -> str:
    """The words cut to about that many pixels, with an ellipsis where something is cut.

    No font can be measured here: narrow, usual and wide letters are told apart, no more.
    """
    left = width / size
    for index, letter in enumerate(words):
        left -= 0.32 if letter in NARROW else 0.86 if letter in WIDE else 0.58
        if left < 0:
            return words[: max(1, index - 1)].rstrip() + "…"
    return words


def _figure(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
