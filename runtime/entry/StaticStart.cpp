//===- StaticStart.cpp - The start of static executables ------------------===//
//
// The C library of a static executable calls resolvers of indirect functions
// before it creates a thread pointer. Resolvers that were compiled without udpc
// may call code that counts. So udpc-clang makes the start files call the
// function below instead of __libc_start_main (ld's --wrap). This file is a
// separate member of the archive, because other links must not extract it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "udpc/resolvers.h"

static_assert(uint32_t(udpc::abi::BeforeResolver::AtStart) == 2,
              "the code below passes it");

#if defined(__x86_64__)
asm(R"(
  .text
  .weak __ehdr_start
  .hidden __ehdr_start
  .globl __wrap___libc_start_main
  .hidden __wrap___libc_start_main
  .type __wrap___libc_start_main, @function
__wrap___libc_start_main:
  .cfi_startproc
  endbr64
  pushq %rdi
  pushq %rsi
  pushq %rdx
  pushq %rcx
  pushq %r8
  pushq %r9
  subq $8, %rsp
  .cfi_adjust_cfa_offset 56
  leaq __ehdr_start(%rip), %rdi
  movl $2, %esi # AtStart
  callq __udpc_before_resolver
  addq $8, %rsp
  popq %r9
  popq %r8
  popq %rcx
  popq %rdx
  popq %rsi
  popq %rdi
  .cfi_adjust_cfa_offset -56
  jmp __real___libc_start_main
  .cfi_endproc
  .size __wrap___libc_start_main, . - __wrap___libc_start_main
)");
#elif defined(__riscv)
asm(R"(
  .text
  .weak __ehdr_start
  .hidden __ehdr_start
  .globl __wrap___libc_start_main
  .hidden __wrap___libc_start_main
  .type __wrap___libc_start_main, @function
__wrap___libc_start_main:
  addi sp, sp, -64
  sd a0, 0(sp)
  sd a1, 8(sp)
  sd a2, 16(sp)
  sd a3, 24(sp)
  sd a4, 32(sp)
  sd a5, 40(sp)
  sd a6, 48(sp)
  sd ra, 56(sp)
  lla a0, __ehdr_start
  li a1, 2
  call __udpc_before_resolver
  ld a0, 0(sp)
  ld a1, 8(sp)
  ld a2, 16(sp)
  ld a3, 24(sp)
  ld a4, 32(sp)
  ld a5, 40(sp)
  ld a6, 48(sp)
  ld ra, 56(sp)
  addi sp, sp, 64
  tail __real___libc_start_main
  .size __wrap___libc_start_main, . - __wrap___libc_start_main
)");
#endif
