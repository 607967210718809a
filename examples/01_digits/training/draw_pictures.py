#!/usr/bin/env python3
"""Draw the ten test pictures of the digits example with a pen, not with a font.

    python3 draw_pictures.py --out ../pictures

Each digit is a list of pen strokes. A stroke is a smooth curve through a few
points which the hand does not hit exactly; the pen is pressed unevenly, the
paper is slightly grey and grainy. So nothing here is shared with the training
images, which come from fonts. Even digits become .png files, odd ones .pgm
(binary P5): 28 x 28, 8 bits of grey, dark ink on white paper (0 is black).
"""

import argparse
import os
import sys

try:
    import numpy as np
    from PIL import Image
except ImportError:
    sys.exit("Python packages are missing; on Debian: apt-get install python3-numpy python3-pil")

SIZE = 28
FINE = 8             # drawn this much larger, then averaged

# Points in a box from (0, 0) at the top left to (1, 1) at the bottom right.
# Inside a stroke the curve is smooth; where the pen turns sharply, a new stroke
# begins at the same point.
STROKES = {
    0: [[(.55, .02), (.22, .12), (.06, .45), (.14, .82), (.45, .99), (.80, .84),
         (.94, .48), (.82, .14), (.52, .02)]],
    1: [[(.22, .26), (.42, .14), (.58, .00)], [(.58, .00), (.55, .50), (.50, 1.0)]],
    2: [[(.10, .24), (.24, .06), (.55, .00), (.82, .16), (.76, .42), (.44, .70), (.06, .97)],
        [(.06, .97), (.50, .95), (.96, .98)]],
    3: [[(.12, .12), (.42, .00), (.78, .10), (.74, .34), (.40, .47)],
        [(.40, .47), (.78, .54), (.88, .78), (.60, .98), (.26, .97), (.08, .84)]],
    4: [[(.50, .00), (.30, .34), (.06, .64)], [(.06, .64), (.50, .63), (.96, .60)],
        [(.72, .28), (.69, .65), (.64, 1.0)]],
    5: [[(.86, .02), (.55, .03), (.24, .05)], [(.24, .05), (.19, .24), (.14, .45)],
        [(.14, .45), (.48, .37), (.82, .52), (.86, .78), (.54, .99), (.08, .92)]],
    6: [[(.74, .01), (.40, .18), (.14, .52), (.14, .83), (.42, .99), (.76, .90),
         (.84, .68), (.60, .52), (.32, .58), (.15, .74)]],
    7: [[(.06, .06), (.50, .05), (.92, .03)], [(.92, .03), (.62, .44), (.40, 1.0)]],
    8: [[(.80, .12), (.50, .00), (.20, .14), (.28, .36), (.64, .54), (.84, .78),
         (.54, 1.0), (.18, .86), (.26, .62), (.62, .40), (.80, .14)]],
    9: [[(.80, .18), (.52, .02), (.22, .14), (.18, .38), (.46, .50), (.74, .36), (.82, .16)],
        [(.82, .16), (.80, .50), (.72, 1.0)]],
}


def smooth_curve(points, samples=60):
    """Return a dense polyline through the points (a Catmull-Rom spline)."""
    padded = np.concatenate([[2 * points[0] - points[1]], points, [2 * points[-1] - points[-2]]])
    t = np.linspace(0, 1, samples, endpoint=False)[:, None]
    pieces = []
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:]):
        pieces.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t ** 2
                             + (3 * b - a - 3 * c + d) * t ** 3))
    return np.concatenate(pieces + [points[-1:]])


def draw_digit(digit, random):
    """Return one handwritten digit as a SIZE x SIZE uint8 array."""
    height = random.uniform(17, 21)
    width = height * random.uniform(0.55, 0.75) * (0.8 if digit == 1 else 1.0)
    pen = random.uniform(1.6, 3.0)
    angle, slant = random.uniform(-0.12, 0.12), random.uniform(-0.05, 0.22)
    centre = SIZE / 2 + random.uniform(-1.2, 1.2, 2)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])

    side = SIZE * FINE
    rows, columns = np.mgrid[0:side, 0:side] + 0.5
    ink = np.zeros((side, side), bool)
    for stroke in STROKES[digit]:
        points = np.array(stroke) + random.normal(0, 0.018, (len(stroke), 2)) - 0.5
        points = points * (width, height)
        points[:, 0] -= slant * points[:, 1]
        line = smooth_curve(points @ turn.T + centre)
        # The pressure changes slowly: a few random values, joined by lines.
        pressure = np.interp(np.linspace(0, 1, len(line)), np.linspace(0, 1, 5),
                             random.uniform(0.8, 1.2, 5))
        for (x, y), radius in zip(line * FINE, pressure * pen / 2 * FINE):
            ink |= (columns - x) ** 2 + (rows - y) ** 2 <= radius ** 2

    coverage = ink.reshape(SIZE, FINE, SIZE, FINE).mean(axis=(1, 3))
    paper = random.uniform(238, 250) + random.normal(0, 4, (SIZE, SIZE))
    darkness = random.uniform(20, 60) + random.normal(0, 8, (SIZE, SIZE))
    grey = paper * (1 - coverage) + darkness * coverage
    return np.clip(np.rint(grey), 0, 255).astype(np.uint8)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", default=".", help="folder to write to")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for digit in range(10):
        # One random stream per digit: changing one leaves the others alone.
        picture = draw_digit(digit, np.random.default_rng([options.seed, digit]))
        name = f"{digit}.png" if digit % 2 == 0 else f"{digit}.pgm"
        Image.fromarray(picture).save(os.path.join(options.out, name))
        print(name)


if __name__ == "__main__":
    main()
