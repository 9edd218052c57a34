//===- EventCounts.h - What has been counted --------------------*- C++ -*-===//
//
// One number for each event that the machine counts. Several of the 64 counters
// show the same event, since nothing is executed that is not committed, and
// some are computed from others; counter() does both.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_MACHINE_MODEL_EVENTCOUNTS_H
#define UDPC_TOOLS_MACHINE_MODEL_EVENTCOUNTS_H

#include <stdint.h>

namespace udpc {
namespace machine {

enum class Event : uint8_t {
  Instruction,
  Load,
  Store,
  Branch,
  Jalr,
  Return,
  IndirectCall,
  BranchMisprediction,
  JalrMisprediction,
  ReturnMisprediction,
  IndirectCallMisprediction,
  CodeLine,
  CodeMiss,
  CodeTlbMiss,
  DataAccess,
  DataMiss,
  DataTlbMiss,
  SharedTlbMiss,
  /// A line that neither a first level nor the last level has.
  LastLevelMiss,
  /// Never happens: what selections 4 to 7 of sampleEventSel count.
  Nothing,
};
constexpr unsigned NumEvents = unsigned(Event::Nothing) + 1;

constexpr unsigned NumCounters = 64;

enum class CounterKind : uint8_t { Counted, Modelled, Zero };

struct CounterDescription {
  const char *Name;
  CounterKind Kind;
};
/// \p Counter is below NumCounters.
const CounterDescription &describeCounter(unsigned Counter);

/// Valid when zero.
struct EventCounts {
  uint64_t Values[NumEvents] = {};

  uint64_t &operator[](Event E) { return Values[unsigned(E)]; }
  uint64_t operator[](Event E) const { return Values[unsigned(E)]; }

  /// What a read of \p Counter gives; 0 for one that is not modelled.
  uint64_t counter(unsigned Counter) const;
  /// The model of time: one cycle for each instruction, and delays().
  uint64_t cycles() const { return (*this)[Event::Instruction] + delays(); }
  /// Cycles that mispredictions and misses cost: docs/machine.md.
  uint64_t delays() const;
};

} // namespace machine
} // namespace udpc

#endif // UDPC_TOOLS_MACHINE_MODEL_EVENTCOUNTS_H
