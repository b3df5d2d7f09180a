"""A backup holds everything, and is restored whole or not at all."""

import gzip
import json
import random
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sectors.kit import BadInput
from sectors.server.storage.backup import restore_backup, write_backup
from sectors.server.storage.locks import InUse
from tests.server.people import Person, Running


def url(path: Any) -> Any:
    return f"sqlite:///{path}"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A server with a game in progress, its player, the table, and a backup that was made while it ran."""
    folder = tmp_path_factory.mktemp("backup")
    server = Running(folder / "tables.db")
    ana = Person(server.url, "Ana")
    table = ana.alone(game="starsectors")["table"]
    ana.play_on(table, random.Random(3), 60)  # past the first snapshot
    write_backup(url(folder / "tables.db"), folder / "backup.gz")
    yield server, ana, table, folder
    server.stop()


def test_a_game_goes_on_from_a_restored_backup(played: Any, tmp_path: Path) -> None:
    _, ana, table, folder = played
    rows = restore_backup(folder / "backup.gz", url(tmp_path / "new.db"))
    assert rows > 60
    server = Running(tmp_path / "new.db")
    try:
        again = Person(server.url)
        again.web.cookies = ana.web.cookies  # the key of the cookies is in the backup
        assert again.state(table)["log"] == ana.state(table)["log"]
        assert again.play_on(table, random.Random(4), 2)["number"] == ana.state(table)["number"] + 2
    finally:
        server.stop()


def test_only_its_owner_can_read_a_backup(played: Any) -> None:
    assert stat.S_IMODE((played[3] / "backup.gz").stat().st_mode) == 0o600


def test_a_database_with_rows_is_not_restored_into(played: Any, tmp_path: Path) -> None:
    folder = played[3]
    restore_backup(folder / "backup.gz", url(tmp_path / "new.db"))
    with pytest.raises(BadInput, match="empty database"):
        restore_backup(folder / "backup.gz", url(tmp_path / "new.db"))


def test_a_database_in_use_is_not_restored_into(played: Any) -> None:
    with pytest.raises(InUse):
        restore_backup(played[3] / "backup.gz", url(played[3] / "tables.db"))


def lines_of(folder: Any) -> Any:
    return gzip.decompress((folder / "backup.gz").read_bytes()).decode().splitlines(keepends=True)


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda lines: lines[:-1], "ends after"),
        (lambda lines: lines[:5] + lines[6:], "ends after"),
        (lambda lines: ["{}\n"], "no backup"),
        (lambda lines: [*lines[:5], "this is no JSON\n"], "no backup"),
        (lambda lines: [lines[0].replace("0003", "9999"), *lines[1:]], "newer version"),
    ],
)
def test_a_spoilt_backup_changes_nothing(played: Any, tmp_path: Path, spoil: Any, why: Any) -> None:
    file = tmp_path / "spoilt.gz"
    file.write_bytes(gzip.compress("".join(spoil(lines_of(played[3]))).encode()))
    with pytest.raises(BadInput, match=why):
        restore_backup(file, url(tmp_path / "new.db"))
    assert restore_backup(played[3] / "backup.gz", url(tmp_path / "new.db")) > 60


def test_what_is_no_backup_at_all_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello")
    with pytest.raises(BadInput, match="no backup"):
        restore_backup(tmp_path / "text", url(tmp_path / "new.db"))
    with pytest.raises(BadInput, match="no database"):
        write_backup(url(tmp_path / "missing.db"), tmp_path / "backup.gz")
    assert [path.name for path in tmp_path.iterdir()] == ["text"]


def test_every_line_is_readable_json(played: Any) -> None:
    head, *rows, end = [json.loads(line) for line in lines_of(played[3])]
    assert head["kind"] == "sectors-backup"
    assert end == {"rows": len(rows)}
    assert {name for name, _ in rows} >= {"player", "game_table", "event", "snapshot", "setting"}
