"""The parts that all profiles have, byte by byte (docs/formats.md)."""

import struct
import zlib

NONE = 0xFFFFFFFF  # No index.


def padded(data):
    return data + bytes(-len(data) % 8)


class Strings:
    """The strings of a table; `add` returns a string's offset."""

    def __init__(self):
        self.data = b"\0"
        self.offsets = {"": 0}

    def add(self, text):
        if text not in self.offsets:
            self.offsets[text] = len(self.data)
            self.data += text.encode("utf-8", "surrogateescape") + b"\0"
        return self.offsets[text]


def module(unit):
    name = unit.get("module", "").encode()
    return struct.pack("<II", len(name), 0) + padded(name)


def sealed(magic, version, body, *rest):
    """The header, with its checksum, and `body`. `rest`: the process, and the numbers
    of units, threads, bytes of the command, runs."""
    layout = "<8sIIQQ4I"
    head = [magic, version, 0, 48 + len(body), *rest]
    head[2] = zlib.crc32(body)
    if version > 1:
        head[2] = zlib.crc32(struct.pack(layout, magic, version, 0, *head[3:]), head[2])
    return struct.pack(layout, *head) + body
