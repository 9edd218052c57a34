//===- SystemCaches.cpp - The caches that the system reports --------------===//
//
// Source: Documentation/ABI/testing/sysfs-devices-system-cpu of Linux.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "profdata/calibration/SystemCaches.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace udpc;

static std::string lineOf(const Twine &Path) {
  auto Buffer = MemoryBuffer::getFileAsStream(Path);
  return Buffer ? (*Buffer)->getBuffer().trim().str() : std::string();
}

uint64_t udpc::sysfsSize(StringRef Text) {
  uint64_t Unit = Text.consume_back("K")   ? 1024
                  : Text.consume_back("M") ? 1024 * 1024
                                           : 1;
  uint64_t Number;
  if (Text.getAsInteger(10, Number) || Number > UINT64_MAX / Unit)
    return 0;
  return Number * Unit;
}

std::vector<SystemCache> udpc::systemCaches(StringRef Folder) {
  std::vector<SystemCache> Result;
  for (unsigned I = 0; I != 16; ++I) {
    std::string Index = (Folder + "/index" + Twine(I) + "/").str();
    std::string Type = lineOf(Index + "type");
    if (Type.empty())
      break;
    SystemCache C;
    C.Bytes = sysfsSize(lineOf(Index + "size"));
    if (Type == "Instruction" || !C.Bytes ||
        StringRef(lineOf(Index + "level")).getAsInteger(10, C.Level))
      continue;
    Result.push_back(C);
  }
  llvm::sort(Result, [](const SystemCache &L, const SystemCache &R) {
    return L.Level < R.Level;
  });
  return Result;
}
