"""What holds for all tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

# Real browsers, processes and sockets on a busy machine: a test of these that fails is tried again, and the summary
# names it. Everywhere else, and in the long forms, a test that fails once has failed.
TRIED_AGAIN = tuple(Path(__file__).parent / name for name in ("web", "server", "lab/test_cluster.py"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if not os.environ.get("SECTORS_SOAK"):
        for item in items:
            if any(item.path.is_relative_to(path) for path in TRIED_AGAIN):
                item.add_marker(pytest.mark.flaky(reruns=2))
