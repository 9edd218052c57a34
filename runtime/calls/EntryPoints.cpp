//===- EntryPoints.cpp - Entry points of code that records calls ----------===//
//
// x86-64: generated code calls these. All registers except the flags are
// preserved; vector registers are not used (Calls.cpp).
//
//===----------------------------------------------------------------------===//

#if defined(__x86_64__)
#include "udpc/calls.h"

using namespace udpc;

static_assert(abi::CallRedZone == 128 && sizeof(abi::CallState) == 184 &&
                  sizeof(abi::CallEntry) == 56,
              "the code below has these numbers");

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

  # Calls \usual, and if it returns false \function, with the program's stack
  # pointer, which is \below bytes above the return address's end, and with the
  # return address, behind which the record is. \usual keeps the registers that
  # are not saved before.
  .macro UDPC_CALLS_ENTRY name, usual, function, below
  .text
  .p2align 4
  .globl \name
  .type \name, @function
\name:
  .cfi_startproc
  endbr64
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

  UDPC_CALLS_ENTRY __udpc_calls_enter, __udpc_enter_usual_call, __udpc_enter_call, 0
  UDPC_CALLS_ENTRY __udpc_calls_leave, __udpc_leave_usual_call, __udpc_leave_call, 128
  UDPC_CALLS_ENTRY __udpc_calls_tail, __udpc_usual_tail_call, __udpc_tail_call, 128
  UDPC_CALLS_ENTRY __udpc_calls_land, , __udpc_land_call, 128

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
