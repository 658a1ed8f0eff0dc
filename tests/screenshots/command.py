"""`manage.py screenshots DIR`: every page, phone and desk, light and dark, in every language."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from itertools import product
from pathlib import Path
from typing import Any, Literal

from django.conf import settings
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.test import Client
from django.test.testcases import LiveServerThread
from django.test.utils import override_settings
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from games.management.commands._setup import progress
from tests.bench.scratch import scratch_database
from tests.conftest import CHROMIUM_FLAGS, CHROMIUM_NAMES
from tests.screenshots.scenes import Scene, looker, scenes

SIZES = {"390": (390, 844), "1280": (1280, 900)}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


class Command(BaseCommand):
    """Photograph a demo of the service's own; the configured database is never touched."""

    help = "Take a picture of every page and of the tables in their phases, with Chromium."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("directory", type=Path, help="where the pictures go")
        parser.add_argument("--only", default="", help="pages whose name contains this")
        parser.add_argument("--languages", default=",".join(code for code, _ in settings.LANGUAGES))
        parser.add_argument("--widths", default=",".join(SIZES))
        parser.add_argument("--schemes", default=",".join(SCHEMES))

    def handle(self, *_arguments: object, **options: Any) -> None:
        directory: Path = options["directory"]
        directory.mkdir(parents=True, exist_ok=True)
        looks = list(
            product(*(options[name].split(",") for name in ("languages", "widths", "schemes")))
        )
        taken: list[Path] = []
        with scratch_database(), served() as address, chromium() as browser:
            wanted = [one for one in scenes() if options["only"] in one.name]
            with progress("Pictures", len(wanted) * len(looks)) as advance:
                for language, width, scheme in looks:
                    with looking(browser, address, language, width, scheme) as contexts:
                        for scene in wanted:
                            name = f"{scene.name}.{width}.{scheme}.{language}.png"
                            take(contexts[scene.is_member], scene, directory / name)
                            taken.append(directory / name)
                            advance(1)
        write_index(directory, taken)
        self.stdout.write(f"{len(taken)} pictures: {directory / 'index.html'}")


@contextmanager
def served() -> Iterator[str]:
    """The address of the site on the database of this process, while the block runs."""
    with override_settings(
        ALLOWED_HOSTS=["*"], SECURE_SSL_REDIRECT=False, LOCAL_MAILBOX=True, DEBUG=False
    ):
        thread = LiveServerThread("127.0.0.1", StaticFilesHandler)
        thread.daemon = True
        thread.start()
        thread.is_ready.wait()
        if thread.error:
            raise CommandError(str(thread.error))
        try:
            yield f"http://127.0.0.1:{thread.port}"
        finally:
            thread.terminate()


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's Chromium, or the one that CHROMIUM names."""
    program = os.environ.get("CHROMIUM") or next(
        filter(None, map(shutil.which, CHROMIUM_NAMES)), ""
    )
    if not program:
        raise CommandError("Chromium is not installed; CHROMIUM may name its program.")
    # Playwright keeps an event loop in this thread, which Django takes for asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@contextmanager
def looking(
    browser: Browser, address: str, language: str, width: str, scheme: str
) -> Iterator[dict[bool, BrowserContext]]:
    """Browsers of this size, colour scheme and language: a visitor's and the looker's."""
    size = dict(zip(("width", "height"), SIZES[width], strict=True))
    member = looker()
    member.language = language
    member.save(update_fields=["language"])
    contexts = {}
    for is_member in (False, True):
        contexts[is_member] = context = browser.new_context(
            base_url=address,
            viewport=size,  # type: ignore[arg-type]
            color_scheme=scheme,  # type: ignore[arg-type]
            locale=language,
            reduced_motion="reduce",
        )
        if is_member:
            client = Client()
            client.force_login(member)
            value = client.cookies[settings.SESSION_COOKIE_NAME].value
            cookie = {"name": settings.SESSION_COOKIE_NAME, "value": value, "url": address}
            context.add_cookies([cookie])  # type: ignore[list-item]
    yield contexts
    for context in contexts.values():
        context.close()


def take(context: BrowserContext, scene: Scene, file: Path) -> None:
    """A picture of the whole page."""
    page = context.new_page()
    page.goto(scene.path, wait_until="load")
    page.screenshot(path=file, full_page=True)
    page.close()


def write_index(directory: Path, taken: list[Path]) -> None:
    """A page with all pictures, to look through."""
    shown = "".join(
        f'<figure style="display:inline-block;vertical-align:top;margin:8px"><img src="{name}"'
        f' loading="lazy" style="max-width:420px"><figcaption>{name}</figcaption></figure>'
        for name in (escape(file.name) for file in taken)
    )
    text = f"<!doctype html><meta charset=utf-8><title>Pictures</title>{shown}"
    (directory / "index.html").write_text(text, encoding="utf-8")
