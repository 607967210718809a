#!/usr/bin/env python3
"""Train the digit reader of this example and write its weights.

    python3 train.py --epochs 50 --out ../digits.weights
    python3 train.py --export-heldout ../pictures/heldout.bin 100

There is no data set to download: the images are drawn from the fonts that the
script finds (see digit_images.py), anew for every epoch. Whole font families
are kept away from training and used to measure the accuracy at the end.
The seeds are fixed and one thread is used, so a second run on the same machine
with the same packages gives the same weights.

--export-heldout FILE N trains nothing; it writes the first N held-out images:
u32 count (little-endian), then per image 784 bytes, row by row, and one label
byte. As in the pictures, 255 is white paper and 0 is black ink.
"""

import argparse
import struct
import sys
import time

PACKAGES = {"numpy": "python3-numpy", "torch": "python3-torch", "PIL": "python3-pil"}
absent = []
for module, package in PACKAGES.items():
    try:
        __import__(module)
    except ImportError:
        absent.append(package)
if absent:
    sys.exit("Python packages are missing; on Debian: apt-get install " + " ".join(absent))

import torch                                    # noqa: E402  (checked above)
import torch.nn.functional as F                 # noqa: E402

import digit_images                             # noqa: E402
import digit_net                                # noqa: E402

SEED_MODEL, SEED_TRAINING, SEED_HELD_OUT = 1, 2, 3
HELD_OUT_IMAGES = 10000
BATCH = 128


def held_out_images(glyphs, count):
    """Return `count` images as uint8 (255 = paper) and labels; always the same."""
    generator = torch.Generator().manual_seed(SEED_HELD_OUT)
    images, labels = [], []
    # Batches of a fixed size, so that the first images do not depend on `count`.
    for _ in range(0, count, 100):
        batch, batch_labels = glyphs.sample(100, generator)
        images.append((255 - batch * 255).round().to(torch.uint8))
        labels.append(batch_labels)
    return torch.cat(images)[:count], torch.cat(labels)[:count]


def predict(model, images):
    model.eval()
    with torch.no_grad():
        return torch.cat([model(1 - part.float() / 255).argmax(dim=1)
                          for part in images.split(500)])


def export_held_out(path, count, glyphs):
    images, labels = held_out_images(glyphs, count)
    with open(path, "wb") as file:
        file.write(struct.pack("<I", count))
        for image, label in zip(images, labels):
            file.write(image.numpy().tobytes() + bytes([int(label)]))
    print(f"{count} held-out images written to {path}")


def train(model, glyphs, epochs, images_per_epoch):
    generator = torch.Generator().manual_seed(SEED_TRAINING)
    steps = images_per_epoch // BATCH
    optimizer = torch.optim.AdamW(model.parameters(), lr=4e-3, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, max_lr=4e-3, total_steps=epochs * steps, pct_start=0.15)
    for epoch in range(epochs):
        model.train()
        started, total, correct = time.monotonic(), 0.0, 0
        for _ in range(steps):
            images, labels = glyphs.sample(BATCH, generator)
            scores = model(images)
            loss = F.cross_entropy(scores, labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            total += loss.item()
            correct += int((scores.argmax(dim=1) == labels).sum())
        print(f"epoch {epoch + 1:2}/{epochs}  loss {total / steps:.4f}  "
              f"training accuracy {correct / (steps * BATCH):.4f}  "
              f"{time.monotonic() - started:.1f} s", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--epochs", type=int, default=50)
    parser.add_argument("--images-per-epoch", type=int, default=25600)
    parser.add_argument("--out", default="digits.weights", help="weights file to write")
    parser.add_argument("--export-heldout", nargs=2, metavar=("FILE", "N"),
                        help="write N held-out images to FILE and stop")
    options = parser.parse_args()

    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    torch.manual_seed(SEED_MODEL)

    installed = digit_images.installed_fonts()
    packages = digit_images.missing_packages(installed)
    if packages:
        sys.exit("Fonts are missing; on Debian: apt-get install " + " ".join(packages))
    held_out = digit_images.GlyphSet(digit_images.HELD_OUT_FAMILIES, installed)
    print(f"held-out fonts: {held_out.fonts} in {held_out.families} families "
          f"({held_out.skipped} without digits skipped)")
    if options.export_heldout:
        export_held_out(options.export_heldout[0], int(options.export_heldout[1]), held_out)
        return

    started = time.monotonic()
    glyphs = digit_images.GlyphSet(digit_images.TRAINING_FAMILIES, installed)
    print(f"training fonts: {glyphs.fonts} in {glyphs.families} families "
          f"({glyphs.skipped} without digits skipped), "
          f"prepared in {time.monotonic() - started:.1f} s", flush=True)

    model = digit_net.DigitNet()
    train(model, glyphs, options.epochs, options.images_per_epoch)
    digit_net.save(model, options.out)

    model = digit_net.load(options.out)      # measure what was really written
    images, labels = held_out_images(held_out, HELD_OUT_IMAGES)
    guesses = predict(model, images)
    print(f"held-out accuracy: {(guesses == labels).float().mean():.4f} "
          f"on {HELD_OUT_IMAGES} images")
    for digit in range(10):
        wrong = guesses[(labels == digit) & (guesses != digit)]
        common = torch.bincount(wrong, minlength=10)
        print(f"  {digit}: {int((labels == digit).sum()) - len(wrong)} right, {len(wrong)} wrong"
              + (f", most often read as {int(common.argmax())}" if len(wrong) else ""))
    print(f"torch {torch.__version__}, total time {time.monotonic() - started:.0f} s, "
          f"weights in {options.out}")


if __name__ == "__main__":
    main()
