//===- EntryPoints.cpp - What generated code calls ------------------------===//
//
// x86-64. Generated code has found that a line may have missed; what there is
// to do is in Access.cpp. All registers but the flags are kept; what is behind
// Access.cpp's functions keeps those of vectors.
//
//===----------------------------------------------------------------------===//

#if defined(__x86_64__)
#include "runtime/cache/ThreadCaches.h"

using namespace udpc;
using namespace udpc::rt;

extern "C" {
__thread FastState __udpc_fast_state UDPC_LOCAL_EXEC;
__thread uint64_t __udpc_data_lines[abi::DataSlots] UDPC_LOCAL_EXEC;
__thread uint32_t __udpc_data_ways[abi::DataSlots] UDPC_LOCAL_EXEC;
alignas(64) __thread uint64_t __udpc_data_stamps[abi::DataWays] UDPC_LOCAL_EXEC;
__thread uint64_t __udpc_clock UDPC_LOCAL_EXEC;
}

static_assert(offsetof(FastState, Busy) == 0 &&
                  offsetof(FastState, LeftOut) == 16 &&
                  AlwaysBusy == uintptr_t(-1),
              "the code below has these numbers");

asm(R"(
  .text
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
  pushq %rax
  leaq 520(%rsp), %rax
  cmpq %rax, %fs:__udpc_fast_state@tpoff
  jb 71f
  incq %fs:__udpc_fast_state@tpoff+16
  cmpq $1000, %fs:__udpc_fast_state@tpoff+16
  jae 71f
  popq %rax
  retq
71:
  movq $0, %fs:__udpc_fast_state@tpoff+16
  popq %rax
  jmp \resume
72:
  retq
  .endm

  # Calls \function with all other registers saved.
  .macro UDPC_CALL function
  pushq %rdi
  pushq %r8
  pushq %r9
  pushq %r10
  pushq %r11
  callq \function
  popq %r11
  popq %r10
  popq %r9
  popq %r8
  popq %rdi
  .endm

  .p2align 6
  .globl __udpc_access
  .type __udpc_access, @function
__udpc_access:
  UDPC_ENTER 8f
1:
  movq %rsp, %fs:__udpc_fast_state@tpoff
  pushq %rax
  pushq %rcx
  pushq %rdx
  pushq %rsi
  UDPC_CALL __udpc_simulate_access
  movq $0, %fs:__udpc_fast_state@tpoff
  popq %rsi
  popq %rdx
  popq %rcx
  popq %rax
  retq
8:
  UDPC_BUSY 1b
  .size __udpc_access, . - __udpc_access

  .p2align 6
  .globl __udpc_fetch
  .type __udpc_fetch, @function
__udpc_fetch:
  UDPC_ENTER 8f
1:
  movq %rsp, %fs:__udpc_fast_state@tpoff
  pushq %rax
  pushq %rcx
  pushq %rdx
  pushq %rsi
  UDPC_CALL __udpc_simulate_fetch
  movq $0, %fs:__udpc_fast_state@tpoff
  popq %rsi
  popq %rdx
  popq %rcx
  popq %rax
  retq
8:
  UDPC_BUSY 1b
  .size __udpc_fetch, . - __udpc_fetch

  .p2align 6
  .globl __udpc_range
  .type __udpc_range, @function
__udpc_range:
  UDPC_ENTER 8f
1:
  movq %rsp, %fs:__udpc_fast_state@tpoff
  pushq %rax
  pushq %rcx
  pushq %rdx
  pushq %rsi
  movq %rax, %rcx
  UDPC_CALL __udpc_simulate_range
  movq $0, %fs:__udpc_fast_state@tpoff
  popq %rsi
  popq %rdx
  popq %rcx
  popq %rax
  retq
8:
  UDPC_BUSY 1b
  .size __udpc_range, . - __udpc_range
)");
#endif
