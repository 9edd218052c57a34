// -fudpc-profile=counts,calls: what is inserted, and what is not.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: udpc-clang -O2 -fno-pie -S %s -o plain.s
// RUN: udpc-clang -O2 -fno-pie -fudpc-profile=counts,calls -S %s -o calls.s
// RUN: FileCheck %s --check-prefix=ASM < calls.s
//
// The plain build's code is the same, but for what is inserted: no frame is
// larger.
// RUN: %inserted plain.s calls.s > inserted.txt
// RUN: FileCheck %s --check-prefix=SAME < inserted.txt
// SAME-LABEL: wide:
// SAME:       {{^}}  subq ${{[0-9]+}}, %rsp
//
// What an entry and a return cost a leaf that is called again, besides its counter and
// its costs.
// RUN: FileCheck %s --check-prefix=COST < inserted.txt
// COST-LABEL: leaf:
// COST-COUNT-22: {{^}}+
// COST-NEXT:     {{^}}.Ltmp
// COST-NEXT:     {{^}}+ addq ${{[0-9]+}}, %fs:__udpc_calls@TPOFF+24
// COST-NEXT:     {{^}}+ incq %fs:__udpc_profile_slots@TPOFF
// COST-NEXT:     {{^}}  imull
// COST-COUNT-8:  {{^}}+
// COST-NEXT:     {{^}}.Ltmp
// COST-NEXT:     {{^}}  retq
//
// A leaf is pushed and popped, and adds once. The runtime is out of line, and
// need not keep the registers that are free.
// ASM-LABEL: leaf:
// ASM:       movq %fs:__udpc_calls@TPOFF, %[[TOP:r[a-z0-9]+]]
// ASM:       cmpq %[[TOP]], %fs:__udpc_calls@TPOFF+8
// ASM-NEXT:  je
// ASM-NEXT:  cmpq %rsp, (%[[TOP]])
// ASM-NEXT:  jbe
// ASM:       addq $48, %fs:__udpc_calls@TPOFF
// ASM:       addq ${{[0-9]+}}, %fs:__udpc_calls@TPOFF+24
// ASM-NOT:   __udpc_calls@TPOFF+24{{$}}
// ASM:       cmpq %rsp, (
// ASM-NEXT:  jne
// ASM:       retq
// ASM:       callq __udpc_calls_leave
// ASM:       movl ${{[-0-9]+}}, %r11d
// ASM-NEXT:  callq __udpc_calls_enter_quick
// ASM:       nopl __udpc_call_functions(%rip)
// ASM:       .size leaf
//
// A function with variable arguments needs rax.
// ASM-LABEL: variable:
// ASM-NOT:   __udpc_calls_enter_quick
// ASM:       callq __udpc_calls_enter
// ASM:       .size variable
//
// One addition for the code before and after a call, whose record says what was
// not added before it. A call is followed by its name.
// ASM-LABEL: caller:
// ASM-NOT:   __udpc_calls@TPOFF+24{{$}}
// ASM:       callq leaf
// ASM:       nopl __udpc_call_sites(%rip)
// ASM-NEXT:  addq ${{[0-9]+}}, %fs:__udpc_calls@TPOFF+24
// ASM-NOT:   addq ${{[0-9]+}}, %fs:__udpc_calls@TPOFF+24
// ASM:       .size caller
//
// A tail call marks the entry, and does not remove it.
// ASM-LABEL: tail:
// ASM:       leaq __udpc_call_sites+24(%rip)
// ASM:       movq $1, (%{{.*}})
// ASM:       jmp leaf
// ASM-NOT:   __udpc_calls_leave
// ASM:       .size tail
//
// Functions that longjmp leaves are ended where it leads.
// Their totals are exact at all calls.
// ASM-LABEL: catcher:
// ASM:       addq ${{[0-9]+}}, %fs:__udpc_calls@TPOFF+24
// ASM:       callq _setjmp
// ASM:       nopl
// ASM:       callq __udpc_calls_land
// ASM:       addq ${{[0-9]+}}, %fs:__udpc_calls@TPOFF+24
// ASM:       .size catcher
//
// Code of libraries finds the state of its thread by the distance that the
// runtime writes, and adds where the word before its slots points to. A runtime
// there may not be.
// RUN: udpc-clang -O2 -fPIC -fudpc-profile=counts,calls -S %s -o - 2>&1 | FileCheck %s --check-prefix=PIC
// PIC-NOT:   warning
// PIC-NOT:   __udpc_calls@TPOFF
// PIC-LABEL: leaf:
// PIC:       movq __udpc_profile_calls+8(%rip), %[[AT:.*]]
// PIC-NEXT:  testq %[[AT]], %[[AT]]
// PIC-NEXT:  je
// PIC-NEXT:  movq %fs:(%[[AT]]), %[[TOP:.*]]
// PIC-NEXT:  cmpq %[[TOP]], %fs:8(%[[AT]])
// PIC:       addq $48, %fs:(%[[AT]])
// The node of the call has the address of the slots.
// PIC-NOT:   __udpc_profile_unit
// PIC:       movq 56(%{{.*}}), %[[SLOTS:.*]]
// PIC:       movq 1073741816(%[[SLOTS]]), %[[STATE:.*]]
// PIC-NEXT:  addq ${{[0-9]+}}, 24(%[[STATE]])
// PIC:       subq 16(
// PIC:       retq
// PIC:       callq __udpc_library_calls_leave
// PIC:       callq __udpc_library_calls_enter_quick
// PIC:       movq __udpc_profile_unit+72(%rip), %[[SLOTS]]
// PIC:       callq __udpc_library_calls_enter{{$}}
// PIC:       nopl __udpc_call_functions(%rip)
// PIC-LABEL: __udpc_library_calls_enter:
// PIC:       cmpq $0, __udpc_calls_enter@GOTPCREL(%rip)
//
// If it simulates caches, it adds to slots of its unit and leaves all else to
// the runtime.
// RUN: udpc-clang -O2 -fPIC -fudpc-profile=cache,calls -S %s -o - 2>&1 | FileCheck %s --check-prefix=CACHE
// CACHE-NOT:   __udpc_profile_calls
// CACHE-LABEL: leaf:
// CACHE:       callq __udpc_library_calls_enter
// CACHE:       addq ${{[0-9]+}}, 1073741824(%
// CACHE:       callq __udpc_library_calls_leave
// CACHE-NOT:   __udpc_profile_calls
//
// Without it nothing of this is there.
// RUN: udpc-clang -O2 -fno-pie -fudpc-profile=counts -S %s -o - | FileCheck %s --check-prefix=OFF
// RUN: udpc-clang -O2 -fPIC -fudpc-profile=counts -S %s -o - | FileCheck %s --check-prefix=OFF
// OFF-NOT: __udpc_{{.*}}call
//
// RUN: not udpc-clang -fudpc-profile=calls -c %s 2>&1 | FileCheck %s --check-prefix=WORD
// WORD: error: unknown profile in '-fudpc-profile=calls'
#include <setjmp.h>

__attribute__((noinline)) int leaf(int n) { return n * n + 1; }
int variable(int n, ...) { return n + 1; }
int caller(int n) { return leaf(n) + 2; }
int tail(int n) { return leaf(n + 1); }
jmp_buf Place;
int other(void);
int catcher(void) {
  if (_setjmp(Place))
    return 1;
  return other() + 1;
}
int wide(int n) {
  volatile int a[100];
  a[n] = other();
  return a[n + 1];
}
