// Atomic operations of riscv64 that become loops of lr and sc at the very end
// have keys, which both instructions of the loop share; amo instructions have
// keys like loads. Where the machine outliner moves operations to code that
// several places share, a remark says that they have none.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// DEFINE: %{build} = clang --target=riscv64-linux-gnu -gmlt -nostdlib -static --ld-path=%llvm_bin/ld.lld -Wl,-e,work \
// DEFINE:   -fpass-plugin=%plugin -Xclang -mllvm -Xclang -udpc-discriminate-memops -Rpass-missed=udpc
// RUN: check() { \
// RUN:   %{build} -O$o atomics.c -o atomics 2> remarks && \
// RUN:   udpc hints keys --csv --binary=atomics > keys && \
// RUN:   llvm-objdump -d --no-show-raw-insn atomics > code && \
// RUN:   %python check.py keys code && \
// RUN:   not grep remark: remarks; \
// RUN: }
// RUN: each o 0 2 -- check
//
// A hint's prefetch stands before the loop.
// RUN: %{build} -O2 -march=rv64gc_zicbop -mllvm -prefetch-hints-file=hints.afdo -Rpass=udpc -S atomics.c -o - \
// RUN:   2> remarks | FileCheck atomics.c
// RUN: FileCheck atomics.c --check-prefix=REMARK < remarks
//
// RUN: %{build} -Oz -c outlined.c -o outlined.o 2> remarks && FileCheck outlined.c < remarks
// RUN: llvm-nm outlined.o | grep OUTLINED_FUNCTION_0
//
// Without atom groups, copies have one location, so their loops cannot be told
// apart.
// RUN: %{build} -O2 -gno-key-instructions -c twice.c -o twice.o 2> remarks && FileCheck twice.c < remarks
//--- hints.afdo
work:0:0
 2: 0 __prefetch_w_0:128
//--- atomics.c
long work(int *P, long *Q, short *H, int Old) {
  __atomic_fetch_add(P, 1, __ATOMIC_SEQ_CST);
  __atomic_compare_exchange_n(P, &Old, 5, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  __atomic_fetch_sub(H, 3, __ATOMIC_SEQ_CST);
  long R = __atomic_fetch_nand(Q, 9, __ATOMIC_SEQ_CST);
  return R + Old + *Q;
}
// CHECK:      prefetch.w 128(a0)
// CHECK-NOT:  {{sc\.w}}
// CHECK:      lr.w
// REMARK:     hint work:2 (w, 128) is applied
//--- twice.c
void twice(long *P) {
#pragma clang loop unroll(full)
  for (int I = 0; I < 2; ++I)
    __atomic_fetch_nand(P + I, 9, __ATOMIC_SEQ_CST);
}
// CHECK-COUNT-2: twice.c:4:{{.*}}remark: the memory operation has no key of its own: it becomes a loop, and another such operation has the same location
// CHECK-NOT:     remark:
//--- check.py
import csv, re, sys
keys = {int(row["address"], 16): row["key"] for row in csv.DictReader(open(sys.argv[1]))}
pairs, previous = [], None
for line in open(sys.argv[2]):
    m = re.match(r"\s*([0-9a-f]+):\s+(lr|sc|amo)\S*", line)
    if not m:
        continue
    key = keys.get(int(m[1], 16))
    assert key, "no key: " + line
    if m[2] == "sc":
        assert key == previous, line
        pairs.append(key)
    previous = key
assert len(pairs) == 3 and len(set(pairs)) == 3, pairs
assert any("work:1" in key for key in keys.values()), keys
//--- outlined.c
int f(int *p, int *q, int i) { p[0] += i; q[1] = p[2] * i; p[3] = q[4] + i; q[5] ^= i; p[6] = q[7]; return i + 1; }
int g(int *p, int *q, int i) { p[0] += i; q[1] = p[2] * i; p[3] = q[4] + i; q[5] ^= i; p[6] = q[7]; return i + 2; }
int h(int *p, int *q, int i) { p[0] += i; q[1] = p[2] * i; p[3] = q[4] + i; q[5] ^= i; p[6] = q[7]; return i + 3; }
int own(int *a, int *b) { return *a * *b; }
// CHECK:      outlined.c:1:{{.*}}remark: {{[0-9]+}} of {{[0-9]+}} memory operations have no key: the machine outliner has moved them to code that several places share
// CHECK:      outlined.c:2:
// CHECK:      outlined.c:3:
// CHECK-NOT:  outlined.c:4:
