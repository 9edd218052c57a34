//===- EventsPass.h - Counts the events of a spec --------------*- C++ -*-===//
//
// The pass that counts the events of a spec: it finds their sites in the front
// end's IR and lowers them. Plugin.cpp registers it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_EVENTSPASS_H
#define UDPC_PASSES_EVENTSPASS_H

#include "llvm/IR/PassManager.h"

namespace udpc {

/// Counts the events. Runs at the start of the pipeline, on the front end's IR,
/// so that each execution in the source counts, whatever later optimisations
/// do.
class EventsPass : public llvm::PassInfoMixin<EventsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; } // Also for optnone, -O0.

  /// Whether this process has run the pass: true in a compiler, not in llc or a
  /// linker.
  static bool hasRun();
};

} // namespace udpc

#endif // UDPC_PASSES_EVENTSPASS_H
