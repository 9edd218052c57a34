//===- EntryPoints.cpp - Entry points for generated code ------------------===//
//
// x86-64 entry points that generated code calls if a line may have missed; they
// call Access.cpp. All registers except the flags are preserved here; vector
// registers are preserved by Access.cpp.
//
//===----------------------------------------------------------------------===//

#if defined(__x86_64__)
#include "runtime/cache/ThreadCaches.h"

using namespace udpc;
using namespace udpc::rt;

extern "C" {
__thread FastState __udpc_fast_state;
}

static_assert(offsetof(FastState, Busy) == 0 &&
                  offsetof(FastState, LeftOut) == 16 &&
                  AlwaysBusy == uintptr_t(-1),
              "the code below has these numbers");

asm(R"(
  .text
  # Unwinders need to know where the frame is. It may be found from a register
  # that functions change: %r10, where the stack is realigned.
  .macro UDPC_PUSH register
  pushq \register
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset \register, 0
  .endm
  .macro UDPC_POP register
  popq \register
  .cfi_adjust_cfa_offset -8
  .cfi_restore \register
  .endm

  # An entry point that calls \function with all other registers saved, unless
  # a call is running on this thread. \prepare is done before.
  .macro UDPC_ENTRY name, function, prepare
  .p2align 6
  .globl \name
  .type \name, @function
\name:
  .cfi_startproc
  endbr64
  UDPC_PUSH %rax
  UDPC_PUSH %rcx
  UDPC_PUSH %rdx
  UDPC_PUSH %rsi
  UDPC_PUSH %rdi
  UDPC_PUSH %r8
  UDPC_PUSH %r9
  UDPC_PUSH %r10
  UDPC_PUSH %r11
  # The state is at %fs:(%r8), the stack pointer of the call %r9.
  movq __udpc_fast_state@gottpoff(%rip), %r8
  leaq 72(%rsp), %r9
  cmpq $0, %fs:(%r8)
  jne 8f
1:
  movq %r9, %fs:(%r8)
  \prepare
  callq \function
  movq __udpc_fast_state@gottpoff(%rip), %r8
  movq $0, %fs:(%r8)
2:
  .cfi_remember_state
  UDPC_POP %r11
  UDPC_POP %r10
  UDPC_POP %r9
  UDPC_POP %r8
  UDPC_POP %rdi
  UDPC_POP %rsi
  UDPC_POP %rdx
  UDPC_POP %rcx
  UDPC_POP %rax
  retq
  .cfi_restore_state
  # Here a call is running, or was before a signal handler jumped out of it. A
  # handler's own frame takes more than 512 bytes.
8:
  cmpq $-1, %fs:(%r8)
  je 2b
  leaq 512(%r9), %r10
  cmpq %r10, %fs:(%r8)
  jb 9f
  incq %fs:16(%r8)
  cmpq $1000, %fs:16(%r8)
  jb 2b
9:
  movq $0, %fs:16(%r8)
  jmp 1b
  .cfi_endproc
  .size \name, . - \name
  .endm

  UDPC_ENTRY __udpc_access, __udpc_simulate_access
  UDPC_ENTRY __udpc_fetch, __udpc_simulate_fetch
  UDPC_ENTRY __udpc_branch, __udpc_simulate_branch
  UDPC_ENTRY __udpc_range, __udpc_simulate_range, "movq %rax, %rcx"
)");
#endif
