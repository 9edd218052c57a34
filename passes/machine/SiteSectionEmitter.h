//===- SiteSectionEmitter.h - Emits the records of instructions -*- C++ -*-===//
//
// Emits the records of udpc instructions that ReplaceSiteText.cpp has made
// machine instructions.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_MACHINE_SITESECTIONEMITTER_H
#define UDPC_PASSES_MACHINE_SITESECTIONEMITTER_H

#include "passes/lowering/code/SiteText.h"
#include "llvm/CodeGen/GCMetadata.h"
#include <vector>

namespace llvm {
class AsmPrinter;
class MCSymbol;
} // namespace llvm

namespace udpc {

/// The records (abi::InstructionRec) of the udpc instructions of a module that
/// is being compiled, which the assembly printer emits after the code. It is a
/// strategy of garbage collection for the same reason as KeySectionEmitter.
class SiteSectionEmitter : public llvm::GCStrategy {
public:
  struct Record {
    /// The instruction, the function that it is in, and its unit.
    const llvm::MCSymbol *Label, *Function, *Unit;
    int64_t UnitOffset; ///< Distance from the symbol.
    SiteText Text;
  };

  SiteSectionEmitter() { UsesMetadata = true; }

  /// The instance of the compilation.
  static SiteSectionEmitter &of(llvm::GCModuleInfo &Info);

  void add(const Record &R) { Records.push_back(R); }

  /// Emits all records that were added, and clears them.
  void emit(llvm::AsmPrinter &Printer);

private:
  std::vector<Record> Records;
};

} // namespace udpc

#endif // UDPC_PASSES_MACHINE_SITESECTIONEMITTER_H
