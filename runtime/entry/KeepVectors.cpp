//===- KeepVectors.cpp - Calls that preserve vector registers -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/entry/KeepVectors.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <stdint.h>

using namespace udpc;

/// Components of the state to save: x87, SSE, AVX and AVX-512, which the C
/// library's memset may use.
#define SAVED_STATE "0xe7"
static constexpr uint32_t SavedState = 0xe7;

extern "C" {
/// Size of the saved state; 0 if the processor or the kernel supports fxsave
/// only.
__attribute__((used)) uint64_t __udpc_xsave_size;
}

// xrstor requires a zero header after the first 512 bytes.
asm(R"(
  .text
  .p2align 4
  .globl __udpc_keep_vectors
  .type __udpc_keep_vectors, @function
__udpc_keep_vectors:
  .cfi_startproc
  endbr64
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  pushq %rbx
  .cfi_offset %rbx, -24
  andq $-64, %rsp
  movq %rdi, %rbx
  movq %rsi, %rdi
  movq __udpc_xsave_size(%rip), %rcx
  testq %rcx, %rcx
  jz 1f
  subq %rcx, %rsp
  xorl %edx, %edx
  movq %rdx, 512(%rsp)
  movq %rdx, 520(%rsp)
  movq %rdx, 528(%rsp)
  movq %rdx, 536(%rsp)
  movq %rdx, 544(%rsp)
  movq %rdx, 552(%rsp)
  movq %rdx, 560(%rsp)
  movq %rdx, 568(%rsp)
  movl $)" SAVED_STATE R"(, %eax
  xsave64 (%rsp)
  callq *%rbx
  xorl %edx, %edx
  movl $)" SAVED_STATE R"(, %eax
  xrstor64 (%rsp)
  jmp 2f
1:
  subq $512, %rsp
  fxsave64 (%rsp)
  callq *%rbx
  fxrstor64 (%rsp)
2:
  movq -8(%rbp), %rbx
  .cfi_restore %rbx
  movq %rbp, %rsp
  popq %rbp
  .cfi_restore %rbp
  .cfi_def_cfa %rsp, 8
  retq
  .cfi_endproc
  .size __udpc_keep_vectors, . - __udpc_keep_vectors
)");

/// Returns the size of the saved state in bytes; 0 without xsave.
static uint64_t xsaveSize() {
  uint32_t A, B, C, D;
  if (!__get_cpuid(1, &A, &B, &C, &D) || !(C & bit_OSXSAVE))
    return 0;
  uint32_t Enabled, High;
  asm volatile("xgetbv" : "=a"(Enabled), "=d"(High) : "c"(0));
  uint64_t Size = 512 + 64;
  for (uint32_t I = 2; I != 32; ++I) {
    if (!(Enabled & SavedState & uint32_t(1) << I) ||
        !__get_cpuid_count(0xd, I, &A, &B, &C, &D))
      continue;
    if (uint64_t(A) + B > Size)
      Size = uint64_t(A) + B;
  }
  return (Size + 63) & ~uint64_t(63);
}

void rt::initKeepVectors() {
  if (!__udpc_xsave_size)
    __udpc_xsave_size = xsaveSize();
}
#endif
