// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/base/Crc32.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/CRC.h"
#include "gtest/gtest.h"
#include <vector>

using namespace udpc;

TEST(Crc32, HasTheKnownValue) {
  EXPECT_EQ(rt::crc32(0, "123456789", 9), 0xCBF43926u);
  EXPECT_EQ(rt::crc32(0, "", 0), 0u);
}

// The reader of profiles uses LLVM's function.
TEST(Crc32, EqualsLLVMsInPartsAtAnyOffset) {
  std::vector<uint8_t> Data(1000);
  for (size_t I = 0; I != Data.size(); ++I)
    Data[I] = static_cast<uint8_t>(I * I * 31 + 7);
  for (size_t Split = 0; Split <= Data.size(); Split += 13) {
    uint32_t Crc = rt::crc32(0, Data.data(), Split);
    Crc = rt::crc32(Crc, Data.data() + Split, Data.size() - Split);
    EXPECT_EQ(Crc, llvm::crc32(llvm::ArrayRef<uint8_t>(Data))) << Split;
  }
}

// Long ones are computed in another way, from some size on.
TEST(Crc32, EqualsLLVMsOfLongData) {
  std::vector<uint8_t> Data(100000);
  for (size_t I = 0; I != Data.size(); ++I)
    Data[I] = static_cast<uint8_t>(I * I * 31 + I / 256 * 13 + 7);
  for (size_t Size :
       {16384, 32767, 32768, 32769, 32831, 32832, 50001, 65535, 65536, 99983})
    for (size_t Start : {0, 1, 8, 15}) {
      uint32_t Crc = rt::crc32(0, Data.data(), Start);
      EXPECT_EQ(
          rt::crc32(Crc, Data.data() + Start, Size),
          llvm::crc32(llvm::ArrayRef<uint8_t>(Data).take_front(Start + Size)))
          << Size << ' ' << Start;
    }
}
