"""Writes a plan file (include/udpc/plan.h) by hand.

make_plan.py <module> <code.o> <plan> <source of the code>...

The code to add is the section .text of <code.o>: relocations against symbols of
the module and against `unit`, the added data, become fixups. Lines of its
comments say the rest, in terms of symbols of both:

  # plan event <name> <function>            slot 0, 1, ...
  # plan patch <place> <size> <code> <form> <group> <slot,...>
  # plan moved <place> <code>
  # plan count <slot> <code> <code to skip to>

A place is a symbol of the module, maybe with +number. These lines are read from
the sources of the code, in the order of the arguments.
"""

import os
import re
import struct
import subprocess
import sys
import zlib

from profile_bytes import padded

FORMS = {"jump": 0, "island": 1, "short": 2, "retarget": 3, "breakpoint": 4}
NO_FIELD = 0xFF


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def symbols(path):
    return {
        w[2]: int(w[0], 16)
        for w in (line.split() for line in run("nm", path).splitlines())
        if len(w) == 3
    }


class Module:
    def __init__(self, path):
        self.path = os.path.realpath(path)
        self.bytes = open(path, "rb").read()
        self.symbols = symbols(path)
        offset, = struct.unpack_from("<Q", self.bytes, 32)
        size, count = struct.unpack_from("<HH", self.bytes, 54)
        headers = [
            struct.unpack_from("<IIQQQQQQ", self.bytes, offset + i * size)
            for i in range(count)
        ]
        self.loads = [h for h in headers if h[0] == 1]
        self.begin = min(h[3] for h in self.loads)
        self.end = max(h[3] + h[6] for h in self.loads)
        self.build_id = b""
        for h in headers:
            if h[0] == 4:
                self.read_notes(self.bytes[h[2] : h[2] + h[5]])

    def read_notes(self, notes):
        while len(notes) >= 12:
            name, desc, kind = struct.unpack_from("<III", notes)
            begin = 12 + (name + 3) // 4 * 4
            if kind == 3:
                self.build_id = notes[begin : begin + desc]
            notes = notes[begin + (desc + 3) // 4 * 4 :]

    def place(self, text):
        name, _, offset = text.partition("+")
        return self.symbols[name] + int(offset or "0", 0)

    def at(self, address, size):
        for h in self.loads:
            if h[3] <= address < h[3] + h[5]:
                begin = address - h[3] + h[2]
                return self.bytes[begin : begin + size]
        raise ValueError(hex(address))


def table(events):
    """A site table with one site for each slot."""
    names, strings = {}, b"\0"
    for text in [t for e in events for t in e]:
        if text not in names:
            names[text] = len(strings)
            strings += text.encode() + b"\0"
    unique = list(dict.fromkeys(e for e, _ in events))
    body = b"".join(struct.pack("<Ii", names[e], -1) for e in unique)
    sites = b"".join(
        struct.pack("<IBBHIIIIII", unique.index(e), 1, 0, 0, 0, 0, 0, names[f], i, 1)
        for i, (e, f) in enumerate(events)
    )
    body += sites + b"".join(struct.pack("<5I", i, 0, 0, 0, 0) for i in range(len(events)))
    body += strings
    size = (48 + len(body) + 7) // 8 * 8
    n = len(events)
    header = struct.pack(
        "<IIQIIIIIIII", 0x54504455, 4, size, len(unique), 0, n, 0, n, n, len(strings), 0
    )
    return (header + body).ljust(size, b"\0")


def main(module_path, object_path, plan_path, *sources):
    module, code_symbols = Module(module_path), symbols(object_path)
    raw = plan_path + ".bin"
    run("objcopy", "-O", "binary", "-j", ".text", object_path, raw)
    code = open(raw, "rb").read()
    os.remove(raw)
    fixups = b""
    count = 0
    for line in run("readelf", "-rW", object_path).splitlines():
        m = re.match(r"([0-9a-f]+)\s+\S+\s+R_X86_64_\w+\s+\S+\s+(\S+) ([+-]) (\w+)$", line)
        if not m:
            continue
        offset, name = int(m[1], 16), m[2]
        addend = int(m[4], 16) * (1 if m[3] == "+" else -1)
        if name == "unit":
            fixups += struct.pack("<IIQiI", offset, 1, 0, addend, 0)
        else:
            fixups += struct.pack("<IIQiI", offset, 0, module.symbols[name], addend, 0)
        count += 1
    events, patches, slots, counts, moved, pool = [], b"", b"", b"", [], b""
    num_patches = num_slots = num_counts = 0
    for line in (line for source in sources for line in open(source)):
        m = re.match(r"# plan (\w+) (.*)", line)
        words = m[2].split() if m else []
        if not m:
            continue
        if m[1] == "event":
            events.append(words)
        elif m[1] == "moved":
            moved.append((module.place(words[0]), code_symbols[words[1]]))
        elif m[1] == "count":
            at, to = code_symbols[words[1]], code_symbols[words[2]]
            counts += struct.pack("<III", int(words[0]), at, to - at - 2)
            num_counts += 1
        elif m[1] == "patch":
            address, size = module.place(words[0]), int(words[1])
            used = [int(w) for w in words[5].split(",")]
            form = FORMS[words[3]]
            new = (b"\xcc" if form == 4 else b"\xe9").ljust(size, b"\xcc")
            patches += struct.pack(
                "<QIIIIIBBBB", address, int(words[4]), code_symbols[words[2]], len(pool),
                num_slots, len(used), size, form, NO_FIELD if form == 4 else 1, 0,
            )
            pool += module.at(address, size) + new
            slots += struct.pack("<%dI" % len(used), *used)
            num_slots += len(used)
            num_patches += 1
    moved.sort()
    sites = table(events)
    path = module.path.encode() + b"\0"
    status = os.stat(module_path)
    body = b"".join(
        map(
            padded,
            [module.build_id, path, code, fixups, patches, slots, counts]
            + [b"".join(struct.pack("<QII", a, c, 0) for a, c in moved), pool, sites],
        )
    )
    def header(checksum):
        return struct.pack(
            "<8sIIQQqQQHH11I", b"udpcplan", 1, checksum, 104 + len(body),
            status.st_size, status.st_mtime_ns, module.begin, module.end, 62, 0,
            len(module.build_id), len(path), len(code), count, num_patches, num_slots,
            num_counts, len(moved), len(pool), len(sites), len(events),
        )
    checksum = zlib.crc32(header(0), zlib.crc32(body))
    with open(plan_path, "wb") as out:
        out.write(header(checksum) + body)


main(*sys.argv[1:])
