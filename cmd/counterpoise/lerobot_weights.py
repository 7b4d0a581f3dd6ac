#!/usr/bin/env python3
"""Trains LeRobot's policies with the weights that counterpoise weigh has written. LeRobot 0.4.4 and 0.6.1.

  lerobot_weights.py --weights=weights-METHOD.parquet ARGUMENTS OF lerobot-train
  lerobot_weights.py --weights=weights-METHOD.parquet --weigh-losses ARGUMENTS OF lerobot-train

Without --weigh-losses frames are drawn in proportion to their weights, for any policy. With it they are drawn as ever
and their losses are weighted, in LeRobot 0.6.1 and for policies whose forward takes reduction="none" (pi0, pi05,
smolvla).

weights-METHOD.parquet has a row a frame: index and episode_index of LeRobot, and weight; its footer has the digest of
the dataset's actions, and weights of another dataset are refused. LeRobot has no option for
weights of its users, so its training script is given another sampler, or another weighter, before it starts.
"""
import hashlib
import json
import sys

import numpy as np
import pyarrow.parquet
import torch


def taken(name):
    """Removes the option --name or --name=VALUE from the command line and returns its value, None if it is absent."""
    for argument in sys.argv[1:]:
        key, _, value = argument.partition("=")
        if key == "--" + name:
            sys.argv.remove(argument)
            return value
    return None


def read_weights(path):
    """Returns {index: (episode_index, weight)}, and what the file says of itself: meaning, method, dataset, digest."""
    table = pyarrow.parquet.read_table(path)
    about = json.loads((table.schema.metadata or {}).get(b"counterpoise", b"{}"))
    table = table.to_pydict()
    return dict(zip(table["index"], zip(table["episode_index"], table["weight"]))), about


def actions_digest(dataset):
    """Returns the SHA-256 of all actions in order, side by side if they are several features, as float32."""
    features = dataset.meta.features
    names = [n for n in ("action", "actions") if n in features][:1]
    for kinds in (("float",), ("int", "uint", "bool")):
        names = names or sorted(n for n in features if n.startswith("action") and features[n]["dtype"].startswith(kinds))
    rows = dataset.hf_dataset.with_format("numpy")
    columns = [np.asarray(rows[n][:], dtype="<f4").reshape(len(rows), -1) for n in names]
    return hashlib.sha256(np.ascontiguousarray(np.concatenate(columns, axis=1)).tobytes()).hexdigest()


def frame_weights(dataset, weights, about, path):
    """Returns the weights of a dataset's frames in its own order, and stops if they are of another dataset."""
    found = []
    for index, episode in zip(dataset.hf_dataset["index"], dataset.hf_dataset["episode_index"]):
        row = weights.get(int(index))
        if row is None or row[0] != int(episode):
            sys.exit(f"{path} is not about this dataset: it has no frame {int(index)} of episode {int(episode)}; "
                     "run counterpoise weigh on the dataset that is trained on")
        found.append(row[1])
    if not dataset.episodes and len(found) != len(weights):
        sys.exit(f"{path} is not about this dataset: it has {len(weights)} frames, the dataset {len(found)}")
    digest = about.get("actions_sha256")
    if digest and not dataset.episodes and digest != actions_digest(dataset):
        sys.exit(f"{path} is not about this dataset: it is about {about.get('dataset')}, whose actions differ; "
                 "run counterpoise weigh on the dataset that is trained on")
    return found


class WeightedSampler(torch.utils.data.Sampler):
    """Draws positions with replacement in proportion to weights, an epoch as long as they are many.

    LeRobot 0.6.1 asks its sampler for a place to resume from; drawn anew, every epoch is as good as another.
    """

    def __init__(self, positions, weights, seed=0):
        self.positions, self.weights = positions, torch.tensor(weights, dtype=torch.double)
        if not float(self.weights.sum()) > 0:
            sys.exit("all weights of these frames are 0")
        self.random = torch.Generator().manual_seed(seed)

    def __len__(self):
        return len(self.positions)

    def __iter__(self):
        for i in torch.multinomial(self.weights, len(self), replacement=True, generator=self.random).tolist():
            yield self.positions[i]

    def state_dict(self):
        return {}

    def load_state_dict(self, state):
        pass


def take_weights(trainer, weights, about, path, draw):
    """Gives LeRobot's training loader a WeightedSampler, or, without draw, only checks its dataset.

    The sampler that the loader has, if any, says which frames are allowed.
    """
    from lerobot.datasets.lerobot_dataset import LeRobotDataset

    class Loader(torch.utils.data.DataLoader):  # a class, because accelerate asks what its loaders are instances of
        def __init__(self, dataset, *arguments, **options):
            if isinstance(dataset, LeRobotDataset) and (options.get("shuffle") or options.get("sampler") is not None):
                every = frame_weights(dataset, weights, about, path)
                if draw:
                    allowed = getattr(options.get("sampler"), "indices", None)
                    allowed = list(range(len(every)) if allowed is None else map(int, allowed))
                    options["sampler"] = WeightedSampler(allowed, [every[i] for i in allowed])
                    options["shuffle"] = False
                    print(f"frames are drawn by the weights of {path}", file=sys.stderr)
            super().__init__(dataset, *arguments, **options)

    trainer.torch.utils.data.DataLoader = Loader


def weigh_losses(weights):
    """Makes LeRobot 0.6.1 multiply the losses of frames by their weights, scaled to a mean of 1."""
    try:
        from lerobot.utils import sample_weighting
    except ImportError:
        sys.exit("--weigh-losses takes LeRobot 0.6.1 or newer; without it frames are drawn by weight")
    mean = sum(w for _, w in weights.values()) / len(weights)

    class FrameWeighter(sample_weighting.SampleWeighter):
        def compute_batch_weights(self, batch):
            device = batch["index"].device
            w = [weights[int(i)][1] / mean for i in batch["index"].flatten()]
            return torch.tensor(w, dtype=torch.float32, device=device), {"mean": sum(w) / len(w)}

        def get_stats(self):
            return {"frames": len(weights)}

    sample_weighting.make_sample_weighter = lambda *arguments, **options: FrameWeighter()
    sys.argv.append("--sample_weighting.type=uniform")


def main():
    path, losses = taken("weights"), taken("weigh-losses")
    if not path:
        sys.exit(__doc__)
    weights, about = read_weights(path)
    import lerobot.scripts.lerobot_train as trainer

    take_weights(trainer, weights, about, path, draw=losses is None)
    if losses is not None:
        weigh_losses(weights)
    trainer.main()


if __name__ == "__main__":
    main()
