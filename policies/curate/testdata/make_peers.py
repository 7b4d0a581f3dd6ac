"""Writes peers.json: scores by the authors' own code on inputs that peers_test.go gives to ours.

    python make_peers.py SMOOTHNESS CUPID DEMINF LEROBOT

The arguments are clones of github.com/siva82kb/smoothness (74a8d7e), github.com/agiachris/cupid (2941eba),
github.com/jhejna/demonstration-information (232151d) and github.com/huggingface/lerobot (0723271). Needs numpy and
scipy. The functions are taken from the clones by name and run on numpy, without the libraries of networks that their
files import: none of them is called.
"""

import ast
import json
import sys
import types
from pathlib import Path

import numpy as np
import scipy.special


def functions(path, names, namespace):
    """Defines functions or methods of a file in a namespace, by name."""
    for node in ast.walk(ast.parse(Path(path).read_text())):
        if isinstance(node, ast.FunctionDef) and node.name in names:
            node.decorator_list, node.returns = [], None
            for arg in node.args.args + node.args.kwonlyargs:
                arg.annotation = None
            exec(compile(ast.fix_missing_locations(ast.Module([node], [])), str(path), "exec"), namespace)
    return types.SimpleNamespace(**namespace)


smoothness, cupid, deminf, lerobot = (Path(a) for a in sys.argv[1:])
rng = np.random.default_rng(63)
RATE = 20
demos = []
for e in range(12):
    n = int(rng.integers(24, 44))
    u = np.linspace(0, 1, n)
    s = u**3 * (10 - 15 * u + 6 * u**2)
    state = np.stack([s, np.sin(3 * u + e / 4), u * (1 - u)], 1) + rng.normal(size=(n, 3)) * 0.002 * (1 + e)
    actions = np.diff(state, axis=0, append=state[-1:]) * 20 + rng.normal(size=(n, 3)) * 0.02 * (1 + e)
    demos.append((np.round(state, 4), np.round(actions, 4)))
x, a = np.concatenate([d[0] for d in demos]), np.concatenate([d[1] for d in demos])
ends = np.cumsum([0] + [len(d[0]) for d in demos])
spans = [np.arange(i, j) for i, j in zip(ends, ends[1:])]

values = {}
peer = functions(smoothness / "python/smoothness.py",
                 ["spectral_arclength", "dimensionless_jerk", "log_dimensionless_jerk"], {"np": np})
speeds = [np.linalg.norm(np.diff(d[0], axis=0), axis=1) * RATE for d in demos]
values["sal"] = [peer.spectral_arclength(v, RATE)[0] for v in speeds]
values["jerk"] = [peer.log_dimensionless_jerk(v, RATE) for v in speeds]

peer = functions(cupid / "diffusion_policy/common/error_util.py",
                 ["mahal_embedding_score", "compute_l2_distance", "pairwise_sample_to_trajectory_scores",
                  "mean_of_mean_influence", "mean_of_mean_influence_success",
                  "compute_demo_quality_scores"], {"np": np})
values["diversity"] = [float(np.mean(peer.mahal_embedding_score(np.delete(x, s, axis=0), x[s]))) for s in spans]
# The first five demonstrations stand for rollouts too, of which the first three succeed.
rolled = np.arange(ends[5])
success = np.array([True, True, True, False, False])
pairs = -peer.compute_l2_distance(x[rolled], x)
lengths = np.array([len(s) for s in spans])
trajectories = peer.pairwise_sample_to_trajectory_scores(
    pairs, 5, len(spans), spans[:5], spans, lengths[:5], lengths, success, peer.mean_of_mean_influence_success,
    np.float64)
values["successsim"] = list(peer.compute_demo_quality_scores(trajectories, success, "net"))

random = types.SimpleNamespace(split=lambda key, num=2: [None] * num)
peer = functions(deminf / "scripts/quality/quality_estimators.py", ["_l2_dists", "ksg_estimator"],
                 {"np": np, "jnp": np, "digamma": scipy.special.digamma, "jax": types.SimpleNamespace(random=random)})
as_is = types.SimpleNamespace(predict=lambda state, batch, key: batch[state])
frames = peer.ksg_estimator({"obs": x, "action": a}, None, np.arange(5, 8), as_is, "obs", as_is, "action")
values["deminf_frames"] = list(frames)
# estimate_quality cuts, standardises and averages.
frames = np.clip(frames, np.percentile(frames, 1), np.percentile(frames, 99))
frames = (frames - frames.mean()) / frames.std()
values["deminf"] = [float(frames[s].mean()) for s in spans]

deltas = np.round(rng.normal(0.004, 0.02, 60), 4)
deltas[:8] = 0, 0.01, 0.0101, -0.0001, 0.005, 0.0099, -0.05, 0.2
peer = functions(lerobot / "src/lerobot/utils/rabc.py", ["_compute_weights"], {"np": np})
self = types.SimpleNamespace(delta_mean=max(np.mean(deltas), 0), delta_std=max(np.std(deltas), 1e-6), epsilon=1e-6,
                             kappa=0.01, fallback_weight=1)
values["rabc"] = [float(v) for v in peer._compute_weights(self, deltas.astype(np.float64))]

out = {"rate": RATE, "state": [d[0].tolist() for d in demos], "actions": [d[1].tolist() for d in demos],
       "progress": deltas.tolist(), "values": {k: [round(float(x), 9) for x in v] for k, v in values.items()}}
Path(__file__).with_name("peers.json").write_text(json.dumps(out, separators=(",", ":")) + "\n")
