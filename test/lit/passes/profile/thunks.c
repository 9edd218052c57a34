// Thunks that the code generator adds to the module after the profile's pass.
//
// RUN: clang -O2 -mretpoline -fpass-plugin=%plugin -mllvm -udpc-profile=counts -S %s -o - | FileCheck %s
// RUN: clang -O2 -mlvi-cfi -fpass-plugin=%plugin -mllvm -udpc-profile=cache -S %s -o - \
// RUN:   | FileCheck %s --check-prefix=LVI

int call(int (*F)(void)) { return F() + F(); }
// CHECK-LABEL: call:
// CHECK: incq %fs:__udpc_profile_slots@TPOFF
// CHECK: callq __llvm_retpoline_r11
// CHECK-LABEL: __llvm_retpoline_r11:
// CHECK-NOT: __udpc
// CHECK: retq

// LVI-LABEL: call:
// LVI: callq __llvm_lvi_thunk_r11
// LVI-LABEL: __llvm_lvi_thunk_r11:
// LVI: lfence
// LVI-NEXT: jmpq *%r11
