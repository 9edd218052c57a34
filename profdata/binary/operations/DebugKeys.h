//===- DebugKeys.h - Keys from debug information ----------------*- C++ -*-===//
//
// Reads DWARF safely: files may be damaged. Used by BinaryOperations.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_BINARY_OPERATIONS_DEBUGKEYS_H
#define UDPC_PROFDATA_BINARY_OPERATIONS_DEBUGKEYS_H

#include "profdata/binary/operations/DebugPlaces.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>

namespace llvm::object {
class ELFObjectFileBase;
} // namespace llvm::object

namespace udpc {

/// Keys of memory operations from DWARF. LLVM's DWARF reader does not validate
/// all of its input (forms of the DWARF 5 line table, of indirect values), and
/// crashes on damaged files. CrashRecoveryContext catches such crashes; there
/// are no keys after one.
class DebugKeys {
public:
  /// \p File has the debug information. \p Package is the .dwp file; "" stands
  /// for the name of \p File with ".dwp".
  DebugKeys(const llvm::object::ELFObjectFileBase &File,
            llvm::StringRef Package);
  /// Returns the place of \p Address, which is in the function with \p Symbols.
  DebugPlace at(uint64_t Address, llvm::ArrayRef<FunctionSymbol> Symbols);

  /// Returns why there are no keys, with advice, in one line; "" if there are
  /// keys.
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
