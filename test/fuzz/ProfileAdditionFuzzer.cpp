//===- ProfileAdditionFuzzer.cpp - Any bytes as a shared profile ----------===//
//
// What the runtime adds its counts to with %m in the name, which others may
// have damaged. With the right size and checksum, which no mutation finds.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "profdata/file/ProfileFile.h"
#include "runtime/output/image/ProfileImage.h"
#include <cstring>
#include <memory>
#include <vector>

using namespace udpc;
using namespace udpc::rt;

namespace {

struct Freed {
  void operator()(void *P) const { std::free(P); }
};

/// Aligned, zero, and not a byte more than asked for.
using Memory = std::unique_ptr<uint8_t, Freed>;

} // namespace

static Memory allocate(uint64_t Size) {
  return Memory(static_cast<uint8_t *>(std::calloc(1, Size)));
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  std::string Bytes = textOf(Data, Size).str();
  abi::ProfileHeader Header;
  if (Size < sizeof(Header))
    return 0;
  std::memcpy(&Header, Data, sizeof(Header));
  sealProfile(Bytes, Header);
  Memory File = allocate(Bytes.size());
  std::memcpy(File.get(), Bytes.data(), Bytes.size());
  ProfileImage Image;
  if (!viewProfile(File.get(), Bytes.size(), Image))
    return 0;
  require(canAdd(Image, Image), "a profile does not fit itself");
  std::vector<uint32_t> Scratch(scratchForAdding(Image, Image));
  Memory Sum = allocate(2 * Bytes.size());
  uint64_t SumSize = addProfiles(Image, Image, Scratch.data(), Sum.get());
  require(SumSize <= 2 * Bytes.size(), "the sum is too large");
  ProfileImage SumImage;
  require(viewProfile(Sum.get(), SumSize, SumImage), "the sum is damaged");
  Memory Difference = allocate(SumSize);
  Scratch.resize(scratchForSubtracting(SumImage, Image));
  subtractProfile(SumImage, Image, Scratch.data(), Difference.get());
  return 0;
}
