# SPDX-License-Identifier: BSL-1.0
"""Attention and its parts."""

from families.registry import family


@family("Attention")
def attention(c, r, operator):
    c.opset = r.pick(23, 24)
    batch, shared, queries, keys = r.whole(1, 2), r.pick(1, 2), r.whole(1, 4), r.whole(1, 5)
    depth, width, heads = r.pick(2, 4), r.pick(2, 4), shared * r.pick(1, 2)
    past = r.whole(1, 3) if r.often(0.3) else 0
    is_flat = r.often()

    def sequence(count, length, size):
        return r.normal(batch, length, count * size) if is_flat else r.normal(batch, count, length, size)

    inputs = [
        c.given(sequence(heads, queries, depth)),
        c.given(sequence(shared, keys, depth)),
        c.given(sequence(shared, keys, width)),
        "",
    ]
    if r.often(0.4):
        seen = [queries, past + keys]
        dims = r.pick(seen, [1, 1, *seen], [batch, 1, *seen], [batch, heads, *seen])
        mask = r.numbers.random(dims) < 0.7 if r.often() else r.normal(*dims)
        if mask.dtype == bool:
            mask[..., 0] = True
        inputs[3] = c.given(mask)
    outputs = ["y"]
    if past:
        inputs += [c.given(r.normal(batch, shared, past, depth)), c.given(r.normal(batch, shared, past, width))]
        outputs += ["present_key", "present_value"]
    # Behind a past the mask of the causal form begins with the first key there, not with the first new one.
    how = {"scale": r.maybe(0.4), "softcap": r.maybe(2.0, 0.3), "is_causal": None if past else r.maybe(r.pick(0, 1))}
    if is_flat:
        how |= {"q_num_heads": heads, "kv_num_heads": shared}
    if r.often(0.25):
        how["qk_matmul_output_mode"] = r.pick(0, 1, 3)  # scores that a mask hides (2) are finite there
        outputs = [*outputs, "", ""][:3] + ["scores"]
    c.node(operator, inputs, outputs, **how)


@family("RotaryEmbedding")
def rotary_embedding(c, r, operator):
    c.opset = 23
    batch, heads, steps, depth = r.whole(1, 2), r.whole(1, 3), r.whole(1, 4), r.pick(2, 4, 8)
    turned = r.maybe(r.pick(*(each for each in (2, 4, 8) if each <= depth)), 0.4)
    half = (turned or depth) // 2
    is_flat = r.often()
    x = c.given(r.normal(batch, steps, heads * depth) if is_flat else r.normal(batch, heads, steps, depth))
    if r.often(0.6):
        places = [c.given(r.integers(0, 8, batch, steps))]
        angles = [c.constant(r.normal(8, half)) for _ in range(2)]
    else:
        places = []
        angles = [c.given(r.normal(batch, steps, half)) for _ in range(2)]
    c.node(
        operator,
        [x, *angles, *places],
        interleaved=r.maybe(r.pick(0, 1)),
        num_heads=heads if is_flat else None,
        rotary_embedding_dim=turned,
    )


@family("TensorScatter")
def tensor_scatter(c, r, operator):
    c.opset = 24
    batch, rows = r.whole(1, 2), r.whole(1, 3)
    mode = r.maybe(r.pick("linear", "circular"), 0.7)
    inputs = [c.given(r.normal(batch, 2, 6, 3)), c.given(r.normal(batch, 2, rows, 3))]
    if r.often(0.8):
        inputs.append(c.given(r.integers(0, 6 if mode == "circular" else 7 - rows, batch)))
    c.node(operator, inputs, mode=mode)
