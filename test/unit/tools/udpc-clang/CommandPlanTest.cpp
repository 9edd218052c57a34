//===- CommandPlanTest.cpp - The driver's decisions -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/unit/tools/udpc-clang/PlanTest.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace udpc;

namespace {
class CommandPlanTest : public PlanTest {};
} // namespace

TEST_F(CommandPlanTest, WithoutSpecNothingChanges) {
  for (StringRef Line : {"-c a.c -O2 -o a.o", "a.o -lm -o a", "-E a.c",
                         "--version", "-v", "-c -x c - -Xclang -fno-udpc"}) {
    CommandPlan P = plan(Line);
    EXPECT_EQ(join(P.Args, " "), Line);
    EXPECT_FALSE(P.hasWorkAfter());
  }
}

TEST_F(CommandPlanTest, CompilationGetsThePlugin) {
  CommandPlan P = plan("-c a.c -fudpc-spec=" + Entries);
  EXPECT_TRUE(has(P, "-fpass-plugin=/udpc/lib/libudpc.so"));
  EXPECT_TRUE(has(P, "-udpc-spec=" + Entries));
  EXPECT_TRUE(has(P, "-Wno-error=backend-plugin"));
  EXPECT_FALSE(has(P, "-udpc-own-coverage"));
  EXPECT_FALSE(has(P, "/udpc/lib/libudpc_rt.a"));
  EXPECT_EQ(P.Args.back(), "--end-no-unused-arguments");
  EXPECT_FALSE(P.hasWorkAfter());
}

TEST_F(CommandPlanTest, OnlyLinesNeedCoverage) {
  EXPECT_TRUE(has(plan("-c a.c -fudpc-spec=" + Lines), "-udpc-own-coverage"));
  for (const char *Own :
       {"-fprofile-instr-generate -fcoverage-mapping", "-fprofile-generate",
        "-fprofile-instr-generate=x.profraw", "-fcs-profile-generate=d"})
    EXPECT_FALSE(has(plan(Twine("-c a.c ") + Own + " -fudpc-spec=" + Lines),
                     "-udpc-own-coverage"))
        << Own;
}

TEST_F(CommandPlanTest, LibrariesBringTheSharedRuntime) {
  std::string Spec = " -fudpc-spec=" + Entries;
  for (const std::string &Line :
       {std::string("-shared b.o -ludpc_rt -o libb.so"), "-shared b.o" + Spec,
        "-shared b.o -nostdlib -ludpc_rt" + Spec,
        "-shared b.o -fno-udpc-runtime -ludpc_rt" + Spec,
        std::string("-shared b.o -fudpc-profile=counts")}) {
    CommandPlan P = plan(Line);
    EXPECT_TRUE(has(P, "/udpc/lib/udpc/libudpc_rt.so")) << Line;
    EXPECT_TRUE(has(P, "-Wl,-rpath,/udpc/lib/udpc")) << Line;
    EXPECT_FALSE(has(P, "/udpc/lib/libudpc_rt.a")) << Line;
    EXPECT_FALSE(has(P, "-ludpc_rt")) << Line;
  }
  for (const std::string &Line :
       {std::string("-shared b.o"), std::string("-r b.o -ludpc_rt"),
        std::string("b.o -ludpc_rt"), std::string("-shared -c b.c -ludpc_rt"),
        "-shared b.o -nostdlib" + Spec, "-shared b.o -fno-udpc-runtime" + Spec,
        "-shared b.o -ludpc_rt -fno-udpc-runtime" + Spec,
        "--target=riscv64-linux-gnu -shared b.o" + Spec})
    EXPECT_FALSE(has(plan(Line), "/udpc/lib/udpc/libudpc_rt.so")) << Line;
  EXPECT_EQ(
      errorOf({"--target=riscv64-linux-gnu", "-shared", "b.o", "-ludpc_rt"}),
      "no shared runtime for riscv64; link the library without "
      "-ludpc_rt, and its program with it");
}

TEST_F(CommandPlanTest, ContinuousIsForLinksOfExecutables) {
  for (const std::string &Line :
       {std::string("a.o -ludpc_rt -fudpc-continuous"),
        "-fudpc-continuous a.c -fudpc-spec=" + Entries}) {
    CommandPlan P = plan(Line);
    EXPECT_TRUE(has(P, "-Wl,-u,__udpc_slot_pages")) << Line;
    EXPECT_TRUE(has(P, "/udpc/lib/udpc/continuous.ld")) << Line;
    EXPECT_FALSE(has(P, "-fudpc-continuous")) << Line;
  }
  for (StringRef Line :
       {"a.o -ludpc_rt", "-shared a.o -ludpc_rt -fudpc-continuous",
        "-r a.o -fudpc-continuous", "-c a.c -fudpc-continuous"})
    EXPECT_FALSE(has(plan(Line), "/udpc/lib/udpc/continuous.ld")) << Line.str();
}

TEST_F(CommandPlanTest, FibersAreForCodeThatCounts) {
  for (const std::string &Line :
       {"-c a.c -fudpc-fibers -fudpc-spec=" + Entries,
        std::string("-c a.c -fudpc-profile=counts -fudpc-fibers")}) {
    CommandPlan P = plan(Line);
    EXPECT_TRUE(has(P, "-udpc-fibers")) << Line;
    EXPECT_FALSE(has(P, "-fudpc-fibers")) << Line;
  }
  EXPECT_FALSE(has(plan("-c a.c -fudpc-fibers"), "-udpc-fibers"));
  EXPECT_FALSE(has(plan("-c a.c -fudpc-spec=" + Entries), "-udpc-fibers"));
}

TEST_F(CommandPlanTest, TheBarePluginNameIsReplaced) {
  for (const char *Name : {"libudpc.so", "./libudpc.so", "/old/libudpc.so"}) {
    CommandPlan P =
        plan(Twine("-c a.c -fpass-plugin=") + Name + " -fudpc-spec=" + Entries);
    EXPECT_EQ(
        count_if(P.Args,
                 [](StringRef A) { return A.starts_with("-fpass-plugin="); }),
        1);
  }
  EXPECT_TRUE(
      has(plan("-c a.c -fpass-plugin=other.so"), "-fpass-plugin=other.so"));
}

TEST_F(CommandPlanTest, ValuesOfOptionsAreNoInputsAndNoFlags) {
  EXPECT_FALSE(has(plan("-c -o a.c b.s -fudpc-spec=" + Entries),
                   "-fpass-plugin=/udpc/lib/libudpc.so"));
  CommandPlan P =
      plan("-c a.c -Xclang -fno-udpc -D -fudpc-x -fudpc-spec=" + Entries);
  EXPECT_TRUE(has(P, "-udpc-spec=" + Entries));
  EXPECT_TRUE(has(P, "-fno-udpc"));
}

TEST_F(CommandPlanTest, LanguageOverridesTheName) {
  StringRef Plugin = "-fpass-plugin=/udpc/lib/libudpc.so";
  EXPECT_TRUE(has(plan("-c -x c++ a.s -fudpc-spec=" + Entries), Plugin));
  EXPECT_TRUE(has(plan("-c -xc - -fudpc-spec=" + Entries), Plugin));
  EXPECT_FALSE(has(plan("-c -x assembler a.c -fudpc-spec=" + Entries), Plugin));
  EXPECT_FALSE(has(plan("-x c++-header a.h -fudpc-spec=" + Entries), Plugin));
  EXPECT_TRUE(has(plan("-c -x none a.c -fudpc-spec=" + Entries), Plugin));
}

TEST_F(CommandPlanTest, ExecutablesGetTheRuntime) {
  CommandPlan P = plan("a.o -o prog -fudpc-spec=" + Entries);
  EXPECT_TRUE(has(P, "/udpc/lib/libudpc_rt.a"));
  EXPECT_TRUE(has(P, "-Wl,-u,__udpc_runtime"));
  EXPECT_FALSE(has(P, "-Wl,-u,__udpc_simulation"));
  EXPECT_TRUE(
      has(plan("a.o -fudpc-profile=cache"), "-Wl,-u,__udpc_simulation"));
  EXPECT_EQ(P.LinkedProgram, "prog");
  EXPECT_EQ(plan("a.o -fudpc-spec=" + Entries).LinkedProgram, "a.out");
  EXPECT_EQ(plan("a.o -### -fudpc-spec=" + Entries).LinkedProgram, "");
}

TEST_F(CommandPlanTest, RegionsNeedAProfile) {
  std::string Spec = write(
      "regions", "version: 1\nregions:\n- region: a\n  begin: m\n  end: n\n");
  EXPECT_EQ(plan("-c a.c -fudpc-spec=" + Spec).Warning,
            Spec + ":3: region 'a' needs a profile, which has its costs; add "
                   "-fudpc-profile=counts or cache");
  for (const char *Flags : {"-fudpc-profile=counts", "-fno-udpc-profile", "-w"})
    EXPECT_EQ(plan(Twine("-c a.c ") + Flags + " -fudpc-spec=" + Spec).Warning,
              "")
        << Flags;
  EXPECT_EQ(plan("-c a.c -fudpc-spec=" + Entries).Warning, "");
  EXPECT_TRUE(has(plan("-c a.c -fudpc-spec=" + Spec), "-D__UDPC__"));
}

TEST_F(CommandPlanTest, TheRuntimeGoesNowhereElse) {
  for (const char *Flags : {"-shared", "-r", "-nostdlib", "-ffreestanding",
                            "-nostartfiles", "-c", "-E"}) {
    CommandPlan P = plan(Twine("a.o ") + Flags + " -fudpc-spec=" + Entries);
    EXPECT_FALSE(has(P, "/udpc/lib/libudpc_rt.a")) << Flags;
    EXPECT_FALSE(has(P, "-ludpc_rt")) << Flags;
  }
  EXPECT_TRUE(has(plan("a.o -nostdlib -ludpc_rt"), "/udpc/lib/libudpc_rt.a"));
  EXPECT_TRUE(has(plan("a.o -l udpc_rt"), "/udpc/lib/libudpc_rt.a"));
  EXPECT_FALSE(has(plan("a.o -fno-udpc-runtime -fudpc-spec=" + Entries),
                   "/udpc/lib/libudpc_rt.a"));
}

TEST_F(CommandPlanTest, SaysThatTheRuntimeIsLeftOut) {
  std::string Spec = " -fudpc-spec=" + Entries;
  EXPECT_NE(plan("a.o -nostdlib" + Spec).Warning, "");
  for (const char *Flags :
       {"a.o", "a.o -nostdlib -ludpc_rt", "a.o -w -nostdlib",
        "a.o -nostdlib -shared", "a.o -nostdlib -r", "-c a.c -ffreestanding"})
    EXPECT_EQ(plan(Flags + Spec).Warning, "") << Flags;
  EXPECT_EQ(plan("a.o -nostdlib").Warning, "") << "nothing is counted";
}

TEST_F(CommandPlanTest, KnowsWhereThreadLocalVariablesDoNotWork) {
  std::string Spec = " -c a.c -fudpc-spec=" + Entries;
  StringRef Option = "-udpc-no-thread-locals";
  for (const char *Flags :
       {"-femulated-tls", "-ffreestanding", "-fhosted -ffreestanding"})
    EXPECT_TRUE(has(plan(Flags + Spec), Option)) << Flags;
  for (const char *Flags : {"", "-femulated-tls -fno-emulated-tls", "-nostdlib",
                            "-ffreestanding -fhosted"})
    EXPECT_FALSE(has(plan(Flags + Spec), Option)) << Flags;
  EXPECT_TRUE(has(plan("-c a.c -fudpc-profile=counts -femulated-tls"), Option));
  EXPECT_FALSE(has(plan("-c a.c -femulated-tls"), Option));
}

TEST_F(CommandPlanTest, OtherTargetsNeedTheirOwnRuntime) {
  EXPECT_TRUE(has(plan("--target=x86_64-linux-gnu a.o -ludpc_rt"),
                  "/udpc/lib/libudpc_rt.a"));
  EXPECT_EQ(errorOf({"--target=aarch64-linux-gnu", "a.o", "-ludpc_rt"}),
            "no runtime for aarch64 in /udpc/lib; use -fno-udpc to build "
            "without counting");
  EXPECT_EQ(errorOf({"--target=riscv64-linux-gnu", "a.o", "-ludpc_rt"}),
            "no runtime for riscv64 in /udpc/lib (it is built where the Debian "
            "package libc6-dev-riscv64-cross is installed); use -fno-udpc to "
            "build without counting");
  EXPECT_NE(errorOf({"-m32", "a.o", "-ludpc_rt"}), "");
}

TEST_F(CommandPlanTest, NothingFollowsTheDashes) {
  CommandPlan P = plan("-fudpc-spec=" + Entries + " -o prog -- a.c");
  ASSERT_GE(P.Args.size(), 2u);
  EXPECT_EQ(P.Args[P.Args.size() - 2], "--");
  EXPECT_EQ(P.Args.back(), "a.c");
  EXPECT_TRUE(has(P, "-udpc-spec=" + Entries));
}

TEST_F(CommandPlanTest, TheEnvironmentMayNameTheSpec) {
  Context.SpecFromEnv = Entries;
  EXPECT_EQ(plan("-c a.c").Spec, Entries);
  EXPECT_EQ(plan("-c a.c -fudpc-spec=" + Lines).Spec, Lines);
  EXPECT_EQ(plan("-c a.c -fno-udpc").Spec, "");
  Context.SpecFromEnv = "/none.yaml";
  EXPECT_EQ(errorOf({"-c", "a.c"}),
            "/none.yaml: No such file or directory (named by UDPC_SPEC)");
  EXPECT_EQ(errorOf({"--version"}), "") << "a question needs no spec";
}

TEST_F(CommandPlanTest, ProbesOfBuildSystemsAreLeftAlone) {
  Context.SpecFromEnv = Entries;
  EXPECT_EQ(plan("conftest.c").Spec, "");
  EXPECT_EQ(plan("-o conftest conftest.o").Spec, "");
  EXPECT_EQ(plan("-c /b/CMakeFiles/CMakeScratch/T-x/src.c").Spec, "");
  EXPECT_EQ(plan("-c a.c -o /b/meson-private/t/out.obj").Spec, "");
  EXPECT_TRUE(has(plan("conftest.c -ludpc_rt"), "/udpc/lib/libudpc_rt.a"));
  Context.Cwd = "/b/CMakeFiles/CMakeScratch/TryCompile-x";
  EXPECT_EQ(plan("-c src.c").Spec, "");
  Context.Cwd = "/project";
  for (const char *Line :
       {"-o objs/autotest objs/autotest.c", "-c ztest4711.c",
        "-shared -o ztest4711.so ztest4711.o",
        "-c conftest__.c -o conftest__.o", "-o conftest_0 conftest_0.c",
        "-c /tmp/ffconf.x7Yz/test.c", "/b/config-temp/qemu-conf.c",
        "-c /b/.conf_check_0/testbuild/test.c"})
    EXPECT_EQ(plan(Line).Spec, "") << Line;
  for (const char *Line :
       {"-c conftests.c", "-c ztest.c", "-c autotest.c", "-c src/try.c"})
    EXPECT_EQ(plan(Line).Spec, Entries) << Line;
}

TEST_F(CommandPlanTest, OurHeadersAreFoundLastOfAll) {
  EXPECT_FALSE(has(plan("-c a.c"), "-idirafter"));
  Context.IncludeDir = "/udpc/lib/udpc/include";
  for (const char *Line : {"-c a.c", "-E a.cc", "-M a.c", "a.c -o a", "a.hpp",
                           "-c conftest.c", "-c a.c -fno-udpc"})
    EXPECT_TRUE(has(plan(Line), "/udpc/lib/udpc/include")) << Line;
  for (const char *Line : {"a.o -o a", "-c a.s", "--version"})
    EXPECT_FALSE(has(plan(Line), "-idirafter")) << Line;
}

TEST_F(CommandPlanTest, UnmatchedEntriesMayBeErrors) {
  std::string Spec = " -fudpc-spec=" + Entries;
  EXPECT_TRUE(has(plan("-c a.c -Werror=udpc" + Spec), "-udpc-werror"));
  EXPECT_FALSE(has(plan("-c a.c -Werror=udpc" + Spec), "-Werror=udpc"));
  EXPECT_FALSE(has(plan("-c a.c -Werror" + Spec), "-udpc-werror"));
  EXPECT_FALSE(
      has(plan("-c a.c -Werror=udpc -Wno-error=udpc" + Spec), "-udpc-werror"));
  EXPECT_FALSE(has(plan("-c a.c -w -Werror=udpc" + Spec), "-udpc-werror"));
  EXPECT_TRUE(plan("a.o -Werror=udpc" + Spec).UnmatchedIsError);
  EXPECT_FALSE(plan("a.o" + Spec).UnmatchedIsError);
}

TEST_F(CommandPlanTest, MarksAreDefinedWhereverSourceIsRead) {
  std::string Marks = write("marks", "version: 1\nevents:\n- event: e\n  "
                                     "mark: m\n  in: f\n");
  for (const char *Line :
       {"-c a.c", "a.c", "-S a.cc", "-E a.c", "-M a.c", "-fsyntax-only a.c",
        "-x c -", "a.hpp", "-c a.h -o a.pch", "-x c++-header a.inc", "-c a.i"})
    EXPECT_TRUE(has(plan(Line + (" -fudpc-spec=" + Marks)), "-D__UDPC__"))
        << Line;
  EXPECT_FALSE(
      has(plan("a.hpp -o a.pch -fudpc-spec=" + Marks), "-Wl,-u,__udpc_runtime"))
      << "a header is not linked";
  for (const char *Line : {"a.o -o a", "-c a.s", "-c conftest.c",
                           "-c a.c -fno-udpc", "-x assembler-with-cpp a.c"})
    EXPECT_FALSE(has(plan("-fudpc-spec=" + Marks + " " + Line), "-D__UDPC__"))
        << Line;
  EXPECT_FALSE(has(plan("-c a.c -fudpc-spec=" + Entries), "-D__UDPC__"));
  EXPECT_FALSE(has(plan("-c a.c -fudpc-spec=" + Marks), "-udpc-own-coverage"));
}

TEST_F(CommandPlanTest, DependencyFilesNameTheSpec) {
  for (const char *Flag : {"-MD", "-MMD", "-M", "-MM", "-Wp,-MD,x.d"})
    EXPECT_TRUE(has(plan(Twine("-c a.c ") + Flag + " -fudpc-spec=" + Entries),
                    "-fdepfile-entry=" + Entries))
        << Flag;
  EXPECT_FALSE(
      has(plan("-c a.c -fudpc-spec=" + Entries), "-fdepfile-entry=" + Entries));
}

TEST_F(CommandPlanTest, CcacheSeesTheSpec) {
  CommandPlan P = plan("-E a.c -o a.i -fudpc-spec=" + Entries);
  EXPECT_TRUE(P.AppendInputsToOutput);
  EXPECT_FALSE(P.DisableDirectMode);
  EXPECT_EQ(P.PreprocessorOutput, "a.i");
  for (const char *Flag : {"-P", "-dM", "-M", "-###"})
    EXPECT_FALSE(plan(Twine("-E a.c ") + Flag + " -fudpc-spec=" + Entries)
                     .hasWorkAfter())
        << Flag;

  Context.UnderCcache = true;
  EXPECT_FALSE(plan("-E a.c -fudpc-spec=" + Entries).DisableDirectMode);
  EXPECT_FALSE(plan("-E a.c -fno-udpc").DisableDirectMode);
  EXPECT_TRUE(plan("-E a.c").DisableDirectMode);
  EXPECT_TRUE(has(plan("-c a.c -MD"), "-fdepfile-entry=/dev/null"));
  EXPECT_FALSE(has(plan("-c a.c"), "-fdepfile-entry=/dev/null"));
}

TEST_F(CommandPlanTest, MistakesAreNamed) {
  EXPECT_EQ(errorOf({"-fudpc-lowring=call", "a.c"}),
            "unknown argument '-fudpc-lowring=call'; did you mean "
            "'-fudpc-lowering='?");
  EXPECT_EQ(errorOf({"-fudpc-spec=", "a.c"}),
            "'-fudpc-spec=' needs the name of a file");
  EXPECT_EQ(errorOf({"-fudpc-prefetch-hints=", "a.c"}),
            "'-fudpc-prefetch-hints=' needs the name of a file");
  EXPECT_EQ(errorOf({"-mllvm", "-prefetch-hints-file=", "a.c"}),
            "'-prefetch-hints-file=' needs the name of a file");
  EXPECT_EQ(errorOf({"-fudpc-prefetch-hints=/none.afdo", "-c", "a.c"}),
            "/none.afdo: No such file or directory");
  EXPECT_EQ(errorOf({"-fudpc-discriminate-memop", "a.c"}),
            "unknown argument '-fudpc-discriminate-memop'; did you mean "
            "'-fudpc-discriminate-memops'?");
  EXPECT_EQ(errorOf({"-fudpc-lowering=x", "a.c"}),
            "unknown lowering in '-fudpc-lowering=x'; expected auto, inline, "
            "call or instruction");
}
