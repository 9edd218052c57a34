//===- TestMemory.cpp - Memory whose latency is measured ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/calibrate/TestMemory.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <numeric>
#include <sys/mman.h>
#include <utility>

using namespace llvm;
using namespace udpc;

static constexpr size_t HugePage = size_t(2) << 20;

/// Returns the kilobytes of this process in huge pages.
static uint64_t hugeKilobytes() {
  auto Buffer = MemoryBuffer::getFileAsStream("/proc/self/smaps_rollup");
  if (!Buffer)
    return 0;
  StringRef Value =
      (*Buffer)->getBuffer().split("AnonHugePages:").second.ltrim();
  uint64_t Kilobytes = 0;
  Value.consumeInteger(10, Kilobytes);
  return Kilobytes;
}

Expected<TestMemory> TestMemory::map(size_t Wanted, Pages Which) {
  size_t Bytes = alignTo(Wanted, HugePage);
  // Map more than needed, so that the memory can begin with a huge page.
  size_t Mapped = Bytes + HugePage;
  void *At = mmap(nullptr, Mapped, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (At == MAP_FAILED)
    return createStringError(Twine(Bytes >> 20) +
                             " MB of memory: " + std::strerror(errno));
  auto *Begin = static_cast<char *>(At);
  auto *Data = reinterpret_cast<char *>(
      alignTo(reinterpret_cast<uintptr_t>(Begin), HugePage));
  if (Data != Begin)
    munmap(Begin, Data - Begin);
  if (size_t Rest = Begin + Mapped - (Data + Bytes))
    munmap(Data + Bytes, Rest);
  if (Which == Huge)
    madvise(Data, Bytes, MADV_HUGEPAGE);
  TestMemory Memory(Data, Bytes);
  uint64_t Before = hugeKilobytes();
  // Pages that were never written all map the same page of zeros.
  std::memset(Data, 0, Bytes);
  Memory.IsHuge = (hugeKilobytes() - Before) * 1024 > Bytes / 2;
  return Memory;
}

TestMemory::TestMemory(TestMemory &&R)
    : Data(std::exchange(R.Data, nullptr)), Bytes(std::exchange(R.Bytes, 0)),
      IsHuge(R.IsHuge) {}

TestMemory &TestMemory::operator=(TestMemory &&R) {
  std::swap(Data, R.Data);
  std::swap(Bytes, R.Bytes);
  std::swap(IsHuge, R.IsHuge);
  return *this;
}

TestMemory::~TestMemory() {
  if (Data)
    munmap(Data, Bytes);
}

static void shuffle(uint32_t *Numbers, uint32_t Count, RandomNumbers &Random) {
  for (uint32_t I = Count; I > 1; --I)
    std::swap(Numbers[I - 1], Numbers[Random.below(I)]);
}

std::vector<uint32_t> udpc::shuffledBlocks(uint32_t Count, uint32_t Block,
                                           RandomNumbers &Random) {
  std::vector<uint32_t> Blocks((Count + Block - 1) / Block);
  std::iota(Blocks.begin(), Blocks.end(), 0);
  shuffle(Blocks.data(), Blocks.size(), Random);
  std::vector<uint32_t> Order;
  Order.reserve(Count);
  for (uint32_t B : Blocks) {
    uint32_t First = B * Block, Number = std::min(Block, Count - First);
    size_t At = Order.size();
    for (uint32_t I = 0; I != Number; ++I)
      Order.push_back(First + I);
    shuffle(&Order[At], Number, Random);
  }
  return Order;
}

void udpc::linkLines(ChainLine *Lines, const std::vector<uint32_t> &Order) {
  for (size_t I = 0; I != Order.size(); ++I)
    Lines[Order[I]].Next = &Lines[Order[I + 1 == Order.size() ? 0 : I + 1]];
}
