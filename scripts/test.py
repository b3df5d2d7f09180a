"""Runs the tests of the page and of the program, and says at the end how many there were and how long they took."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import build_web

ROOT = build_web.ROOT
RESULTS = ROOT / "build" / "tests"
LONGEST = 600  # seconds of one test


def counts(path: Path) -> tuple[int, int]:
    """How many tests a JUnit file has, and how many of them were left out."""
    suites = list(ElementTree.parse(path).iter("testsuite"))
    return sum(int(suite.get("tests", 0)) for suite in suites), sum(int(suite.get("skipped", 0)) for suite in suites)


def main(words: list[str]) -> int:
    began = time.monotonic()
    RESULTS.mkdir(parents=True, exist_ok=True)
    page, program = RESULTS / "page.xml", RESULTS / "program.xml"
    build_web.test("--reporter=junit", f"--outputFile={page}")
    options = ["-n", "2", "--dist", "loadfile", "-rR", f"--timeout={LONGEST}", f"--junit-xml={program}", *words]
    code = subprocess.run([sys.executable, "-m", "pytest", *options], cwd=ROOT, check=False).returncode
    if code == 0:
        tests, left_out = (a + b for a, b in zip(counts(page), counts(program)))
        minutes, seconds = divmod(round(time.monotonic() - began), 60)
        skipped = f", {left_out} of them left out" if left_out else ""
        print(f"{tests:,} tests{skipped}: all passed, in {minutes} min {seconds} s.")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
