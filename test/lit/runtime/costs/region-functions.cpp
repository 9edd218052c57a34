// Functions are regions: -fudpc-profile=counts,region=<glob>. Callgrind collects
// the same between their entries and returns, in the plain build.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s a.cpp && cp %S/Inputs/same_region.py check.py
// RUN: clang++ -O2 -gdwarf-4 a.cpp -o plain
// RUN: toggle() { \
// RUN:   valgrind --tool=callgrind --toggle-collect="ns::$f(*" --callgrind-out-file=$f.theirs ./plain 2> /dev/null; \
// RUN: }
// RUN: each f work recurse tail -- toggle
// RUN: udpc-clang++ -O2 -gdwarf-4 "-fudpc-profile=counts,region=ns::*" a.cpp -o counted
// RUN: udpc-clang++ -O2 -gdwarf-4 \
// RUN:   "-fudpc-profile=cache,branches,calls,region=ns::work,region=_ZN2ns7recurseEi,region=ns::t*" a.cpp -o cached
// RUN: check() { \
// RUN:   env UDPC_OPTIONS=cache_output=$p.cache ./$p > $p.txt 2> $p.err && \
// RUN:   not grep warning $p.err && \
// RUN:   %python check.py $p work recurse tail; \
// RUN: }
// RUN: each p counted cached -- check
//
// What a function has been left by does not stay with it.
// RUN: udpc annotate --annotate=false counted.cache | FileCheck %s
// CHECK:      -- Regions
// CHECK-DAG:  {{ }}ns::leaver(int) (2 times, 1 without its end){{$}}
// CHECK-DAG:  {{ }}ns::after(int) (1 time){{$}}
// CHECK-DAG:  {{ }}ns::recurse(int) (21 times){{$}}
//
// Without the runtime, and with -fPIC, the program is the same.
// RUN: udpc-clang++ -O2 "-fudpc-profile=cache,region=*" -c a.cpp -o a.o && clang++ a.o -o none && ./none > none.txt
// RUN: udpc-clang++ -O0 -fPIC "-fudpc-profile=counts,region=*" a.cpp -o pic
// RUN: env UDPC_OPTIONS=cache_output=pic.cache ./pic > pic.txt 2> /dev/null
// RUN: ./plain > plain.txt && diff plain.txt none.txt && diff plain.txt pic.txt && diff plain.txt cached.txt
// RUN: udpc annotate --annotate=false pic.cache | grep " main (1 time"
//
// RUN: not udpc-clang++ "-fudpc-profile=counts,region=" -c a.cpp 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not udpc-clang++ "-fudpc-profile=counts,region=[" -c a.cpp 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: error: {{.*}}region=
#include <csetjmp>
#include <cstdio>

static volatile int Sink;
static jmp_buf Buffer;
__attribute__((noinline)) void leaf(int N) {
  for (int I = 0; I != N; ++I)
    Sink = Sink + I;
}
namespace ns {
__attribute__((noinline)) double work(double A, int N) {
  leaf(N);
  leaf(N);
  return A + N;
}
__attribute__((noinline)) int recurse(int N) {
  leaf(3);
  return N ? recurse(N - 1) + Sink : 1;
}
// Calls at its end, where the plain build jumps.
__attribute__((noinline)) void tail(int N) {
  Sink = N;
  if (N > 3)
    leaf(N);
}
__attribute__((noinline)) void leaver(int N) {
  leaf(N);
  if (N > 5)
    longjmp(Buffer, N);
  leaf(N);
}
__attribute__((noinline)) void after(int N) { leaf(N); }
} // namespace ns

int main() {
  volatile double D = 0;
  for (int I = 0; I != 10; ++I) {
    D = D + ns::work(I * 0.5, 10 + I);
    leaf(100);
  }
  int R = ns::recurse(20);
  leaf(50);
  ns::leaver(3);
  if (!setjmp(Buffer))
    ns::leaver(9);
  for (int I = 0; I != 6; ++I)
    ns::tail(I);
  ns::after(5);
  std::printf("%g %d\n", D, R);
}
