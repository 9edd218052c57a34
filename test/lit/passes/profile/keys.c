// Inserted code has the line of the code after it. It is not an operation: it
// has another discriminator, where keys are discriminators of the debug
// information. Else there is nothing to distinguish.
//
// RUN: udpc-clang -O2 -mllvm -x86-discriminate-memops -fudpc-profile=cache -S %s -o - | FileCheck %s
// RUN: udpc-clang -O2 -mllvm -x86-discriminate-memops -fudpc-profile=counts -S %s -o - \
// RUN:   | FileCheck %s --check-prefix=COUNTS
// RUN: clang -O2 -g -fpass-plugin=%plugin -mllvm -udpc-profile=cache -S %s -o - \
// RUN:   | FileCheck %s --check-prefix=NOKEYS --implicit-check-not="discriminator 16382"

long sum(const long *P, const long *Q, long N) {
  long S = 0;
#pragma clang loop vectorize(disable) unroll(disable)
  for (long I = 0; I < N; ++I)
    S += P[Q[I]];
  return S;
}
// CHECK-LABEL: sum:
// CHECK:       .loc {{[0-9]}} [[#LINE:@LINE-4]] 12 {{.*}}discriminator 16382
// CHECK-NEXT:  incq %fs:__udpc_profile_slots
// CHECK-NEXT:  leaq (%[[Q:r[a-z0-9]+]],%[[I:r[a-z0-9]+]],8),
// CHECK:       __udpc_data_stamps
// CHECK:       .loc {{[0-9]}} [[#LINE]] 12 {{(is_stmt 0 )? *}}#
// CHECK-NEXT:  movq (%[[Q]],%[[I]],8), %[[AT:r[a-z0-9]+]]
// CHECK:       .loc {{[0-9]}} [[#LINE]] 7 discriminator 16382
// CHECK-NEXT:  leaq
// CHECK:       .loc {{[0-9]}} [[#LINE]] 7 {{(is_stmt 0 )? *}}discriminator 2
// CHECK-NEXT:  addq (%{{.*}},%[[AT]],8),
//
// COUNTS-LABEL: sum:
// COUNTS:      .loc {{[0-9]}} [[#CLINE:@LINE-16]] 12 {{.*}}discriminator 16382
// COUNTS-NEXT: incq %fs:__udpc_profile_slots
// COUNTS-NEXT: .loc {{[0-9]}} [[#CLINE]] 12 {{(is_stmt 0 )? *}}#
// COUNTS-NEXT: movq
//
// NOKEYS-LABEL: sum:
