// Expressions with `new` and `delete`, which compilers may leave out, do not
// end what is counted together; other calls of the operators do.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang++ -O2 -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml -S a.cpp -o - | FileCheck a.cpp
//
// The counts are those without the optimiser, also with operators of one's own.
// RUN: check() { \
// RUN:   udpc-clang++ $flags $own -fudpc-spec=spec.yaml a.cpp main.cpp -o a.out && \
// RUN:   UDPC_OPTIONS=output=a.prof ./a.out && \
// RUN:   udpc report --sites a.prof | FileCheck main.cpp; \
// RUN: }
// RUN: each own "" -DOWN -- each flags -O0 -O1 -O2 "-O3 -fPIC" "-O2 -flto=thin -fuse-ld=lld" -- check
//--- spec.yaml
version: 1
events:
  - {event: calls, entry: "*"}
//--- a.cpp
#include <new>
static inline void first() {}
static inline void freed() {}
static inline void last() {}

// One in each arm, though the second frees memory between the first count and
// the last.
// CHECK-LABEL: _Z4dropPiS_:
// CHECK-COUNT-2: incq
// CHECK-NOT:     incq
// CHECK:         .size _Z4dropPiS_
void drop(int *P, int *Inline) {
  first();
  if (P != Inline) {
    freed();
    delete P;
  }
  last();
}

// CHECK-LABEL: _Z7releasePi:
// CHECK:         incq
// CHECK:         _ZdlPv
// CHECK:         incq
// CHECK:         .size _Z7releasePi
void release(int *P) {
  first();
  ::operator delete(P);
  last();
}

// `new` may throw: what follows is not counted then.
// CHECK-LABEL: _Z6unsurei:
// CHECK:         incq
// CHECK:         _Znwm
// CHECK:         incq
// CHECK:         .size _Z6unsurei
int *unsure(int X) {
  first();
  int *P = new int(X);
  last();
  return P;
}
//--- main.cpp
#include <cstdlib>
#include <new>
void drop(int *P, int *Inline);
void release(int *P);
int *unsure(int X);
#ifdef OWN
void *operator new(std::size_t Size) {
  void *P = std::malloc(Size);
  if (!P)
    throw std::bad_alloc();
  return P;
}
void operator delete(void *P) noexcept { std::free(P); }
void operator delete(void *P, std::size_t) noexcept { std::free(P); }
#endif
// CHECK-DAG: 10 {{.*}}drop(int*, int*)
// CHECK-DAG: 18 {{.*}}first()
// CHECK-DAG: 7 {{.*}}freed()
// CHECK-DAG: 18 {{.*}}last()
// CHECK-DAG: 1 {{.*}}release(int*)
// CHECK-DAG: 7 {{.*}}unsure(int)
int main() {
  int Inline = 0;
  for (int I = 0; I != 3; ++I)
    drop(&Inline, &Inline);
  for (int I = 0; I != 7; ++I)
    drop(unsure(I), &Inline);
  release(static_cast<int *>(::operator new(4)));
}
