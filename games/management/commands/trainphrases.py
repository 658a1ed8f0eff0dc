"""`manage.py trainphrases`: learn anew which order a text means, from the phrases of the seeds."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec
from itertools import groupby

from django.core.management.base import BaseCommand, CommandError

from games.words.learning.phrases import PhraseInPlace, Place, content, phrases, places
from games.words.learning.training import LearntText, example, trained
from games.words.learnt_weights import digest_of, packed
from games.words.likelihood.likelihoods import WEIGHTS


class Command(BaseCommand):
    """Read `seeds/words/phrases.jsonl` and write the weights beside it: some twenty minutes."""

    help = "Learn which order a text means, from seeds/words/phrases.jsonl and places.jsonl."
    requires_system_checks = ()  # needs no database

    def handle(self, *_args: object, **_options: object) -> None:
        if find_spec("sklearn") is None:
            raise CommandError("scikit-learn is missing: build the environment by make .venv-dev.")
        try:
            examples = list(self._examples())
        except (ValueError, LookupError) as error:
            raise CommandError(f"A phrase or its place cannot be read: {error}") from error
        weights = trained(examples, digest_of(content()), self.stdout.write)
        WEIGHTS.write_bytes(packed(weights))
        self.stdout.write(f"{WEIGHTS.name} is written: {len(examples)} phrases were learnt from.")

    def _examples(self) -> Iterator[LearntText]:
        """Every phrase read at its place, the places shared out among the processors."""
        known = places()
        ordered = sorted(phrases(), key=lambda one: one.place)
        tasks = [
            (known[name], list(said)) for name, said in groupby(ordered, lambda one: one.place)
        ]
        with ProcessPoolExecutor() as pool:
            for number, found in enumerate(pool.map(_read, tasks), 1):
                yield from found
                if number % 50 == 0 or number == len(tasks):
                    self.stdout.write(f"{number} of {len(tasks)} places are read")


def _read(task: tuple[Place, list[PhraseInPlace]]) -> list[LearntText]:
    place, said = task
    return [found for one in said if (found := example(place, one)) is not None]
