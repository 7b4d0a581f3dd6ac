"""The file lerobot_weights.py, which counterpoise weigh writes beside the weights of LeRobot's datasets."""

import importlib.util
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("lerobot")
torch = pytest.importorskip("torch")
pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

SCRIPT = Path(__file__).parents[4] / "policies" / "weigh" / "forms" / "lerobot_weights.py"
spec = importlib.util.spec_from_file_location("lerobot_weights", SCRIPT)
lerobot_weights = importlib.util.module_from_spec(spec)
spec.loader.exec_module(lerobot_weights)


@pytest.fixture
def weights(tmp_path):
    """A file of weights of three frames."""
    path = tmp_path / "weights-equal.parquet"
    parquet.write_table(pyarrow.table({"index": [2, 0, 1], "episode_index": [1, 0, 0], "weight": [3.0, 1.0, 2.0]}), path)
    return path


def test_options_of_the_script_are_taken_and_others_left(monkeypatch):
    for own in (["--weights=a b"], ["--weights", "a b"]):
        monkeypatch.setattr(sys, "argv", ["script", "--steps=3", *own, "--weight_decay", "-1", "--weigh-losses"])
        options = lerobot_weights.own_options()
        assert (options.weights, options.weigh_losses) == ("a b", True)
        assert sys.argv == ["script", "--steps=3", "--weight_decay", "-1"]


def test_rows_are_ordered_by_index(weights):
    w = lerobot_weights.Weights(weights)
    assert (w.index.tolist(), w.episode.tolist(), w.weight.tolist()) == ([0, 1, 2], [0, 0, 1], [1, 2, 3])


@pytest.mark.parametrize("wrong", ["missing", "folder", "text", "columns"])
def test_what_is_no_file_of_weights_gets_a_sentence(weights, wrong, tmp_path):
    path = tmp_path / wrong
    if wrong == "folder":  # of several methods
        path = tmp_path
    elif wrong == "text":
        path.write_text("{}")
    elif wrong == "columns":
        parquet.write_table(pyarrow.table({"index": [0]}), path)
    with pytest.raises(SystemExit, match="is no file of weights .* name a weights-METHOD.parquet"):
        lerobot_weights.Weights(path)


def drawn(seed, epochs=1):
    """The positions that epochs draw after torch has been given a seed."""
    torch.manual_seed(seed)
    sampler = lerobot_weights.WeightedSampler(np.arange(40), np.arange(40.0))
    return [list(sampler) for _ in range(epochs)]


def test_draws_follow_the_seed_of_training():
    assert drawn(1, 2) == drawn(1, 2) and drawn(1) != drawn(2)
    first, second = drawn(1, 2)
    assert first != second and 0 not in first + second


def test_resumed_training_draws_other_frames():
    (first,) = drawn(1)
    state = torch.get_rng_state()
    torch.manual_seed(1)  # as lerobot-train does before it restores the state
    torch.set_rng_state(state)
    sampler = lerobot_weights.WeightedSampler(np.arange(40), np.arange(40.0))
    assert list(sampler) != first


def test_streamed_datasets_are_refused(weights):
    class Streamed(torch.utils.data.IterableDataset):
        def __iter__(self):
            return iter(())

    data = SimpleNamespace(DataLoader=None)
    trainer = SimpleNamespace(torch=SimpleNamespace(utils=SimpleNamespace(data=data)))
    lerobot_weights.take_weights(trainer, lerobot_weights.Weights(weights), draw=True)
    with pytest.raises(SystemExit, match="leave out --dataset.streaming"):
        data.DataLoader(Streamed(), shuffle=False)
