#!/usr/bin/python3
# SPDX-License-Identifier: BSL-1.0
"""Writes what the benchmarks measure on this machine to docs/performance.md, with a plot beside it.

    bench/report.py [--build DIR] [--beside DIR]... [--runs N] [--results FILE] [--output docs]

DIR of --beside is the build of another compiler or processor, of which products, convolutions and so on are measured.

What stands in the page from the heading "What falls short" on is written by hand and kept.
"""

import argparse
import pathlib
import re
import subprocess
import sys

import results as bench
import targets

KEPT = "## What falls short, and why"
GROUPS = {
    "Products": ("matmul/", ["oneDNN", "OpenBLAS", "Eigen", "unrolled"]),
    "Convolutions": ("conv/", ["oneDNN", "oneDNN_blocked"]),
    "Functions, softmax, layer norm": ("functions/|softmax/|layer_norm/", ["O0", "oneDNN", "Eigen"]),
    "Moves": ("transpose/|max_pool/", ["oneDNN", "Eigen"]),
    "Chains and small graphs": ("chain/|matmul_bias|conv3x3|digits|attention/", ["O0", "oneDNN", "Eigen"]),
    "Steps of recurrent cells": ("gru/|lstm/", ["Eigen"]),
    "Two workers": ("workers/", ["one"]),
}
TICKS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100)
LIMITS = {"of_peak": "FMA peak", "of_bandwidth": "bandwidth", "of_exp": "exp"}


def first_line(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0]
    except (OSError, subprocess.CalledProcessError, IndexError):
        return ""


def compiled_with(build):
    cache = (build / "CMakeCache.txt").read_text()
    found = lambda name: (re.findall(rf"^{name}(?::\w+)?=(.*)$", cache, re.M) or [""])[0]
    native = "-march=native" if found("LITHO_NATIVE") == "ON" else ""
    flags = " ".join(filter(None, [found("CMAKE_CXX_FLAGS"), "-O3", native]))
    return first_line(found("CMAKE_CXX_COMPILER"), "--version"), f"`{flags}`"


def versions(build):
    peers = [f"{name} {version}" for name, package in
             (("Eigen", "libeigen3-dev"), ("oneDNN", "libdnnl-dev"), ("OpenBLAS", "libopenblas-dev"))
             if (version := first_line("dpkg-query", "-W", "-f", "${Version}", package))]
    node = bench.ROOT / "build/peers/node_modules/onnxruntime-node/package.json"
    if node.exists():
        peers.append("ONNX Runtime " + re.search(r'"version": "(.*?)"', node.read_text()).group(1))
    return f"{', '.join(compiled_with(build))}. Peers: {', '.join(peers)}; each on one thread."


def table(head, rows):
    return ["| " + " | ".join(head) + " |", "|---|" + "--:|" * (len(head) - 1),
            *("| " + " | ".join(row) + " |" for row in rows), ""]


def ratio(case, peer):
    return f"{case[f'vs_{peer}']:.2f}x" if f"vs_{peer}" in case else ""


def share(case):
    return ", ".join(f"{100 * case[counter]:.0f} % of {name}" for counter, name in LIMITS.items() if counter in case)


def limits(results):
    rows = []
    for name, case in results.items():
        for unit in ("GFLOP/s", "Gexp/s", "GB/s"):
            if name.startswith("limit/") and unit in case:
                rows.append([name.removeprefix("limit/"), f"{case[unit]:.1f} {unit}"])
    return table(["limit", "measured"], rows)


def group(results, pattern, peers):
    rows = [[name, f"{case['us']:.4g}", *(ratio(case, peer) for peer in peers), share(case),
             f"{case.get('rounds', 0):.0f}"]
            for name, case in results.items() if re.match(pattern, name) and "error" not in case]
    return table(["case", "us", *(f"against {peer}" for peer in peers), "of the limit", "rounds"], rows)


def models(results):
    rows = []
    for name, case in results.items():
        if name.startswith("model/") and "error" not in case:
            milliseconds = [f"{case[key]:.3g}" if key in case else "" for key in
                            ("litho_first_ms", "ORT_first_ms", "litho_load_ms", "ORT_load_ms")]
            with_tiles, two = (f"{1 / case[key]:.2f}x" if key in case else "" for key in ("vs_Winograd", "vs_two"))
            rows.append([name.removeprefix("model/"), f"{case['us']:.4g}", ratio(case, "ORT"), ratio(case, "O0"),
                         with_tiles, two,
                         *milliseconds, f"{case['arena_bytes'] / 1024:.0f}", f"{case['weight_bytes'] / 1024:.0f}",
                         f"{case['rounds']:.0f}"])
    return table(["model", "us", "against ONNX Runtime", "against O0", "with Winograd", "two workers", "first run, ms",
                  "its first run", "load, ms", "its load", "arena KiB", "weights KiB", "rounds"], rows)


def compile_costs(results):
    rows = [[name.removeprefix("compile/"), f"{case['seconds']:.2f}", f"{case['bytes'] / 1e6:.1f}"]
            for name, case in results.items() if name.startswith("compile/") and "error" not in case]
    return table(["what", "seconds", "peak MB"], rows)


def others(beside):
    """Each case's time and share of the limit, with each compiler and processor a column."""
    names = dict.fromkeys(name for results in beside.values() for name, case in results.items()
                          if not name.startswith("limit/") and "error" not in case)
    cell = lambda case: f"{case['us']:.4g} us" + (f", {share(case)}" if share(case) else "") if case else ""
    rows = [[name, *(cell(results.get(name)) for results in beside.values())] for name in names]
    fma = [f"{results['limit/fma']['GFLOP/s']:.1f} GFLOP/s" for results in beside.values()]
    return table(["case", *beside], [["FMA peak", *fma], *rows])


def page(results, build, picture, kept, runs, beside):
    lines = ["# Performance", "",
             "Generated by `./dev bench --report` (bench/report.py). Contenders take turns in one process; times are",
             f"medians over rounds (and over {runs} runs), ratios are medians of the ratios of single rounds; above 1x we",
             "are faster. Limits are measured beside each case.", "",
             f"{bench.costs.measure.processor()}, one core. {versions(build)}", ""]
    if picture:
        lines += ["![speed against the peers](performance.png)", ""]
    lines += ["## Limits of the machine", "", *limits(results)]
    lines += ["## Targets", "", *table(["target", "wanted", "measured", "verdict"],
                                       [target.line(results) for target in targets.TARGETS])]
    for title, (pattern, peers) in GROUPS.items():
        lines += [f"## {title}", "", *group(results, pattern, peers)]
    lines += ["## Models", "", *models(results), "## Compile cost", "", *compile_costs(results)]
    if beside:
        lines += ["## Other compilers and processors", "", *others(beside)]
    failed = [f"- {name}: {case['error']}" for name, case in results.items() if "error" in case]
    if failed:
        lines += ["## Not measured", "", *failed, ""]
    return "\n".join(lines) + "\n" + kept


def plot(results, path):
    try:
        import matplotlib
        matplotlib.use("Agg")
        from matplotlib import pyplot
    except ImportError:
        print("no plot: Python has no matplotlib (Debian: python3-matplotlib)", file=sys.stderr)
        return False
    ops = "matmul/weights|conv/|softmax|layer_norm|transpose|max_pool|attention"
    parts = [("against oneDNN with its reorders", ops, "vs_oneDNN"), ("against ONNX Runtime", "model/", "vs_ORT"),
             ("against the same graph at O0", "model/", "vs_O0")]
    figure, axes = pyplot.subplots(1, 3, figsize=(15, 9), layout="constrained")
    for axis, (title, pattern, counter) in zip(axes, parts):
        shown = sorted((case[counter], name.removeprefix("model/")) for name, case in results.items()
                       if re.match(pattern, name) and counter in case and "error" not in case)
        colours = ["tab:blue" if value >= 1 else "tab:orange" for value, _ in shown]
        axis.barh([name for _, name in shown], [value for value, _ in shown], color=colours)
        axis.axvline(1, color="black", linewidth=0.8)
        axis.set(xscale="log", title=title, xlabel="times as fast")
        axis.margins(y=0.01)
        lowest, highest = axis.get_xlim()
        axis.set_xticks([tick for tick in TICKS if lowest <= tick <= highest])
        axis.xaxis.set_major_formatter("{x:g}")
        axis.xaxis.set_minor_formatter("")
        axis.tick_params(axis="y", labelsize=7)
        axis.grid(True, axis="x", which="both", alpha=0.3)
    figure.savefig(path, dpi=100)
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    bench.add_arguments(parser)
    parser.add_argument("--beside", type=pathlib.Path, action="append", default=[], help="another build, for a table of its own")
    parser.add_argument("--output", type=pathlib.Path, default=bench.ROOT / "docs", help="folder of page and plot")
    arguments = parser.parse_args()
    results = bench.gathered(arguments)
    beside = {" ".join(compiled_with(build)): bench.measured(build, arguments.runs, ("machine", "op", "graph"))
              for build in arguments.beside}
    path = arguments.output / "performance.md"
    before = path.read_text() if path.exists() else ""
    kept = before[before.index(KEPT):] if KEPT in before else KEPT + "\n"
    picture = plot(results, arguments.output / "performance.png")
    path.write_text(page(results, arguments.build, picture, kept, arguments.runs, beside))
    print(f"wrote {path}")


if __name__ == "__main__":
    main()
