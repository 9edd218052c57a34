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
                  sizeof(abi::CallEntry) == 56,
              "the code below has these numbers");
static_assert(offsetof(abi::CallSiteRec, Unit) == 0 &&
                  offsetof(abi::CallFunctionRec, Hash) == 12 &&
                  offsetof(rt::CallNode, LibraryUnit) == 104 &&
                  offsetof(rt::CallNode, Callee) == 128 &&
                  offsetof(rt::CallNode, IsHandler) == 140 &&
                  offsetof(rt::CallNode, IsBeyond) == 141,
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

  # What functions that are entered by tail calls need of the runtime, where only
  # Ir is counted and no code of libraries is near: CallStack::enterByTail,
  # leaveTails and tailUsually in half of the instructions, which are those of
  # generated code otherwise. They go on to 2 if it is something else.
  .macro UDPC_CALLS_SAVE
  UDPC_CALLS_PUSH %rax
  UDPC_CALLS_PUSH %rcx
  UDPC_CALLS_PUSH %rdx
  UDPC_CALLS_PUSH %rsi
  movq __udpc_calls@gottpoff(%rip), %rcx
  movq %fs:(%rcx), %rax # The top
  cmpq %rax, %fs:8(%rcx)
  je 2f
  .endm
  .macro UDPC_CALLS_RESTORE
  UDPC_CALLS_POP %rsi
  UDPC_CALLS_POP %rdx
  UDPC_CALLS_POP %rcx
  UDPC_CALLS_POP %rax
  .endm

  .macro UDPC_ENTER_BY_TAIL
  UDPC_CALLS_SAVE
  cmpq $1, (%rax)
  jne 2f
  leaq 40(%rsp), %rsi # The stack pointer
  cmpq %rsi, 24(%rax)
  jne 2f
  movq (%rsi), %rdx # The return address
  cmpq %rdx, 48(%rax)
  jne 2f
  movq %fs:24(%rcx), %rdx
  cmpq %rdx, 40(%rax)
  jne 2f
  movq 8(%rax), %rdx
  cmpl $-1, 128(%rdx)
  je 2f
  movq (%rdx), %rdx # The check of the call
  addq 32(%rax), %rdx
  movq 32(%rsp), %rsi
  movslq 3(%rsi), %rcx
  movl 19(%rsi, %rcx), %ecx
  addq %rcx, %rdx
  movl %edx, %esi # The node
  andl $0x7ff8, %esi
  movq __udpc_calls@gottpoff(%rip), %rcx
  addq %fs:16(%rcx), %rsi
  movq (%rsi), %rsi
  cmpq %rdx, 8(%rsi)
  jne 2f
  cmpq $0, 104(%rsi)
  jne 2f
  leaq 39(%rsp), %rdx
  movq %rdx, 56(%rax)
  addq $56, %fs:(%rcx)
  movq %rdx, 56(%rax)
  movq %rsi, 64(%rax)
  movq %fs:24(%rcx), %rdx
  movq %rdx, 72(%rax)
  incq 16(%rsi)
  UDPC_CALLS_RESTORE
  .endm

  .macro UDPC_LEAVE_TAILS
  UDPC_CALLS_SAVE
  leaq 167(%rsp), %rdx
  cmpq %rdx, (%rax)
  jne 2f
3:
  movq -48(%rax), %rsi
  cmpq $0, 104(%rsi)
  jne 2f
  movq 8(%rax), %rsi
  cmpw $0, 140(%rsi)
  jne 2f
  movq %fs:24(%rcx), %rdx
  subq 16(%rax), %rdx
  subq $56, %rax
  movq %rax, %fs:(%rcx)
  addq %rdx, 24(%rsi)
  cmpq $1, (%rax)
  jne 4f
  movq %fs:24(%rcx), %rdx
  movq %rdx, 40(%rax)
  leaq 168(%rsp), %rdx
  cmpq %rdx, 24(%rax)
  je 3b
4:
  UDPC_CALLS_RESTORE
  .endm

  .macro UDPC_TAIL_AFTER_TAIL
  UDPC_CALLS_SAVE
  leaq 167(%rsp), %rdx
  cmpq %rdx, (%rax)
  jne 2f
  incq %rdx
  movq %rdx, 24(%rax)
  movq (%rdx), %rdx
  movq %rdx, 48(%rax)
  movq %fs:24(%rcx), %rdx
  movq %rdx, 40(%rax)
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

  UDPC_CALLS_ENTRY __udpc_calls_enter, UDPC_ENTER_BY_TAIL, __udpc_enter_usual_call, __udpc_enter_call, 0
  UDPC_CALLS_ENTRY __udpc_calls_leave, UDPC_LEAVE_TAILS, __udpc_leave_usual_call, __udpc_leave_call, 128
  UDPC_CALLS_ENTRY __udpc_calls_tail, UDPC_TAIL_AFTER_TAIL, __udpc_usual_tail_call, __udpc_tail_call, 128
  UDPC_CALLS_ENTRY __udpc_calls_land, , , __udpc_land_call, 128

  .data
  .p2align 3
  .weak __udpc_calls_bottom
  .hidden __udpc_calls_bottom
  .type __udpc_calls_bottom, @object
  .size __udpc_calls_bottom, 56
__udpc_calls_bottom:
  .quad -1, 0, 0, 0, 0, 0, 0
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
