//===- CountingCall.cpp - Counting by a call from anywhere ----------------===//
//
// x86-64: what trampolines of sites without thread-local storage call. The code
// around them does not know of a call, so every register is kept: the general
// ones always, those of vectors and floating point where other code than the
// few lines of countQuickly runs.
//
//===----------------------------------------------------------------------===//

#include "runtime/Threads.h"
#include "runtime/logic/SiteCode.h"
#include "runtime/patch/Trampolines.h"

#if defined(__x86_64__)
#include <cpuid.h>

using namespace udpc;
using namespace udpc::rt;

/// x87, SSE, AVX and AVX-512: what the C library's memset may use.
#define SAVED_STATE "0xe7"
static constexpr uint32_t SavedState = 0xe7;

extern "C" {
/// 0: the processor (or the kernel) knows fxsave only.
__attribute__((used)) uint64_t __udpc_xsave_size;

__attribute__((used, target("general-regs-only"))) bool
__udpc_count_quickly(const CallSite *Site) {
  return countIfKnown(Site->Unit, Site->Slot, Site->Step);
}

__attribute__((used)) void __udpc_count_slowly(const CallSite *Site) {
  countInUnit(Site->Unit, Site->Slot, Site->Step);
}

void __udpc_count_site();
}

static_assert(CallSiteDistance == 21, "the code below adds it");

asm(R"(
  .text
  .p2align 4
  .type __udpc_count_site, @function
__udpc_count_site:
  endbr64
  pushfq
  pushq %rax
  pushq %rcx
  pushq %rdx
  pushq %rsi
  pushq %rdi
  pushq %r8
  pushq %r9
  pushq %r10
  pushq %r11
  pushq %rbp
  movq %rsp, %rbp
  andq $-64, %rsp
  cld
  movq 88(%rbp), %rdi
  addq $21, %rdi
  callq __udpc_count_quickly
  testb %al, %al
  jnz 2f
  movq 88(%rbp), %rdi
  addq $21, %rdi
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
  callq __udpc_count_slowly
  xorl %edx, %edx
  movl $)" SAVED_STATE R"(, %eax
  xrstor64 (%rsp)
  jmp 2f
1:
  subq $512, %rsp
  fxsave64 (%rsp)
  callq __udpc_count_slowly
  fxrstor64 (%rsp)
2:
  movq %rbp, %rsp
  popq %rbp
  popq %r11
  popq %r10
  popq %r9
  popq %r8
  popq %rdi
  popq %rsi
  popq %rdx
  popq %rcx
  popq %rax
  popfq
  retq
  .size __udpc_count_site, . - __udpc_count_site
)");

/// The bytes that the saved state takes; 0 without xsave.
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

uintptr_t rt::countingFunction() {
  if (!__udpc_xsave_size)
    __udpc_xsave_size = xsaveSize();
  return reinterpret_cast<uintptr_t>(&__udpc_count_site);
}
#endif
