"""Finds the Chromium that the browser tests drive; installs it where that is possible, else says how to get it."""

from __future__ import annotations

import shutil
import sys

from debian import install

NAMES = ("chromium", "chromium-browser", "google-chrome")


def found() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


if __name__ == "__main__":
    if found() is None:
        install("chromium")
    if found() is None:
        sys.exit("The browser tests need Chromium: install the package `chromium` of your system, then run this again.")
