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
def recurrent(case, chance, operator):
    gates, functions = {"LSTM": (4, 3), "GRU": (3, 2), "RNN": (1, 1)}[operator]
    case.opset = chance.pick(7, 14)
    steps, batch, depth, width = chance.whole(1, 4), chance.whole(1, 3), chance.whole(1, 4), chance.whole(1, 4)
    direction = chance.pick("forward", "reverse", "bidirectional")
    ways = 2 if direction == "bidirectional" else 1

    def perhaps(*dims):
        return case.either(chance.normal(*dims)) if chance.often() else ""

    inputs = [
        case.given(chance.normal(steps, batch, depth)),
        case.constant(chance.normal(ways, gates * width, depth)),
        case.constant(chance.normal(ways, gates * width, width)),
        case.constant(chance.normal(ways, 2 * gates * width)) if chance.often() else "",
        case.either(chance.integers(1, steps + 1, batch, dtype=int32)) if chance.often(0.4) else "",
        perhaps(ways, batch, width),
    ]
    if operator == "LSTM":
        inputs += [
            perhaps(ways, batch, width),
            case.constant(chance.normal(ways, 3 * width)) if chance.often(0.4) else "",
        ]
    how = {"hidden_size": width, "direction": direction}
    if operator != "LSTM":  # there clip does not bound what the cell's function is given
        how["clip"] = chance.maybe(0.7, 0.2)
    if chance.often(0.4):
        how["activations"] = [chance.pick(*ACTIVATIONS) for _ in range(functions * ways)]
        for i, (name, low, high) in enumerate((("activation_alpha", 0.3, 0.9), ("activation_beta", 0.2, 0.6))):
            how[name] = [chance.real(low, high) for each in how["activations"] if ACTIVATIONS[each][i]]
    if operator == "GRU":
        how["linear_before_reset"] = chance.maybe(chance.pick(0, 1))
    if operator == "LSTM":
        how["input_forget"] = chance.maybe(chance.pick(0, 1), 0.3)
    outputs = ["y", "y_h", "y_c"][: 3 if operator == "LSTM" else 2]
    if chance.often(0.2):
        outputs[0] = ""
    case.node(operator, inputs, outputs, **how)
