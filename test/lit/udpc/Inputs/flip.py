"""flip.py FILE N: prints the file with byte N changed."""

import sys

with open(sys.argv[1], "rb") as f:
    data = bytearray(f.read())
data[int(sys.argv[2])] ^= 1
sys.stdout.buffer.write(data)
