//===- Sampler.h - Samples a program from outside ---------------*- C++ -*-===//
//
// Does what the BOOM fork's ptrace tool does: sets the registers for a program
// that does not use them, takes over the system calls of samples, logs the
// counters, and sets the registers for the next period.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_MACHINE_SAMPLING_SAMPLER_H
#define UDPC_TOOLS_MACHINE_SAMPLING_SAMPLER_H

#include "tools/machine/emulator/Machine.h"
#include "tools/machine/sampling/SampleLog.h"
#include "tools/machine/sampling/SampleSettings.h"

namespace udpc {
namespace machine {

/// Samples a program that does not sample itself.
class Sampler : public Tracer {
public:
  /// Starts at the first system call brk, as the fork's tool does, if \p
  /// StartsAtBreak, or else at the program's first instruction.
  Sampler(const SampleSettings &Settings, SampleLog &Log, bool StartsAtBreak)
      : Settings(Settings), Log(Log), StartsAtBreak(StartsAtBreak) {}

  void setMachine(const Machine *M) { Runner = M; }
  void started(CounterRegisters &Registers) override;
  void called(uint64_t Number, CounterRegisters &Registers) override;
  void sampled(CounterRegisters &Registers) override;

  bool hasStarted() const { return HasStarted; }

private:
  void begin(CounterRegisters &Registers);

  SampleSettings Settings;
  SampleLog &Log;
  bool StartsAtBreak;
  bool HasStarted = false;
  uint64_t NumSamples = 0;
  const Machine *Runner = nullptr;
};

} // namespace machine
} // namespace udpc

#endif // UDPC_TOOLS_MACHINE_SAMPLING_SAMPLER_H
