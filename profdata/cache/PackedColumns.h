//===- PackedColumns.h - The columns of a packed cost table -----*- C++ -*-===//
//
// A column has the same 32 bits of all records of a list. Each number is
// written as its difference to what the numbers before it predict: most lines
// of costs, for example, are those of the frames beside them. PackedColumns.cpp
// has the predictions of all columns in tables.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CACHE_PACKEDCOLUMNS_H
#define UDPC_PROFDATA_CACHE_PACKEDCOLUMNS_H

#include "udpc/costs.h"
#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace udpc {

/// The size of the records behind the header of a table with \p H, without
/// strings.
uint64_t recordsSize(const abi::CostHeader &H);

/// Writes the columns of all lists of a table with \p H, whose records are at
/// \p Records.
void packColumns(const abi::CostHeader &H, const uint8_t *Records,
                 llvm::raw_ostream &OS);

/// Removes them from the front of \p Packed, which may be hostile, and writes
/// recordsSize(H) bytes of records. False if they are cut off. Takes time and
/// memory in proportion to the records.
bool unpackColumns(const abi::CostHeader &H, llvm::ArrayRef<uint8_t> &Packed,
                   uint8_t *Records);

} // namespace udpc

#endif // UDPC_PROFDATA_CACHE_PACKEDCOLUMNS_H
