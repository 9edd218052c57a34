//===- PackedColumns.h - The columns of a packed cost table -----*- C++ -*-===//
//
// A column consists of the same 32-bit word of all records of a list. Each
// number is written as its difference from a prediction by earlier numbers: for
// example, most lines of costs are the lines of the frames beside them.
// PackedColumns.cpp has tables of the predictions of all columns. Used by
// PackedTable.cpp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CACHE_PACKEDCOLUMNS_H
#define UDPC_PROFDATA_CACHE_PACKEDCOLUMNS_H

#include "udpc/costs.h"
#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace udpc {

/// Returns the size of the records after the header \p H of a table, without
/// strings.
uint64_t recordsSize(const abi::CostHeader &H);

/// Writes the columns of all lists of a table with the header \p H and the
/// records \p Records.
void packColumns(const abi::CostHeader &H, const uint8_t *Records,
                 llvm::raw_ostream &OS);

/// Removes the columns from the front of \p Packed, which may be hostile, and
/// writes recordsSize(H) bytes of records. Returns false if they are cut off.
/// Time and memory are proportional to the size of the records.
bool unpackColumns(const abi::CostHeader &H, llvm::ArrayRef<uint8_t> &Packed,
                   uint8_t *Records);

} // namespace udpc

#endif // UDPC_PROFDATA_CACHE_PACKEDCOLUMNS_H
