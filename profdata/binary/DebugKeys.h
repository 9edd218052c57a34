//===- DebugKeys.h - Keys from debug information ---------------*- C++ -*-===//

#ifndef UDPC_PROFDATA_BINARY_DEBUGKEYS_H
#define UDPC_PROFDATA_BINARY_DEBUGKEYS_H

#include "profdata/binary/DebugPlaces.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>

namespace llvm::object {
class ELFObjectFileBase;
} // namespace llvm::object

namespace udpc {

/// LLVM's DWARF reader takes some of what it reads for granted (forms of the
/// line table in DWARF 5, of indirect values), and ends the process where a
/// damaged file has something else. Such an end is caught here, by the handlers
/// for signals that LLVM has for it; there are no keys from then on.
class DebugKeys {
public:
  /// \p File is the one with the debug information. \p Package is where the
  /// .dwo files are put together, "" for the name of \p File with ".dwp".
  DebugKeys(const llvm::object::ELFObjectFileBase &File,
            llvm::StringRef Package);
  /// \p Symbols are those of the function at \p Address.
  DebugPlace at(uint64_t Address, llvm::ArrayRef<FunctionSymbol> Symbols);

  /// Why there are no keys, and what to do, in a line; "" if there are some.
  std::string whyNone();

  /// Whether LLVM has been found not to be able to read it.
  bool isDamaged() const { return !Context; }

private:
  bool runSafely(llvm::function_ref<void()> Work);

  std::unique_ptr<llvm::DWARFContext> Context;
  std::optional<DebugPlaces> Places;
};

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_DEBUGKEYS_H
