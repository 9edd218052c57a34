"""Prints a cache profile: its units, threads and counts, as the format's page says."""

import struct
import sys
import zlib


def main(path):
    data = open(path, "rb").read()
    magic, version, checksum, size, pid, units, threads, command, runs = struct.unpack_from(
        "<8sIIQQIIII", data
    )
    assert magic == b"udpccach" and version == 7 and size == len(data) and pid > 0
    header = data[:12] + bytes(4) + data[16:48]
    assert checksum == zlib.crc32(header, zlib.crc32(data[48:]))
    caches = struct.unpack_from("<14I", data, 48)
    if caches[9]:
        print("caches", *caches[:10], *(["L2", *caches[10:13]] if caches[9] & 8 else []))
    at = 120
    print(f"command {data[at:at + command].decode()}, {runs} run")
    at += (command + 7) // 8 * 8
    for i in range(units):
        path, = struct.unpack_from("<I", data, at)
        at += 8 + (path + 7) // 8 * 8
        magic, version, total, flags, slots = struct.unpack_from("<IIQII", data, at)
        assert magic == 0x43504455 and version == 8
        print(f"unit {i}: {slots} slots, flags {flags}")
        at += total
    for i in range(threads):
        index, tid, counts, operations, lines = struct.unpack_from("<5Q", data, at)
        at += 40
        index = "others" if index == 2**64 - 1 else index
        print(f"thread {index}:", end="")
        for i in range(counts):
            print(" {}.{}={}".format(*struct.unpack_from("<IIQ", data, at)), end="")
            at += 16
        print()
        for i in range(operations):
            unit, operation, d1, ll = struct.unpack_from("<IIQQ", data, at)
            levels = struct.unpack_from("<3Q", data, at + 200)
            print(f"  operation {unit}.{operation}: {d1} {ll}", *(["below", *levels] if any(levels) else []))
            at += 224
        for i in range(lines):
            unit, line, *events = struct.unpack_from("<II16Q", data, at)
            while len(events) > 9 and not events[-1]:
                events.pop()
            print(f"  line {unit}.{line}:", *events)
            at += 136
    calls, flags, lost = struct.unpack_from("<QII", data, at)
    at += 16 + 160 * calls
    if flags:
        print(f"{calls} calls, flags {flags}, {lost} lost")
    regions, limits, unmatched = struct.unpack_from("<3Q", data, at)
    at += 24
    for i in range(regions):
        _, _, begins, ends, counts, lines, size = struct.unpack_from("<7Q", data, at)
        print(f"region {data[at + 56:][:size].decode()}: {begins} {ends}")
        at += 56 + (size + 7) // 8 * 8 + 16 * counts + 136 * lines
    assert at == len(data)


main(sys.argv[1])
