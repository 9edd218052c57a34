//===- RecordSeal.h - Completes records of the log --------------*- C++ -*-===//
//
// Computes sizes and checksums of records. Makes no system calls; LogFile
// writes the records.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_LOG_RECORDSEAL_H
#define UDPC_RUNTIME_LOG_RECORDSEAL_H

#include "udpc/log.h"

namespace udpc {
namespace rt {

/// A part of a record's payload.
struct LogPiece {
  const void *Data;
  size_t Size;
};

/// Sets Sync, Size and Checksum of \p Header, whose other fields are set. \p
/// Padding is set to the number of zeros after the \p N pieces, 0 to 7. False
/// if the record would be too large.
bool sealRecord(log::RecordHeader &Header, const LogPiece *Pieces, unsigned N,
                unsigned &Padding);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_LOG_RECORDSEAL_H
