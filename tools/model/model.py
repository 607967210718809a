#!/usr/bin/python3
# SPDX-License-Identifier: BSL-1.0
"""Imports models, compiles them, runs every case that they come with, and compares the outputs.

    tools/model/model.py [--import LITHO_IMPORT] [--compiler gcc|clang|both] [--table FILE] DIR...

A DIR, or any folder below it, holds models in one of three forms:
  NAME.json beside NAME.onnx   with `bind` (symbolic dimensions) and `cases` (inputs and outputs as .npy files)
  NAME.onnx with NAME_output_0.pb   input element i of n is i / n
  NAME.json beside NAME_x_python.csv and NAME_y_python.csv   a network of RTNeural and a series, a step a line
Prints a line a model and a summary; the status is 0 if all are right.
"""

import argparse
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import time

import numpy

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMPILERS = {"gcc": "g++", "clang": "clang++-19"}
MEMORY_LIMIT = 12 << 30
TOLERANCE = 1e-3  # of whole networks; integers may be one step off


def limits_of(compiler):
    """The flags that CMake's target litho passes on to its users."""
    text = (ROOT / "CMakeLists.txt").read_text()
    return re.search(rf"set\({compiler}_limits\s+([^)]*)\)", text).group(1).split()


class Failure(Exception):
    pass


def run(command, seconds, memory=MEMORY_LIMIT):
    """(output, seconds of user time, peak bytes) of a command."""
    begin = time.monotonic()
    child = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        preexec_fn=lambda: (resource.setrlimit(resource.RLIMIT_AS, (memory, memory)),
                            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))))
    output = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        lines = [line for line in output.splitlines() if "error" in line or "refused" in line] or output.splitlines()
        raise Failure(f"{pathlib.Path(command[0]).name}: {(lines or ['status ' + str(child.returncode)])[0][:300]} "
                      f"(after {time.monotonic() - begin:.0f} s)")
    return output, usage.ru_utime, usage.ru_maxrss * 1024


def read_pb(path):
    import onnx
    from onnx import numpy_helper
    tensor = onnx.TensorProto()
    tensor.ParseFromString(path.read_bytes())
    return numpy_helper.to_array(tensor)


class Model:
    """A model with its cases: lists of (inputs, outputs) as arrays. Those of a series are input 0 and output 0 of many runs."""

    def __init__(self, name, path, bind, cases, input_names, is_series=False):
        self.name, self.path, self.bind, self.cases, self.input_names = name, path, bind, cases, input_names
        self.is_series = is_series

    def constants(self):
        """Whole numbers without axes that all cases agree on, such as a sampling rate: they choose branches."""
        found = {}
        for i, name in enumerate(self.input_names):
            values = [case[0][i] for case in self.cases]
            if values and values[0].ndim == 0 and values[0].dtype.kind == "i" and all(v == values[0] for v in values):
                found[name] = int(values[0])
        return found


def find_models(folder, steps):
    for described in sorted(folder.rglob("*.json")):
        text = json.loads(described.read_text())
        if not isinstance(text, dict) or "cases" not in text or not str(text.get("model", "")).endswith(".onnx"):
            continue
        load = lambda names: [numpy.load(described.parent / name) for name in names]
        cases = [(load(case["inputs"]), load(case["outputs"])) for case in text["cases"]]
        yield Model(f"{described.parent.name}/{described.stem}", described.parent / text["model"], text.get("bind") or {},
                    cases, [each["name"] for each in text["inputs"]])
    for stored in sorted(folder.rglob("*_output_0.pb")):
        path = stored.with_name(stored.name.replace("_output_0.pb", ".onnx"))
        if path.exists():
            count = 3 * 224 * 224
            picture = (numpy.arange(count, dtype=numpy.float64) / count).astype(numpy.float32).reshape(1, 3, 224, 224)
            yield Model(path.stem, path, {}, [([picture], [read_pb(stored)])], ["data_0"])
    for stored in sorted(folder.rglob("*_x_python.csv")):
        path, expected = (stored.with_name(stored.name.replace("_x_python.csv", end)) for end in (".json", "_y_python.csv"))
        if path.exists() and expected.exists():
            load = lambda name: numpy.loadtxt(name, delimiter=",", ndmin=2).astype(numpy.float32)
            yield Model(f"{path.parent.name}/{path.stem}", path, {"steps": steps}, [([load(stored)], [load(expected)])], ["x"],
                        is_series=True)


def identifier(text):
    return re.sub(r"\W+", "_", text)


def error_of(found, expected):
    """The largest error in units of what is allowed, and the largest error."""
    if expected.dtype.kind in "iub":
        difference = numpy.abs(found.astype(numpy.float64) - expected.astype(numpy.float64)).max(initial=0)
        return difference, difference
    wrong = ~(numpy.isnan(found) & numpy.isnan(expected)) & ~(found == expected)
    difference = numpy.where(wrong, numpy.abs(found.astype(numpy.float64) - expected), 0)
    allowed = TOLERANCE + TOLERANCE * numpy.abs(expected.astype(numpy.float64))
    share = numpy.where(wrong, difference / allowed, 0)
    share = numpy.where(numpy.isnan(share), numpy.inf, share)
    return share.max(initial=0), difference.max(initial=0)


def last_rows(found, expected, width):
    """What was found where results are stored: PyTorch stores a line a channel, and none before a convolution is full."""
    if expected.shape[1] == 1:
        expected = expected.reshape(-1, width)
    elif expected.shape[1] != width:
        expected = expected.T
    found = found.reshape(-1, width)
    if expected.shape[1] != width or not 0 < expected.shape[0] <= found.shape[0]:
        raise Failure(f"{expected.shape} results are stored, {found.shape} are found")
    return found[-expected.shape[0]:], expected


def check(model, compiler, arguments):
    if model.is_series and any(len(inputs[0]) % arguments.steps for inputs, _ in model.cases):
        raise Failure(f"the series is no multiple of {arguments.steps} steps")
    name = identifier(model.name)
    folder = arguments.build / compiler / name
    folder.mkdir(parents=True, exist_ok=True)
    constants = model.constants()
    command = [arguments.importer, str(model.path), "-o", str(folder), "--name", name]
    for symbol, value in model.bind.items():
        command += ["--bind", f"{symbol}={value}"]
    for constant, value in constants.items():
        command += ["--const", f"{constant}={value}"]
    _, import_seconds, _ = run(command, 600)

    program = folder / "harness"
    command = [COMPILERS[compiler], "-std=c++20", "-O3", "-march=native", "-DNDEBUG", "-g0", *limits_of(compiler), "-I",
               str(ROOT / "include"), "-isystem", "/usr/include/eigen3", "-I", str(folder), f"-DLITHO_MODEL_HEADER=\"{name}.hpp\"",
               f"-DLITHO_MODEL={name}", str(ROOT / "tools/model/harness.cpp"), "-o", str(program)]
    _, seconds, memory = run(command, 1800)

    kept = [i for i, each in enumerate(model.input_names) if each not in constants]
    share, difference, line = 0.0, 0.0, None
    for number, (inputs, outputs) in enumerate(model.cases):
        files = []
        for i in kept:
            files.append(str(folder / f"in{i}"))
            pathlib.Path(files[-1]).write_bytes(numpy.ascontiguousarray(inputs[i]).tobytes())
        repeats = 1 if number else arguments.repeats
        mode = ["--series"] if model.is_series else []
        output, _, _ = run([str(program), *mode, str(folder / f"{name}.weights"), str(repeats), str(folder / "out"), *files], 600)
        line = line or output.split()
        for i, expected in enumerate(outputs):
            found = numpy.frombuffer((folder / f"out{i}").read_bytes(), dtype=expected.dtype)
            if model.is_series:
                ports, _, _ = run([str(program)], 60)
                width = int(re.search(r"^output y .*,(\d+)\]$", ports, re.MULTILINE).group(1))
                found, expected = last_rows(found, expected, width)
            if found.size != expected.size:
                raise Failure(f"output {i} has {found.size} elements, not {expected.size}")
            each = error_of(found.reshape(expected.shape), expected)
            share, difference = max(share, each[0]), max(difference, each[1])
    nodes = sum(1 for text in (folder / f"{name}.hpp").read_text().splitlines() if "litho::call<" in text)
    return {"right": share <= 1, "error": difference, "cases": len(model.cases), "nodes": nodes, "kernels": int(line[0]),
            "arena": int(line[1]), "weights": int(line[2]), "multiply_adds": int(line[3]), "microseconds": float(line[4]),
            "load_ms": float(line[5]), "import_s": import_seconds, "compile_s": seconds, "compile_bytes": memory}


def told(model, compiler, result):
    if isinstance(result, str):
        return f"failed {model.name} ({compiler}): {result}"
    return (f"{'right ' if result['right'] else 'WRONG '} {model.name} ({compiler}): {result['cases']} cases, error {result['error']:.2g}, "
            f"{result['nodes']} nodes, {result['kernels']} kernels, arena {result['arena']} B, compile {result['compile_s']:.1f} s "
            f"{result['compile_bytes'] / 1e6:.0f} MB, run {result['microseconds']:.1f} us")


def cells_of(result):
    if isinstance(result, str):
        return [result, "", "", "", ""]
    return [f"{result['compile_s']:.1f}", f"{result['compile_bytes'] / 1e6:.0f}", f"{result['load_ms']:.1f}",
            f"{result['microseconds']:.1f}", f"{result['error']:.2g}"]


def write_table(path, rows, compilers):
    """A page with a line a model: what the plan has, and what it costs with each compiler."""
    versions = [subprocess.run([COMPILERS[each], "--version"], capture_output=True, text=True).stdout.splitlines()[0]
                for each in compilers]
    heads = [f"{each}: {what}" for each in compilers for what in ("s", "MB", "load ms", "run us", "error")]
    lines = ["# Models", "",
             "Written by `./dev model --compiler both --table docs/reference/models.md DIR...`: each model imported, compiled at",
             "`-O3 -march=native` in one file with a program that runs its stored cases, and compared. Seconds and MB are user time and",
             "peak memory of that compiler run, headers included; us is the median of runs, other work on the machine included; the error",
             "is the largest of all outputs. Arena is the working memory of a run.", "",
             "; ".join(versions) + ".", "",
             "| model | nodes | kernels | arena KiB | " + " | ".join(heads) + " |",
             "|---|" + "--:|" * (3 + len(heads))]
    by_model = {}
    for model, compiler, result in rows:
        by_model.setdefault(model.name, {})[compiler] = result
    for name, results in by_model.items():
        known = next((each for each in results.values() if not isinstance(each, str)), None)
        plan = [str(known["nodes"]), str(known["kernels"]), f"{known['arena'] / 1024:.0f}"] if known else ["", "", ""]
        cells = [cell for each in compilers for cell in cells_of(results.get(each, "not run"))]
        lines.append("| " + " | ".join([name, *plan, *cells]) + " |")
    path.write_text("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=pathlib.Path, metavar="DIR")
    parser.add_argument("--import", dest="importer", default=str(ROOT / "build/gcc-release/tools/import/litho-import"))
    parser.add_argument("--compiler", choices=["gcc", "clang", "both"], default="gcc")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/models")
    parser.add_argument("--repeats", type=int, default=20, help="runs that the time is the median of")
    parser.add_argument("--steps", type=int, default=1, help="how much of a series one run takes; must divide its length")
    parser.add_argument("--only", default="", help="a regular expression that names must hold")
    parser.add_argument("--table", type=pathlib.Path, help="also write the results as a Markdown table")
    arguments = parser.parse_args()
    compilers = ["gcc", "clang"] if arguments.compiler == "both" else [arguments.compiler]
    rows = []
    for folder in arguments.folders:
        for model in find_models(folder, arguments.steps):
            if not re.search(arguments.only, model.name):
                continue
            for compiler in compilers:
                try:
                    result = check(model, compiler, arguments)
                except Failure as failure:
                    result = str(failure)
                rows.append((model, compiler, result))
                print(told(*rows[-1]), flush=True)
    if arguments.table:
        write_table(arguments.table, rows, compilers)
    right = sum(1 for row in rows if not isinstance(row[2], str) and row[2]["right"])
    failed = sum(1 for row in rows if isinstance(row[2], str))
    print(f"{right} right, {len(rows) - right - failed} wrong, {failed} failed")
    return 0 if rows and right == len(rows) else 1


if __name__ == "__main__":
    sys.exit(main())
