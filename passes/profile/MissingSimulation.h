//===- MissingSimulation.h - Programs without the simulation ---*- C++ -*-===//
//
// Code that simulates caches refers to functions and thread-local variables of
// the runtime. Objects may be linked without it: by another driver, without a C
// library. Then the variables are needed nevertheless, and the functions do
// nothing.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_MISSINGSIMULATION_H
#define UDPC_PASSES_PROFILE_MISSINGSIMULATION_H

namespace llvm {
class Module;
} // namespace llvm

namespace udpc {

/// Defines what the checks of \p M refer to (udpc/costs.h), once in a linked
/// program. The runtime's functions take precedence; the variables are those
/// that the runtime uses.
void defineMissingSimulation(llvm::Module &M);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_MISSINGSIMULATION_H
