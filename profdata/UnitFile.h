//===- UnitFile.h - What an emulated unit has counted ----------*- C++ -*-===//
//
// The file that the udpc unit of QEMU leaves (docs/instruction.md).
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_UNITFILE_H
#define UDPC_PROFDATA_UNITFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <vector>

namespace udpc {

struct UnitCount {
  int64_t Counter = 0;
  int64_t Count = 0;
  int64_t Overflows = 0;
};

/// In the file's order. The error names the file and what is wrong. Takes time
/// and memory in proportion to the file's size.
llvm::Expected<std::vector<UnitCount>> readUnitFile(llvm::StringRef Path);
llvm::Expected<std::vector<UnitCount>>
parseUnitFile(llvm::MemoryBufferRef Buffer);

} // namespace udpc

#endif // UDPC_PROFDATA_UNITFILE_H
