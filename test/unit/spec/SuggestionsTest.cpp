//===- SuggestionsTest.cpp - Names that are near a wrong one --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "spec/Matching.h"
#include "test/unit/spec/SourceFunction.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace udpc {

/// What is near among functions of which only the symbols are known.
static std::vector<std::string>
nearSymbols(const char *Wanted, std::vector<std::string> LinkageNames,
            bool Mangled = false) {
  std::vector<FunctionNames> Functions(LinkageNames.begin(),
                                       LinkageNames.end());
  return nearFunctions(Wanted, Mangled, Functions);
}

TEST(Suggestions, NearFunctionsAreOverloadsFirst) {
  std::vector<std::string> Names = {"_Z6handlel", "_Z6handlePc", "_Z7handlesi",
                                    "_ZN6server10Connection6handleEi", "main"};
  EXPECT_EQ(nearSymbols("handle(int)", Names),
            (std::vector<std::string>{"handle(long)", "handle(char*)",
                                      "server::Connection::handle(int)"}));
  EXPECT_EQ(nearSymbols("hendle(long)", Names),
            (std::vector<std::string>{"handle(long)", "handle(char*)",
                                      "handles(int)"}));
  EXPECT_EQ(nearSymbols("hande", Names),
            (std::vector<std::string>{"handle", "handles"}));
  EXPECT_EQ(nearSymbols("*::Connection::handle(long)", Names),
            (std::vector<std::string>{"server::Connection::handle(int)"}));
  EXPECT_TRUE(nearSymbols("elsewhere", Names).empty());
  EXPECT_EQ(nearSymbols("max<long>(long)", {"_Z3maxIiET_S0_"}),
            (std::vector<std::string>{"max<int>(int)"}));
  EXPECT_EQ(nearSymbols("decltype(x) max<long>(long)", {"_Z3maxIiET_S0_"}),
            (std::vector<std::string>{"max<int>(int)"}));
  EXPECT_EQ(nearSymbols("outer::L::n()", {"_ZZ5outervEN1L1mEv"}),
            (std::vector<std::string>{"outer()::L::m()"}));
  EXPECT_EQ(
      nearSymbols("_Z6handlex", Names, /*Mangled=*/true),
      (std::vector<std::string>{"_Z6handlel", "_Z6handlePc", "_Z7handlesi"}));
}

TEST(Suggestions, NearFunctionsAreInstancesWithoutDefaults) {
  const char *OfString = "_ZN5CacheINSt7__cxx1112basic_stringIcSt11char_"
                         "traitsIcESaIcEEEE6lookupERKS5_";
  const char *OfVector = "_ZN5CacheISt6vectorIiSaIiEEE6lookupERKS2_";
  const char *OfLong = "_ZN5CacheIlE6lookupERKl";
  auto First = [&](const char *Wanted) {
    return nearSymbols(Wanted, {OfLong, OfVector, OfString}).front();
  };
  EXPECT_EQ(First("Cache<std::string>::lookup"),
            FunctionNames(OfString).overload());
  EXPECT_EQ(First("Cache<std::vector<int>>::lookup"),
            FunctionNames(OfVector).overload());
  EXPECT_EQ(First("Cache<unsigned long>::lookup"),
            FunctionNames(OfLong).overload());
}

TEST(Suggestions, SaysThatTypedefsAreWrittenOut) {
  std::vector<FunctionNames> Functions = {
      FunctionNames("_ZN5CacheIlE6lookupERKl")};
  auto Propose = [&](StringRef Wanted) {
    return proposeFunctions(Wanted, false, Functions).inWords();
  };
  EXPECT_EQ(Propose("Cache<Key>::lookup"),
            "; near: Cache<long>::lookup(long const&); typedefs in template "
            "arguments are written out, and Cache::lookup matches all "
            "instances");
  EXPECT_EQ(Propose("Other<Key>::find"),
            "; typedefs in template arguments are written out, and "
            "Other::find matches all instances");
  EXPECT_EQ(Propose("Cache<unsigned int>::lookup"),
            "; near: Cache<long>::lookup(long const&)");
}

TEST(Suggestions, NearFunctionsAreAsTheSourceHasThem) {
  std::vector<FunctionNames> Names = {
      namesOf("handle", "handle(struct conn *, int)\nhandle"),
      FunctionNames("handle_all")};
  EXPECT_EQ(nearFunctions("int handle(struct con *, int)", false, Names),
            std::vector<std::string>{"handle(struct conn *, int)"});
  EXPECT_EQ(nearFunctions("handel", false, Names),
            std::vector<std::string>{"handle"});
}

TEST(Suggestions, NearCandidatesAreFewAndNearestFirst) {
  std::vector<std::string> Names = {"compute", "commute", "other", "compte",
                                    "compute"};
  EXPECT_EQ(nearCandidates("compuet", Names),
            (std::vector<std::string>{"compte", "compute"}));
  EXPECT_TRUE(nearCandidates("zzzzzz", Names).empty());
}

TEST(Suggestions, CaseIsSaidToMatter) {
  std::vector<FunctionNames> Functions = {
      FunctionNames("compute"), FunctionNames("_ZN6server3runEi"),
      FunctionNames("_ZN6server4stopEv"), FunctionNames("Other")};
  auto Propose = [&](StringRef Wanted) {
    return proposeFunctions(Wanted, false, Functions).inWords();
  };
  EXPECT_EQ(Propose("Compute"), "; did you mean compute? Case matters");
  EXPECT_EQ(Propose("Server::*"), "; did you mean server::run(int) or "
                                  "server::stop()? Case matters");
  EXPECT_EQ(Propose("server::Run(int)"),
            "; did you mean server::run(int)? Case matters");
  // These match; another check rejects them.
  EXPECT_EQ(Propose("server::stop"), "; near: server::stop, server::run");
  EXPECT_EQ(Propose("compuet"), "; near: compute");
  EXPECT_EQ(Propose("zzzzzz"), "");
  EXPECT_EQ(proposeFunctions("_zn6*", true, Functions).inWords(),
            "; did you mean _ZN6server3runEi or _ZN6server4stopEv? Case "
            "matters");
  EXPECT_EQ(proposeNames("Slow.*", {"slow.path", "fast"}).inWords(),
            "; did you mean slow.path? Case matters");
  std::vector<std::string> Files = {"/home/x/src/cache.c", "/home/x/b.c"};
  EXPECT_EQ(proposeFiles("Src/*.C", Files).inWords(),
            "; did you mean /home/x/src/cache.c? Case matters");
  EXPECT_EQ(proposeFiles("B.c", Files).inWords(),
            "; did you mean /home/x/b.c? Case matters");
  EXPECT_EQ(proposeFiles("b.c", Files).inWords(), "; near: /home/x/b.c");
}

} // namespace udpc
