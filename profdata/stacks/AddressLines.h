//===- AddressLines.h - Source lines of addresses of a run ------*- C++ -*-===//
//
// Symbolizes the stacks of logs. Used by LogStacks.cpp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_STACKS_ADDRESSLINES_H
#define UDPC_PROFDATA_STACKS_ADDRESSLINES_H

#include "profdata/log/Log.h"
#include "profdata/stacks/StackProfile.h"
#include "llvm/DebugInfo/Symbolize/Symbolize.h"
#include "llvm/Object/ELFObjectFile.h"

namespace udpc {

/// Finds functions and lines with LLVM's symbolizer, in the file that was
/// mapped, or in a file with its build ID in the system's folder for debug
/// information. Not thread-safe.
class AddressLines {
public:
  /// \p Demangle: use names as in the source, not linkage names.
  explicit AddressLines(bool Demangle);

  /// Returns the functions and lines at \p Address of a process, innermost
  /// first. The address is in the mapping \p M; null if that is unknown. Adds
  /// the functions to \p To. If nothing is known, returns a function with the
  /// name of the file: "[libc.so.6]".
  std::vector<StackLine> at(const LogModule *M, uint64_t Address,
                            StackProfile &To);

  /// Returns lines on files whose functions are unknown, with the reasons.
  llvm::ArrayRef<std::string> warnings() const { return Warnings; }

private:
  /// A file that was mapped; null if it was rebuilt since or cannot be read.
  using File =
      std::unique_ptr<llvm::object::OwningBinary<llvm::object::ObjectFile>>;

  const llvm::object::ELFObjectFileBase *fileOf(const LogModule &M);

  bool Demangle;
  llvm::symbolize::LLVMSymbolizer Symbolizer;
  std::map<std::pair<std::string, std::string>, File> Files;
  std::vector<std::string> Warnings;
};

} // namespace udpc

#endif // UDPC_PROFDATA_STACKS_ADDRESSLINES_H
