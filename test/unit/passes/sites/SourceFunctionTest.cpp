// To which functions nothing may be added, and which are the compiler's own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/sites/SourceFunction.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace udpc {
namespace {

/// The reasons for naked, quiet, resolve and plain functions, as lines.
std::string reasonsFor(StringRef Triple, AddedCode Where) {
  LLVMContext Context;
  SMDiagnostic Error;
  std::unique_ptr<Module> M =
      parseAssemblyString(("target triple = \"" + Triple +
                           "\"\n"
                           "@picked = ifunc void (), ptr @resolve\n"
                           "define void @naked() naked { unreachable }\n"
                           "define void @quiet() noprofile { ret void }\n"
                           "define ptr @resolve() { ret ptr null }\n"
                           "define void @plain() { ret void }\n")
                              .str(),
                          Error, Context);
  EXPECT_TRUE(M) << Error.getMessage().str();
  std::string Found;
  for (const Function &F : *M)
    if (StringRef Reason = reasonNotToAdd(F, Where); !Reason.empty())
      Found += (F.getName() + ": " + Reason + "\n").str();
  return Found;
}

const char *const QuietReason =
    "quiet: it has the attribute no_profile_instrument_function\n";

TEST(SourceFunction, NothingIsAddedToNakedFunctionsInIR) {
  std::string Naked =
      "naked: it is naked: there is no place for code before its own\n";
  EXPECT_EQ(reasonsFor("x86_64-linux-gnu", AddedCode::InIR),
            Naked + QuietReason);
  EXPECT_EQ(reasonsFor("x86_64-linux-gnu", AddedCode::AsFinal), QuietReason);
}

TEST(SourceFunction, ResolversCountWhereTheyHaveAnEntry) {
  std::string Resolver =
      "resolve: it resolves an ifunc: it runs before thread-local storage "
      "exists\n";
  for (const char *Triple : {"x86_64-linux-gnu", "riscv64-linux-gnu"})
    EXPECT_EQ(reasonsFor(Triple, AddedCode::AsFinal), QuietReason) << Triple;
  for (const char *Triple : {"i386-linux-gnu", "x86_64-unknown-linux-gnux32"})
    EXPECT_EQ(reasonsFor(Triple, AddedCode::AsFinal), QuietReason + Resolver)
        << Triple;
}

TEST(SourceFunction, FunctionsOfTheCompilerAreKnownByName) {
  for (const char *Name :
       {"_GLOBAL__sub_I_a.cpp", "_ZGIW1m", "_ZTW1v", "__cuda_module_ctor",
        "__udpc_resolver", "f.resolver"})
    EXPECT_TRUE(isCompilerGenerated(Name)) << Name;
  for (const char *Name : {"main", "_ZW1m1fv", "_ZN1SC2Ev", "__cuda"})
    EXPECT_FALSE(isCompilerGenerated(Name)) << Name;
}

} // namespace
} // namespace udpc
