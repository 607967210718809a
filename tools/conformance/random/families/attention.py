# SPDX-License-Identifier: BSL-1.0
"""Attention and its parts."""

from families.registry import family


@family("Attention")
def attention(case, chance, operator):
    case.opset = chance.pick(23, 24)
    batch, shared, queries, keys = chance.whole(1, 2), chance.pick(1, 2), chance.whole(1, 4), chance.whole(1, 5)
    depth, width, heads = chance.pick(2, 4), chance.pick(2, 4), shared * chance.pick(1, 2)
    past = chance.whole(1, 3) if chance.often(0.3) else 0
    is_flat = chance.often()

    def sequence(count, length, size):
        return chance.normal(batch, length, count * size) if is_flat else chance.normal(batch, count, length, size)

    inputs = [
        case.given(sequence(heads, queries, depth)),
        case.given(sequence(shared, keys, depth)),
        case.given(sequence(shared, keys, width)),
        "",
    ]
    if chance.often(0.4):
        seen = [queries, past + keys]
        dims = chance.pick(seen, [1, 1, *seen], [batch, 1, *seen], [batch, heads, *seen])
        mask = chance.numbers.random(dims) < 0.7 if chance.often() else chance.normal(*dims)
        if mask.dtype == bool:
            mask[..., 0] = True
        inputs[3] = case.given(mask)
    outputs = ["y"]
    if past:
        inputs += [
            case.given(chance.normal(batch, shared, past, depth)),
            case.given(chance.normal(batch, shared, past, width)),
        ]
        outputs += ["present_key", "present_value"]
    # Behind a past the mask of the causal form begins with the first key there, not with the first new one.
    how = {
        "scale": chance.maybe(0.4),
        "softcap": chance.maybe(2.0, 0.3),
        "is_causal": None if past else chance.maybe(chance.pick(0, 1)),
    }
    if is_flat:
        how |= {"q_num_heads": heads, "kv_num_heads": shared}
    if chance.often(0.25):
        how["qk_matmul_output_mode"] = chance.pick(0, 1, 3)  # scores that a mask hides (2) are finite there
        outputs = [*outputs, "", ""][:3] + ["scores"]
    case.node(operator, inputs, outputs, **how)


@family("RotaryEmbedding")
def rotary_embedding(case, chance, operator):
    case.opset = 23
    batch, heads, steps, depth = chance.whole(1, 2), chance.whole(1, 3), chance.whole(1, 4), chance.pick(2, 4, 8)
    turned = chance.maybe(chance.pick(*(each for each in (2, 4, 8) if each <= depth)), 0.4)
    half = (turned or depth) // 2
    is_flat = chance.often()
    x = case.given(chance.normal(batch, steps, heads * depth) if is_flat else chance.normal(batch, heads, steps, depth))
    if chance.often(0.6):
        places = [case.given(chance.integers(0, 8, batch, steps))]
        angles = [case.constant(chance.normal(8, half)) for _ in range(2)]
    else:
        places = []
        angles = [case.given(chance.normal(batch, steps, half)) for _ in range(2)]
    case.node(
        operator,
        [x, *angles, *places],
        interleaved=chance.maybe(chance.pick(0, 1)),
        num_heads=heads if is_flat else None,
        rotary_embedding_dim=turned,
    )


@family("TensorScatter")
def tensor_scatter(case, chance, operator):
    case.opset = 24
    batch, rows = chance.whole(1, 2), chance.whole(1, 3)
    mode = chance.maybe(chance.pick("linear", "circular"), 0.7)
    inputs = [case.given(chance.normal(batch, 2, 6, 3)), case.given(chance.normal(batch, 2, rows, 3))]
    if chance.often(0.8):
        inputs.append(case.given(chance.integers(0, 6 if mode == "circular" else 7 - rows, batch)))
    case.node(operator, inputs, mode=mode)
