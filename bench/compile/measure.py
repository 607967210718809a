#!/usr/bin/python3
# SPDX-License-Identifier: BSL-1.0
"""Measures what graphs of 10 to 1000 nodes cost to compile: seconds of the processor, peak memory, object size.

    bench/compile/measure.py [--quick] [--output docs/reference]

Writes compile-time.md and, where Python has matplotlib, compile-time.png.
"""

import argparse
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

import graphs

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMPILERS = {"GCC": "g++", "clang": "clang++-19"}
SIZES = {"plan": (10, 30, 100, 300, 1000), "whole": (10, 30, 100, 300, 1000)}
MODES = {
    "plan": "plan only: lowering, all passes and the plan, as constants; no kernel",
    "whole": "whole: an instance that runs, optimised (-O2)",
}
MEMORY_LIMIT = 12 << 30
TIME_LIMIT = 900


def limits_of(compiler):
    """The flags that CMake's target litho passes on to its users."""
    text = (ROOT / "CMakeLists.txt").read_text()
    name = {"GCC": "gcc_limits", "clang": "clang_limits"}[compiler]
    return re.search(rf"set\({name}\s+([^)]*)\)", text).group(1).split()


def first_line(command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0]


def compile_once(compiler, source, include, limits=True):
    """(seconds of user time, peak bytes, bytes of the object), or None and why it failed."""
    target = source.with_suffix(".o")
    command = [COMPILERS[compiler], "-std=c++20", "-O2", *(limits_of(compiler) if limits else []), "-I", include,
               "-isystem", "/usr/include/eigen3", "-c", str(source), "-o", str(target)]
    log = source.with_suffix(".log")
    with open(log, "w") as output:
        child = subprocess.Popen(
            command, stdout=output, stderr=output,
            preexec_fn=lambda: (resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT)),
                                resource.setrlimit(resource.RLIMIT_CPU, (TIME_LIMIT, TIME_LIMIT))))
        # What wait4 reports includes the compiler proper, which the driver has started and waited for.
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        errors = [line for line in log.read_text(errors="replace").splitlines() if "error" in line]
        return None, (errors or [f"status {child.returncode}"])[0][:300]
    return (usage.ru_utime, usage.ru_maxrss * 1024, target.stat().st_size), None


def measure(arguments, folder):
    results = {}
    for mode in arguments.modes:
        for nodes in [n for n in SIZES[mode] if n <= arguments.most]:
            for shape in arguments.shapes:
                for compiler in arguments.compilers:
                    source = folder / f"{shape}_{nodes}_{mode}_{compiler}.cpp"
                    source.write_text(graphs.program(shape, nodes, mode))
                    taken, why = compile_once(compiler, source, arguments.include)
                    results[mode, shape, nodes, compiler] = taken
                    told = (f"{taken[0]:7.2f} s {taken[1] / 2**20:7.0f} MiB {taken[2] / 2**10:8.1f} KiB" if taken
                            else f"failed: {why}")
                    print(f"{mode:6} {shape:7} {nodes:5} {compiler:6} {told}", flush=True)
    return results


def with_default_limits(arguments, folder):
    """Whether 100 nodes compile with the compilers' own limits on constant evaluation."""
    results = {}
    for shape in arguments.shapes:
        for compiler in arguments.compilers:
            source = folder / f"{shape}_default_{compiler}.cpp"
            source.write_text(graphs.program(shape, 100, "plan"))
            taken, why = compile_once(compiler, source, arguments.include, limits=False)
            results[shape, compiler] = taken is not None
            print(f"default limits, 100 nodes, {shape:7} {compiler:6} {'compiles' if taken else 'fails: ' + why}", flush=True)
    return results


def table(results, mode, arguments):
    compilers = arguments.compilers
    head = ["graph", "nodes"] + [f"{c}: {what}" for c in compilers for what in ("seconds", "peak MiB", "object KiB")]
    lines = ["| " + " | ".join(head) + " |", "|---|" + "--:|" * (len(head) - 1)]
    for shape in arguments.shapes:
        for nodes in SIZES[mode]:
            if (mode, shape, nodes, compilers[0]) not in results:
                continue
            cells = [shape, str(nodes)]
            for compiler in compilers:
                taken = results[mode, shape, nodes, compiler]
                cells += ([f"{taken[0]:.1f}", f"{taken[1] / 2**20:.0f}", f"{taken[2] / 2**10:.0f}"] if taken
                          else ["failed", "", ""])
            lines.append("| " + " | ".join(cells) + " |")
    return lines


def growth(results, arguments):
    """Lines on the growth from 100 to 1000 nodes, plan only; reading litho.hpp is part of both times."""
    lines = []
    for shape in arguments.shapes:
        for compiler in arguments.compilers:
            small = results.get(("plan", shape, 100, compiler))
            large = results.get(("plan", shape, 1000, compiler))
            if small and large:
                lines.append(f"| {shape} | {compiler} | {small[0]:.1f} | {large[0]:.1f} | {large[0] / small[0]:.1f} |")
    return lines and ["| graph | compiler | 100 nodes, s | 1000 nodes, s | ratio |", "|---|---|--:|--:|--:|"] + lines


def processor():
    found = re.search(r"model name\s*:\s*(.*)", pathlib.Path("/proc/cpuinfo").read_text())
    return found.group(1) if found else "an unknown processor"


def page(results, defaults, arguments, picture):
    versions = "; ".join(f"{c}: {first_line([COMPILERS[c], '--version'])}" for c in arguments.compilers)
    lines = [
        "# Compile time", "",
        "Generated by `./dev bench --compile` (bench/compile/measure.py). Seconds are user time of the whole compiler run, which",
        "includes reading the headers; peak MiB is its largest resident set; the object is that of the one source file.", "",
        f"{versions}. {processor()}.", "",
        "The graphs work on `f32[64]` and are written as named definitions (`struct n17 : litho::def<decltype(n16{} + n15{})> {};`):",
    ]
    lines += [f"- {shape}: {text}" for shape, text in graphs.SHAPES.items() if shape in arguments.shapes] + [""]
    if picture:
        lines += ["![seconds and memory against nodes](compile-time.png)", ""]
    for mode in arguments.modes:
        lines += [f"## {MODES[mode][0].upper() + MODES[mode][1:]}", "", *table(results, mode, arguments), ""]
    more = growth(results, arguments)
    if more:
        lines += ["## Growth, plan only", "", *more, ""]
    lines += ["## Default limits", "",
              "100 nodes under the compilers' own limits on constant evaluation (no flags): " +
              ", ".join(f"{shape} with {compiler} {'compiles' if good else '**fails**'}"
                        for (shape, compiler), good in defaults.items()) + ".", ""]
    return "\n".join(lines)


def plot(results, arguments, path):
    try:
        import matplotlib
        matplotlib.use("Agg")
        from matplotlib import pyplot
    except ImportError:
        print("no plot: Python has no matplotlib (Debian: python3-matplotlib)", file=sys.stderr)
        return False
    figure, axes = pyplot.subplots(1, 2, figsize=(10, 4), layout="constrained")
    colours = dict(zip(arguments.compilers, ("tab:blue", "tab:orange")))
    marks = dict(zip(arguments.shapes, ("o", "s", "^")))
    for mode, line in zip(arguments.modes, ("-", "--")):
        for shape in arguments.shapes:
            for compiler in arguments.compilers:
                taken = [(n, results.get((mode, shape, n, compiler))) for n in SIZES[mode]]
                taken = [(n, t) for n, t in taken if t]
                for axis, of in zip(axes, (lambda t: t[0], lambda t: t[1] / 2**20)):
                    axis.plot([n for n, _ in taken], [of(t) for _, t in taken], line, marker=marks[shape],
                              color=colours[compiler], markersize=4, label=f"{compiler}, {shape}, {mode}")
    for axis, label in zip(axes, ("seconds, user", "peak MiB")):
        axis.set(xscale="log", yscale="log", xlabel="nodes", ylabel=label)
        axis.grid(True, which="both", alpha=0.3)
    axes[0].legend(fontsize=6)
    figure.savefig(path, dpi=120)
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "docs" / "reference", help="folder of page and plot")
    parser.add_argument("--include", default=str(ROOT / "include"), help="the headers to measure")
    parser.add_argument("--quick", action="store_true", help="up to 100 nodes; only prints")
    parser.add_argument("--most", type=int, default=1000, help="the largest graph; below 1000 only prints")
    parser.add_argument("--modes", nargs="+", choices=MODES, default=list(MODES))
    parser.add_argument("--shapes", nargs="+", choices=graphs.SHAPES, default=list(graphs.SHAPES))
    parser.add_argument("--compilers", nargs="+", choices=COMPILERS, default=list(COMPILERS))
    arguments = parser.parse_args()
    if arguments.quick:
        arguments.most = 100
    whole = (arguments.most >= 1000 and len(arguments.modes) == len(MODES) and len(arguments.shapes) == len(graphs.SHAPES)
             and len(arguments.compilers) == len(COMPILERS))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        results = measure(arguments, folder)
        defaults = with_default_limits(arguments, folder)
    if not whole:
        return
    arguments.output.mkdir(parents=True, exist_ok=True)
    picture = plot(results, arguments, arguments.output / "compile-time.png")
    path = arguments.output / "compile-time.md"
    path.write_text(page(results, defaults, arguments, picture))
    print(f"wrote {path}")


if __name__ == "__main__":
    main()
