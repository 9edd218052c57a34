//===- CounterFile.h - Counter files of the QEMU plugin ---------*- C++ -*-===//
//
// Reads the file that the QEMU plugin writes (docs/instruction.md). Used by
// `udpc sites`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_EVENTS_COUNTERFILE_H
#define UDPC_PROFDATA_EVENTS_COUNTERFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <vector>

namespace udpc {

/// The state of one counter.
struct CounterReading {
  int64_t Counter = 0;
  int64_t Count = 0;
  int64_t Overflows = 0;
};

/// Read counters, in the file's order. Errors name the file. Time and memory
/// are proportional to the file's size.
llvm::Expected<std::vector<CounterReading>>
readCounterFile(llvm::StringRef Path);
llvm::Expected<std::vector<CounterReading>>
parseCounterFile(llvm::MemoryBufferRef Buffer);

} // namespace udpc

#endif // UDPC_PROFDATA_EVENTS_COUNTERFILE_H
