//===- FrontEndNeedsTest.cpp - What a spec asks of the front end ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "spec/FrontEndNeeds.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

static EventSpec parse(const std::string &Entries) {
  std::string Text = "version: 1\nevents:\n" + Entries;
  return cantFail(EventSpec::parse(MemoryBufferRef(Text, "spec.yaml")));
}

static bool needs(const std::string &Place) {
  return needsFrontEnd(parse("- {event: e, " + Place + "}\n"));
}

TEST(FrontEndNeeds, SignaturesNeedIt) {
  for (const char *Glob :
       {"f(int)", "f(int fd, *", "f()", "*(*Request*)", "f(*) const",
        "max(*) [T = int]", "int f(*", "unsigned long f", "S::operator()(int*",
        "Box<int, 3> f(*"})
    EXPECT_TRUE(needs("entry: \"" + std::string(Glob) + "\"")) << Glob;
  for (const char *Glob :
       {"*", "f", "f(*", "f(*)", "ns::*::f(*", "S::operator()",
        "S::operator()(*", "operator new", "operator new(*", "Box<int, 3>::f(*",
        "mangled:f(int)"})
    EXPECT_FALSE(needs("entry: \"" + std::string(Glob) + "\"")) << Glob;
  EXPECT_TRUE(needs("loop: executions, in: \"f(int)\""));
  EXPECT_FALSE(needs("loop: executions, in: f"));
}

TEST(FrontEndNeeds, SomeKindsNeedIt) {
  EXPECT_TRUE(needs("mark: m"));
  EXPECT_TRUE(needs("spin: executions, named: q"));
  EXPECT_TRUE(needs("return: f, at: \"a.c:3\""));
  EXPECT_FALSE(needs("spin: executions"));
  EXPECT_FALSE(needs("return: f"));
  EXPECT_FALSE(needs("line: \"a(b).c:3\""));
  EXPECT_FALSE(needsFrontEnd(parse("- {event: e, entry: f}\n")));
}

TEST(FrontEndNeeds, FindsNearNames) {
  EventSpec Spec = parse("- {event: slow_path, mark: slow_path}\n"
                         "- event: n\n"
                         "  mark: \"net.*\"\n"
                         "- event: q\n"
                         "  named: queue\n"
                         "  spin: iterations\n"
                         "- {event: h, mark: hit}\n");
  auto Near = nearName(Spec, "slow_pth", false);
  ASSERT_TRUE(Near);
  EXPECT_EQ(Near->Name, "slow_path");
  EXPECT_EQ(Near->Line, 3u);
  EXPECT_EQ(Near->Column, 28u);
  Near = nearName(Spec, "quene", true);
  ASSERT_TRUE(Near);
  EXPECT_EQ(Near->Name, "queue");
  EXPECT_EQ(Near->Line, 7u);
  EXPECT_EQ(Near->Column, 10u);
  // A difference in case is a typing error in names of any length.
  EXPECT_TRUE(nearName(Spec, "HIT", false));
  // Names that are chosen, short, different, or of the other kind.
  for (const char *Name :
       {"slow_path", "net.send", "hut", "queue", "fast_road"})
    EXPECT_FALSE(nearName(Spec, Name, false)) << Name;
  EXPECT_FALSE(nearName(Spec, "slow_pth", true));
}
