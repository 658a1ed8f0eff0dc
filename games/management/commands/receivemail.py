"""`manage.py receivemail`: listen for the answers that players send by mail."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
from argparse import ArgumentParser, ArgumentTypeError

from django.core.checks import Tags
from django.core.management.base import BaseCommand, CommandError

from games.mail.smtp_server import controller


class Command(BaseCommand):
    """Run the mail server until SIGTERM or SIGINT."""

    help = "Listen for the answers that players send by mail (SMTP, or LMTP with --lmtp)."
    requires_system_checks = (Tags.security,)

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen."""
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument("--port", type=_port, default=8025, help="port to listen on")
        parser.add_argument(
            "--fd", type=int, help="descriptor of a socket that listens already, as systemd gives"
        )
        parser.add_argument("--lmtp", action="store_true", help="speak LMTP, for a mail relay")

    def handle(
        self, *_args: object, host: str, port: int, fd: int | None, lmtp: bool, **_options: object
    ) -> None:
        """Listen, and stop cleanly: a mail that is being taken is taken to its end."""
        # The library logs every line of every conversation, addresses that open a seat included.
        logging.getLogger("mail.log").setLevel(logging.WARNING)
        loop = asyncio.new_event_loop()
        asyncio.set_event_loop(loop)
        try:
            inherited = socket.socket(fileno=fd) if fd is not None else None
        except OSError as error:
            raise CommandError(f"--fd={fd} is no open socket: {error.strerror}.") from error
        if inherited is not None:
            host, port = inherited.getsockname()[:2]
        listener = controller(host, port, lmtp=lmtp, loop=loop, inherited=inherited)
        try:
            listener.begin()
        except OSError as error:
            raise CommandError(
                f"Cannot listen on {host}:{port}: {error.strerror}. Choose another with --port."
            ) from error
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, loop.stop)
        protocol = "LMTP" if lmtp else "SMTP"
        self.stdout.write(f"{protocol} for answers by mail on {host}:{port}")
        self.stdout.flush()
        try:
            loop.run_forever()
        finally:
            listener.end()
            loop.run_until_complete(_finish(loop))
            loop.close()


def _port(text: str) -> int:
    port = int(text) if text.isdecimal() and len(text) < 6 else -1
    if not 0 <= port <= 65535:
        raise ArgumentTypeError(f"{text!r} is no port: it takes a number from 0 to 65535")
    return port


async def _finish(loop: asyncio.AbstractEventLoop) -> None:
    """Give what is being stored a moment, then let the rest go."""
    tasks = asyncio.all_tasks(loop) - {asyncio.current_task()}
    if tasks:
        _done, pending = await asyncio.wait(tasks, timeout=2)
        for task in pending:
            task.cancel()
        await asyncio.gather(*pending, return_exceptions=True)
    await loop.shutdown_default_executor()
