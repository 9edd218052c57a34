//===- DebugKeys.h - Keys from debug information ---------------*- C++ -*-===//

#ifndef UDPC_PROFDATA_BINARY_OPERATIONS_DEBUGKEYS_H
#define UDPC_PROFDATA_BINARY_OPERATIONS_DEBUGKEYS_H

#include "profdata/binary/operations/DebugPlaces.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>

namespace llvm::object {
class ELFObjectFileBase;
} // namespace llvm::object

namespace udpc {

/// LLVM's DWARF reader does not validate all of its input (forms of the DWARF 5
/// line table, of indirect values), and crashes on damaged files. Such crashes
/// are caught here by LLVM's CrashRecoveryContext; there are no keys from then
/// on.
class DebugKeys {
public:
  /// \p File is the one with the debug information. \p Package is the .dwp
  /// file, "" for the name of \p File with ".dwp".
  DebugKeys(const llvm::object::ELFObjectFileBase &File,
            llvm::StringRef Package);
  /// \p Symbols are those of the function at \p Address.
  DebugPlace at(uint64_t Address, llvm::ArrayRef<FunctionSymbol> Symbols);

  /// Why there are no keys, with advice, in one line; "" if there are keys.
  std::string whyNone();

  /// Whether LLVM's reader has crashed.
  bool isDamaged() const { return !Context; }

private:
  bool runSafely(llvm::function_ref<void()> Work);

  std::unique_ptr<llvm::DWARFContext> Context;
  std::optional<DebugPlaces> Places;
};

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_OPERATIONS_DEBUGKEYS_H
