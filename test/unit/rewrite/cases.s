# Functions that are hard to patch, and test_main, which calls them.
# ExecutionTest.cpp says how each must be patched.
  .text

# function NAME: at 16 bytes, with padding before it.
.macro function name
  .p2align 4
  .globl \name
  .type \name, @function
\name:
.endm
.macro end name
  .size \name, . - \name
.endm
# dense NAME: directly behind what comes before it.
.macro dense name
  .globl \name
  .type \name, @function
\name:
.endm

function leaf
  leal 1(%rdi), %eax
  retq
end leaf

# LLVM decodes the prefix as an instruction of its own.
function lock_behind_room
  movl $1, %eax
  lock xaddl %eax, number(%rip)
  retq
end lock_behind_room

function return_address
  movq (%rsp), %rax
  retq
end return_address

function relative_operand
  movl number(%rip), %eax
  addl $1, number(%rip)
  cmpb $7, number(%rip)
  retq
end relative_operand

# A loop behind the ENDBR64, whose first instruction is not an entry again.
function endbr_loop
  endbr64
1:
  decl %edi
  jnz 1b
  retq
end endbr_loop

function short_loop
1:
  addl %edi, %eax
  imull $3, %eax, %eax
  decl %edi
  jnz 1b
  retq
end short_loop

function long_loop
  addl %edi, %eax
  imull $3, %eax, %eax
  .rept 150
  nop
  .endr
  decl %edi
  jnz long_loop
  movl %eax, %eax
  retq
end long_loop

# A helper that takes the carry flag, as assembly does.
function carry_argument
  movl %edi, %eax
  pushq %rbx
  leal (%rax,%rax), %eax
  adcl $0, %eax
  popq %rbx
  retq
end carry_argument

function carry_caller
  cmpl $4, %edi
  callq carry_argument
  retq
end carry_caller

# The return address that a callee sees is the original one.
function call_first
  callq return_address
1:
  leaq 1b(%rip), %rdx
  cmpq %rax, %rdx
  sete %al
  movzbl %al, %eax
  retq
end call_first

function indirect_call_first
  callq *pointer(%rip)
1:
  leaq 1b(%rip), %rdx
  cmpq %rax, %rdx
  sete %al
  movzbl %al, %eax
  retq
end indirect_call_first

function stack_call_first
  callq *8(%rsp)
  retq
end stack_call_first

function tail_call
  jmp leaf
end tail_call

function conditional_tail_call
  testl %edi, %edi
  je leaf
  movl $9, %eax
  retq
end conditional_tail_call

function only_return
  retq
end only_return

# No room at all: the next function follows.
  .p2align 4
dense dense_return
  retq
end dense_return
dense dense_three
  xorl %eax, %eax
  retq
end dense_three
dense dense_five
  movl $5, %eax
  retq
end dense_five

function prefixed_returns
  testl %edi, %edi
  je 1f
  repz retq
1:
  .byte 0xf2, 0xc3
end prefixed_returns

function count_branches
  movl $4, %ecx
1:
  incl %eax
  loop 1b
  jrcxz 2f
  ud2
2:
  retq
end count_branches

# A target within the first five bytes.
function early_target
  xorl %eax, %eax
1:
  incl %eax
  cmpl $3, %eax
  jne 1b
  retq
end early_target

# A jump into itself: EB FF, then FF C0 is incl %eax.
function overlapping
  movl $1, %eax
  .byte 0xeb, 0xff, 0xc0
  retq
end overlapping

# A jump table that leads back to the first instruction.
function table_to_first
  decl %edi
  js 1f
  leaq table(%rip), %rax
  movslq (%rax), %rcx
  addq %rax, %rcx
  jmp *%rcx
1:
  movl $2, %eax
  retq
end table_to_first

# Computed by no table.
function unknown_jump
  leaq 1f(%rip), %rax
  leaq (%rax,%rdi,2), %rax
  jmp *%rax
1:
  nop
  nop
  nop
  nop
  movl $6, %eax
  retq
end unknown_jump

# A table of distances from a label.
function label_table
  leaq .Lbase(%rip), %rax
  leaq distances(%rip), %rdx
  movslq (%rdx,%rdi,4), %rdx
  addq %rdx, %rax
  jmp *%rax
.Lbase:
  movl $21, %eax
  retq
.Lfirst:
  movl $22, %eax
  retq
.Lsecond:
  movl $23, %eax
  retq
end label_table

# An indirect jump to a label or to another function.
function label_or_function
  leaq places(%rip), %rax
  jmp *(%rax,%rdi,8)
.Linside:
  movl $8, %eax
  retq
end label_or_function

function endless
  jmp endless
end endless

function red_zone
  movq %rdi, -8(%rsp)
  movq %rdi, -120(%rsp)
  addq $1, -8(%rsp)
  movq -8(%rsp), %rax
  addq -120(%rsp), %rax
  retq
end red_zone

function live_flags
  cmpl $3, %edi
  movl $0, %eax
  adcl $0, %eax
  movl $0x7fffffff, %ecx
  addl %edi, %ecx
  nop
  seto %cl
  leal (%rax,%rcx,2), %eax
  lahf
  std
  nop
  cld
  movzbl %ah, %edx
  movzbl %al, %eax
  addl %edx, %eax
  retq
end live_flags

function system_call
  movl $186, %eax
  syscall
  testl %eax, %eax
  setg %al
  movzbl %al, %eax
  retq
end system_call

function with_part
  testl %edi, %edi
  jne with_part.cold
1:
  leal 3(%rdi), %eax
  retq
end with_part
  .section .text.unlikely, "ax", @progbits
  .type with_part.cold, @function
with_part.cold:
  cmpl $2, %edi
  je 1b
  movl $77, %eax
  retq
  .size with_part.cold, . - with_part.cold
  .text

# Constants between functions.
function data_behind
  movl .Lconstants(%rip), %eax
  leaq .Lconstants(%rip), %rdx
  addl 4(%rdx), %eax
  retq
end data_behind
.Lconstants:
  .long 0x90c3c390, 0x00c3cccc

  .globl alias
  .type alias, @function
function has_alias
  movl $4, %eax
  retq
end has_alias
  .set alias, has_alias

function resolver_target
  movl $11, %eax
  retq
end resolver_target
  .globl indirect
  .type indirect, @gnu_indirect_function
indirect:
  leaq resolver_target(%rip), %rax
  retq
  .size indirect, . - indirect

# call F, ARGUMENT: adds the result to %ebx.
.macro call f, argument
  movl $\argument, %edi
  xorl %eax, %eax
  callq \f
  imull $31, %ebx, %ebx
  addl %eax, %ebx
.endm

# Jumps through labels of its own, and tail calls itself through a pointer.
function own_tail_call
  testl %edi, %edi
  je 2f
  decl %edi
  movl %edi, %eax
  andl $1, %eax
  leaq own_places(%rip), %rdx
  jmpq *(%rdx,%rax,8)
.Lown:
  movq own_places+16(%rip), %rcx
  jmpq *%rcx
.Lother:
  addl $3, number(%rip)
  jmp .Lown
2:
  movl $7, %eax
  retq
end own_tail_call

# A jump table, and a virtual table that has distances as well.
function distance_call
  leaq own_table(%rip), %rdx
  movl %edi, %eax
  movslq (%rdx,%rax,4), %rax
  addq %rdx, %rax
  jmpq *%rax
.Lfar:
  movq virtual_pointer(%rip), %rax
  movslq (%rax), %rcx
  addq %rcx, %rax
  jmpq *%rax
.Lnear:
  movl $2, %eax
  retq
end distance_call

function test_main
  pushq %rbx
  xorl %ebx, %ebx
  call leaf, 1
  call relative_operand, 0
  call lock_behind_room, 0
  call endbr_loop, 5
  call short_loop, 4
  call short_loop, 2
  call long_loop, 6
  call call_first, 0
  call indirect_call_first, 0
  leaq leaf(%rip), %rax
  pushq %rax
  movl $1, %edi
  callq stack_call_first
  popq %rcx
  addl %eax, %ebx
  call tail_call, 1
  call tail_call, 2
  call conditional_tail_call, 0
  call conditional_tail_call, 1
  call conditional_tail_call, 2
  call only_return, 0
  call dense_return, 0
  call dense_return, 0
  call dense_three, 0
  call dense_five, 0
  call dense_five, 0
  call prefixed_returns, 0
  call prefixed_returns, 1
  call count_branches, 0
  call early_target, 0
  call early_target, 0
  call overlapping, 0
  call table_to_first, 3
  call unknown_jump, 0
  call unknown_jump, 2
  call label_table, 0
  call label_table, 1
  call label_table, 2
  call label_or_function, 0
  call label_or_function, 1
  call label_or_function, 1
  call own_tail_call, 5
  call distance_call, 0
  call distance_call, 0
  call distance_call, 1
  call red_zone, 44
  call live_flags, 1
  call live_flags, 3
  call carry_caller, 3
  call carry_caller, 5
  call system_call, 0
  call with_part, 0
  call with_part, 1
  call with_part, 2
  call data_behind, 0
  call has_alias, 0
  call alias, 0
  call indirect, 0
  movl %ebx, %eax
  shrl $7, %eax
  andl $63, %eax
  popq %rbx
  retq
end test_main

  .section .rodata, "a", @progbits
  .p2align 2
table:
  .long table_to_first - table
distances:
  .long .Lfirst - .Lbase, 0, .Lsecond - .Lbase, .Lfirst - .Lbase
own_table:
  .long .Lfar - own_table, .Lnear - own_table
virtual_table:
  .long leaf - virtual_table
  .section .data.rel.ro, "aw", @progbits
  .p2align 3
own_places:
  .quad .Lown
  .quad .Lother
  .quad own_tail_call
virtual_pointer:
  .quad virtual_table
places:
  .quad .Linside
  .quad leaf
  .data
  .p2align 3
pointer:
  .quad return_address
number:
  .long 6
  .section .note.GNU-stack, "", @progbits
