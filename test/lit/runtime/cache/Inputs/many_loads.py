"""Prints a C program with as many loads, of different cache lines and on
different source lines, as the argument says."""

import sys

n = int(sys.argv[1])
print(f"volatile char Bytes[64 * {n}];")
print("__attribute__((noinline)) void load(void) {")
for i in range(n):
    print(f"  (void)Bytes[64 * {i}];")
print("}")
print("int main(void) { load(); return 0; }")
