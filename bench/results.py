# SPDX-License-Identifier: BSL-1.0
"""Runs the benchmark programs and gathers what they measure. What `bench/targets.py` and `bench/report.py` share."""

import argparse
import json
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent / "compile"))
import costs  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDERS = ("machine", "op", "graph", "models")


def programs(build, folders=FOLDERS):
    """All that is built; of the folders that CMake fills, only files that can be run."""
    for folder in folders:
        for path in sorted((build / "bench" / folder).glob("*")):
            if path.is_file() and path.stat().st_mode & 0o100 and not path.suffix:
                yield path


def run(program):
    """{name of the case: its counters and `us`, or `error`}; what the program prints for people goes to stderr."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        done = subprocess.run([program, f"--benchmark_out={file.name}", "--benchmark_out_format=json"],
                              stdout=subprocess.DEVNULL, check=False)
        text = pathlib.Path(file.name).read_text()
    if done.returncode != 0 or not text:
        print(f"{program} failed with status {done.returncode}", file=sys.stderr)
        return {program.name: {"error": f"status {done.returncode}"}}
    cases = {}
    for case in json.loads(text)["benchmarks"]:
        name = case["name"].split("/iterations:")[0]
        counters = {key: value for key, value in case.items() if isinstance(value, float)}
        cases[name] = counters | {"us": case.get("real_time", math.nan)}
        if case.get("error_occurred"):
            cases[name]["error"] = case["error_message"]
    return cases


def medians(runs):
    """Of several runs, each counter's median: neighbours of a virtual machine slow single runs down."""
    result = {}
    for name in dict.fromkeys(name for run in runs for name in run):
        cases = [run[name] for run in runs if name in run]
        sound = [case for case in cases if "error" not in case]
        result[name] = {key: statistics.median(case[key] for case in sound if key in case)
                        for key in sound[0]} if sound else cases[0]
    return result


def add_arguments(parser):
    parser.add_argument("--runs", type=int, default=1, help="run each program so often, and take medians")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/gcc-release", help="where the programs are")
    parser.add_argument("--results", type=pathlib.Path, help="a file to read, not to run; written if missing")


def measured(build, runs, folders=FOLDERS):
    return medians([{name: case for program in programs(build, folders) for name, case in run(program).items()}
                    for _ in range(runs)])


def gathered(arguments: argparse.Namespace):
    if arguments.results and arguments.results.exists():
        return json.loads(arguments.results.read_text())
    results = measured(arguments.build, arguments.runs) | costs.measured()
    if arguments.results:
        arguments.results.write_text(json.dumps(results, indent=1))
    return results


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))
