# SPDX-License-Identifier: BSL-1.0
"""Recurrent cells."""

from numpy import int32

from families.registry import family


ACTIVATIONS = {  # and how many of alpha and beta each takes
    "Affine": (1, 1),
    "Elu": (1, 0),
    "HardSigmoid": (1, 1),
    "LeakyRelu": (1, 0),
    "Relu": (0, 0),
    "ScaledTanh": (1, 1),
    "Sigmoid": (0, 0),
    "Softplus": (0, 0),
    "Softsign": (0, 0),
    "Tanh": (0, 0),
    "ThresholdedRelu": (1, 0),
}


@family("LSTM", "GRU", "RNN")
def recurrent(c, r, operator):
    gates, functions = {"LSTM": (4, 3), "GRU": (3, 2), "RNN": (1, 1)}[operator]
    c.opset = r.pick(7, 14)
    steps, batch, depth, width = r.whole(1, 4), r.whole(1, 3), r.whole(1, 4), r.whole(1, 4)
    direction = r.pick("forward", "reverse", "bidirectional")
    ways = 2 if direction == "bidirectional" else 1

    def perhaps(*dims):
        return c.either(r.normal(*dims)) if r.often() else ""

    inputs = [
        c.given(r.normal(steps, batch, depth)),
        c.constant(r.normal(ways, gates * width, depth)),
        c.constant(r.normal(ways, gates * width, width)),
        c.constant(r.normal(ways, 2 * gates * width)) if r.often() else "",
        c.either(r.integers(1, steps + 1, batch, dtype=int32)) if r.often(0.4) else "",
        perhaps(ways, batch, width),
    ]
    if operator == "LSTM":
        inputs += [perhaps(ways, batch, width), c.constant(r.normal(ways, 3 * width)) if r.often(0.4) else ""]
    how = {"hidden_size": width, "direction": direction}
    if operator != "LSTM":  # there clip does not bound what the cell's function is given
        how["clip"] = r.maybe(0.7, 0.2)
    if r.often(0.4):
        how["activations"] = [r.pick(*ACTIVATIONS) for _ in range(functions * ways)]
        for i, (name, low, high) in enumerate((("activation_alpha", 0.3, 0.9), ("activation_beta", 0.2, 0.6))):
            how[name] = [r.real(low, high) for each in how["activations"] if ACTIVATIONS[each][i]]
    if operator == "GRU":
        how["linear_before_reset"] = r.maybe(r.pick(0, 1))
    if operator == "LSTM":
        how["input_forget"] = r.maybe(r.pick(0, 1), 0.3)
    outputs = ["y", "y_h", "y_c"][: 3 if operator == "LSTM" else 2]
    if r.often(0.2):
        outputs[0] = ""
    c.node(operator, inputs, outputs, **how)
