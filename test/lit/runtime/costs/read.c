// A program reads what its own code costs: udpc_costs_*.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O0 -g -fudpc-profile=counts main.c -pthread -o zero
// RUN: udpc-clang -O2 -fPIC -g -fudpc-profile=cache main.c -pthread -o library
// RUN: env UDPC_OPTIONS=cache_output=0.cache:cachegrind_output=0.out ./zero 2> /dev/null > 0.txt
// RUN: env UDPC_OPTIONS=cache_output=2.cache:cachegrind_output=2.out ./library 2> /dev/null > 2.txt
//
// Without the runtime nothing is counted.
// RUN: clang -O1 -I%udpc_src/include main.c -pthread -o none && not ./none | FileCheck %s --check-prefix=NONE
// NONE: counted 0 and 0
//
// Callgrind counts the same between entry and return of a function.
// RUN: %python check.py 0 clang -O0 -I%udpc_src/include && %python check.py 2 clang -O2 -fPIC -I%udpc_src/include
//--- main.c
#include <pthread.h>
#include <stdio.h>
#include <udpc/udpc.h>

static uint64_t Data[1 << 16];
__attribute__((noinline)) uint64_t nothing(uint64_t N) { return N; }
__attribute__((noinline)) uint64_t work(uint64_t N) {
  uint64_t Sum = 0;
  for (uint64_t I = 0; I != N; ++I) {
    Sum += Data[I * 4099 % (1 << 16)];
    Data[I % 4096] = Sum % 3 ? Sum : Sum / 5;
  }
  return Sum;
}
// The same code around both functions.
__attribute__((noinline)) static uint64_t difference(uint64_t (*Function)(uint64_t), uint64_t N,
                           int Event, int OfThread) {
  uint64_t Before[UDPC_NUM_COSTS], After[UDPC_NUM_COSTS];
  if (OfThread) {
    udpc_costs_read_thread(Before, UDPC_NUM_COSTS);
    Function(N);
    udpc_costs_read_thread(After, UDPC_NUM_COSTS);
  } else {
    udpc_costs_read(Before, UDPC_NUM_COSTS);
    Function(N);
    udpc_costs_read(After, UDPC_NUM_COSTS);
  }
  return After[Event] - Before[Event];
}
// What is between two calls in one block is counted between them.
__attribute__((noinline)) static void nops(uint64_t *Costs) {
  uint64_t A[1], B[1], C[1];
  udpc_costs_read_thread(A, 1);
  __asm__ volatile("nop\n nop\n nop\n nop\n nop");
  udpc_costs_read_thread(B, 1);
  udpc_costs_read_thread(C, 1);
  Costs[0] = (B[0] - A[0]) - (C[0] - B[0]);
}
static void *run(void *Unused) {
  (void)Unused;
  work(5000);
  return 0;
}
#ifdef PLAIN
int main(void) {
  uint64_t (*volatile Work)(uint64_t) = work;
  uint64_t (*volatile Nothing)(uint64_t) = nothing;
  Work(1000);
  Nothing(1000);
  return 0;
}
#else
int main(void) {
  uint64_t Costs[UDPC_NUM_COSTS + 3], Other[1];
  int Counted = udpc_costs_read(Costs, UDPC_NUM_COSTS + 3);
  printf("counted %d and %d\n", Counted, udpc_costs_read_thread(Other, 1));
  fflush(stdout);
  if (!Counted)
    return 1;
  uint64_t (*volatile Work)(uint64_t) = work;
  uint64_t (*volatile Nothing)(uint64_t) = nothing;
  static const int Events[] = {UDPC_IR, UDPC_DR, UDPC_DW};
  for (int E = 0; E != 3; ++E)
    printf("%llu %llu\n",
           (unsigned long long)(difference(Work, 1000, Events[E], 0) -
                                difference(Nothing, 1000, Events[E], 0)),
           (unsigned long long)(difference(Work, 1000, Events[E], 1) -
                                difference(Nothing, 1000, Events[E], 1)));
  // Misses of the first levels and nothing of another thread's; after a reset
  // little is left.
  uint64_t Before[UDPC_NUM_COSTS], After[UDPC_NUM_COSTS];
  udpc_costs_read_thread(Before, UDPC_NUM_COSTS);
  pthread_t Thread;
  pthread_create(&Thread, 0, run, 0);
  pthread_join(Thread, 0);
  udpc_costs_read_thread(After, UDPC_NUM_COSTS);
  printf("own %d, missed %d\n", After[UDPC_IR] - Before[UDPC_IR] < 100,
         After[UDPC_D1MR] > 100);
  udpc_costs_read(Before, UDPC_NUM_COSTS);
  udpc_costs_reset();
  udpc_costs_read(After, UDPC_NUM_COSTS);
  printf("all %d, reset %d\n", Before[UDPC_IR] > 30000, After[UDPC_IR] < 100);
  nops(Costs);
  printf("nops %llu\n", (unsigned long long)Costs[0]);
  work(1000);
  return 0;
}
#endif
//--- check.py
# What "work" costs more than "nothing", by Callgrind and by the readings.
import re, subprocess, sys

mine, *compiler = sys.argv[1:]
subprocess.run(compiler + ["-gdwarf-4", "main.c", "-pthread", "-o", "plain" + mine,
                           "-DPLAIN"], check=True)

def totals(function):
    text = subprocess.run(
        ["valgrind", "--tool=callgrind", "--cache-sim=yes",
         "--callgrind-out-file=/dev/null", "--toggle-collect=" + function,
         "./plain" + mine], capture_output=True, text=True, check=True).stderr
    found = re.search(r"Collected :([ \d]*)", text).group(1).split()
    return ([int(n) for n in found] + [0, 0])[:3]

lines = open(mine + ".txt").read().splitlines()
counted = {"0": 0b101001001001, "2": 0b101111111111}[mine]
assert lines[0] == f"counted {counted} and {counted}", lines[0]
theirs = [a - b for a, b in zip(totals("work"), totals("nothing"))]
ours = [line.split() for line in lines[1:4]]
assert ours == [[str(n), str(n)] for n in theirs], (ours, theirs)
assert lines[4] == "own 1, missed %d" % (mine != "0"), lines[4]
assert lines[5] == "all 1, reset 1", lines[5]
assert lines[6] == "nops 5", lines[6]
# The profile begins with the reset: it has the last call of "work".
rows = open(mine + ".out").read().splitlines()
assert 5000 < int(rows[-1].split()[1]) < 60000, rows[-1]
