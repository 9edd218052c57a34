//===- EntryPoints.cpp - Entry points of code that records calls ----------===//
//
// x86-64: generated code calls these. All registers except the flags are
// preserved; vector registers are not used (Calls.cpp).
//
//===----------------------------------------------------------------------===//

#if defined(__x86_64__)
#include "runtime/logic/CallStack.h"

using namespace udpc;

#pragma clang diagnostic ignored "-Winvalid-offsetof"
static_assert(abi::CallRedZone == 128 && sizeof(abi::CallState) == 184 &&
                  sizeof(abi::CallEntry) == 48,
              "the code below has these numbers");
static_assert(offsetof(abi::CallSiteRec, Unit) == 0 &&
                  offsetof(abi::CallFunctionRec, Hash) == 12 &&
                  offsetof(rt::CallNode, LibraryUnit) == 112,
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

  # What is usual where the top has ended by a tail call, if only Ir is counted
  # and no code of libraries is near: CallStack has the same in enterUsually,
  # leaveUsually and tailUsually. They go on to 2 with nothing changed if it is
  # something else.
  .macro UDPC_CALLS_SAVE
  UDPC_CALLS_PUSH %rax
  UDPC_CALLS_PUSH %rcx
  UDPC_CALLS_PUSH %rdx
  UDPC_CALLS_PUSH %rsi
  movq __udpc_calls@gottpoff(%rip), %rcx
  movq %fs:(%rcx), %rax # The top
  cmpq $1, (%rax)
  jne 2f
  .endm
  .macro UDPC_CALLS_RESTORE
  UDPC_CALLS_POP %rsi
  UDPC_CALLS_POP %rdx
  UDPC_CALLS_POP %rcx
  UDPC_CALLS_POP %rax
  .endm

  .macro UDPC_ENTER_AFTER_TAIL
  UDPC_CALLS_SAVE
  leaq 40(%rsp), %rsi # The stack pointer
  movq %fs:24(%rcx), %rdx
  cmpq %rdx, 16(%rax)
  jne 3f
  cmpq %rsi, 24(%rax)
  jb 3f
  jne 2f
  movq (%rsi), %rdx # The return address
  cmpq %rdx, 40(%rax)
  jne 3f
  # This is the callee.
  movq 32(%rsp), %rdx
  movslq 3(%rdx), %rsi
  movl 19(%rdx, %rsi), %edx
  addq 32(%rax), %rdx
  addq 8(%rax), %rdx # The check of the call
  movl %edx, %esi
  andl $0x7ff8, %esi
  addq %fs:16(%rcx), %rsi
  movq (%rsi), %rsi # The node
  cmpq %rdx, 8(%rsi)
  jne 2f
  movq %rsi, 8(%rax)
  leaq 40(%rsp), %rdx
  movq %rdx, (%rax)
  incq 16(%rsi)
  .cfi_remember_state
  UDPC_CALLS_RESTORE
  retq
  .cfi_restore_state
3:
  # The tail call is over. This is called by the function below.
  subq $48, %rax
  cmpq %rax, %fs:8(%rcx)
  je 2f
  cmpq %rsi, (%rax)
  jbe 2f
  movq 32(%rsp), %rdx
  movslq 3(%rdx), %rsi
  movl 19(%rdx, %rsi), %edx
  addq 40(%rsp), %rdx
  movq 8(%rax), %rsi
  cmpq $0, 112(%rsi)
  jne 2f
  addq (%rsi), %rdx # The check of the call
  movl %edx, %esi
  andl $0x7ff8, %esi
  addq %fs:16(%rcx), %rsi
  movq (%rsi), %rsi # The node
  cmpq %rdx, 8(%rsi)
  jne 2f
  leaq 40(%rsp), %rdx
  movq %rdx, 48(%rax)
  addq $48, %rax
  movq %rax, %fs:(%rcx)
  movq %rdx, (%rax)
  movq %rsi, 8(%rax)
  movq %fs:24(%rcx), %rdx
  movq %rdx, 16(%rax)
  incq 16(%rsi)
  UDPC_CALLS_RESTORE
  .endm

  # The function below that which has ended, as the stack pointer says, which is
  # in %rdx afterwards.
  .macro UDPC_BELOW_TAIL
  UDPC_CALLS_SAVE
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

  UDPC_CALLS_ENTRY __udpc_calls_enter, UDPC_ENTER_AFTER_TAIL, __udpc_enter_usual_call, __udpc_enter_call, 0
  UDPC_CALLS_ENTRY __udpc_calls_leave, UDPC_LEAVE_AFTER_TAIL, __udpc_leave_usual_call, __udpc_leave_call, 128
  UDPC_CALLS_ENTRY __udpc_calls_tail, UDPC_TAIL_AFTER_TAIL, __udpc_usual_tail_call, __udpc_tail_call, 128
  UDPC_CALLS_ENTRY __udpc_calls_land, , , __udpc_land_call, 128

  .data
  .p2align 3
  .weak __udpc_calls_bottom
  .hidden __udpc_calls_bottom
  .type __udpc_calls_bottom, @object
  .size __udpc_calls_bottom, 48
__udpc_calls_bottom:
  .quad -1, 0, 0, 0, 0, 0
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
