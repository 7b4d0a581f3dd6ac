# Reads CALVIN's folder the way its loaders do (NumPy, pickled annotations) and prints a fingerprint.
import json, sys
import numpy as np

def weighed(a, period):
    a = np.asarray(a).reshape(-1)
    return (a.astype(np.float64 if a.dtype.kind == "f" else np.int64) * (np.arange(a.size) % period + 1)).sum()

root = sys.argv[1]
lang = np.load(root + "/lang_annotations/auto_lang_ann.npy", allow_pickle=True).item()
spans = np.load(root + "/ep_start_end_ids.npy")
lens = np.load(root + "/ep_lens.npy")
side = json.load(open(root + "/counterpoise.json"))
assert spans.shape == (len(lens), 2) and [tuple(s) for s in spans.tolist()] == lang["info"]["indx"], (spans, lang)
for i, (first, last) in enumerate(spans):
    assert lens[i] == last - first + 1
    frames = [np.load("%s/episode_%07d.npz" % (root, k)) for k in range(first, last + 1)]
    labels = side["episodes"][i]
    assert lang["language"]["ann"][i] == "grasp and lift the red block"
    assert lang["language"]["task"][i] == "lift_red_block_table"
    emb = lang["language"]["emb"][i]
    assert emb.shape == (1, 384) and emb.dtype == np.float32 and abs((emb.astype(float) ** 2).sum() - 1) < 1e-6
    asked = np.load(root + "/lang_annotations/embeddings.npy", allow_pickle=True).item()["lift_red_block_table"]
    assert asked["ann"] == ["grasp and lift the red block"] and np.array_equal(asked["emb"], emb[None])
    assert first >= 1000
    for a, b in zip(frames, frames[1:]):  # the absolute action is the pose that the next frame measures
        assert np.array_equal(a["actions"][:6], b["robot_obs"][:6]) and a["actions"][6] == a["rel_actions"][6]
    assert frames[0]["rgb_static"].shape == (200, 200, 3) and frames[0]["rgb_gripper"].shape == (84, 84, 3)
    line = [len(frames), labels["behaviour"], labels["style"], labels["success"]]
    line += ["%.3f" % weighed([f[k] for f in frames], 13) for k in ("rel_actions", "robot_obs", "scene_obs")]
    line += [weighed([f[k] for f in frames], 101) for k in ("rgb_static", "rgb_gripper")]
    print(*line)
