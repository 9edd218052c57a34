"""collect_kills.py PROFILE: kills the collector at random instants while profiles
arrive; what the sinks have is what the profiles had."""

import glob
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time

profile = sys.argv[1]
kills = int(os.environ.get("UDPC_COLLECT_KILLS", "12"))
# Says what has failed, and repeats it.
seed = int(os.environ.get("UDPC_COLLECT_SEED", "1"))
rng = random.Random(seed)


def collect(sink, *args, **more):
    return subprocess.Popen(
        ["udpc", "collect", "arrive", f"--to={sink}", "--host=h", *args], **more)


def arrive(number):
    shutil.copy(profile, "arrive/new.tmp")
    os.rename("arrive/new.tmp", f"arrive/udpc.{number}.prof")


for sink in ("kept", "-"):
    for folder in ("arrive", "kept"):
        shutil.rmtree(folder, ignore_errors=True)
        os.mkdir(folder)
    arrived = 0
    with open("shipped.rows", "wb") as rows:
        for _ in range(kills):
            process = collect(sink, "--every=1ms", stdout=rows)
            end = time.monotonic() + rng.uniform(0.002, 0.06)
            while time.monotonic() < end:
                arrive(arrived)
                arrived += 1
                time.sleep(0.003)
            process.send_signal(signal.SIGKILL)
            process.wait()
            # A line that is cut off is not a row; what follows is on its own.
            if sink == "-":
                rows.write(b"\n")
                rows.flush()
        assert collect(sink, "--once", stdout=rows).wait() == 0
    assert os.listdir("arrive") == [".udpc-collect"], os.listdir("arrive")
    assert sorted(os.listdir("arrive/.udpc-collect")) == ["lock", "rejected"]
    if sink == "kept":
        files = glob.glob("kept/*.zst")
        subprocess.run(["udpc", "merge", "-o", "sum.prof", *files], check=True)
        with open("sum.rows", "wb") as out:
            subprocess.run(["udpc", "export", "--format=rows", "sum.prof"], check=True, stdout=out)
    else:
        # Consumers drop lines that are no rows, and batches that they have.
        with open("shipped.rows", "rb") as f, open("sum.rows", "wb") as out:
            for line in f:
                try:
                    json.loads(line)
                except ValueError:
                    continue
                out.write(line)
    with open("sum.rows", encoding="utf-8") as f:
        seen = {}
        for row in map(json.loads, f):
            if row["event"] == "(runs)":
                seen[row["batch"], row["module"]] = row["count"]
    runs = {}
    for (_, module), count in seen.items():
        runs[module] = runs.get(module, 0) + count
    assert arrived and set(runs.values()) == {arrived}, (sink, seed, arrived, runs)
