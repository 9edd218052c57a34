//===- UnitFileTest.cpp - Damaged files of an emulated unit ---------------===//
//
// What whole ones give is in test/lit/udpc/sites.test.
//
//===----------------------------------------------------------------------===//

#include "profdata/UnitFile.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

static std::string errorOf(StringRef Text) {
  auto Counts = parseUnitFile(MemoryBufferRef(Text, "unit.json"));
  return Counts ? "" : toString(Counts.takeError());
}

TEST(UnitFile, ReadsCounts) {
  auto Counts = cantFail(parseUnitFile(
      {"{\"version\":1,\"counters\":[{\"counter\":7,\"count\":-3}]}", "u"}));
  ASSERT_EQ(Counts.size(), 1u);
  EXPECT_EQ(Counts[0].Counter, 7);
  EXPECT_EQ(Counts[0].Count, -3);
}

/// LLVM's parser calls itself for each bracket.
TEST(UnitFile, RefusesDeepNesting) {
  EXPECT_EQ(errorOf(std::string(4000000, '[')),
            "unit.json: nested too deeply; not the file of a udpc unit");
  // Brackets in strings are none.
  EXPECT_NE(errorOf("\"\\\"" + std::string(1000, '[') + "\"").find("version 1"),
            std::string::npos);
}
