//===- FunctionFilter.h - Selects operations by function --------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_HINTS_FUNCTIONFILTER_H
#define UDPC_TOOLS_UDPC_HINTS_FUNCTIONFILTER_H

#include "profdata/binary/operations/BinaryOperations.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/GlobPattern.h"

namespace udpc {

/// A glob over functions, by symbol or demangled name.
class FunctionFilter {
public:
  /// "" matches all. Fails if \p Glob is malformed.
  static llvm::Expected<FunctionFilter> create(llvm::StringRef Glob);

  /// The operation may be in the function itself or inlined into another.
  bool matches(const BinaryOperation &Op);

private:
  bool matches(llvm::StringRef Function);

  std::optional<llvm::GlobPattern> Glob;
  llvm::StringMap<bool> Known; ///< Cached results: names are repeated often.
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_HINTS_FUNCTIONFILTER_H
