//===- FunctionFilter.h - Which operations --function means ----*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_FUNCTIONFILTER_H
#define UDPC_TOOLS_UDPC_FUNCTIONFILTER_H

#include "profdata/binary/BinaryOperations.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/GlobPattern.h"

namespace udpc {

/// A glob over functions, as their symbols or as the source spells them.
class FunctionFilter {
public:
  /// "" matches all. The error says what is wrong with \p Glob.
  static llvm::Expected<FunctionFilter> create(llvm::StringRef Glob);

  /// Its code may be in the function or be inlined into another.
  bool matches(const BinaryOperation &Op);

private:
  bool matches(llvm::StringRef Function);

  std::optional<llvm::GlobPattern> Glob;
  llvm::StringMap<bool> Known; ///< Names come again and again.
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_FUNCTIONFILTER_H
