//===- CounterFileTest.cpp - Damaged files of an emulated unit ------------===//
//
// test/lit/udpc/sites.test reads valid files.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "profdata/events/CounterFile.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

static std::string errorOf(StringRef Text) {
  auto Counts = parseCounterFile(MemoryBufferRef(Text, "unit.json"));
  return Counts ? "" : toString(Counts.takeError());
}

TEST(CounterFile, ReadsCounts) {
  auto Counts = cantFail(parseCounterFile(
      {"{\"version\":1,\"counters\":[{\"counter\":7,\"count\":-3}]}", "u"}));
  ASSERT_EQ(Counts.size(), 1u);
  EXPECT_EQ(Counts[0].Counter, 7);
  EXPECT_EQ(Counts[0].Count, -3);
}

/// LLVM's parser calls itself for each bracket.
TEST(CounterFile, RefusesDeepNesting) {
  EXPECT_EQ(errorOf(std::string(4000000, '[')), "unit.json: nested too deeply");
  // Brackets in strings do not nest.
  EXPECT_NE(errorOf("\"\\\"" + std::string(1000, '[') + "\"").find("version 1"),
            std::string::npos);
}
