//===- CounterFile.h - Counter files of the QEMU plugin ---------*- C++ -*-===//
//
// The file that the QEMU plugin writes (docs/instruction.md).
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_EVENTS_COUNTERFILE_H
#define UDPC_PROFDATA_EVENTS_COUNTERFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <vector>

namespace udpc {

struct CounterReading {
  int64_t Counter = 0;
  int64_t Count = 0;
  int64_t Overflows = 0;
};

/// In the file's order. Errors name the file. Takes time and memory in
/// proportion to the file's size.
llvm::Expected<std::vector<CounterReading>>
readCounterFile(llvm::StringRef Path);
llvm::Expected<std::vector<CounterReading>>
parseCounterFile(llvm::MemoryBufferRef Buffer);

} // namespace udpc

#endif // UDPC_PROFDATA_EVENTS_COUNTERFILE_H
