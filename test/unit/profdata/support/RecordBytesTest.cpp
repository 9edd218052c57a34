//===- RecordBytesTest.cpp - Tests of the reader of records ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/support/RecordBytes.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

TEST(RecordBytes, ReadsWhatWasAppended) {
  std::string Bytes;
  for (uint32_t N : {1u, 2u, 3u})
    appendRecord(Bytes, N);
  Bytes += "text";
  RecordCursor C(Bytes);
  uint32_t First = 0;
  std::vector<uint32_t> Others;
  StringRef Text;
  ASSERT_TRUE(C.read(First) && C.read(2, Others) && C.take(4, Text));
  EXPECT_EQ(First, 1u);
  EXPECT_EQ(Others, (std::vector<uint32_t>{2, 3}));
  EXPECT_EQ(Text, "text");
  EXPECT_TRUE(C.rest().empty());
}

TEST(RecordBytes, ReadsNothingBeyondTheEnd) {
  const uint64_t Number = 0;
  StringRef Bytes(reinterpret_cast<const char *>(&Number), 7);
  RecordCursor C(Bytes);
  uint64_t N;
  std::vector<uint32_t> Copies;
  ArrayRef<uint32_t> Views;
  StringRef Text;
  EXPECT_FALSE(C.read(N));
  // The product of this number and the size overflows to 4.
  for (uint64_t Count : {uint64_t(2), (uint64_t(1) << 62) + 1}) {
    EXPECT_FALSE(C.read(Count, Copies));
    EXPECT_FALSE(C.view(Count, Views));
  }
  EXPECT_FALSE(C.take(8, Text));
  EXPECT_EQ(C.rest().size(), 7u);
  EXPECT_TRUE(C.view(1, Views));
  EXPECT_EQ(Views.size(), 1u);
}
