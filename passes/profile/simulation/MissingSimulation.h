//===- MissingSimulation.h - Programs without the simulation ---*- C++ -*-===//
//
// Code that simulates caches refers to functions and tables of the runtime.
// Objects may be linked without it: by another driver, or without a C library.
// The definitions here provide the tables, which are needed nevertheless, and
// functions that do nothing.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_SIMULATION_MISSINGSIMULATION_H
#define UDPC_PASSES_PROFILE_SIMULATION_MISSINGSIMULATION_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class GlobalVariable;
class Module;
} // namespace llvm

namespace udpc {

/// Defines the symbols that the checks of \p M refer to (udpc/simulation.h),
/// once in a linked program. If \p M can become part of an executable only, the
/// runtime's functions take precedence, and the runtime uses these tables.
void defineMissingSimulation(llvm::Module &M);
/// Defines the symbols for the simulation of branches in the same way.
void defineMissingBranches(llvm::Module &M, bool HasTables);

/// Creates the abi::LibrarySimulation of code that can become part of a
/// library, whose module has the definitions above. NumWords is provisional.
llvm::GlobalVariable *makeLibrarySimulation(llvm::Module &M);
/// Sets abi::LibrarySimulation::NumWords.
void setNumWords(llvm::GlobalVariable &Simulation, uint64_t NumWords);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_SIMULATION_MISSINGSIMULATION_H
