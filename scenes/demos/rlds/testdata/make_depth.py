"""Writes depth/1.0.0 with TensorFlow Datasets 4.9.10: pictures of colours beside those of depth, of one channel and of
four.

  python make_depth.py FOLDER      (tensorflow 2.21.0, tensorflow_datasets 4.9.10)
"""
import sys

import numpy as np
import tensorflow_datasets as tfds

F = tfds.features
kinds = {"image": (3, np.uint8), "depth": (1, np.uint16), "metres": (1, np.float32), "grey": (1, np.uint8),
         "rgba": (4, np.uint8)}
features = F.FeaturesDict({"steps": F.Dataset({
    "action": F.Tensor(shape=(2,), dtype=np.float32),
    "observation": F.FeaturesDict({k: F.Image(shape=(4, 5, n), dtype=t) for k, (n, t) in kinds.items()}),
})})
step = {"action": np.float32([1, 2]), "observation": {k: np.full((4, 5, n), 7, t) for k, (n, t) in kinds.items()}}
tfds.dataset_builders.store_as_tfds_dataset(
    "depth", "1.0.0", features, {"train": [(0, {"steps": [step]})]}, data_dir=sys.argv[1],
    download_config=tfds.download.DownloadConfig(num_shards=1))
