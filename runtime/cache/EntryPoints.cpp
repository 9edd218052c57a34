//===- EntryPoints.cpp - What generated code calls ------------------------===//
//
// x86-64. Most calls are for lines that are in the first level, though not the
// last ones of their sets. These are dealt with here, for the caches that
// nearly all processors have; the rest goes to Access.cpp. All registers but
// the flags are kept, and what __udpc_touch_* says; what is behind Access.cpp's
// functions keeps those of vectors.
//
//===----------------------------------------------------------------------===//

#if defined(__x86_64__)
#include "runtime/cache/ThreadCaches.h"

using namespace udpc;
using namespace udpc::rt;

extern "C" {
__thread FastState __udpc_fast_state UDPC_LOCAL_EXEC;
__thread uint64_t __udpc_recent_data[abi::RecentData] UDPC_LOCAL_EXEC;
__thread uint32_t __udpc_code_lines[abi::CodeSlots] UDPC_LOCAL_EXEC;
__thread uint64_t __udpc_code_stamps[abi::CodeSlots] UDPC_LOCAL_EXEC;
__thread uint64_t __udpc_code_clock UDPC_LOCAL_EXEC;
}

static_assert(offsetof(FastState, Busy) == 0 &&
                  offsetof(FastState, Data) == 8 &&
                  offsetof(FastState, DataSetMask) == 16 &&
                  offsetof(FastState, LeftOut) == 32 &&
                  AlwaysBusy == uintptr_t(-1),
              "the code below has these numbers");
static_assert(LineIndex::NumSlots == 4096 && sizeof(LineSlot) == 16 &&
                  offsetof(LineSlot, Stamp) == 8 &&
                  offsetof(LineIndex, Clock) == 65536 &&
                  offsetof(LineIndex, LastUsed) == 65600,
              "the code below has these numbers");
static_assert(abi::RecentData == 256 && abi::RecentLineShift == 6,
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
  incq %fs:__udpc_fast_state@tpoff+32
  cmpq $1000, %fs:__udpc_fast_state@tpoff+32
  jae 71f
  popq %rax
  retq
71:
  movq $0, %fs:__udpc_fast_state@tpoff+32
  popq %rax
  jmp \resume
72:
  retq
  .endm

  # The stamp of line \line in the index at \index becomes the latest. Goes on to
  # \missing with ZF clear if the index has it not. Changes \at.
  .macro UDPC_STAMP line, line32, index, at, at32, missing
  movl %\line32, %\at32
  andl $4095, %\at32
  shll $4, %\at32
  addq %\index, %\at
  cmpq %\line, (%\at)
  jne \missing
  movq 8(%\at), %\at
  incq 65536(%\index)
  pushq 65536(%\index)
  popq (%\at)
  .endm

  # For lines in \line, with two other registers.
  .macro UDPC_TOUCH line, line32, line8, a, a32, b, b32, b8
  .p2align 4
  .globl __udpc_touch_\line
  .type __udpc_touch_\line, @function
__udpc_touch_\line:
  pushq %\a
  pushq %\b
  movq %fs:__udpc_fast_state@tpoff+8, %\a
  testq %\a, %\a
  jz 8f
  UDPC_STAMP \line, \line32, \a, \b, \b32, 9f
  movl %\line32, %\b32
  andl %fs:__udpc_fast_state@tpoff+16, %\b32
  leaq 65600(%\a,%\b,8), %\a
  # What was used last is no longer recent. Its place can have no other line of
  # a set that matters.
  movzbl (%\a), %\b32
  movq %\line, (%\a)
  movq $0, %fs:__udpc_recent_data@tpoff(,%\b,8)
  movzbl %\line8, %\b32
  movq %\line, %fs:__udpc_recent_data@tpoff(,%\b,8)
  cmpl %\b32, %\b32
  jmp 9f
8:
  cmpq $1, %\a
9:
  popq %\b
  popq %\a
  retq
  .size __udpc_touch_\line, . - __udpc_touch_\line
  .endm

  UDPC_TOUCH rax, eax, al, rcx, ecx, rdx, edx, dl
  UDPC_TOUCH rcx, ecx, cl, rax, eax, rdx, edx, dl
  UDPC_TOUCH rdx, edx, dl, rcx, ecx, rax, eax, al
  UDPC_TOUCH rbx, ebx, bl, rcx, ecx, rdx, edx, dl
  UDPC_TOUCH rsi, esi, sil, rcx, ecx, rdx, edx, dl
  UDPC_TOUCH rdi, edi, dil, rcx, ecx, rdx, edx, dl
  UDPC_TOUCH rbp, ebp, bpl, rcx, ecx, rdx, edx, dl
  .irp n, 8, 9, 10, 11, 12, 13, 14, 15
  UDPC_TOUCH r\n, r\n\()d, r\n\()b, rcx, ecx, rdx, edx, dl
  .endr

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
  pushq %rdi
  movq %rsi, %rdi
  UDPC_CALL __udpc_simulate_fetch
  popq %rdi
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
