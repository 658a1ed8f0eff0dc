import json
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from django.conf import settings
from django.core.checks import Tags
from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console
from rich.panel import Panel
from rich.table import Table

from wildcards_site.error_handlers import NO_ROOM
from wildcards_site.lanes import LANES
from wildcards_site.serving.locks import AlreadyServedError
from wildcards_site.serving.options import add_serve_arguments, bracketed
from wildcards_site.serving.service import ServeOptions, Service, WebNotReadyError


class Command(BaseCommand):
    help = "Run the whole service: web, tasks, deadlines and inbound mail. Ctrl-C stops it."
    requires_system_checks = (Tags.security,)

    def add_arguments(self, parser: CommandParser) -> None:
        add_serve_arguments(parser)

    def handle(self, *_args: object, no_mail: bool, **given: object) -> None:
        options = msgspec.convert(given | {"mail": not no_mail}, ServeOptions)
        console = Console(highlight=False)
        for_machines = settings.LOG_FORMAT == "json"

        def write_line(name: str, line: str) -> None:
            with lost_without_room():
                print(json_line(name, line) if for_machines else f"{name:>10} | {line}", flush=True)

        def announce(demo_words: str) -> None:
            if for_machines:
                write_line("serve", f"serving {options.address}")
            else:
                with lost_without_room():
                    console.print(start_screen(options, service, demo_words))

        service = Service(options, write_line)
        try:
            service.run(announce)
        except (AlreadyServedError, WebNotReadyError) as error:
            raise CommandError(str(error)) from None
        except BrokenPipeError:
            return
        except OSError as error:
            what = error.filename or settings.DATA_DIR
            raise CommandError(
                f"{what} cannot be used: {error.strerror}. Choose another directory with --data."
            ) from None
        if not for_machines:
            with lost_without_room():
                console.print("Stopped.")


@contextmanager
def lost_without_room() -> Iterator[None]:
    """What the log's full disk does not take is lost: nothing else stops for it."""
    try:
        yield
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise


def json_line(name: str, line: str) -> str:
    """A child's line as one JSON object: its own, if it is one already, or wrapped in one."""
    try:
        entry = json.loads(line)
    except ValueError:
        entry = {"message": line}
    if not isinstance(entry, dict):
        entry = {"message": line}
    return json.dumps({"process": name} | entry, ensure_ascii=False)


def start_screen(options: ServeOptions, service: Service, demo_words: str) -> Panel:
    """Where everything is, for somebody who has just typed the command."""
    rows = Table.grid(padding=(0, 2))
    rows.add_column(style="bold")
    rows.add_column(overflow="fold")
    rows.add_row("Site", f"{options.address}/")
    if settings.LOCAL_MAILBOX:
        rows.add_row("Mailbox", f"{options.address}/mailbox/  every mail sent; answer it there")
    if options.mail:
        rows.add_row("Mail in", f"SMTP on {bracketed(options.host)}:{options.smtp_port}")
    rows.add_row("Data", str(settings.DATA_DIR))
    rows.add_row("Queue", _queue_words(service))
    rows.add_row("Lanes", _lanes_words(options))
    if demo_words:
        rows.add_row("Demo", demo_words)
    return Panel(rows, title="Wild Cards by mail", subtitle="Ctrl-C stops it", expand=False)


def _queue_words(service: Service) -> str:
    if service.broker:
        return f"{service.broker.program.name} on a private socket"
    return "REDIS_URL" if settings.REDIS_URL else "in the web process (no Redis found)"


def _lanes_words(options: ServeOptions) -> str:
    """The kinds of work that never wait for each other, each with its processes."""
    if not settings.REDIS_URL:
        return ", ".join(lane.name for lane in LANES) + ": one thread each"
    counted = [f"{lane.name} {lane.processes(options.workers)}" for lane in LANES]
    return ", ".join(counted) + " (processes)"
