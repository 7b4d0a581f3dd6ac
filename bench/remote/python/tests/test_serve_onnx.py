"""Models of ONNX behind the policy server."""

import numpy as np
import pytest

onnx = pytest.importorskip("onnx")
pytest.importorskip("onnxruntime")
from counterpoise.serve_onnx import Model  # noqa: E402
from onnx import TensorProto, helper  # noqa: E402


def kept(path, inputs, nodes, metadata=()):
    """Writes a model whose last node gives "action", and returns its path."""
    values = [helper.make_tensor_value_info(name, kind, ["batch", *dims]) for name, kind, *dims in inputs]
    out = helper.make_tensor_value_info("action", TensorProto.FLOAT, None)
    constants = [helper.make_tensor("mean_axis", TensorProto.INT64, [1], [1])]
    model = helper.make_model(helper.make_graph(nodes, "policy", values, [out], constants), ir_version=8,
                              opset_imports=[helper.make_opsetid("", 18)])
    for key, value in metadata:
        model.metadata_props.add(key=key, value=value)
    onnx.save(model, path)
    return str(path)


def test_state_and_metadata(tmp_path):
    gather = helper.make_node("Slice", ["observation.state", "zero", "seven", "mean_axis"], ["action"])
    nodes = [helper.make_node("Constant", [], ["zero"], value_ints=[0]),
             helper.make_node("Constant", [], ["seven"], value_ints=[7]), gather]
    model = Model(kept(tmp_path / "p.onnx", [("observation.state", TensorProto.FLOAT, 15)], nodes,
                       [("counterpoise.execute", "1"), ("counterpoise.task", "picking")]))
    assert model.metadata == {"name": "p.onnx", "batch": 64, "history": 1, "observes": ["observation.state=robot"],
                              "execute": 1, "task": "picking"}
    state = np.arange(30, dtype=np.float32).reshape(2, 15)
    np.testing.assert_array_equal(model({"agent_pos": state}), state[:, None, :7])
    with pytest.raises(ValueError, match="the question lacks observation.state"):
        model({})


def test_histories_stand_one_after_another(tmp_path):
    nodes = [helper.make_node("ReduceMean", ["observation.state", "mean_axis"], ["mean"], keepdims=0),
             helper.make_node("Constant", [], ["zero"], value_ints=[0]),
             helper.make_node("Constant", [], ["seven"], value_ints=[7]),
             helper.make_node("Slice", ["mean", "zero", "seven", "mean_axis"], ["action"])]
    model = Model(kept(tmp_path / "p.onnx", [("observation.state", TensorProto.FLOAT, 2, 15)], nodes))
    state = np.arange(60, dtype=np.float32).reshape(4, 15)
    want = np.stack([state[:2].mean(0), state[2:].mean(0)])[:, None, :7]
    np.testing.assert_allclose(model({"agent_pos": state}), want)
    assert model.metadata["history"] == 2


@pytest.mark.parametrize("kind, dims", [(TensorProto.UINT8, (200, 200, 3)), (TensorProto.FLOAT, (3, 200, 200))])
def test_pictures(tmp_path, kind, dims):
    """The mean over all pixels of a picture whose left half is white: the same in both layouts."""
    nodes = [helper.make_node("Cast", ["observation.images.static"], ["x"], to=TensorProto.FLOAT),
             helper.make_node("Constant", [], ["axes"], value_ints=[1, 2, 3]),
             helper.make_node("ReduceMean", ["x", "axes"], ["m"], keepdims=0),
             helper.make_node("Constant", [], ["shape"], value_ints=[-1, 1, 1]),
             helper.make_node("Reshape", ["m", "shape"], ["r"]),
             helper.make_node("Constant", [], ["wide"], value_ints=[1, 1, 7]),
             helper.make_node("Expand", ["r", "wide"], ["action"])]
    model = Model(kept(tmp_path / "p.onnx", [("observation.images.static", kind, *dims)], nodes))
    picture = np.zeros((1, 200, 200, 3), np.uint8)
    picture[:, :, :100] = 255
    want = 127.5 if kind == TensorProto.UINT8 else 0.5
    np.testing.assert_allclose(model({"pixels": {"static": picture}}), np.full((1, 1, 7), want), rtol=1e-5)


def test_noise_follows_from_the_observation(tmp_path):
    nodes = [helper.make_node("Constant", [], ["axes"], value_ints=[1]),
             helper.make_node("ReduceSum", ["observation.state", "axes"], ["s"], keepdims=1),
             helper.make_node("Add", ["noise", "s"], ["action"])]
    model = Model(kept(tmp_path / "p.onnx", [("observation.state", TensorProto.FLOAT, 15),
                                             ("noise", TensorProto.FLOAT, 14)], nodes))
    state = np.random.default_rng(1).normal(size=(3, 15)).astype(np.float32)
    together = model({"agent_pos": state})
    alone = np.concatenate([model({"agent_pos": state[k:k + 1]}) for k in range(3)])
    np.testing.assert_array_equal(together, alone)
    assert together.shape == (3, 2, 7) and np.ptp(together[0]) > 0.1


def test_other_inputs_are_refused(tmp_path):
    nodes = [helper.make_node("Identity", ["joints"], ["action"])]
    with pytest.raises(ValueError, match="has an input 'joints'; those of a policy are observation.state, scene_state"):
        Model(kept(tmp_path / "p.onnx", [("joints", TensorProto.FLOAT, 7)], nodes))
