"""The progress in the lessons at this terminal, kept in a small file."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from sectors.kit import parse_json

DONE = "done"


def default_file() -> Path:
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "sectors" / "learning.json"


class Progress:
    """The answers by game and lesson, and the lessons that are done. Without a usable file, nothing is kept."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file or default_file()
        try:
            kept = parse_json(self.file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            kept = {}
        self._kept: dict[str, Any] = kept if isinstance(kept, dict) else {}

    def answers(self, game: str, lesson: str) -> list[str]:
        """Return the answers given so far in a lesson; [] if it has not been begun, or is done."""
        answers = self._kept.get(f"{game}/{lesson}")
        return [answer for answer in answers if isinstance(answer, str)] if isinstance(answers, list) else []

    def is_done(self, game: str, lesson: str) -> bool:
        return self._kept.get(f"{game}/{lesson} {DONE}") is True

    def keep(self, game: str, lesson: str, answers: list[str], done: bool) -> None:
        key = f"{game}/{lesson}"
        self._kept[key] = [] if done else list(answers)
        if done:
            self._kept[f"{key} {DONE}"] = True
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(json.dumps(self._kept, indent=1) + "\n", encoding="utf-8")
        except OSError:
            pass  # learning works without a file
