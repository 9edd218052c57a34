// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/qemu/PluginArguments.h"
#include "gtest/gtest.h"
#include <iterator>

using namespace udpc::qemu;

static std::vector<std::string> parse(std::vector<const char *> Texts,
                                      PluginArguments &A) {
  return parseArguments(int(Texts.size()), Texts.data(), A);
}

/// The messages, one a line.
static std::string wrong(std::vector<const char *> Texts) {
  PluginArguments A;
  std::string Lines;
  for (const std::string &Message : parse(Texts, A))
    Lines += (Lines.empty() ? "" : "\n") + Message;
  return Lines;
}

/// The counters that are off, or "wrong".
static std::string mask(const char *List) {
  PluginArguments A;
  if (!parse({(std::string("mask=") + List).c_str()}, A).empty())
    return "wrong";
  std::string Text;
  for (unsigned I = 0; I != std::size(A.Masked); ++I)
    if (A.Masked[I])
      Text += (Text.empty() ? "" : " ") + std::to_string(I) +
              (A.Masked[I] == 1   ? "/inc"
               : A.Masked[I] == 2 ? "/dec"
               : A.Masked[I] == 3 ? "/both"
                                  : "");
  return Text;
}

TEST(PluginArguments, HaveDefaults) {
  PluginArguments A;
  EXPECT_TRUE(parse({}, A).empty());
  EXPECT_EQ(A.Out, "udpc-unit.%p.json");
  for (unsigned I = 0; I != std::size(A.Masked); ++I)
    EXPECT_TRUE(!A.Masked[I] && !A.Start[I] && !A.Every[I]);
  EXPECT_EQ(A.Log, "");
  EXPECT_TRUE(A.Encoding.empty());
  EXPECT_EQ(A.Width, 64u);
  EXPECT_TRUE(A.PerThread);
}

TEST(PluginArguments, AreTaken) {
  PluginArguments A;
  EXPECT_TRUE(parse({"out=a=b.json", "mask=0", "width=1", "per_thread=off"}, A)
                  .empty());
  EXPECT_EQ(A.Out, "a=b.json");
  EXPECT_EQ(A.Masked[0], 0xff);
  EXPECT_EQ(A.Masked[1], 0);
  EXPECT_EQ(A.Width, 1u);
  EXPECT_FALSE(A.PerThread);
}

TEST(PluginArguments, ReadMaskLists) {
  EXPECT_EQ(mask("3"), "3");
  EXPECT_EQ(mask("3+7-9"), "3 7 8 9");
  EXPECT_EQ(mask("255;3;3+2-4"), "2 3 4 255");
  EXPECT_EQ(mask("5-5"), "5");
  EXPECT_EQ(mask("3/dec+4-5/inc+4/dec+5"), "3/dec 4/both 5");
  for (const char *List :
       {"",      "+",     "3+",   "+3",        "3++4",
        "256",   "0-256", "4-3",  "-3",        "3-",
        "3-4-5", "x",     "3,4",  " 3",        "0x3",
        "3/",    "3/up",  "/inc", "3/inc/dec", "99999999999999999999"})
    EXPECT_EQ(mask(List), "wrong") << List;
}

TEST(PluginArguments, ReadValuesAndPeriods) {
  PluginArguments A;
  EXPECT_TRUE(parse({"write=3:250+255:-7", "every=0:1;9:1000000000000", "log=x",
                     "control=s"},
                    A)
                  .empty());
  EXPECT_EQ(A.Start[3], 250);
  EXPECT_EQ(A.Start[255], -7);
  EXPECT_EQ(A.Every[0], 1);
  EXPECT_EQ(A.Every[9], 1000000000000);
  EXPECT_EQ(A.Log, "x");
  EXPECT_EQ(A.Control, "s");
  for (const char *Text :
       {"write=", "write=3", "write=3:", "write=3:x", "write=256:1",
        "write=3:1x", "write=3:9223372036854775808", "every=3:0", "every=3:-1",
        "log=", "log=x/", "control=", "control=x/",
        "encoding=", "encoding=bytes:90"})
    EXPECT_NE(wrong({Text}), "") << Text;
}

TEST(PluginArguments, WrongValuesSayWhatIsExpected) {
  for (const char *Value : {"0", "65", "-1", "", "on", "8 ", "18446744073709"})
    EXPECT_EQ(wrong({(std::string("width=") + Value).c_str()}),
              std::string("argument 'width' must be a number of bits from 1 to "
                          "64, not '") +
                  Value + "'");
  EXPECT_EQ(wrong({"per_thread=yes"}),
            "argument 'per_thread' must be on or off, not 'yes'");
  EXPECT_EQ(wrong({"out="}),
            "argument 'out' must be the name of a file, not ''");
  EXPECT_EQ(wrong({"out=dir/"}),
            "argument 'out' must be the name of a file, not 'dir/'");
  EXPECT_EQ(wrong({"mask"}),
            "argument 'mask' must be counter numbers (0 to 255) and ascending "
            "ranges, such as 3+7-9/dec, not ''");
}

TEST(PluginArguments, UnknownKeysSuggestTheNearest) {
  EXPECT_EQ(wrong({"witdh=8"}),
            "unknown argument 'witdh'; did you mean 'width'?");
  EXPECT_EQ(wrong({"perthread=on"}),
            "unknown argument 'perthread'; did you mean 'per_thread'?");
  EXPECT_EQ(wrong({"Out=x"}), "unknown argument 'Out'; did you mean 'out'?");
  EXPECT_EQ(wrong({"masks=x"}),
            "unknown argument 'masks'; did you mean 'mask'?");
}

TEST(PluginArguments, EachWrongOneIsTold) {
  EXPECT_EQ(wrong({"width=0", "out=a", "out=b", "x=1"}),
            "argument 'width' must be a number of bits from 1 to 64, not '0'\n"
            "argument 'out' is given twice\n"
            "unknown argument 'x'; did you mean 'out'?");
}
