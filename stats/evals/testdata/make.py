"""Makes the results in this folder with the code of the programs that write them:

    python make.py TO CALVIN        # TO: this folder; CALVIN: a checkout of github.com/mees/calvin

Written with Python 3.11, lerobot 0.4.4, robomimic 0.3.0, vla-eval 0.8.0, torch 2.10, tensorboardX 2.6 and CALVIN's main
branch. The environments and policies are toys; what counts files, gathers, formats and writes the results is the
programs' own code. expected.json has what was put in. LIBERO's evaluate.py and main.py can't run without its data; what
they pass to torch.save stands here as it does there.
"""
import ast
import io
import json
import os
import random
import sys
from collections import Counter, OrderedDict
from pathlib import Path

import numpy as np
import torch

to, calvin = Path(sys.argv[1]), Path(sys.argv[2])
rng = random.Random(5)
expected = {}


def lerobot():
    import lerobot.scripts.lerobot_eval as e

    def episodes(**kw):
        n = kw["n_episodes"]
        return {"per_episode": [{"episode_ix": i, "sum_reward": rng.random() * 9, "max_reward": rng.random(),
                                 "success": rng.random() < .6, "seed": kw["start_seed"] + i} for i in range(n)]}

    e.eval_policy = episodes
    nothing = dict(policy=None, env_preprocessor=None, env_postprocessor=None, preprocessor=None, postprocessor=None)
    info = e.eval_policy_all(envs={"libero_spatial": {0: None, 1: None}, "libero_goal": {0: None}}, n_episodes=4,
                             start_seed=1000, **nothing)
    (to / "lerobot").mkdir(exist_ok=True)
    with open(to / "lerobot/eval_info.json", "w") as f:
        json.dump(info, f, indent=2)
    expected["lerobot"] = {"success": sum(sum(t["metrics"]["successes"]) for t in info["per_task"]), "episodes": 12,
                           "sum_reward": sum(sum(t["metrics"]["sum_rewards"]) for t in info["per_task"]),
                           "percent": info["overall"]["pc_success"]}
    old = episodes(n_episodes=5, start_seed=0)  # eval_info.json of lerobot before 0.4: what eval_policy returns
    old["aggregated"] = {"avg_sum_reward": float("nan"), "pc_success": 40.0}
    (to / "lerobot-old").mkdir(exist_ok=True)
    with open(to / "lerobot-old/eval_info.json", "w") as f:
        json.dump(old, f, indent=2)
    expected["lerobot-old"] = {"success": sum(e["success"] for e in old["per_episode"]), "episodes": 5}


def robomimic():
    import robomimic.utils.log_utils as log
    import robomimic.utils.train_utils as train

    class Env:
        name = "Lift"

    def rollout(**kw):
        ok = float(rng.random() < .5)
        return {"Return": ok, "Horizon": rng.randrange(50, 400), "Success_Rate": ok}

    train.run_rollout = rollout
    train.RolloutPolicy = object
    (to / "robomimic/logs").mkdir(parents=True, exist_ok=True)
    path = to / "robomimic/logs/log.txt"
    path.unlink(missing_ok=True)
    console = sys.stdout
    sys.stdout = log.PrintLogger(str(path))
    print("\n============= New Training Run with Config =============")
    for epoch in (50, 100):
        logs, _ = train.rollout_with_stats(policy=object(), envs=OrderedDict(Lift=Env()), horizon=400, num_episodes=20,
                                           epoch=epoch)
        for env_name, rollout_logs in logs.items():  # as robomimic/scripts/train.py
            print("\nEpoch {} Rollouts took {}s (avg) with results:".format(epoch, rollout_logs["time"]))
            print('Env: {}'.format(env_name))
            print(json.dumps(rollout_logs, sort_keys=True, indent=4))
    sys.stdout.log_file.close()
    sys.stdout = console
    expected["robomimic"] = {"success": round(20 * logs["Lift"]["Success_Rate"]), "horizon": logs["Lift"]["Horizon"]}


def calvin_results():
    source = (calvin / "calvin_models/calvin_agent/evaluation/utils.py").read_text()
    wanted = [n for n in ast.parse(source).body if getattr(n, "name", "") in ("count_success", "print_and_save")]
    code = {"np": np, "json": json, "Counter": Counter}
    exec(compile(ast.Module(wanted, []), "utils.py", "exec"), code)
    (to / "calvin").mkdir(exist_ok=True)
    (to / "calvin/results.json").unlink(missing_ok=True)
    tasks = ["open_drawer", "lift_red_block_table", "turn_on_led", "push_into_drawer", "rotate_blue_block_right"]
    console, sys.stdout = sys.stdout, io.StringIO()
    for epoch in (9, 29):
        sequences = [("state", rng.sample(tasks, 5)) for _ in range(50)]
        results = [rng.randrange(6) for _ in sequences]
        code["print_and_save"](results, sequences, to / "calvin", epoch)
    sys.stdout = console
    total = sum(min(r + 1, 5) for r in results)
    expected["calvin"] = {"success": sum(results), "rollouts": total, "avg_seq_len": float(np.mean(results)),
                          "chain_2": float(np.mean([r >= 2 for r in results]))}


def libero():
    (to / "libero").mkdir(exist_ok=True)
    expected["libero"] = {}
    for algo, seed, task, rate in (("er", 100, 3, 13 / 20), ("base", 100, 3, 0.5)):
        name = f"libero_object_{algo}_bc_transformer_policy_{seed}_ep50_on{task}.stats"
        torch.save({"loss": np.mean([-.5, -.7]), "success_rate": rate}, to / "libero" / name)
        expected["libero"][name] = rate
    n = 4
    summary = {"L_conf_mat": np.zeros((n, n)), "S_conf_mat": np.zeros((n, n)), "L_fwd": np.zeros((n,)),
               "S_fwd": np.zeros((n,))}
    for i in range(3):
        summary["S_conf_mat"][i][:i + 1] = [round(rng.random() * 20) / 20 for _ in range(i + 1)]
    (to / "libero-lifelong").mkdir(exist_ok=True)
    torch.save(summary, to / "libero-lifelong/result.pt")
    expected["libero-lifelong"] = list(summary["S_conf_mat"][2][:3])


def tensorboard():
    from tensorboardX import SummaryWriter as X
    from torch.utils.tensorboard import SummaryWriter as T
    expected["tensorboard"] = {}
    for name, Writer in (("pytorch", T), ("tensorboardx", X)):
        folder = to / "tensorboard" / name
        for old in folder.glob("*"):
            old.unlink()
        w = Writer(str(folder))
        for step in range(3):
            w.add_scalar("eval/success_rate", .25 * step, step)
            w.add_scalar("train/loss", 1 / (1 + step), step)
        w.add_histogram("weights", np.arange(50.), 0)
        w.close()
        expected["tensorboard"][name] = .5
        for i, f in enumerate(sorted(folder.glob("*"))):
            f.rename(folder / f"events.out.tfevents.{i}")


def vla_eval():
    from vla_eval.recording import RecordingStore
    from vla_eval.results.export import export_db
    folder, own = to / "vla-eval", random.Random(6)  # of its own, so that the others stay as they are
    folder.mkdir(exist_ok=True)
    db = folder / "recording-toy.sqlite"
    db.unlink(missing_ok=True)
    store = RecordingStore(db)
    store.upsert_eval_metadata("toy", "libero_goal", {
        "benchmark": "libero_goal", "mode": "sync", "metric_keys": {"success": "mean", "max_reward": "mean"},
        "config": {"params": {"seed": 7}}})
    successes = 0
    for task in range(2):
        for episode in range(5):
            ok = own.random() < .6
            error = "env_error" if task == 1 and episode == 4 else None
            successes += ok and not error
            store.upsert_episode_result(
                sid=f"s{task}", eid=f"e{episode}", eval_id="toy", task_name=f"open the drawer {task}",
                episode_id=episode, status="error" if error else "success" if ok else "fail",
                metrics={"success": ok and not error, "max_reward": own.random()}, steps=100, elapsed_sec=1.5,
                context={"task_idx": task}, jsonl_path="", failure_reason=error, failure_detail=None)
    store.close()
    export_db(db, folder)
    db.unlink()
    expected["vla-eval"] = {"success": successes, "episodes": 10}


for part in (lerobot, robomimic, calvin_results, libero, tensorboard, vla_eval):
    part()
with open(to / "expected.json", "w") as f:
    json.dump(expected, f, indent=1)
