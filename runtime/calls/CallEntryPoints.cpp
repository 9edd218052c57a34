//===- CallEntryPoints.cpp - Entry points of code that records calls ------===//
//
// x86-64 entry points that generated code calls. All registers except the flags
// are preserved; vector registers are not used (CallTracking.cpp).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#if defined(__x86_64__)
#include "runtime/calls/CallStack.h"

using namespace udpc;

#pragma clang diagnostic ignored "-Winvalid-offsetof"
static_assert(abi::CallRedZone == 128 && sizeof(abi::CallState) == 184 &&
                  sizeof(abi::CallEntry) == 48,
              "the code below has these numbers");
static_assert(offsetof(abi::CallSiteRec, Unit) == 0 &&
                  offsetof(abi::CallFunctionRec, Hash) == 12 &&
                  offsetof(abi::CallState, TailTarget) == 176 &&
                  offsetof(rt::CallNode, LibraryUnit) == 120 &&
                  rt::KeyFactor == 0x9e3779b97f4a7c15,
              "and these");

asm(R"(
  .macro UDPC_CALLS_PUSH register
  pushq \register
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset \register, 0
  .endm
  .macro UDPC_CALLS_POP register
  popq \register
  .cfi_adjust_cfa_offset -8
  .cfi_restore \register
  .endm

  # What is usual but not in generated code, if only Ir is counted and no code
  # of libraries is near: the top has ended by a tail call, or the node of a call
  # is cached beside its place. CallStack has the same in enterUsually,
  # leaveUsually and tailUsually. They go on to 2 with nothing changed if it is
  # something else.
  .macro UDPC_CALLS_SAVE
  UDPC_CALLS_PUSH %rax
  UDPC_CALLS_PUSH %rcx
  UDPC_CALLS_PUSH %rdx
  UDPC_CALLS_PUSH %rsi
  movq __udpc_calls@gottpoff(%rip), %rcx
  movq %fs:(%rcx), %rax # The top
  .endm
  .macro UDPC_CALLS_RESTORE
  UDPC_CALLS_POP %rsi
  UDPC_CALLS_POP %rdx
  UDPC_CALLS_POP %rcx
  UDPC_CALLS_POP %rax
  .endm

  # \temp becomes the address in the cache for the call with \check.
  .macro UDPC_FIND_PLACE state, check32, temp, temp32
  movl \check32, \temp32
  andl $0x7ff8, \temp32
  addq %fs:16(\state), \temp
  .endm

  # With the top in %rax, the distance of the state in \state and the hash of
  # the callee in \check; the stack pointer is \below higher in the program.
  .macro UDPC_QUICK_ENTER state, check, check32, temp, temp32, below
  testq %rax, %rax # Not before the storage has its initial values.
  je 2f
  cmpq $1, (%rax)
  jne 5f
  movq %fs:24(\state), \temp
  cmpq \temp, 16(%rax)
  jne 3f
  leaq \below(%rsp), \temp
  cmpq \temp, 24(%rax)
  jne 7f
  movq (\temp), \temp # The return address
  cmpq \temp, 40(%rax)
  jne 3f
  # This is the callee.
  addq 32(%rax), \check
  movabsq $0x9e3779b97f4a7c15, \temp
  imulq 8(%rax), \temp
  addq \temp, \check # The check of the call
  UDPC_FIND_PLACE \state, \check32, \temp, \temp32
  movq (\temp), \temp # The node
  cmpq \check, 8(\temp)
  jne 2f
  movq \temp, 8(%rax)
  leaq \below(%rsp), \check
  movq \check, (%rax)
  incq 16(\temp)
  jmp 4f
7:
  ja 2f
3:
  # The tail call is over. This is called by the function below.
  subq $48, %rax
5:
  cmpq %rax, %fs:8(\state)
  je 2f
  leaq \below(%rsp), \temp
  cmpq \temp, (%rax)
  jbe 2f
  addq (\temp), \check
  movq 8(%rax), \temp
  cmpq $0, 120(\temp)
  jne 2f
  addq (\temp), \check # The check of the call
  UDPC_FIND_PLACE \state, \check32, \temp, \temp32
  movq (\temp), \temp # The node
  cmpq \check, 8(\temp)
  je 6f
  UDPC_FIND_PLACE \state, \check32, \temp, \temp32
  xorq $8, \temp
  movq (\temp), \temp
  cmpq \check, 8(\temp)
  jne 2f
6:
  leaq \below(%rsp), \check
  movq \check, 48(%rax)
  addq $48, %rax
  movq %rax, %fs:(\state)
  movq \check, (%rax)
  movq \temp, 8(%rax)
  movq %fs:24(\state), \check
  movq \check, 16(%rax)
  incq 16(\temp)
4:
  .endm

  .macro UDPC_SAVING_ENTER
  UDPC_CALLS_SAVE
  movq 32(%rsp), %rdx
  movslq 3(%rdx), %rsi
  movl 19(%rdx, %rsi), %esi
  UDPC_QUICK_ENTER %rcx, %rsi, %esi, %rdx, %edx, 40
  UDPC_CALLS_RESTORE
  .endm

  # The function below that which has ended, as the stack pointer says, which is
  # in %rdx afterwards.
  .macro UDPC_BELOW_TAIL
  UDPC_CALLS_SAVE
  cmpq $1, (%rax)
  jne 2f
  leaq 168(%rsp), %rdx
  cmpq %rdx, 24(%rax)
  jae 2f
  subq $48, %rax
  cmpq %rdx, (%rax)
  jne 2f
  .endm

  .macro UDPC_LEAVE_AFTER_TAIL
  UDPC_BELOW_TAIL
  movq 8(%rax), %rsi
  movq %fs:24(%rcx), %rdx
  subq 16(%rax), %rdx
  subq $48, %rax
  movq %rax, %fs:(%rcx)
  addq %rdx, 24(%rsi)
  UDPC_CALLS_RESTORE
  .endm

  .macro UDPC_TAIL_AFTER_TAIL
  UDPC_BELOW_TAIL
  movq %rax, %fs:(%rcx)
  movq %rdx, 24(%rax)
  movq (%rdx), %rdx
  movq %rdx, 40(%rax)
  movq %fs:24(%rcx), %rdx
  subq 16(%rax), %rdx
  addq %rdx, 16(%rax)
  movq 8(%rax), %rsi
  addq %rdx, 24(%rsi)
  movq 40(%rsp), %rdx # The target, if it has one
  movq %rdx, %fs:176(%rcx)
  movq 32(%rsp), %rsi
  movslq 3(%rsi), %rdx
  leaq 7(%rsi, %rdx), %rdx
  movq %rdx, 32(%rax)
  movq $1, (%rax)
  UDPC_CALLS_RESTORE
  .endm

  # Does \quick if that is enough. Else calls \usual, and if it returns false \function, with the program's stack
  # pointer, which is \below bytes above the return address's end, and with the
  # return address, behind which the record is. \usual keeps the registers that
  # are not saved before.
  .macro UDPC_CALLS_ENTRY name, quick, usual, function, below
  .text
  .p2align 4
  .globl \name
  .type \name, @function
\name:
  .cfi_startproc
  endbr64
  .ifnb \quick
  \quick
  retq
2:
  .cfi_adjust_cfa_offset 32
  UDPC_CALLS_RESTORE
  .endif
  UDPC_CALLS_PUSH %rax
  UDPC_CALLS_PUSH %rsi
  UDPC_CALLS_PUSH %rdi
  UDPC_CALLS_PUSH %r11
  leaq 40 + \below(%rsp), %rdi
  movq 32(%rsp), %rsi
  .ifnb \usual
  callq \usual
  testb %al, %al
  jne 1f
  leaq 40 + \below(%rsp), %rdi
  movq 32(%rsp), %rsi
  .endif
  UDPC_CALLS_PUSH %rcx
  UDPC_CALLS_PUSH %rdx
  UDPC_CALLS_PUSH %r8
  UDPC_CALLS_PUSH %r9
  UDPC_CALLS_PUSH %r10
  callq \function
  UDPC_CALLS_POP %r10
  UDPC_CALLS_POP %r9
  UDPC_CALLS_POP %r8
  UDPC_CALLS_POP %rdx
  UDPC_CALLS_POP %rcx
1:
  UDPC_CALLS_POP %r11
  UDPC_CALLS_POP %rdi
  UDPC_CALLS_POP %rsi
  UDPC_CALLS_POP %rax
  retq
  .cfi_endproc
  .size \name, . - \name
  .endm

  UDPC_CALLS_ENTRY __udpc_calls_enter, UDPC_SAVING_ENTER, __udpc_enter_usual_call, __udpc_enter_call, 0
  UDPC_CALLS_ENTRY __udpc_calls_leave, UDPC_LEAVE_AFTER_TAIL, __udpc_leave_usual_call, __udpc_leave_call, 128
  UDPC_CALLS_ENTRY __udpc_calls_tail, UDPC_TAIL_AFTER_TAIL, __udpc_usual_tail_call, __udpc_tail_call, 128
  UDPC_CALLS_ENTRY __udpc_calls_land, , , __udpc_land_call, 128

  .p2align 4
  .globl __udpc_calls_enter_quick
  .type __udpc_calls_enter_quick, @function
__udpc_calls_enter_quick:
  .cfi_startproc
  endbr64
  UDPC_CALLS_PUSH %rcx
  movq __udpc_calls@gottpoff(%rip), %r10
  UDPC_QUICK_ENTER %r10, %r11, %r11d, %rcx, %ecx, 16
  .cfi_remember_state
  UDPC_CALLS_POP %rcx
  retq
  .cfi_restore_state
2:
  UDPC_CALLS_POP %rcx
  jmp __udpc_calls_enter
  .cfi_endproc
  .size __udpc_calls_enter_quick, . - __udpc_calls_enter_quick

  .data
  .p2align 3
  .weak __udpc_calls_bottom
  .hidden __udpc_calls_bottom
  .type __udpc_calls_bottom, @object
  .size __udpc_calls_bottom, 48
__udpc_calls_bottom: # As MissingCalls.cpp has it.
  .quad 0, 0, 0, 0, 0, 0
  .section .tdata,"awT",@progbits
  .p2align 6
  .weak __udpc_calls
  .hidden __udpc_calls
  .type __udpc_calls, @object
  .size __udpc_calls, 184
__udpc_calls:
  .quad __udpc_calls_bottom, __udpc_calls_bottom
  .zero 168
  .text
)");
#endif
