//===- SampleLog.h - Logs of samples ----------------------------*- C++ -*-===//
//
// Writes JSON lines in the format of the BOOM fork's programs: one line of type
// max_inst for each sample, and one for each of the 64 counters. For people,
// writes a table of the counters.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_MACHINE_SAMPLING_SAMPLELOG_H
#define UDPC_TOOLS_MACHINE_SAMPLING_SAMPLELOG_H

#include "tools/machine/model/EventCounts.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>

namespace udpc {
namespace machine {

/// Prints the lines of the \p Number-th sample. \p Cycles and \p Instructions
/// count from the program's start.
void printSample(llvm::raw_ostream &OS, uint64_t Number, uint64_t Cycles,
                 uint64_t Instructions, const EventCounts &Counts);
/// Prints the lines of the 64 counters.
void printCounters(llvm::raw_ostream &OS, const EventCounts &Counts);

/// Prints a table of the 64 counters: number, name, value, and whether it is
/// counted, modelled, or not modelled, and so always 0.
void printCounterTable(llvm::raw_ostream &OS, const EventCounts &Counts);

/// A file of samples; "-" is standard error. Each sample is one write, so the
/// file has only whole samples however the program ends.
class SampleLog {
public:
  /// Opens \p Path. \p Execution is the number of programs that the process has
  /// executed before; if it is not 0, opens the file of openForChild() instead.
  llvm::Error open(llvm::StringRef Path, unsigned Execution = 0);
  /// Continues in a new file, <path>.<process>, or <path>.<process>.<execution>
  /// for later programs of the process.
  llvm::Error openForChild(unsigned Execution);
  bool isOpen() const { return File != nullptr; }
  void append(llvm::StringRef Text);

private:
  llvm::Error openFile(const std::string &Name);
  std::string nameFor(unsigned Execution) const;

  std::string Path;
  std::unique_ptr<llvm::raw_fd_ostream> File;
};

} // namespace machine
} // namespace udpc

#endif // UDPC_TOOLS_MACHINE_SAMPLING_SAMPLELOG_H
