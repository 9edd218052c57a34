//===- AnnotateAssembly.h - Prints code with line costs ---------*- C++ -*-===//
//
// Prints a function's machine code with costs, for `udpc annotate --asm`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEASSEMBLY_H
#define UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEASSEMBLY_H

#include "profdata/annotate/BinaryMatch.h"
#include "tools/udpc/annotate/AnnotateText.h"

namespace udpc {

/// Data of cache profiles besides the costs of lines.
struct ProfiledCode {
  OperationCosts Operations;
  BinaryMatch Check;
  UnprofiledCalls Calls;
  ProfileRegions Regions;
};

/// The function to print and its binary.
struct CodeChoice {
  std::string Binary;
  std::string Function; ///< The name that the user gave.
};

/// Prints instructions below their source lines. A line's costs are printed at
/// its first occurrence. Warns if the binary is not the profiled one.
llvm::Error printCode(llvm::raw_ostream &OS, const Annotation &A,
                      const ProfiledCode &Code, const CodeChoice &Choice,
                      const AnnotateTextOptions &Options);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEASSEMBLY_H
