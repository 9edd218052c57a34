//===- CountingModes.h - How the entries of a spec are counted --*- C++ -*-===//
//
// Entries with the same lowering and fidelity share a unit. The spec, the
// command line's options and the target decide both.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_COUNTINGMODES_H
#define UDPC_PASSES_COUNTINGMODES_H

#include "passes/lowering/CountingGroup.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include <deque>

namespace llvm {
class Module;
} // namespace llvm

namespace udpc {

class TargetDescription;
struct Markers;

/// The category of EventsPass's options.
llvm::cl::OptionCategory &eventsCategory();

/// Groups the entries of \p Spec by lowering and fidelity, and numbers the
/// events that are counted by instructions of \p Target, which may be null.
/// \p Groups is never empty after that.
llvm::Error makeCountingGroups(llvm::Module &M, EventSpec &Spec,
                               const Markers &Marks,
                               const TargetDescription *Target,
                               std::deque<CountingGroup> &Groups);

} // namespace udpc

#endif // UDPC_PASSES_COUNTINGMODES_H
