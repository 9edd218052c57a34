// Entries, returns and unwinds are found in the front end's IR; constructors
// count once, whatever variants the ABI makes of them.
//
// RUN: rm -rf %t && split-file %s %t
// RUN: clang++ -O0 -g -fpass-plugin=%plugin -mllvm -udpc-spec=%t/spec.yaml -S -emit-llvm %t/a.cpp -o - \
// RUN:   -Rpass=udpc -Rpass-missed=udpc 2> %t/remarks | FileCheck %t/a.cpp
// RUN: FileCheck %t/a.cpp --check-prefix=REMARK < %t/remarks
//--- spec.yaml
version: 1
events:
  - event: entries
    entry: "*"
  - event: returns
    return: "pick(*"
  - event: thrown
    unwind: "caller()"
//--- a.cpp
struct S {
  int X;
  // REMARK-DAG: a.cpp:[[@LINE+1]]:{{.*}} event 'entries': inc at each entry of S::S(int), for entry "*" [-Rpass=udpc]
  S(int X) : X(X) {}
  virtual ~S();
};

// CHECK-LABEL: define {{.*}}@_ZN1SD2Ev(
// CHECK:       store atomic i64
// CHECK:       ret void
// CHECK-LABEL: define {{.*}}@_ZN1SD0Ev(
// CHECK-NOT:   store atomic i64
// CHECK:       ret void
// REMARK-DAG: event 'entries': inc at each entry of S::~S(), for entry "*" [-Rpass=udpc]
// REMARK-DAG: event 'entries': no entry site in S::~S(): this variant of a constructor or destructor calls the one that counts [-Rpass-missed=udpc]
S::~S() {}

// CHECK-LABEL: define {{.*}}@_Z4picki(
// CHECK:       store atomic i64
// CHECK:       store atomic i64
// CHECK-NOT:   store atomic i64
// CHECK:       ret i32
// REMARK-DAG: a.cpp:[[@LINE+1]]:{{.*}} event 'returns': inc at each return of pick(int), for return "pick(*" [-Rpass=udpc]
int pick(int N) {
  if (N > 3)
    return 1;
  return S(N).X;
}

void mayThrow();

// The call gets a clean-up that counts and continues unwinding.
// CHECK-LABEL: define {{.*}}@_Z6callerv() {{.*}}personality ptr @__gxx_personality_v0
// CHECK:       invoke void @_Z8mayThrowv()
// CHECK:       landingpad
// CHECK-NEXT:  cleanup
// CHECK:       store atomic i64
// CHECK:       resume
void caller() { mayThrow(); }

// Code that the compiler made has no source to count.
// CHECK-LABEL: define {{.*}}@_GLOBAL__sub_I_a.cpp(
// CHECK-NOT:   store atomic i64
// CHECK:       ret void
int Global = pick(2);
