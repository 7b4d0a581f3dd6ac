# Reads robomimic's file with h5py, as its SequenceDataset does, and prints a fingerprint.
import json, sys
import numpy as np, h5py

def weighed(a, period):
    a = np.asarray(a).reshape(-1)
    return (a.astype(np.float64 if a.dtype.kind == "f" else np.int64) * (np.arange(a.size) % period + 1)).sum()

f = h5py.File(sys.argv[1], "r")
data = f["data"]
assert "env_name" in json.loads(data.attrs["env_args"])
names = sorted(data.keys(), key=lambda n: int(n[5:]))
assert data.attrs["total"] == sum(data[n].attrs["num_samples"] for n in names)
assert sorted(f["mask"].keys()) == [
    "left", "left_train", "left_valid", "middle", "middle_train", "train", "valid"]
assert [n.decode() for n in f["mask/left"][()]] == ["demo_0", "demo_2"]
for n in names:
    g = data[n]
    t = g.attrs["num_samples"]
    success = g.attrs["success"] == "true"
    assert g["dones"][()].tolist() == [0] * (t - 1) + [1] and g["rewards"][()].sum() == success
    line = [t, g.attrs["behaviour"], g.attrs["style"], str(success).lower()]
    line += ["%.3f" % weighed(g[k][()], 13) for k in ("actions", "obs/robot_obs", "obs/scene_obs")]
    line += [weighed(g[k][()], 101) for k in ("obs/static_image", "obs/ego_image")]
    print(*line)
