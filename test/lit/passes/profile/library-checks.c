// Checks of code that a library may have: as those of executables, with the
// thread's tables by a register.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: udpc-clang -O2 -fPIC -fvisibility=hidden -fomit-frame-pointer -fudpc-profile=cache \
// RUN:   -mllvm -verify-machineinstrs -S %s -o library.s
// RUN: FileCheck %s --input-file=library.s --implicit-check-not=@TPOFF --implicit-check-not=pushf
// RUN: udpc-clang -O2 -fPIC -fudpc-profile=cache -S -emit-llvm %s -o - \
// RUN:   | FileCheck %s --check-prefix=IR --implicit-check-not=__udpc_data --implicit-check-not=thread_local
// RUN: udpc-clang -O2 -fPIE -fudpc-profile=cache -S -emit-llvm %s -o - | FileCheck %s --check-prefix=EXECUTABLE
//
// Without a runtime nothing is simulated.
// IR-DAG: @__udpc_no_tables = linkonce_odr hidden global [114752 x i8] zeroinitializer
// IR-DAG: define linkonce_odr hidden void @__udpc_not_simulated()
//
// An executable has the tables in its own storage, and tells the runtime.
// EXECUTABLE-DAG: @__udpc_simulation_tables = weak_odr hidden thread_local(localexec) global [114752 x i8] zeroinitializer
// EXECUTABLE-DAG: @__udpc_data_lines = weak_odr thread_local(localexec) alias {{.*}}@__udpc_simulation_tables
// EXECUTABLE-DAG: define weak_odr hidden {{.*}}ptr @__udpc_static_tables()

// One register leads to the slots, and from there to the tables.
// CHECK-LABEL: two:
// CHECK:       movq __udpc_profile_unit+72(%rip), %[[S:r[a-z0-9]+]]
// CHECK:       addq __udpc_profile_unit+104(%rip), %[[S]]
// CHECK-NEXT:  js [[FIND:.Ltmp[0-9]+]]
// CHECK:       cmpq $0, [[WORD:1073741[0-9]+]](%[[S]])
// CHECK-NEXT:  je [[FETCH:.Ltmp[0-9]+]]
// CHECK-NEXT:  movq 1073741816(%[[S]]), %[[T:r[a-z0-9]+]]
// CHECK-NEXT:  addq $64, (%[[T]])
// CHECK-NEXT:  movq (%[[T]]), %[[NOW:r[a-z0-9]+]]
// CHECK-NEXT:  movq %[[NOW]], [[WORD]](%[[S]])
// CHECK-NEXT:  {{^}}[[FETCHED:.Ltmp[0-9]+]]:
// CHECK:       movq 1073741816(%[[S]]), %[[T:r[a-z0-9]+]]
// CHECK-NEXT:  leaq (%rdi), %[[LINE:r[a-z0-9]+]]
// CHECK-NEXT:  leaq 63(%rdi), %[[LAST:r[a-z0-9]+]]
// CHECK-NEXT:  xorq %[[LINE]], %[[LAST]]
// CHECK-NEXT:  cmpq $64, %[[LAST]]
// CHECK-NEXT:  jb [[ONE:.Ltmp[0-9]+]]
// CHECK-NEXT:  shrq $6, %[[LINE]]
// CHECK-NEXT:  movl
// CHECK-NEXT:  andl $8191, {{%[a-z0-9]+}}
// CHECK-NEXT:  cmpq %[[LINE]], 16448(%[[T]],%[[INDEX:r[a-z0-9]+]],8)
// CHECK-NEXT:  jne [[SLOW:.Ltmp[0-9]+]]
// CHECK-NEXT:  movl 81984(%[[T]],%[[INDEX]],4), {{%[a-z0-9]+}}
// CHECK-NEXT:  movq (%[[T]]), %[[LINE]]
// CHECK-NEXT:  movq %[[LINE]], 64(%[[T]],%[[INDEX]],8)
// CHECK:       {{^}}[[ONE]]:
// CHECK:       {{^}}[[BACK:.Ltmp[0-9]+]]:
// CHECK:       movq 56(%rdi), %rax
// CHECK:       addq (%rdi), %rax
// CHECK:       retq
//
// What calls the runtime does so through pointers, and keeps all registers.
// CHECK:       {{^}}[[FETCH]]:
// CHECK:       pushq %rdi
// CHECK:       leaq [[WORD]](%[[S]]), %rdi
// CHECK-NEXT:  leaq __udpc_fetches{{.*}}(%rip), %rsi
// CHECK-NEXT:  callq *__udpc_profile_simulation+8(%rip)
// CHECK:       popq %rdi
// CHECK:       jmp [[FETCHED]]
// CHECK:       {{^}}[[SLOW]]:
// CHECK:       pushq %rdi
// CHECK:       leaq {{[0-9]*}}(%rdi), %rdi
// CHECK-NEXT:  leaq __udpc_accesses{{.*}}(%rip), %rsi
// CHECK-NEXT:  callq *__udpc_profile_simulation(%rip)
// CHECK:       popq %rdi
// CHECK:       jmp [[BACK]]
// CHECK:       .size two
long two(const long *P) { return P[0] + P[7]; }

// A loop finds the slots before it begins.
// CHECK-LABEL: sum:
// CHECK:       %fs:
// CHECK:       {{^}}.LBB{{.*}}: {{.*}}Loop Header: Depth=1
// CHECK-NOT:   %fs:
// CHECK:       cmpq %{{r[a-z0-9]+}}, 16448(%r
// CHECK-NOT:   %fs:
// CHECK:       .Lfunc_end
long sum(const long *P, long N) {
  long Sum = 0;
#pragma clang loop unroll(disable) vectorize(disable)
  for (long I = 0; I != N; ++I)
    Sum += P[I];
  return Sum;
}

// CHECK-LABEL: copy:
// CHECK:       leaq __udpc_ranges(%rip), %rax
// CHECK-NEXT:  callq *__udpc_profile_simulation+16(%rip)
// CHECK:       jmp memcpy
void copy(char *To, const char *From, unsigned long N) {
  __builtin_memcpy(To, From, N);
}

// Variables below the stack pointer are kept.
// CHECK-LABEL: leaf:
// CHECK:       leaq -128(%rsp), %rsp
// CHECK:       callq *__udpc_profile_simulation
// CHECK:       leaq 128(%rsp), %rsp
// CHECK:       .size leaf
int leaf(int *A, int K) {
  volatile int V[12];
  for (int I = 0; I != 12; ++I)
    V[I] = A[I] ^ K;
  return V[K % 12];
}

// CHECK: __udpc_profile_simulation:
// CHECK-NEXT: .quad __udpc_not_simulated
// CHECK-NEXT: .quad __udpc_not_simulated
// CHECK-NEXT: .quad __udpc_not_simulated
// CHECK-NEXT: .quad __udpc_no_tables
// CHECK-NEXT: .quad {{[1-9]}}
