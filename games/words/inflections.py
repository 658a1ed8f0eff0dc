"""The forms of a regular verb, from its infinitive: `descartar`, `descarto`, `descartarla`.

Only forms in which somebody orders, asks politely or speaks of what he does himself: never those of
others, nor of what has been done.
"""

from __future__ import annotations

from collections.abc import Iterator

_CLITICS = {
    "it": ("lo", "la", "li", "le", "ne", "ci", "mi", "melo", "mela"),
    "es": ("lo", "la", "los", "las", "me", "melo", "mela", "nos"),
}
# The ending of an infinitive to what stands in its place; `+` before what begins with e or i.
_ENDINGS = {
    "it": {
        "are": (
            "o",
            "+iamo",
            "+erò",
            "+erei",
            "+eresti",
            "+eremo",
            "+eremmo",
            "ando",
            "a",
            "+i",
            "iam",
        ),
        "ere": ("o", "iamo", "erò", "erei", "eresti", "eremo", "eremmo", "endo", "i", "a"),
        "ire": ("o", "iamo", "irò", "irei", "iresti", "iremo", "iremmo", "endo", "i", "a"),
    },
    "es": {
        "ar": (
            "o",
            "amos",
            "aré",
            "aría",
            "arías",
            "as",
            "aremos",
            "aríamos",
            "ando",
            "a",
            "+e",
            "+emos",
            "ad",
        ),
        "er": (
            "o",
            "emos",
            "eré",
            "ería",
            "erías",
            "es",
            "eremos",
            "eríamos",
            "iendo",
            "a",
            "ed",
            "e",
        ),
        "ir": (
            "o",
            "imos",
            "iré",
            "iría",
            "irías",
            "es",
            "iremos",
            "iríamos",
            "iendo",
            "a",
            "id",
            "e",
        ),
    },
}
_WITH_CLITIC = {
    "it": ("ando", "endo", "a", "i"),
    "es": ("ando", "iendo", "a", "ad", "ed", "id", "e"),
}
_IMPERATIVES = {"poner": "pon", "hacer": "haz", "tener": "ten"}
_SOFTENED = {
    "it": (("c", "ch"), ("g", "gh"), ("ci", "c"), ("gi", "g"), ("i", "")),
    "es": (("c", "qu"), ("g", "gu"), ("z", "c")),
}
_SHORTEST = 3
_VOWELS = "aeiou"


def verb_forms(language: str, word: str) -> Iterator[str]:
    """The forms of a verb whose infinitive this word may be; nothing for another word."""
    if language == "nl":
        yield from _dutch(word)
        return
    for ending, forms in _ENDINGS.get(language, {}).items():
        stem = word.removesuffix(ending)
        if stem == word or len(stem) < _SHORTEST:
            continue
        soft = _softened(language, stem)
        whole = word.removesuffix("e") if language == "it" else word
        yield from (whole + clitic for clitic in _CLITICS[language])
        if language == "es" and word in _IMPERATIVES:
            yield from (_IMPERATIVES[word] + clitic for clitic in ("", *_CLITICS["es"]))
        for form in forms:
            begun = soft if form.startswith("+") else stem
            said = begun + form.removeprefix("+")
            yield said
            if form in _WITH_CLITIC[language]:
                yield from (said + clitic for clitic in _CLITICS[language])
        return


def _softened(language: str, stem: str) -> str:
    """The stem before e or i: `pesc` is `pesch`, `busc` is `busqu`."""
    for hard, soft in sorted(_SOFTENED[language], key=lambda pair: -len(pair[0])):
        if stem.endswith(hard):
            return stem.removesuffix(hard) + soft
    return stem


def _dutch(word: str) -> Iterator[str]:
    """The first person of an infinitive: `pakken` is `pak`, `betalen` is `betaal`."""
    stem = word.removesuffix("en")
    if stem == word or len(stem) < _SHORTEST:
        return
    last, before = stem[-1], stem[-2]
    if last == before and last not in _VOWELS:
        yield stem[:-1]
        return
    if last not in _VOWELS and before in _VOWELS and stem[-3] not in _VOWELS:
        stem = stem[:-1] + before + last
    yield stem.removesuffix(last) + {"v": "f", "z": "s"}.get(last, last)
