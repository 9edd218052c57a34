//===- Assembly.h - The code of a function with its costs -------*- C++ -*-===//
//
// Joins the instructions of a function in a binary with the costs of a profile.
// Used for `udpc annotate --asm` and HTML pages.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_ANNOTATE_ASSEMBLY_H
#define UDPC_PROFDATA_ANNOTATE_ASSEMBLY_H

#include "profdata/annotate/CostSheet.h"
#include "profdata/annotate/OperationCosts.h"
#include "profdata/binary/operations/BinaryOperations.h"

namespace udpc {

/// An instruction with its costs.
struct AssemblyInstruction {
  uint64_t Address = 0;
  std::string Text;
  std::string File; ///< The source file; "" if unknown.
  unsigned Line = 0;
  /// The instruction's own costs. Empty if only its line is known.
  CostSheet::Counts Counts;
  /// The number of instructions that share Counts because they have the same
  /// key.
  unsigned Sharing = 1;
};

/// A source line with its costs.
struct AssemblyLine {
  /// The file's name in the sheet, if it has one.
  std::string File;
  /// The line's costs in the code of this function. Empty if there are none.
  CostSheet::Counts Counts;
};

/// The code of one function.
struct Assembly {
  std::string Symbol;
  /// The function's possible names in a sheet.
  std::set<std::string> Names;
  uint64_t Begin = 0, End = 0;
  /// The line of the function's definition, and the first line after it that
  /// has code; 0 without debug information. As in keys, only the lower 16 bits
  /// of line offsets are significant.
  unsigned Start = 0, FirstLine = 0;
  std::vector<AssemblyInstruction> Instructions; ///< By address.
  std::map<std::pair<std::string, unsigned>, AssemblyLine> Lines;
};

/// Returns the functions of \p Binary that \p Name names: a symbol, or a
/// demangled name with or without parameters. The error suggests similar names.
llvm::Expected<std::vector<Assembly>>
assemblyOf(BinaryOperations &Binary, llvm::StringRef Name,
           const CostSheet &Sheet, const OperationCosts &Operations);

} // namespace udpc

#endif // UDPC_PROFDATA_ANNOTATE_ASSEMBLY_H
