// A wrong spec stops the compilation with the place of every mistake.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: not clang -fpass-plugin=%plugin -mllvm -udpc-spec=%t/bad.yaml -c %t/a.c -o %t/a.o 2>&1 | FileCheck %s
// RUN: not test -e %t/a.o
// RUN: not clang -fpass-plugin=%plugin -mllvm -udpc-spec=%t/missing.yaml -c %t/a.c -o %t/a.o 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MISSING
// The driver, the front end and the passes read it; none of them fails at bytes
// that are no text, and each mistake is one message.
// RUN: printf 'events: {\303' > %t/bytes.yaml
// RUN: not udpc-clang -fudpc-spec=%t/bytes.yaml -fplugin=libudpc-clang.so -c %t/a.c -o %t/a.o 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BYTES --implicit-check-not=error:
// RUN: not udpc-clang -fudpc-spec=/dev/zero -c %t/a.c -o %t/a.o 2>&1 | FileCheck %s --check-prefix=DEVICE
// BYTES: error: {{.*}}bytes.yaml:1:10: byte 0xc3 is not valid UTF-8; save the file as UTF-8
// DEVICE: error: /dev/zero: is not a regular file
// CHECK: error: {{.*}}bad.yaml:4:5: unknown key 'entri'; did you mean 'entry'?
// CHECK: error: {{.*}}bad.yaml:7:14: unknown command 'up'; expected inc or dec
// MISSING: error: {{.*}}missing.yaml: cannot read the spec: No such file or directory
//--- bad.yaml
version: 1
events:
  - event: a
    entri: f
  - event: b
    entry: g
    command: up
//--- a.c
int f(void) { return 1; }
