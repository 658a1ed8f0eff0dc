"""Which texts of the interface's description are for people: the page translates them."""

from __future__ import annotations

from collections.abc import Iterator

from games.rules.protocol import Facts


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a docstring or a description, each as one line."""
    return [" ".join(one.split()) for one in text.split("\n\n") if one.strip()]


def described_texts(description: Facts, own_shapes: Facts) -> list[str]:
    """Every paragraph that stands on the page about the interface, in order and once each.

    `own_shapes` are the shapes without those of the games, which stay as their rules have them.
    """
    calls = (call for methods in description["paths"].values() for call in methods.values())
    found = [*(text for call in calls for text in _of_call(call))]
    found += (text for shape in own_shapes.values() for text in _of_shape(shape))
    return sorted({paragraph for text in found for paragraph in paragraphs(text)})


def _of_call(call: Facts) -> Iterator[str]:
    yield f"{call['summary']}."
    yield call.get("description", "")


def _of_shape(shape: Facts) -> Iterator[str]:
    yield shape.get("description", "")
    for field in shape.get("properties", {}).values():
        yield field.get("description", "")
