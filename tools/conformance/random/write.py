# SPDX-License-Identifier: BSL-1.0
"""Operator tests of chance: random nodes, random inputs, and the outputs that ONNX Runtime gives for them."""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys

import numpy
from onnx import numpy_helper

from case import Case, Chance
from families import FAMILIES

HERE = pathlib.Path(__file__).parent


def draw(operator, seed):
    chance = Chance(operator, seed)
    case = Case(chance)
    FAMILIES[operator](case, chance, operator)
    return case


def write_tensor(folder, kind, index, name, values):
    file = folder / "test_data_set_0" / f"{kind}_{index}.pb"
    file.write_bytes(numpy_helper.from_array(values, name).SerializeToString())


def write_case(folder, case):
    (folder / "test_data_set_0").mkdir(parents=True)
    (folder / "model.onnx").write_bytes(case.model().SerializeToString())
    for i, (name, values) in enumerate(case.inputs):
        write_tensor(folder, "input", i, name, values)
        (folder / f"input_{i}.bin").write_bytes(values.tobytes())


def run(root, cases, runtime):
    """All cases, also those behind one that stops ONNX Runtime."""
    listed = [
        {"name": name, "inputs": [{"name": x, "element": str(v.dtype), "dims": v.shape} for x, v in case.inputs]}
        for name, case in cases.items()
    ]
    (root / "cases.json").write_text(json.dumps(listed))
    for _ in cases:  # a signal ends a run at one case each
        done = subprocess.run(["node", HERE / "run.js", runtime, root], stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode > 0:
            sys.exit(f"node cannot run ONNX Runtime: {done.stderr}")
        if done.returncode == 0:
            break


def finish(folder, case):
    """Adds the outputs; whether there are any."""
    if not (folder / "outputs.json").exists():
        return False
    outputs = [
        (each["name"], each["element"], each["dims"]) for each in json.loads((folder / "outputs.json").read_text())
    ]
    (folder / "model.onnx").write_bytes(case.model(outputs).SerializeToString())
    for i, (name, element, dims) in enumerate(outputs):
        values = numpy.fromfile(folder / f"output_{i}.bin", element)
        write_tensor(folder, "output", i, name, values[: int(numpy.prod(dims))].reshape(dims))
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=pathlib.Path, help="where to write the tests; what is there is deleted")
    parser.add_argument("runtime", type=pathlib.Path, help="onnxruntime-node")
    parser.add_argument("operators", nargs="*", metavar="OPERATOR", help="all where none is named")
    parser.add_argument("--seed", type=int, default=1, help="the first test's")
    parser.add_argument("--count", type=int, default=10, help="tests of each operator")
    asked = parser.parse_args()
    unknown = set(asked.operators) - set(FAMILIES)
    if unknown:
        parser.error(f"no such operators: {' '.join(sorted(unknown))}; there are {' '.join(sorted(FAMILIES))}")
    shutil.rmtree(asked.folder, ignore_errors=True)
    cases = {
        f"{operator}_{seed}": draw(operator, seed)
        for operator in asked.operators or FAMILIES
        for seed in range(asked.seed, asked.seed + asked.count)
    }
    for name, case in cases.items():
        write_case(asked.folder / name, case)
    run(asked.folder, cases, asked.runtime.resolve())
    left_out = 0
    for name, case in cases.items():
        folder = asked.folder / name
        if finish(folder, case):
            continue
        reason = folder / "refused.txt"
        print(f"left out {name}: {reason.read_text()[:200] if reason.exists() else 'not run'}", file=sys.stderr)
        shutil.rmtree(folder)
        left_out += 1
    print(f"{len(cases) - left_out} tests written, {left_out} left out that ONNX Runtime refuses", file=sys.stderr)


if __name__ == "__main__":
    main()
