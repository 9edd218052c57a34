//===- FormatDocTest.cpp - The pages on formats name their versions -------===//

#include "udpc/abi.h"
#include "udpc/continuous.h"
#include "udpc/costs.h"
#include "udpc/log.h"
#include "udpc/plan.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace llvm;

static void expectText(StringRef Page, const std::string &Text) {
  auto Buffer = MemoryBuffer::getFile(UDPC_DOCS + ("/" + Page).str());
  ASSERT_TRUE(bool(Buffer)) << Page.str();
  EXPECT_TRUE((*Buffer)->getBuffer().contains(Text))
      << Page.str() << ": " << Text;
}

TEST(FormatDoc, NamesTheVersions) {
  using std::to_string;
  expectText("profile-format.md",
             "| Version | " + to_string(udpc::abi::ProfileVersion) + " |");
  expectText("profile-format.md", "u32 Magic (`UDPT`), u32 Version (" +
                                      to_string(udpc::abi::Version) + ")");
  expectText("profile-format.md", "u32 Version (" +
                                      to_string(udpc::abi::ContinuousVersion) +
                                      "), u32 CommandSize");
  expectText("log-format.md",
             "u32 Version (" + to_string(udpc::log::Version) + ")");
  expectText("plan-format.md",
             "u32 Version (" + to_string(udpc::plan::Version) + ")");
  expectText("cache-profile-format.md", "u32 Magic (`UDPC`), u32 Version (" +
                                            to_string(udpc::abi::CostVersion) +
                                            ")");
  expectText("cache-profile-format.md",
             "The version is " + to_string(udpc::abi::CacheProfileVersion) +
                 ";");
}
