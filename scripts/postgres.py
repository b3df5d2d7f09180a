"""Finds the PostgreSQL on which a few tests of the server run, and its driver; installs them where that is possible,
else says how to get them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from debian import install

USER = "postgres"  # PostgreSQL does not run as root


def programs() -> Path | None:
    """The folder of `initdb` and `postgres`. Debian has it off the PATH."""
    places = [*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]
    on_path = shutil.which("initdb")
    places += [Path(on_path).resolve().parent] if on_path else []
    return next((place for place in places if (place / "initdb").exists() and (place / "postgres").exists()), None)


def can_run() -> bool:
    """Whether this user can, or may do it as somebody else."""
    if sys.platform == "win32":
        return False
    import pwd

    return os.geteuid() != 0 or any(one.pw_name == USER for one in pwd.getpwall())


def found() -> Path | None:
    """Its programs, if everything is there that the tests need."""
    return programs() if can_run() and find_spec("psycopg") else None


if __name__ == "__main__":
    if programs() is None:
        install("postgresql")
    if programs() and can_run() and not find_spec("psycopg"):
        words = ["--quiet", "--disable-pip-version-check", "--retries", "1", "--timeout", "10"]
        subprocess.run([sys.executable, "-m", "pip", "install", *words, "psycopg[binary]>=3.1"], check=False)
    if found() is None:
        print("Tests on PostgreSQL are left out; to run them: apt-get install postgresql, pip install psycopg.")
