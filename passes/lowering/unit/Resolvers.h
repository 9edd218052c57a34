//===- Resolvers.h - Resolvers of indirect functions ------------*- C++ -*-===//
//
// A resolver (of an ifunc, `target_clones` or `target_version`) and the
// functions that it calls run before the executable's thread-local storage, in
// which they count, is ready. A wrapper replaces each resolver: it calls a
// function of the runtime that prepares the storage, then the resolver, then a
// function that saves the counts (udpc/resolvers.h). So nothing but counts is
// added to the resolver itself.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_UNIT_RESOLVERS_H
#define UDPC_PASSES_LOWERING_UNIT_RESOLVERS_H

namespace llvm {
class Module;
} // namespace llvm

namespace udpc {

/// Replaces the resolvers of \p M that have not been replaced yet.
void enterResolvers(llvm::Module &M);

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_UNIT_RESOLVERS_H
