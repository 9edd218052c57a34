// The counters of code that a library may have: most are one instruction, with
// the slots' address in a register that is free.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: udpc-clang -O2 -fPIC -fvisibility=hidden -fomit-frame-pointer -fudpc-profile=counts -S %s -o library.s
// RUN: FileCheck %s --input-file=library.s
// RUN: udpc-clang -O2 -fPIC -fvisibility=hidden -fomit-frame-pointer -S %s -o plain.s
// RUN: %inserted plain.s library.s | FileCheck %s --check-prefix=CODE
// RUN: udpc-clang -O2 -fPIC -fudpc-profile=counts -S -emit-llvm %s -o - | FileCheck %s --check-prefix=IR
//
// The record of the unit fills cache lines of its own.
// IR: @__udpc_profile_unit = internal global {{.*}} ptr @__udpc_profile_slots, {{.*}} align 64
// IR: @__udpc_profile_slots = internal global
// IR-NOT: thread_local
// IR: define linkonce_odr hidden void @__udpc_find_cost_slots()

int other(int);

// Where the slots are is found at the first counter, and again after a call,
// which may change the register.
// CHECK-LABEL: straight:
// CHECK:       movq __udpc_profile_unit+72(%rip), %[[A:r[a-z0-9]+]]
// CHECK-NEXT:  testq %[[A]], %[[A]]
// CHECK-NEXT:  je [[FIND:.Ltmp[0-9]+]]
// CHECK-NEXT:  movq %fs:(%[[A]]), %[[A]]
// CHECK-NEXT:  addq __udpc_profile_unit+104(%rip), %[[A]]
// CHECK-NEXT:  js [[FIND]]
// CHECK-NEXT:  {{^}}[[BACK:.Ltmp[0-9]+]]:
// CHECK-NEXT:  incq 1073741824(%[[A]])
// CHECK:       callq other
// CHECK-NOT:   %fs:
// CHECK:       {{^}}[[FIND]]:
// CHECK-NEXT:  .cfi_def_cfa %rsp, 8
// CHECK:       leaq __udpc_profile_unit(%rip), %[[A]]
// CHECK-NEXT:  pushq %[[A]]
// CHECK-NEXT:  .cfi_adjust_cfa_offset 8
// CHECK-NEXT:  callq __udpc_find_cost_slots
// CHECK:       popq %[[A]]
// CHECK-NEXT:  .cfi_adjust_cfa_offset -8
// CHECK:       jmp [[BACK]]
// CHECK:       .size straight
int straight(int N) { return other(N) + 1; }

// A loop without calls has it in a register that the loop does not use: its counter is one instruction.
// CODE-LABEL: collatz:
// CODE:       + movq %fs:
// CODE-NOT:   %fs:
// CODE:       {{^}}[[LOOP:.LBB[0-9_]+]]:
// CODE-NEXT:  + incq {{[0-9]+}}(%r
// CODE-NEXT:  {{^}}  movl
// CODE-NOT:   {{^}}+
// CODE:       {{^}}  jne [[LOOP]]
// CODE-NOT:   %fs:
unsigned collatz(unsigned N) {
  unsigned Steps = 0;
#pragma clang loop unroll(disable)
  while (N != 1) {
    if (N & 1)
      N = 3 * N + 1;
    else
      N >>= 1;
    ++Steps;
  }
  return Steps;
}

// Calls change all free registers, but not the bytes that align the stack.
// CODE-LABEL: each:
// CODE:       {{^}}  pushq
// CODE:       + movq %fs:
// CODE:       + movq [[A:%r[a-z0-9]+]], (%rsp)
// CODE-NEXT:  + incq {{[0-9]+}}([[A]])
// CODE-NOT:   %fs:
// CODE:       + movq (%rsp), [[B:%r[a-z0-9]+]]
// CODE-NEXT:  + incq {{[0-9]+}}([[B]])
// CODE-NOT:   {{^}}+
// CODE:       {{^}}  callq other
// CODE-NOT:   {{^}}+
// CODE:       + movq (%rsp), [[C:%r[a-z0-9]+]]
// CODE-NEXT:  + incq {{[0-9]+}}([[C]])
// CODE-NOT:   {{^}}+
// CODE:       {{^}}  callq other
unsigned each(unsigned N) {
  unsigned Sum = 0;
#pragma clang loop unroll(disable)
  for (unsigned I = 0; I != N; ++I)
    if (I % 3 == 1)
      Sum += other(I) ^ N;
    else
      Sum ^= other(Sum);
  return Sum;
}

// A loop that needs all registers at one place or another has the address in a
// vector register. Where it has changed the general register, it copies it from
// there for the next iteration.
// CODE-LABEL: mix:
// CODE:       + movq %fs:
// CODE:       + movq %r{{[a-z0-9]+}}, [[V:%xmm[0-9]+]]
// CODE-NOT:   {{^}}+ movq %fs:
// CODE:       + movq [[V]], [[A:%r[a-z0-9]+]]
// CODE-NEXT:  + incq {{[0-9]+}}([[A]])
// CODE-COUNT-2: + incq {{[0-9]+}}([[A]])
// CODE:       {{^}}  movq {{.*}}, [[A]]
// CODE-NOT:   {{^}}+
// CODE:       + movq [[V]], [[A]]
// CODE-NEXT:  {{^}}  jmp
// CODE-NOT:   %fs:
// CODE:       {{^}}  retq
unsigned long mix(const unsigned long *P, unsigned long N) {
  unsigned long A = P[0], B = P[1], C = P[2], D = P[3], E = P[4], F = P[5],
                G = P[6], H = P[7], I = P[8], J = P[9], K = P[10];
#pragma clang loop unroll(disable)
  for (unsigned long X = 0; X != N; ++X) {
    unsigned long T = P[X];
    if (T & 1) {
      A += B ^ T, B -= C * T, C ^= D + T, D += E - T, E ^= F * T;
    } else {
      F += G ^ T, G -= H * T, H ^= I + T, I += J - T, J ^= K * T;
      K += A;
    }
  }
  return A ^ B ^ C ^ D ^ E ^ F ^ G ^ H ^ I ^ J ^ K;
}

// Between two branches on the same flags the address is known: it is loaded once
// for all counters, before the flags are set.
// CHECK-LABEL: neither:
// CHECK:       movq %fs:([[A:%r[a-z0-9]+]]), [[A]]
// CHECK:       ucomisd
// CHECK:       leaq -128(%rsp), %rsp
// CHECK-NEXT:  .cfi_adjust_cfa_offset 128
// CHECK-NEXT:  pushfq
// CHECK-NEXT:  .cfi_adjust_cfa_offset 8
// CHECK-NEXT:  incq {{[0-9]+}}([[A]])
// CHECK-NEXT:  popfq
// CHECK-NEXT:  .cfi_adjust_cfa_offset -8
// CHECK-NEXT:  leaq 128(%rsp), %rsp
// CHECK-NEXT:  .cfi_adjust_cfa_offset -128
// CHECK:       jp
// CHECK-NOT:   %fs:
// CHECK:       .Lfunc_end
int Taken[2];
void neither(double A, double B) {
  if (A == B)
    Taken[0] += 3;
  else
    Taken[1] ^= 5;
}

// No register is known to be free: one is saved, and so are the flags.
// CODE-LABEL: naked:
// CODE-NEXT:  + leaq -128(%rsp), %rsp
// CODE-NEXT:  + pushfq
// CODE-NEXT:  + pushq [[A:%r[a-z0-9]+]]
// CODE:       + movq %fs:([[A]]), [[A]]
// CODE:       + incq {{[0-9]+}}([[A]])
// CODE-NEXT:  + popq [[A]]
// CODE-NEXT:  + popfq
// CODE-NEXT:  + leaq 128(%rsp), %rsp
// CODE-NEXT:  {{^}}  leal 3(%rdi), %eax
__attribute__((naked)) int naked(int X) {
  __asm__("leal 3(%rdi), %eax\n ret");
}

// The repetitions are in %rcx.
// CODE-LABEL: repeat:
// CODE:       + addq %rcx, {{[0-9]+}}(%r{{[a-z0-9]+}})
// CODE-NEXT:  {{^}}  rep
struct Large {
  long Values[64];
};
long first(struct Large);
long repeat(const struct Large *L) { return first(*L) + 1; }
