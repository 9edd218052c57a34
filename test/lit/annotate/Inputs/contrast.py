"""The contrast of text in the page's colours, as WCAG 2 computes it, and whether
the steps of its scales look equally far apart (lightness in OKLab).

  contrast.py <page.css>
"""
import re
import sys

TEXT = 4.5  # WCAG AA: text; 3: boundaries of controls.
PAIRS = [("text", f) for f in ("page", "card", "chosen", "found", "mark", "box")]
PAIRS += [("soft", f) for f in ("page", "card")]
PAIRS += [("link", f) for f in ("page", "card", "mark")] + [("warn", "warn-back")]
SCALES = {kind: [f"{kind}-{i}" for i in range(1, 9)] for kind in ("heat", "cool")}
# Text on the strongest steps, from 6 on, is that of --ink.
PAIRS += [("text" if step < 5 else "ink", name) for scale in SCALES.values() for step, name in enumerate(scale)]
# Colours of syntax, in sources, in lines that are marked.
PAIRS += [(f, b) for f in ("keyword", "string", "number", "comment", "directive") for b in ("card", "mark")]
CONTROLS = [("edge", "card"), ("edge", "page"), ("link", "card")]


def linear(colour):
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]


def luminance(colour):
    return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear(colour)))


def contrast(a, b):
    dark, light = sorted((luminance(a), luminance(b)))
    return (light + 0.05) / (dark + 0.05)


def lightness(colour):
    r, g, b = linear(colour)
    roots = [max(0, x) ** (1 / 3) for x in (
        0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b,
        0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b,
        0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)]
    return 0.2104542553 * roots[0] + 0.7936177850 * roots[1] - 0.0040720468 * roots[2]


css = open(sys.argv[1]).read()
themes = ({}, {})
for name, *both in re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", css):
    for theme, colour in zip(themes, both):
        theme[name] = colour
failures = 0
for theme, name in zip(themes, ("light", "dark")):
    for pairs, least in ((PAIRS, TEXT), (CONTROLS, 3)):
        for front, back in pairs:
            ratio = contrast(theme[front], theme[back])
            if ratio < least:
                failures += 1
                print(f"{name}: {front} on {back}: {ratio:.2f} < {least}")
    for scale, steps in SCALES.items():
        levels = [lightness(theme[s]) for s in steps]
        distances = [abs(b - a) for a, b in zip(levels, levels[1:])]
        if max(distances) > 1.25 * min(distances):
            failures += 1
            print(f"{name}: steps of {scale} are not even: {[f'{d:.3f}' for d in distances]}")
print(f"{len(themes[0])} colours, {failures} failures")
sys.exit(failures > 0)
