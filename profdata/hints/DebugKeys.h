//===- DebugKeys.h - Keys from debug information ---------------*- C++ -*-===//

#ifndef UDPC_PROFDATA_HINTS_DEBUGKEYS_H
#define UDPC_PROFDATA_HINTS_DEBUGKEYS_H

#include "profdata/hints/CodeMap.h"
#include "profdata/hints/MemoryOperationKey.h"
#include "llvm/DebugInfo/DIContext.h"
#include <memory>
#include <optional>

namespace llvm {
class DWARFContext;
namespace object {
class ELFObjectFileBase;
} // namespace object
} // namespace llvm

namespace udpc {

/// What debug information says of an address.
struct DebugPlace {
  std::optional<MemoryOperationKey> Key;
  std::string File;
  unsigned Line = 0;
};

/// The place that \p Stack means, whose code is in the function that has the
/// symbols \p Symbols, or none.
DebugPlace makePlace(const llvm::DIInliningInfo &Stack,
                     llvm::ArrayRef<FunctionSymbol> Symbols);

/// The name of the function with \p Symbols in keys: that which the compiler
/// knows it by. \p DebugName is what debug information calls it, or "".
std::string functionInKeys(llvm::StringRef DebugName,
                           llvm::ArrayRef<FunctionSymbol> Symbols);

class DebugKeys {
public:
  /// \p File is the one with the debug information. \p Package is where the
  /// .dwo files are put together, "" for the name of \p File with ".dwp".
  DebugKeys(const llvm::object::ELFObjectFileBase &File,
            llvm::StringRef Package);
  ~DebugKeys();

  DebugPlace at(uint64_t Address, llvm::ArrayRef<FunctionSymbol> Symbols);

  /// Why there are no keys, and what to do, in a line; "" if there are some.
  std::string whyNone();

private:
  std::unique_ptr<llvm::DWARFContext> Context;
};

} // namespace udpc

#endif // UDPC_PROFDATA_HINTS_DEBUGKEYS_H
