// The instruction lowering: udpc instructions, whose counters and command are in
// their bits, and a record of each. The program's own code is around them as
// before.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -c -fudpc-spec=spec.yaml a.c -o a.o
// RUN: llvm-objdump -d a.o | FileCheck a.c --check-prefix=X86
// RUN: llvm-readelf -rW a.o | FileCheck a.c --check-prefix=RECORDS
// RUN: udpc-clang --target=riscv64-linux-gnu -O2 -c -fudpc-spec=spec.yaml a.c -o rv.o
// RUN: llvm-objdump -d -M no-aliases rv.o | FileCheck a.c --check-prefix=RISCV
//
// With any assembler and code model.
// RUN: udpc-clang -O2 -c -fno-integrated-as -fudpc-spec=spec.yaml a.c -o gas.o
// RUN: llvm-objdump -d gas.o | FileCheck a.c --check-prefix=X86
// RUN: udpc-clang -O2 -c -fPIC -mcmodel=large -masm=intel -fudpc-spec=spec.yaml a.c -o large.o
// RUN: llvm-objdump -d large.o | FileCheck a.c --check-prefix=X86
//
// The flag and the spec's word say the same.
// RUN: udpc-clang -O2 -c -fudpc-lowering=instruction -fudpc-spec=auto.yaml a.c -o b.o
// RUN: llvm-objdump -d b.o | FileCheck a.c --check-prefix=X86
// RUN: udpc-clang -O2 -c -fudpc-spec=auto.yaml a.c -o d.o
// RUN: llvm-objdump -d d.o | FileCheck %s --check-prefix=AUTO
// AUTO-NOT: nopw -
//
// One section of records for each section of code, which goes when that goes.
// RUN: udpc-clang -O2 -c -ffunction-sections -fudpc-spec=spec.yaml a.c -o sections.o
// RUN: llvm-readelf -SW sections.o | FileCheck %s --check-prefix=SECTIONS
// SECTIONS: {{\[ *}}[[HALF:[0-9]+]]] .text.half
// SECTIONS: {{\[ *}}[[LOOP:[0-9]+]]] .text.loop
// SECTIONS: __udpc_sites PROGBITS {{[0-9a-f]+ [0-9a-f]+}} 000018 00 AL [[HALF]]
// SECTIONS: __udpc_sites PROGBITS {{[0-9a-f]+ [0-9a-f]+}} 000060 00 AL [[LOOP]]
//
// Where the plugin makes the machine code, no inline assembly is left, which is
// slow to parse.
// RUN: udpc-clang -O2 -S -fudpc-spec=spec.yaml a.c -o - | FileCheck %s --check-prefix=TEXT
// TEXT:     nopw
// TEXT-NOT: {{[#]APP}}
//
// Where LLVM merges the unit with the program's variables, records still name it.
// RUN: udpc-clang --target=riscv64-linux-gnu -O2 -c -fudpc-spec=group.yaml merged.c -o merged.o
// RUN: llvm-readelf -srW merged.o | FileCheck %s --check-prefix=MERGED
// MERGED: '.rela__udpc_sites'
// MERGED: R_RISCV_ADD64 {{.*}}MergedGlobals + 8
// MERGED: 0000000000000008 128 OBJECT {{.*}} __udpc_unit
//
// The records of a COMDAT function are in its group, for both assemblers.
// RUN: check() { \
// RUN:   udpc-clang++ -O2 -c -f$as-as -fudpc-spec=group.yaml group.cpp -o group.o && \
// RUN:   llvm-readelf -gW group.o | FileCheck %s --check-prefix=GROUP; \
// RUN: }
// RUN: each as integrated no-integrated -- check
// GROUP:      COMDAT group section {{.*}} [_Z4onceIiET_S0_]
// GROUP:      .text._Z4onceIiET_S0_
// GROUP-NEXT: .rela.text._Z4onceIiET_S0_
// GROUP-NEXT: __udpc_sites
//--- spec.yaml
version: 1
events:
  - {event: calls, entry: half, counter: 1}
  - {event: live, entry: loop, counter: 255}
  - {event: live, return: loop, command: dec}
  - {event: rounds, loop: iterations, in: loop}
  - {event: starts, loop: executions, in: loop}
defaults: {lowering: instruction}
//--- auto.yaml
version: 1
events:
  - {event: calls, entry: half, counter: 1}
  - {event: live, entry: loop, counter: 255}
  - {event: live, return: loop, command: dec}
  - {event: rounds, loop: iterations, in: loop}
  - {event: starts, loop: executions, in: loop}
//--- group.yaml
version: 1
events: [{event: calls, entry: "*"}]
defaults: {lowering: instruction}
//--- group.cpp
template <class T> __attribute__((noinline)) T once(T X) { return X + 1; }
int use(int X) { return once(X) + once(X * 2); }
//--- merged.c
static const char *Name = "a";
void print(const char *);
void set(const char *To) { Name = To; }
void use(void) { print(Name); }
//--- a.c
// 0xdcff, the counter, the command: dcff0100 is -0x2300ff00.
// X86-LABEL: <half>:
// X86:      66 0f 1f 84 00 00 01 ff dc nopw -0x2300ff00(%rax,%rax)
// X86-NOT:  nopw -
// X86:      retq
// RISCV-LABEL: <half>:
// RISCV:     00102013 slti zero, zero, 0x1
// RISCV-NOT: slti
// RISCV:     {{jalr|c.jr}}
unsigned half(unsigned X) { return X / 2; }

// Counters that the spec does not give are the lowest that are free.
// X86-LABEL: <loop>:
// X86-DAG:  00 ff ff dc nopw -0x23000100(%rax,%rax)
// X86-DAG:  01 00 fc dc nopw -0x2303ffff(%rax,%rax)
// X86:      00 00 fc dc nopw -0x23040000(%rax,%rax)
// X86:      01 ff ff dc nopw -0x230000ff(%rax,%rax)
// X86:      retq
// RISCV-LABEL: <loop>:
// RISCV:     0ff02013 slti zero, zero, 0xff
// RISCV:     1ff02013 slti zero, zero, 0x1ff
// RISCV:     {{jalr|c.jr}}
//
// Of the address, then of the unit; entry of loop, execution, iteration, return.
// RECORDS:       '.rela__udpc_sites' at offset {{.*}} contains 2 entries
// RECORDS:       R_X86_64_PC64 {{.*}} .text + 2
// RECORDS-NEXT:  R_X86_64_PC64 {{.*}} .data + 0
// RECORDS:       '.rela__udpc_sites' at offset {{.*}} contains 8 entries
int loop(int *A, int N) {
  int I = 0;
  do
    A[I] = half(I) + A[I + 1];
  while (++I < N && A[I]);
  return I;
}
