//===- SingleSteps.cpp - Executes a library instruction by instruction ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/unit/rewrite/SingleSteps.h"
#include <csignal>
#include <ucontext.h>

using namespace udpc;

Trace *udpc::TheTrace;
uint64_t udpc::Base, udpc::ImageEnd;
std::vector<uint8_t> udpc::IsFlow;

static uint64_t LastPlace;
static volatile bool IsStopped;

static void addEdge(uint64_t From, uint64_t To) {
  size_t At = (From * 0x9e3779b97f4a7c15 ^ To * 0xc2b2ae3d27d4eb4f) >> 20;
  for (;; ++At) {
    Edge &E = TheTrace->Edges[At % MaxEdges];
    if (E.Count == 0)
      E = {From, To, 0};
    if (E.From == From && E.To == To) {
      ++E.Count;
      return;
    }
  }
}

static void onStep(int, siginfo_t *, void *Context) {
  auto &Registers = static_cast<ucontext_t *>(Context)->uc_mcontext.gregs;
  if (IsStopped || ++TheTrace->Steps > MaxSteps) {
    TheTrace->IsTooLong = !IsStopped;
    Registers[REG_EFL] &= ~0x100;
    return;
  }
  uint64_t Place = Registers[REG_RIP];
  Place = Base <= Place && Place < ImageEnd ? Place - Base : 0;
  // A string instruction that is repeated is one step each time.
  if (Place && (Place != LastPlace || IsFlow[Place]))
    ++TheTrace->Counts[Place];
  // The instruction after a system call is executed in the same step.
  if (LastPlace && IsFlow[LastPlace] == IsSystemCall && Place != LastPlace + 2)
    ++TheTrace->Counts[LastPlace + 2];
  if (LastPlace && IsFlow[LastPlace])
    addEdge(LastPlace, Place);
  LastPlace = Place;
}

void udpc::handleTraps(void (*Handler)(int, siginfo_t *, void *)) {
  struct sigaction Action = {};
  Action.sa_sigaction = Handler;
  Action.sa_flags = SA_SIGINFO | SA_NODEFER;
  sigaction(SIGTRAP, &Action, nullptr);
}

int udpc::stepped(Main *Function) {
  handleTraps(onStep);
  __asm__ volatile("pushfq\n orq $0x100, (%%rsp)\n popfq" ::: "memory", "cc");
  int Result = Function();
  IsStopped = true;
  return Result;
}
