//===- EventCounts.h - Counts of the machine's events --------- -*- C++ -*-===//
//
// Holds a number for each event that the machine counts. Several of the 64
// hardware counters show the same event, since every executed instruction
// commits, and some are computed from others; counter() maps them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_MACHINE_MODEL_EVENTCOUNTS_H
#define UDPC_TOOLS_MACHINE_MODEL_EVENTCOUNTS_H

#include <stdint.h>

namespace udpc {
namespace machine {

/// An event that the machine counts.
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
  /// A line that is in neither a first-level nor the last-level cache.
  LastLevelMiss,
  /// Never happens; counted by selections 4 to 7 of sampleEventSel.
  Nothing,
};
constexpr unsigned NumEvents = unsigned(Event::Nothing) + 1;

constexpr unsigned NumEventCounters = 64;

enum class CounterKind : uint8_t { Counted, Modelled, Zero };

struct CounterDescription {
  const char *Name;
  CounterKind Kind;
};
/// Returns the description of \p Counter, which is below NumEventCounters.
const CounterDescription &describeCounter(unsigned Counter);

/// The count of each event. Valid when zero.
struct EventCounts {
  uint64_t Values[NumEvents] = {};

  uint64_t &operator[](Event E) { return Values[unsigned(E)]; }
  uint64_t operator[](Event E) const { return Values[unsigned(E)]; }

  /// Returns the value of \p Counter; 0 for one that is not modelled.
  uint64_t counter(unsigned Counter) const;
  /// Returns the modelled time: one cycle for each instruction, plus delays().
  uint64_t cycles() const { return (*this)[Event::Instruction] + delays(); }
  /// Returns the cycles lost by mispredictions and misses (docs/machine.md).
  uint64_t delays() const;
};

} // namespace machine
} // namespace udpc

#endif // UDPC_TOOLS_MACHINE_MODEL_EVENTCOUNTS_H
