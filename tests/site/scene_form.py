"""The form of a decision as the page gives it, filled as a browser would."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from html.parser import HTMLParser


class SceneForm(HTMLParser):
    """The scene's hidden fields, its ways to answer, its targets and the buttons of the bar."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.hidden: dict[str, str] = {}
        self.ways: list[dict[str, tuple[int, int, list[str]]]] = []
        self.runs: dict[str, list[list[str]]] = {}
        self.targets: Counter[tuple[str, str]] = Counter()
        self.buttons: list[str] = []
        self._inside = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._inside = "data-scene" in found
            if self._inside:
                self.ways = json.loads(found["data-ways"])
                self.runs = json.loads(found.get("data-runs", "{}"))
        elif self._inside and tag == "button" and found.get("name") == "answer":
            self.buttons.append(found["value"])
        elif self._inside and tag == "input":
            if found["type"] == "hidden":
                self.hidden[found["name"]] = found["value"]
            else:
                self.targets[found["name"], found["value"]] += 1

    def filled(self, number: int) -> Mapping[str, object]:
        """What is posted for one of the answers, it and its values chosen by a number.

        Every value is one that can be tapped on the page.
        """
        place = number % (len(self.ways) + len(self.buttons))
        if place >= len(self.ways):
            return {**self.hidden, "answer": self.buttons[place - len(self.ways)]}
        picks: dict[str, list[str]] = {}
        for field, runs in list(self.runs.items())[:1]:
            picks[f"pick-{field}"] = runs[number % len(runs)]
        for field, (least, _most, values) in self.ways[place].items():
            name = f"pick-{field}"
            chosen = [values[(number + one) % len(values)] for one in range(least)]
            picks.setdefault(name, chosen)
            for value, times in Counter(picks[name]).items():
                assert self.targets[name, value] >= times, (name, value)
        return {**self.hidden, **picks}
