//===- StoredKeysTest.cpp -----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/binary/operations/StoredKeys.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

namespace {

/// Bytes from numbers and text.
std::string bytes(std::initializer_list<int> Numbers) {
  return std::string(Numbers.begin(), Numbers.end());
}

/// A part with its length.
std::string part(const std::string &Rest) {
  return bytes({int(Rest.size()), 0, 0, 0}) + Rest;
}

/// Functions f, from line 7, and g, inlined 2.1 lines into it; addresses have 4
/// bytes.
std::string head(int DistanceSize = 0) {
  return bytes({1, 0, 4, DistanceSize, 2, 'f', 0, 'g', 0}) +
         bytes({2, 0, 0, 7, 0, 1, 1, 2, 1});
}

std::string keyAt(const StoredKeys &Keys, uint64_t Address) {
  std::optional<MemoryOperationKey> Key = Keys.at(Address);
  return Key ? Key->text() : "none";
}

std::string errorOf(const std::string &Contents) {
  Expected<StoredKeys> Keys = StoredKeys::parse(Contents, true);
  return Keys ? "" : toString(Keys.takeError());
}

} // namespace

TEST(StoredKeys, FollowContiguousCode) {
  Expected<StoredKeys> Keys =
      StoredKeys::parse(part(head() + bytes({0, 16, 0, 0, 3}) +
                             // f:5, g:1.2 4 bytes on, f:9 another 8 bytes on.
                             bytes({0, 5, 0, 4, 1, 0x7c, 2, 8, 0x7f, 8, 0})),
                        true);
  ASSERT_TRUE(bool(Keys)) << toString(Keys.takeError());
  EXPECT_EQ(keyAt(*Keys, 0x1000), "f:5");
  EXPECT_EQ(keyAt(*Keys, 0x1004), "f:2.1 @ g:1.2");
  EXPECT_EQ(keyAt(*Keys, 0x100c), "f:9");
  EXPECT_EQ(keyAt(*Keys, 0x1002), "none");
  EXPECT_TRUE(Keys->covers(0x1002, ""));
  EXPECT_FALSE(Keys->covers(0xfff, "g"));
  EXPECT_TRUE(Keys->covers(0xfff, "f"));
  EXPECT_FALSE(Keys->covers(0x100d, ""));
  EXPECT_EQ(Keys->startLine(0x1004), 7u);
}

TEST(StoredKeys, AreThoseOfAllObjects) {
  std::string Own =
      head(4) + bytes({0, 16, 0, 0, 2, 0, 5, 0}) + bytes({4, 0, 0, 0, 0, 0, 1});
  // The code of the second part is the first's, that of the third discarded.
  std::string Same = head() + bytes({0, 16, 0, 0, 1, 1, 3, 9});
  std::string Gone = head() + bytes({0, 0, 0, 0, 1, 0, 3, 9});
  std::string Other = head() + bytes({0, 1, 0, 0, 1, 1, 3, 0});
  Expected<StoredKeys> Keys = StoredKeys::parse(
      part(Own) + part(Same) + bytes({0, 0, 0, 0}) + part(Gone) + part(Other),
      true);
  ASSERT_TRUE(bool(Keys)) << toString(Keys.takeError());
  EXPECT_EQ(keyAt(*Keys, 0x1000), "f:5");
  EXPECT_EQ(keyAt(*Keys, 0x1004), "f:5.1");
  EXPECT_EQ(keyAt(*Keys, 0x100), "f:2.1 @ g:3");
  EXPECT_EQ(keyAt(*Keys, 0), "none");
  EXPECT_FALSE(Keys->covers(0, ""));
}

TEST(StoredKeys, AreEmptyWithoutASection) {
  Expected<StoredKeys> Keys = StoredKeys::parse("", true);
  ASSERT_TRUE(bool(Keys)) << toString(Keys.takeError());
  EXPECT_TRUE(Keys->empty());
  EXPECT_EQ(keyAt(*Keys, 0), "none");
  EXPECT_FALSE(Keys->covers(0, "f"));
}

TEST(StoredKeys, DamagedSectionsAreErrors) {
  std::string Good = head() + bytes({0, 16, 0, 0, 1, 0, 5, 0});
  EXPECT_EQ(errorOf(part(Good)), "");
  const char *Damaged = "its section .debug_udpc_keys is damaged";
  // Cut off anywhere, with the length of the whole and with its own.
  for (size_t Size = 1; Size != Good.size(); ++Size) {
    EXPECT_EQ(errorOf(part(Good).substr(0, Size + 4)), Damaged) << Size;
    // Without groups it is whole.
    if (Size != head().size())
      EXPECT_EQ(errorOf(part(Good.substr(0, Size))), Damaged) << Size;
  }
  for (size_t Size = 1; Size != 4; ++Size)
    EXPECT_EQ(errorOf(part(Good).substr(0, Size)), Damaged) << Size;
  auto With = [&](size_t Index, char Value) {
    std::string Bad = Good;
    Bad[Index] = Value;
    return errorOf(part(Bad));
  };
  EXPECT_EQ(With(0, 2), "its section .debug_udpc_keys has version 2, and this "
                        "is for 1: use the udpc that compiled it");
  EXPECT_EQ(With(2, 3), Damaged);  // Size of addresses.
  EXPECT_EQ(With(3, 2), Damaged);  // Size of distances.
  EXPECT_EQ(With(4, 99), Damaged); // Number of names.
  EXPECT_EQ(With(9, 99), Damaged); // Number of scopes.
  EXPECT_EQ(With(10, 1), Damaged); // A scope that is its own parent.
  EXPECT_EQ(With(15, 2), Damaged); // A name beyond the last.
  size_t Group = head().size();
  EXPECT_EQ(With(Group + 4, 9), Damaged);    // Number of operations.
  EXPECT_EQ(With(Group + 5, 2), Damaged);    // A scope beyond the last.
  EXPECT_EQ(With(Group + 5, 0x7f), Damaged); // A negative one.
  EXPECT_EQ(With(Group + 6, 0x7f), Damaged); // A negative line offset.
}
