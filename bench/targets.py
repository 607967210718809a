#!/usr/bin/python3
# SPDX-License-Identifier: BSL-1.0
"""Measures what Lithograph wants to reach and prints a line for each: name, target, measured, verdict.

    bench/targets.py [--build DIR] [--results FILE]

A verdict is `holds`, `falls short`, `not measured` (a peer or a model is missing here, or the results differ), or
`not there yet`. The status is 0 if nothing falls short.
"""

import argparse
import dataclasses
import re
import sys
from collections.abc import Callable

import results as bench

HOLDS, SHORT, MISSING, ABSENT = "holds", "falls short", "not measured", "not there yet"


@dataclasses.dataclass
class Target:
    """`measure` gives (value, name) of each case that has to reach the limit, [] where nothing was measured."""
    name: str
    limit: float
    at_least: bool
    measure: Callable | None  # None: the feature does not exist yet
    unit: str = ""

    def line(self, results):
        wanted = f"{'at least' if self.at_least else 'at most'} {self.limit:g}{self.unit}"
        if self.measure is None:
            return self.name, wanted, "", ABSENT
        found = self.measure(results)
        if not found:
            return self.name, wanted, "", MISSING
        short = sum(1 for value, _ in found if (value < self.limit if self.at_least else value > self.limit))
        value, case = min(found) if self.at_least else max(found)
        many = f", {short} of {len(found)} fall short" if short and len(found) > 1 else ""
        return self.name, wanted, f"{value:.3g}{self.unit} ({case}{many})", SHORT if short else HOLDS


def values(pattern, *counters):
    """The best of the counters of each case whose whole name matches; cases with an error do not count."""
    return lambda results: [(max(each[c] for c in counters if c in each), name) for name, each in results.items()
                            if re.fullmatch(pattern, name) and "error" not in each and any(c in each for c in counters)]


def times(pattern, peer):
    """Ratios of our time to the peer's, that is, of its speed to ours."""
    return lambda results: [(1 / value, name) for value, name in values(pattern, f"vs_{peer}")(results)]


def with_winograd(pattern):
    """Ratios of the time with Winograd's tiles, where these are used, to that of ONNX Runtime."""
    return lambda results: [(each.get("vs_Winograd", 1) / each["vs_ORT"], name) for name, each in results.items()
                            if re.fullmatch(pattern, name) and "error" not in each and "vs_ORT" in each]


def mean(measure):
    def measured(results):
        found = [value for value, _ in measure(results)]
        return [(bench.geometric_mean(found), f"of {len(found)}")] if found else []
    return measured


def arenas(results):
    """Ratios of arenas to the bytes that are alive at once in them."""
    return [(each["arena_bytes"] / each["largest_live_set"], name) for name, each in results.items()
            if each.get("largest_live_set")]


def costs(pattern, counter, unit=1):
    """What compilers take."""
    return lambda results: [(value / unit, name) for value, name in values(f"compile/{pattern}", counter)(results)]


MODELS = {"ad": 0.6, "ic": 0.85, "kws": 0.85, "vww": 0.7, "light_resnet50": 0.95}
OTHERS = rf"model/(?!({'|'.join(MODELS)})$).*"

TARGETS = [
    *(Target(f"product of 16 cubed, {kind}, against unrolled code", 1, True,
             values(f"matmul/{what}/16x16x16", "vs_unrolled"))
      for what, kind in (("weights", "packed weights"), ("inputs", "two inputs"))),
    *(Target(f"product of {size} cubed, {kind}, share of the FMA peak", share, True,
             values(f"matmul/{what}/{size}x{size}x{size}", "of_peak"))
      for size, share in ((64, 0.85), (256, 0.93), (1024, 0.90))
      for what, kind in (("weights", "packed weights"), ("inputs", "two inputs"))),
    *(Target(f"{size} convolutions of 64 to 512 channels, share of the FMA peak", 0.92, True,
             values(f"conv/{size}/.*", "of_peak"))
      for size in ("3x3", "1x1")),
    Target("first layers, speed against oneDNN and its reorders", 1.2, True, values("conv/first/.*", "vs_oneDNN")),
    Target("depthwise, speed against oneDNN and its reorders", 1.2, True, values("conv/depthwise/.*", "vs_oneDNN")),
    Target("matrix-vector, share of the read bandwidth", 0.95, True, values("matmul/weights/1x.*", "of_bandwidth")),
    Target("elementwise chains, share of the bandwidth", 0.9, True, values("chain/.*", "of_bandwidth")),
    Target("exp and tanh chains, share of bandwidth or arithmetic", 0.9, True,
           values("functions/.*", "of_bandwidth", "of_exp")),
    Target("softmax, share of bandwidth or exp throughput", 0.9, True, values("softmax/.*", "of_bandwidth", "of_exp")),
    Target("layer norm, share of the bandwidth", 0.9, True, values("layer_norm/.*", "of_bandwidth")),
    Target("transposes, share of the bandwidth", 0.9, True, values("transpose/.*", "of_bandwidth")),
    *(Target(f"{name}, time against ONNX Runtime", ratio, False, times(f"model/{name}", "ORT"))
      for name, ratio in MODELS.items()),
    Target("light_resnet50 with Winograd, time against ONNX Runtime", 0.8, False,
           with_winograd("model/light_resnet50")),
    Target("every other model, time against ONNX Runtime", 0.9, False, times(OTHERS, "ORT")),
    Target("every other model with Winograd, time against ONNX Runtime", 0.9, False, with_winograd(OTHERS)),
    Target("all models, time against ONNX Runtime, geometric mean", 0.65, False, mean(times("model/.*", "ORT"))),
    Target("GRU steps of width 8, 16, 32, time against static Eigen", 0.8, False, times("gru/.*", "Eigen")),
    Target("LSTM steps of width 8, 16, 32, time against static Eigen", 0.8, False, times("lstm/.*", "Eigen")),
    Target("all models, speed against O0, geometric mean", 4, True, mean(values("model/.*", "vs_O0"))),
    Target("the digits network, speed against plain Eigen", 3, True, values("digits", "vs_Eigen")),
    Target("two workers on light_resnet50, speed against one", 1.8, True, times("model/light_resnet50", "two")),
    Target("two workers on two equal branches, speed against one", 1.8, True, values("workers/branches", "vs_one")),
    Target("two workers on any model, speed against one", 1, True, times("model/.*", "two")),
    Target("1,000 nodes, compile time", 15, False, costs("1000_nodes/.*", "seconds"), " s"),
    Target("1,000 nodes, peak memory", 1.5, False, costs("1000_nodes/.*", "bytes", 1e9), " GB"),
    Target("each further kernel, compile time", 0.4, False, costs("kernel/.*", "seconds"), " s"),
    Target("each further kernel, peak memory", 10, False, costs("kernel/.*", "bytes", 1e6), " MB"),
    Target("arena of every model against its largest live set", 1.05, False, arenas),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    bench.add_arguments(parser)
    results = bench.gathered(parser.parse_args())
    lines = [target.line(results) for target in TARGETS]
    verdicts = [line[-1] for line in lines]
    print("\n".join(" | ".join(line) for line in lines))
    for name, each in results.items():
        if "error" in each:
            print(f"{name} | {each['error']}")
    print(", ".join(f"{verdicts.count(v)} {v}" for v in (HOLDS, SHORT, MISSING, ABSENT)))
    return 1 if SHORT in verdicts else 0


if __name__ == "__main__":
    sys.exit(main())
