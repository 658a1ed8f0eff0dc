"""The forms of a regular verb, from its infinitive: `descartar`, `descarto`, `descartarla`.

Only forms in which somebody orders, asks politely or speaks of what he does himself: never those of
others, nor of what has been done. How a language makes them stands in its file in `seeds/words`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

_SHORTEST = 3
_VOWELS = "aeiou"


class VerbForms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a language makes the forms of its regular verbs; each field as its file explains it."""

    endings: Mapping[str, tuple[str, ...]] = {}
    clitics: tuple[str, ...] = ()
    before_clitic: tuple[str, ...] = ()
    dropped: str = ""
    softened: tuple[tuple[str, str], ...] = ()
    imperatives: Mapping[str, str] = {}
    spelled: bool = False
    finals: Mapping[str, str] = {}

    def of(self, word: str) -> Iterator[str]:
        """The forms of a verb whose infinitive this word may be; nothing for another word."""
        for ending, forms in self.endings.items():
            stem = word.removesuffix(ending)
            if stem == word or len(stem) < _SHORTEST:
                continue
            said = word.removesuffix(self.dropped)
            yield from (said + clitic for clitic in self.clitics)
            if word in self.imperatives:
                yield from (self.imperatives[word] + clitic for clitic in ("", *self.clitics))
            for form in forms:
                said = self._begun(stem, form) + form.removeprefix("+")
                yield said
                if form in self.before_clitic:
                    yield from (said + clitic for clitic in self.clitics)
            return

    def _begun(self, stem: str, form: str) -> str:
        """The stem as it is written before this ending: `pesc` before "+i" is `pesch`."""
        if self.spelled:
            stem = _spelled(stem)
            return stem[:-1] + self.finals.get(stem[-1], stem[-1])
        for hard, soft in self.softened if form.startswith("+") else ():
            if stem.endswith(hard):
                return stem.removesuffix(hard) + soft
        return stem


def _spelled(stem: str) -> str:
    """The stem of an infinitive as it is written alone: `pakk` is `pak`, `betal` is `betaal`."""
    last, before = stem[-1], stem[-2]
    if last == before and last not in _VOWELS:
        return stem[:-1]
    if last not in _VOWELS and before in _VOWELS and stem[-3] not in _VOWELS:
        return stem[:-1] + before + last
    return stem
