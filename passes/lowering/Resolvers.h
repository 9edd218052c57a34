//===- Resolvers.h - Resolvers of indirect functions ------------*- C++ -*-===//
//
// A resolver (of an ifunc, `target_clones` or `target_version`) and what it
// calls run before the executable's thread-local storage is ready, in which
// they count. This puts a function in the place of each resolver, which calls
// the resolver between the two functions of the runtime that make the storage
// ready and save the counts (udpc/resolvers.h). So the resolver itself is
// changed by counting only.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_RESOLVERS_H
#define UDPC_PASSES_LOWERING_RESOLVERS_H

namespace llvm {
class Module;
} // namespace llvm

namespace udpc {

/// Does so for all resolvers of \p M, once.
void enterResolvers(llvm::Module &M);

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_RESOLVERS_H
