//===- CacheEntryPoints.cpp - Entry points for generated code -------------===//
//
// x86-64 entry points that generated code calls if a line may have missed; they
// call Access.cpp. All registers except the flags are preserved here; vector
// registers are preserved by Access.cpp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#if defined(__x86_64__)
#include "runtime/cache/ThreadCaches.h"
#include "runtime/entry/SavedRegisters.h"
#include "udpc/calls.h"

using namespace udpc;
using namespace udpc::rt;

extern "C" {
__thread FastState __udpc_fast_state;
}

static_assert(offsetof(FastState, Busy) == 0 &&
                  offsetof(FastState, NumIgnored) == 16 &&
                  offsetof(FastState, Branches) == 24 &&
                  AlwaysBusy == uintptr_t(-1) &&
                  offsetof(ThreadBranches, Conditional) == 8 &&
                  offsetof(abi::BranchTables, Counters) == 64 &&
                  offsetof(abi::BranchTables, History) == 0 &&
                  offsetof(ThreadBranches, Counted) == 16 &&
                  sizeof(CountedBranch) == 16 &&
                  offsetof(ThreadBranches, Indirect) == 16 + 64 * 16 &&
                  sizeof(LineTable::Entry) == 8 * (1 + abi::NumCostEvents) &&
                  abi::EventBcm == 10 && abi::EventBim == 12 &&
                  offsetof(abi::CallState, Costs) == 24 &&
                  offsetof(abi::OutcomeRec, Kind) == 16 &&
                  offsetof(abi::OutcomeRec, Place) == 18,
              "the code below has these numbers");

asm(UDPC_SAVING_MACROS R"(
  .text
  # An entry point that calls \function with all other registers saved, unless
  # a call is running on this thread. \prepare is done before.
  .macro UDPC_ENTRY name, function, prepare
  .p2align 6
  .globl \name
  .type \name, @function
\name:
  .cfi_startproc
  endbr64
  UDPC_SAVE
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
  UDPC_RESTORE
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
  UDPC_ENTRY __udpc_range, __udpc_simulate_range, "movq %rax, %rcx"
  UDPC_ENTRY __udpc_any_branch, __udpc_simulate_branch
  UDPC_ENTRY __udpc_repetitions, __udpc_simulate_repetitions
  UDPC_ENTRY __udpc_first_branch, __udpc_begin_branches
  UDPC_ENTRY __udpc_first_misprediction, __udpc_count_misprediction

  # Begins a function for branches; %rax becomes the thread's ThreadBranches.
  # The first call of a thread makes them; without memory it returns.
  .macro UDPC_BRANCH name
  .p2align 6
  .globl \name
  .type \name, @function
\name:
  .cfi_startproc
  endbr64
1:
  UDPC_PUSH %rax
  UDPC_PUSH %rdx
  movq __udpc_fast_state@gottpoff(%rip), %rax
  movq %fs:24(%rax), %rax
  testq %rax, %rax
  jne 2f
  .cfi_remember_state
  UDPC_POP %rdx
  UDPC_POP %rax
  callq __udpc_first_branch
  UDPC_PUSH %rax
  movq __udpc_fast_state@gottpoff(%rip), %rax
  cmpq $0, %fs:24(%rax)
  UDPC_POP %rax
  jne 1b
  retq
  .cfi_restore_state
2:
  .endm
  # Ends it, or this path of it.
  .macro UDPC_LEAVE how:vararg
  .cfi_remember_state
  UDPC_POP %rdx
  UDPC_POP %rax
  \how
  .cfi_restore_state
  .endm
  .macro UDPC_END name
  .cfi_endproc
  .size \name, . - \name
  .endm

  # A conditional branch whose outcome is in the history already. \wrong is the
  # condition for a counter that, compared with \limit, has predicted the other
  # one; it takes a \step towards this one, and the others become \last.
  .macro UDPC_OUTCOME name, limit, wrong, step, last
  UDPC_BRANCH \name
  movq 8(%rax), %rax
  movl (%rax), %edx
  shrl %edx
  andl $0xfe, %edx
  addq %rdx, %rax
  movzwl 18(%rsi), %edx
  cmpb $\limit, 64(%rax,%rdx)
  \wrong 3f
  movb $\last, 64(%rax,%rdx)
  UDPC_LEAVE retq
3:
  \step 64(%rax,%rdx)
  UDPC_LEAVE jmp __udpc_mispredicted
  UDPC_END \name
  .endm
  UDPC_OUTCOME __udpc_branch_taken, 2, jb, incb, 3
  UDPC_OUTCOME __udpc_branch_not_taken, 1, ja, decb, 0

  UDPC_BRANCH __udpc_branch
  cmpb $1, 16(%rsi)
  je 4f
  ja 5f
  movq 8(%rax), %rax
  testq %rax, %rax
  je 7f
  movl (%rax), %edx
  addl %edi, %edx
  addl %edx, %edx
  movl %edx, (%rax)
  testl %edi, %edi
  je 3f
  UDPC_LEAVE jmp __udpc_branch_taken
3:
  UDPC_LEAVE jmp __udpc_branch_not_taken
4:
  movzwl 18(%rsi), %edx
  cmpq %rdi, 16 + 64 * 16(%rax,%rdx,8)
  jne 6f
  UDPC_LEAVE retq
6:
  movq %rdi, 16 + 64 * 16(%rax,%rdx,8)
  UDPC_LEAVE jmp __udpc_mispredicted
5:
  UDPC_LEAVE jmp __udpc_repetitions
7:
  UDPC_LEAVE jmp __udpc_any_branch
  UDPC_END __udpc_branch

  # Counts a misprediction of the branch of the record %rsi.
  UDPC_BRANCH __udpc_mispredicted
  leal (%rsi,%rsi), %edx
  andl $0x3f0, %edx
  cmpq %rsi, 16(%rax,%rdx)
  jne 5f
  movq 24(%rax,%rdx), %rax
  movq _ZN4udpc2rt15SimulationEpochE(%rip), %rdx
  cmpq %rdx, (%rax)
  jne 5f
  cmpb $0, _ZN4udpc2rt13IgnoresMissesE(%rip)
  jne 4f
  movq __udpc_calls@gottpoff(%rip), %rdx
  cmpb $1, 16(%rsi)
  je 3f
  incq 8 + 8 * 10(%rax)
  incq %fs:24 + 8 * 10(%rdx)
  UDPC_LEAVE retq
3:
  incq 8 + 8 * 12(%rax)
  incq %fs:24 + 8 * 12(%rdx)
4:
  UDPC_LEAVE retq
5:
  UDPC_LEAVE jmp __udpc_first_misprediction
  UDPC_END __udpc_mispredicted
)");
#endif
