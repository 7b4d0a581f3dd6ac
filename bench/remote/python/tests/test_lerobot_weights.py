"""The file lerobot_weights.py, which counterpoise weigh writes beside the weights of LeRobot's datasets."""

import ast
import importlib.util
import re
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


@pytest.mark.parametrize("length", [40, 200_000])  # the longer epoch is drawn in four parts
def test_draws_are_in_proportion_to_weights(length):
    """Of 200,000 draws, a position, or, in the longer epoch, all with one weight together, gets as many as a binomial
    allows within five standard deviations: a right sampler misses one of the 40 with a probability below 3e-5."""
    weights = np.random.default_rng(1).permutation(np.arange(length) % 10).astype(float)
    torch.manual_seed(2)
    sampler = lerobot_weights.WeightedSampler(np.arange(length), weights)
    draws = np.concatenate([list(sampler) for _ in range(200_000 // length)])
    group = np.arange(length) if length == 40 else weights.astype(int)
    counts = np.bincount(group[draws], minlength=group.max() + 1)
    share = np.bincount(group, weights) / weights.sum()
    assert (np.abs(counts - len(draws) * share) <= 5 * np.sqrt(len(draws) * share * (1 - share))).all()


class Linear(torch.nn.Module):
    """A policy with loss (slope . state - action)**2, a number a sample for reduction="none", as LeRobot asks of
    policies that take weights."""

    def __init__(self):
        super().__init__()
        self.slope = torch.nn.Parameter(torch.tensor([0.5, -1.0]))

    def forward(self, batch, reduction="mean"):
        losses = (batch["observation.state"] @ self.slope - batch["action"]) ** 2
        return losses if reduction == "none" else losses.mean(), {}


def test_losses_are_weighted_by_frame(weights, monkeypatch):
    """A step of LeRobot's own update descends along sum(w l) / sum(w), whatever the mean of the weights."""
    sample_weighting = pytest.importorskip("lerobot.utils.sample_weighting", reason="LeRobot 0.6.1 weighs losses")
    accelerate = pytest.importorskip("accelerate")
    from lerobot.scripts.lerobot_train import update_policy
    from lerobot.utils.logging_utils import AverageMeter, MetricsTracker

    monkeypatch.setattr(sample_weighting, "make_sample_weighter", sample_weighting.make_sample_weighter)
    monkeypatch.setattr(sys, "argv", ["script"])
    lerobot_weights.weigh_losses(lerobot_weights.Weights(weights))
    assert sys.argv == ["script", "--sample_weighting.type=uniform"]
    policy = Linear()
    weighter = sample_weighting.make_sample_weighter(
        sample_weighting.SampleWeightingConfig(type="uniform"), policy, torch.device("cpu"))
    assert isinstance(weighter, sample_weighting.SampleWeighter) and weighter.get_stats() == {"frames": 3}

    index, w = [2, 0, 1, 0], np.array([3.0, 1.0, 2.0, 1.0])  # the weights of these frames in the file
    x, y = np.array([[1.0, 2.0], [-1.0, 0.5], [0.25, -3.0], [2.0, 1.0]]), np.array([1.0, -1.0, 0.5, 2.0])
    batch = {"index": torch.tensor(index), "action": torch.tensor(y, dtype=torch.float32),
             "observation.state": torch.tensor(x, dtype=torch.float32)}
    off = x @ policy.slope.detach().numpy() - y
    loss, gradient = (w * off**2).sum() / w.sum(), (2 * w * off) @ x / w.sum()

    given, _ = weighter.compute_batch_weights(batch)
    assert given / given[1] == pytest.approx(w)  # LeRobot divides by their sum
    accelerator = accelerate.Accelerator(cpu=True)
    meters = {name: AverageMeter(name) for name in ("loss", "grad_norm", "lr", "update_s")}
    before = policy.slope.detach().clone()
    tracker, _ = update_policy(MetricsTracker(4, 3, 2, meters, accelerator=accelerator), policy, batch,
                               torch.optim.SGD(policy.parameters(), lr=1.0), 0, accelerator, sample_weighter=weighter)
    assert tracker.loss.avg == pytest.approx(loss, rel=1e-5)
    assert (before - policy.slope.detach()).numpy() == pytest.approx(gradient, rel=1e-5)


def test_policies_whose_losses_are_weighted_are_named():
    """The script names the policies of LeRobot 0.6.1 that are trained by a forward with the argument reduction."""
    lerobot = pytest.importorskip("lerobot")
    if lerobot.__version__ != "0.6.1":
        pytest.skip(f"this is LeRobot {lerobot.__version__}, and the script names the policies of 0.6.1")
    named = re.search(r'reduction="none" \(([^)]*)\)', lerobot_weights.__doc__).group(1)
    taking = set()
    for source in Path(lerobot.__file__).parent.glob("policies/*/modeling_*.py"):
        for node in ast.walk(ast.parse(source.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name == "forward":
                if "reduction" in [argument.arg for argument in node.args.args]:
                    taking.add(source.parent.name)
    assert re.split(r",\s+", named) == sorted(taking)


def test_streamed_datasets_are_refused(weights):
    class Streamed(torch.utils.data.IterableDataset):
        def __iter__(self):
            return iter(())

    data = SimpleNamespace(DataLoader=None)
    trainer = SimpleNamespace(torch=SimpleNamespace(utils=SimpleNamespace(data=data)))
    lerobot_weights.take_weights(trainer, lerobot_weights.Weights(weights), draw=True)
    with pytest.raises(SystemExit, match="leave out --dataset.streaming"):
        data.DataLoader(Streamed(), shuffle=False)
