//===- CachegrindFuzzTest.cpp - Damaged files -----------------------------===//
//
// Any input gives an error with its line, or the costs that it states. The
// inputs are the same in every run.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "profdata/costs/CostGraph.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <random>

using namespace llvm;

namespace udpc {

static const char Seed[] = "desc: I1 cache: 32768 B, 64 B, 8-way\n"
                           "cmd: ./a b\n"
                           "events: Ir I1mr Dw\n"
                           "# a comment\n"
                           "fl=(1) /src/a.c\n"
                           "fn=(1) f(int)\n"
                           "1 10 2\n"
                           "33 5 . 7\n"
                           "fi=(2) /usr/include/b.h\n"
                           "7 18446744073709551000 1 1\n"
                           "fe=(1)\n"
                           "34 5\n"
                           "fn=(below main)\n"
                           "0 1 1 1\n"
                           "summary: 18446744073709551021 4 9\n";

/// Replacements of one of Seed's bytes.
static const StringRef Pieces[] = {"\n",
                                   "\r\n",
                                   StringRef("\0", 1),
                                   " ",
                                   ".",
                                   "-",
                                   "fl=",
                                   "fn=",
                                   "fi=",
                                   "fe=",
                                   "(1)",
                                   "(2) x",
                                   "99999999999999999999",
                                   "0",
                                   "#",
                                   "desc:",
                                   "cmd:",
                                   "events:",
                                   "summary:",
                                   "\xff"};

static std::string print(const CostGraph &F) {
  std::string Text;
  raw_string_ostream OS(Text);
  F.printCachegrind(OS);
  return Text;
}

/// Whether \p Text is taken; what is taken is read back the same.
static bool check(StringRef Text) {
  Expected<CostGraph> F = CostGraph::parseCachegrind(Text, "name");
  if (!F) {
    std::string Message = toString(F.takeError());
    StringRef Rest = Message;
    unsigned Line;
    EXPECT_TRUE(Rest.consume_front("name:") && !Rest.consumeInteger(10, Line) &&
                Rest.starts_with(": "))
        << Message;
    EXPECT_GE(Line, 1u);
    EXPECT_LE(Line, Text.count('\n') + 1) << Message;
    EXPECT_EQ(Message.find('\n'), std::string::npos) << Message;
    EXPECT_LT(Message.size(), 300u);
    return false;
  }
  std::string Printed = print(*F);
  Expected<CostGraph> Again = CostGraph::parseCachegrind(Printed, "again");
  if (!Again) {
    ADD_FAILURE() << toString(Again.takeError()) << "\n" << Printed;
    return true;
  }
  EXPECT_EQ(print(*Again), Printed);
  std::string Callgrind;
  raw_string_ostream OS(Callgrind);
  F->printCallgrind(OS);
  EXPECT_TRUE(StringRef(Callgrind).starts_with("# callgrind format\n"));
  return true;
}

TEST(CachegrindFuzz, TheSeedIsRight) { EXPECT_TRUE(check(Seed)); }

TEST(CachegrindFuzz, TruncationAtEveryByteIsRefused) {
  StringRef Whole = Seed;
  // Without the last line's end it is complete.
  for (size_t Size = 0; Size + 1 < Whole.size(); ++Size)
    EXPECT_FALSE(check(Whole.take_front(Size))) << Size;
}

TEST(CachegrindFuzz, SurvivesEveryByteReplaced) {
  StringRef Whole = Seed;
  size_t Taken = 0;
  for (size_t I = 0; I != Whole.size(); ++I)
    for (StringRef P : Pieces)
      for (size_t Skip : {0, 1})
        Taken +=
            check((Whole.take_front(I) + P + Whole.drop_front(I + Skip)).str());
  EXPECT_GT(Taken, Whole.size());
}

TEST(CachegrindFuzz, SurvivesManyChanges) {
  std::mt19937 Random(22);
  auto Pick = [&Random](size_t Size) { return Random() % Size; };
  size_t Taken = 0;
  for (unsigned Round = 0; Round != 20000; ++Round) {
    std::string Text = Seed;
    for (unsigned Changes = 1 + Pick(4); Changes; --Changes) {
      size_t At = Pick(Text.size());
      switch (Pick(3)) {
      case 0:
        Text.insert(At, Pieces[Pick(std::size(Pieces))].str());
        break;
      case 1:
        Text.erase(At, 1 + Pick(8));
        break;
      case 2: // A part of it, elsewhere again.
        Text.insert(At, Text.substr(Pick(Text.size()), Pick(40)));
        break;
      }
      if (Text.empty())
        break;
    }
    Taken += check(Text);
  }
  EXPECT_GT(Taken, 500u);
}

} // namespace udpc
