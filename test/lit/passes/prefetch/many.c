// Time grows with the hints and the code, not with their product: this took
// minutes when each hint without an operation was held against all operations.
//
// RUN: %python -c "print('long f(long *p) {\n  long s = 0;');\
// RUN: [print(f's += p[{i}];') for i in range(5000)]; print('return s;}')" > %t.c
// RUN: %python -c "print('f:0:0'); [print(f' {i}.77: 0 __prefetch_nta_0:64') for i in range(60000)]" > %t.afdo
// RUN: timeout 50 clang -O1 -gmlt -fdebug-info-for-profiling -fpass-plugin=%plugin \
// RUN:   -mllvm -prefetch-hints-file=%t.afdo -c %t.c -o %t.o -Rpass-missed=udpc 2> %t.remarks
// RUN: FileCheck %s < %t.remarks
// CHECK-DAG: remark: hint f:4.77 is not applied: the memory operations of that line have discriminator 0 [-Rpass-missed=udpc]
// CHECK-DAG: remark: hint f:59999.77 is not applied: no memory operation is in that line;
// CHECK: many.c.tmp.afdo: 0 of 60000 hints for functions of this file are applied
//
// Free registers are found in one walk through a block, however many hints it
// has.
// RUN: %python -c "print('f:0:0');\
// RUN: [print(f' {i}: 0 __prefetch_nta_0:100001 __prefetch_nta_1:9999') for i in range(5003)]" > %t.afdo
// RUN: timeout 50 clang --target=riscv64-linux-gnu -march=rv64gc_zicbop -O1 -gmlt -fdebug-info-for-profiling \
// RUN:   -fpass-plugin=%plugin -mllvm -prefetch-hints-file=%t.afdo -c %t.c -o %t.o -Rpass=udpc 2> %t.remarks
// RUN: FileCheck %s --check-prefix=BLOCK < %t.remarks
// BLOCK: remark: hint f:4 (nta, 9999) is applied
