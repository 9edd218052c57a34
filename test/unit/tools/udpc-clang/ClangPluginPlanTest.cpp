//===- ClangPluginPlanTest.cpp - When clang loads the clang plugin --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/unit/tools/udpc-clang/PlanTest.h"

using namespace llvm;
using namespace udpc;

namespace {
class ClangPluginPlanTest : public PlanTest {};
} // namespace

TEST_F(ClangPluginPlanTest, LoadsItOnlyWhereItIsNeeded) {
  Context.ClangPlugin = "/udpc/lib/libudpc-clang.so";
  std::string Load = "-fplugin=/udpc/lib/libudpc-clang.so";
  std::string Marks =
      write("marks", "version: 1\nevents:\n- {event: e, mark: m}\n");
  std::string Plain = write("plain", "int f;\n", "c");
  std::string Marked = write("marked", "[[udpc::event(\"m\")]] ;\n", "c");

  // The spec needs it.
  for (const char *Step :
       {"-c a.c", "a.c -o a", "-S a.cpp", "-E a.c", "-fsyntax-only a.c",
        "-x c -c -", "-c a.h", "-x c++-header -c a"}) {
    CommandPlan P = plan(Twine(Step) + " -fudpc-spec=" + Marks);
    EXPECT_TRUE(has(P, Load)) << Step;
    EXPECT_TRUE(has(P, "-fplugin-arg-udpc-spec=" + Marks)) << Step;
    EXPECT_TRUE(P.LoadsClangPlugin) << Step;
    EXPECT_EQ(count(P.Args, "-Wno-error=backend-plugin"), 1) << Step;
  }
  for (const char *Step :
       {"-c a.ll", "-c a.bc", "-c a.s", "a.o -o a", "-c conftest.c",
        "-c a.c -fno-udpc", "-x ir -c a", "-x assembler -c a.c"})
    EXPECT_FALSE(has(plan(Twine("-fudpc-spec=" + Marks + " ") + Step), Load))
        << Step;
  // The source needs it.
  EXPECT_FALSE(has(plan("-c " + Plain + " -fudpc-spec=" + Entries), Load));
  EXPECT_TRUE(has(plan("-c " + Marked + " -fudpc-spec=" + Entries), Load));
  EXPECT_FALSE(has(plan("-c " + Marked), Load));
  // An invalid spec needs nothing.
  std::string Broken = write("broken", "version: 1\nevents: [\n");
  EXPECT_FALSE(has(plan("-c " + Plain + " -fudpc-spec=" + Broken), Load));
  // The user requests it.
  for (const char *Name : {"libudpc-clang.so", "/other/libudpc-clang.so"}) {
    CommandPlan P = plan(Twine("-c a.c -fplugin=") + Name);
    EXPECT_EQ(count(P.Args, Load), 1);
    EXPECT_EQ(
        count_if(P.Args, [](StringRef A) { return A.starts_with("-fplugin"); }),
        1);
  }
  // The plugin does not exist.
  Context.ClangPlugin = "";
  EXPECT_FALSE(plan("-c a.c -fudpc-spec=" + Marks).LoadsClangPlugin);
}

TEST_F(ClangPluginPlanTest, ItCollectsCommentsForLines) {
  Context.ClangPlugin = "/udpc/lib/libudpc-clang.so";
  StringRef Option = "-emptyline-comment-coverage=0";
  CommandPlan P = plan("-c a.c -fudpc-spec=" + Lines);
  EXPECT_TRUE(P.LoadsClangPlugin);
  EXPECT_TRUE(has(P, "-fplugin-arg-udpc-lines"));
  EXPECT_TRUE(has(P, Option));
  for (const std::string &Line :
       {"-c a.c -fudpc-spec=" + Entries,
        "-c a.c -fprofile-instr-generate -fcoverage-mapping -fudpc-spec=" +
            Lines,
        // clang takes its option once.
        "-c a.c -mllvm -emptyline-comment-coverage=1 -fudpc-spec=" + Lines,
        "-c a.c -Xclang -mllvm -Xclang -system-headers-coverage -fudpc-spec=" +
            Lines}) {
    P = plan(Line);
    EXPECT_FALSE(has(P, "-fplugin-arg-udpc-lines")) << Line;
    EXPECT_FALSE(has(P, Option)) << Line;
  }
}
