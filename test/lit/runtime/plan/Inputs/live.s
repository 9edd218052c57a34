# The code that a plan adds to ../live.c: that of code.s, and an entry more.
#
# plan event loads load
# plan patch load 6 load_entry jump 2 3
# plan moved load load_entry
# plan moved load+1 load_second
# plan moved load+3 load_third
# plan moved load+5 load_fourth
# plan count 3 load_entry load_moved

.include "code.s"

  .p2align 1
load_entry:
  count 3
load_moved:
  pushq %rbx
load_second:
  movl (%rdi), %ebx
load_third:
  movl %ebx, %eax
load_fourth:
  nop
  jmp load+6
