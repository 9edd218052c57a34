//===- CounterRegisters.h - The sampling registers --------------*- C++ -*-===//
//
// The control registers that a fork of BOOM adds, which a program accesses by
// `addi x0, rs1, tag`. They decide whether events are counted, when warm-up
// ends and when a sample is taken, as in the fork's README, and its RTL where
// they differ (docs/machine.md).
//
// An instruction is counted according to the registers before it. A sample is
// taken between two instructions: after the one with which the count of the
// selected event exceeds maxEventNum.
//
// Pure.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_MACHINE_MODEL_COUNTERREGISTERS_H
#define UDPC_TOOLS_MACHINE_MODEL_COUNTERREGISTERS_H

#include "tools/machine/model/EventCounts.h"
#include <optional>

namespace udpc {
namespace machine {

/// The procTag of processes that are counted.
constexpr uint64_t CountedProcess = 0x1234567;

/// The tags of `addi x0, rs1, tag`.
enum class RegisterTag : int {
  WriteProcTag = 1,
  WriteSampleFuncAddr = 2,
  WriteSampleEventSel = 3,
  WriteMaxEventNum = 4,
  WriteWarmupInstNum = 5,
  WriteMaxPriv = 6,
  WriteEnable = 7,
  WriteSampleHappen = 8,
  WriteTemp1 = 9,
  WriteTemp4 = 12,
  ReadProcTag = 33,
  ReadSampleHappen = 34,
  ReadExitPc = 35,
  ReadTemp1 = 36,
  ReadTemp4 = 39,
  /// A tag for which the fork describes no register; it reads 0.
  ReadReserved = 40,
  ReadSampleFuncAddr = 41,
  ReadMaxEventNum = 42,
  ReadNowEventNum = 43,
  ReadSampleEventSel = 44,
  ReadMaxPriv = 45,
  UserReturn = 64,
  ResetCounters = 127,
  ReadCounter0 = 128,
  ReadCounter63 = 191,
  /// Last tag of counters in the encoding; those that do not exist read 0.
  ReadCounter127 = 255,
};

/// Returns the event that a value of sampleEventSel selects.
Event selectedEvent(unsigned Selection);

/// Action between two instructions.
enum class Interruption {
  None,
  /// Jump to sampleFuncAddr.
  Handler,
  /// Make a system call that a tracer takes over.
  SystemCall,
};

/// The registers and the counts that they control.
class CounterRegisters {
public:
  /// The machine adds to these while isCounting().
  EventCounts Counts;

  bool isCounting() const { return Counting; }

  /// Returns whether interrupt() has to be called; to be tested after each
  /// instruction.
  bool isDue() const { return Counts[Watched] > Limit; }
  /// Ends the warm-up or takes the sample. \p NextPc is the address of the next
  /// instruction.
  Interruption interrupt(uint64_t NextPc);

  /// Returns whether \p Tag writes a register or resets the counters.
  static bool isWrite(int Tag);
  static bool isRead(int Tag);
  /// Writes a register. Requires isWrite(Tag).
  void write(int Tag, uint64_t Value);
  /// Reads a register. Requires isRead(Tag).
  uint64_t read(int Tag) const;
  /// Returns the target of URet by its register field; none if the field has no
  /// meaning.
  std::optional<uint64_t> returnAddress(unsigned RegisterField) const;

  /// Copies the registers from \p Left, as another process left them, except
  /// for procTag, which each process has.
  void takeOver(const CounterRegisters &Left);

  /// Returns the model's delays for everything counted, including counts that
  /// were reset.
  uint64_t delaysSinceStart() const { return DelaysBefore + Counts.delays(); }

  uint64_t procTag() const { return ProcTag; }
  uint64_t sampleFuncAddr() const { return SampleFuncAddr; }
  unsigned sampleEventSel() const { return SampleEventSel; }
  /// Returns the number of events counted for the current sample.
  uint64_t nowEventNum() const;

private:
  /// Computes Counting, Watched and Limit.
  void update();
  void resetCounters();
  bool isWarmingUp() const { return WarmupInstNum && !IsWarm; }

  uint64_t ProcTag = 0;
  uint64_t SampleFuncAddr = 0;
  uint64_t MaxEventNum = 0;
  uint64_t WarmupInstNum = 0;
  uint64_t SampleHappen = 0;
  uint64_t ExitPc = 0;
  uint64_t Temps[4] = {};
  unsigned SampleEventSel = 0;
  unsigned MaxPriv = 0;
  bool Enable = false;
  /// Whether the warm-up has ended since the counters were reset or its length
  /// was set.
  bool IsWarm = false;

  /// Counts of instructions and of the selected event at the start of the
  /// warm-up and of the sample.
  uint64_t WarmupStart = 0;
  uint64_t EventStart = 0;
  /// Delays of counts that were reset.
  uint64_t DelaysBefore = 0;

  bool Counting = false;
  Event Watched = Event::Nothing;
  uint64_t Limit = ~uint64_t(0);
};

} // namespace machine
} // namespace udpc

#endif // UDPC_TOOLS_MACHINE_MODEL_COUNTERREGISTERS_H
