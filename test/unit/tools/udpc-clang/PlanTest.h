//===- PlanTest.h - Plans of commands, in tests -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef UDPC_TEST_UNIT_TOOLS_UDPC_CLANG_PLANTEST_H
#define UDPC_TEST_UNIT_TOOLS_UDPC_CLANG_PLANTEST_H

#include "tools/udpc-clang/CommandPlan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

namespace udpc {

class PlanTest : public testing::Test {
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
      llvm::sys::fs::remove(File);
  }

  std::string write(llvm::StringRef Name, llvm::StringRef Text,
                    llvm::StringRef Suffix = "yaml") {
    llvm::SmallString<128> Path;
    int FD;
    EXPECT_FALSE(llvm::sys::fs::createTemporaryFile(Name, Suffix, FD, Path));
    llvm::raw_fd_ostream(FD, /*shouldClose=*/true) << Text;
    Files.push_back(Path.str().str());
    return Files.back();
  }

  /// The plan for \p Line, split at blanks.
  CommandPlan plan(const llvm::Twine &Line) {
    std::string Text = Line.str();
    llvm::SmallVector<llvm::StringRef> Args;
    llvm::StringRef(Text).split(Args, ' ', -1, /*KeepEmpty=*/false);
    llvm::Expected<CommandPlan> P = planCommand(
        std::vector<std::string>(Args.begin(), Args.end()), Context);
    if (P)
      return *P;
    ADD_FAILURE() << llvm::toString(P.takeError());
    return {};
  }
  std::string errorOf(std::vector<std::string> Args) {
    llvm::Expected<CommandPlan> P = planCommand(Args, Context);
    return P ? "" : llvm::toString(P.takeError());
  }
  static bool has(const CommandPlan &P, llvm::StringRef Arg) {
    return llvm::is_contained(P.Args, Arg);
  }

  DriverContext Context;
  std::string Lines, Entries, Hints;
  std::vector<std::string> Files;
};

} // namespace udpc

#endif // UDPC_TEST_UNIT_TOOLS_UDPC_CLANG_PLANTEST_H
