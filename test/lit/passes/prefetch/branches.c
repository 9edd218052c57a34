// Branches still reach their targets when prefetches have pushed these out of
// range: a jump of 1 MB on riscv64, a test-and-branch of 32 KB on AArch64. Without
// prefetches they are in range, by a few bytes.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: hint='__prefetch_nta_0:100001 __prefetch_t0_1:100001 __prefetch_t1_2:100001 __prefetch_t2_3:100001'
// RUN: printf 'work:0:0\n 5: 0 %%s\n 6: 0 %%s\n 10: 0 %%s\n 11: 0 %%s\n' "$hint" "$hint" "$hint" "$hint" > hints.afdo
//
// DEFINE: %{build} = clang --target=riscv64-linux-gnu -march=rv64g_zicbop -mno-relax -O1 -DSPACE=1048520 -static \
// DEFINE:   --ld-path=%llvm_bin/ld.lld -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin
// RUN: %{build} %s -o plain
// RUN: qemu-riscv64 ./plain
// RUN: llvm-objdump -d --no-show-raw-insn --disassemble-symbols=work plain > plain.s
// RUN: not grep -E 'auipc|jalr?.*t' plain.s
// RUN: %{build} -mllvm -prefetch-hints-file=hints.afdo -mllvm -verify-machineinstrs %s -o hinted
// RUN: qemu-riscv64 ./hinted
// RUN: llvm-objdump -d --no-show-raw-insn --disassemble-symbols=work hinted > hinted.s
// RUN: grep prefetch.r hinted.s
// RUN: grep auipc hinted.s
//
// DEFINE: %{build_aarch64} = clang --target=aarch64-linux-gnu -O1 -DSPACE=32640 -DFREESTANDING -ffreestanding -static \
// DEFINE:   -nostdlib --ld-path=%llvm_bin/ld.lld -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin
// RUN: %{build_aarch64} %s -o plain
// RUN: qemu-aarch64 ./plain
// RUN: llvm-objdump -d --no-show-raw-insn --disassemble-symbols=work plain > plain.s
// RUN: grep -E 'tbn?z' plain.s
// RUN: not grep -E '[[:space:]]b[[:space:]]' plain.s
// RUN: %{build_aarch64} -mllvm -prefetch-hints-file=hints.afdo -mllvm -verify-machineinstrs %s -o hinted
// RUN: qemu-aarch64 ./hinted
// RUN: llvm-objdump -d --no-show-raw-insn --disassemble-symbols=work hinted > hinted.s
// RUN: grep prfm hinted.s
// RUN: grep -E 'tbn?z' hinted.s
// RUN: grep -E '[[:space:]]b[[:space:]]' hinted.s

#define TEXT(X) #X
#define STRING(X) TEXT(X)
#line 1
__attribute__((noinline)) long work(volatile long *P, long Flag) {
  long Sum = P[4];
  // Never executed: it only takes space.
  if (Flag & 8) {

    Sum += P[0];
    Sum += P[1];
    __asm__ volatile(".space " STRING(SPACE));


    Sum += P[2];
    Sum += P[3];
  }
  return Sum;
}

static long Values[5] = {1, 2, 3, 4, 5};
#ifdef FREESTANDING
void start(void) {
  register long X8 __asm__("x8") = 93, X0 __asm__("x0");
  X0 = work(Values, 16) != 5;
  __asm__ volatile("svc 0" : : "r"(X8), "r"(X0));
}
__asm__(".globl _start\n_start:\n  mov x29, xzr\n  mov x30, xzr\n  bl start\n");
#else
int main(void) { return work(Values, 16) != 5; }
#endif
