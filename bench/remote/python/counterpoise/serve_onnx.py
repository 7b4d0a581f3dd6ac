"""An ONNX model as a policy server, computed by ONNX Runtime, for `counterpoise eval --remote`.

    pip install onnxruntime
    python -m counterpoise.serve_onnx policy.onnx --port 8000
    counterpoise eval --remote ws://127.0.0.1:8000 --task picking

`counterpoise export` writes such models. Their inputs are among these, each with a first axis for the batch, and with a
second one for the history where the policy acts on more than one observation (the present one first):

    observation.state          float32 [15]          CALVIN's robot_obs
    scene_state                float32 [24]          CALVIN's scene_obs, privileged
    observation.images.static  uint8 [200, 200, 3], or float32 [3, 200, 200] in [0, 1]
    observation.images.ego     uint8 [84, 84, 3], or float32 [3, 84, 84]
    noise                      float32 [n]           N(0, 1), for policies that sample

The first output is a chunk of actions: [chunk, 7] or [7 chunk] behind the batch.
"""

import argparse
import hashlib
import pathlib
import sys

import numpy as np

from .serve import serve
from .spaces import ACTION_SIZE

SOURCES = {
    "observation.state": "robot", "scene_state": "scene", "observation.images.static": "static",
    "observation.images.ego": "gripper",
}
BATCH = 64  # observations of a question, at most
MOST_HISTORY = 8


class Model:
    """A model as a function of an observation. ValueError names what in a file is not as the signature has it."""

    def __init__(self, path):
        import onnxruntime  # an optional package, needed by this module alone

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1  # an answer then depends on its observation alone
        self.session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        self.inputs = {i.name: i for i in self.session.get_inputs()}
        unknown = sorted(set(self.inputs) - set(SOURCES) - {"noise"})
        if unknown:
            raise ValueError(f"{path} has an input {unknown[0]!r}; those of a policy are "
                             f"{', '.join([*SOURCES, 'noise'])}")
        histories = {self._history(i) for i in self.inputs.values() if i.name != "noise"}
        if len(histories) != 1 or not 1 <= min(histories) <= MOST_HISTORY:
            raise ValueError(f"the inputs of {path} have histories of {sorted(histories)} observations; all of them "
                             f"have the same, 1 to {MOST_HISTORY}")
        self.history = histories.pop()
        meta = self.session.get_modelmeta().custom_metadata_map
        self.metadata = {
            "name": pathlib.Path(path).name, "batch": BATCH, "history": self.history,
            "observes": [f"{name}={SOURCES[name]}" for name in self.inputs if name != "noise"],
        }
        if "counterpoise.execute" in meta:
            self.metadata["execute"] = int(meta["counterpoise.execute"])
        if meta.get("counterpoise.task"):
            self.metadata["task"] = meta["counterpoise.task"]

    @staticmethod
    def _history(value):
        """The number of observations in an input: the length of the axis behind the batch, where there is one."""
        axes = {"observation.state": 2, "scene_state": 2}.get(value.name, 4)
        return value.shape[1] if len(value.shape) == axes + 1 else 1

    def __call__(self, observation):
        """The chunks of actions (n, chunk, 7) for n histories of observations, which stand one after another."""
        pixels = observation.get("pixels", {})
        seen = {
            "observation.state": observation.get("agent_pos"), "scene_state": observation.get("environment_state"),
            "observation.images.static": pixels.get("static"), "observation.images.ego": pixels.get("ego"),
        }
        feed = {name: self._array(seen[name], i) for name, i in self.inputs.items() if name != "noise"}
        count = len(next(iter(feed.values())))
        if "noise" in self.inputs:
            width = self.inputs["noise"].shape[1]
            feed["noise"] = np.stack([self._noise([x[k] for x in feed.values()], width) for k in range(count)])
        out = self.session.run(None, feed)[0]
        return out.reshape(count, -1, ACTION_SIZE)

    def _array(self, x, value):
        """What an input sees, in its type: pictures are 8-bit RGB by rows, or colours in [0, 1] by channels."""
        if x is None:
            raise ValueError(f"the question lacks {value.name}")
        x = np.asarray(x)
        pictures = x.ndim == 4
        if value.type == "tensor(uint8)":
            x = x.astype(np.uint8)
        elif pictures:
            x = np.moveaxis(x.astype(np.float32) / 255, -1, 1)
        else:
            x = x.astype(np.float32)
        if self.history == 1:
            return x
        return x.reshape(-1, self.history, *x.shape[1:])

    @staticmethod
    def _noise(seen, width):
        """N(0, 1) by the bits of what the policy sees: the same observation gives the same actions."""
        digest = hashlib.sha256(b"".join(np.ascontiguousarray(x).tobytes() for x in seen)).digest()
        return np.random.Generator(np.random.PCG64(int.from_bytes(digest[:8], "little"))).standard_normal(
            width, dtype=np.float32)


def main():
    parser = argparse.ArgumentParser(prog="python -m counterpoise.serve_onnx", description=__doc__.split("\n")[0])
    parser.add_argument("model", help="the file, such as policy.onnx")
    parser.add_argument("--port", type=int, default=8000, help="0 takes a free one")
    arguments = parser.parse_args()
    try:
        model = Model(arguments.model)
    except ImportError:
        sys.exit("serve_onnx: ONNX Runtime is missing: pip install onnxruntime")
    except Exception as problem:  # onnxruntime has exceptions of its own for files that it cannot read
        sys.exit(f"serve_onnx: {problem}")
    serve(model, arguments.port, metadata=model.metadata,
          ready=lambda port: print(f"{arguments.model} at ws://127.0.0.1:{port}", flush=True))


if __name__ == "__main__":
    main()
