//===- KeySectionEmitter.h - Emits the section of keys ----------*- C++ -*-===//
//
// Emits the section of keys (udpc/keys.h), by which tools find the key of a
// memory operation at an address.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_KEYSECTIONEMITTER_H
#define UDPC_PASSES_PREFETCH_KEYSECTIONEMITTER_H

#include "passes/prefetch/FunctionKeys.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/CodeGen/GCMetadata.h"
#include <map>
#include <tuple>
#include <vector>

namespace llvm {
class AsmPrinter;
class MCSymbol;
} // namespace llvm

namespace udpc {

/// The keys of the operations of a module that is being compiled, which the
/// assembly printer emits after the code (udpc/keys.h).
///
/// The printer calls plugins only to print what garbage collectors need, after
/// all code and with the streamer of the output. So this is a strategy of
/// garbage collection, which no function has.
class KeySectionEmitter : public llvm::GCStrategy {
public:
  KeySectionEmitter() { UsesMetadata = true; }

  /// The instance of the compilation.
  static KeySectionEmitter &of(llvm::GCModuleInfo &Info);

  /// Adds an operation of \p MF, which is at \p Label.
  void add(const llvm::MachineFunction &MF, const llvm::MCSymbol &Label,
           const OperationPlace &Place);

  /// Emits all operations that were added, and clears them.
  void emit(llvm::AsmPrinter &Printer);

private:
  struct Scope {
    uint32_t Parent, Name, Line, Discriminator;
    bool operator<(const Scope &R) const {
      return std::tie(Parent, Name, Line, Discriminator) <
             std::tie(R.Parent, R.Name, R.Line, R.Discriminator);
    }
  };
  struct Operation {
    const llvm::MCSymbol *Label;
    uint32_t Scope, LineOffset, Discriminator;
  };

  uint32_t name(llvm::StringRef Name);
  uint32_t scope(const Scope &S);
  /// The scope of code at \p At.
  uint32_t scopeAt(const llvm::MachineFunction &MF, const llvm::DILocation &At);
  /// Emits the operations from \p I on that are in its section. Returns the
  /// first that is not.
  size_t emitGroup(llvm::AsmPrinter &Printer, size_t I,
                   unsigned DistanceSize) const;

  llvm::StringMap<uint32_t> NameIndex;
  std::vector<llvm::StringRef> Names;
  std::map<Scope, uint32_t> ScopeIndex;
  std::vector<Scope> Scopes;
  std::vector<Operation> Operations;
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_KEYSECTIONEMITTER_H
