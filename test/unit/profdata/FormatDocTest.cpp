//===- FormatDocTest.cpp - The pages on formats name their versions -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "udpc/abi.h"
#include "udpc/cache_profile.h"
#include "udpc/continuous.h"
#include "udpc/log.h"
#include "udpc/plan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace llvm;

/// Expects \p Text in the page, wherever its lines end.
static void expectText(const std::string &Text) {
  auto Page = MemoryBuffer::getFile(UDPC_DOCS "/formats.md");
  ASSERT_TRUE(bool(Page));
  std::string Words = (*Page)->getBuffer().str();
  llvm::replace(Words, '\n', ' ');
  EXPECT_TRUE(StringRef(Words).contains(Text)) << Text;
}

TEST(FormatDoc, NamesTheVersions) {
  using std::to_string;
  expectText("8 bytes Magic (`udpcprof`), u32 Version (" +
             to_string(udpc::abi::ProfileVersion) + ")");
  expectText("u32 Magic (`UDPT`), u32 Version (" +
             to_string(udpc::abi::Version) + ")");
  expectText("Magic (`udpccont`), u32 Version (" +
             to_string(udpc::abi::ContinuousVersion) + "), u32 CommandSize");
  expectText("1 Start | u32 Version (" + to_string(udpc::log::Version) + ")");
  expectText("Magic (`udpcplan`), u32 Version (" +
             to_string(udpc::plan::Version) + ")");
  expectText("u32 Magic (`UDPC`), u32 Version (" +
             to_string(udpc::abi::CostVersion) + ")");
  expectText("The version is " + to_string(udpc::abi::CacheProfileVersion) +
             ";");
}
