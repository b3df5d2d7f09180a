"""Weights are data: read with every mistake named, written back as they were."""

from pathlib import Path
from typing import Any

import pytest

from sectors.kit import BadContent, Core
from sectors.kit.linear import Linear, read_weights, write_weights


def test_weights_survive_a_round_trip(tmp_path: Path) -> None:
    path = tmp_path / "weights.toml"
    weights = {"units": 0.25, "threat": -3.0, "tiny": 1e-05}
    write_weights(path, weights, "Fitted on nothing.\n\nReally.")
    assert read_weights(path, ("units", "threat", "tiny", "absent")) == weights


@pytest.mark.parametrize(
    "text",
    ["[weights]\nother = 1.0", '[weights]\nunits = "1"', "[weights]\nunits = true", "[[", "weights = 3", "hidden = 3"],
)
def test_a_wrong_weight_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "weights.toml"
    path.write_text(text)
    with pytest.raises(BadContent):
        read_weights(path, ("units",))


def test_without_features_all_seats_expect_the_same() -> None:
    core = Core()
    for seats in (1, 2, 3, 4, 5):
        core.seats = seats
        values = Linear({}).values(core)
        assert values == pytest.approx([0.5 if seats == 1 else 1 / seats] * seats)


def test_weights_are_read_once_unless_their_file_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "weights.toml"
    file.write_text("[weights]\na = 1.0\n")
    reads: list[Path] = []
    whole = Path.read_text

    def read_text(path: Path, **how: Any) -> str:
        reads.append(path)
        return whole(path, **how)

    monkeypatch.setattr(Path, "read_text", read_text)
    assert read_weights(file, ("a",)) == {"a": 1.0}
    read_weights(file, ("a",))["a"] = 5.0  # what one does with them is nobody else's business
    assert read_weights(file, ("a",)) == {"a": 1.0} and reads == [file]
    file.write_text("[weights]\na = 12.0\n")
    assert read_weights(file, ("a",)) == {"a": 12.0}
