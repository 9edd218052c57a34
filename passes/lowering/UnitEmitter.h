//===- UnitEmitter.h - The code and the records of all groups ---*- C++ -*-===//
//
// Emits the code of each group of entries by its lowering, and the record, the
// site table and the registration of its unit (abi.h).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_UNITEMITTER_H
#define UDPC_PASSES_LOWERING_UNITEMITTER_H

#include "passes/lowering/CountingGroup.h"
#include <deque>

namespace llvm {
class Module;
} // namespace llvm

namespace udpc {

class TargetDescription;

/// Inserts the code for all \p Groups of exact fidelity, and for every group a
/// unit's record, site table and registration. Transparent groups stay empty
/// until their sites are found in machine code (machine/). \p Target is
/// required for groups with instructions.
void lowerGroups(llvm::Module &M, std::deque<CountingGroup> &Groups,
                 const TargetDescription *Target);

/// Encodes a unit's site table.
std::vector<uint8_t> encodeTable(llvm::StringRef SourceFile,
                                 const EventSpec &Spec, Fidelity SiteFidelity,
                                 const SitePlan &Plan,
                                 const EntryMatches &Matches);

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_UNITEMITTER_H
