// Arguments of the QEMU plugin: masks, and wrong ones, with which the guest is not started.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: run_masked() { qemu-$A -plugin "%counter_unit,out=m.json,mask=$M" ./$A && %show m.json; }
// RUN: check() { \
// RUN:   clang --target=$A-linux-gnu -O2 -static -I%S/Inputs %s -o $A && \
// RUN:   each M 3 3+7-9 "3;8;9" 0-255 -- run_masked >masks 2>errors && \
// RUN:   FileCheck %s <masks && \
// RUN:   grep ^udpc errors | FileCheck %s --check-prefix=UNKNOWN; \
// RUN: }
// RUN: each A x86_64 riscv64 -- check
// CHECK: {{(x86_64|riscv64)}} 0=1 7=1 8=1 9=1 10=1{{$}}
// CHECK-NEXT: {{(x86_64|riscv64)}} 0=1 10=1{{$}}
// CHECK-NEXT: {{(x86_64|riscv64)}} 0=1 7=1 10=1{{$}}
// CHECK-NEXT: {{(x86_64|riscv64)}}{{$}}
// What a counter unit does not know is told once a command, unless its counter is off.
// UNKNOWN-COUNT-3: {{^}}udpc-qemu: unknown command 5 at 0x{{[0-9a-f]+$}}
// UNKNOWN-NOT: {{.}}

// Without `out` the process's number is in the name.
// RUN: mkdir default && cd default && qemu-x86_64 -plugin %counter_unit ../x86_64 2>/dev/null && \
// RUN:   ls | FileCheck %s --check-prefix=NAME
// NAME: {{^}}udpc-unit.{{[0-9]+}}.json{{$}}
// RUN: cd %t && qemu-x86_64 -plugin %counter_unit,out=/dev/null ./x86_64 2>/dev/null && test -c /dev/null
// RUN: qemu-x86_64 -plugin %counter_unit,out=/dev/stdout ./x86_64 2>/dev/null > stream && grep '"counter":3' stream
// Links are not followed to files, neither at the name nor at the temporary one.
// RUN: echo mine > victim && ln -s victim u.json
// RUN: sh -c 'ln -s victim u.json.$$.tmp; exec qemu-x86_64 -plugin %counter_unit,out=u.json ./x86_64' 2>/dev/null
// RUN: %show u.json && test ! -h u.json && test "$(cat victim)" = mine

// RUN: try_argument() { ! qemu-x86_64 -plugin "%counter_unit,$X" ./x86_64 loud || echo "$X was taken"; }
// RUN: each X thread=on maks=3 mask=3-1 mask=256 mask= width=65 width=0 width=8x per_thread=maybe out= \
// RUN:   out=nowhere/u.json width=8,width=9 offset=a offset=@nowhere -- try_argument 2>&1 | grep -v Could \
// RUN:   | FileCheck %s --check-prefix=WRONG
// WRONG: {{^}}udpc-qemu: unknown argument 'thread'; did you mean 'per_thread'?
// WRONG-NEXT: {{^}}udpc-qemu: unknown argument 'maks'; did you mean 'mask'?
// WRONG-NEXT: {{^}}udpc-qemu: argument 'mask' must be counter numbers (0 to 255) and ascending ranges, such as 3+7-9/dec, not '3-1'
// WRONG-NEXT: {{^}}udpc-qemu: argument 'mask' must be {{.*}}, not '256'
// WRONG-NEXT: {{^}}udpc-qemu: argument 'mask' must be {{.*}}, not ''
// WRONG-NEXT: {{^}}udpc-qemu: argument 'width' must be a number of bits from 1 to 64, not '65'
// WRONG-NEXT: {{^}}udpc-qemu: argument 'width' must be {{.*}}, not '0'
// WRONG-NEXT: {{^}}udpc-qemu: argument 'width' must be {{.*}}, not '8x'
// WRONG-NEXT: {{^}}udpc-qemu: argument 'per_thread' must be on or off, not 'maybe'
// WRONG-NEXT: {{^}}udpc-qemu: argument 'out' must be the name of a file, not ''
// WRONG-NEXT: {{^}}udpc-qemu: cannot write '{{.*}}/nowhere/u.json': No such file or directory
// WRONG-NEXT: {{^}}udpc-qemu: argument 'width' is given twice
// WRONG-NEXT: {{^}}udpc-qemu: argument 'offset' must be modules and addresses in hexadecimal, such as libc.so.6+0x1f0;prog+0x10, or @ and the name of a file with one of these in each line, not 'a'
// WRONG-NEXT: {{^}}udpc-qemu: argument 'offset' must be {{.*}}, not '@nowhere'
// WRONG-NOT: {{.}}

// A guest that is not known is not started either.
// RUN: not qemu-aarch64 -plugin %counter_unit ./x86_64 2>&1 | FileCheck %s --check-prefix=GUEST
// GUEST: udpc-qemu: guests of aarch64 have no udpc instruction, only x86_64 and riscv64; offset= works
#include "instructions.h"
#include <stdio.h>

int main(int Argc, char **Argv) {
  if (Argc > 1)
    puts("the guest was started");
  INC(0);
  INC(3);
  UDPC(5, 3);
  for (int I = 0; I < 3; ++I)
    UDPC(5, 4);
  UDPC(5, 10);
  INC(7);
  INC(8);
  INC(9);
  INC(10);
  return 0;
}
