"""Makes handwritten-like digit images out of the fonts of the system.

Every glyph is turned into two distance maps once: the distance to its outline
and the distance to its centre line. An image is then drawn by warping a map and
thresholding it. That gives a pen of any width, and a width that changes along
the stroke, for the price of one comparison - and it makes a printed font look
like something written with a felt-tip or a ball pen.
"""

import os

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image, ImageDraw, ImageFont

SIZE = 28            # side of a finished image
CANVAS = 64          # side of a distance map
GLYPH = 40           # the longer side of a glyph inside a distance map
FONT_ROOTS = ("/usr/share/fonts", "/usr/local/share/fonts")

# (start of the family name, Debian package, weight in training).
# Fonts that look handwritten weigh more, because they are what we want to read;
# the printed ones keep the net honest about plain shapes. Only listed families
# are used, so that other fonts on a machine do not change the result.
HAND, PRINT = 4, 1
TRAINING_FAMILIES = [
    ("AoyagiSosekiFont2", "fonts-aoyagi-soseki", HAND),
    ("Because We Build", "fonts-bwht", HAND),
    ("Because We Connect", "fonts-bwht", HAND),
    ("Because We Create", "fonts-bwht", HAND),
    ("Because We Learn", "fonts-bwht", HAND),
    ("Because We Mentor", "fonts-bwht", HAND),
    ("Breip", "fonts-breip", HAND),
    ("Delphine", "fonts-sjfonts", HAND),
    ("DkgHandwriting", "fonts-dkg-handwriting", HAND),
    ("Ecolier_court", "fonts-ecolier-court", HAND),
    ("Humor Sans", "fonts-humor-sans", HAND),
    ("Kaushan Script", "fonts-kaushanscript", HAND),
    ("Kristi", "fonts-kristi", HAND),
    ("SetoFont", "fonts-seto", HAND),
    ("Steve", "fonts-sjfonts", HAND),
    ("YOz", "fonts-yozvox-yozfont-edu", HAND),
    ("Yusei Magic", "fonts-yusei-magic", HAND),
    ("femkeklaver", "fonts-femkeklaver", HAND),
    ("kiloji", "fonts-kiloji", HAND),
    ("C059", "fonts-urw-base35", PRINT),
    ("Cantarell", "fonts-cantarell", PRINT),
    ("DejaVu Sans", "fonts-dejavu-extra", PRINT),
    ("DejaVu Serif", "fonts-dejavu-extra", PRINT),
    ("FreeMono", "fonts-freefont-ttf", PRINT),
    ("FreeSans", "fonts-freefont-ttf", PRINT),
    ("FreeSerif", "fonts-freefont-ttf", PRINT),
    ("GNUTypewriter", "fonts-gnutypewriter", PRINT),
    ("Gentium", "fonts-sil-gentiumplus", PRINT),
    ("Jura", "fonts-jura", PRINT),
    ("Leckerli One", "fonts-leckerli-one", PRINT),
    ("Liberation Mono", "fonts-liberation", PRINT),
    ("Liberation Sans", "fonts-liberation", PRINT),
    ("Liberation Serif", "fonts-liberation", PRINT),
    ("Lobster Two", "fonts-lobster", PRINT),
    ("Nimbus", "fonts-urw-base35", PRINT),
    ("OSP-DIN", "fonts-opendin", PRINT),
    ("Open Sans", "fonts-open-sans", PRINT),
    ("OpenDyslexic", "fonts-opendyslexic", PRINT),
    ("Oxygen", "fonts-oxygen", PRINT),
    ("P052", "fonts-urw-base35", PRINT),
    ("Roboto", "fonts-roboto-unhinted", PRINT),
    ("URW", "fonts-urw-base35", PRINT),
    ("Z003", "fonts-urw-base35", HAND),
]
# Never seen in training: each family weighs the same here.
HELD_OUT_FAMILIES = [
    ("Andika", "fonts-sil-andika", 1),
    ("Because We Organize", "fonts-bwht", 1),
    ("Cabin", "fonts-cabin", 1),
    ("Comic Neue", "fonts-comic-neue", 1),
    ("Dancing Script", "fonts-dancingscript", 1),
    ("Klee One", "fonts-klee", 1),
    ("Lato", "fonts-lato", 1),
    ("Purisa", "fonts-tlwg-purisa-ttf", 1),
    ("Quicksand", "fonts-quicksand", 1),
    ("Rufscript", "fonts-rufscript", 1),
    ("Tomson Talks", "fonts-tomsontalks", 1),
]


def installed_fonts():
    """Return {family: [file, ...]} of all scalable fonts, in a fixed order."""
    files = []
    for root in FONT_ROOTS:
        for folder, _, names in os.walk(root):
            files += [os.path.join(folder, name) for name in names
                      if name.lower().endswith((".ttf", ".otf"))]
    families, seen = {}, set()
    for path in sorted(files, key=lambda p: (os.path.basename(p), p)):
        try:
            name = ImageFont.truetype(path, 10).getname()
        except OSError:
            continue                       # not a font that FreeType can read
        if name not in seen:               # the same style may be there twice
            seen.add(name)
            families.setdefault(name[0], []).append(path)
    return families


def fonts_of(prefix, installed):
    return [path for family in sorted(installed) if family.startswith(prefix)
            for path in installed[family]]


def missing_packages(installed):
    """Return the Debian packages of the listed families that are not there."""
    return sorted({package for prefix, package, _ in TRAINING_FAMILIES + HELD_OUT_FAMILIES
                   if not fonts_of(prefix, installed)})


def draw_glyph(font, character):
    """Return the glyph as a CANVAS x CANVAS bool array, or None if it is blank."""
    side = font.size * 3
    image = Image.new("L", (side, side), 0)
    ImageDraw.Draw(image).text((font.size, font.size // 2), character, font=font, fill=255)
    box = image.getbbox()
    if box is None:
        return None
    glyph = image.crop(box)
    factor = GLYPH / max(glyph.size)
    glyph = glyph.resize([max(1, round(extent * factor)) for extent in glyph.size],
                         Image.BOX)
    canvas = Image.new("L", (CANVAS, CANVAS), 0)
    canvas.paste(glyph, [(CANVAS - extent) // 2 for extent in glyph.size])
    return np.asarray(canvas) > 100


def draw_digits(path):
    """Return the ten digits of a font, or None if it does not have digits."""
    font = ImageFont.truetype(path, 96)
    digits = [draw_glyph(font, str(digit)) for digit in range(10)]
    # A font without digits draws nothing, or the same box ten times.
    if any(digit is None or digit.sum() < 20 for digit in digits):
        return None
    if len({digit.tobytes() for digit in digits}) < 10:
        return None
    return np.stack(digits)


def centre_lines(glyphs):
    """Thin N x H x W bool glyphs to lines one pixel wide (Zhang and Suen, 1984)."""
    ink = np.pad(glyphs, ((0, 0), (1, 1), (1, 1))).astype(np.uint8)
    changed = True
    while changed:
        changed = False
        for step in range(2):
            # The eight neighbours, clockwise from the one above.
            north, north_east, east, south_east, south, south_west, west, north_west = \
                ring = [np.roll(ink, shift, (1, 2)) for shift in
                        ((1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1))]
            neighbours = sum(ring)
            rises = sum((ring[i] == 0) & (ring[(i + 1) % 8] == 1) for i in range(8))
            if step == 0:
                free = (north * east * south == 0) & (east * south * west == 0)
            else:
                free = (north * east * west == 0) & (north * south * west == 0)
            peel = (ink == 1) & (neighbours >= 2) & (neighbours <= 6) & (rises == 1) & free
            if peel.any():
                ink[peel] = 0
                changed = True
    return ink[:, 1:-1, 1:-1].astype(bool)


def distance_to(ink):
    """Return the distance of every pixel of N x H x W bool to the next True one."""
    far = 1e6
    position = np.arange(ink.shape[1], dtype=np.float32)
    squares = (position[:, None] - position[None, :]) ** 2
    out = np.empty(ink.shape, np.float32)
    for index, image in enumerate(ink):
        cost = np.where(image, np.float32(0), np.float32(far))
        # Exact and separable: first along the columns, then along the rows.
        columns = (squares[:, :, None] + cost[None, :, :]).min(axis=1)
        out[index] = np.sqrt((squares[:, :, None] + columns.T[None, :, :]).min(axis=1).T)
    return out


class GlyphSet:
    """The distance maps of all digits of a list of font families."""

    def __init__(self, families, installed):
        chosen = {(prefix, weight): fonts_of(prefix, installed)
                  for prefix, _, weight in families}
        glyphs, weights = [], []
        self.fonts, self.skipped = 0, 0
        for (_, weight), paths in sorted(chosen.items()):
            drawn = [digits for digits in map(draw_digits, paths) if digits is not None]
            self.skipped += len(paths) - len(drawn)
            self.fonts += len(drawn)
            glyphs += drawn
            # A family counts once, however many styles it comes in.
            weights += [weight / len(drawn) for _ in drawn]
        self.families = len(chosen)
        self.weights = torch.tensor(weights)

        ink = np.concatenate(glyphs)                       # font-major, then digit
        outline = distance_to(ink) - distance_to(~ink)     # negative inside
        lines = distance_to(centre_lines(ink))
        self.maps = torch.from_numpy(np.stack([outline, lines], axis=1))
        self.depth = torch.from_numpy(-outline.reshape(len(ink), -1).min(axis=1))

    def sample(self, count, generator):
        """Return `count` images (N x 1 x 28 x 28, ink 1.0) and their labels."""
        labels = torch.randint(0, 10, (count,), generator=generator)
        fonts = torch.multinomial(self.weights, count, replacement=True, generator=generator)
        as_line = torch.rand(count, generator=generator) < 0.5
        index = fonts * 10 + labels
        maps = self.maps[index, as_line.long()].unsqueeze(1)
        return draw(maps, self.depth[index], as_line, generator), labels


def draw(maps, depth, as_line, generator):
    """Draw one distorted image per distance map."""
    count = len(maps)
    fine = SIZE * 2          # drawn at twice the size, then averaged: smooth edges

    def uniform(low, high, *shape):
        shape = (count, *shape)
        return low + (high - low) * torch.rand(shape, generator=generator)

    def smooth_field(channels, cells):
        coarse = torch.randn((count, channels, cells, cells), generator=generator)
        return F.interpolate(coarse, size=(fine, fine), mode="bicubic", align_corners=True)

    # Where each pixel comes from: shift, wobble, then rotate, shear and scale.
    size = uniform(13, 25)
    slack = torch.clamp((SIZE - size) / 2 + 0.5, max=4)
    ticks = (torch.arange(fine) + 0.5) / 2 - SIZE / 2
    y, x = torch.meshgrid(ticks, ticks, indexing="ij")
    place = torch.stack([x, y]).expand(count, 2, fine, fine)
    shift = torch.stack([uniform(-1, 1) * slack, uniform(-1, 1) * slack], dim=1)
    wobble = smooth_field(2, 5) * (uniform(0, 0.045) * size)[:, None, None, None]
    place = place - shift[:, :, None, None] + wobble

    angle = uniform(-0.26, 0.26)
    shear = uniform(-0.35, 0.35)
    stretch = torch.exp(uniform(-0.28, 0.28))
    cos, sin = torch.cos(angle), torch.sin(angle)
    px, py = place[:, 0], place[:, 1]

    def per_image(values):
        return values[:, None, None]

    rx = per_image(cos) * px + per_image(sin) * py
    ry = -per_image(sin) * px + per_image(cos) * py
    rx = (rx + per_image(shear) * ry) / per_image(stretch)
    scale = size / GLYPH                          # output pixels per map pixel
    to_unit = per_image(2 / (scale * CANVAS))
    grid = torch.stack([rx * to_unit, ry * to_unit], dim=-1)
    distance = F.grid_sample(maps, grid, mode="bilinear", padding_mode="border",
                             align_corners=False) * scale[:, None, None, None]

    # The pen. A centre line gets a pen of any width; an outline becomes bolder
    # or lighter, but a hair line is not thinned until it is gone.
    line_radius = uniform(0, 1) * (0.085 * size - 0.5) + 0.5
    outline_growth = -0.45 * depth * scale + uniform(0, 1) * (0.45 * depth * scale + 0.7)
    radius = torch.where(as_line, line_radius, outline_growth)[:, None, None, None]
    uneven = smooth_field(1, 6) * uniform(0, 0.3)[:, None, None, None]
    ink = torch.clamp((radius + uneven - distance) * 2 + 0.5, 0, 1)
    image = F.avg_pool2d(ink, 2)

    # The scanner: blur, weak ink, grey and unevenly lit paper, noise.
    sigma = uniform(0.05, 0.8)
    taps = torch.exp(-torch.arange(-2, 3) ** 2 / (2 * sigma[:, None] ** 2))
    taps = taps / taps.sum(dim=1, keepdim=True)
    kernel = (taps[:, :, None] * taps[:, None, :]).unsqueeze(1)
    image = F.conv2d(image.transpose(0, 1), kernel, padding=2, groups=count).transpose(0, 1)
    strength = uniform(0.55, 1.0)[:, None, None, None]
    paper = uniform(0, 0.12)[:, None, None, None]
    light = F.interpolate(uniform(-0.04, 0.04, 1, 2, 2), size=(SIZE, SIZE),
                          mode="bilinear", align_corners=True)
    noise = torch.randn(image.shape, generator=generator) * uniform(0, 0.06)[:, None, None, None]
    image = paper + light + image * (strength - paper) + noise
    return torch.clamp(image, 0, 1)
