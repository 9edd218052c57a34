#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How large the page of `udpc annotate --html` is, and how soon a browser shows it.

Makes a program's profile in Callgrind's format: files of 500 lines with costs in
most, functions of 25 lines that call others; writes the page, and opens it in
headless Chromium, a new one for each round. Figures are the least and the most of
the rounds, without the browser's start: from the start of the navigation to the
page laid out and to the frame that shows it, and the processor time of the page's
main thread, which other programs do not change. The limits are 1 s and 10 MB.

    python3 bench/page/run.py [--lines N] [--page <page>] [--rounds N] [--udpc <program>] [--pictures <folder>]
"""

import argparse
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

from browser import Browser

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINES_OF_FILE, LINES_OF_FUNCTION = 500, 25
EVENTS = "Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw"
# Those that need no texts of sources, which are unpacked after the page is loaded.
VIEWS = {"overview": "", "functions": "view=functions", "files": "view=files"}
# Reading the height computes the layout. The first callback is before the frame with
# the page is painted, the second one after it.
MEASURE = """<script>
{
  const height = document.body.offsetHeight;
  window.measured = { ready: performance.now(), painted: 0, height };
  requestAnimationFrame(() => requestAnimationFrame(() => (measured.painted = performance.now())));
}
</script>
"""
WIDTHS, SCHEMES = {360: 780, 1280: 800}, ["light", "dark"]


def write_program(folder, num_lines):
    chance = random.Random(1)
    num_functions = num_lines // LINES_OF_FUNCTION
    inclusive = [0] * num_functions
    text, total = [f"# callgrind format\nversion: 1\ncmd: ./program\nevents: {EVENTS}\n"], 0
    # Callees come after their callers, so there are no cycles.
    for function in reversed(range(num_functions)):
        file, place = divmod(function * LINES_OF_FUNCTION, LINES_OF_FILE)
        path = f"src/part{file % 20}/file_{file}.cpp"
        body = [f"fl={path}\nfn=function_{function}\n"]
        for line in range(place + 1, place + LINES_OF_FUNCTION + 1):
            ir = int(chance.paretovariate(0.8)) * 10
            body.append(f"{line} {ir} {ir // 3} {ir // 5} 1 {ir // 50} {ir // 90} 0 0 0\n")
            inclusive[function] += ir
        total += inclusive[function]
        for line in chance.sample(range(place + 1, place + LINES_OF_FUNCTION), 4):
            callee = function + 1 + int(chance.paretovariate(1))
            if callee >= num_functions:
                continue
            share = inclusive[callee] // 4
            callee_file = callee * LINES_OF_FUNCTION // LINES_OF_FILE
            body.append(f"cfi=src/part{callee_file % 20}/file_{callee_file}.cpp\ncfn=function_{callee}\ncalls=3 1\n{line} {share}\n")
            inclusive[function] += share
        text += body
    profile = folder / "callgrind.out.1"
    profile.write_text("".join(text))
    for file in range(-(-num_lines // LINES_OF_FILE)):
        source = folder / f"src/part{file % 20}/file_{file}.cpp"
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text("".join(f"  value_{n} += compute(value_{n - 1}, {chance.random():.3f});\n" for n in range(LINES_OF_FILE)))
    return profile


def measure(page, view, folder):
    """Milliseconds to the layout, to its frame, those of the processor, and elements."""
    shutil.rmtree(folder / "browser", ignore_errors=True)
    browser = Browser(folder / "browser")
    before = browser.processor_seconds()
    browser.open(f"file://{page}#{view}")
    while not (painted := browser.evaluate("measured.painted")):
        time.sleep(0.02)
    ready = browser.evaluate("measured.ready")
    elements = browser.evaluate("document.querySelectorAll('*').length")
    taken = browser.processor_seconds() - before
    browser.close()
    return ready, painted, taken * 1000, elements


def write_page(folder, options):
    profile = write_program(folder, options.lines)
    start = time.monotonic()
    page = folder / "page.html"
    subprocess.run([options.udpc, "annotate", profile, "-I", folder, "--threshold=0", f"--html={page}"], check=True, cwd=folder)
    print(f"{options.lines:,} lines, written in {time.monotonic() - start:.2f} s")
    return page


def take_pictures(page, folder, work):
    folder.mkdir(parents=True, exist_ok=True)
    browser = Browser(work / "pictures")
    for view, address in VIEWS.items():
        browser.open(f"file://{page}#{address}")
        for width, height in WIDTHS.items():
            for scheme in SCHEMES:
                browser.picture(folder / f"{view}-{width}-{scheme}.png", width, height, scheme)
    browser.close()


def text_of(values):
    return f"{min(values):6.0f} to {max(values):.0f} ms"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--lines", type=int, default=200_000)
    parser.add_argument("--page", type=pathlib.Path, help="measure this one instead")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--pictures", type=pathlib.Path, help="where to leave pictures of the page, to be looked at")
    parser.add_argument("--udpc", default=ROOT / "build/release/bin/udpc")
    options = parser.parse_args()
    if not shutil.which("chromium"):
        sys.exit("the benchmark needs a package that is not installed: apt-get install chromium")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = pathlib.Path(name)
        path = options.page or write_page(folder, options)
        page = path.read_text()
        left_out = re.search(r'"leftOut":\[(.*?)\]', page).group(1)
        print(f"{len(page.encode()):,} bytes; left out: {left_out or 'nothing'}")
        measured = folder / "measured.html"
        measured.write_text(page + MEASURE)
        for view, address in VIEWS.items():
            results = [measure(measured, address, folder) for _ in range(options.rounds)]
            ready, painted, processor, elements = zip(*results)
            print(f"{view:10} laid out {text_of(ready)}, painted {text_of(painted)}, processor {text_of(processor)}, {elements[0]:,} elements")
        if options.pictures:
            take_pictures(path.resolve(), options.pictures, folder)


main()
