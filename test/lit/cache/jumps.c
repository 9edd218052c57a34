// -fudpc-profile=...,jumps: how often each line jumps to which, in Callgrind's
// format. What code jumps is clear: each jump is in assembly's order, and at -O0
// the compiler keeps the shape of these functions.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: udpc-clang -O0 -g -fudpc-profile=counts,jumps %s -o a -pthread
// RUN: env UDPC_OPTIONS=cache_output=a.cache:cachegrind_output=:summary=0 ./a
// RUN: udpc export --format=callgrind a.cache -o a.out
// RUN: %python %S/Inputs/jumps.py a.out %s > jumps.txt && FileCheck %s --match-full-lines --input-file=jumps.txt
// Sums of runs, and parts of them:
// RUN: env UDPC_OPTIONS=cache_output=b.cache:cachegrind_output=:summary=0 ./a
// RUN: udpc export --format=callgrind a.cache b.cache -o sum.out && %python %S/Inputs/jumps.py sum.out %s > sum.txt
// RUN: FileCheck %s --match-full-lines --input-file=sum.txt --check-prefix=SUM
// RUN: udpc export --format=callgrind --thread=1 a.cache -o one.out && %python %S/Inputs/jumps.py one.out %s > one.txt
// RUN: FileCheck %s --match-full-lines --input-file=one.txt --check-prefix=ONE
// RUN: udpc export --format=callgrind --region=part a.cache -o part.out
// RUN: %python %S/Inputs/jumps.py part.out %s > part.txt
// RUN: FileCheck %s --match-full-lines --input-file=part.txt --check-prefix=PART
// RUN: udpc export --format=callgrind --inlined a.cache -o inlined.out && not grep -E "^(jcnd|jump)=" inlined.out
// None without the option.
// RUN: udpc-clang -O0 -g -fudpc-profile=counts %s -o none -pthread
// RUN: env UDPC_OPTIONS=cache_output=none.cache:cachegrind_output=:summary=0 ./none
// RUN: udpc export --format=callgrind none.cache -o none.out && not grep -E "^(jcnd|jump)=" none.out
// What is not known is said: which of several indirect jumps to a label it was.
// RUN: udpc-clang -O2 -g -DLABELS -fudpc-profile=counts,jumps %s -o c
// RUN: env UDPC_OPTIONS=cache_output=c.cache:cachegrind_output=:summary=0 ./c
// RUN: udpc export --format=callgrind c.cache | grep -E "^desc: Jumps: [1-9][0-9]* of [0-9]+ that were reached are\
// RUN: left out, since it is not known how often they were taken$"
//
// CHECK:      again: body -> body 127/130
// CHECK-NEXT: both: second -> neither 40/105
// CHECK-NEXT: both: both -> end 30
// CHECK-NEXT: choose: switch -> zero 14
// CHECK-NEXT: choose: switch -> odd 28
// CHECK-NEXT: choose: switch -> two 14
// CHECK-NEXT: choose: switch -> four 14/70
// SUM: again: body -> body 254/260
// SUM: both: second -> neither 80/210
// ONE: again: body -> body 9/10
// PART: again: body -> body 19/20
#ifdef LABELS
volatile unsigned Sum;
int main(void) {
  static void *const Labels[] = {&&Add, &&Double, &&Reset, &&End};
  static const unsigned char Code[] = {0, 1, 0, 2, 0, 0, 1, 1, 2, 1, 0, 3};
  const unsigned char *At = Code;
  goto *Labels[*At++];
Add:
  Sum += 3;
  goto *Labels[*At++];
Double:
  Sum *= 2;
  goto *Labels[*At++];
Reset:
  Sum = 1;
  goto *Labels[*At++];
End:
  return 0;
}
#else
#include <pthread.h>
#include <udpc/udpc.h>
volatile int X;

void again(int N) {
  do
    X += N;    // body
  while (--N); // again
}

void both(int N) {
  if (N % 2     // first
      && N > 10 // second
  )
    X = 1; // both
  else
    X = 2; // neither
} // end

void choose(int N) {
  switch (N % 5) { // switch
  case 0:
    X = 1; // zero
    break;
  case 1:
  case 3:
    X = 2; // odd
    break;
  case 2:
    X = 3; // two
    break;
  default:
    X = 4; // four
  }
}

void *work(void *Data) {
  again(10);
  return Data;
}

int main(void) {
  again(100);
  udpc_region_begin("part");
  again(20);
  udpc_region_end("part");
  pthread_t T;
  pthread_create(&T, 0, work, 0);
  pthread_join(T, 0);
  for (int I = 0; I != 70; ++I) {
    both(I);
    choose(I);
  }
}
#endif
