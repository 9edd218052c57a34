//===- CountingCall.cpp - The call that trampolines make ------------------===//
//
// x86-64: trampolines of libraries' sites call this when a thread counts in a
// unit for the first time. The surrounding code does not expect a call, so
// every register is preserved.
//
//===----------------------------------------------------------------------===//

#include "runtime/core/KeepVectors.h"
#include "runtime/core/Threads.h"
#include "runtime/logic/SiteCode.h"
#include "runtime/patch/Trampolines.h"

#if defined(__x86_64__)

using namespace udpc;
using namespace udpc::rt;

extern "C" {
__attribute__((used)) void __udpc_count_first(void *Called) {
  auto *Site = static_cast<const CallSite *>(Called);
  countInUnit(Site->Unit, Site->Slot, Site->Step);
}

void __udpc_count_site();
}

static_assert(CallSiteDistance == 16, "the code below adds it");

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
  leaq __udpc_count_first(%rip), %rdi
  movq 88(%rbp), %rsi
  addq $16, %rsi
  callq __udpc_keep_vectors
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

uintptr_t rt::countingFunction() {
  initKeepVectors();
  return reinterpret_cast<uintptr_t>(&__udpc_count_site);
}
#endif
