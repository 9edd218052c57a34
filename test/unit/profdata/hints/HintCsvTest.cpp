//===- HintCsvTest.cpp ----------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/hints/HintCsv.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

/// A line a hint: "line address delta type", then the error.
static std::string read(StringRef Csv) {
  std::string Text;
  Error E = readHintCsv(MemoryBufferRef(Csv, "r.csv"), [&](AddressHint H) {
    Text += std::to_string(H.Line) + " " + utohexstr(H.Address, true) + " " +
            std::to_string(H.What.Delta) + " " +
            hintTypeWord(H.What.Type).str() + "\n";
    return Error::success();
  });
  return Text + (E ? toString(std::move(E)) : "");
}

TEST(HintCsv, ReadsWhatRecommendersWrite) {
  EXPECT_EQ(read("0x400520,256,nta\n0xFFFFFFFFFFFFFFFF,-64,t0\n"),
            "1 400520 256 nta\n2 ffffffffffffffff -64 t0\n");
}

TEST(HintCsv, IsLenientAboutSpelling) {
  EXPECT_EQ(read("# made by hand\r\n\r\n 400520 ,\t+8 , NTA \r\n"
                 "  # more\n0Xab,-0x40,T1\n0xAB,0x10,w"),
            "3 400520 8 nta\n5 ab -64 t1\n6 ab 16 w\n");
  EXPECT_EQ(read(""), "");
  EXPECT_EQ(read("\n\n#\n"), "");
}

TEST(HintCsv, TakesWhatSpreadsheetsAdd) {
  EXPECT_EQ(read("\xef\xbb\xbf"
                 "0x1,2,nta\n"),
            "1 1 2 nta\n");
  EXPECT_EQ(read("\xef\xbb\xbf# made by hand\n0xPC,delta,type\n0x1,2,nta\n"),
            "3 1 2 nta\n");
  EXPECT_EQ(read("Address, Bytes, Hint\r\n0x1,2,nta\n"), "2 1 2 nta\n");
  EXPECT_EQ(read("\"PC\",\"delta\",\"type\"\n\"0x1\",\" -2 \",\"nta\"\n"),
            "2 1 -2 nta\n");
  // Only the first line can be a header, and only if none of it is a valid
  // field.
  EXPECT_EQ(read("0x1,2,nta\n0xPC,delta,type\n"),
            "1 1 2 nta\nr.csv:2: expected the address of an instruction, as "
            "0x401136, found '0xPC'");
  EXPECT_EQ(read("main,delta,nta\n"),
            "r.csv:1: expected the address of an instruction, as 0x401136, "
            "found 'main'");
  EXPECT_EQ(read(StringRef("\xff\xfe\x30\0\x78\0", 6)),
            "r.csv: UTF-16; save it as UTF-8 or ASCII");
  EXPECT_EQ(read("0x1\t2\tnta\n").substr(0, 7), "r.csv:1");
}

TEST(HintCsv, TakesTheWholeRange) {
  EXPECT_EQ(read("0,9223372036854775807,t2\n0,-9223372036854775808,t2\n"
                 "0,-0x8000000000000000,t2\n"),
            "1 0 9223372036854775807 t2\n2 0 -9223372036854775808 t2\n"
            "3 0 -9223372036854775808 t2\n");
}

TEST(HintCsv, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(read("0x1,2,nta\n0x1;2;nta\n0x3,4,nta\n"),
            "1 1 2 nta\nr.csv:2: expected '0xPC,delta,type', found "
            "'0x1;2;nta'; fields are separated by commas");
  EXPECT_EQ(read("0x1,2,nta,0\n"),
            "r.csv:1: expected '0xPC,delta,type', found '0x1,2,nta,0'");
  EXPECT_EQ(read("main,2,nta\n"),
            "r.csv:1: expected the address of an instruction, as 0x401136, "
            "found 'main'");
  EXPECT_EQ(read("-1,2,nta\n"),
            "r.csv:1: expected the address of an instruction, as 0x401136, "
            "found '-1'");
  EXPECT_EQ(read("0x10000000000000000,2,nta\n"),
            "r.csv:1: the address '0x10000000000000000' does not fit into 64 "
            "bits");
  EXPECT_EQ(read("0x1,,nta\n"),
            "r.csv:1: expected a delta in bytes, as 256 or -0x40, found ''");
  EXPECT_EQ(read("0x1,1.5,nta\n"),
            "r.csv:1: expected a delta in bytes, as 256 or -0x40, found '1.5'");
  EXPECT_EQ(read("0x1,--5,nta\n"),
            "r.csv:1: expected a delta in bytes, as 256 or -0x40, found '--5'");
  EXPECT_EQ(read("0x1,9223372036854775808,nta\n"),
            "r.csv:1: the delta '9223372036854775808' does not fit into 64 "
            "bits with a sign");
  EXPECT_EQ(read("0x1,-9223372036854775809,nta\n"),
            "r.csv:1: the delta '-9223372036854775809' does not fit into 64 "
            "bits with a sign");
  EXPECT_EQ(read("0x1,-2,indirect\n"),
            "r.csv:1: a prefetch of type indirect is 1 to 1048576 iterations "
            "ahead, not -2");
  EXPECT_EQ(read("0x1,2,t3\n"),
            "r.csv:1: expected a type of prefetch (nta, "
            "t0, t1, t2, w, indirect, inner, outer, next, pushed), "
            "found 't3'");
  EXPECT_EQ(read(std::string(300, 'x')),
            "r.csv:1: expected '0xPC,delta,type', found '" +
                std::string(120, 'x') + "...'");
}

TEST(HintCsv, StopsAtTheFirstErrorOfTheCaller) {
  unsigned Calls = 0;
  Error E = readHintCsv(MemoryBufferRef("0x1,2,nta\n0x1,3,nta\n", "r.csv"),
                        [&](AddressHint) {
                          ++Calls;
                          return createStringError("no");
                        });
  EXPECT_EQ(toString(std::move(E)), "r.csv:1: no");
  EXPECT_EQ(Calls, 1u);
}

TEST(HintCsv, ReadsBackWhatItWrites) {
  std::string Line = hintCsvLine(0x40abc0, {HintType::W, -64});
  EXPECT_EQ(Line, "0x40abc0,-64,w\n");
  EXPECT_EQ(read(Line), "1 40abc0 -64 w\n");
}
