//===- EntryPoints.cpp - What generated code calls ------------------------===//
//
// x86-64. Most calls are for lines that their set used just before the last
// one. These are dealt with here, for the caches that nearly all processors
// have; the rest goes to Access.cpp. All registers but the flags are kept; what
// is behind Access.cpp's functions keeps those of vectors.
//
//===----------------------------------------------------------------------===//

#if defined(__x86_64__)
#include "runtime/cache/ThreadCaches.h"

using namespace udpc;
using namespace udpc::rt;

extern "C" {
__thread FastState __udpc_fast_state UDPC_LOCAL_EXEC;
__thread uint64_t __udpc_recent_data[abi::RecentData] UDPC_LOCAL_EXEC;
__thread uint32_t __udpc_recent_code[abi::RecentCode] UDPC_LOCAL_EXEC;
}

static_assert(offsetof(FastState, Busy) == 0 &&
                  offsetof(FastState, D1Ways) == 8 &&
                  offsetof(FastState, D1SetMask) == 16 &&
                  offsetof(FastState, D1SetBytes) == 24 &&
                  offsetof(FastState, I1Ways) == 32 &&
                  offsetof(FastState, I1SetMask) == 40 &&
                  offsetof(FastState, I1SetBytes) == 48 &&
                  offsetof(FastState, LeftOut) == 64 &&
                  AlwaysBusy == uintptr_t(-1),
              "the code below has these numbers");
static_assert(offsetof(abi::AccessRec, Displacement) == 12 &&
                  offsetof(abi::AccessRec, Size) == 16 &&
                  offsetof(abi::AccessRec, IsLast) == 19 &&
                  sizeof(abi::AccessRec) == 24 &&
                  offsetof(abi::FetchRec, CodeLine) == 8,
              "the code below has these numbers");
static_assert(abi::RecentData == 256 && abi::RecentCode == 64 &&
                  abi::RecentLineShift == 6,
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
  incq %fs:__udpc_fast_state@tpoff+64
  cmpq $1000, %fs:__udpc_fast_state@tpoff+64
  jae 71f
  popq %rax
  retq
71:
  movq $0, %fs:__udpc_fast_state@tpoff+64
  popq %rax
  jmp \resume
72:
  retq
  .endm

  # Looks for line %rax in the first 8 ways of the set at %rdx. If it is there,
  # makes it the first and goes on with the old first line in %rcx, or to \first
  # if it was that.
  .macro UDPC_USE first, missing
  cmpq (%rdx), %rax
  je \first
  cmpq 8(%rdx), %rax
  je 81f
  cmpq 16(%rdx), %rax
  je 82f
  cmpq 24(%rdx), %rax
  je 83f
  cmpq 32(%rdx), %rax
  je 84f
  cmpq 40(%rdx), %rax
  je 85f
  cmpq 48(%rdx), %rax
  je 86f
  cmpq 56(%rdx), %rax
  jne \missing
  movq 48(%rdx), %rcx
  movq %rcx, 56(%rdx)
86:
  movq 40(%rdx), %rcx
  movq %rcx, 48(%rdx)
85:
  movq 32(%rdx), %rcx
  movq %rcx, 40(%rdx)
84:
  movq 24(%rdx), %rcx
  movq %rcx, 32(%rdx)
83:
  movq 16(%rdx), %rcx
  movq %rcx, 24(%rdx)
82:
  movq 8(%rdx), %rcx
  movq %rcx, 16(%rdx)
81:
  movq (%rdx), %rcx
  movq %rcx, 8(%rdx)
  movq %rax, (%rdx)
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
2:
  movslq 12(%rsi), %rax
  movzwl 16(%rsi), %ecx
  addq %rdi, %rax
  leaq -1(%rax,%rcx), %rcx
  shrq $6, %rax
  shrq $6, %rcx
  cmpq %rax, %rcx
  jne 7f
  movq %fs:__udpc_fast_state@tpoff+8, %rcx
  testq %rcx, %rcx
  jz 7f
  movq %fs:__udpc_fast_state@tpoff+16, %rdx
  andq %rax, %rdx
  imulq %fs:__udpc_fast_state@tpoff+24, %rdx
  addq %rcx, %rdx
  UDPC_USE 3f, 7f
  # What was used last is no longer recent. Its place can have no other line of
  # a set that matters.
  movzbl %cl, %ecx
  movq $0, %fs:__udpc_recent_data@tpoff(,%rcx,8)
3:
  movzbl %al, %ecx
  movq %rax, %fs:__udpc_recent_data@tpoff(,%rcx,8)
  cmpb $0, 19(%rsi)
  jne 4f
  addq $24, %rsi
  jmp 2b
4:
  movq $0, %fs:__udpc_fast_state@tpoff
  popq %rsi
  popq %rdx
  popq %rcx
  popq %rax
  retq
7:
  UDPC_CALL __udpc_simulate_access
  jmp 4b
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
  movq %fs:__udpc_fast_state@tpoff+32, %rcx
  testq %rcx, %rcx
  jz 7f
  movl 8(%rsi), %eax
  movq %fs:__udpc_fast_state@tpoff+40, %rdx
  andq %rax, %rdx
  imulq %fs:__udpc_fast_state@tpoff+48, %rdx
  addq %rcx, %rdx
  UDPC_USE 3f, 7f
  andl $63, %ecx
  movl $0, %fs:__udpc_recent_code@tpoff(,%rcx,4)
3:
  movl %eax, %ecx
  andl $63, %ecx
  movl %eax, %fs:__udpc_recent_code@tpoff(,%rcx,4)
4:
  movq $0, %fs:__udpc_fast_state@tpoff
  popq %rsi
  popq %rdx
  popq %rcx
  popq %rax
  retq
7:
  pushq %rdi
  movq %rsi, %rdi
  UDPC_CALL __udpc_simulate_fetch
  popq %rdi
  jmp 4b
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
