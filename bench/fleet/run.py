#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ships profiles of many hosts by udpc collect into two shards of ClickHouse.

usage: run.py [--hosts H] [--profiles P] [--batches B] -- PROGRAM ARGUMENT...

PROGRAM was compiled with udpc-clang and -Wl,--build-id. It is run 10 times with
tables=0, with the arguments and {} replaced by 1 to 10. Each of H hosts has a
folder with P of these profiles B times, one after another, which one collector
ships: that of a host, or one on a machine that the hosts rsync their folders to.
Prints what a batch takes, the rows of all in a second, what the servers need for
them, and the bytes of a row on disk. Then asks for the sums: they are those of
udpc merge. The servers end with the script.
"""

import argparse
import json
import os
import resource
import socket
import subprocess
import tempfile
import time

EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../examples/fleet")


def cpu(pid):
    with open(f"/proc/{pid}/stat", encoding="utf-8") as f:
        fields = f.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def children_cpu():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def free_ports():
    for first in range(12000, 32000, 20):
        taken = 0
        for port in range(first, first + 20):
            with socket.socket() as s:
                taken += s.connect_ex(("127.0.0.1", port)) == 0
        if not taken:
            return first
    raise SystemExit("no free ports")


class Shards:
    def __init__(self, folder):
        self.folder, self.first = folder, free_ports()
        subprocess.run([os.path.join(EXAMPLES, "two-shards.sh"), folder, str(self.first)],
                       check=True, stdout=subprocess.DEVNULL)

    def pids(self):
        pids = []
        for shard in "01":
            with open(os.path.join(self.folder, shard, "pid"), encoding="utf-8") as f:
                pids.append(int(f.read()))
        return pids

    def cpu(self):
        return sum(map(cpu, self.pids()))

    def ask(self, sql, shard=0):
        return subprocess.run(["clickhouse-client", f"--port={self.first + 10 * shard + 1}",
                               "--query", sql], check=True, capture_output=True,
                              text=True).stdout.split()

    def sink(self):
        return (f"http://127.0.0.1:{self.first}/?query="
                "INSERT%20INTO%20counts_all%20FORMAT%20JSONEachRow")

    def end(self):
        for pid in self.pids():
            os.kill(pid, 9)


def run_programs(program, arguments, folder):
    files = []
    for number in range(10):
        files.append(os.path.join(folder, f"{number}.raw"))
        subprocess.run([os.path.abspath(program),
                        *(a.replace("{}", str(number + 1)) for a in arguments)],
                       check=True, stdout=subprocess.DEVNULL,
                       env=os.environ | {"UDPC_OPTIONS": f"tables=0:output={files[-1]}"})
    return files


def expected_sum(files, times, folder):
    sums = os.path.join(folder, "sum.prof")
    subprocess.run(["udpc", "merge", "-o", sums, *files], check=True)
    rows = subprocess.run(["udpc", "export", "--format=rows", sums], check=True,
                          capture_output=True, text=True).stdout.splitlines()
    return times * sum(row["count"] for row in map(json.loads, rows) if row["event"] != "(runs)")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("arguments", nargs="*")
    parser.add_argument("--hosts", type=int, default=10)
    parser.add_argument("--profiles", type=int, default=100)
    parser.add_argument("--batches", type=int, default=3)
    options = parser.parse_args()
    if options.profiles % 10:
        raise SystemExit("--profiles: give a multiple of 10")
    with tempfile.TemporaryDirectory() as folder:
        files = run_programs(options.program, options.arguments, folder)
        shards = Shards(os.path.join(folder, "shards"))
        try:
            before, begin, own, batches = shards.cpu(), time.monotonic(), children_cpu(), 0
            for batch in range(options.batches):
                for host in range(options.hosts):
                    inbox = os.path.join(folder, f"host{host}")
                    os.makedirs(inbox, exist_ok=True)
                    for number in range(options.profiles):
                        os.link(files[number % 10],
                                os.path.join(inbox, f"udpc.{batch}.{number}.prof"))
                    subprocess.run(["udpc", "collect", inbox, f"--host=host{host}", "--once",
                                    f"--to={shards.sink()}"], check=True)
                    batches += 1
            elapsed, own = time.monotonic() - begin, children_cpu() - own
            total = batches * options.profiles
            times = total // 10
            expected = expected_sum(files, times, folder)
            end = time.monotonic() + 300
            query = "SELECT sum(count) FROM counts WHERE event != '(runs)'"
            while time.monotonic() < end and int(shards.ask(query)[0]) != expected:
                time.sleep(0.5)
            if int(shards.ask(query)[0]) != expected:
                raise SystemExit(f"the sum is {shards.ask(query)[0]}, not {expected}")
            servers = shards.cpu() - before
            rows = bytes_on_disk = 0
            for shard in (0, 1):
                shards.ask("OPTIMIZE TABLE counts_local FINAL", shard)
                answer = shards.ask("SELECT sum(rows), sum(bytes_on_disk) FROM system.parts "
                                    "WHERE table = 'counts_local' AND active", shard)
                rows, bytes_on_disk = rows + int(answer[0]), bytes_on_disk + int(answer[1])
        finally:
            shards.end()
        size = sum(map(os.path.getsize, files)) / 10
        print(f"{total} profiles of {size / 1e3:.1f} KB in {batches} batches, {rows} rows; the sums "
              "are those of udpc merge")
        print(f"udpc collect: {own / batches:.3f} s CPU and {elapsed / batches:.3f} s elapsed a "
              f"batch, {total / own:.0f} profiles and {rows / own:.0f} rows in a second of CPU")
        print(f"ClickHouse:   {rows / servers:.0f} rows in a second of CPU, "
              f"{rows / elapsed:.0f} in a second until they are accepted, "
              f"{bytes_on_disk / rows:.1f} bytes a row on disk")
        print(f"a collector with a tenth of a processor, each minute: batches of "
              f"{6 * batches / own:.0f} hosts, of {options.profiles} processes each")


if __name__ == "__main__":
    main()
