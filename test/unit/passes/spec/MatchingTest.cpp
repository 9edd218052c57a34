//===- MatchingTest.cpp ---------------------------------------------------===//

#include "passes/spec/Matching.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

static bool matches(const char *Glob, const char *LinkageName,
                    bool Mangled = false) {
  std::string Text = "version: 1\nevents: [{event: e, entry: \"" +
                     std::string(Mangled ? "mangled:" : "") + Glob + "\"}]\n";
  EventSpec Spec = cantFail(EventSpec::parse(MemoryBufferRef(Text, "s")));
  const SpecEntry &E = Spec.Entries[0];
  return Matcher(E).matches(FunctionNames(LinkageName));
}

static bool matchesFile(const char *Glob, const char *Path) {
  std::string Text = "version: 1\nevents: [{event: e, line: \"" +
                     std::string(Glob) + ":*\"}]\n";
  EventSpec Spec = cantFail(EventSpec::parse(MemoryBufferRef(Text, "s")));
  const SpecEntry &E = Spec.Entries[0];
  return Matcher(E).matchesFile(Path);
}

TEST(Matching, CFunctionsByName) {
  EXPECT_TRUE(matches("main", "main"));
  EXPECT_TRUE(matches("lua_*", "lua_pushnil"));
  EXPECT_FALSE(matches("lua_*", "luaL_ref"));
}

TEST(Matching, CxxBySignatureQualifiedNameOrLinkageName) {
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
  EXPECT_TRUE(matches("_ZN6server*", Handle, true));
  EXPECT_FALSE(matches("server::*", Handle, true));
}

TEST(Matching, ALiteralNameNeedsNoEscapes) {
  // S::operator[](int)
  EXPECT_TRUE(matches("S::operator[](int)", "_ZN1SixEi"));
  EXPECT_TRUE(matches("S::operator[](*", "_ZN1SixEi"));
  EXPECT_TRUE(matches("f(int (&) [3])", "_Z1fRA3_i"));
}

TEST(Matching, FilesByTheirLastComponents) {
  EXPECT_TRUE(matchesFile("cache.c", "/home/x/src/cache.c"));
  EXPECT_TRUE(matchesFile("src/cache.c", "/home/x/src/cache.c"));
  EXPECT_TRUE(matchesFile("./src/cache.c", "/home/x/./src/cache.c"));
  EXPECT_TRUE(matchesFile("src/*.c", "/home/x/src/cache.c"));
  EXPECT_TRUE(matchesFile("/home/x/src/cache.c", "/home/x/src/cache.c"));
  EXPECT_FALSE(matchesFile("ache.c", "/home/x/src/cache.c"));
  EXPECT_FALSE(matchesFile("src/cache.cc", "/home/x/src/cache.c"));
}

TEST(Matching, NearCandidatesAreFewAndNearestFirst) {
  std::vector<std::string> Names = {"compute", "commute", "other", "compte",
                                    "compute"};
  EXPECT_EQ(nearCandidates("compuet", Names),
            (std::vector<std::string>{"compte", "compute"}));
  EXPECT_TRUE(nearCandidates("zzzzzz", Names).empty());
}

TEST(Matching, NamesOfMarks) {
  SpecEntry Entry;
  Entry.Kind = udpc::abi::SiteKind::Mark;
  Entry.Literal = Entry.Glob = "*";
  Entry.NameGlob = "cache.*";
  Matcher Some(Entry);
  EXPECT_TRUE(Some.matchesName("cache.miss"));
  EXPECT_FALSE(Some.matchesName("a.cache.miss"));
  Entry.NameGlob = "ns::[x]";
  EXPECT_TRUE(Matcher(Entry).matchesName("ns::x"));
  // Spelled out in full, or no name asked for.
  EXPECT_TRUE(Matcher(Entry).matchesName("ns::[x]"));
  Entry.NameGlob = "";
  EXPECT_TRUE(Matcher(Entry).matchesName(""));
  EXPECT_TRUE(Matcher(Entry).matchesName("any"));
}
