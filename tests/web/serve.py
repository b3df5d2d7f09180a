"""The server of these tests: as ever, but its patience is short, it adds the same to every deal (so does the browser of
a `Player`: a test plays the same game each time), and its bots can be put into a mood.

The mood stands in a file, which a test may change while the server runs: in a calm one bots play, else they fail, or
think until the mood is over."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from sectors import bots
from sectors.cli import main
from sectors.kit import State
from sectors.server import limits
from sectors.server.tables import finished, manager


def mood() -> str:
    return Path(os.environ["SECTORS_TEST_MOOD"]).read_text(encoding="utf-8")


class Moody(bots.Mcts):
    def choose(self, state: State) -> str:
        match mood():
            case "fails":
                raise RuntimeError("a bot that fails, for the test")
            case "thinks":
                while mood() != "over":
                    time.sleep(0.05)
        return super().choose(state)


if __name__ == "__main__":
    limits.PATIENCE = 1.0
    if not os.environ.get("SECTORS_SOAK"):
        manager.new_seed = finished.new_seed = lambda: "5ec7" * 16  # type: ignore[attr-defined]
    finished.REVIEW_SECONDS = 60.0  # the same is found on a busy machine
    bots.OURS["mcts"] = Moody
    sys.argv[0] = "sectors"
    main()
