"""Makes a release: sets the version, commits and tags it.

    python scripts/release.py 0.2.0            make it
    python scripts/release.py --check          whether the newest version is one that can be published

CHANGELOG.md must have a section `## 0.2.0 (2026-11-18)`, of today, that says something; otherwise, or where anything is
not committed, nothing happens. Pushing the tag makes the wheels and publishes them (.github/workflows/wheels.yml).
"""

from __future__ import annotations

import datetime
import re
import subprocess
import sys
from pathlib import Path

VERSION = re.compile(r"\d+\.\d+\.\d+")
HEADING = re.compile(r"^## (\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)\)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
SET = re.compile(r'^__version__ = "([^"]+)"$', re.MULTILINE)
SOURCE = Path("src/sectors/__init__.py")
CHANGES = Path("CHANGELOG.md")


class Refusal(Exception):  # noqa: N818
    """Why there is no release."""


def git(*words: str) -> str:
    return subprocess.run(["git", *words], capture_output=True, text=True, check=True).stdout.strip()


def current() -> str:
    found = SET.search(SOURCE.read_text(encoding="utf-8"))
    if found is None:
        raise Refusal(f"{SOURCE} has no line __version__ = ...")
    return found[1]


def notes(version: str) -> tuple[str, str]:
    """The date of a version and what the changelog says about it."""
    for number, date, text in HEADING.findall(CHANGES.read_text(encoding="utf-8")):
        if number == version:
            if not text.strip():
                raise Refusal(f"{CHANGES}: the section {version} is empty")
            return date, text.strip()
    raise Refusal(f"{CHANGES} has no section `## {version} (YYYY-MM-DD)`: write what is new for users")


def numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def check(version: str, today: str) -> str:
    """The notes of a release, or why it cannot be made."""
    if not VERSION.fullmatch(version):
        raise Refusal(f"{version!r} is no version: give three numbers, such as 0.2.0")
    if git("status", "--porcelain"):
        raise Refusal("commit or stash your changes first")
    if git("tag", "--list", f"v{version}"):
        raise Refusal(f"there is a tag v{version} already")
    newest = max((numbers(tag[1:]) for tag in git("tag", "--list", "v*").split()), default=(0, 0, 0))
    if numbers(version) <= newest or numbers(version) < numbers(current()):
        raise Refusal(f"{version} is not newer than {max(newest, numbers(current()))}")
    date, text = notes(version)
    if date != today:
        raise Refusal(f"{CHANGES} gives {version} the date {date}, but today is {today}")
    return text


def release(version: str, today: str) -> None:
    text = check(version, today)
    if current() != version:
        SOURCE.write_text(SET.sub(f'__version__ = "{version}"', SOURCE.read_text(encoding="utf-8")), encoding="utf-8")
        git("commit", "--quiet", "--all", "--message", f"Release {version}")
    git("tag", "--annotate", f"v{version}", "--cleanup=verbatim", "--message", f"Sectors {version}\n\n{text}")
    print(f"Tagged v{version}. Publish it with: git push --follow-tags")


def main(words: list[str]) -> int:
    try:
        if words == ["--check"]:
            date, _ = notes(current())
            print(f"{current()} of {date} is in the changelog.")
        elif len(words) == 1:
            release(words[0], datetime.datetime.now(datetime.UTC).date().isoformat())
        else:
            print(__doc__)
            return 2
    except Refusal as refusal:
        print(f"No release: {refusal}.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
