#!/usr/bin/env python3
"""How large the page of `udpc annotate --html` is, and how soon a browser shows it.

Makes a program's profile in Callgrind's format: files of 500 lines with costs in
most, functions of 25 lines that call others; writes the page, and opens it in
headless Chromium. Each figure is the least of the rounds: from the start of the
navigation to the page laid out, without the browser's start and painting.

    python3 bench/page/run.py [--lines N] [--rounds N] [--udpc <program>]
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

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINES_OF_FILE, LINES_OF_FUNCTION = 500, 25
EVENTS = "Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw"
# Those that need no texts of sources, which are unpacked after the page is loaded.
VIEWS = {"overview": "", "functions": "view=functions", "files": "view=files"}
# Reading the height computes the layout.
MEASURE = """<script>
{
  const height = document.body.offsetHeight, ready = performance.now();
  const said = document.createElement("pre");
  said.textContent = `ready ${ready} elements ${document.querySelectorAll("*").length} height ${height}`;
  document.body.append(said);
}
</script>
"""


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


def milliseconds_to_show(page, view, folder):
    command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--dump-dom",
               f"--user-data-dir={folder / 'browser'}", f"file://{page}#{view}"]
    dom = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout
    ready, elements = re.search(r"ready ([\d.]+) elements (\d+)", dom).groups()
    return float(ready), int(elements)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--lines", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--udpc", default=ROOT / "build/release/bin/udpc")
    options = parser.parse_args()
    if not shutil.which("chromium"):
        sys.exit("the benchmark needs a package that is not installed: apt-get install chromium")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        profile = write_program(folder, options.lines)
        start = time.monotonic()
        subprocess.run([options.udpc, "annotate", profile, "-I", folder, "--threshold=0", f"--html={folder / 'page.html'}"], check=True, cwd=folder)
        page = (folder / "page.html").read_text()
        print(f"{options.lines:,} lines: {len(page.encode()):,} bytes, written in {time.monotonic() - start:.2f} s")
        left_out = re.search(r'"leftOut":\[(.*?)\]', page).group(1)
        print(f"left out: {left_out or 'nothing'}")
        measured = folder / "measured.html"
        measured.write_text(page + MEASURE)
        for view, address in VIEWS.items():
            results = [milliseconds_to_show(measured, address, folder) for _ in range(options.rounds)]
            print(f"{view:10} {min(r[0] for r in results):6.0f} to {max(r[0] for r in results):.0f} ms, {results[0][1]:,} elements")


main()
