"""Writes damaged copies of the ELF file PROGRAM: damaged.<how>."""
import struct
import sys

original = open(sys.argv[1], "rb").read()
HEADER, SEGMENT, LOAD, DYNAMIC = 64, 56, 1, 2
first, = struct.unpack_from("<Q", original, 32)
count, = struct.unpack_from("<H", original, 56)


def segments(kind):
    at = [first + i * SEGMENT for i in range(count)]
    return [a for a in at if struct.unpack_from("<I", original, a)[0] == kind]


def write(how, changes=(), size=None):
    data = bytearray(original[:size])
    for offset, layout, value in changes:
        struct.pack_into(layout, data, offset, value)
    open("damaged." + how, "wb").write(data)


load, (dynamic,) = segments(LOAD), segments(DYNAMIC)
ADDRESS, FILE_SIZE, SIZE = 16, 32, 40
write("cut", size=40)
write("short", size=3000)
write("headers", [(32, "<Q", 1 << 40)])
write("sections", [(40, "<Q", 1 << 40)])
write("overlap", [(load[0] + SIZE, "<Q", 1 << 20)])
write("backwards", [(load[0] + ADDRESS, "<Q", 1 << 30)])
write("huge", [(load[-1] + SIZE, "<Q", 1 << 62)])
write("nodynamic", [(dynamic + FILE_SIZE, "<Q", 32)])
