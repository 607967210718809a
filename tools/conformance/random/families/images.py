# SPDX-License-Identifier: BSL-1.0
"""Images in another size, and samples of them."""

import numpy
from numpy import float32

from families.registry import family


@family("Resize")
def resize(c, r, operator):
    """A picture in another size.

    ONNX Runtime takes a size that is the same for a scale of 1, leaves the region out of the sizes that scales make,
    and rounds the size down that corners are aligned by.
    """
    c.opset = r.pick(11, 13, 18, 19)
    shape = [r.whole(1, 3), r.whole(1, 3), *r.wholes(r.pick(1, 2, 2, 3), 2, 10)]
    spatial = [*range(2, len(shape))]
    mode = r.pick("nearest", "linear", "cubic") if len(shape) == 4 else r.pick("nearest", "linear")
    by_scales = r.often()
    coordinates = r.pick(
        "half_pixel",
        "pytorch_half_pixel",
        "asymmetric",
        None,
        *([] if by_scales else ["align_corners", "tf_crop_and_resize"]),
        *(["half_pixel_symmetric"] if c.opset > 18 else []),
    )
    is_cropped = coordinates == "tf_crop_and_resize" and mode != "cubic"
    how = {
        "mode": mode,
        "coordinate_transformation_mode": coordinates if is_cropped or coordinates != "tf_crop_and_resize" else None,
    }
    if mode == "nearest":
        how["nearest_mode"] = r.pick("round_prefer_floor", "round_prefer_ceil", "floor", "ceil", None)
    if mode == "cubic":
        how |= {"cubic_coeff_a": r.maybe(-0.5), "exclude_outside": r.maybe(r.pick(0, 1))}
    if is_cropped:
        how["extrapolation_value"] = r.maybe(2.0)
    elif c.opset >= 18 and mode != "nearest":
        how["antialias"] = r.maybe(1, 0.3)
    if c.opset >= 18 and r.often(0.4):
        how["axes"] = r.counted(spatial, len(shape))
    named = spatial if "axes" in how else [*range(len(shape))]
    inputs = [c.given(r.normal(*shape)), "", ""]
    if is_cropped:
        begins = [r.real(0, 0.4) if axis in spatial else 0 for axis in named]
        ends = [r.real(0.6, 1.2) if axis in spatial else 1 for axis in named]
        inputs[1] = c.constant(numpy.array(begins + ends, float32))
    elif c.opset == 11:
        inputs[1] = c.constant(numpy.array([], float32))
    if by_scales:
        scales = [r.pick(0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.5, 1.7, 2, 2.3, 3) if axis in spatial else 1 for axis in named]
        inputs[2] = c.constant(numpy.array(scales, float32))
    else:
        sizes = [r.whole(1, 12) if axis in spatial else shape[axis] for axis in named]
        if c.opset == 11:
            inputs[2] = c.constant(numpy.array([], float32))
        inputs.append(c.integers(*sizes))
    c.node(operator, inputs, **how)


@family("Upsample")
def upsample(c, r, operator):
    c.opset = r.pick(7, 9)
    x = c.given(r.normal(1, 2, r.whole(2, 5), r.whole(2, 5)))
    scales = [1.0, 1.0, r.pick(1.0, 2.0, 3.0), r.pick(2.0, 1.5)]
    mode = r.pick("nearest", "linear")
    if c.opset == 7:
        c.node(operator, [x], scales=scales, mode=mode)
    else:
        c.node(operator, [x, c.constant(numpy.array(scales, float32))], mode=mode)


@family("GridSample")
def grid_sample(c, r, operator):
    c.opset = r.pick(16, 20)
    spatial = 2 if c.opset == 16 else r.pick(2, 3)
    linear, cubic = ("bilinear", "bicubic") if c.opset == 16 else ("linear", "cubic")
    mode = r.pick(None, linear, "nearest", *([cubic] if spatial == 2 else []))
    # With cubic and border a coordinate outside moves the other one to the border, too, there.
    padding = r.pick(None, "zeros", "reflection", *([] if mode == cubic else ["border"]))
    batch = r.whole(1, 2)
    x = r.normal(batch, r.whole(1, 2), *r.wholes(spatial, 2, 5))
    grid = r.normal(batch, *r.wholes(spatial, 1, 4), spatial, scale=0.8)
    c.node(operator, [c.given(x), c.either(grid)], mode=mode, padding_mode=padding, align_corners=r.maybe(r.pick(0, 1)))


@family("AffineGrid")
def affine_grid(c, r, operator):
    c.opset = 20
    spatial, batch = r.pick(2, 3), r.whole(1, 2)
    theta = r.normal(batch, spatial, spatial + 1)
    # Where corners are aligned, a single place is at -1 there, in the middle in PyTorch and here.
    size = c.integers(batch, 2, *r.wholes(spatial, 2, 4))
    c.node(operator, [c.given(theta), size], align_corners=r.maybe(r.pick(0, 1)))
