// Counts of lines that follow from others are not counted, where what a crash
// leaves uncounted is in the block that was running.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fudpc-spec=lines.yaml -Rpass=udpc -S a.c -o a.s 2> remarks
// RUN: FileCheck a.c < a.s
// RUN: FileCheck a.c --check-prefix=REMARK < remarks
//
// Entries are no differences: threads that read those of others must not find
// more in what is taken off.
// RUN: udpc-clang -O2 -fudpc-spec=both.yaml -S a.c -o - | FileCheck a.c --check-prefix=BOTH
//
// The counts at the end are llvm-cov's.
// RUN: check() { \
// RUN:   udpc-clang $flags -fudpc-spec=lines.yaml a.c -o a.out && \
// RUN:   UDPC_OPTIONS=output=a.prof ./a.out && \
// RUN:   udpc report --sites a.prof | FileCheck a.c --check-prefix=COUNTS; \
// RUN: }
// RUN: each flags -O2 "-O3 -fPIC" -Os "-O2 -flto=thin -fuse-ld=lld" "-O2 -fudpc-lowering=call" -O0 -- check
//
// RUN: udpc-clang -O2 -fudpc-spec=lines.yaml a.c -o a.out
// RUN: UDPC_OPTIONS=output=a.prof not --crash ./a.out crash
// RUN: udpc report --sites a.prof | FileCheck a.c --check-prefix=CRASH
// RUN: UDPC_OPTIONS=output=a.prof not --crash ./a.out late
// RUN: udpc report --sites a.prof | FileCheck a.c --check-prefix=LATE
//
// RUN: udpc-clang -O2 -fudpc-spec=arms.yaml arms.c -o arms.out
// RUN: UDPC_OPTIONS=output=arms.prof not --crash ./arms.out && udpc report --sites arms.prof | FileCheck arms.c
//--- lines.yaml
version: 1
events:
  - {event: lines, line: "a.c:*"}
//--- both.yaml
version: 1
events:
  - {event: lines, line: "a.c:*"}
  - {event: entries, entry: "*"}
//--- arms.yaml
version: 1
events:
  - {event: lines, line: "arms.c:*"}
//--- arms.c
// Counts that have moved to the arms of a switch do not go on to what follows
// these: the block before the switch is not running any more.
volatile int Volatile;
__attribute__((noinline)) int arm(unsigned Kind, int *Data, int Amount) {
  int Result = Amount * 3;     // CHECK-DAG: lines 9 {{.*}} arms.c:[[#@LINE]] arm
  switch (Kind) {              // CHECK-DAG: lines 9 {{.*}} arms.c:[[#@LINE]] arm
  case 0:
    if (Data[0] > Amount)      // CHECK-DAG: lines {{2|3}} {{.*}} arms.c:[[#@LINE]] arm
      Result += 7 * Data[1];
    else
      Result -= Data[2];
    break;
  case 1:
    Result ^= 5 * Amount;      // CHECK-DAG: lines 2 {{.*}} arms.c:[[#@LINE]] arm
    Volatile = 1;
    break;
  case 2:
    Result += Amount / 3;      // CHECK-DAG: lines 2 {{.*}} arms.c:[[#@LINE]] arm
    Volatile = 2;
    break;
  case 3:
    Result += Amount << 3;     // CHECK-DAG: lines 2 {{.*}} arms.c:[[#@LINE]] arm
    Volatile = 3;
    break;
  default:
    __builtin_unreachable();
  }
  return Result;
}

int main(void) {
  int Data[3] = {1, 2, 3}, Sum = 0;
  for (int I = 0; I < 8; ++I)
    Sum += arm(I & 3, Data, I);
  Volatile = Sum;
  return arm(0, (int *)8, 3);
}
//--- a.c
// How often the second condition of `while` is tested follows from where the
// loop is left, which is rarer.
// CHECK-LABEL: walk:
// CHECK:       testl
// CHECK-NEXT:  jle [[END:.LBB[0-9_]+]]
// CHECK-NOT:   incq
// CHECK:       decl
// CHECK:       [[END]]:
// CHECK-NEXT:  incq
// REMARK: a.c:{{[0-9:]+}}: remark: counts of this block are added elsewhere: they follow from those of other blocks
// BOTH-LABEL: walk:
// BOTH:       testl
// BOTH-NEXT:  jle
// BOTH-NEXT:  bb
// BOTH-NEXT:  incq
// BOTH-NEXT:  decl
__attribute__((noinline)) int walk(const int *Next, const char *Kind, int At, int Steps) {
  do {
    if (Kind[At] != 'k')     // COUNTS-DAG: lines 102 {{.*}} a.c:[[#@LINE]] walk
      continue;              // COUNTS-DAG: lines 11 {{.*}} a.c:[[#@LINE]] walk
    if (Kind[At + 1] != 'k') // COUNTS-DAG: lines 91 {{.*}} a.c:[[#@LINE]] walk
      break;                 // COUNTS-DAG: lines 2 {{.*}} a.c:[[#@LINE]] walk
    // COUNTS-DAG: lines 100 {{.*}} a.c:[[#@LINE+1]] walk
  } while ((At = Next[At]) > 0 && --Steps);
  return At;                 // COUNTS-DAG: lines 3 {{.*}} a.c:[[#@LINE]] walk
  // The block that crashed may be missing, what might come next be counted.
  // CRASH-DAG: lines {{21|22}} {{.*}} a.c:[[#@LINE-8]] walk
  // CRASH-DAG: lines 0 {{.*}} a.c:[[#@LINE-8]] walk
  // CRASH-DAG: lines {{21|22}} {{.*}} a.c:[[#@LINE-8]] walk
  // CRASH-DAG: lines 0 {{.*}} a.c:[[#@LINE-8]] walk
  // CRASH-DAG: lines {{21|22}} {{.*}} a.c:[[#@LINE-7]] walk
  // In main(), later: exact.
  // LATE-DAG: lines 51 {{.*}} a.c:[[#@LINE-14]] walk
  // LATE-DAG: lines 1 {{.*}} a.c:[[#@LINE-14]] walk
  // LATE-DAG: lines 50 {{.*}} a.c:[[#@LINE-14]] walk
  // LATE-DAG: lines 1 {{.*}} a.c:[[#@LINE-14]] walk
  // LATE-DAG: lines 50 {{.*}} a.c:[[#@LINE-13]] walk
  // LATE-DAG: lines 1 {{.*}} a.c:[[#@LINE-13]] walk
}

int main(int argc, char **argv) {
  static int Next[200];
  static char Kind[200];
  for (int I = 1; I < 200; ++I)
    Next[I] = I - 1, Kind[I] = 'k';
  volatile int Sum;
  if (argc > 1 && argv[1][0] == 'c') {
    Next[80] = 1 << 30; // Far from all memory.
    Sum = walk(Next, Kind, 100, 1000);
  }
  Kind[101] = 'n';
  Sum = walk(Next, Kind, 150, 1000);
  if (argc > 1)
    *(volatile int *)sizeof(int) = Sum;
  for (int I = 60; I < 70; ++I)
    Kind[I] = 'n';
  Kind[70] = 'k';
  Sum = walk(Next, Kind, 69, 20);
  Sum = walk(Next, Kind, 40, 1000);
}
