"""Reads logs as docs/formats.md describes them, independently of udpc.

usage: log.py LOG...

Prints the last counts of each run, and what is wrong.
"""

import struct
import sys
import zlib

HEADER = struct.Struct("<IIIHHQIIII")
SYNC = 0x4C504455
START, NAMES, MODULES, SNAPSHOT, SAMPLE, STACK, COLUMNS, END = range(1, 9)


def records(data):
    """Yields (type, time, thread, pid, sequence, payload), or None for damage."""
    at = 0
    while at < len(data):
        if at + HEADER.size <= len(data):
            sync, size, checksum, kind, flags, time, thread, pid, sequence, zero = HEADER.unpack_from(data, at)
            whole = data[at : at + size]
            if (
                sync == SYNC
                and size >= HEADER.size
                and size % 8 == 0
                and len(whole) == size
                and zlib.crc32(whole[12:]) == checksum
                and flags == zero == 0
            ):
                yield kind, time, thread, pid, sequence, whole[HEADER.size :]
                at += size
                continue
        yield None
        at = data.find(b"UDPL", at + 1)
        if at < 0:
            return


def snapshot(payload):
    wall, trigger, event, events, _, threads, resets = struct.unpack_from("<QIIIIII", payload)
    at = 32
    counts = struct.unpack_from(f"<{events}q", payload, at)
    at += 8 * events
    each = {}
    for _ in range(threads):
        index, tid, ended, zero = struct.unpack_from("<IIII", payload, at)
        each[index] = struct.unpack_from(f"<{events}q", payload, at + 16)
        at += 16 + 8 * events
    return {"trigger": trigger, "counts": counts, "threads": each, "resets": resets}


class Run:
    def __init__(self):
        self.names = {}
        self.snapshots = []
        self.threads = {}
        self.sequences = set()
        self.program = "?"
        self.ended = False


def read(paths):
    runs, damages = {}, 0
    for path in paths:
        now = {}
        for record in records(open(path, "rb").read()):
            if record is None:
                damages += 1
                continue
            kind, time, thread, pid, sequence, payload = record
            if kind == START:
                version, part, began, wall, parent, host, program = struct.unpack_from("<IIQQIII", payload)
                assert version == 1
                now[pid] = (pid, began)
            run = runs.setdefault(now.get(pid, (pid, 0)), Run())
            run.sequences.add(sequence)
            if kind == START:
                run.program = payload[48 + host : 48 + host + program].decode()
            elif kind == NAMES:
                first, count = struct.unpack_from("<II", payload)
                for i, name in enumerate(payload[8:].split(b"\0")[:count]):
                    run.names[first + i] = name.decode()
            elif kind == SNAPSHOT:
                run.snapshots.append((time, sequence, snapshot(payload)))
            elif kind == END:
                run.ended = True
    for run in runs.values():
        run.snapshots.sort(key=lambda s: s[:2])
        for _, _, s in run.snapshots:
            for index, counts in s["threads"].items():
                run.threads[index] = counts
    return runs, damages


def main():
    runs, damages = read(sys.argv[1:])
    for key in sorted(runs, key=lambda k: k[1]):
        run = runs[key]
        missing = max(run.sequences) - min(run.sequences) + 1 - len(run.sequences)
        last = run.snapshots[-1][2] if run.snapshots else {"counts": ()}
        counts = " ".join(f"{run.names[i]}={c}" for i, c in enumerate(last["counts"]))
        threads = "".join(
            f" {'others' if i == 2**32 - 2 else i}:{','.join(map(str, c))}" for i, c in sorted(run.threads.items()) if any(c)
        )
        print(
            f"{run.program}: {counts}{' ended' if run.ended else ''}"
            f"{f' {missing} missing' if missing else ''}{' threads' + threads if threads else ''}"
        )
    if damages:
        print(f"{damages} damaged")


if __name__ == "__main__":
    main()
