//===- DebugInfoPlanTest.cpp - The driver's decisions on debug info -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/unit/tools/udpc-clang/PlanTest.h"

using namespace llvm;
using namespace udpc;

namespace {
class DebugInfoPlanTest : public PlanTest {};
} // namespace

TEST_F(DebugInfoPlanTest, DebugInfoIsWhatPlacesNeed) {
  auto DebugInfo = [&](const Twine &Line) {
    CommandPlan P = plan("-c a.c " + Line);
    std::string Found;
    for (StringRef Flag :
         {"-gline-tables-only", "-gno-column-info", "-gno-key-instructions",
          "-gsrc-hash=none", "-udpc-own-debug-info"})
      Found += has(P, Flag) ? '1' : '0';
    return Found;
  };
  auto SpecOf = [&](const Twine &Entry) {
    std::string Text = ("version: 1\nevents:\n" + Entry).str();
    return "-fudpc-spec=" + write("places", Text);
  };
  std::string Function = "-fudpc-spec=" + Entries;
  EXPECT_EQ(DebugInfo(Function), "11111");
  EXPECT_EQ(DebugInfo(SpecOf("- {event: e, return: f}\n"
                             "- {event: e, unwind: f}\n"
                             "- {event: e, line: 'a.c:1'}\n")),
            "11111");
  EXPECT_EQ(DebugInfo("-fudpc-spec=" + Lines), "00000");
  for (StringRef Entry :
       {"- {event: e, loop: executions, in: f}\n", "- {event: e, mark: m}\n",
        "- {event: e, return: f, at: 'a.c:1'}\n",
        "- {event: e, entry: f, fidelity: transparent}\n",
        "- {event: e, line: 'a.c:1', fidelity: transparent}\n",
        "- broken: [\n"})
    EXPECT_EQ(DebugInfo(SpecOf(Entry)), "10001") << Entry.str();
  for (const char *Flag :
       {"-Rpass=udpc", "-Rpass-missed=inline", "-Reverything",
        "-Xclang -opt-record-file -Xclang a.yaml",
        "-fsave-optimization-record -fno-save-optimization-record"})
    EXPECT_EQ(DebugInfo(Function + " " + Flag), "10001") << Flag;
  EXPECT_EQ(DebugInfo(Function + " -g"), "00000");
}

TEST_F(DebugInfoPlanTest, DebugInfoIsAddedWhereThereIsNone) {
  for (const char *With :
       {"-g", "-g3", "-ggdb", "-gdwarf-4", "-gmlt", "-g0 -g", "-gdwarf64",
        "-gdwarf32", "-gcodeview", "--debug", "-gmodules", "-gmodules -g0",
        "-fsave-optimization-record", "-foptimization-record-file=a.yaml -g0",
        "-Xclang -debug-info-kind=limited"})
    EXPECT_FALSE(has(plan(Twine("-c a.c ") + With + " -fudpc-spec=" + Entries),
                     "-udpc-own-debug-info"))
        << With;
  for (const char *Without :
       {"", "-g0", "-g -g0", "-gz", "-gsplit-dwarf", "-gno-column-info",
        "-grecord-command-line", "-gdwarf-aranges"})
    EXPECT_TRUE(
        has(plan(Twine("-c a.c ") + Without + " -fudpc-spec=" + Entries),
            "-udpc-own-debug-info"))
        << Without;
  // It is in the input, or clang keeps places itself.
  for (const char *Without :
       {"-c a.ll", "-c a.bc", "-c -x ir a", "-c -fstack-usage a.c"})
    EXPECT_FALSE(has(plan(Twine(Without) + " -fudpc-spec=" + Entries),
                     "-udpc-own-debug-info"))
        << Without;
}
