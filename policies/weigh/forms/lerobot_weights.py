#!/usr/bin/env python3
"""Trains LeRobot's policies with the weights that counterpoise weigh has written. LeRobot 0.4.4 and 0.6.1.

  lerobot_weights.py --weights=weights-METHOD.parquet ARGUMENTS OF lerobot-train
  lerobot_weights.py --weights=weights-METHOD.parquet --weigh-losses ARGUMENTS OF lerobot-train

Without --weigh-losses frames are drawn in proportion to their weights, for any policy. With it they are drawn as ever
and their losses are weighted, in LeRobot 0.6.1 and for policies whose forward takes reduction="none" (evo1, molmoact2,
pi0, pi05, smolvla).

weights-METHOD.parquet has a row a frame: index and episode_index of LeRobot, and weight; its footer has the digest of
the dataset's actions, and weights of another dataset are refused. LeRobot has no option for weights of its users, so
its training script is given another sampler, or another weighter, before it starts.
"""
import argparse
import hashlib
import json
import sys

import numpy as np
import pyarrow.parquet
import torch


def own_options():
    """Takes the options of this script out of the command line, and leaves those of lerobot-train there."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    parser.add_argument("--weights", required=True, metavar="FILE", help="weights-METHOD.parquet")
    parser.add_argument("--weigh-losses", action="store_true", help="weigh losses instead of drawing frames by weight")
    own, sys.argv[1:] = parser.parse_known_args()
    return own


class Weights:
    """The weights of a file: index, episode and weight of its frames [n], by rising index, and what it says of itself
    (meaning, method, dataset, digest)."""

    def __init__(self, path):
        try:
            table = pyarrow.parquet.ParquetFile(path).read()
            columns = [table[name].to_numpy() for name in ("index", "episode_index", "weight")]
        except (OSError, KeyError, pyarrow.ArrowException) as problem:
            sys.exit(f"--weights={path} is no file of weights ({problem}); name a weights-METHOD.parquet that counterpoise "
                     "weigh has written")
        self.path = path
        self.about = json.loads((table.schema.metadata or {}).get(b"counterpoise", b"{}"))
        order = np.argsort(columns[0])
        self.index, self.episode, self.weight = (column[order] for column in columns)

    def rows(self, index):
        """The rows of frames, whose indices the file has or has not."""
        return np.minimum(np.searchsorted(self.index, index), len(self.index) - 1)


def actions_digest(dataset, names):
    """Returns the SHA-256 of all actions in order, those features of these names side by side, as float32."""
    rows = dataset.hf_dataset.with_format("numpy")
    columns = [np.asarray(rows[n][:], dtype="<f4").reshape(len(rows), -1) for n in names]
    return hashlib.sha256(np.ascontiguousarray(np.concatenate(columns, axis=1)).tobytes()).hexdigest()


def frame_weights(dataset, weights):
    """Returns the weights of a dataset's frames in its own order [n], and stops if they are of another dataset."""
    columns = dataset.hf_dataset.with_format("numpy")
    index, episode = (np.asarray(columns[name][:]).reshape(-1) for name in ("index", "episode_index"))
    rows = weights.rows(index)
    missing = np.flatnonzero((weights.index[rows] != index) | (weights.episode[rows] != episode))
    if len(missing):
        sys.exit(f"{weights.path} is not about this dataset: it has no frame {index[missing[0]]} of episode "
                 f"{episode[missing[0]]}; run counterpoise weigh on the dataset that is trained on")
    if not dataset.episodes and len(index) != len(weights.index):
        sys.exit(f"{weights.path} is not about this dataset: it has {len(weights.index)} frames, the dataset "
                 f"{len(index)}")
    digest = weights.about.get("actions_sha256")
    names = weights.about.get("actions", ["action"])
    if digest and not dataset.episodes and (set(names) - set(dataset.meta.features) or
                                            digest != actions_digest(dataset, names)):
        sys.exit(f"{weights.path} is not about this dataset: it is about {weights.about.get('dataset')}, whose actions "
                 "differ; run counterpoise weigh on the dataset that is trained on")
    return weights.weight[rows]


class WeightedSampler(torch.utils.data.Sampler):
    """Draws positions with replacement in proportion to weights, an epoch as long as they are many.

    A position is where a number drawn evenly in [0, sum of all weights) falls among the cumulative sums, because
    torch.multinomial takes 2**24 positions at most. Every epoch has a seed from torch's global random numbers, as in
    torch's RandomSampler: LeRobot seeds these by --seed, and restores them when it resumes a training run.
    """

    DRAWN = 1 << 16  # positions at a time

    def __init__(self, positions, weights):
        weights = np.asarray(weights, dtype=np.float64)
        drawable = np.flatnonzero(weights > 0)
        if len(drawable) == 0:
            sys.exit("all weights of these frames are 0")
        self.length = len(positions)
        self.positions = torch.from_numpy(np.asarray(positions, dtype=np.int64)[drawable])
        self.sums = torch.from_numpy(np.cumsum(weights[drawable]))

    def __len__(self):
        return self.length

    def __iter__(self):
        random = torch.Generator().manual_seed(int(torch.empty((), dtype=torch.int64).random_()))
        for begin in range(0, self.length, self.DRAWN):
            n = min(self.DRAWN, self.length - begin)
            u = torch.rand(n, dtype=torch.double, generator=random) * self.sums[-1]
            at = torch.searchsorted(self.sums, u, right=True).clamp_(max=len(self.sums) - 1)
            yield from self.positions[at].tolist()


def take_weights(trainer, weights, draw):
    """Gives LeRobot's training loader a WeightedSampler, or, without draw, only checks its dataset.

    The sampler that the loader has, if any, says which frames are allowed.
    """
    from lerobot.datasets.lerobot_dataset import LeRobotDataset

    class Loader(torch.utils.data.DataLoader):  # a class, because accelerate asks what its loaders are instances of
        def __init__(self, dataset, *arguments, **options):
            if isinstance(dataset, torch.utils.data.IterableDataset):
                sys.exit(f"the weights of {weights.path} need a dataset that is not streamed; leave out "
                         "--dataset.streaming")
            if isinstance(dataset, LeRobotDataset) and (options.get("shuffle") or options.get("sampler") is not None):
                every = frame_weights(dataset, weights)
                if draw:
                    allowed = getattr(options.get("sampler"), "indices", None)
                    allowed = np.arange(len(every)) if allowed is None else np.fromiter(allowed, dtype=np.int64)
                    options["sampler"] = WeightedSampler(allowed, every[allowed])
                    options["shuffle"] = False
                    print(f"frames are drawn by the weights of {weights.path}", file=sys.stderr)
            super().__init__(dataset, *arguments, **options)

    trainer.torch.utils.data.DataLoader = Loader


def weigh_losses(weights):
    """Makes LeRobot 0.6.1 weigh the losses of frames. The loss of a batch is their mean by these weights."""
    try:
        from lerobot.utils import sample_weighting
    except ImportError:
        sys.exit("--weigh-losses takes LeRobot 0.6.1 or newer; without it frames are drawn by weight")
    scaled = weights.weight / weights.weight.mean()

    class FrameWeighter(sample_weighting.SampleWeighter):
        def compute_batch_weights(self, batch):
            w = scaled[weights.rows(batch["index"].flatten().cpu().numpy())]
            return torch.tensor(w, dtype=torch.float32, device=batch["index"].device), {"mean": float(w.mean())}

        def get_stats(self):
            return {"frames": len(scaled)}

    sample_weighting.make_sample_weighter = lambda *arguments, **options: FrameWeighter()
    sys.argv.append("--sample_weighting.type=uniform")


def main():
    own = own_options()
    weights = Weights(own.weights)
    import lerobot.scripts.lerobot_train as trainer

    take_weights(trainer, weights, draw=not own.weigh_losses)
    if own.weigh_losses:
        weigh_losses(weights)
    trainer.main()


if __name__ == "__main__":
    main()
