"""Gets a package of the system, where that is possible."""

from __future__ import annotations

import os
import shutil
import subprocess


def install(package: str) -> None:
    """On Debian, as root; elsewhere, or if it cannot be had, nothing happens."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update", "-q"], ["install", "-y", "-q", package]):
        subprocess.run(["apt-get", *words], env=quiet, stdout=subprocess.DEVNULL, check=False)
