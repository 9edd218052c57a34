// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/profile/memory/RangeCalls.h"
#include "test/unit/passes/MachineTest.h"

using namespace llvm;
using namespace udpc;

namespace {

class RangeCallsTest : public MachineTest {
protected:
  std::string call(StringRef Instruction) {
    MachineFunction &MF = parse(
        ("  bb.0:\n    liveins: $rax, $rcx, $rdi\n    " + Instruction + "\n")
            .str());
    std::optional<RangeCall> Call = rangeCallOf(MF.front().front());
    return Call ? (Call->Function + " " + Twine(static_cast<int>(Call->Kind)))
                      .str()
                : "none";
  }
};

TEST_F(RangeCallsTest, KnowsCallsOfLibraryFunctions) {
  constexpr StringLiteral Rest = ", csr_64, implicit $rsp, implicit $ssp";
  auto Call = [&](Twine Instruction) {
    return call((Instruction + Rest).str());
  };
  EXPECT_EQ(Call("CALL64pcrel32 @memcpy"), "memcpy 0");
  EXPECT_EQ(Call("TAILJMPd64 @memcpy"), "memcpy 0");
  EXPECT_EQ(Call("CALL64pcrel32 &memset"), "memset 1");
  EXPECT_EQ(Call("CALL64pcrel32 &bcmp"), "bcmp 2");
  EXPECT_EQ(Call("CALL64pcrel32 &memchr"), "memchr 3");
  EXPECT_EQ(Call("CALL64pcrel32 &strlen"), "strlen 4");
  EXPECT_EQ(Call("CALL64pcrel32 &stpcpy"), "stpcpy 5");
  EXPECT_EQ(Call("CALL64pcrel32 &strcmp"), "strcmp 6");
  // The program's own.
  EXPECT_EQ(Call("CALL64pcrel32 @strcpy"), "none");
  EXPECT_EQ(Call("CALL64pcrel32 &strncpy"), "none");
  EXPECT_EQ(Call("CALL64r $rax"), "none");
}

TEST_F(RangeCallsTest, AddressIsNoCall) {
  EXPECT_EQ(call("$rax = LEA64r $rip, 1, $noreg, @memcpy, $noreg"), "none");
}

} // namespace
