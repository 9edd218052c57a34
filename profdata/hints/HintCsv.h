//===- HintCsv.h - Hints by address ----------------------------*- C++ -*-===//
//
// Reads and writes the recommendation format that google/autofdo's
// create_llvm_prof reads and DynamoRIO's cache_miss_analyzer writes:
// "0xPC,delta,type", one per line.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_HINTS_HINTCSV_H
#define UDPC_PROFDATA_HINTS_HINTCSV_H

#include "profdata/hints/Hint.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace udpc {

/// A hint for the instruction at an address.
struct AddressHint {
  uint64_t Address = 0; ///< The address in the CSV file.
  Hint What;
  unsigned Line = 0;      ///< The line in the file, from 1.
  bool HasPrefix = false; ///< Whether the address was written with 0x.
};

/// Calls \p Each with each hint of \p Buffer, in order. Skips empty lines,
/// lines that begin with '#', a byte order mark and a header line. Stops at the
/// first error of \p Each or of a malformed line, which names the buffer and
/// the line. Memory does not grow with the buffer.
llvm::Error readHintCsv(llvm::MemoryBufferRef Buffer,
                        llvm::function_ref<llvm::Error(AddressHint)> Each);

/// Returns one line, with its end.
std::string hintCsvLine(uint64_t Address, const Hint &H);

} // namespace udpc

#endif // UDPC_PROFDATA_HINTS_HINTCSV_H
