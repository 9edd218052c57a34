//===- PrefetchPlanTest.cpp - The driver's decisions on prefetching -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/unit/tools/udpc-clang/PlanTest.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;
using namespace udpc;

namespace {
class PrefetchPlanTest : public PlanTest {};
} // namespace

TEST_F(PrefetchPlanTest, HintsReachThePlugin) {
  for (const char *Flag :
       {"-fudpc-prefetch-hints=", "-mllvm -prefetch-hints-file="}) {
    CommandPlan P = plan(Twine("-c a.c ") + Flag + Hints);
    EXPECT_TRUE(has(P, "-fpass-plugin=/udpc/lib/libudpc.so")) << Flag;
    EXPECT_EQ(count(P.Args, "-prefetch-hints-file=" + Hints), 1) << Flag;
    EXPECT_TRUE(has(P, "-Wno-error=backend-plugin"));
    for (StringRef Arg : P.Args)
      EXPECT_FALSE(Arg.starts_with("-udpc-") &&
                   Arg != "-udpc-own-profiling-info")
          << Arg.str();
    EXPECT_FALSE(P.hasWorkAfter());
  }
  for (const char *Step : {"-E a.c", "-fsyntax-only a.c", "-c a.s", "a.o -o a",
                           "-c conftest.c", "-c a.c -fno-udpc"})
    EXPECT_FALSE(has(plan("-fudpc-prefetch-hints=" + Hints + " " + Step),
                     "-fpass-plugin=/udpc/lib/libudpc.so"))
        << Step;
  // The last one wins, and clang may run elsewhere.
  Context.Cwd = sys::path::parent_path(Hints).str();
  std::string Name = sys::path::filename(Hints).str();
  SmallString<128> Before;
  ASSERT_FALSE(sys::fs::current_path(Before));
  ASSERT_FALSE(sys::fs::set_current_path(Context.Cwd));
  CommandPlan P = plan("-S a.c -fudpc-prefetch-hints=/none "
                       "-fno-udpc -fudpc-prefetch-hints=" +
                       Name);
  ASSERT_FALSE(sys::fs::set_current_path(Before));
  EXPECT_TRUE(has(P, "-prefetch-hints-file=" + Hints));
}

TEST_F(PrefetchPlanTest, PrefetchingLinksNoRuntime) {
  for (const char *Flags : {"a.c -o a", "a.o -o a", "a.o b.c -O0"}) {
    CommandPlan P = plan(Twine(Flags) + " -fudpc-discriminate-memops " +
                         "-fudpc-prefetch-hints=" + Hints);
    EXPECT_FALSE(has(P, "/udpc/lib/libudpc_rt.a")) << Flags;
    EXPECT_EQ(P.LinkedProgram, "") << Flags;
  }
  EXPECT_TRUE(has(
      plan("a.c -fudpc-prefetch-hints=" + Hints + " -fudpc-spec=" + Entries),
      "/udpc/lib/libudpc_rt.a"));
}

TEST_F(PrefetchPlanTest, KeysNeedThePluginAndDebugInfo) {
  CommandPlan P = plan("-c a.c -fudpc-discriminate-memops");
  EXPECT_TRUE(has(P, "-fpass-plugin=/udpc/lib/libudpc.so"));
  EXPECT_TRUE(has(P, "-udpc-discriminate-memops=1"));
  EXPECT_TRUE(has(P, "-gmlt"));
  EXPECT_FALSE(has(P, "-fdebug-info-for-profiling"));
  // As LLVM up to release 21 has it: in the debug information.
  for (const char *On : {"", "=1", "=true"}) {
    CommandPlan P = plan(Twine("-c a.c -mllvm -x86-discriminate-memops") + On);
    EXPECT_EQ(count(P.Args, "-x86-discriminate-memops=1"), 1) << On;
    EXPECT_FALSE(has(P, "-udpc-discriminate-memops=1")) << On;
    EXPECT_TRUE(has(P, "-fdebug-info-for-profiling")) << On;
  }
  CommandPlan Dwarf = plan("-c a.c -fudpc-discriminate-memops=debug-info");
  EXPECT_TRUE(has(Dwarf, "-x86-discriminate-memops=1"));
  EXPECT_TRUE(has(Dwarf, "-fdebug-info-for-profiling"));
  EXPECT_FALSE(has(Dwarf, "-udpc-discriminate-memops=1"));
  EXPECT_TRUE(has(plan("-c a.c -fudpc-discriminate-memops=debug-info "
                       "-fudpc-discriminate-memops"),
                  "-udpc-discriminate-memops=1"));
  EXPECT_FALSE(has(plan("-c a.c -mllvm -x86-discriminate-memops "
                        "-fudpc-discriminate-memops"),
                   "-fdebug-info-for-profiling"));
  EXPECT_EQ(join(plan("-c a.c -mllvm -x86-discriminate-memops=0").Args, " "),
            "-c a.c");
  // The negative flag alone has no effect.
  StringRef Line = "-c a.c -O2";
  for (const char *Off : {" -fno-udpc-discriminate-memops",
                          " -fudpc-discriminate-memops "
                          "-fno-udpc-discriminate-memops",
                          " -fudpc-discriminate-memops -fno-udpc"})
    EXPECT_EQ(join(plan(Line + Off).Args, " "), Line) << Off;
  for (const std::string &With :
       {"-fudpc-prefetch-hints=" + Hints, "-fudpc-spec=" + Entries})
    EXPECT_TRUE(has(plan("-c a.c -fno-udpc-discriminate-memops " + With),
                    "-udpc-discriminate-memops=0"))
        << With;
}

TEST_F(PrefetchPlanTest, PrefetchingNeedsDebugInfo) {
  std::string Compile = "-c a.c -fudpc-prefetch-hints=" + Hints + " ";
  for (const char *With : {"-g", "-g1", "-gmlt", "-gdwarf-5", "-g0 -ggdb"}) {
    CommandPlan P = plan(Compile + With);
    EXPECT_EQ(count(P.Args, "-gmlt"), StringRef(With) == "-gmlt") << With;
    EXPECT_FALSE(has(P, "-fdebug-info-for-profiling")) << With;
  }
  for (const char *Without : {"", "-g0", "-gz", "-gsplit-dwarf"})
    EXPECT_TRUE(has(plan(Compile + Without), "-gmlt")) << Without;
  std::string Yes = "-fdebug-info-for-profiling";
  std::string No = "-fno-debug-info-for-profiling";
  std::string InDebugInfo = "-c a.c -mllvm -x86-discriminate-memops ";
  EXPECT_EQ(count(plan(InDebugInfo + No).Args, Yes), 0);
  EXPECT_EQ(count(plan(InDebugInfo + Yes + " " + No).Args, Yes), 1);
  EXPECT_EQ(count(plan(InDebugInfo + No + " " + Yes).Args, Yes), 2);
  // A spec's debug info is removed again; hints need it to the end.
  CommandPlan P = plan(Compile + "-fudpc-spec=" + Entries);
  EXPECT_TRUE(has(P, "-udpc-spec=" + Entries));
  EXPECT_TRUE(has(P, "-gmlt"));
  EXPECT_FALSE(has(P, "-udpc-own-debug-info"));
  EXPECT_EQ(count(P.Args, "-fpass-plugin=/udpc/lib/libudpc.so"), 1);
}

TEST_F(PrefetchPlanTest, InliningIsThePlainBuilds) {
  std::string Off = "-enable-npm-pgo-inline-deferral=false";
  std::string Keys = " -mllvm -x86-discriminate-memops";
  for (const std::string &Ours : {"-fudpc-prefetch-hints=" + Hints + Keys, Keys,
                                  "-fudpc-profile=counts" + Keys}) {
    std::string Compile = "-c a.c -g " + Ours;
    for (const char *With :
         {"", " -fprofile-instr-generate", " -fcoverage-mapping",
          " -fprofile-use=/none -fno-profile-instr-use",
          " -fprofile-generate -fno-profile-generate"})
      EXPECT_EQ(count(plan(Compile + With).Args, Off), 1) << Compile << With;
    // LLVM has a profile of its own, or the user's flags decide.
    for (const char *With :
         {" -fdebug-info-for-profiling", " -fno-debug-info-for-profiling",
          " -fprofile-generate", " -fprofile-generate=dir",
          " -fcs-profile-generate", " -fprofile-use", " -fprofile-use=/none",
          " -fprofile-sample-use=/none", " -fpseudo-probe-for-profiling",
          " -fmemory-profile-use=/none",
          " -mllvm -enable-npm-pgo-inline-deferral=1",
          " -mllvm=-enable-npm-pgo-inline-deferral",
          " -Xclang -mllvm -Xclang -enable-npm-pgo-inline-deferral=true"})
      EXPECT_EQ(count(plan(Compile + With).Args, Off), 0) << Compile << With;
  }
  EXPECT_FALSE(has(plan("-c a.c -g -fudpc-spec=" + Entries), Off));
}

TEST_F(PrefetchPlanTest, PrefetchingUnderLtoIsTheLinkers) {
  std::string Load = "-Wl,--load-pass-plugin=/udpc/lib/libudpc.so";
  for (const std::string &Flag : {"-fudpc-prefetch-hints=" + Hints,
                                  std::string("-fudpc-discriminate-memops")}) {
    for (const char *Step : {"a.o ", "a.c ", "-shared a.o "})
      EXPECT_TRUE(has(plan(Step + Flag + " -flto=thin -fuse-ld=lld"), Load))
          << Flag << Step;
    EXPECT_FALSE(has(plan("a.o -fuse-ld=lld " + Flag), Load));
    EXPECT_FALSE(has(plan("-c a.c -flto -fuse-ld=lld " + Flag), Load));
    EXPECT_EQ(errorOf({"a.o", "-flto", Flag}),
              "prefetching with -flto needs the linker lld; add -fuse-ld=lld");
    EXPECT_EQ(errorOf({"-c", "a.c", "-flto", Flag}), "") << "no link yet";
  }
  EXPECT_FALSE(has(plan("a.o -flto -fuse-ld=lld"), Load));
}

TEST_F(PrefetchPlanTest, LinksWithoutFlagsSeeWhatBitcodeIsFor) {
  auto Bitcode = [&](StringRef Attributes) {
    LLVMContext C;
    SMDiagnostic Error;
    auto M = parseAssemblyString(
        ("define void @f() " + Attributes + " { ret void }\n").str(), Error, C);
    std::string Text;
    raw_string_ostream OS(Text);
    WriteBitcodeToFile(*M, OS);
    return write("bitcode", Text, "o");
  };
  std::string Load = "-Wl,--load-pass-plugin=/udpc/lib/libudpc.so";
  std::string Prefetch = Bitcode("\"udpc-prefetch-hints\"=\"1 /h\""),
              Keys = Bitcode("\"udpc-discriminate-memops\"=\"true\""),
              Plain = Bitcode("\"udpc-discriminate-memops\"=\"false\""),
              Cut = write("cut", "BC\xc0\xde", "o"),
              CutArchive = write("cut", "!<arch>\nx", "a");
  for (const std::string &Object : {Prefetch, Keys}) {
    EXPECT_TRUE(has(plan(Plain + " " + Object + " -flto -fuse-ld=lld"), Load));
    EXPECT_TRUE(has(plan(Object + " -fuse-ld=lld -shared"), Load));
    EXPECT_FALSE(has(plan(Object + " -fuse-ld=lld -fno-udpc"), Load));
    EXPECT_EQ(plan(Object + " -fuse-ld=lld").Warning, "");
    EXPECT_TRUE(StringRef(plan(Object + " -flto").Warning)
                    .ends_with("add -fuse-ld=lld"));
    EXPECT_EQ(plan(Object + " -flto -w").Warning, "");
  }
  for (const std::string &Object : {Plain, Cut, CutArchive})
    EXPECT_FALSE(has(plan(Object + " -flto -fuse-ld=lld"), Load)) << Object;
}

TEST_F(PrefetchPlanTest, TheEnvironmentMayNameHints) {
  Context.HintsFromEnv = Hints;
  EXPECT_EQ(plan("-c a.c").Hints, Hints);
  EXPECT_TRUE(has(plan("-c a.c"), "-prefetch-hints-file=" + Hints));
  EXPECT_EQ(plan("-c a.c -fno-udpc").Hints, "");
  EXPECT_EQ(plan("-c a.c -fno-udpc").Warning, "");
  EXPECT_EQ(plan("-c conftest.c").Hints, "");
  Context.SpecFromEnv = Entries;
  CommandPlan P = plan("-c a.c");
  EXPECT_EQ(P.Hints, Hints);
  EXPECT_EQ(P.Spec, Entries);
  EXPECT_EQ(P.Warning, "");

  // A flag that names one of the two takes precedence.
  P = plan("-c a.c -fudpc-spec=" + Lines);
  EXPECT_EQ(P.Hints, "");
  EXPECT_EQ(P.Warning, "UDPC_PREFETCH_HINTS is ignored where a flag names a "
                       "spec; use -fudpc-prefetch-hints= as well");
  std::string Other = write("other", "", "afdo");
  P = plan("-c a.c -fudpc-prefetch-hints=" + Other);
  EXPECT_EQ(P.Hints, Other);
  EXPECT_EQ(P.Spec, "");
  EXPECT_EQ(P.Warning, "UDPC_SPEC is ignored where a flag names hints; use "
                       "-fudpc-spec= as well");
  for (const char *Quiet : {"-w", "-E", "-fsyntax-only"})
    EXPECT_EQ(plan(Twine("-c a.c -fudpc-spec=") + Lines + " " + Quiet).Warning,
              "")
        << Quiet;
  EXPECT_EQ(
      plan("-c a.c -fudpc-spec=" + Lines + " -fudpc-prefetch-hints=" + Other)
          .Warning,
      "");

  Context.SpecFromEnv = "";
  Context.HintsFromEnv = "/none.afdo";
  EXPECT_EQ(errorOf({"-c", "a.c"}), "/none.afdo: No such file or directory "
                                    "(named by UDPC_PREFETCH_HINTS)");
}

TEST_F(PrefetchPlanTest, HintsAreAnInputOfTheObject) {
  std::string Flag = "-fudpc-prefetch-hints=" + Hints;
  EXPECT_TRUE(has(plan("-c a.c -MD " + Flag), "-fdepfile-entry=" + Hints));
  EXPECT_FALSE(has(plan("-c a.c " + Flag), "-fdepfile-entry=" + Hints));
  CommandPlan P = plan("-E a.c " + Flag);
  EXPECT_TRUE(P.AppendInputsToOutput);
  EXPECT_EQ(P.Hints, Hints);
  EXPECT_EQ(P.Spec, "");
  EXPECT_TRUE(plan("-E a.c -fudpc-discriminate-memops").AppendInputsToOutput)
      << "the plugin makes the code";
  EXPECT_FALSE(
      plan("-E a.c -fno-udpc-discriminate-memops").AppendInputsToOutput);

  Context.UnderCcache = true;
  EXPECT_FALSE(plan("-E a.c " + Flag).DisableDirectMode);
  EXPECT_TRUE(plan("-E a.c -fudpc-discriminate-memops").DisableDirectMode);
}
