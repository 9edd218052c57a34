//===- LinesAhead.h - Lines that are prefetched ahead -----------*- C++ -*-===//
//
// The IR pass prefetches an object whose address a loop loads, including the
// parts that hints in bytes for the same operation name. The pass on final code
// must not prefetch these again where the object is accessed. A function
// attribute tells it which lines they are.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

/// Records in \p F that the parts named by hints in bytes for \p Line are
/// prefetched.
void addLineAhead(llvm::Function &F, const MemoryOperationKey &Line);

/// The texts of the lines that have been recorded in \p F.
std::set<std::string> linesAhead(const llvm::Function &F);

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_LINESAHEAD_H
