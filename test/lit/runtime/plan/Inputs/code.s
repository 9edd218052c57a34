# The code that a plan adds to program.c: two entries and a return.
#
# plan event calls twice
# plan event calls once
# plan event returns once
# plan patch twice 6 twice_entry jump 0 0
# plan moved twice twice_entry
# plan moved twice+1 twice_second
# plan moved twice+3 twice_third
# plan patch once 5 once_entry jump 1 1,2
# plan moved once once_entry
# plan count 0 twice_entry twice_moved
# plan count 1 once_entry once_return
# plan count 2 once_return once_moved

# Counts in a slot, at an even address; rax is free.
.macro count slot
  .p2align 1
  xchg %ax, %ax
  movq unit+72(%rip), %rax
  testq %rax, %rax
  je 1f
  movq %fs:(%rax), %rax
  testq %rax, %rax
  je 1f
  addq unit+80(%rip), %rax
  incq 8*\slot(%rax)
  jmp 2f
1:
  leaq unit(%rip), %rax
  pushq %rax
  callq *unit+88(%rip)
  popq %rax
  incq 0x40000000+8*\slot(%rax)
2:
.endm

twice_entry:
  count 0
twice_moved:
  pushq %rbx
twice_second:
  movl %edi, %ebx
twice_third:
  leal (%rbx,%rbx), %eax
  jmp twice+6

  .p2align 1
once_entry:
  count 1
  .p2align 1
once_return:
  count 2
once_moved:
  movl $1, %eax
  jmp once+5
