"""Writes nodes.zip: those of ONNX's own tests of operators whose operators and types package onnx reads.

  python make_nodes.py nodes.zip OPERATOR...      (onnx 1.23.2; the operators are those that the package registers)

Each test is a folder with a model, its inputs and its outputs. Tests of more than 6 kB are left out.
"""
import sys
import zipfile

import numpy as np
from onnx import TensorProto, numpy_helper
from onnx.backend.test.case.node import collect_testcases

operators, types = set(sys.argv[2:]), {TensorProto.FLOAT, TensorProto.UINT8, TensorProto.INT32, TensorProto.INT64,
                                       TensorProto.BOOL, TensorProto.DOUBLE}
archive = zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED, compresslevel=9)


def put(name, data):
    entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, data)


def tensor(value, info):
    if not isinstance(value, TensorProto):
        value = numpy_helper.from_array(np.asarray(value), info.name)
    return value.SerializeToString()


seen = set()
for case in sorted(collect_testcases(None), key=lambda c: c.name):
    model = case.model
    if model is None or case.name in seen or {n.op_type for n in model.graph.node} - operators:
        continue
    values = [*model.graph.input, *model.graph.output]
    if any(o.domain not in ("", "ai.onnx") for o in model.opset_import) or any(
            a.type in (5, 10) for n in model.graph.node for a in n.attribute) or any(
            not v.type.HasField("tensor_type") or v.type.tensor_type.elem_type not in types for v in values):
        continue
    inputs, outputs = case.data_sets[0]
    files = {f"input_{i}.pb": tensor(x, v) for i, (x, v) in enumerate(zip(inputs, model.graph.input))}
    files |= {f"output_{i}.pb": tensor(x, v) for i, (x, v) in enumerate(zip(outputs, model.graph.output))}
    if sum(map(len, files.values())) > 6000:
        continue
    seen.add(case.name)
    put(case.name + "/model.onnx", model.SerializeToString(deterministic=True))
    for name, data in files.items():
        put(f"{case.name}/{name}", data)
archive.close()
print(len(seen), "tests")
