"""Reads a dataset with TensorFlow Datasets and compares every number and every pixel with the same dataset in this
program's own folder of NumPy archives.

  check_rlds.py RLDS FOLDER

The last line says what was compared, or what is wrong; the exit status is 1 if something is.
"""
import json
import os
import pathlib
import sys

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import numpy as np
import tensorflow_datasets as tfds


def wrong(text):
    print(text)
    sys.exit(1)


root = pathlib.Path(sys.argv[2])
card = json.loads((root / "card.json").read_text())["episodes"]
wanted = {(e["behaviour"], e["style"], e["index"]): e for e in card}
builder = tfds.builder_from_directory(sys.argv[1])
frames = pictures = 0
for episode in builder.as_dataset(split="train"):
    about = tfds.as_numpy(episode["episode_metadata"])
    entry = wanted.pop((about["behaviour"].decode(), about["style"].decode(), int(about["index"])))
    ours = np.load(root / entry["file"])
    steps = list(tfds.as_numpy(episode["steps"]))
    n = len(steps)
    if n != entry["frames"] or bool(about["success"]) != entry["success"]:
        wrong(f"{entry['file']}: {n} steps, success {about['success']}, the card says {entry}")
    pairs = {"robot_obs": [s["observation"]["state"] for s in steps], "scene_obs": [s["scene_state"] for s in steps],
             "actions": [s["action"] for s in steps]}
    for theirs, name in (("image", "static"), ("wrist_image", "ego")):
        if name in ours:
            pairs[name] = [s["observation"][theirs] for s in steps]
            pictures += n
    for name, values in pairs.items():
        if not np.array_equal(np.stack(values), ours[name]):
            wrong(f"{entry['file']}: {name} differs")
    done = bool(entry["success"])
    for key, values in {"is_first": [True] + [False] * (n - 1), "is_last": [False] * (n - 1) + [True],
                        "is_terminal": [False] * (n - 1) + [done], "reward": [0.0] * (n - 1) + [float(done)],
                        "discount": [1.0] * n}.items():
        if [s[key] for s in steps] != values:
            wrong(f"{entry['file']}: {key} is {[s[key] for s in steps]}")
    if len({s["language_instruction"] for s in steps}) != 1 or not steps[0]["language_instruction"]:
        wrong(f"{entry['file']}: language_instruction is {steps[0]['language_instruction']}")
    frames += n
if wanted or not frames:
    wrong(f"missing: {sorted(wanted)}")
print(f"TFDS {tfds.__version__}: {len(card)} episodes, {frames} steps, {pictures} pictures equal")
