"""`manage.py receivemail`: listen for the answers that players send by mail."""

from __future__ import annotations

import asyncio
import logging
import signal
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.mail.smtp import controller


class Command(BaseCommand):
    """Run the mail server until SIGTERM or SIGINT."""

    help = "Listen for the answers that players send by mail (SMTP, or LMTP with --lmtp)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen."""
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument("--port", type=int, default=8025, help="port to listen on")
        parser.add_argument("--lmtp", action="store_true", help="speak LMTP, for a mail relay")

    def handle(self, *_args: Any, host: str, port: int, lmtp: bool, **_options: Any) -> None:
        """Listen, and stop cleanly: a mail that is being taken is taken to its end."""
        # The library logs every line of every conversation, addresses that open a seat included.
        logging.getLogger("mail.log").setLevel(logging.WARNING)
        loop = asyncio.new_event_loop()
        asyncio.set_event_loop(loop)
        listener: Any = controller(host, port, lmtp=lmtp, loop=loop)
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


async def _finish(loop: asyncio.AbstractEventLoop) -> None:
    """Give what is being stored a moment, then let the rest go."""
    tasks = asyncio.all_tasks(loop) - {asyncio.current_task()}
    if tasks:
        _done, pending = await asyncio.wait(tasks, timeout=2)
        for task in pending:
            task.cancel()
        await asyncio.gather(*pending, return_exceptions=True)
    await loop.shutdown_default_executor()
