//===- OwnDebugInfo.cpp - Debug info that is not the user's ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/OwnDebugInfo.h"
#include "passes/CountingModes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using namespace udpc;

static cl::opt<bool> OwnDebugInfo(
    "udpc-own-debug-info",
    cl::desc("The debug info was enabled for the plugin: remove it"),
    cl::cat(eventsCategory()));

/// The nodes by which clang passes the names of gcov's files to gcov's pass: a
/// compile unit and its files.
static NamedMDNode *gcovUnits(const Module &M) {
  return M.getNamedMetadata("llvm.gcov");
}

/// Whether passes after ours read source locations: the passes for which clang
/// itself keeps locations in compilations without debug info. -fstack-usage,
/// which is not known here, needs them too; the driver adds no debug info then.
static bool areLocationsRead(const Module &M) {
  LLVMContext &Context = M.getContext();
  const DiagnosticHandler *Handler = Context.getDiagHandlerPtr();
  return Context.getLLVMRemarkStreamer() ||
         (Handler && Handler->isAnyRemarkEnabled()) || gcovUnits(M) ||
         any_of(M, [](const Function &F) {
           return F.hasFnAttribute("use-sample-profile");
         });
}

/// Replaces each compile unit of \p M by one that is not emitted. With \p
/// KeepsProfiling, it is for profiling if the old one is.
static void hideUnits(Module &M, NamedMDNode &Units, bool KeepsProfiling) {
  DenseMap<const Metadata *, DICompileUnit *> Hidden;
  std::vector<DICompileUnit *> All(M.debug_compile_units_begin(),
                                   M.debug_compile_units_end());
  Units.clearOperands();
  for (DICompileUnit *Unit : All) {
    DICompileUnit *New = DICompileUnit::getDistinct(
        M.getContext(), Unit->getSourceLanguage(), Unit->getFile(), "", false,
        "", 0, "", DICompileUnit::NoDebug, nullptr, nullptr, nullptr, nullptr,
        nullptr, 0, false, KeepsProfiling && Unit->getDebugInfoForProfiling(),
        DICompileUnit::DebugNameTableKind::None, false, "", "");
    Hidden[Unit] = New;
    Units.addOperand(New);
  }
  DebugInfoFinder Finder;
  Finder.processModule(M);
  for (DISubprogram *SP : Finder.subprograms())
    if (auto It = Hidden.find(SP->getUnit()); It != Hidden.end())
      SP->replaceUnit(It->second);
  if (NamedMDNode *Gcov = gcovUnits(M))
    for (MDNode *Names : Gcov->operands())
      for (unsigned I = 0; I != Names->getNumOperands(); ++I)
        if (auto It = Hidden.find(Names->getOperand(I)); It != Hidden.end())
          Names->replaceOperandWith(I, It->second);
}

void udpc::removeOwnDebugInfo(Module &M, bool NeedsLocations) {
  NamedMDNode *Units = M.getNamedMetadata("llvm.dbg.cu");
  if (!OwnDebugInfo || !Units)
    return;
  bool AreRead = areLocationsRead(M);
  if (NeedsLocations || AreRead)
    hideUnits(M, *Units, /*KeepsProfiling=*/AreRead);
  else
    StripDebugInfo(M);
}
