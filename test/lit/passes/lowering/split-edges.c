// The count of a hot block moves to its successors, also by edges that are
// split, where that takes an increment from a loop.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang -O2 -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml -Rpass=udpc -S a.c -o a.s 2> remarks
// RUN: FileCheck a.c < a.s
// RUN: FileCheck a.c --check-prefix=REMARK < remarks
//
// The counts are those without the optimiser.
// RUN: check() { \
// RUN:   udpc-clang $flags -fudpc-spec=spec.yaml a.c main.c -o a.out && \
// RUN:   UDPC_OPTIONS=output=a.prof ./a.out && \
// RUN:   udpc report --sites a.prof | FileCheck main.c; \
// RUN: }
// RUN: each flags -O0 -O1 -O2 "-O3 -fPIC" "-O2 -flto=thin -fuse-ld=lld" "-O2 -fudpc-lowering=call" -- check
//
// A crash: only the count of the block that was running may be missing.
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml a.c main.c -o a.out
// RUN: UDPC_OPTIONS=output=a.prof not --crash ./a.out crash
// RUN: udpc report --sites a.prof | FileCheck main.c --check-prefix=CRASH
//--- spec.yaml
version: 1
events:
  - {event: calls, entry: "*"}
//--- a.c
static inline void step(void) {}
static inline void test(void) {}
static inline void again(void) {}
static inline void back(void) {}
static inline void dispatch(void) {}
static inline void arm(void) {}

// Nothing in the block with test() can stop: its count and that of the block
// before are added on the way back, and where the loop is left.
// CHECK-LABEL: walk:
// CHECK:       [[LOOP:.LBB[0-9_]+]]:
// CHECK:       incq
// CHECK-NOT:   incq
// CHECK:       ja [[LOOP]]
// REMARK: a.c:[[#@LINE+1]]:{{[0-9]+}}: remark: counts of this block are added with the blocks behind, which are executed as often together
unsigned walk(const unsigned *Next, unsigned At, unsigned Limit, int Steps) {
  for (;;) {
    At = Next[At];
    step();
    if (At <= Limit)
      break;
    test();
    if (!--Steps)
      break;
    back();
  }
  return At + Steps;
}

// The block with again() reads memory: a crash there leaves its own count out,
// so it has the count of the block before.
// CHECK-LABEL: search:
// CHECK:       [[LOOP:.LBB[0-9_]+]]:
// CHECK:       incq
// CHECK:       cmpl $8,
// CHECK:       incq
// CHECK-NOT:   incq
// CHECK:       jne [[LOOP]]
unsigned search(const unsigned *Next, unsigned At, const unsigned *Limit) {
  for (;;) {
    At = Next[At];
    step();
    if (At == 1000)
      break;
    test();
    if (Limit[At] == 7)
      break;
    again();
    if (Limit[At + 1000] == 8)
      break;
    back();
  }
  return At;
}

// An interpreter: each arm has the count of the dispatch, too, and so have the
// few that count nothing else.
// CHECK-LABEL: interpret:
// CHECK:       movzbl
// CHECK-NOT:   incq %fs
// CHECK:       jmpq *
void interpret(const unsigned char *Code, unsigned *Stack) {
  for (;;) {
    dispatch();
    switch (*Code++) {
    case 0:
      arm();
      Stack[0] += Stack[1];
      break;
    case 1:
      arm();
      Stack[0] -= Stack[2];
      break;
    case 2:
      arm();
      Stack[0] ^= Stack[3];
      break;
    case 3:
      arm();
      Stack[1] += 5;
      break;
    case 4:
      arm();
      Stack[2] *= 3;
      break;
    case 5:
      arm();
      Stack[3] |= Stack[1];
      break;
    case 6:
      arm();
      Stack[4] += Stack[0];
      break;
    case 7:
      arm();
      Stack[1] = Stack[4];
      break;
    case 8:
      arm();
      Stack[2] &= Stack[3];
      break;
    case 9:
      arm();
      Stack[3] = -Stack[0];
      break;
    case 10:
      arm();
      Stack[4] <<= 1;
      break;
    case 11:
      arm();
      Stack[0] = Stack[2];
      break;
    case 12:
      Stack[1] = Stack[0] + 7;
      break;
    case 13:
      Stack[2] = Stack[4] - 9;
      break;
    default:
      return;
    }
  }
}
//--- main.c
unsigned walk(const unsigned *Next, unsigned At, unsigned Limit, int Steps);
unsigned search(const unsigned *Next, unsigned At, const unsigned *Limit);
void interpret(const unsigned char *Code, unsigned *Stack);

static unsigned Next[101], Limit[1101];

int main(int argc, char **argv) {
  for (unsigned I = 0; I <= 100; ++I) {
    Next[I] = I - 1;
    Limit[I] = I == 20 ? 7 : 0;
  }
  if (argc > 1) {
    Next[51] = 0x40000000; // No such element.
    return search(Next, 100, Limit);
  }
  volatile unsigned Sum = 0;
  for (int I = 1; I <= 10; ++I)
    Sum += walk(Next, 100, 50, I * 10) + search(Next, 100, Limit);
  unsigned char Code[257];
  unsigned Stack[5] = {1, 2, 3, 4, 5};
  for (int I = 0; I < 257; ++I)
    Code[I] = I == 256 ? 99 : I % 14;
  interpret(Code, Stack);
  return Sum + Stack[0] == 0;
}
// CHECK-DAG: calls 257 {{.*}} dispatch
// CHECK-DAG: calls 220 {{.*}} arm
// CHECK-DAG: calls 1,200 {{.*}} step
// CHECK-DAG: calls 1,194 {{.*}} test
// CHECK-DAG: calls 790 {{.*}} again
// CHECK-DAG: calls 1,180 {{.*}} back
// CRASH-DAG: calls 50 {{.*}} step
// CRASH-DAG: calls 49 {{.*}} test
// CRASH-DAG: calls 49 {{.*}} again
// CRASH-DAG: calls 49 {{.*}} back
