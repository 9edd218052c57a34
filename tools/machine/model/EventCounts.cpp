//===- EventCounts.cpp - Counts of the machine's events -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/model/EventCounts.h"

using namespace udpc::machine;

/// Cycles that an event adds to its instruction's one.
constexpr uint64_t MispredictionCycles = 12;
constexpr uint64_t FirstLevelMissCycles = 20;
constexpr uint64_t LastLevelMissCycles = 80;
constexpr uint64_t TlbMissCycles = 8;
constexpr uint64_t PageWalkCycles = 40;

static const CounterDescription Descriptions[] = {
#define UDPC_COUNTER(Number, Name, Kind) {#Name, CounterKind::Kind},
#include "udpc/lists/machine_counters.inc"
};
static_assert(sizeof(Descriptions) / sizeof(*Descriptions) == NumEventCounters,
              "each counter has a line in counters.inc");

const CounterDescription &udpc::machine::describeCounter(unsigned Counter) {
  return Descriptions[Counter];
}

uint64_t EventCounts::delays() const {
  const EventCounts &C = *this;
  return MispredictionCycles *
             (C[Event::BranchMisprediction] + C[Event::JalrMisprediction]) +
         FirstLevelMissCycles * (C[Event::CodeMiss] + C[Event::DataMiss]) +
         LastLevelMissCycles * C[Event::LastLevelMiss] +
         TlbMissCycles * (C[Event::CodeTlbMiss] + C[Event::DataTlbMiss]) +
         PageWalkCycles * C[Event::SharedTlbMiss];
}

uint64_t EventCounts::counter(unsigned Counter) const {
  const EventCounts &C = *this;
  switch (Counter) {
  case 0:
    return cycles();
  case 1:
    return C[Event::Instruction];
  case 2:
  case 5:
    return C[Event::CodeLine];
  case 3:
    return C[Event::CodeLine] - C[Event::CodeMiss];
  case 4:
    return C[Event::CodeMiss];
  case 6:
    return C[Event::CodeLine] - C[Event::CodeTlbMiss];
  case 7:
    return C[Event::CodeTlbMiss];
  case 31:
  case 47:
    return C[Event::Load];
  case 32:
  case 48:
    return C[Event::Store];
  case 33:
  case 36:
    return C[Event::DataAccess];
  case 34:
  case 35:
    return C[Event::DataTlbMiss];
  case 38:
    return C[Event::DataMiss];
  case 39:
  case 49:
    return C[Event::Branch];
  case 40:
  case 50:
    return C[Event::Jalr];
  case 41:
  case 51:
    return C[Event::Return];
  case 42:
  case 52:
    return C[Event::IndirectCall];
  case 43:
  case 53:
    return C[Event::BranchMisprediction];
  case 44:
  case 54:
    return C[Event::JalrMisprediction];
  case 45:
  case 55:
    return C[Event::ReturnMisprediction];
  case 46:
  case 56:
    return C[Event::IndirectCallMisprediction];
  case 57:
    return C[Event::SharedTlbMiss];
  default:
    return 0;
  }
}
