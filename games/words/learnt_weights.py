"""What was learnt from examples: how it is kept in a file beside them."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import msgspec

STEPS = 127
"""A weight is one byte: so many steps on either side of nought."""

W = TypeVar("W", bound=msgspec.Struct)


def bucket_of(feature: str, buckets: int) -> int:
    """Which of so many buckets a feature falls into, the same one in every process (“the hashing
    trick”: Weinberger and others, 2009)."""
    return zlib.crc32(feature.encode("utf-8", "replace")) % buckets


def buckets_of(name: str, features: Iterable[str], buckets: int) -> tuple[int, ...]:
    """The bucket of each feature behind this name and a blank."""
    start = zlib.crc32(f"{name} ".encode("utf-8", "replace"))
    return tuple([zlib.crc32(one.encode("utf-8", "replace"), start) % buckets for one in features])


def digest_of(content: bytes) -> str:
    """By this, weights know the examples that they were learnt from."""
    return sha256(content).hexdigest()


def packed(weights: msgspec.Struct) -> bytes:
    """The weights as their file holds them."""
    return zlib.compress(msgspec.msgpack.encode(weights), 9)


def unpacked(path: Path, kind: type[W]) -> W:
    """The weights in a file. Raises OSError, or msgspec.DecodeError for a file of another kind."""
    return msgspec.msgpack.decode(zlib.decompress(path.read_bytes()), type=kind)
