"""Writes the datasets of this folder with TensorFlow Datasets 4.9.10, and expected.json with what it reads from them.

  python make_tfds.py FOLDER        (tensorflow 2.21.0, tensorflow_datasets 4.9.10)

oxe      the layout of Open X-Embodiment with every encoding of numbers, three shards and two splits
rt1      actions in a dictionary, pictures of any shape, the instruction in the observation, another template of paths
control  RLDS's own description (rlds_base.build_info): a vector as observation, properties beside the steps
"""
import hashlib
import json
import os
import pathlib
import sys

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import numpy as np
import tensorflow as tf
import tensorflow_datasets as tfds
from tensorflow_datasets.rlds import rlds_base

F, R = tfds.features, np.random.default_rng(5)
root = pathlib.Path(sys.argv[1])
truth, real = F.Scalar(dtype=np.bool_), F.Scalar(dtype=np.float32)
flags = {"is_first": truth, "is_last": truth, "is_terminal": truth}


def marks(t, n):
    return {"is_first": t == 0, "is_last": t == n - 1, "is_terminal": t == n - 1}


def numbers(*shape):
    return R.normal(size=shape).astype(np.float32)


def pixels(side):
    return np.repeat(R.integers(0, 256, (side, 1, 3), dtype=np.uint8), side, 1)


def store(name, version, features, splits, shards):
    tfds.dataset_builders.store_as_tfds_dataset(
        name, version, F.FeaturesDict(features), {k: list(enumerate(v)) for k, v in splits.items()}, data_dir=root,
        download_config=tfds.download.DownloadConfig(num_shards=shards))


oxe = {
    "steps": F.Dataset({
        "observation": F.FeaturesDict({
            "image": F.Image(shape=(16, 24, 3), dtype=np.uint8, encoding_format="png", doc="main"),
            "wrist_image": F.Image(shape=(16, 16, 3), dtype=np.uint8, encoding_format="jpeg"),
            "raw_image": F.Tensor(shape=(2, 4, 3), dtype=np.uint8),
            "depth": F.Tensor(shape=(4, 4, 1), dtype=np.float32),
            "joints": F.Tensor(shape=(3,), dtype=np.float32),
            "pose64": F.Tensor(shape=(2,), dtype=np.float64),
            "half": F.Tensor(shape=(2,), dtype=tf.bfloat16, encoding="bytes"),
            "small": F.Tensor(shape=(2,), dtype=np.float16, encoding="bytes"),
            "packed": F.Tensor(shape=(3,), dtype=np.float64, encoding="zlib"),
            "count": F.Scalar(dtype=np.uint8),
            "points": F.Sequence(F.Tensor(shape=(2,), dtype=np.float32)),
            "words": F.Text(),
        }),
        "action": F.Tensor(shape=(7,), dtype=np.float32), "reward": real, "discount": real, **flags,
        "language_instruction": F.Text(), "language_embedding": F.Tensor(shape=(4,), dtype=np.float32),
    }),
    "episode_metadata": F.FeaturesDict({
        "file_path": F.Text(), "success": truth, "operator": F.ClassLabel(names=["ann", "bob"]),
        "trial": F.Scalar(dtype=np.int32), "note": F.Text(optional=True),
    }),
}


def oxe_episodes(n):
    for e in range(n):
        t = 2 + e
        yield {
            "steps": [{
                "observation": {
                    "image": pixels(16).repeat(2, 1)[:, :24], "wrist_image": np.full((16, 16, 3), 40 * i, np.uint8),
                    "raw_image": R.integers(0, 256, (2, 4, 3), dtype=np.uint8),
                    "depth": np.zeros((4, 4, 1), np.float32),
                    "joints": numbers(3), "pose64": R.normal(size=2),
                    "half": np.array([i, .5], tf.bfloat16.as_numpy_dtype),
                    "small": np.array([-i / 3, 2e-7], np.float16), "packed": R.normal(size=3), "count": np.uint8(i),
                    "points": [np.ones(2, np.float32)] * i, "words": f"w{i}",
                },
                "action": numbers(7), "reward": float(i == t - 1), "discount": 1.0, **marks(i, t),
                "language_instruction": "öffne die Schublade" if e % 2 else "pick up the can",
                "language_embedding": np.zeros(4, np.float32),
            } for i in range(t)],
            "episode_metadata": {"file_path": f"/data/{n}-{e}.npy", "success": e % 2 == 0, "operator": e % 2,
                                 "trial": e - 1, "note": "slow" if e == 1 else None},
        }


store("oxe", "1.0.0", oxe, {"train": list(oxe_episodes(4)), "val": list(oxe_episodes(3))}, 3)

rt1 = {"steps": F.Dataset({
    "observation": F.FeaturesDict({
        "image": F.Image(), "natural_language_instruction": F.Text(),
        "natural_language_embedding": F.Tensor(shape=(4,), dtype=np.float32),
        "gripper_closed": F.Tensor(shape=(1,), dtype=np.float32), "base_pose": F.Tensor(shape=(3,), dtype=np.float32),
    }),
    "action": F.FeaturesDict({
        "world_vector": F.Tensor(shape=(3,), dtype=np.float32),
        "rotation_delta": F.Tensor(shape=(3,), dtype=np.float32),
        "gripper": F.Tensor(shape=(1,), dtype=np.float32), "terminate_episode": F.Tensor(shape=(3,), dtype=np.int32),
    }),
    "reward": real, **flags,
})}
store("rt1", "0.1.0", rt1, {"train": [{"steps": [{
    "observation": {"image": pixels(8 + 4 * e), "natural_language_instruction": f"move {e}",
                    "natural_language_embedding": np.zeros(4, np.float32), "gripper_closed": numbers(1),
                    "base_pose": numbers(3)},
    "action": {"world_vector": numbers(3), "rotation_delta": numbers(3), "gripper": numbers(1),
               "terminate_episode": np.array([0, 1, 0], np.int32)},
    "reward": 0.0, **marks(i, 3)} for i in range(3)]} for e in range(4)]}, 2)
# The paths of the shards follow another template, which TFDS reads too.
folder = root / "rt1" / "0.1.0"
about = json.loads((folder / "dataset_info.json").read_text())
about["splits"][0]["filepathTemplate"] = "{SPLIT}-{SHARD_INDEX}.of.{NUM_SHARDS}.{FILEFORMAT}"
(folder / "dataset_info.json").write_text(json.dumps(about))
for k in range(2):
    (folder / f"rt1-train.tfrecord-{k:05d}-of-00002").rename(folder / f"train-{k:05d}.of.00002.tfrecord")

config = rlds_base.DatasetConfig(
    name="control", observation_info=F.Tensor(shape=(5,), dtype=np.float64), action_info=F.Scalar(dtype=np.int64),
    reward_info=F.Scalar(dtype=np.float64), discount_info=F.Scalar(dtype=np.float64),
    episode_metadata_info={"episode_id": F.Scalar(dtype=np.int64), "agent": F.Text(), "success": truth})
identity = tfds.core.DatasetIdentity(name="control", version=tfds.core.Version("1.0.0"), data_dir="", module_name="")
features = dict(rlds_base.build_info(config, identity).features)
store("control", "1.0.0", features, {"train": [{
    "steps": [{"observation": R.normal(size=5), "action": (i + e) % 3, "reward": 1.0, "discount": 1.0, **marks(i, 4)}
              for i in range(4)], "episode_id": e, "agent": f"agent{e % 2}", "success": e == 2} for e in range(3)]}, 1)


def flat(value, path=""):
    if isinstance(value, dict):
        for k, v in value.items():
            yield from flat(v, f"{path}/{k}" if path else k)
    else:
        yield path, value


def plain(values):
    if isinstance(values[0], bytes):
        return [x.decode() for x in values]
    a = np.stack(values)
    if a.ndim == 4:  # pictures: height, width, and SHA-256 of all pixels, where the codec loses nothing
        return {"shape": list(a.shape[1:]), "sha256": hashlib.sha256(a.tobytes()).hexdigest(), "mean": float(a.mean())}
    return a.astype(float).reshape(len(a), -1).tolist()


expected = {}
for name in ("oxe/1.0.0", "rt1/0.1.0", "control/1.0.0"):
    builder = tfds.builder_from_directory(root / name)
    episodes = []
    for split in builder.info.splits:
        order = tfds.ReadConfig(interleave_cycle_length=1)
        # A text that an episode leaves out fails in as_dataset: all but it is decoded.
        part = tfds.decode.PartialDecoding({k: (v if k == "steps" else dict.fromkeys(set(v) - {"note"}, True))
                                            for k, v in oxe.items()}) if name.startswith("oxe") else None
        for e in builder.as_dataset(split=split, read_config=order, decoders=part):
            steps = [dict(flat(s)) for s in tfds.as_numpy(e.pop("steps"))]
            read = {"split": split}
            for path in steps[0]:
                if "points" not in path:
                    read["steps/" + path] = plain([s[path] for s in steps])
            for path, v in flat(tfds.as_numpy(e)):
                read[path] = v.decode() if isinstance(v, bytes) else v.item()
            episodes.append(read)
    expected[name] = episodes
(root / "expected.json").write_text(json.dumps(expected, ensure_ascii=False) + "\n")
