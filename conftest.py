"""pytest would take a module from its .py file where the compiled one is what runs: tests/test_doctests.py runs the
examples of those."""

from pathlib import Path

SOURCE = Path(__file__).parent / "src"
collect_ignore = [str(built.with_name(built.name.partition(".")[0] + ".py")) for built in SOURCE.rglob("*.so")]
