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
__thread FastState __udpc_fast_state UDPC_LOCAL_EXEC;
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

  # Goes on to \busy unless no call is running on this thread.
  .macro UDPC_ENTER busy
  cmpq $0, %fs:__udpc_fast_state@tpoff
  jne \busy
  .endm

  # Here a call is running, or was before a signal handler jumped out of it. A
  # handler's own frame takes more than 512 bytes.
  .macro UDPC_BUSY resume
  cmpq $-1, %fs:__udpc_fast_state@tpoff
  je 72f
  UDPC_PUSH %rax
  leaq 520(%rsp), %rax
  cmpq %rax, %fs:__udpc_fast_state@tpoff
  jb 71f
  incq %fs:__udpc_fast_state@tpoff+16
  cmpq $1000, %fs:__udpc_fast_state@tpoff+16
  jae 71f
  .cfi_remember_state
  UDPC_POP %rax
  retq
71:
  .cfi_restore_state
  movq $0, %fs:__udpc_fast_state@tpoff+16
  UDPC_POP %rax
  jmp \resume
72:
  retq
  .endm

  # Calls \function with all other registers saved.
  .macro UDPC_CALL function
  UDPC_PUSH %rdi
  UDPC_PUSH %r8
  UDPC_PUSH %r9
  UDPC_PUSH %r10
  UDPC_PUSH %r11
  callq \function
  UDPC_POP %r11
  UDPC_POP %r10
  UDPC_POP %r9
  UDPC_POP %r8
  UDPC_POP %rdi
  .endm

  .p2align 6
  .globl __udpc_access
  .type __udpc_access, @function
__udpc_access:
  .cfi_startproc
  UDPC_ENTER 8f
1:
  movq %rsp, %fs:__udpc_fast_state@tpoff
  UDPC_PUSH %rax
  UDPC_PUSH %rcx
  UDPC_PUSH %rdx
  UDPC_PUSH %rsi
  UDPC_CALL __udpc_simulate_access
  movq $0, %fs:__udpc_fast_state@tpoff
  UDPC_POP %rsi
  UDPC_POP %rdx
  UDPC_POP %rcx
  UDPC_POP %rax
  retq
8:
  UDPC_BUSY 1b
  .cfi_endproc
  .size __udpc_access, . - __udpc_access

  .p2align 6
  .globl __udpc_fetch
  .type __udpc_fetch, @function
__udpc_fetch:
  .cfi_startproc
  UDPC_ENTER 8f
1:
  movq %rsp, %fs:__udpc_fast_state@tpoff
  UDPC_PUSH %rax
  UDPC_PUSH %rcx
  UDPC_PUSH %rdx
  UDPC_PUSH %rsi
  UDPC_CALL __udpc_simulate_fetch
  movq $0, %fs:__udpc_fast_state@tpoff
  UDPC_POP %rsi
  UDPC_POP %rdx
  UDPC_POP %rcx
  UDPC_POP %rax
  retq
8:
  UDPC_BUSY 1b
  .cfi_endproc
  .size __udpc_fetch, . - __udpc_fetch

  .p2align 6
  .globl __udpc_range
  .type __udpc_range, @function
__udpc_range:
  .cfi_startproc
  UDPC_ENTER 8f
1:
  movq %rsp, %fs:__udpc_fast_state@tpoff
  UDPC_PUSH %rax
  UDPC_PUSH %rcx
  UDPC_PUSH %rdx
  UDPC_PUSH %rsi
  movq %rax, %rcx
  UDPC_CALL __udpc_simulate_range
  movq $0, %fs:__udpc_fast_state@tpoff
  UDPC_POP %rsi
  UDPC_POP %rdx
  UDPC_POP %rcx
  UDPC_POP %rax
  retq
8:
  UDPC_BUSY 1b
  .cfi_endproc
  .size __udpc_range, . - __udpc_range
)");
#endif
