"""Taking a person's name and addresses out of rows that stay for the sake of others."""

from __future__ import annotations

import quopri
import re
from collections.abc import Collection
from typing import TypeVar

from django.db.models import Model, QuerySet

CHUNK = 500
M = TypeVar("M", bound=Model)


class PersonalWords:
    """The name and the addresses of one person, and what stands in their place."""

    def __init__(self, name: str, addresses: Collection[str], instead: str) -> None:
        self.addresses = frozenset(address.casefold() for address in addresses if address)
        self._instead = instead
        everything = sorted({name, *addresses} - {""}, key=len, reverse=True)
        either = "|".join(re.escape(word) for word in everything)
        # As words of their own: the name Ann is not in Anna.
        self._pattern = re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE)
        raw = {form for word in everything for form in _raw_forms(word)}
        self._raw = re.compile(b"|".join(re.escape(form) for form in sorted(raw)), re.IGNORECASE)

    def out_of_text(self, text: str) -> str:
        """The text without the words."""
        return self._pattern.sub(self._instead, text)

    def out_of(self, value: object) -> object:
        """The value without the words: a text, or what JSON holds at any depth."""
        if isinstance(value, str):
            return self.out_of_text(value)
        if isinstance(value, list):
            return [self.out_of(one) for one in value]
        if isinstance(value, dict):
            return {self.out_of(key): self.out_of(one) for key, one in value.items()}
        return value

    def are_in_mail(self, raw: bytes) -> bool:
        """Whether a mail as it was sent holds one of the words, readable or quoted-printable."""
        return self._raw.search(re.sub(rb"=\r?\n", b"", raw)) is not None


def scrub_rows(rows: QuerySet[M], fields: Collection[str], words: PersonalWords) -> None:
    """Take the words out of these fields wherever they stand; rows without them stay untouched."""
    changed: list[M] = []
    for row in rows.only("pk", *fields).iterator(CHUNK):
        texts = {name: words.out_of(getattr(row, name)) for name in fields}
        if any(getattr(row, name) != text for name, text in texts.items()):
            for name, text in texts.items():
                setattr(row, name, text)
            changed.append(row)
    rows.model._default_manager.bulk_update(changed, fields, batch_size=CHUNK)


def _raw_forms(word: str) -> set[bytes]:
    plain = word.encode()
    return {plain, quopri.encodestring(plain), quopri.encodestring(plain, header=True)}
