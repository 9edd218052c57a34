//===- udpc/references.h - Small profiles -----------------------*- C++ -*-===//
//
// Shared by the runtime and the readers of profiles: with tables=0 a profile is
// packed and has references instead of tables, which stay in the program's
// files. docs/formats.md is the prose version.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_REFERENCES_H
#define UDPC_REFERENCES_H

#include "udpc/abi.h"

namespace udpc {
namespace abi {

//===----------------------------------------------------------------------===//
// References
//===----------------------------------------------------------------------===//

constexpr uint32_t ReferenceMagic = 0x52504455; // "UDPR"

/// A reference to a unit's table, which replaces it: the table's header
/// (TableHeader or CostHeader), but with ReferenceMagic and the size of the
/// reference as TotalSize; this record; the build ID of the module, padded with
/// zeros to a multiple of 8. References to one table in one build are equal
/// byte for byte.
struct TableReferenceRec {
  uint64_t TableSize; ///< TotalSize of the table.
  /// Address of the table, relative to the module's ELF header in memory.
  uint64_t Address;
  uint32_t TableMagic; ///< Magic of the table.
  uint32_t BuildIdSize;
};
constexpr uint32_t MaxBuildIdSize = 64;

static_assert(sizeof(TableReferenceRec) == 24, "ABI");

//===----------------------------------------------------------------------===//
// Packed profiles
//===----------------------------------------------------------------------===//

/// A packed profile is a ProfileHeader with this magic and version, and 0 in
/// NumUnits, NumThreads, CommandSize and NumRuns; a PackedRec; a zlib stream
/// (RFC 1950). The stream holds *parts*, which make up a profile. A part begins
/// with a number: 2 * N for N bytes that follow; 2 * N + 1 for N records,
/// followed by the number of 32-bit words of a record. Records are written by
/// columns, each word as its difference D to the same word of the record before
/// (the first one: to 0), modulo 2^32: 2 * D or, if D is negative, -1 - 2 * D.
/// Numbers are ULEB128 codes.
constexpr char PackedMagic[8] = {'u', 'd', 'p', 'c', 'p', 'a', 'c', 'k'};
constexpr uint32_t PackedVersion = 1;

struct PackedRec {
  uint64_t ProfileSize; ///< In bytes.
  uint64_t PartsSize;   ///< Size of the zlib stream's contents, in bytes.
};

static_assert(sizeof(PackedRec) == 16, "ABI");

} // namespace abi
} // namespace udpc

#endif // UDPC_REFERENCES_H
