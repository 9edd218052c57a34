//===- CounterUnit.h - Counts udpc instructions -----------------*- C++ -*-===//
//
// The counter unit that the QEMU plugin has (docs/instruction.md), with its
// arguments, its file and its log of overflows.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_MACHINE_EMULATOR_COUNTERUNIT_H
#define UDPC_TOOLS_MACHINE_EMULATOR_COUNTERUNIT_H

#include "tools/machine/emulator/Machine.h"
#include "tools/qemu/CounterReport.h"
#include "tools/qemu/PluginArguments.h"

namespace udpc {
namespace machine {

/// Counts udpc instructions like the QEMU plugin.
class CounterUnit : public UnitObserver {
public:
  /// \p Arguments are the plugin's arguments, separated by commas.
  static llvm::Expected<std::unique_ptr<CounterUnit>>
  create(llvm::StringRef Arguments);

  void executed(unsigned Thread, encoding::Instruction I, uint64_t Pc) override;
  /// To be called in a child of fork, which counts from 0 into a file of its
  /// own.
  llvm::Error forked();
  /// To be called in the \p Execution-th program that the process executes,
  /// which also counts from 0 into a file of its own.
  llvm::Error executed(unsigned Execution);
  /// Writes the counter file.
  llvm::Error write();

private:
  CounterUnit() = default;
  llvm::Error setUp();
  void executedPart(unsigned Thread, encoding::CounterPart I, uint64_t Pc);
  void count(unsigned Core, encoding::CounterPart I, int Step, uint64_t Pc);
  void countOnce(unsigned Core, unsigned Counter, int Step, uint64_t Pc);
  void log(const char *Cause, unsigned Core, unsigned Counter, uint64_t Pc);

  qemu::PluginArguments Arguments;
  qemu::ReportStyle Style;
  qemu::OutputName Name;
  std::unique_ptr<qemu::Counters> Memory;
  bool IsChild = false;
  bool ReportedCommand[8] = {};
  bool ReportedLog = false;
};

} // namespace machine
} // namespace udpc

#endif // UDPC_TOOLS_MACHINE_EMULATOR_COUNTERUNIT_H
