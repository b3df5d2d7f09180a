"""A release is made only when the changelog has it."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "scripts"))
import release  # noqa: E402

TODAY = "2026-11-18"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small project with a tagged version 0.1.0, and 0.2.0 in its changelog."""
    monkeypatch.chdir(tmp_path)
    for name in ("GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"):
        monkeypatch.setenv(name, "somebody@example.org")
    (tmp_path / release.SOURCE).parent.mkdir(parents=True)
    (tmp_path / release.SOURCE).write_text('__version__ = "0.1.0"\n')
    write_changes(f"## 0.2.0 ({TODAY})\n\n- More.\n\n## 0.1.0 (2026-11-16)\n\n- First.\n")
    release.git("init", "--quiet")
    commit()
    release.git("tag", "v0.1.0")
    return tmp_path


def write_changes(text: str) -> None:
    release.CHANGES.write_text(f"# What has changed\n\n{text}")


def commit() -> None:
    release.git("add", "--all")
    release.git("commit", "--quiet", "--message", "Change")


def test_a_release_sets_the_version_commits_and_tags(project: Path) -> None:
    release.release("0.2.0", TODAY)
    assert release.current() == "0.2.0"
    assert release.git("status", "--porcelain") == ""
    assert release.git("log", "-1", "--format=%s %D").endswith("tag: v0.2.0, master") or "v0.2.0" in release.git(
        "tag", "--points-at", "HEAD"
    )
    assert "- More." in release.git("tag", "--list", "--format=%(contents)", "v0.2.0")


@pytest.mark.parametrize(
    ("version", "changes", "why"),
    [
        ("0.3.0", None, "no section"),
        ("0.2.0", "## 0.2.0\n\n- More.\n", "no section"),
        ("0.2.0", f"## 0.2.0 ({TODAY})\n\n## 0.1.0 (2026-11-16)\n\n- First.\n", "is empty"),
        ("0.2.0", "## 0.2.0 (2026-11-17)\n\n- More.\n", "today is"),
        ("0.1.0", None, "already"),
        ("0.0.9", None, "not newer"),
        ("two", None, "three numbers"),
    ],
)
def test_what_lacks_something_is_no_release(project: Path, version: str, changes: str | None, why: str) -> None:
    if changes is not None:
        write_changes(changes)
        commit()
    before = release.git("rev-parse", "HEAD")
    with pytest.raises(release.Refusal, match=why):
        release.release(version, TODAY)
    assert release.git("rev-parse", "HEAD") == before and release.current() == "0.1.0"


def test_what_is_not_committed_is_in_no_release(project: Path) -> None:
    (project / "more.txt").write_text("not yet")
    with pytest.raises(release.Refusal, match="commit"):
        release.release("0.2.0", TODAY)


def test_our_own_version_is_in_the_changelog_with_its_date() -> None:
    done = subprocess.run([sys.executable, "scripts/release.py", "--check"], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
