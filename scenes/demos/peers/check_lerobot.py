"""Opens a dataset in LeRobot, edits it with LeRobot's tools, and trains on it for a few steps.

  check_lerobot.py DATASET            ACT, ACT normalised by quantiles, and Diffusion where there are pictures
  check_lerobot.py DATASET WEIGHTS    ACT with the frames drawn by WEIGHTS/weights-equal.parquet
  check_lerobot.py DATASET WEIGHTS --weigh-losses    SmolVLA with the losses weighted by them, in LeRobot 0.6.1

The last line says what was done, or what is wrong; the exit status is 1 if something is, and 77 if LeRobot lacks what
the check needs.
"""
import importlib.util
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import pyarrow.parquet

import lerobot
from lerobot.datasets.dataset_tools import delete_episodes, merge_datasets, split_dataset
from lerobot.datasets.lerobot_dataset import LeRobotDataset

NUMBERS = {"mean", "std", "min", "max", "count", "q01", "q10", "q50", "q90", "q99"}
SMALL_ACT = ["--policy.type=act", "--policy.chunk_size=4", "--policy.n_action_steps=4", "--policy.dim_model=32",
             "--policy.n_heads=2", "--policy.dim_feedforward=64", "--policy.pretrained_backbone_weights=null"]


def wrong(text):
    print(text)
    sys.exit(1)


def whole(data, what):
    """Every feature has all statistics, and quantiles are those of numbers in their range."""
    for name in data.meta.features:
        s = data.meta.stats.get(name, {})
        if not NUMBERS <= set(s):
            wrong(f"{what}: {name} lacks {sorted(NUMBERS - set(s))}")
        for low, high in (("min", "q01"), ("q01", "q50"), ("q50", "q99"), ("q99", "max")):
            if not (np.asarray(s[low]) <= np.asarray(s[high]) + 1e-6).all():
                wrong(f"{what}: {low} of {name} is above its {high}")


def compare(data):
    """Statistics of vectors are numpy's."""
    columns = data.hf_dataset.with_format("numpy")
    for name in ("action", "observation.state"):
        x, s = np.stack(list(columns[name])).astype(float), data.meta.stats[name]
        for key, value in {"mean": x.mean(0), "std": x.std(0), "q01": np.quantile(x, .01, 0),
                           "q99": np.quantile(x, .99, 0)}.items():
            if not np.allclose(s[key], value, rtol=1e-4, atol=1e-5):
                wrong(f"{key} of {name} is {s[key]}, numpy says {value}")


def train(root, command, arguments):
    """Trains for three steps, and returns the folder of the run and what was said."""
    out = pathlib.Path(tempfile.mkdtemp()) / "run"
    done = subprocess.run(
        [sys.executable, *command, "--dataset.repo_id=local/set", f"--dataset.root={root}", "--policy.device=cpu",
         "--policy.push_to_hub=false", "--batch_size=2", "--steps=3", "--save_freq=3", "--log_freq=1",
         "--num_workers=0", "--wandb.enable=false", f"--output_dir={out}", *arguments], capture_output=True, text=True)
    if done.returncode or not list(out.rglob("model.safetensors")):
        wrong("; ".join(done.stderr.strip().splitlines()[-2:]) or "nothing was trained")
    return out, done.stderr


def save_backbone(folder):
    """Saves what SmolVLA takes from the Hub: here a tiny untrained vision-language model and a tokenizer of bytes.

    SmolVLA is the smallest of the policies whose forward takes reduction="none".
    """
    import tokenizers
    import transformers

    letters = {letter: i for i, letter in enumerate(sorted(tokenizers.pre_tokenizers.ByteLevel.alphabet()))}
    by_bytes = tokenizers.Tokenizer(tokenizers.models.BPE(vocab=letters, merges=[]))
    by_bytes.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=by_bytes, pad_token="<pad>", bos_token="<s>", eos_token="</s>", extra_special_tokens={
            "image_token": "<image>", "fake_image_token": "<fake_token_around_image>",
            "global_image_token": "<global-img>", "end_of_utterance_token": "<end_of_utterance>"})
    transformers.SmolVLMProcessor(transformers.SmolVLMImageProcessor(), tokenizer,
                                  transformers.SmolVLMVideoProcessor()).save_pretrained(folder)
    size = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2, "num_attention_heads": 2}
    transformers.SmolVLMConfig(
        text_config={"model_type": "llama", **size, "num_key_value_heads": 2, "head_dim": 16,
                     "vocab_size": len(tokenizer), "pad_token_id": tokenizer.pad_token_id},
        vision_config={**size, "image_size": 32, "patch_size": 8}, scale_factor=2,
        image_token_id=tokenizer.convert_tokens_to_ids("<image>"), pad_token_id=tokenizer.pad_token_id,
    ).save_pretrained(folder)


def weigh_losses(root, folder):
    """Trains SmolVLA with losses that are weighted, by twice the weights, which changes no bit, and by weights of 1."""
    for module in ("lerobot.utils.sample_weighting", "transformers", "num2words"):
        if not importlib.util.find_spec(module):
            print(f"LeRobot {lerobot.__version__} has no {module} here; the check takes lerobot[smolvla] of 0.6.1")
            sys.exit(77)
    made = pathlib.Path(tempfile.mkdtemp())
    save_backbone(made / "backbone")
    table = pyarrow.parquet.read_table(folder / "weights-equal.parquet")
    column, weight = table.column_names.index("weight"), table["weight"].to_numpy()
    trained = []
    for name, w in {"weights": weight, "twice": 2 * weight, "ones": np.ones_like(weight)}.items():
        path = made / f"{name}.parquet"
        pyarrow.parquet.write_table(table.set_column(column, "weight", pyarrow.array(w)), path)
        plug = [str(folder / "lerobot_weights.py"), f"--weights={path}", "--weigh-losses"]
        run = train(root, plug, [
            "--policy.type=smolvla", f"--policy.vlm_model_name={made / 'backbone'}", "--policy.chunk_size=4",
            "--policy.n_action_steps=4", "--policy.num_vlm_layers=2", "--policy.resize_imgs_with_padding=[32,32]",
            "--policy.optimizer_lr=1e-2", "--policy.scheduler_warmup_steps=0", "--seed=1", "--batch_size=16"])[0]
        (model,) = set(path.resolve() for path in run.rglob("model.safetensors"))
        trained.append(model.read_bytes())
    if trained[0] != trained[1]:
        wrong("twice the weights train another policy")
    if trained[0] == trained[2]:
        wrong("the weights were not used")
    print(f"LeRobot {lerobot.__version__}: SmolVLA trained on losses by weight")


def main():
    root = pathlib.Path(sys.argv[1])
    data = LeRobotDataset("local/set", root=root)
    if sys.argv[3:] == ["--weigh-losses"]:
        weigh_losses(root, pathlib.Path(sys.argv[2]))
        return
    if len(sys.argv) > 2:
        folder = pathlib.Path(sys.argv[2])
        plug = [str(folder / "lerobot_weights.py"), f"--weights={folder / 'weights-equal.parquet'}"]
        if "drawn by the weights" not in train(root, plug, SMALL_ACT)[1]:
            wrong("the weights were not used")
        print(f"LeRobot {lerobot.__version__}: ACT trained on frames drawn by weight")
        return
    if "observation.environment_state" in data.meta.features:
        wrong("observation.environment_state is an observation")
    whole(data, "the dataset")
    compare(data)
    for i in range(0, len(data), max(1, len(data) // 20)):
        data[i]
    folder = pathlib.Path(tempfile.mkdtemp())
    whole(delete_episodes(data, [0, 2], output_dir=folder / "deleted", repo_id="local/deleted"), "after delete")
    parts = split_dataset(data, {"train": 0.7, "val": 0.3}, output_dir=folder / "split")
    for name, part in parts.items():
        whole(part, f"after split, {name}")
    merged = merge_datasets(list(parts.values()), output_repo_id="local/merged", output_dir=folder / "merged")
    whole(merged, "after merge")
    if len(merged) != len(data):
        wrong(f"after split and merge there are {len(merged)} frames of {len(data)}")
    done = "delete, split, merge"
    if data.meta.camera_keys:
        trainer = ["-m", "lerobot.scripts.lerobot_train"]
        train(root, trainer, SMALL_ACT)
        train(root, trainer, [*SMALL_ACT, '--policy.normalization_mapping={"VISUAL": "MEAN_STD", "STATE": "QUANTILES", '
                              '"ACTION": "QUANTILES"}'])
        train(root, trainer, ["--policy.type=diffusion", "--policy.down_dims=[16,32]", "--policy.horizon=8",
                              "--policy.n_action_steps=4", "--policy.drop_n_last_frames=3",
                              "--policy.pretrained_backbone_weights=null"])
        done += ", ACT, ACT by quantiles, Diffusion"
    print(f"LeRobot {lerobot.__version__}: {data.num_episodes} episodes, {len(data)} frames: {done}")


main()
