"""What `serve` makes sure of before it starts anything: the data directory, and whose it is."""

import fcntl
import os
from pathlib import Path
from typing import IO

FOR_ITS_OWNER = 0o077
"""The mask of permissions that nobody but the owner gets: hands, seeds and addresses lie there."""


class AlreadyServedError(Exception):
    """Another process serves this data directory, or listens where we should."""


def lock_data_directory(directory: Path) -> IO[str]:
    """Hold the directory until the returned file is closed or this process ends, however it ends.

    Raises AlreadyServedError if another `serve` holds it.
    """
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    close_to_others(directory)
    file = (directory / "serve.lock").open("a+", encoding="ascii")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        holder = file.read().strip() or "unknown"
        file.close()
        raise AlreadyServedError(
            f"The data directory {directory} is being served already (process {holder}). "
            "Stop that one, or choose another with --data."
        ) from None
    file.truncate(0)
    file.write(str(os.getpid()))
    file.flush()
    return file


def close_to_others(directory: Path) -> None:
    """Take every permission on the directory, and on the files in it, from all but the owner."""
    for path in (directory, *directory.iterdir()):
        status = path.lstat()
        is_open = status.st_mode & FOR_ITS_OWNER and not path.is_symlink()
        if is_open and status.st_uid == os.getuid():
            path.chmod(status.st_mode & 0o777 & ~FOR_ITS_OWNER)
