//===- DebugPlaces.h - Inline stacks of addresses ---------------*- C++ -*-===//
//
// Maps addresses to source places and keys by DWARF. Used by DebugKeys.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_BINARY_OPERATIONS_DEBUGPLACES_H
#define UDPC_PROFDATA_BINARY_OPERATIONS_DEBUGPLACES_H

#include "profdata/binary/CodeMap.h"
#include "profdata/binary/operations/MemoryOperationKey.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include <optional>

namespace udpc {

/// The source location, key and symbol of an address.
struct DebugPlace {
  std::optional<MemoryOperationKey> Key;
  llvm::StringRef Symbol; ///< The function's symbol; "" if there is none.
  std::string File;
  unsigned Line = 0;
  /// The number of functions on the inline stack; 0 if unknown.
  unsigned Depth = 0;
  /// The line where the outermost function begins; 0 if unknown.
  unsigned FunctionLine = 0;
};

/// Answers queries for successive addresses, and caches what they have in
/// common. LLVM's DWARFContext::getInliningInfoForAddress would build the names
/// of all files on the stack for each address.
class DebugPlaces {
public:
  explicit DebugPlaces(llvm::DWARFContext &Context) : Context(Context) {}

  /// Returns the place of \p Address, which is in the function with \p Symbols.
  DebugPlace at(uint64_t Address, llvm::ArrayRef<FunctionSymbol> Symbols);

private:
  /// A source function at one place of an inline stack.
  struct Scope {
    /// The frames as in keys, except for the line and discriminator of the last
    /// one.
    std::vector<KeyFrame> Frames;
    std::string DebugName;  ///< The DWARF name of the first frame.
    unsigned StartLine = 0; ///< The start line of the last frame.
    bool HasKeys = false;   ///< Whether all functions have names and lines.
    /// The symbol that names the first frame.
    llvm::StringRef Symbol;
    llvm::ArrayRef<FunctionSymbol> Symbols;

    void nameFirst(llvm::ArrayRef<FunctionSymbol> Symbols);
  };

  Scope &scopeOf(llvm::ArrayRef<llvm::DWARFDie> Stack);
  const std::string &fileName(llvm::DWARFUnit &Unit,
                              const llvm::DWARFDebugLine::LineTable &Lines,
                              uint64_t Index);

  llvm::DWARFContext &Context;
  llvm::DenseMap<const llvm::DWARFDebugInfoEntry *, Scope> Scopes;
  llvm::DenseMap<std::pair<const void *, uint64_t>, std::string> FileNames;
};

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_OPERATIONS_DEBUGPLACES_H
