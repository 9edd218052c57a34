//===- LinesAhead.h - Whose objects are prefetched ahead --------*- C++ -*-===//
//
// The pass on IR prefetches an object that a loop loads the address of, with
// what hints in bytes say of the same operation. The pass on final code must
// not prefetch that again where the object is accessed. Functions have an
// attribute that tells it so.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_LINESAHEAD_H
#define UDPC_PASSES_PREFETCH_LINESAHEAD_H

#include "profdata/hints/HintSet.h"
#include <set>
#include <string>

namespace llvm {
class Function;
} // namespace llvm

namespace udpc {

/// \p Key without its discriminator.
MemoryOperationKey lineOf(MemoryOperationKey Key);

/// Records in \p F that what hints in bytes for \p Line say is prefetched.
void addLineAhead(llvm::Function &F, const MemoryOperationKey &Line);

/// The texts of the lines that have been recorded in \p F.
std::set<std::string> linesAhead(const llvm::Function &F);

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_LINESAHEAD_H
