//===- LogRecords.h - Finds the records of a log ----------------*- C++ -*-===//
//
// Skips damaged parts of a log. Used by Log.cpp and `udpc record`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_LOG_LOGRECORDS_H
#define UDPC_PROFDATA_LOG_LOGRECORDS_H

#include "profdata/log/Log.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace udpc {

/// Calls \p Each with the header and the payload, including padding, of each
/// intact record of \p File. Adds the other bytes to \p Damages.
void visitRecords(
    llvm::MemoryBufferRef File, std::vector<LogDamage> &Damages,
    llvm::function_ref<void(const log::RecordHeader &, llvm::StringRef)> Each);

} // namespace udpc

#endif // UDPC_PROFDATA_LOG_LOGRECORDS_H
