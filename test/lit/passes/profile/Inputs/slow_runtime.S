# A runtime whose caches forget at once: no line ever gets a slot, so that every
# check takes its slow way. It keeps what udpc/simulation.h says and nothing else:
# flags change, and so does what is below the stack pointer.

  .macro SPOIL counter
  lock incq \counter(%rip)
  pushq %rax
  pushq %rcx
  pushq $-1
  popq %rcx
  movq %rsp, %rax
  .set offset, 8
  .rept 16
  movq %rcx, -offset(%rax)
  .set offset, offset + 8
  .endr
  addb $1, %cl
  popq %rcx
  popq %rax
  cmpq %rsp, %rdi
  .endm

  .text
  .globl __udpc_access
__udpc_access:
  # The record is there, and the address as well.
  cmpq $0, 8(%rsi)
  pushq %rax
  movslq 12(%rsi), %rax
  testb $1, (%rdi,%rax)
  popq %rax
  SPOIL accesses
  ret

  .globl __udpc_fetch
__udpc_fetch:
  cmpq $0, 8(%rsi)
  SPOIL fetches
  ret

  .globl __udpc_range
__udpc_range:
  cmpq $0, 8(%rax)
  SPOIL ranges
  ret

  .globl __udpc_register
__udpc_register:
  ret

  .data
  .globl accesses, fetches, ranges
accesses: .quad 0
fetches: .quad 0
ranges: .quad 0

  .section .tbss,"awT",@nobits
  .macro THREAD_LOCAL name, size
  .globl \name
  .type \name, @object
  .p2align 6
\name: .zero \size
  .endm
  THREAD_LOCAL __udpc_data_lines, 65536
  THREAD_LOCAL __udpc_data_ways, 32768
  THREAD_LOCAL __udpc_data_stamps, 16384
  THREAD_LOCAL __udpc_clock, 8

  .section .note.GNU-stack,"",@progbits
