// A block is examined once for the places where the flags do not matter, not
// once for each of its sites: examining it for each of these 12,000 takes about
// 17 seconds of processor time, once takes less than two.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: %python gen.py > a.c
// RUN: ulimit -t 9; udpc-clang -O1 -S -fudpc-spec=spec.yaml a.c -o a.s
// RUN: grep -c 'nopw.-' a.s | FileCheck %s
// CHECK: {{^}}12002{{$}}
//--- spec.yaml
version: 1
events: [{event: lines, line: "a.c:*"}]
defaults: {fidelity: transparent}
//--- gen.py
print("extern volatile int V[];\nint g(int A, int B) {\n  int C = A < B;")
for I in range(12000):
    print(f"  V[{I}] = {I};")
print("  return C ? V[1] : V[2];\n}")
