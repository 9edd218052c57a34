//===- ComponentTest.cpp --------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/Component.h"
#include "tools/udpc/export/ExportFormats.h"
#include "tools/udpc/log/view/CounterLogs.h"
#include "tools/udpc/process/SitePlanner.h"
#include <gtest/gtest.h>

using namespace llvm;

namespace udpc {
namespace {

TEST(ComponentTest, CoreHasNoFunctionOfComponents) {
  EXPECT_EQ(PlanSites, nullptr);
  EXPECT_EQ(PrintCounterLogs, nullptr);
  EXPECT_EQ(WriteRows, nullptr);
}

TEST(ComponentTest, CoreHasNoCommandOfComponents) {
  EXPECT_FALSE(commands().empty());
  for (const Command *C : commands())
    EXPECT_EQ(findComponentCommand(C->name()), nullptr) << C->name().str();
}

TEST(ComponentTest, FindsCommands) {
  ASSERT_NE(findComponentCommand("query"), nullptr);
  EXPECT_EQ(findComponentCommand("query")->Of, Component::Fleet);
  EXPECT_EQ(findComponentCommand("report"), nullptr);
}

// There is no program of a component beside that of the tests.
TEST(ComponentTest, ErrorNamesThePackage) {
  ASSERT_FALSE(isInstalled(Component::Fleet));
  std::string Message = toString(continueIn(Component::Fleet, "query"));
  EXPECT_EQ(Message, "query needs the package udpc-22-fleet, or a build with "
                     "UDPC_FLEET=ON");
}

TEST(ComponentTest, HelpHasNoCommandThatIsNotInstalled) {
  std::string Text;
  raw_string_ostream OS(Text);
  printHelp(OS);
  EXPECT_NE(Text.find("  report "), std::string::npos);
  EXPECT_EQ(Text.find("  query "), std::string::npos);
  EXPECT_EQ(Text.find("Profiles of many machines"), std::string::npos);
}

} // namespace
} // namespace udpc
