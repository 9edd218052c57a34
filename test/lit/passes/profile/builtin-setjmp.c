// __builtin_setjmp returns to a block that nothing in the function leads to, and
// __builtin_longjmp leaves by an indirect jump. Lines have Cachegrind's counts of
// the plain build, and calls that such a jump leaves have ended.
//
// RUN: rm -rf %t && split-file %s %t && cd %t && bash check.sh
//--- check.sh
set -e -o pipefail
for o in -O0 -O2; do
  clang $o -g a.c -o plain
  valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=theirs ./plain 2>err | grep -x '2 309 54'
  sh lines.sh theirs >expected
  # Of once().
  grep '^12 ' expected
  for mode in counts cache,branches,calls,jumps "counts,calls -fPIC" "cache -fPIC"; do
    echo "$o $mode"
    udpc-clang $o -g -fudpc-profile=$mode a.c -o a
    env UDPC_OPTIONS=summary=0:cachegrind_output=ours:cache_output=cache ./a | grep -x '2 309 54'
    sh lines.sh ours | diff expected -
    case $mode in
    *calls*)
      udpc export --format=callgrind cache >calls
      callgrind_annotate --inclusive=yes calls 2>err |
        awk '/PROGRAM TOTALS/{total=$1} /:main/{main=$1} END{exit total=="" || main!=total}'
      ;;
    esac
  done
done
//--- lines.sh
# The instructions of each line of a.c in a file of Cachegrind's format.
awk '/^fl=/{on=/\/a\.c$/} on&&/^[0-9]+ /{s[$1]+=$2} END{for(l in s) if(s[l]) print l, s[l]}' $1 | sort -n
//--- a.c
#include <stdio.h>
static void *Outer[5], *Inner[5];
static volatile int N;

__attribute__((noinline)) static void jump(void **To) {
  N = N + 3;
  __builtin_longjmp(To, 1);
}

__attribute__((noinline)) static int once(int Limit) {
  int Result;
  if (__builtin_setjmp(Outer) == 0) {
    N = N + 1;
    Result = 1;
  } else {
    N = N + 100;
    Result = 2;
  }
  if (N < Limit)
    jump(Outer);
  return Result;
}

__attribute__((noinline)) static int again(int Times) {
  volatile int Left = Times;
  N = 0;
  if (__builtin_setjmp(Outer))
    N = N + 100;
  if (Left-- > 0)
    jump(Outer);
  return N;
}

__attribute__((noinline)) static int nested(int Rounds) {
  volatile int Sum = 0;
  for (volatile int I = 0; I < Rounds; ++I) {
    if (__builtin_setjmp(Outer)) {
      Sum = Sum + 10;
      continue;
    }
    if (__builtin_setjmp(Inner) == 0)
      jump(Inner);
    Sum = Sum + 1;
    if (I == 3)
      return Sum + 20;
    jump(Outer);
  }
  return Sum;
}

int main(void) {
  int A = once(901), B = again(3), C = nested(5);
  printf("%d %d %d\n", A, B, C);
  return 0;
}
