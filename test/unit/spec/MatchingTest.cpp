//===- MatchingTest.cpp ---------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "spec/Matching.h"
#include "test/unit/spec/SourceFunction.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

/// A spec with one entry. In a block, YAML takes quotes as they are.
static EventSpec specOf(const char *Glob) {
  std::string Text = "version: 1\nevents:\n- event: e\n  entry: |-\n    " +
                     std::string(Glob) + "\n";
  return cantFail(EventSpec::parse(MemoryBufferRef(Text, "s")));
}

static bool matches(const char *Glob, const char *LinkageName) {
  EventSpec Spec = specOf(Glob);
  return Matcher(Spec.Entries[0]).matches(FunctionNames(LinkageName));
}

/// Expects that each of \p Globs matches \p Names, or that none does.
static void expectMatches(const FunctionNames &Names,
                          std::initializer_list<const char *> Globs,
                          bool DoMatch) {
  for (const char *Glob : Globs) {
    EventSpec Spec = specOf(Glob);
    EXPECT_EQ(Matcher(Spec.Entries[0]).matches(Names), DoMatch) << Glob;
  }
}

static bool matchesSource(const char *Glob, const char *LinkageName,
                          const char *Sources) {
  EventSpec Spec = specOf(Glob);
  return Matcher(Spec.Entries[0]).matches(namesOf(LinkageName, Sources));
}

static bool matchesFile(const char *Glob, const char *Path) {
  std::string Text = "version: 1\nevents: [{event: e, line: \"" +
                     std::string(Glob) + ":*\"}]\n";
  EventSpec Spec = cantFail(EventSpec::parse(MemoryBufferRef(Text, "s")));
  const SpecEntry &E = Spec.Entries[0];
  return Matcher(E).matchesFile(Path);
}

TEST(Matching, FindsCFunctionsByName) {
  EXPECT_TRUE(matches("main", "main"));
  EXPECT_TRUE(matches("lua_*", "lua_pushnil"));
  EXPECT_FALSE(matches("lua_*", "luaL_ref"));
}

TEST(Matching, FindsCxxBySignatureQualifiedNameOrLinkageName) {
  const char *Handle = "_ZN6server10Connection6handleEi";
  EXPECT_TRUE(matches("server::Connection::handle(int)", Handle));
  EXPECT_TRUE(matches("server::Connection::handle(*", Handle));
  EXPECT_TRUE(matches("server::Connection::handle", Handle));
  EXPECT_TRUE(matches("_ZN6server*", Handle));
  EXPECT_FALSE(matches("server::Connection::handle(long)", Handle));
  EXPECT_FALSE(matches("handle", Handle));
}

TEST(Matching, MangledMeansTheLinkageNameOnly) {
  const char *Handle = "_ZN6server10Connection6handleEi";
  EXPECT_TRUE(matches("mangled:_ZN6server*", Handle));
  EXPECT_FALSE(matches("mangled:server::*", Handle));
}

TEST(Matching, ALiteralNameNeedsNoEscapes) {
  // S::operator[](int)
  EXPECT_TRUE(matches("S::operator[](int)", "_ZN1SixEi"));
  EXPECT_TRUE(matches("S::operator[](*", "_ZN1SixEi"));
  EXPECT_TRUE(matches("f(int (&) [3])", "_Z1fRA3_i"));
}

TEST(Matching, OverloadsAreToldApart) {
  const char *Int = "_Z1fi", *Long = "_Z1fl", *Pointer = "_Z1fPc";
  for (const char *All : {"f", "f(*", "f(*)"}) {
    EXPECT_TRUE(matches(All, Int)) << All;
    EXPECT_TRUE(matches(All, Long)) << All;
    EXPECT_TRUE(matches(All, Pointer)) << All;
  }
  EXPECT_TRUE(matches("f(int)", Int));
  EXPECT_FALSE(matches("f(int)", Long));
  EXPECT_TRUE(matches("f(char*)", Pointer));
}

TEST(Matching, AStarBehindATypeIsAPointer) {
  // f(char, int), f(char**), f(int (*)(long)), f(std::string const&)
  EXPECT_FALSE(matches("f(char*)", "_Z1fci"));
  EXPECT_FALSE(matches("f(char*)", "_Z1fPPc"));
  EXPECT_TRUE(matches("f(char*", "_Z1fci"));
  EXPECT_TRUE(matches("f(char**)", "_Z1fPPc"));
  EXPECT_TRUE(matches("f(int (*)(long))", "_Z1fPFilE"));
  EXPECT_TRUE(matches("*f(int (*)(long))", "_Z1fPFilE"));
  EXPECT_TRUE(matches("f(*string*)", "_Z1fRKSs"));
  EXPECT_TRUE(matches("f(const std::string &)", "_Z1fRKSs"));
  EXPECT_TRUE(matches("f(const char *, const long *)", "_Z1fPKcPKl"));
  EXPECT_FALSE(matches("f(char *, const long *)", "_Z1fPKcPKl"));
  EXPECT_TRUE(matches("f(std::*)", "_Z1fRKSs"));
  EXPECT_TRUE(matches("f(int, *)", "_Z1fiPc"));
  EXPECT_TRUE(matches("f(int,char*)", "_Z1fiPc"));
  EXPECT_FALSE(matches("f(int, char*)", "_Z1fiPcl"));
}

TEST(Matching, FindsTemplatesByNameOrByInstance) {
  // int ns::max<int>(int, int)
  const char *Max = "_ZN2ns3maxIiEET_S1_S1_";
  expectMatches(FunctionNames(Max),
                {"int ns::max<int>(int, int)", "ns::max<int>(int, int)",
                 "ns::max<int>", "ns::max", "ns::max(int, int)", "ns::max<*",
                 "ns::max(*"},
                true);
  expectMatches(FunctionNames(Max),
                {"ns::max<long>", "ns::max(long, long)", "max",
                 "long ns::max<int>(int, int)"},
                false);
  // void ns::Stack<int>::as<long>(long)
  const char *As = "_ZN2ns5StackIiE2asIlEEvT_";
  expectMatches(FunctionNames(As),
                {"ns::Stack<int>::as<long>(long)", "ns::Stack<int>::as<long>",
                 "ns::Stack<int>::as", "ns::Stack<int>::as(long)",
                 "ns::Stack::as", "ns::Stack::as(long)"},
                true);
  EXPECT_FALSE(matches("ns::Stack<char>::as", As));
  // What is in angle brackets, and the parentheses of decltype(X + 1) dt<int>.
  EXPECT_TRUE(matches("memp<&S::a>", "_Z4mempIXadL_ZN1S1aEEEEiPS0_"));
  EXPECT_TRUE(matches("nt", "_Z2ntILi5ELb1EEiv"));
  EXPECT_TRUE(matches("nt<5, true>()", "_Z2ntILi5ELb1EEiv"));
  EXPECT_TRUE(matches("dt(int)", "_Z2dtIiEDTplfp_Li1EET_"));
  // A requires clause is no part of a shorter name.
  EXPECT_TRUE(matches("con(int)", "_Z3conITk8IntegraliET_S0_"));
}

TEST(Matching, FindsOperators) {
  struct Case {
    const char *Linkage, *Full, *Overload, *Plain;
  } Cases[] = {
      {"_ZN1SclEi", "S::operator()(int)", "S::operator()(int)",
       "S::operator()"},
      {"_ZN1SixEi", "S::operator[](int)", "S::operator[](int)",
       "S::operator[]"},
      {"_ZN1SlsIlEERS_T_", "S& S::operator<<<long>(long)",
       "S::operator<<(long)", "S::operator<<"},
      {"_ZNK1SltIiEEbT_", "bool S::operator<<int>(int) const",
       "S::operator<(int) const", "S::operator<"},
      {"_ZNK1SssERKS_", "S::operator<=>(S const&) const",
       "S::operator<=>(S const&) const", "S::operator<=>"},
      {"_ZN1SptEv", "S::operator->()", "S::operator->()", "S::operator->"},
      {"_ZN1SnwEm", "S::operator new(unsigned long)",
       "S::operator new(unsigned long)", "S::operator new"},
      {"_ZN1SdaEPv", "S::operator delete[](void*)",
       "S::operator delete[](void*)", "S::operator delete[]"},
      {"_ZNK1ScvbEv", "S::operator bool() const", "S::operator bool() const",
       "S::operator bool"},
      {"_ZN1XcvSt8functionIFilEEEv", "X::operator std::function<int (long)>()",
       "X::operator std::function<int (long)>()",
       "X::operator std::function<int (long)>"},
      {"_ZN1ScvPT_IiEEv", "S::operator int*<int>()", "S::operator int*()",
       "S::operator int*"},
      {"_ZmlRK1SS1_", "operator*(S const&, S const&)",
       "operator*(S const&, S const&)", "operator*"},
  };
  for (const Case &C : Cases) {
    EXPECT_TRUE(matches(C.Full, C.Linkage)) << C.Full;
    EXPECT_TRUE(matches(C.Overload, C.Linkage)) << C.Overload;
    EXPECT_TRUE(matches(C.Plain, C.Linkage)) << C.Plain;
  }
  // The less-than operator is not the shift.
  EXPECT_FALSE(matches("S::operator<", "_ZN1SlsIlEERS_T_"));
  // Multiplying only, against all operators.
  EXPECT_FALSE(matches("operator*(*", "_ZplRK1SS1_"));
  EXPECT_TRUE(matches("operator*(*", "_ZmlRK1SS1_"));
  EXPECT_TRUE(matches("operator*", "_ZplRK1SS1_"));
  expectMatches(FunctionNames("_Zli3_kme"),
                {"operator\"\"_km", "operator\"\" _km",
                 "operator\"\"_km(long double)",
                 "operator\"\" _km(long double)"},
                true);
}

TEST(Matching, FindsConstructorsAndDestructors) {
  for (const char *Variant : {"_ZN1SC1Ei", "_ZN1SC2Ei"}) {
    EXPECT_TRUE(matches("S::S(int)", Variant));
    EXPECT_TRUE(matches("S::S", Variant));
    EXPECT_FALSE(matches("S::S()", Variant));
  }
  EXPECT_TRUE(matches("S::~S()", "_ZN1SD0Ev"));
  EXPECT_TRUE(matches("S::~S", "_ZN1SD0Ev"));
  EXPECT_TRUE(matches("ns::Stack::Stack(char)", "_ZN2ns5StackIiEC2IcEET_"));
  EXPECT_TRUE(matches("ns::Stack<int>::~Stack()", "_ZN2ns5StackIiED1Ev"));
}

TEST(Matching, FindsNamesThatHoldBrackets) {
  const char *Tagged = "_Z3strB5cxx11v";
  expectMatches(FunctionNames(Tagged),
                {"str", "str()", "str[abi:cxx11]()", "str[abi:cxx11]*"}, true);
  const char *Hidden = "_ZN12_GLOBAL__N_11fEi";
  expectMatches(FunctionNames(Hidden),
                {"(anonymous namespace)::f", "(anonymous namespace)::f(int)",
                 "(anonymous namespace)::f(*", "*::f"},
                true);
  EXPECT_FALSE(matches("(anonymous namespace)::f(long)", Hidden));
  // outer()::L::m()
  expectMatches(FunctionNames("_ZZ5outervEN1L1mEv"),
                {"outer()::L::m()", "outer()::L::m", "outer::L::m"}, true);
}

TEST(Matching, LambdasHaveOneNameWhateverClangNumbers) {
  // In main, whose lambdas clang numbers, and in an inline function.
  for (const char *Linkage : {"_ZZ4mainENK3$_3clEi", "_ZZ4mainENKUliE_clEi"}) {
    expectMatches(FunctionNames(Linkage),
                  {"main::'lambda'(int)::operator()(int) const",
                   "main::'lambda'*", "*'lambda'(int)::operator()*",
                   "main::'lambda'::operator()"},
                  true);
    EXPECT_FALSE(matches("main::'lambda'(long)*", Linkage));
  }
  EXPECT_TRUE(matches("main::$_3::operator()", "_ZZ4mainENK3$_3clEi"));
  EXPECT_TRUE(matches("main::'lambda0'(int)*", "_ZZ4mainENKUliE0_clEi"));
  EXPECT_FALSE(matches("main::'lambda'(int)*", "_ZZ4mainENKUliE0_clEi"));
  // Generic, which LLVM's own demangler does not read.
  const char *Generic = "_ZZ5outervENK3$_0clIiEEDaT_";
  expectMatches(FunctionNames(Generic),
                {"outer()::$_0::operator()<int>(int) const", "outer::'lambda'*",
                 "outer()::'lambda'(int)::operator()<int>(int) const"},
                true);
}

TEST(Matching, FindsSignaturesOfTheSource) {
  const char *C = "handle(const struct conn *, int)\n"
                  "int handle(const struct conn *, int)\n"
                  "handle(const struct conn *c, int flags)\n"
                  "int handle(const struct conn *c, int flags)\n"
                  "handle(struct conn const*, int)\n"
                  "int handle(struct conn const*, int)\n"
                  "handle(struct conn const*c, int flags)\n"
                  "int handle(struct conn const*c, int flags)\n"
                  "handle";
  expectMatches(namesOf("handle", C),
                {"handle", "handle(const struct conn *, int)",
                 "handle(const struct conn*, int)",
                 "handle(struct conn const *, int)",
                 "handle(const struct conn *c, int flags)",
                 "*handle(const struct conn *c, int flags)",
                 "int handle(const struct conn *c, int flags)",
                 "int handle(const struct conn *, *", "handle(*int flags)",
                 "int handle(*", "handle(*)", "*e(const struct conn *, int)"},
                true);
  expectMatches(namesOf("handle", C),
                {"handle(const struct conn *)", "handle(struct conn *, int)",
                 "handle(int)", "long handle(*",
                 "*handle(const struct conn *d, int *"},
                false);
  const char *Sort =
      "sort(void *, int (*)(const void *, const void *))\n"
      "sort(void*, int (*)(const void*, const void*))\n"
      "void sort(void*Base, int (*Less)(const void*, const void*))";
  expectMatches(namesOf("sort", Sort),
                {"sort(void *, int (*)(const void *, const void *))",
                 "*sort(void *, int (*)(const void *, const void *))",
                 "*sort(void *Base, int (*Less)(const void *, const void *))"},
                true);
  const char *Max = "ns::max(T, T)\nT ns::max(T a, T b)\n"
                    "T ns::max(T a, T b) [T = int]";
  expectMatches(namesOf("_ZN2ns3maxIiEET_S1_S1_", Max),
                {"T ns::max(T a, T b)", "ns::max(T, T)", "T ns::max(T a, *",
                 "T ns::max(T a, T b) \\[T = int\\]", "*\\[T = int\\]*",
                 "ns::max(int, int)"},
                true);
  EXPECT_FALSE(
      matchesSource("*\\[T = long\\]*", "_ZN2ns3maxIiEET_S1_S1_", Max));
}

TEST(Matching, TheNameOfAGlobIsFoundAmongItsParentheses) {
  // decltype(X + 1) dt<char const*>(char const*)
  EXPECT_TRUE(
      matches("decltype(*) dt<*>(const char *)", "_Z2dtIPKcEDTplfp_Li1EET_"));
  // X::operator char const*() const, X::operator std::function<int (long)>()
  EXPECT_TRUE(matches("X::operator *() const", "_ZNK1XcvPKcEv"));
  EXPECT_TRUE(
      matches("*::operator std::function<*>()", "_ZN1XcvSt8functionIFilEEEv"));
  // outer(char const*)::L::m(), f(int const (&) [3])
  EXPECT_TRUE(matches("outer(char const*)::L::m", "_ZZ5outerPKcEN1L1mEv"));
  EXPECT_TRUE(matches("*(const int (&) [3])", "_Z1fRA3_Ki"));
  EXPECT_TRUE(matches("f(const char *const *)", "_Z1fPKPKc"));
  EXPECT_FALSE(matches("f(const char **)", "_Z1fPKPKc"));
}

static bool matchesVersion(const char *Glob, const char *LinkageName,
                           GlobalValue::LinkageTypes Linkage) {
  LLVMContext Context;
  Module M("m", Context);
  auto *Type = FunctionType::get(Type::getVoidTy(Context), false);
  auto *F = Function::Create(Type, Linkage, LinkageName, M);
  auto *Resolver = Function::Create(Type, GlobalValue::ExternalLinkage, "r", M);
  GlobalIFunc::create(Type, 0, GlobalValue::ExternalLinkage, "fast", Resolver,
                      &M);
  EventSpec Spec = specOf(Glob);
  return Matcher(Spec.Entries[0]).matches(sourceNamesOf(*F));
}

TEST(Matching, VersionsOfAFunctionAreMeantByItsName) {
  auto Extern = GlobalValue::ExternalLinkage;
  auto Local = GlobalValue::InternalLinkage;
  EXPECT_TRUE(matchesVersion("f(int)", "_Z1fi.llvm.123", Extern));
  EXPECT_TRUE(matchesVersion("f", "f.llvm.123", Extern));
  EXPECT_TRUE(matchesVersion("mangled:_Z1fi", "_Z1fi.llvm.123", Extern));
  EXPECT_TRUE(matchesVersion("f(int)", "_ZL1fi.3", Local));
  EXPECT_TRUE(matchesVersion("f", "_ZL1fi.__uniq.99", Local));
  EXPECT_TRUE(matchesVersion("f", "f.specialized.1", Local));
  EXPECT_TRUE(matchesVersion("fast", "fast.avx2.0", Extern));
  // Parts of functions are not functions, and a C name may contain a period.
  EXPECT_FALSE(matchesVersion("f", "f.cold.1", Local));
  EXPECT_FALSE(matchesVersion("f", "f.cold", Extern));
  EXPECT_FALSE(matchesVersion("f(int)", "_Z1fi.resume", Local));
  EXPECT_FALSE(matchesVersion("f", "f.3", Extern));
  EXPECT_FALSE(matchesVersion("slow", "slow.avx2.0", Extern));
}

TEST(Matching, FindsFilesByTheirLastComponents) {
  EXPECT_TRUE(matchesFile("cache.c", "/home/x/src/cache.c"));
  EXPECT_TRUE(matchesFile("src/cache.c", "/home/x/src/cache.c"));
  EXPECT_TRUE(matchesFile("./src/cache.c", "/home/x/./src/cache.c"));
  EXPECT_TRUE(matchesFile("src/*.c", "/home/x/src/cache.c"));
  EXPECT_TRUE(matchesFile("/home/x/src/cache.c", "/home/x/src/cache.c"));
  EXPECT_FALSE(matchesFile("ache.c", "/home/x/src/cache.c"));
  EXPECT_FALSE(matchesFile("src/cache.cc", "/home/x/src/cache.c"));
  EXPECT_FALSE(matchesFile("s*.c", "/home/x/src/cache.c"));
}

TEST(Matching, FindsNamesOfMarks) {
  SpecEntry Entry;
  Entry.Kind = udpc::abi::SiteKind::Mark;
  Entry.Literal = Entry.Glob = "*";
  Entry.NameGlob = "cache.*";
  Matcher Some(Entry);
  EXPECT_TRUE(Some.matchesName("cache.miss"));
  EXPECT_FALSE(Some.matchesName("a.cache.miss"));
  Entry.NameGlob = "ns::[x]";
  EXPECT_TRUE(Matcher(Entry).matchesName("ns::x"));
  // The full name, or no name.
  EXPECT_TRUE(Matcher(Entry).matchesName("ns::[x]"));
  Entry.NameGlob = "";
  EXPECT_TRUE(Matcher(Entry).matchesName(""));
  EXPECT_TRUE(Matcher(Entry).matchesName("any"));
}
