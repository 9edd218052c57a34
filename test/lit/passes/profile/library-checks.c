// Checks of code that a library may have: as those of executables, with the
// thread's tables by a register.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: udpc-clang -O2 -fPIC -fvisibility=hidden -fomit-frame-pointer -fudpc-profile=cache \
// RUN:   -mllvm -verify-machineinstrs -S %s -o library.s
// RUN: not grep -E '@TPOFF|pushf' library.s
// RUN: udpc-clang -O2 -fPIC -fvisibility=hidden -fomit-frame-pointer -S %s -o plain.s
// RUN: %inserted plain.s library.s > inserted.txt
// RUN: FileCheck %s < inserted.txt
// RUN: FileCheck %s --check-prefix=COST < inserted.txt
// RUN: FileCheck %s --check-prefix=DATA < library.s
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
// CHECK:       + movq __udpc_profile_unit+72(%rip), %[[S:r[a-z0-9]+]]
// CHECK:       + addq __udpc_profile_unit+104(%rip), %[[S]]
// CHECK-NEXT:  + js [[FIND:.Ltmp[0-9]+]]
// CHECK:       + cmpq $0, [[WORD:1073741[0-9]+]](%[[S]])
// CHECK-NEXT:  + je [[FETCH:.Ltmp[0-9]+]]
// CHECK-NEXT:  + movq 1073741816(%[[S]]), %[[T:r[a-z0-9]+]]
// CHECK-NEXT:  + addq $64, (%[[T]])
// CHECK-NEXT:  + movq (%[[T]]), %[[NOW:r[a-z0-9]+]]
// CHECK-NEXT:  + movq %[[NOW]], [[WORD]](%[[S]])
// CHECK-NEXT:  {{^}}[[FETCHED:.Ltmp[0-9]+]]:
// One more register has the tables, and two are for the checks, which are those of checks.c.
// CHECK-NEXT:  + movq 1073741816(%[[S]]), %[[T:r[a-z0-9]+]]
// CHECK-NEXT:  + leaq ([[P:%r[a-z0-9]+]]), %[[LINE:r[a-z0-9]+]]
// CHECK:       + leaq 63([[P]]),
// CHECK:       + jb [[ONE:.Ltmp[0-9]+]]
// CHECK:       + cmpq %[[LINE]], [[LINES:16448]](%[[T]],%[[SLOT:r[a-z0-9]+]],8)
// CHECK-NEXT:  + jne [[SLOW:.Ltmp[0-9]+]]
// CHECK-NEXT:  + movl 81984(%[[T]],%[[SLOT]],4),
// CHECK-NEXT:  + movq (%[[T]]), %[[LINE]]
// CHECK-NEXT:  + movq %[[LINE]], [[STAMPS:64]](%[[T]],%[[SLOT]],8)
// CHECK:       {{^}}[[ONE]]:
// CHECK:       + cmpq %[[LINE]], [[LINES]](%[[T]],%[[SLOT]],8)
// CHECK-NEXT:  + jne [[SLOW]]
// CHECK:       + movq %[[LINE]], [[STAMPS]](%[[T]],%[[SLOT]],8)
// CHECK-NEXT:  {{^}}[[BACK:.Ltmp[0-9]+]]:
// CHECK-NEXT:  {{^}}  movq 56([[P]])
// CHECK-NEXT:  {{^}}  addq ([[P]])
// CHECK-NEXT:  {{^}}  retq
//
// As in an executable a line costs 9, to see that there are two costs 5, and the clock nothing: the fetch has
// advanced it.
// COST-LABEL: two:
// COST:          {{^}}+ movq 1073741816(%r
// COST:          {{^}}+ movq 1073741816(%r
// COST-COUNT-23: {{^}}+
// COST-NEXT:     {{^}}.Ltmp
// COST-NEXT:     {{^}}  movq 56(
//
// What calls the runtime does so through pointers, and keeps all registers that it uses.
// CHECK:       {{^}}[[FETCH]]:
// CHECK-NEXT:  + leaq -128(%rsp), %rsp
// CHECK-NEXT:  + pushq %rdi
// CHECK-NEXT:  + pushq %rsi
// CHECK-NEXT:  + leaq [[WORD]](%[[S]]), %rdi
// CHECK-NEXT:  + leaq __udpc_fetches{{.*}}(%rip), %rsi
// CHECK-NEXT:  + callq *__udpc_profile_simulation+8(%rip)
// CHECK-NEXT:  + popq %rsi
// CHECK-NEXT:  + popq %rdi
// CHECK-NEXT:  + leaq 128(%rsp), %rsp
// CHECK-NEXT:  + jmp [[FETCHED]]
// CHECK:       {{^}}[[SLOW]]:
// CHECK:       + pushq %rdi
// CHECK:       + leaq {{[0-9]*}}(%rdi), %rdi
// CHECK-NEXT:  + leaq __udpc_accesses{{.*}}(%rip), %rsi
// CHECK-NEXT:  + callq *__udpc_profile_simulation(%rip)
// CHECK-NEXT:  + popq
// CHECK:       + leaq 128(%rsp), %rsp
// CHECK-NEXT:  + jmp [[BACK]]
long two(const long *P) { return P[0] + P[7]; }

// A loop finds the slots before it begins.
// CHECK-LABEL: sum:
// CHECK:       + movq %fs:
// CHECK:       {{^}}[[LOOP:.LBB1_[0-9]+]]:
// CHECK-NOT:   %fs:
// CHECK:       + cmpq %r{{[a-z0-9]+}}, [[LINES]](%r
// CHECK-NOT:   %fs:
// CHECK:       {{^}}  jne [[LOOP]]
// CHECK-NOT:   %fs:
long sum(const long *P, long N) {
  long Sum = 0;
#pragma clang loop unroll(disable) vectorize(disable)
  for (long I = 0; I != N; ++I)
    Sum += P[I];
  return Sum;
}

// CHECK-LABEL: copy:
// CHECK:       + leaq __udpc_ranges(%rip), %rax
// CHECK-NEXT:  + callq *__udpc_profile_simulation+16(%rip)
// CHECK:       {{^}}  jmp memcpy
void copy(char *To, const char *From, unsigned long N) {
  __builtin_memcpy(To, From, N);
}

// Variables below the stack pointer are kept.
// CHECK-LABEL: leaf:
// CHECK:       + leaq -128(%rsp), %rsp
// CHECK:       + callq *__udpc_profile_simulation
// CHECK:       + leaq 128(%rsp), %rsp
int leaf(int *A, int K) {
  volatile int V[12];
  for (int I = 0; I != 12; ++I)
    V[I] = A[I] ^ K;
  return V[K % 12];
}

// DATA: __udpc_profile_simulation:
// DATA-NEXT: .quad __udpc_not_simulated
// DATA-NEXT: .quad __udpc_not_simulated
// DATA-NEXT: .quad __udpc_not_simulated
// DATA-NEXT: .quad __udpc_no_tables
// DATA-NEXT: .quad {{[1-9]}}
