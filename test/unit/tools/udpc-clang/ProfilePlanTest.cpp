//===- ProfilePlanTest.cpp - The driver's decisions on profiling ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/unit/tools/udpc-clang/PlanTest.h"

using namespace llvm;
using namespace udpc;

namespace {

class ProfilePlanTest : public PlanTest {};

TEST_F(ProfilePlanTest, TheFlagReachesThePlugin) {
  CommandPlan P = plan("-c a.c -fudpc-profile=counts");
  EXPECT_TRUE(has(P, "-fpass-plugin=/udpc/lib/libudpc.so"));
  EXPECT_TRUE(has(P, "-udpc-profile=counts"));
  EXPECT_TRUE(has(P, "-gmlt"));
  EXPECT_FALSE(has(P, "-fdebug-info-for-profiling"));
  EXPECT_FALSE(has(P, "-fudpc-profile=counts"));
  EXPECT_FALSE(has(P, "-udpc-own-debug-info"));
  EXPECT_FALSE(has(plan("-c a.c -fudpc-profile=cache -g"), "-gmlt"));
  // The last one wins.
  EXPECT_TRUE(has(plan("-c a.c -fudpc-profile=counts -fudpc-profile=cache"),
                  "-udpc-profile=cache"));
}

TEST_F(ProfilePlanTest, VariablesAreThoseOfTheUsersFlags) {
  std::string Own = "-udpc-own-profiling-info";
  std::string Keys = "-c a.c -g -mllvm -x86-discriminate-memops ";
  EXPECT_FALSE(has(plan("-c a.c -g -fudpc-profile=counts"), Own));
  EXPECT_TRUE(has(plan(Keys + "-fudpc-profile=counts"), Own));
  for (const char *Flag :
       {"-fdebug-info-for-profiling ", "-fno-debug-info-for-profiling "})
    EXPECT_FALSE(has(plan(Keys + Flag + "-fudpc-profile=counts"), Own)) << Flag;
}

TEST_F(ProfilePlanTest, TheRuntimeIsLinked) {
  EXPECT_TRUE(
      has(plan("a.c -o a -fudpc-profile=counts"), "/udpc/lib/libudpc_rt.a"));
  for (const char *Word : {"cache", "cache-any-i1", "counts,branches",
                           "cache,calls", "cache,small"})
    EXPECT_TRUE(has(plan(Twine("a.c -o a -fudpc-profile=") + Word),
                    "-Wl,-u,__udpc_simulation"))
        << Word;
  EXPECT_FALSE(has(plan("-shared a.c -o a.so -fudpc-profile=counts"),
                   "/udpc/lib/libudpc_rt.a"));
}

TEST_F(ProfilePlanTest, DebugInfoStaysWithASpecToo) {
  CommandPlan P = plan("-c a.c -fudpc-profile=counts -fudpc-spec=" + Entries);
  EXPECT_TRUE(has(P, "-gmlt"));
  EXPECT_FALSE(has(P, "-udpc-own-debug-info"));
}

TEST_F(ProfilePlanTest, AssemblerSourcesAreNotProfiled) {
  const std::string Says =
      ": assembler code is not profiled; its instructions and memory accesses "
      "are missing in the profile";
  EXPECT_EQ(plan("-c a.s -fudpc-profile=counts").Note, "a.s" + Says);
  EXPECT_EQ(plan("a.c b.S -x assembler c -fudpc-profile=cache").Note,
            "b.S, c" + Says);
  for (const char *Line :
       {"-c a.c -fudpc-profile=counts", "-c a.s",
        "-E a.S -fudpc-profile=counts", "-w -c a.s -fudpc-profile=counts",
        "-S a.S", "a.o -fudpc-profile=counts", "-x c a.s -fudpc-profile=counts",
        "-c conftest.s -fudpc-profile=counts",
        "-c a.s -fudpc-profile=counts -fno-udpc-profile"})
    EXPECT_EQ(plan(Line).Note, "") << Line;
}

TEST_F(ProfilePlanTest, ProfilesNothingWithoutCodeOrWithoutTheFlag) {
  for (const char *Line :
       {"-c a.c", "-c a.c -fudpc-profile=counts -fno-udpc-profile",
        "-c a.c -fudpc-profile=counts -fno-udpc",
        "-E a.c -fudpc-profile=counts", "-c conftest.c -fudpc-profile=counts"})
    EXPECT_FALSE(has(plan(Line), "-udpc-profile=counts")) << Line;
}

TEST_F(ProfilePlanTest, TheEnvironmentMayNameTheProfile) {
  Context.ProfileFromEnv = "counts";
  EXPECT_TRUE(has(plan("-c a.c"), "-udpc-profile=counts"));
  EXPECT_FALSE(has(plan("-c a.c -fno-udpc-profile"), "-udpc-profile=counts"));
  EXPECT_TRUE(has(plan("-c a.c -fudpc-profile=cache"), "-udpc-profile=cache"));
  CommandPlan P = plan("-c a.c -fudpc-spec=" + Entries);
  EXPECT_FALSE(has(P, "-udpc-profile=counts"));
  EXPECT_EQ(P.Warning, "UDPC_PROFILE is ignored where a flag names a spec; use "
                       "-fudpc-profile= as well");
  // The spec's events are still counted.
  Context.SpecFromEnv = Entries;
  EXPECT_TRUE(has(plan("-c a.c -fno-udpc-profile"), "-udpc-spec=" + Entries));
  P = plan("-c a.c -fudpc-profile=counts");
  EXPECT_EQ(P.Warning, "UDPC_SPEC is ignored where a flag names a profile; use "
                       "-fudpc-spec= as well");
  Context.ProfileFromEnv = "all";
  EXPECT_EQ(errorOf({"-c", "a.c"}),
            "UDPC_PROFILE is 'all'; expected counts, cache or cache-any-i1 "
            "and, after commas, branches, calls, jumps, "
            "small or region=<glob>");
}

TEST_F(ProfilePlanTest, NamesMistakes) {
  EXPECT_EQ(errorOf({"-c", "a.c", "-fudpc-profile="}),
            "unknown profile in '-fudpc-profile='; expected counts, cache or "
            "cache-any-i1 and, after commas, branches, calls, jumps, small "
            "or region=<glob>");
  // Only checks of caches can be small.
  EXPECT_NE(errorOf({"-c", "a.c", "-fudpc-profile=counts,small"}), "");
  EXPECT_EQ(errorOf({"a.c", "-flto", "-fudpc-profile=counts"}),
            "-fudpc-profile with -flto needs the linker lld; add "
            "-fuse-ld=lld");
  EXPECT_EQ(errorOf({"a.c", "-flto", "-fuse-ld=lld", "-fudpc-profile=counts"}),
            "");
}

} // namespace
