// A function that jumps to its own start: `entry:` leaves the jumps out, `offset:` of
// the first instruction counts them, and so does `offset=` of the counter unit in QEMU.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && split-file %s %t && cd %t && clang main.s -o main
// RUN: sed -i "s/START/0x$(nm main | awk '$3 == "again" { print $1 }')/; s/BACK/0x$(nm main | awk '$3 == "back" {\
// RUN: print $1 }')/" s.yaml places.txt
// RUN: udpc convert main --spec s.yaml -o converted --runtime=%udpc_lib/udpc/libudpc_rt.so
// RUN: env UDPC_OPTIONS=output=a.prof ./converted
// RUN: udpc report a.prof 2> err | FileCheck %s
// RUN: udpc run --spec s.yaml -- ./main 2>&1 | FileCheck %s
// RUN: qemu-x86_64 -plugin %counter_unit,out=q.json,offset=@places.txt ./main
// RUN: FileCheck %s --check-prefix=QEMU < q.json
// CHECK-DAG: entries{{ +}}3{{ }}
// CHECK-DAG: first{{ +}}18{{ }}
// CHECK-DAG: jumps{{ +}}15{{ }}
// QEMU: "count":18}
// QEMU: "count":15}
//
// The report says why what was found is not counted.
// RUN: FileCheck %s --check-prefix=ERR --implicit-check-not=warning: < err
// ERR: udpc: warning: s.yaml:6: event 'refused': return "ends" is not counted: the function never returns
// ERR: udpc: warning: s.yaml:7: event 'nothing': entry "nowhere" matched nothing in the program{{$}}

//--- s.yaml
version: 1
events:
  - {event: entries, entry: again}
  - {event: first, offset: "main+START"}
  - {event: jumps, offset: "main+BACK"}
  - {event: refused, return: ends}
  - {event: nothing, entry: nowhere}
//--- places.txt
main+START
main+BACK
//--- main.s
  .text
  .type again, @function
again:
  .cfi_startproc
  test %edi, %edi
  je 1f
  sub $1, %edi
back:
  jmp again
1: ret
  .cfi_endproc
  .size again, . - again
  .type ends, @function
ends:
  .cfi_startproc
  xor %edi, %edi
  call _exit@PLT
  ud2
  .cfi_endproc
  .size ends, . - ends
  .globl main
  .type main, @function
main:
  .cfi_startproc
  sub $8, %rsp
  mov $4, %edi
  call again
  mov $5, %edi
  call again
  mov $6, %edi
  call again
  mov $1, %edi
  test %edi, %edi
  je 2f
  xor %eax, %eax
  add $8, %rsp
  ret
2: call ends
  .cfi_endproc
  .size main, . - main
  .section .note.GNU-stack,"",@progbits
