//===- FunctionFilter.h - Selects operations by function --------*- C++ -*-===//
//
// Implements --function of `udpc hints`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_HINTS_FUNCTIONFILTER_H
#define UDPC_TOOLS_UDPC_HINTS_FUNCTIONFILTER_H

#include "profdata/binary/operations/BinaryOperations.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/GlobPattern.h"

namespace udpc {

/// A glob over functions, by symbol or demangled name.
class FunctionFilter {
public:
  /// Parses \p Glob; "" matches all. Fails if it is malformed.
  static llvm::Expected<FunctionFilter> create(llvm::StringRef Glob);

  /// Returns whether the operation's function matches, whether it is inlined or
  /// not.
  bool matches(const BinaryOperation &Op);

private:
  bool matches(llvm::StringRef Function);

  std::optional<llvm::GlobPattern> Glob;
  llvm::StringMap<bool> Known; ///< Cached results: names are repeated often.
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_HINTS_FUNCTIONFILTER_H
