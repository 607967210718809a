# SPDX-License-Identifier: BSL-1.0
"""Images in another size, and samples of them."""

import numpy
from numpy import float32

from families.registry import family


@family("Resize")
def resize(case, chance, operator):
    """A picture in another size.

    ONNX Runtime takes sizes that stay the same for a copy, leaves the region out of the sizes that scales make, takes
    that of an axis counted from the back for another's, and rounds the size down that corners are aligned by.
    """
    case.opset = chance.pick(11, 13, 18, 19)
    shape = [chance.whole(1, 3), chance.whole(1, 3), *chance.wholes(chance.pick(1, 2, 2, 3), 2, 10)]
    spatial = [*range(2, len(shape))]
    mode = chance.pick("nearest", "linear", "cubic") if len(shape) == 4 else chance.pick("nearest", "linear")
    by_scales = chance.often()
    coordinates = chance.pick(
        "half_pixel",
        "pytorch_half_pixel",
        "asymmetric",
        None,
        *([] if by_scales else ["align_corners"]),
        *([] if by_scales or mode == "cubic" else ["tf_crop_and_resize"]),
        *(["half_pixel_symmetric"] if case.opset > 18 else []),
    )
    is_cropped = coordinates == "tf_crop_and_resize"
    how = {"mode": mode, "coordinate_transformation_mode": coordinates}
    if mode == "nearest":
        how["nearest_mode"] = chance.pick("round_prefer_floor", "round_prefer_ceil", "floor", "ceil", None)
    if mode == "cubic":
        how |= {"cubic_coeff_a": chance.maybe(-0.5), "exclude_outside": chance.maybe(chance.pick(0, 1))}
    if is_cropped:
        how["extrapolation_value"] = chance.maybe(2.0)
    elif case.opset >= 18 and mode != "nearest":
        how["antialias"] = chance.maybe(1, 0.3)
    if case.opset >= 18 and chance.often(0.4):
        how["axes"] = spatial if is_cropped else chance.counted(spatial, len(shape))
    named = spatial if "axes" in how else [*range(len(shape))]
    inputs = [case.given(chance.normal(*shape)), "", ""]
    if is_cropped:
        begins = [chance.real(0, 0.4) if axis in spatial else 0 for axis in named]
        ends = [chance.real(0.6, 1.2) if axis in spatial else 1 for axis in named]
        inputs[1] = case.constant(numpy.array(begins + ends, float32))
    elif case.opset == 11:
        inputs[1] = case.constant(numpy.array([], float32))
    if by_scales:
        scales = [
            chance.pick(0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.5, 1.7, 2, 2.3, 3) if axis in spatial else 1 for axis in named
        ]
        inputs[2] = case.constant(numpy.array(scales, float32))
    else:
        others = [[size for size in range(1, 13) if size != extent] for extent in shape]
        sizes = [chance.pick(*others[axis]) if axis in spatial else shape[axis] for axis in named]
        if case.opset == 11:
            inputs[2] = case.constant(numpy.array([], float32))
        inputs.append(case.integers(*sizes))
    case.node(operator, inputs, **how)


@family("Upsample")
def upsample(case, chance, operator):
    case.opset = chance.pick(7, 9)
    x = case.given(chance.normal(1, 2, chance.whole(2, 5), chance.whole(2, 5)))
    scales = [1.0, 1.0, chance.pick(1.0, 2.0, 3.0), chance.pick(2.0, 1.5)]
    mode = chance.pick("nearest", "linear")
    if case.opset == 7:
        case.node(operator, [x], scales=scales, mode=mode)
    else:
        case.node(operator, [x, case.constant(numpy.array(scales, float32))], mode=mode)


@family("GridSample")
def grid_sample(case, chance, operator):
    case.opset = chance.pick(16, 20)
    spatial = 2 if case.opset == 16 else chance.pick(2, 3)
    linear, cubic = ("bilinear", "bicubic") if case.opset == 16 else ("linear", "cubic")
    mode = chance.pick(None, linear, "nearest", *([cubic] if spatial == 2 else []))
    # With cubic and border a coordinate outside moves the other one to the border, too, there.
    padding = chance.pick(None, "zeros", "reflection", *([] if mode == cubic else ["border"]))
    batch = chance.whole(1, 2)
    x = chance.normal(batch, chance.whole(1, 2), *chance.wholes(spatial, 2, 5))
    grid = chance.normal(batch, *chance.wholes(spatial, 1, 4), spatial, scale=0.8)
    case.node(
        operator,
        [case.given(x), case.either(grid)],
        mode=mode,
        padding_mode=padding,
        align_corners=chance.maybe(chance.pick(0, 1)),
    )


@family("AffineGrid")
def affine_grid(case, chance, operator):
    case.opset = 20
    spatial, batch = chance.pick(2, 3), chance.whole(1, 2)
    theta = chance.normal(batch, spatial, spatial + 1)
    # Where corners are aligned, a single place is at -1 there, in the middle in PyTorch and here.
    size = case.integers(batch, 2, *chance.wholes(spatial, 2, 4))
    case.node(operator, [case.given(theta), size], align_corners=chance.maybe(chance.pick(0, 1)))
