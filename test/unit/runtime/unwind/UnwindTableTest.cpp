//===- UnwindTableTest.cpp - Functions in .eh_frame_hdr -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/unwind/UnwindTable.h"
#include "gtest/gtest.h"
#include <cstring>
#include <link.h>
#include <vector>

using namespace udpc::rt;

/// A header with functions at these distances from it.
static std::vector<uint8_t> table(std::vector<int32_t> Distances) {
  std::vector<uint8_t> Bytes = {1, 0x1b, 0x03, 0x3b, 0, 0, 0, 0};
  auto Add = [&](uint32_t Value) {
    for (int I = 0; I != 4; ++I)
      Bytes.push_back(uint8_t(Value >> 8 * I));
  };
  Add(uint32_t(Distances.size()));
  for (int32_t D : Distances) {
    Add(uint32_t(D));
    Add(0);
  }
  return Bytes;
}

TEST(UnwindTable, FindsFunctions) {
  std::vector<uint8_t> Bytes = table({-4000, -100, 64, 1 << 20});
  UnwindTable T(Bytes.data(), Bytes.size());
  auto Base = reinterpret_cast<uintptr_t>(Bytes.data());
  EXPECT_FALSE(T.isEmpty());
  EXPECT_EQ(T.startOf(Base - 4001), 0u);
  EXPECT_EQ(T.startOf(Base - 4000), Base - 4000);
  EXPECT_EQ(T.startOf(Base - 101), Base - 4000);
  EXPECT_EQ(T.startOf(Base - 100), Base - 100);
  EXPECT_EQ(T.startOf(Base + 63), Base - 100);
  EXPECT_EQ(T.startOf(Base + 64), Base + 64);
  EXPECT_EQ(T.startOf(UINTPTR_MAX), Base + (1 << 20));
}

TEST(UnwindTable, OtherFormsAreEmpty) {
  EXPECT_TRUE(UnwindTable().isEmpty());
  EXPECT_EQ(UnwindTable().startOf(1), 0u);
  EXPECT_TRUE(UnwindTable(nullptr, 100).isEmpty());
  std::vector<uint8_t> Good = table({0, 8});
  for (size_t Size = 0; Size != Good.size(); ++Size)
    EXPECT_TRUE(UnwindTable(Good.data(), Size).isEmpty()) << Size;
  for (size_t I = 0; I != 4; ++I) {
    std::vector<uint8_t> Bytes = Good;
    ++Bytes[I];
    EXPECT_TRUE(UnwindTable(Bytes.data(), Bytes.size()).isEmpty()) << I;
  }
  std::vector<uint8_t> Huge = Good;
  memset(&Huge[8], 0xff, 4);
  EXPECT_TRUE(UnwindTable(Huge.data(), Huge.size()).isEmpty());
}

__attribute__((noinline)) static int someFunction(int N) {
  volatile int Twice = 2 * N;
  return Twice;
}

namespace {
struct Search {
  uintptr_t Address, Start;
};
} // namespace

TEST(UnwindTable, IsThatOfLinkers) {
  auto Visit = [](dl_phdr_info *Info, size_t, void *Data) {
    auto &S = *static_cast<Search *>(Data);
    bool Contains = false;
    UnwindTable Table;
    for (unsigned I = 0; I != Info->dlpi_phnum; ++I) {
      const auto &H = Info->dlpi_phdr[I];
      uintptr_t Begin = Info->dlpi_addr + H.p_vaddr;
      if (H.p_type == PT_LOAD)
        Contains |= S.Address - Begin < H.p_memsz;
      if (H.p_type == PT_GNU_EH_FRAME)
        Table =
            UnwindTable(reinterpret_cast<const uint8_t *>(Begin), H.p_memsz);
    }
    if (Contains)
      S.Start = Table.startOf(S.Address + 1);
    return int(Contains);
  };
  auto Function = reinterpret_cast<uintptr_t>(&someFunction);
  EXPECT_EQ(someFunction(2), 4);
  Search S = {Function, 0};
  dl_iterate_phdr(Visit, &S);
  EXPECT_EQ(S.Start, Function);
}
