"""Writes listed/1.0.0 with TensorFlow Datasets 4.9.10: actions and a state that are sequences of a known length, and a
number of 64 bits without a sign.

  python make_listed.py FOLDER      (tensorflow 2.21.0, tensorflow_datasets 4.9.10)
"""
import sys

import numpy as np
import tensorflow_datasets as tfds

F = tfds.features
features = F.FeaturesDict({
    "steps": F.Dataset({
        "action": F.Sequence(np.float32, length=3),
        "observation": F.FeaturesDict({"state": F.Sequence(F.Tensor(shape=(2,), dtype=np.float64), length=2),
                                       "words": F.Sequence(F.Text())}),
    }),
    "episode_metadata": F.FeaturesDict({"id": F.Scalar(np.uint64)}),
})
episodes = [{
    "steps": [{"action": np.float32([e, i, 0.5]), "observation": {"state": np.arange(4.0).reshape(2, 2) + 10 * i,
                                                                  "words": ["a"] * i}} for i in range(2 + e)],
    "episode_metadata": {"id": 2**64 - 1 - e},
} for e in range(2)]
tfds.dataset_builders.store_as_tfds_dataset(
    "listed", "1.0.0", features, {"train": list(enumerate(episodes))}, data_dir=sys.argv[1],
    download_config=tfds.download.DownloadConfig(num_shards=1))
