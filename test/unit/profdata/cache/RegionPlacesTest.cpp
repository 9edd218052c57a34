//===- RegionPlacesTest.cpp -----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/cache/RegionPlaces.h"
#include "gtest/gtest.h"
#include <cstring>

using namespace llvm;
using namespace udpc;

static const RegionPlace Load = {
    "s.yaml", 7, "load", "load.begin, in: f", udpc::abi::RegionPlaceKind::Begin,
    2,        0};
static const RegionPlace Option = {
    "", 0, "", "ns::*", udpc::abi::RegionPlaceKind::Function, 3, 1};

TEST(RegionPlaces, AreReadAsWritten) {
  std::string Bytes = Load.encode() + Option.encode();
  EXPECT_EQ(Bytes.size() % 8, 0u);
  Expected<std::vector<RegionPlace>> Places = RegionPlace::decodeSection(Bytes);
  ASSERT_TRUE(bool(Places)) << toString(Places.takeError());
  ASSERT_EQ(Places->size(), 2u);
  const RegionPlace &First = (*Places)[0], &Second = (*Places)[1];
  EXPECT_EQ(First.SpecFile, "s.yaml");
  EXPECT_EQ(First.SpecLine, 7u);
  EXPECT_EQ(First.Region, "load");
  EXPECT_EQ(First.Pattern, "load.begin, in: f");
  EXPECT_EQ(First.Kind, udpc::abi::RegionPlaceKind::Begin);
  EXPECT_EQ(First.NumPlaces, 2u);
  EXPECT_EQ(Second.SpecFile, "");
  EXPECT_EQ(Second.NumInlined, 1u);
}

TEST(RegionPlaces, DamageIsAnError) {
  std::string Bytes = Load.encode();
  EXPECT_TRUE(RegionPlace::decodeSection("")->empty());
  for (size_t Size = 1; Size != Bytes.size(); ++Size)
    EXPECT_TRUE(errorToBool(
        RegionPlace::decodeSection(StringRef(Bytes).take_front(Size))
            .takeError()))
        << Size;
  std::string WithoutEnd = Bytes;
  for (size_t I = sizeof(udpc::abi::RegionPlaceRec); I != Bytes.size(); ++I)
    WithoutEnd[I] = 'x';
  EXPECT_TRUE(errorToBool(RegionPlace::decodeSection(WithoutEnd).takeError()));
  std::string OtherKind = Bytes;
  OtherKind[offsetof(udpc::abi::RegionPlaceRec, Kind)] = 3;
  EXPECT_TRUE(errorToBool(RegionPlace::decodeSection(OtherKind).takeError()));
}
