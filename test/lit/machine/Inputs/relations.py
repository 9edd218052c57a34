"""Checks what must hold between the 64 counters of a program."""

import json
import sys

values = [json.loads(line)["value"] for line in open(sys.argv[1])]
insts, loads, stores, branches, jalr, returns, calls = (
    values[i] for i in (1, 47, 48, 49, 50, 51, 52)
)
assert 0 < loads and 0 < stores and loads + stores < insts
assert 0 < branches < insts and 0 < returns < jalr and 0 < calls < jalr
# An atomic operation is a load and a store, and one access of data.
assert loads + stores - 1000 < values[36] <= loads + stores
for executed, committed in zip(range(39, 47), range(49, 57)):
    assert values[executed] == values[committed]
for kind in range(49, 53):
    assert values[kind + 4] <= values[kind]
assert values[2] == values[3] + values[4] and values[5] == values[6] + values[7]
assert 0 < values[4] < values[2] and 0 < values[38] < values[36]
assert values[57] <= values[7] + values[34]
assert values[0] > insts
