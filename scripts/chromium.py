"""Finds the Chromium that the browser tests drive; installs it where that is possible, else says how to get it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome")


def found() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def install() -> None:
    """On Debian, as root."""
    for words in (["update", "-q"], ["install", "-y", "-q", "chromium"]):
        subprocess.run(["apt-get", *words], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    if found() is None and hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        install()
    if found() is None:
        sys.exit("The browser tests need Chromium: install the package `chromium` of your system, then run this again.")
