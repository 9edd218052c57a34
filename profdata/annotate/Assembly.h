//===- Assembly.h - The code of a function with its costs -------*- C++ -*-===//

#ifndef UDPC_PROFDATA_ANNOTATE_ASSEMBLY_H
#define UDPC_PROFDATA_ANNOTATE_ASSEMBLY_H

#include "profdata/annotate/CostSheet.h"
#include "profdata/annotate/OperationCosts.h"
#include "profdata/binary/BinaryOperations.h"

namespace udpc {

struct AssemblyInstruction {
  uint64_t Address = 0;
  std::string Text;
  std::string File; ///< Of its place; "" if unknown.
  unsigned Line = 0;
  /// What it has cost itself. Empty where only its line is known.
  CostSheet::Counts Counts;
  /// How many instructions Counts are of, because the profile cannot tell them
  /// apart.
  unsigned Sharing = 1;
};

struct AssemblyLine {
  /// As the sheet has it, if it has it.
  std::string File;
  /// In the code of this function. Empty: none.
  CostSheet::Counts Counts;
};

/// The code of one function.
struct Assembly {
  std::string Symbol;
  /// What a sheet may call it.
  std::set<std::string> Names;
  uint64_t Begin = 0, End = 0;
  /// Where the source has it, and the first line after that which has code:
  /// 0 without debug information. Of a function of 65536 lines or more, what
  /// keys say of it, the lower 16 bits, is right.
  unsigned Start = 0, FirstLine = 0;
  std::vector<AssemblyInstruction> Instructions; ///< By address.
  std::map<std::pair<std::string, unsigned>, AssemblyLine> Lines;
};

/// The functions of \p Binary that \p Name means, a symbol or what a person
/// calls it: demangled, with or without parameters. The error names some that
/// are alike if there is none.
llvm::Expected<std::vector<Assembly>>
assemblyOf(BinaryOperations &Binary, llvm::StringRef Name,
           const CostSheet &Sheet, const OperationCosts &Operations);

} // namespace udpc

#endif // UDPC_PROFDATA_ANNOTATE_ASSEMBLY_H
