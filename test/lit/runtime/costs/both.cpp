// Events and costs in one program: each has its profile, in which its units
// alone are numbered. A cost table that is not what it should be is left out
// with one warning. `udpc ctl` resets and writes both.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang++ -std=c++17 -I%udpc_src/include -I%S/Inputs a.cpp -L%udpc_lib -ludpc_rt -pthread -o a
// RUN: env UDPC_OPTIONS=output=a.prof:cachegrind_output=a.cg:cache_output=a.cache ./a > out 2>&1
// RUN: FileCheck %s < out
// RUN: %counts a.prof | FileCheck %s --check-prefix=EVENTS
// RUN: %python %S/Inputs/costs.py a.cache | FileCheck %s --check-prefix=COSTS
// RUN: FileCheck %s --check-prefix=TEXT < a.cg
//
//      CHECK: udpc: warning: the cost table of some of the program's code is damaged or of another version of udpc;
// CHECK-NEXT: read 5
// CHECK-NEXT: I   refs: {{ *}}30{{$}}
// CHECK-NEXT: D   refs: {{.*wr\)}}
//  CHECK-NOT: {{.}}
//      EVENTS: first 2 0:2
// EVENTS-NEXT: second 5 0:3 1:2
//  EVENTS-NOT: {{.}}
//      COSTS: unit 0: 1 slots, flags 0
// COSTS-NEXT: unit 1: 1 slots, flags 0
// COSTS-NEXT: thread 0: 0.0=10 1.0=20
//  COSTS-NOT: {{.}}
//      TEXT: fn=one
// TEXT-NEXT: 1 10 0 0
// TEXT-NEXT: fl=
// TEXT-NEXT: fn=two
// TEXT-NEXT: 1 20 0 0
// TEXT-NEXT: summary: 30 0 0
//
// RUN: env UDPC_OPTIONS=output=b.prof:cachegrind_output=b.cg:cache_output=b.cache %python ctl.py ./a > ctl
// RUN: FileCheck %s --check-prefix=CTL < ctl
// RUN: FileCheck %s --check-prefix=RESET < b.cg
// CTL: wrote {{.*}}/b.prof, {{.*}}/b.cache, {{.*}}/b.cg{{$}}
// RESET: events: Ir Dr Dw
// RESET-NEXT: summary: 0 0 0
//--- ctl.py
import subprocess, sys
p = subprocess.Popen([sys.argv[1], "wait"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                     stderr=subprocess.DEVNULL)
assert p.stdout.readline() == b"read 5\n"
for request in ["reset", "dump"]:
    subprocess.run(["udpc", "ctl", str(p.pid), request], check=True)
p.kill()
p.wait()
//--- a.cpp
#include "costs.h"
#include <cstdio>
#include <thread>
using namespace udpc::abi;
struct alignas(8) Table {
  TableHeader Header = {TableMagic, Version, sizeof(Table), 1, 0, 1,
                        0,          1,       1,             8, 0};
  EventRec Event = {1, -1};
  SiteRec Site = {0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  CandidateRec Candidate = {0, 0, 0, 0, 0};
  char Strings[8] = "\0";
  char Padding[4] = {};
};
static thread_local uint64_t Slots[6][1];
template <int N> static uint64_t *slots() { return Slots[N]; }
static Unit make(const Table &T, uint64_t *(*Slots)()) {
  return {UnitVersion, 1,       (const uint8_t *)&T,  sizeof(T), Slots,
          nullptr, nullptr, UnitLowering::Inline, 0};
}
static CostUnit &costs(const char *Name, uint64_t *(*Slots)()) {
  CostUnit &U = *new CostUnit;
  U.NumSlots = 1;
  U.block(0, U.line(U.function(Name), U.string("a.c"), 1), 1);
  U.finish(Slots);
  return U;
}
int main(int argc, char **argv) {
  static Table First, Second;
  std::char_traits<char>::copy(First.Strings + 1, "first", 6);
  std::char_traits<char>::copy(Second.Strings + 1, "second", 7);
  static Unit A = make(First, slots<1>), B = make(Second, slots<3>);
  CostUnit &One = costs("one", slots<0>), &Two = costs("two", slots<2>);
  CostUnit &Old = costs("old", slots<4>), &Damaged = costs("bad", slots<5>);
  ++Old.header().Version;
  // Its only line is of a function that is not there.
  Damaged.Lines[0].Function = 7;
  Damaged.finish(slots<5>);
  Unit *Units[] = {&One.Unit, &A, &Old.Unit, &Two.Unit, &Damaged.Unit, &B};
  __udpc_register(Units, Units + 6);
  for (int I = 0; I != 6; ++I)
    Slots[I][0] += I == 0 ? 10 : I == 2 ? 20 : I == 1 ? 2 : 3;
  std::thread([] { Slots[3][0] += 2; }).join();
  printf("read %d\n", (int)udpc_read(udpc_event_find("second")));
  fflush(stdout);
  if (argc > 1)
    getchar();
  return 0;
}
