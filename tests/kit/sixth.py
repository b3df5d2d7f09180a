"""Installs the game of docs/examples/newgame as `pip install` does, in a folder for the tests."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "docs" / "examples" / "newgame"


def install(folder: Path) -> None:
    """Compile where the kit is compiled, and write down the entry points. Whoever has the folder on its path has the
    game."""
    shutil.copytree(PACKAGE, folder)
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
        env={**os.environ, "CFLAGS": "-O0"},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    info = folder / "relay-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: relay\nVersion: 0.1.0\n")
    points = tomllib.loads((folder / "pyproject.toml").read_text())["project"]["entry-points"]
    told = [f"[{group}]\n" + "".join(f"{a} = {b}\n" for a, b in some.items()) for group, some in points.items()]
    (info / "entry_points.txt").write_text("\n".join(told))
