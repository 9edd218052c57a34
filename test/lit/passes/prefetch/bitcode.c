// Bitcode brings its hints along: code is made of it with the plugin and no other
// option. On riscv64 prefetches push branches out of range, which must be seen
// to there as well.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: hint='__prefetch_nta_0:100001 __prefetch_t0_1:100001 __prefetch_t1_2:100001 __prefetch_t2_3:100001'
// RUN: printf 'work:0:0\n 3: 0 %%s\n 4: 0 %%s\n 6: 0 %%s\n 7: 0 %%s\n' "$hint" "$hint" "$hint" "$hint" > hints.afdo
// DEFINE: %{build} = clang --target=riscv64-linux-gnu -march=rv64g_zicbop -mno-relax -O1 -static -gmlt \
// DEFINE:   -fdebug-info-for-profiling -fpass-plugin=%plugin
// RUN: %{build} -mllvm -prefetch-hints-file=hints.afdo -emit-llvm -c %s -o code.bc
// RUN: %{build} --ld-path=%llvm_bin/ld.lld -mllvm -verify-machineinstrs code.bc -o code
// RUN: qemu-riscv64 ./code
// RUN: llvm-objdump -d --no-show-raw-insn --disassemble-symbols=work code > code.s
// RUN: grep prefetch.r code.s
// RUN: grep auipc code.s

__attribute__((noinline)) long work(volatile long *P, long Flag) {
  long Sum = P[4];
  // Never executed: it only takes space.
  if (Flag & 8) { Sum += P[0];
    Sum += P[1];
    __asm__ volatile(".space 1048520");
    Sum += P[2];
    Sum += P[3];
  }
  return Sum;
}
static long Values[5] = {1, 2, 3, 4, 5};
int main(void) { return work(Values, 16) != 5; }
