// -fudpc-profile=counts: the inserted code, and the counts.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: udpc-clang -O2 -S %s -o plain.s
// RUN: udpc-clang -O2 -fudpc-profile=counts -S %s -o counts.s
// RUN: %inserted plain.s counts.s | FileCheck %s --check-prefix=CODE
//
// One counter for code that is executed equally often, calls or not.
// CODE-LABEL: straight: 1 inserted
// CODE-NEXT:  + incq %fs:__udpc_profile_slots@TPOFF
//
// One of two ways follows from the other and the whole. One has its counter out of line.
// CODE-LABEL: diamond: 3 inserted
// CODE:       + incq %fs:__udpc_profile_slots@TPOFF+
// CODE:       {{^}}[[WHOLE:.LBB[0-9_]+]]:
// CODE:       + incq %fs:__udpc_profile_slots@TPOFF+
// CODE-NEXT:  + jmp [[WHOLE]]
//
// Repetitions are counted by their number, before it is gone.
// CODE-LABEL: repeat: 2 inserted
// CODE:       + incq %fs:__udpc_profile_slots@TPOFF+
// CODE:       + addq %rcx, %fs:__udpc_profile_slots@TPOFF+
// CODE-NEXT:  {{^}}  rep
//
// The code of ours is not counted, nor its registration.
// RUN: FileCheck %s --check-prefix=ASM < counts.s
// ASM-LABEL: __udpc_slots_address:
// ASM-NOT:   incq
// ASM:       .size __udpc_slots_address
// ASM:       .section __udpc_costs
//
// RUN: udpc-clang -O2 -fudpc-profile=counts -Rpass=udpc -c %s -o counts.o 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: remark: 1 of 1 segments are counted
//
// The plugin by itself does nothing, and neither does the driver when told so.
// RUN: udpc-clang -O2 -fno-udpc-profile -S %s -o - | FileCheck %s --check-prefix=OFF
// RUN: env UDPC_PROFILE=counts udpc-clang -O2 -fno-udpc-profile -S %s -o - | FileCheck %s --check-prefix=OFF
// RUN: env UDPC_PROFILE=counts udpc-clang -O2 -S %s -o environment.s
// RUN: cmp environment.s counts.s
// OFF-NOT: incq %fs
// OFF-NOT: __udpc
//
// RUN: udpc-clang -O2 -fudpc-profile=counts %s -o counts
// RUN: ./counts
// RUN: FileCheck %s --check-prefix=OUT --input-file=$(ls cachegrind.out.*)
// The same code counts the same where it counts as a library does.
// RUN: udpc-clang -O2 -fPIC -fvisibility=hidden -fudpc-profile=counts %s -o counts
// RUN: rm -f cachegrind.out.*
// RUN: ./counts
// RUN: FileCheck %s --check-prefix=OUT --input-file=$(ls cachegrind.out.*)
// OUT:      events: Ir Dr Dw
// OUT:      fl={{.*}}counts.c
// OUT-NEXT: fn=diamond
// OUT-NEXT: 0 25 0 10
// OUT-NEXT: 14 30 0 10
// OUT:      fn=main
// OUT:      fn=other
// OUT-NEXT: 3 35 0 0
// OUT-NEXT: 4 35 0 35
// 64 repetitions, and once more to see that it is enough.
// OUT:      fn=repeat
// OUT:      32 71 65 65
// OUT:      fn=straight
// OUT:      summary: 463 155 188

#line 1
int volatile Sink;

__attribute__((noinline)) int other(int N) {
  Sink = N;
  return N;
}

__attribute__((noinline)) int straight(int N) {
  int Sum = other(N);
  Sum += other(N + 1);
  return Sum + other(Sum);
}

__attribute__((noinline)) int diamond(int N) {
  if (N & 1)
    Sink = other(N) + 2;
  else
    Sink = N - 7;
  return Sink;
}

struct Large {
  long Values[64];
};

__attribute__((noinline)) long first(struct Large L) {
  Sink = L.Values[3];
  return L.Values[0];
}

__attribute__((noinline)) long repeat(const struct Large *L) {
  return first(*L) + 1;
}

struct Large Values;

int main(void) {
  for (int I = 0; I != 10; ++I)
    straight(diamond(I));
  repeat(&Values);
  return 0;
}
