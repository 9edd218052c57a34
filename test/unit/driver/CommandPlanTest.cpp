//===- CommandPlanTest.cpp - The driver's decisions -----------------------===//

#include "tools/udpc-clang/CommandPlan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

namespace {

class CommandPlanTest : public testing::Test {
protected:
  void SetUp() override {
    Context.Plugin = "/udpc/lib/libudpc.so";
    Context.LibDir = "/udpc/lib";
    Context.Cwd = "/project";
    Lines = write("lines", "version: 1\nevents:\n- event: e\n  line: a.c:1\n");
    Entries = write("entries", "version: 1\nevents:\n- event: e\n  entry: f\n");
    Hints = write("hints", "f:0:0\n 1: 0 __prefetch_nta_0:64\n", "afdo");
  }
  void TearDown() override {
    for (const std::string &File : Files)
      sys::fs::remove(File);
  }

  std::string write(StringRef Name, StringRef Text, StringRef Suffix = "yaml") {
    SmallString<128> Path;
    int FD;
    EXPECT_FALSE(sys::fs::createTemporaryFile(Name, Suffix, FD, Path));
    raw_fd_ostream(FD, /*shouldClose=*/true) << Text;
    Files.push_back(Path.str().str());
    return Files.back();
  }

  /// The plan for \p Line, split at blanks.
  CommandPlan plan(const Twine &Line) {
    std::string Text = Line.str();
    SmallVector<StringRef> Args;
    StringRef(Text).split(Args, ' ', -1, /*KeepEmpty=*/false);
    Expected<CommandPlan> P = planCommand(
        std::vector<std::string>(Args.begin(), Args.end()), Context);
    if (P)
      return *P;
    ADD_FAILURE() << toString(P.takeError());
    return {};
  }
  std::string errorOf(std::vector<std::string> Args) {
    Expected<CommandPlan> P = planCommand(Args, Context);
    return P ? "" : toString(P.takeError());
  }
  static bool has(const CommandPlan &P, StringRef Arg) {
    return is_contained(P.Args, Arg);
  }

  DriverContext Context;
  std::string Lines, Entries, Hints;
  std::vector<std::string> Files;
};

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

TEST_F(CommandPlanTest, DebugInfoIsAddedWhereThereIsNone) {
  for (const char *With :
       {"-g", "-g3", "-ggdb", "-gdwarf-4", "-gmlt", "-g0 -g"})
    EXPECT_FALSE(has(plan(Twine("-c a.c ") + With + " -fudpc-spec=" + Entries),
                     "-udpc-own-debug-info"))
        << With;
  for (const char *Without : {"", "-g0", "-g -g0", "-gz", "-gsplit-dwarf",
                              "-gno-column-info", "-grecord-command-line"})
    EXPECT_TRUE(
        has(plan(Twine("-c a.c ") + Without + " -fudpc-spec=" + Entries),
            "-udpc-own-debug-info"))
        << Without;
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
  EXPECT_EQ(P.LinkedProgram, "prog");
  EXPECT_EQ(plan("a.o -fudpc-spec=" + Entries).LinkedProgram, "a.out");
  EXPECT_EQ(plan("a.o -### -fudpc-spec=" + Entries).LinkedProgram, "");
}

TEST_F(CommandPlanTest, TheRuntimeGoesNowhereElse) {
  for (const char *Flags : {"-shared -ludpc_rt", "-r", "-nostdlib",
                            "-ffreestanding", "-nostartfiles", "-c", "-E"}) {
    CommandPlan P = plan(Twine("a.o ") + Flags + " -fudpc-spec=" + Entries);
    EXPECT_FALSE(has(P, "/udpc/lib/libudpc_rt.a")) << Flags;
    EXPECT_FALSE(has(P, "-ludpc_rt")) << Flags;
  }
  EXPECT_TRUE(has(plan("a.o -nostdlib -ludpc_rt"), "/udpc/lib/libudpc_rt.a"));
  EXPECT_TRUE(has(plan("a.o -l udpc_rt"), "/udpc/lib/libudpc_rt.a"));
}

TEST_F(CommandPlanTest, OtherTargetsNeedTheirOwnRuntime) {
  EXPECT_TRUE(has(plan("--target=x86_64-linux-gnu a.o -ludpc_rt"),
                  "/udpc/lib/libudpc_rt.a"));
  EXPECT_EQ(errorOf({"--target=aarch64-linux-gnu", "a.o", "-ludpc_rt"}),
            "no runtime for aarch64 in /udpc/lib; use -fno-udpc to build "
            "without counting");
  EXPECT_NE(errorOf({"-m32", "a.o", "-ludpc_rt"}), "");
}

TEST_F(CommandPlanTest, NothingFollowsTheDashes) {
  CommandPlan P = plan("-fudpc-spec=" + Entries + " -o prog -- a.c");
  ASSERT_GE(P.Args.size(), 2u);
  EXPECT_EQ(P.Args[P.Args.size() - 2], "--");
  EXPECT_EQ(P.Args.back(), "a.c");
  EXPECT_TRUE(has(P, "-udpc-spec=" + Entries));
}

TEST_F(CommandPlanTest, TheEnvironmentsSpec) {
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

TEST_F(CommandPlanTest, ClangPluginWhereItIsNeeded) {
  Context.ClangPlugin = "/udpc/lib/libudpc-clang.so";
  std::string Load = "-fplugin=/udpc/lib/libudpc-clang.so";
  std::string Marks =
      write("marks", "version: 1\nevents:\n- {event: e, mark: m}\n");
  std::string Plain = write("plain", "int f;\n", "c");
  std::string Marked = write("marked", "[[udpc::event(\"m\")]] ;\n", "c");

  // The spec asks.
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
  // The source asks.
  EXPECT_FALSE(has(plan("-c " + Plain + " -fudpc-spec=" + Entries), Load));
  EXPECT_TRUE(has(plan("-c " + Marked + " -fudpc-spec=" + Entries), Load));
  EXPECT_FALSE(has(plan("-c " + Marked), Load));
  // A broken spec asks for nothing.
  std::string Broken = write("broken", "version: 1\nevents: [\n");
  EXPECT_FALSE(has(plan("-c " + Plain + " -fudpc-spec=" + Broken), Load));
  // The user asks.
  for (const char *Name : {"libudpc-clang.so", "/other/libudpc-clang.so"}) {
    CommandPlan P = plan(Twine("-c a.c -fplugin=") + Name);
    EXPECT_EQ(count(P.Args, Load), 1);
    EXPECT_EQ(
        count_if(P.Args, [](StringRef A) { return A.starts_with("-fplugin"); }),
        1);
  }
  // There is none.
  Context.ClangPlugin = "";
  EXPECT_FALSE(plan("-c a.c -fudpc-spec=" + Marks).LoadsClangPlugin);
}

TEST_F(CommandPlanTest, HintsReachThePlugin) {
  for (const char *Flag :
       {"-fudpc-prefetch-hints=", "-mllvm -prefetch-hints-file="}) {
    CommandPlan P = plan(Twine("-c a.c ") + Flag + Hints);
    EXPECT_TRUE(has(P, "-fpass-plugin=/udpc/lib/libudpc.so")) << Flag;
    EXPECT_EQ(count(P.Args, "-prefetch-hints-file=" + Hints), 1) << Flag;
    EXPECT_TRUE(has(P, "-Wno-error=backend-plugin"));
    EXPECT_EQ(count(P.Args, "-mllvm"), 1) << Flag;
    for (StringRef Arg : P.Args)
      EXPECT_FALSE(Arg.starts_with("-udpc-")) << Arg.str();
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

TEST_F(CommandPlanTest, PrefetchingLinksNoRuntime) {
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

TEST_F(CommandPlanTest, KeysOfMemoryOperations) {
  CommandPlan P = plan("-c a.c -fudpc-discriminate-memops");
  EXPECT_TRUE(has(P, "-fpass-plugin=/udpc/lib/libudpc.so"));
  EXPECT_TRUE(has(P, "-udpc-discriminate-memops=1"));
  EXPECT_TRUE(has(P, "-gmlt"));
  EXPECT_TRUE(has(P, "-fdebug-info-for-profiling"));
  // As LLVM up to release 21 has it.
  for (const char *On : {"", "=1", "=true"}) {
    CommandPlan P = plan(Twine("-c a.c -mllvm -x86-discriminate-memops") + On);
    EXPECT_TRUE(has(P, "-udpc-discriminate-memops=1")) << On;
    EXPECT_EQ(count(P.Args, "-mllvm"), 1) << On;
  }
  EXPECT_EQ(join(plan("-c a.c -mllvm -x86-discriminate-memops=0").Args, " "),
            "-c a.c");
  // Alone, the flag against it asks for nothing.
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

TEST_F(CommandPlanTest, PrefetchingNeedsDebugInfo) {
  std::string Compile = "-c a.c -fudpc-prefetch-hints=" + Hints + " ";
  for (const char *With : {"-g", "-g1", "-gmlt", "-gdwarf-5", "-g0 -ggdb"}) {
    CommandPlan P = plan(Compile + With);
    EXPECT_EQ(count(P.Args, "-gmlt"), StringRef(With) == "-gmlt") << With;
    EXPECT_TRUE(has(P, "-fdebug-info-for-profiling")) << With;
  }
  for (const char *Without : {"", "-g0", "-gz", "-gsplit-dwarf"})
    EXPECT_TRUE(has(plan(Compile + Without), "-gmlt")) << Without;
  std::string Yes = "-fdebug-info-for-profiling";
  std::string No = "-fno-debug-info-for-profiling";
  EXPECT_EQ(count(plan(Compile + No).Args, Yes), 0);
  EXPECT_EQ(count(plan(Compile + Yes + " " + No).Args, Yes), 1);
  EXPECT_EQ(count(plan(Compile + No + " " + Yes).Args, Yes), 2);
  // A spec's debug info is removed again; hints need it to the end.
  CommandPlan P = plan(Compile + "-fudpc-spec=" + Entries);
  EXPECT_TRUE(has(P, "-udpc-spec=" + Entries));
  EXPECT_TRUE(has(P, "-gmlt"));
  EXPECT_FALSE(has(P, "-udpc-own-debug-info"));
  EXPECT_EQ(count(P.Args, "-fpass-plugin=/udpc/lib/libudpc.so"), 1);
}

TEST_F(CommandPlanTest, PrefetchingUnderLto) {
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

TEST_F(CommandPlanTest, LinksWithoutFlagsSeeWhatBitcodeIsFor) {
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

TEST_F(CommandPlanTest, TheEnvironmentsHints) {
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

  // Flags that name one of the two decide alone.
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

TEST_F(CommandPlanTest, HintsAreAnInputOfTheObject) {
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
