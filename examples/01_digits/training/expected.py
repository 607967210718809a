#!/usr/bin/env python3
"""Write what PyTorch says about the ten test pictures.

    python3 expected.py --weights ../digits.weights --pictures ../pictures

Writes expected.txt next to the pictures; exits with 1 if one is misread.
--more N also reads N further sets of ten pen drawings (other seeds, nothing is
stored), which tells whether the ten pictures were merely lucky.
"""

import argparse
import os
import sys

try:
    import numpy as np
    import torch
    from PIL import Image
except ImportError:
    sys.exit("Python packages are missing; on Debian: "
             "apt-get install python3-numpy python3-torch python3-pil")

import digit_net
import draw_pictures


def to_input(pictures):
    """Turn uint8 pictures (0 = ink) into the input of the network (1.0 = ink)."""
    return (1 - torch.from_numpy(np.stack(pictures)).float() / 255).unsqueeze(1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--weights", required=True)
    parser.add_argument("--pictures", required=True, help="folder of the ten pictures")
    parser.add_argument("--more", type=int, default=0, metavar="N")
    options = parser.parse_args()
    torch.set_num_threads(1)
    model = digit_net.load(options.weights)

    names = sorted(name for name in os.listdir(options.pictures)
                   if name[0].isdigit() and name.endswith((".png", ".pgm")))
    misread = 0
    with open(os.path.join(options.pictures, "expected.txt"), "w") as file:
        file.write("# picture, digit, then the probabilities of 0 to 9 (PyTorch, float32)\n")
        for name in names:
            picture = np.asarray(Image.open(os.path.join(options.pictures, name)))
            # One at a time, as the example reads them.
            odds = digit_net.probabilities(model, to_input([picture]))[0]
            digit, guess = int(name[0]), int(odds.argmax())
            misread += guess != digit
            file.write(f"{name} {digit} " + " ".join(f"{p:.8f}" for p in odds.tolist()) + "\n")
            print(f"{name}: read as {guess}, probability {odds[guess]:.4f}"
                  + ("" if guess == digit else "   WRONG"))

    if options.more:
        pictures = [draw_pictures.draw_digit(digit, np.random.default_rng([seed, digit]))
                    for seed in range(1000, 1000 + options.more) for digit in range(10)]
        odds = digit_net.probabilities(model, to_input(pictures)).numpy()
        labels = np.arange(len(pictures)) % 10
        right = odds.argmax(axis=1) == labels
        print(f"further pen drawings: {right.sum()} of {len(pictures)} right, "
              f"mean probability of the true digit {odds[np.arange(len(labels)), labels].mean():.4f}, "
              f"misread per digit {[int((~right[labels == d]).sum()) for d in range(10)]}")
    sys.exit(1 if misread else 0)


if __name__ == "__main__":
    main()
